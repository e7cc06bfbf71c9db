"""What stands on paper, before it has pages: the record of a visit, and the comparison of two. No Qt but its words.

Every text of the record goes in whole. A line break stays one; a character that cannot be printed becomes a blank.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QCoreApplication

from core.base.birth import Birth
from core.base.messages import Messages
from core.base.text import one_line
from core.services.visits.compare import Compared, Row, Side
from core.services.visits.records import (
    Part,
    Record,
    Told,
    Versions,
    amended_words,
    line_words,
    minute,
    replaced,
    void_words,
)
from desktop.models.age import age_words
from desktop.models.comparison import (
    Comparison,
    Entry,
    astray_words,
    entries,
    moved_words,
    side_words,
    visit_words,
)
from desktop.widgets.data_words import shown

BODY, TABLE, SMALL, SECTION, TITLE = 10.0, 9.0, 8.5, 11.5, 15.0
"""Sizes of type, in points."""

LABEL_WIDTH = 0.17
INDENT = 0.03
COLUMNS = (0.12, 0.225, 0.225, 0.10, 0.12, 0.21)
"""Widths of the comparison's columns, as parts of the writing area."""

PLACES = (0.0, 0.32, 0.54, 0.76)
"""Where name, sex, age and record number begin; date, visit and physician stand under the first three."""

