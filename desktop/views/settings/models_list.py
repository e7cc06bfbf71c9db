"""The models of the clinic: those in use in a table, those that only ship behind a press. Each is tested, changed and removed from its row."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from core.services.model_keys import KeyStatus
from core.services.model_test.model_test import Trial
from core.services.models import Entry, Kind, origin_of
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import TableHead
from desktop.views.settings.models_row import ModelRow, Shown, head_columns
from desktop.views.settings.models_words import ModelWords
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.label import Label
from desktop.widgets.separator import Separator
from desktop.widgets.surface import Surface
from desktop.widgets.tab_order import put_after

__all__ = ["ModelsCard", "ModelsSeen"]


@dataclass(frozen=True, slots=True)
class ModelsSeen:
    """What the list is made of. Whoever may not decide sees no keys."""

    entries: tuple[Entry, ...]
    kinds: tuple[Kind, ...]
    trials: tuple[Trial, ...]
    keys: tuple[KeyStatus, ...]
    keyring: str
    has_file: bool
    may: bool

    def key_of(self, entry: Entry) -> KeyStatus | None:
        """That of its provider at its address."""
        model = entry.model
        if model is None:
            return None
        place = (model.provider, origin_of(model))
        return next((one for one in self.keys if (one.provider, one.origin) == place), None)

    def is_in_use(self, entry: Entry) -> bool:
        """Whether it is one that somebody set up, or is asked where none is named."""
        key = self.key_of(entry)
        return entry.is_default or entry.revision > 0 or bool(key and not key.trouble)


class ModelsCard(Surface):
    """The card. Its signals bring an entry."""

    test = Signal(object)
    change = Signal(object)
    remove = Signal(object)
    choose = Signal(object)
    enter_key = Signal(object)
    made_anew = Signal()
    """Other rows stand in it: they have to be put where Tab comes to them."""

    def __init__(self, words: ModelWords) -> None:
        super().__init__(padding=1)
        self._words = words
        self.setAccessibleName(self.tr("模型"))
        self.column.setSpacing(0)
        self.rows: dict[str, ModelRow] = {}
        self._open: set[str] = set()
        self._is_narrow = False
        self.heads = TableHead()
        names = (
            *(self.tr("来源"), self.tr("边界"), self.tr("模型")),
            *(self.tr("密钥"), self.tr("测试"), self.tr("测于")),
        )
        head_columns(self.heads.row, lambda name: Label(name, Type.META, Tone.MUTED), names)
        self.column.addWidget(self.heads)
        self._listed: QWidget = QWidget()
        self.column.addWidget(self._listed)
        self.others = Disclosure("")
        self.others.toggled.connect(self._on_others)
        self._seen: ModelsSeen | None = None

    def show_seen(self, seen: ModelsSeen) -> None:
        """Show these; rows that were open stay open."""
        self._seen = seen
        held = self._held()
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        shown = [one for one in seen.entries if self.others.isChecked() or seen.is_in_use(one)]
        trials = {one.model.name: one for one in seen.trials}
        kinds = {one.name: self._words.kind(one) for one in seen.kinds}
        self.rows = {}
        for entry in sorted(shown, key=lambda one: not seen.is_in_use(one)):
            kind = kinds.get(entry.registration.kind, "") if entry.registration else ""
            one = Shown(entry, seen.key_of(entry), trials.get(entry.name), kind)
            row = ModelRow(one, self._words, may=seen.may)
            if self.rows:
                column.addWidget(Separator())
            column.addWidget(row)
            self.rows[entry.name] = row
            for told, on in (
                (row.test, self.test),
                (row.change, self.change),
                (row.remove, self.remove),
                (row.choose, self.choose),
                (row.enter_key, self.enter_key),
            ):
                told.connect(on)
            row.more.toggled.connect(partial(self._on_opened, entry.name))
        count = sum(not seen.is_in_use(one) for one in seen.entries)
        if count:
            column.addWidget(Separator())
            column.addLayout(self._others_row(count))
        self.column.replaceWidget(self._listed, rows)
        rows.show()
        if held in self.rows:
            # Before the old ones go: from what is hidden the focus goes on by itself, and the page scrolls after it.
            self.rows[held].try_it.setFocus(Qt.FocusReason.OtherFocusReason)
        self._listed.hide()
        self._listed.deleteLater()
        self._listed = rows
        for name, row in self.rows.items():
            row.open(name in self._open)
        self.lay_out(narrow=self._is_narrow)
        self.made_anew.emit()

    def _held(self) -> str:
        """The model in whose row the focus is: it is there again in the row that takes its place."""
        focused = QApplication.focusWidget()
        return next((name for name, row in self.rows.items() if focused and row.isAncestorOf(focused)), "")

    def lay_out(self, *, narrow: bool) -> None:
        """On a narrow page there are no columns."""
        self._is_narrow = narrow
        self.heads.setVisible(not narrow)
        for row in self.rows.values():
            row.lay_out(narrow=narrow)

    def _others_row(self, count: int) -> QHBoxLayout:
        is_open, old = self.others.isChecked(), self.others
        self.others = Disclosure(self.tr("程序自带、还没有密钥的模型（{0}）").format(count))
        self.others.setChecked(is_open)
        self.others.toggled.connect(self._on_others)
        old.hide()
        old.deleteLater()
        line = QHBoxLayout()
        line.setContentsMargins(Space.M, Space.XS, Space.M, Space.XS)
        line.addWidget(self.others)
        line.addStretch()
        return line

    def _on_others(self, _is_open: bool) -> None:
        if self._seen is not None:
            self.show_seen(self._seen)

    def _on_opened(self, name: str, is_open: bool) -> None:
        row = self.rows[name]
        if is_open:
            self._open.add(name)
            put_after(row.more, row.detail)
        else:
            self._open.discard(name)
