"""设置: sections at the left, one of them at the right. What is changed here takes effect at once."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QWidget

from core.base.messages import Messages
from core.base.rights import Right
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicBridge
from desktop.models.rights_words import may_not_words
from desktop.session.backup_work import BackupWork
from desktop.session.options import Options
from desktop.session.page import Page
from desktop.theme.icons import Icon
from desktop.views.settings.about import AboutSection
from desktop.views.settings.backup import BackupSection
from desktop.views.settings.clinic import ClinicSection
from desktop.views.settings.holdings import HoldingsSection
from desktop.views.settings.keys import KeysSection
from desktop.views.settings.lock import LockSection
from desktop.views.settings.look import LookSection
from desktop.views.settings.models import ModelsSection
from desktop.views.settings.nav import Entry, Nav
from desktop.views.settings.operators import OperatorsSection
from desktop.views.settings.packs import PacksSection
from desktop.views.settings.put_aside import PutAsideSection
from desktop.views.settings.section import Section

OF_THE_CLINIC = ("clinic", "lock")
"""Sections of settings that belong to the clinic as a whole."""

FOCUS = "+"
"""In a place: the focus was in the section, not in the list."""


class SettingsPage(Page):
    """The screen."""

    def __init__(
        self,
        clinic: ClinicBridge,
        options: Options,
        messages: Messages,
        parent: QWidget | None = None,
        *,
        backups: BackupWork,
    ) -> None:
        super().__init__(clinic, parent)
        self._messages = messages
        self.own = ClinicSection(clinic, options, messages)
        self.look = LookSection(options, messages)
        self.keys = KeysSection(clinic, messages, self)
        self.backup = BackupSection(clinic, options, messages, backups, self)
        self.models = ModelsSection(clinic, options, messages, self)
        self.packs = PacksSection(clinic, options, messages, self)
        self.put_aside = PutAsideSection(clinic, messages, self)
        self.about = AboutSection(clinic, messages, self)
        made: dict[str, tuple[Icon, Section]] = {
            "clinic": (Icon.CLINIC, self.own),
            "operators": (Icon.OPERATOR, OperatorsSection(clinic, messages, self)),
            "keys": (Icon.KEY, self.keys),
            "models": (Icon.ON_DEVICE, self.models),
            "lock": (Icon.LOCK, LockSection(clinic, options, messages)),
            "look": (Icon.LOOK, self.look),
            "packs": (Icon.PACK, self.packs),
            "put_aside": (Icon.HIDE, self.put_aside),
            "backup": (Icon.BACKUP, self.backup),
            "data": (Icon.FOLDER, HoldingsSection(clinic, messages)),
            "about": (Icon.INFO, self.about),
        }
        self.sections = {name: section for name, (_, section) in made.items()}
        self.nav = Nav(
            self.tr("设置"), [Entry(name, sign, section.title) for name, (sign, section) in made.items()]
        )
        self._stack = QStackedWidget()
        for section in self.sections.values():
            self._stack.addWidget(section)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.nav)
        row.addWidget(self._stack, 1)
        self._here = ""
        self.nav.chosen.connect(self.show_section)
        self.about.shortcuts_wanted.connect(self._on_shortcuts)
        self.about.help_wanted.connect(self._on_help)
        self.show_section("clinic")

    @property
    def place(self) -> str:
        """The section in front, marked when the focus is inside it."""
        focused = QApplication.focusWidget()
        inside = focused is not None and self.sections[self._here].isAncestorOf(focused)
        return self._here + (FOCUS if inside else "")

    def return_to(self, place: str) -> None:
        name = place.removesuffix(FOCUS)
        if name not in self.sections:
            return
        self.show_section(name)
        first = self.sections[name].first() if place.endswith(FOCUS) else None
        (first or self.nav.items[name]).setFocus(Qt.FocusReason.TabFocusReason)

    def show_section(self, name: str) -> None:
        """Bring a section to the front."""
        if name == self._here:
            return
        self._here = name
        self.nav.show_place(name)
        self._stack.setCurrentWidget(self.sections[name])
        self.sections[name].refresh()

    def refresh(self) -> None:
        opened = self.clinic.opened
        if opened:
            is_barred = not opened.may(Right.SETTINGS)
            why = may_not_words(opened.role, Right.SETTINGS, self._messages) if is_barred else ""
            for name in OF_THE_CLINIC:
                self.sections[name].limit(why)
        self.sections[self._here].refresh()

    def _on_help(self) -> None:
        self.wanted.emit(ActionId.HELP.value, None)

    def _on_shortcuts(self) -> None:
        self.wanted.emit(ActionId.SHORTCUTS.value, None)
