"""The actions as Qt has them: one QAction for each entry of the catalogue, for every menu and button to share."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from core.base.messages import Messages
from desktop.actions.catalog import CATALOG, ActionId, Fact
from desktop.theme.icons import icon


class Registry(QObject):
    """Made once a window. An action that cannot be done now is disabled, and so are its keys."""

    triggered = Signal(object)
    """The `ActionId` a person chose, by whatever way."""

    def __init__(self, messages: Messages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts: frozenset[Fact] = frozenset()
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(self._on_triggered)
        self._ids: dict[QAction, ActionId] = {}
        self._actions: dict[ActionId, QAction] = {}
        for spec in CATALOG:
            action = QAction(self._group)
            action.setObjectName(f"action_{spec.id.value}")
            action.setShortcut(
                QKeySequence.fromString(spec.shortcut, QKeySequence.SequenceFormat.PortableText)
            )
            action.setMenuRole(QAction.MenuRole.NoRole)
            self._actions[spec.id] = action
            self._ids[action] = spec.id
        self.speak(messages)
        self.repaint_icons()
        self.settle(())

    def action(self, name: ActionId) -> QAction:
        """The QAction, to put on a menu or a button."""
        return self._actions[name]

    def install(self, window: QWidget) -> None:
        """Let the keys work anywhere in a window."""
        window.addActions(list(self._actions.values()))

    def settle(self, facts: Iterable[Fact]) -> None:
        """What is the case now: enables and disables."""
        self._facts = frozenset(facts)
        for spec in CATALOG:
            self._actions[spec.id].setEnabled(spec.enabled_when(self._facts))

    @property
    def facts(self) -> frozenset[Fact]:
        """What is the case."""
        return self._facts

    def speak(self, messages: Messages) -> None:
        """Use the words of another language from now on."""
        for spec in CATALOG:
            action = self._actions[spec.id]
            text = spec.text(messages)
            action.setText(text)
            action.setToolTip(f"{text} ({self.keys(spec.id)})" if spec.shortcut else text)

    def repaint_icons(self) -> None:
        """Draw the icons anew: the scheme has changed."""
        for spec in CATALOG:
            self._actions[spec.id].setIcon(icon(spec.icon))

    def keys(self, name: ActionId) -> str:
        """The keys of an action as this system names them, with blanks between them ("Ctrl S"); empty for none."""
        return (
            self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        )

    def _on_triggered(self, action: QAction) -> None:
        self.triggered.emit(self._ids[action])
