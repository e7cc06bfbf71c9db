"""One model in the list: whose it is, how far texts go, its key, its last test; opened, all that is known of it and what can be done."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from core.services.model_keys import KeyStatus
from core.services.model_test.model_test import Trial
from core.services.models import Entry, Model
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.views.settings.models_parts import BoundaryBadge
from desktop.views.settings.models_words import ModelWords
from desktop.views.settings.packs_parts import Facts, Lines
from desktop.widgets.button import Button, link
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel

SOURCE, BOUNDARY, AT, DEEDS = 128, 76, 52, 116
NAME, KEY, TEST = 5, 6, 6
GROWS = QSizePolicy.Policy.Expanding
"""Widths of columns in pixels, and the shares of the rest."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a row shows."""

    entry: Entry
    key: KeyStatus | None
    trial: Trial | None
    kind: str = ""


class ModelRow(QWidget):
    """A row. Each signal brings the entry."""

    test = Signal(object)
    change = Signal(object)
    remove = Signal(object)
    choose = Signal(object)
    enter_key = Signal(object)

    def __init__(self, one: Shown, words: ModelWords, *, may: bool) -> None:
        super().__init__()
        self.one, self._words = one, words
        self._may, self._is_narrow = may, False
        self.facts: Facts | None = None
        self.detail = QWidget()
        entry = one.entry
        self.try_it = link(self.tr("再测") if one.trial else self.tr("测试"))
        self.try_it.setAccessibleName(self.tr("测试：{0}").format(entry.name))
        self.more = Disclosure(self.tr("详情"))
        self.more.setAccessibleName(self.tr("详情：{0}").format(entry.name))
        self.deeds = self._deeds()
        self._lay_out()
        self.detail.hide()
        self.try_it.setVisible(may and entry.model is not None)
        self.try_it.clicked.connect(self._on_test)
        self.more.toggled.connect(self.open)

    def open(self, is_open: bool) -> None:
        """Show what is known of it, or put it away. It is made when it is first wanted."""
        if is_open and self.facts is None:
            self._fill()
        self.more.setChecked(is_open)
        self.detail.setVisible(is_open)

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page its parts stand under each other."""
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else beside)
        self._line.setSpacing(Space.XS if narrow else Space.M)
        air = Space.S if narrow else 0
        self._holder.setMinimumHeight(0 if narrow else px(Height.ROW_COMFORTABLE))
        self._line.setContentsMargins(Space.L, air, Space.L, air)
        self._source.setMinimumWidth(0 if narrow else px(SOURCE))
        for part in (self._key, self.at):
            part.setVisible(not narrow or bool(part.property("says")))
        self._ends.setMinimumWidth(0 if narrow else px(DEEDS))
        # At the left on a narrow page, at the right edge elsewhere.
        for spacer, grows in ((self._push, not narrow), (self._back, narrow), (self._rest, narrow)):
            spacer.changeSize(0, 0, GROWS if grows else QSizePolicy.Policy.Fixed)
        self._ends.layout().invalidate()  # type: ignore[union-attr]  # it was given one
        self._deed_row.setDirection(down if narrow else beside)
        if self.facts:
            self.facts.lay_out(narrow=narrow)
        self._is_narrow = narrow

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._line = QHBoxLayout()
        said = self._parts()
        holder = QWidget()
        holder.setLayout(self._line)
        self._holder = holder
        column.addWidget(holder)
        self._inner = QVBoxLayout(self.detail)
        self._inner.setContentsMargins(Space.L, 0, Space.L, Space.M)
        self._inner.setSpacing(Space.S)
        column.addWidget(self.detail)
        self._deed_row = QHBoxLayout()
        self._deed_row.setSpacing(Space.M)
        self.setAccessibleName(" ".join(said))
        self.lay_out(narrow=False)

    def _parts(self) -> tuple[str, ...]:
        """Put what stands in the line into it; the words of it."""
        one, words = self.one, self._words
        entry, model = one.entry, one.entry.model
        first = QHBoxLayout()
        first.setSpacing(Space.M)
        provider = words.provider(model.provider) if model else "—"
        self._source = ElidedLabel(provider)
        self._source.setMaximumWidth(px(SOURCE))
        badge = QWidget()
        badge.setFixedWidth(px(BOUNDARY))
        beside = QHBoxLayout(badge)
        beside.setContentsMargins(0, 0, 0, 0)
        if model is not None:
            beside.addWidget(BoundaryBadge(model.boundary))
        beside.addStretch()
        first.addWidget(self._source)
        first.addWidget(badge)
        self._rest = QSpacerItem(0, 0)
        first.addItem(self._rest)
        self.name = ElidedLabel(entry.name)
        mask, source, tone = words.key(one.key)
        self.key = ElidedLabel(mask, Type.SECONDARY, tone)
        self.key_source = ElidedLabel(source, Type.META, Tone.MUTED)
        icon, tone, said = (
            words.trial(one.trial) if not entry.fault else (Icon.DANGER, Tone.DANGER, self.tr("已不可用"))
        )
        self.said = ElidedLabel(said, Type.SECONDARY, tone)
        self._line.addLayout(first)
        self._line.addWidget(_share(self.name, *self._is_default()), NAME)
        self._key = _share(self.key, self.key_source)
        self._key.setProperty("says", bool(mask))
        self._line.addWidget(self._key, KEY)
        sign = (IconLabel(icon, tone, IconSize.FIELD),) if icon else ()
        self._line.addWidget(_share(*sign, self.said), TEST)
        self.at = ElidedLabel(f"{one.trial.at:%H:%M}" if one.trial else "", Type.META, Tone.MUTED)
        self.at.setFixedWidth(px(AT))
        self.at.setProperty("says", one.trial is not None)
        self._line.addWidget(self.at)
        self._line.addWidget(self._end())
        return tuple(filter(None, (provider, entry.name, mask, said)))

    def _end(self) -> QWidget:
        """What is done with it."""
        self._ends = QWidget()
        acts = QHBoxLayout(self._ends)
        acts.setContentsMargins(0, 0, 0, 0)
        acts.setSpacing(Space.XS)
        self._push, self._back = QSpacerItem(0, 0), QSpacerItem(0, 0)
        acts.addItem(self._push)
        acts.addWidget(self.try_it)
        acts.addWidget(self.more)
        acts.addItem(self._back)
        return self._ends

    def _is_default(self) -> tuple[QWidget, ...]:
        return (ElidedLabel(self.tr("默认"), Type.META, Tone.ACCENT),) if self.one.entry.is_default else ()

    def _deeds(self) -> dict[str, Button]:
        entry = self.one.entry
        is_ours = entry.registration is not None or entry.revision > 0
        made = {
            "choose": (self.tr("设为默认"), self.choose, entry.model is not None and not entry.is_default),
            "key": (self.tr("填密钥…"), self.enter_key, entry.model is not None),
            "change": (self.tr("更改…"), self.change, entry.registration is not None),
            "remove": (self.tr("移除…"), self.remove, is_ours),
        }
        deeds = {}
        for name, (said, told, is_offered) in made.items():
            button = link(said, tone=Tone.DANGER if name == "remove" else None)
            button.setAccessibleDescription(entry.name)
            button.clicked.connect(lambda _=False, told=told: told.emit(entry))
            button.setVisible(False)
            button.setProperty("offered", is_offered and self._may)
            deeds[name] = button
        return deeds

    def _fill(self) -> None:
        entry, model = self.one.entry, self.one.entry.model
        if model is not None:
            self.facts = Facts(self._facts(model))
            self.facts.lay_out(narrow=self._is_narrow)
            self._inner.addWidget(self.facts)
        if self.one.trial is not None:
            self._inner.addWidget(Lines(map(self._words.finding_line, self.one.trial.findings)))
        if entry.fault:
            said = self._words.messages.text(f"errors.{entry.fault}.message", model=entry.name)
            self._inner.addWidget(ElidedLabel(said, Type.SECONDARY, Tone.DANGER))
        self._inner.addLayout(self._deed_row)
        for button in self.deeds.values():
            if button.property("offered"):
                self._deed_row.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
                button.show()
        self._deed_row.addStretch()

    def _facts(self, model: Model) -> list[tuple[str, str]]:
        entry, between = self.one.entry, self._words.messages.text("list.between")
        facts = [(self.tr("地址"), model.base_url)]
        if self.one.kind:
            facts.append((self.tr("种类"), self.one.kind))
        if model.aliases:
            facts.append((self.tr("又名"), between.join(model.aliases)))
        tokens = [
            self.tr("上下文 {0}").format(f"{model.context:,}") if model.context else "",
            self.tr("回答最多 {0}").format(f"{model.max_output:,}") if model.max_output else "",
        ]
        facts.append((self.tr("token"), between.join(filter(None, tokens)) or self.tr("没有登记")))
        if model.efforts:
            facts.append((self.tr("思考强度"), between.join(model.efforts)))
        if model.certificate:
            facts.append((self.tr("证书"), self.tr("只信任登记的那一张")))
        if entry.at is not None:
            facts.append(
                (self.tr("登记"), self.tr("{0}，{1}").format(entry.by, f"{entry.at:%Y-%m-%d %H:%M}"))
            )
        return facts

    def _on_test(self) -> None:
        self.test.emit(self.one.entry)


def _share(*parts: QWidget) -> QWidget:
    """A column as wide as its share of the row, whatever is in it: so that columns stand under each other."""
    holder = QWidget()
    holder.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(Space.S)
    for part in parts:
        row.addWidget(part)
    row.addStretch()
    return holder


def head_columns(row: QBoxLayout, label: Callable[[str], QWidget], names: tuple[str, ...]) -> None:
    """The names over these columns."""
    source, boundary, name, key, test, at = map(label, names)
    for part, width in ((source, SOURCE), (boundary, BOUNDARY)):
        part.setFixedWidth(px(width))
        row.addWidget(part)
    for part, share in ((name, NAME), (key, KEY), (test, TEST)):
        part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(part, share)
    at.setFixedWidth(px(AT))
    row.addWidget(at)
    end = QWidget()
    end.setFixedWidth(px(DEEDS))
    row.addWidget(end)
    row.setSpacing(Space.M)
