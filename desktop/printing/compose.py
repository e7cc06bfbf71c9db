"""What stands on paper, before it has pages: the record of a visit, and the comparison of two. No Qt but its words.

Every text of the record goes in whole. A line break stays one; a character that cannot be printed becomes a blank.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from core.base.birth import Birth
from core.base.messages import Messages
from core.base.text import one_line
from core.services.compare import Compared, Row, Side
from core.services.records import Record
from desktop.models.age import age_words
from desktop.models.comparison import Comparison, Entry, entries, moved_words, side_words, visit_words
from desktop.widgets.data_words import shown

BODY, TABLE, SMALL, SECTION, TITLE = 10.0, 9.0, 8.5, 11.5, 15.0
"""Sizes of type, in points."""

LABEL_WIDTH = 0.17
INDENT = 0.03
COLUMNS = (0.12, 0.225, 0.225, 0.10, 0.12, 0.21)
"""Widths of the comparison's columns, as parts of the writing area."""

PLACES = (0.0, 0.32, 0.54, 0.76)
"""Where name, sex, age and record number begin; date, visit and physician stand under the first three."""

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Cell:
    """A text in its place: `left` and `width` are parts of the writing area, `size` is in points."""

    text: str
    left: float = 0.0
    width: float = 1.0
    size: float = BODY
    grey: bool = False
    centred: bool = False

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text in printable lines as they were typed."""
        return tuple(one_line(line) for line in self.text.splitlines())


@dataclass(frozen=True, slots=True)
class Block:
    """Cells side by side. `above` is free space in millimetres, `keep` binds it to the block after it."""

    cells: tuple[Cell, ...]
    above: float = 1.2
    line_below: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """One document. `head` stands on every page, `columns` too where the table goes on; `note` stands at the foot."""

    title: str
    head: tuple[Block, ...]
    blocks: tuple[Block, ...]
    columns: Block | None = None
    note: str = ""


def record_paper(record: Record, clinic_name: str, words: Messages) -> Paper:
    """The record of a visit as it was saved."""
    return Paper(
        title=record.form.title,
        head=_head(record.form.title, record, clinic_name, words),
        blocks=tuple(_record_blocks(record, words)),
        note=_saved_note(record),
    )


def comparison_paper(comparison: Comparison, record: Record, clinic_name: str, words: Messages) -> Paper:
    """The comparison as it is shown, all its rows; `record` is the compared visit, whose details stand in the head."""
    compared = comparison.compared
    title = translate("printing", "复诊对比表")
    blocks = [_table_row(entry, compared, words) for entry in entries(comparison)]
    if compared.differs:
        blocks.insert(0, Block((Cell(words.text("compare.differs"), size=SMALL),)))
    if not compared.rows:
        blocks.append(Block((Cell(words.text("compare.no_rows")),)))
    blocks.append(Block((Cell(words.text("compare.footing"), size=SMALL, grey=True),), above=3))
    heads = [
        words.text("compare.columns.symptom"),
        _visit_words(comparison, compared.base, translate("printing", "上次")),
        _visit_words(comparison, compared.to, translate("printing", "本次")),
        *(words.text(f"compare.columns.{name}") for name in ("state", "marker", "rule")),
    ]
    return Paper(
        title=title,
        head=_head(title, record, clinic_name, words),
        blocks=tuple(blocks),
        columns=Block(_columns(heads, grey=True), above=0.8, line_below=True),
        note=f"{_saved_note(record)}\n{words.text('compare.heading', rule=compared.rule_version)}",
    )


def _head(title: str, record: Record, clinic_name: str, words: Messages) -> tuple[Block, ...]:
    """Clinic and title in the middle, then who, when and by whom in two rows of places."""
    subject, day = record.subject, record.visited_at.date()
    who = (
        (words.text("patient.fields.name"), _text(subject, "name")),
        (words.text("patient.fields.sex"), shown(_text(subject, "sex"))),
        (translate("printing", "年龄"), _age(subject, record)),
        (words.text("patient.fields.record_no"), str(record.record_no)),
    )
    when = (
        (translate("printing", "就诊日期"), day.isoformat()),
        ("", _visit(record)),
        (translate("printing", "医师"), record.saved_by),
        (translate("printing", "签名"), record.signed.by if record.signed else translate("printing", "未签")),
    )
    clinic = Block((Cell(clinic_name, size=SECTION, centred=True),), above=0, keep=True)
    return (
        *([clinic] if clinic_name else []),
        Block((Cell(title, size=TITLE, centred=True),), above=0.5, keep=True),
        Block(_places(who), above=2),
        Block(_places(when), above=0.5, line_below=True),
    )


def _visit(record: Record) -> str:
    """初诊, or 复诊 with which one it is."""
    label = visit_words(record.place)
    return label if record.place == 1 else translate("printing", "复诊·{0}").format(label)


def _places(named: Sequence[tuple[str, str]]) -> tuple[Cell, ...]:
    """Labelled texts in places that stand under each other; the last one has the rest of the row."""
    cells = []
    for number, (label, text) in enumerate(named):
        end = 1.0 if number == len(named) - 1 else PLACES[number + 1]
        left = PLACES[number]
        cells.append(
            Cell(
                translate("printing", "{0}：{1}").format(label, text) if label else text,
                left,
                end - left - 0.01,
            )
        )
    return tuple(cells)


def _record_blocks(record: Record, words: Messages) -> Iterator[Block]:
    for line in record.lines:
        indent = min(line.level, 5) * INDENT
        label = f"{line.label} {line.row}" if line.row is not None else line.label
        match line.kind.value:
            case "heading":
                yield Block((Cell(label, indent, 1 - indent, SECTION),), above=3, keep=True)
            case "note":
                yield Block((Cell(label, indent, 1 - indent, SMALL, grey=True),))
            case "yes" | "no":
                yield _answer(label, words.text(f"visit.{line.kind.value}"), indent)
            case _:
                text = line.text
                if line.carried:
                    text = words.text("visit.carried", text=text, day=line.carried)
                yield _answer(label, text, indent)


def _answer(label: str, text: str, indent: float) -> Block:
    left = indent + LABEL_WIDTH
    return Block((Cell(label, indent, LABEL_WIDTH - 0.02, grey=True), Cell(text, left, 1 - left)))


def _table_row(entry: Entry, compared: Compared, words: Messages) -> Block:
    row, chosen = entry.row, entry.chosen
    texts = [
        row.symptom,
        _side(row.previous, compared.base, words.text("compare.nothing"), words),
        _side(
            row.current,
            compared.to,
            words.text("compare.nothing") if row.rule is None else translate("printing", "未问"),
            words,
        ),
        shown(entry.state),
        shown(entry.marker),
        "\n".join(part for part in (_basis(row, words), moved_words(entry) if row.state else "") if part),
    ]
    if chosen is not None:
        key = "compare.overridden_before" if chosen.outdated else "compare.overridden"
        texts[-1] += "\n" + words.text(
            key, computed=shown(entry.computed), reason=chosen.reason, by=chosen.by
        )
    return Block(_columns(texts), above=0.8, line_below=True)


def _basis(row: Row, words: Messages) -> str:
    return words.text(f"rules.{row.rule}") if row.rule else words.text("compare.side_by_side")


def _side(side: Side | None, headed: int | None, nothing: str, words: Messages) -> str:
    """What a visit recorded; the visit is named where it is not the column's."""
    said = side_words(side, nothing)
    if side is None or side.visit == headed:
        return said
    return said + words.text("compare.at", visit=side.visit, day=side.day)


