"""Paper of what was amended or is void: the original struck out but legible, what replaced it, by whom and when; all of it in the file."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from core.base.messages import Messages
from core.forms.exact_json import dump_json
from core.services.visits.records import Versions
from desktop.printing.compose import Block, Cell, Paper, record_paper
from desktop.printing.pages import Pages, PaperSize
from desktop.printing.pdf import write_pdf
from desktop.theme import fonts
from tests.desktop.printing.test_pdf import CLINIC, LONG, RARE, plain, words_of
from tests.fakes.clinic import MENZHEN, OPERATOR, Clinic, content, symptom


@pytest.fixture(autouse=True)
def font(qapp: object) -> None:
    fonts.load()


def amended(clinic: Clinic, *texts: str, void: bool = False) -> Versions:
    """A visit whose present illness said each of these in turn."""
    clinic.add("王芳", birth="1985-03")
    with clinic.open() as kernel:
        first, *more = (content({**MENZHEN, "xianbingshi": text}, [symptom("口干")]) for text in texts)
        kernel.intake.save("P001", "menzhen", first)
        for version, text in enumerate(more, start=1):
            clinic.clock.advance(hours=1)
            kernel.amendments.amend("P001", 1, text, version=version, reason="slip")
        if void:
            kernel.amendments.void("P001", 1, reason="other", note="重名")
        return kernel.records.versions("P001", 1)


def paper_of(versions: Versions) -> Paper:
    return record_paper(versions.record, CLINIC, Messages(), versions)


def cell(paper: Paper, label: str) -> Cell:
    """What stands beside a label."""
    return next(
        block.cells[1] for block in paper.blocks if len(block.cells) > 1 and block.cells[0].text == label
    )


def parts(one: Cell) -> tuple[list[str], list[str]]:
    """What is struck out, and what is new."""
    struck, added = ([one.text[first:end] for first, end in ranges] for ranges in (one.struck, one.added))
    return struck, added


@pytest.mark.parametrize("size", PaperSize)
def test_R26_the_original_is_struck_out_and_what_replaced_it_is_named(
    clinic: Clinic, size: PaperSize, tmp_path: Path
) -> None:
    paper = paper_of(amended(clinic, "晨起头晕，久站加重。", "晨起头晕，久坐加重。"))
    one = cell(paper, "现病史")
    assert parts(one) == (["站"], ["坐"])
    assert one.text == f"晨起头晕，久站坐加重。（{OPERATOR} 2026-11-29 13:00 更正）"
    written = write_pdf(paper, size, tmp_path / "a.pdf")
    assert written.missing == 0
    words = words_of(tmp_path / "a.pdf")
    for part in (
        "久站坐加重",
        "第1版2026-11-2912:00",
        "第2版2026-11-2913:00",
        "更正:笔误",
        "未签名",
        "第2版,保存于",
    ):
        assert plain(part) in words, part


def test_without_traces_only_the_present_text_stands(clinic: Clinic) -> None:
    paper = paper_of(amended(clinic, "久站加重。", "久坐加重。"))
    bare = paper.without_traces
    assert bare is not None
    assert (cell(bare, "现病史").text, cell(bare, "现病史").struck) == ("久坐加重。", ())
    assert "更正记录" not in "".join(block.cells[0].text for block in bare.blocks)
    assert "第 2 版" in bare.note


def test_every_wording_stays_through_several_versions(clinic: Clinic) -> None:
    one = cell(paper_of(amended(clinic, "头晕", "头痛", "头昏")), "现病史")
    assert parts(one) == (["头晕", "头痛"], ["头昏"])
    assert one.text == f"头晕（{OPERATOR} 2026-11-29 13:00 更正）头痛头昏（{OPERATOR} 2026-11-29 14:00 更正）"


def test_a_record_that_was_never_amended_has_no_traces(clinic: Clinic) -> None:
    paper = paper_of(amended(clinic, "头晕"))
    assert paper.without_traces is None
    assert cell(paper, "现病史").struck == ()


def test_a_symptom_that_is_no_more_is_struck_out(clinic: Clinic) -> None:
    clinic.add("王芳")
    with clinic.open() as kernel:
        kernel.intake.save("P001", "menzhen", content(MENZHEN, [symptom("口干", grade=2)]))
        kernel.amendments.amend("P001", 1, dump_json({"answers": MENZHEN}), version=1, reason="slip")
        one = cell(paper_of(kernel.records.versions("P001", 1)), "口干")
    assert parts(one) == (["有，中"], [])
    assert "删去" in one.text


def test_a_void_record_says_so_on_every_page_with_its_reason(clinic: Clinic, tmp_path: Path) -> None:
    paper = paper_of(amended(clinic, LONG, void=True))
    pages = Pages(paper, PaperSize.A5)
    assert pages.count > 1
    for page in range(pages.count):
        assert "已作废" in pages.text(page)
        assert "其他（重名）" in pages.text(page)
    assert write_pdf(paper, PaperSize.A5, tmp_path / "v.pdf").pages == pages.count


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LONG, LONG.replace("久站", "久坐")),
        (f"一\n二\r\n三{RARE}", f"一\n\n三{RARE}四"),
        ("<s>旧</s>&", "<b>新</b>&"),
        ("\u202e反向", "正向 mixed العربية"),
        ("甲" * 900, "乙" * 900),
    ],
)
def test_whatever_was_typed_stands_whole_in_the_file(
    clinic: Clinic, before: str, after: str, tmp_path: Path
) -> None:
    versions = amended(clinic, before, after)
    one = cell(paper_of(versions), "现病史")
    gone = "".join(one.text[first:end] for first, end in one.struck)
    assert len(gone) <= len(before)
    kept = "".join(mark for at, mark in enumerate(one.text) if not any(f <= at < e for f, e in one.struck))
    assert kept.startswith(after)
    for size in PaperSize:
        pages = Pages(paper_of(versions), size)
        assert pages.placed == pages.characters
        write_pdf(paper_of(versions), size, tmp_path / f"{size.name}.pdf")


def test_two_strokes_run_through_each_line_of_what_is_struck_out(qapp: object) -> None:
    text = "旧" * 200
    pages = Pages(Paper("纸", (), (Block((Cell(text, struck=((0, 200),)),)),)), PaperSize.A5)
    pieces = [piece for _, piece in pages._pages[0].pieces if "旧" in piece.layout.text()]
    assert len(pieces) > 1
    for piece in pieces:
        strokes = list(piece.strokes(QPointF(0, 0)))
        assert len(strokes) == 2
        assert all(
            stroke.length() == pytest.approx(piece.line.naturalTextWidth(), rel=0.02) for stroke in strokes
        )
    image = QImage(400, 600, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(0.1, 0.1)
    pages.paint(painter, 0)
    painter.end()
