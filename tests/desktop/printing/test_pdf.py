"""Paper: what was saved stands in the file, all of it, in the bundled font, on as many pages as it needs."""

import re
import shutil
import subprocess
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.messages import Messages
from core.services.visits.records import Record
from desktop.models.comparison import Comparison, load
from desktop.printing.compose import Block, Cell, Paper, comparison_paper, record_paper
from desktop.printing.pages import Pages, PaperSize
from desktop.printing.pdf import Incomplete, check, pdf_bytes, print_out, write_pdf
from desktop.printing.preview import WIDE, PrintSheet
from desktop.start.early import Translations
from desktop.theme import fonts
from tests.desktop.views.compare.stage import demo_patient
from tests.fakes.clinic import MENZHEN, Clinic

CLINIC = "明道中医诊所"
RARE = "㛃䶮℃"
LONG = "".join(f"{number:04d}晨起头晕，久站加重，得卧则安。" for number in range(160))


@pytest.fixture(autouse=True)
def font(qapp: object) -> None:
    fonts.load()


@pytest.fixture
def demo(clinic: Clinic) -> tuple[Comparison, tuple[Record, ...]]:
    context = demo_patient(clinic, name=f"王{RARE}")
    with clinic.open() as kernel:
        return load(kernel, context.record_no), kernel.records.of_patient(context.record_no)


def words_of(file: Path) -> str:
    """The text another program reads out of a file, without blanks."""
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext is not installed")
    done = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True)
    return "".join(unicodedata.normalize("NFKC", done.stdout.decode()).split())


def plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


@pytest.mark.parametrize("size", PaperSize)
def test_a_record_is_printed_whole(
    demo: tuple[Comparison, tuple[Record, ...]], size: PaperSize, tmp_path: Path
) -> None:
    record = demo[1][0]
    file = tmp_path / "record.pdf"
    written = write_pdf(record_paper(record, CLINIC, Messages()), size, file)
    assert written.missing == 0
    words = words_of(file)
    head = (CLINIC, "门诊病历", f"姓名:王{RARE}", "性别:女", "年龄:41岁", "病历号:P001")
    for part in (*head, "就诊日期:2026-11-08", "初诊", "医师:李大夫", f"第1页,共{written.pages}页"):
        assert plain(part) in words, part
    for line in record.lines:
        assert plain(line.label) in words


@pytest.mark.parametrize("size", PaperSize)
def test_a_comparison_is_printed_whole(
    demo: tuple[Comparison, tuple[Record, ...]], size: PaperSize, tmp_path: Path
) -> None:
    comparison, records = demo
    file = tmp_path / "comparison.pdf"
    paper = comparison_paper(comparison, records[1], CLINIC, Messages())
    written = write_pdf(paper, size, file)
    assert written.pages == {PaperSize.A4: 1, PaperSize.A5: 2}[size]
    words = words_of(file)
    for part in ("复诊对比表", "复诊·第2诊", "上次·初诊", "2026-11-08", "消失", "不能比较", "只陈述事实"):
        assert plain(part) in words, part


def test_the_bundled_font_is_in_the_file(demo: tuple[Comparison, tuple[Record, ...]]) -> None:
    content = pdf_bytes(Pages(record_paper(demo[1][0], CLINIC, Messages()), PaperSize.A4))
    assert b"/FontFile" in content
    names = set(re.findall(rb"/BaseFont /(?:[A-Z]{6}\+)?([\w-]+)", content))
    assert names == {b"NotoSansSC-Regular"}


@pytest.mark.parametrize("size", PaperSize)
def test_long_text_goes_on_over_pages(clinic: Clinic, size: PaperSize, tmp_path: Path) -> None:
    assert len(LONG) > 3000
    number = clinic.add("王芳", "女", "1985-03")
    clinic.save(number, {**MENZHEN, "xianbingshi": f"{LONG}\n{RARE}\n末行"})
    with clinic.open() as kernel:
        record = kernel.records.of_patient(number)[0]
    file = tmp_path / "long.pdf"
    paper = record_paper(record, "", Messages())
    pages = Pages(paper, size)
    written = write_pdf(paper, size, file)
    assert written.pages == pages.count > 1
    assert pages.placed == pages.characters
    drawn = plain("".join(pages.text(page) for page in range(pages.count)))
    words = words_of(file)
    for number_written in range(160):
        assert f"{number_written:04d}" in drawn
        assert f"{number_written:04d}" in words
    assert plain(RARE) in words
    assert "末行" in words
    assert all(f"第{page}页,共{pages.count}页" in words for page in range(1, pages.count + 1))