Ranges = tuple[tuple[int, int], ...]

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Cell:
    """A text in its place: `left` and `width` are parts of the writing area, `size` is in points. `struck` and `added` are the parts
    of the text that are struck out and underlined, each by where it begins and ends.
    """

    text: str
    left: float = 0.0
    width: float = 1.0
    size: float = BODY
    grey: bool = False
    centred: bool = False
    struck: Ranges = ()
    added: Ranges = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text in printable lines as they were typed."""
        return tuple(line for line, *_ in self.marked_paragraphs())

    def marked_paragraphs(self) -> Iterator[tuple[str, Ranges, Ranges]]:
        """The same lines, each with what is struck out and what is underlined in it."""
        begins = 0
        for whole in self.text.splitlines(keepends=True):
            line = "".join(whole.splitlines())
            yield (
                one_line(line),
                _within(self.struck, begins, len(line)),
                _within(self.added, begins, len(line)),
            )
            begins += len(whole)


@dataclass(frozen=True, slots=True)
class Block:
    """Cells side by side. `above` is free space in millimetres, `keep` binds it to the block after it."""

    cells: tuple[Cell, ...]
    above: float = 1.2
    line_below: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """One document. `head` stands on every page, `columns` too where the table goes on; `note` stands at the foot.

    `without_traces` is the same document without what amendments replaced, where they replaced anything.
    """

    title: str
    head: tuple[Block, ...]
    blocks: tuple[Block, ...]
    columns: Block | None = None
    note: str = ""
    without_traces: "Paper | None" = None


def record_paper(
    record: Record, clinic_name: str, words: Messages, versions: Versions | None = None
) -> Paper:
    """The record of a visit as it stands. With its `versions`, what amendments replaced stands struck out before what replaced it,
    with who and when, and under it all which versions there are.
    """
    plain = Paper(
        title=record.form.title,
        head=_head(record.form.title, record, clinic_name, words),
        blocks=tuple(_record_blocks(map(Told, record.lines), None, words)),
        note=_saved_note(record),
    )
    if versions is None or record.version == 1:
        return plain
    blocks = (*_record_blocks(versions.laid_over, versions, words), *_version_blocks(versions, words))
    return replace(plain, blocks=blocks, without_traces=plain)


def comparison_paper(comparison: Comparison, record: Record, clinic_name: str, words: Messages) -> Paper:
    """The comparison as it is shown, all its rows; `record` is the compared visit, whose details stand in the head."""
    compared = comparison.compared
    title = translate("printing", "复诊对比表")
    blocks = [_table_row(entry, compared, words) for entry in entries(comparison)]
    for symptom, one in compared.astray.items():
        said = astray_words(symptom, one, words)
        blocks.insert(0, Block((Cell(said, size=SMALL),)))
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


def _within(ranges: Ranges, begins: int, length: int) -> Ranges:
    """The parts of ranges that lie in a line, counted from its beginning."""
    inside = ((max(first - begins, 0), min(end - begins, length)) for first, end in ranges)
    return tuple((first, end) for first, end in inside if first < end)


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
    marks = [
        *([(void_words(record.void, words), SECTION)] if record.void else []),
        *([(words.text("visit.entered_late", at=minute(record.saved_at)), BODY)] if record.is_late else []),
        *(
            [(words.text("visit.signature_broken"), BODY)]
            if record.signed and not record.signed.holds
            else []
        ),
    ]
    return (
        *([clinic] if clinic_name else []),
        Block((Cell(title, size=TITLE, centred=True),), above=0.5, keep=True),
        Block(_places(who), above=2),
        Block(_places(when), above=0.5, line_below=not marks),
        *(
            Block((Cell(mark, size=size, centred=True),), above=0.8, line_below=number == len(marks))
            for number, (mark, size) in enumerate(marks, start=1)
        ),
    )


def _visit(record: Record) -> str:
    """初诊, or 复诊 with which one it is."""
    label = visit_words(record.place)
    return label if record.place <= 1 else translate("printing", "复诊·{0}").format(label)


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


def _record_blocks(every: Iterable[Told], versions: Versions | None, words: Messages) -> Iterator[Block]:
    for told in every:
        line = told.line
        indent = min(line.level, 5) * INDENT
        label = f"{line.label} {line.row}" if line.row is not None else line.label
        match line.kind.value:
            case "heading":
                yield Block((Cell(label, indent, 1 - indent, SECTION),), above=3, keep=True)
            case "note":
                yield Block((Cell(label, indent, 1 - indent, SMALL, grey=True),))
            case _:
                text, struck, added = _traced(told, versions, words)
                left = indent + LABEL_WIDTH
                name = Cell(label, indent, LABEL_WIDTH - 0.02, grey=True)
                yield Block((name, Cell(text, left, 1 - left, struck=struck, added=added)))


def _traced(told: Told, versions: Versions | None, words: Messages) -> tuple[str, Ranges, Ranges]:
    """What an answer says, after what it said before, and which parts of that are struck out, which are new."""
    now = line_words(told.now, words) if told.now else ""
    if versions is None or told.kind is None:
        return now, (), ()
    text = ""
    ranges: dict[Part, list[tuple[int, int]]] = {Part.GONE: [], Part.NEW: [], Part.SAME: []}
    wordings = [*(line_words(past.line, words) if past.line else "" for past in told.past), now]
    for past, (was, after) in zip(told.past, pairwise(wordings), strict=True):
        # Only one change is shown within the text; several stand after each other, each wording whole.
        together = replaced(was, after) if len(told.past) == 1 else replaced(was, "")
        if len(told.past) > 1 and past is told.past[-1]:
            together += replaced("", after)
        for piece in together:
            ranges[piece.part].append((len(text), len(text) + len(piece.text)))
            text += piece.text
        by = versions.ended_by(past)
        key = "trace_added" if not was else "trace_changed" if after else "trace_removed"
        text += words.text(f"visit.{key}", by=by.by, at=minute(by.at))
    return text, tuple(ranges[Part.GONE]), tuple(ranges[Part.NEW])


def _version_blocks(versions: Versions, words: Messages) -> Iterator[Block]:
    """Which versions there are: by whom, when, why, and who signed them."""
    title = translate("printing", "更正记录")
    yield Block((Cell(title, size=SECTION),), above=4, keep=True)
    for one in versions.versions:
        if one.number == 1:
            said = words.text("visit.saved", at=minute(one.at), by=one.by)
        else:
            said = amended_words(one.number, one, words)
        signed = one.signed
        if signed:
            signature = words.text("visit.signed", at=minute(signed.at), by=signed.by)
        else:
            signature = words.text("visit.unsigned")
        yield Block((Cell(translate("printing", "{0}；{1}").format(said, signature), size=SMALL),), above=0.6)


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
    if record.amended:
        at = minute(record.amended.at)
    saved = translate(
        "printing", "病历 {no} 就诊序号 {number} 第 {of} 版，保存于 {at}，表单 {title} {version}"
    ).format(
        no=record.record_no,
        number=record.number,
        of=record.version,
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