def _columns(texts: Sequence[str], *, grey: bool = False) -> tuple[Cell, ...]:
    cells, left = [], 0.0
    for text, width in zip(texts, COLUMNS, strict=True):
        cells.append(Cell(text, left, width - 0.015, SMALL if grey else TABLE, grey))
        left += width
    return tuple(cells)


def _visit_words(comparison: Comparison, number: int | None, side: str) -> str:
    visit = comparison.visit(number)
    return f"{side}·{visit_words(visit.place)} {visit.day.isoformat()}" if visit else side


def _age(subject: Mapping[str, object], record: Record) -> str:
    """The age on the day of the visit, "" where no birth is registered."""
    birth = _text(subject, "birth")
    if not birth:
        return ""
    return age_words(Birth(birth, bool(subject.get("birth_estimated"))), record.visited_at.date())


def _saved_note(record: Record) -> str:
    """Which record this is, to the very save and form, and who stands for it."""
    at = record.saved_at.isoformat(" ", "minutes")[:16]
    saved = translate("printing", "病历 {no} 就诊序号 {number}，保存于 {at}，表单 {title} {version}").format(
        no=record.record_no,
        number=record.number,
        at=at,
        title=record.form.title,
        version=record.form.version,
    )
    signed = record.signed
    if signed is None:
        return translate("printing", "{0}，未签名").format(saved)
    when = signed.at.isoformat(" ", "minutes")[:16]
    return translate("printing", "{0}，{1} 签名于 {2}").format(saved, signed.by, when)


def _text(subject: Mapping[str, object], name: str) -> str:
    found = subject.get(name)
    return found if isinstance(found, str) else ""