def test_a_row_taller_than_a_page_goes_on_under_the_head(qapp: object) -> None:
    tall = Block((Cell("左", 0, 0.2), Cell(LONG * 2, 0.2, 0.3), Cell("右", 0.5, 0.5)), line_below=True)
    head, columns = Block((Cell("页眉"),)), Block((Cell("列名"),))
    pages = Pages(Paper("表", (head,), (tall, tall), columns, "脚注"), PaperSize.A5)
    assert pages.placed == pages.characters
    assert pages.count > 4
    for page in range(pages.count):
        lines = pages.text(page).split("\n")
        assert lines[:2] == ["页眉", "列名"]
        assert len(lines) > 4, "a page with nothing on it"


def test_the_same_paper_has_the_same_lines_at_every_size_of_the_window(
    demo: tuple[Comparison, tuple[Record, ...]],
) -> None:
    paper = record_paper(demo[1][0], CLINIC, Messages())
    before = Pages(paper, PaperSize.A5)
    fonts.rescale(2.0)
    try:
        after = Pages(paper, PaperSize.A5)
    finally:
        fonts.rescale(1.0)
    assert [before.text(page) for page in range(before.count)] == [
        after.text(page) for page in range(after.count)
    ]


def test_R25_pages_and_characters_are_counted_after_export(
    demo: tuple[Comparison, tuple[Record, ...]],
) -> None:
    paper = record_paper(demo[1][0], CLINIC, Messages())
    pages = Pages(paper, PaperSize.A5)
    shorter = Pages(replace(paper, blocks=paper.blocks[:-1]), PaperSize.A5)
    with pytest.raises(Incomplete):
        check(pdf_bytes(shorter), pages)
    pages.placed -= 1
    with pytest.raises(Incomplete):
        check(pdf_bytes(pages), pages)


def test_a_failed_file_leaves_nothing(demo: tuple[Comparison, tuple[Record, ...]], tmp_path: Path) -> None:
    paper = record_paper(demo[1][0], CLINIC, Messages())
    with pytest.raises(OSError, match=r"."):
        write_pdf(paper, PaperSize.A4, tmp_path / "missing" / "record.pdf")
    assert list(tmp_path.glob("**/*.pdf")) == []


@pytest.mark.parametrize("size", PaperSize)
def test_a_printer_gets_the_same_pages(
    demo: tuple[Comparison, tuple[Record, ...]], size: PaperSize, tmp_path: Path
) -> None:
    file = tmp_path / "printer.pdf"
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(file))
    pages = Pages(record_paper(demo[1][0], CLINIC, Messages()), size)
    print_out(pages, printer)
    assert check(file.read_bytes(), pages).pages == pages.count
    width, height = size.page_size.sizePoints().width(), size.page_size.sizePoints().height()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file.read_bytes())
    assert box is not None
    assert (round(float(box[1])), round(float(box[2]))) == (width, height)


def test_a_sign_without_a_shape_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 700)
    paper = Paper("纸", (), (Block((Cell("好\U000f0000"),)),))
    sheet = PrintSheet(page, (paper,), "P001-纸/2026", about="王芳 P001")
    assert sheet.pages.missing >= 1
    with qtbot.waitSignal(sheet.written) as heard:
        sheet.write(tmp_path / "paper.pdf")
    assert heard.args is not None
    assert heard.args[1] == str(tmp_path / "paper.pdf")
    page.removeEventFilter(sheet)


def test_a_paper_that_no_file_takes_is_told_with_the_reason(qtbot: QtBot, tmp_path: Path) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    sheet = PrintSheet(page, (Paper("纸", (), (Block((Cell("好"),)),)),), "P001-纸", about="王芳 P001")
    with qtbot.waitSignal(sheet.failed) as heard:
        sheet.write(tmp_path / "nowhere" / "paper.pdf")
    assert heard.args is not None
    words, reason = heard.args
    assert words == "没有打印成，病历没有改动。"
    assert "No such file" in reason
    page.removeEventFilter(sheet)


def test_R12_who_it_is_stands_on_every_page(clinic: Clinic, tmp_path: Path) -> None:
    number = clinic.add("王芳", "女", "1985-03")
    clinic.save(number, {**MENZHEN, "xianbingshi": LONG})
    with clinic.open() as kernel:
        record = kernel.records.of_patient(number)[0]
    pages = Pages(record_paper(record, CLINIC, Messages()), PaperSize.A5)
    assert pages.count > 1
    for page in range(pages.count):
        for part in (CLINIC, "姓名：王芳", f"病历号：{number}", "医师：李大夫", "签名：未签", "就诊序号 1"):
            assert part in pages.text(page).replace("\n", "") or plain(part) in plain(pages.text(page)), part


