"""Dates, times of day and moments, typed as people type them: 2026-11-1, 20261101, 9:30. A date may be a year or a month.

What is typed is read when it is asked for; what cannot be read is told as typed, and the check names it.
"""

import re
from datetime import datetime, tzinfo
from functools import partial

from PySide6.QtWidgets import QWidget

from core.services.forms import Item, ItemType
from desktop.theme.fonts import px
from desktop.views.intake.fields import Field, Kept
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.plain_digits import plain_digits

_WIDTHS = {ItemType.DATE: 152, ItemType.TIME: 112, ItemType.DATE_TIME: 232}
_DATE = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?)?[月日]?", re.ASCII)
_SOLID = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", re.ASCII)


def date_from(text: str) -> str | None:
    """A whole or partial date in the form of the answers file."""
    found = _SOLID.fullmatch(text) or _DATE.fullmatch(text)
    if found is None:
        return None
    return "-".join([found[1], *(part.zfill(2) for part in found.groups()[1:] if part)])


def time_from(text: str) -> str | None:
    """A time of day with seconds."""
    found = _TIME.fullmatch(text)
    return f"{found[1].zfill(2)}:{found[2]}:{found[3] or '00'}" if found else None


def moment_from(text: str, zone: tzinfo) -> str | None:
    """A moment in the zone of the clinic, wherever this computer thinks it is, or a date."""
    day, _, rest = text.replace("T", " ").partition(" ")
    date = date_from(day)
    if date is None or not rest.strip():
        return date
    time = time_from(rest.strip())
    if time is None:
        return None
    try:
        at = datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=zone)
        return at.isoformat(timespec="seconds")
    except ValueError:
        return None


_READ = {ItemType.DATE: date_from, ItemType.TIME: time_from}


class MomentField(Field):
    """A date, a time of day or a moment, which is read in `zone`."""

    def __init__(self, item: Item, zone: tzinfo, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self._read = _READ.get(item.type, partial(moment_from, zone=zone))
        self.edit = LineEdit("", parent=self)
        self.edit.setFixedWidth(px(_WIDTHS[item.type]))
        hints = {
            ItemType.DATE: self.tr("年-月-日"),
            ItemType.TIME: self.tr("时:分"),
            ItemType.DATE_TIME: self.tr("年-月-日 时:分"),
        }
        self.edit.setPlaceholderText(hints[item.type])
        self.edit.textEdited.connect(self._on_edited)
        self.row.addWidget(self.edit)
        self.row.addStretch()

    def value(self) -> object:
        text = self.edit.text()
        typed = plain_digits(text).strip()
        read = (self._read(typed) or text) if typed else None
        return self._kept.back(text, read)

    def set_value(self, value: object) -> None:
        self.edit.setText("" if value is None else str(value))
        self._kept.put(value, self.edit.text())

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.edit,)

    def _on_edited(self, _text: str) -> None:
        self.changed.emit()