def test_which_visit_it_is_and_who_signed_it_is_printed(clinic: Clinic) -> None:
    number = clinic.add("王芳", "女", "1985-03")
    for day in ("2026-11-01", "2026-11-08"):
        clinic.save(number, at=day)
    with clinic.open() as kernel:
        kernel.intake.sign(number, 2)
        first, second = kernel.records.of_patient(number)
    words = Pages(record_paper(second, CLINIC, Messages()), PaperSize.A4).text(0)
    assert "复诊·第2诊" in words
    assert "签名：李大夫" in words
    assert "李大夫签名于2026-11-29" in plain(words)
    assert "复诊" not in Pages(record_paper(first, CLINIC, Messages()), PaperSize.A4).text(0)


def test_a_foot_too_long_for_a_line_wraps_and_the_text_stays_clear_of_it(qapp: object) -> None:
    note = "这一行说明很长，长到一行放不下" * 6
    rows = tuple(Block((Cell(f"第 {number} 行"),)) for number in range(120))
    pages = Pages(Paper("纸", (), rows, None, note), PaperSize.A5)
    assert note in pages.text(0).replace("\n", "")
    assert pages.placed == pages.characters
    placed = pages._pages[0].pieces
    foot = [(place.y(), piece.height) for place, piece in placed if piece in pages._note]
    text = [place.y() + piece.height for place, piece in placed if not piece.grey]
    assert len(foot) > 1
    assert max(text) < min(top for top, _ in foot)
    assert max(top + height for top, height in foot) <= PaperSize.A5.area.bottom() + 1


def test_an_override_is_printed_with_both_judgements_and_its_reason(clinic: Clinic) -> None:
    context = demo_patient(clinic)
    with clinic.open() as kernel:
        kernel.compare.override(context.record_no, 2, "反酸", state="加重", reason="患者自述为准")
        comparison = load(kernel, context.record_no)
        record = kernel.records.of_patient(context.record_no, 2)[0]
    words = plain(Pages(comparison_paper(comparison, record, CLINIC, Messages()), PaperSize.A4).text(0))
    assert plain("医师改判（计算为需核对）：患者自述为准，李大夫") in words


def test_without_a_printer_it_says_so_and_what_can_be_done(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", staticmethod(list))
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    sheet = PrintSheet(page, (Paper("纸", (), (Block((Cell("好"),)),)),), "P001", about="王芳 P001")
    sheet.open(sheet.print_button)
    assert "王芳 P001" in sheet.accessibleName()
    sheet.print_button.click()
    assert sheet.trouble.isVisible()
    assert "PDF" in sheet.trouble.text()
    assert sheet.isVisible()
    sheet.shut()


def test_R24_the_preview_turns_its_pages_by_key_and_can_be_read(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    paper = Paper("纸", (), tuple(Block((Cell(f"第 {number} 行"),)) for number in range(200)))
    sheet = PrintSheet(page, (paper,), "P001", about="王芳 P001")
    sheet.open(sheet.print_button)
    assert "第 0 行" in sheet.view.accessibleDescription()
    QTest.keyClick(sheet.print_button, Qt.Key.Key_PageDown)
    assert "第 0 行\n" not in sheet.view.accessibleDescription()
    QTest.keyClick(sheet.print_button, Qt.Key.Key_PageUp)
    assert "第 0 行" in sheet.view.accessibleDescription()
    low = sheet.view.minimumHeight()
    sheet.fits.choose(WIDE)
    assert sheet.view.minimumHeight() > low
    sheet.shut()


def test_in_english_no_state_is_left_in_chinese(
    qapp: QApplication, demo: tuple[Comparison, tuple[Record, ...]]
) -> None:
    comparison, records = demo
    translations = Translations(qapp)
    translations.use("en")
    try:
        paper = comparison_paper(comparison, records[-1], "Clinic", Messages("en"))
    finally:
        translations.end()
        QLocale.setDefault(QLocale("zh_CN"))
    printed = " ".join(cell.text for block in (*paper.head, *paper.blocks) for cell in block.cells)
    assert {"Improved", "Resolved", "Worse"} & {*printed.split()}
    assert [word for word in ("加重", "减轻", "消失", "无变化", "新出现", "女") if word in printed] == []
