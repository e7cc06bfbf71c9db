"""The menu: every action of the catalogue in its groups, with its key. What cannot be done now stands there disabled."""

from collections.abc import Collection

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from core.base.messages import Messages
from desktop.actions.catalog import CATALOG, ActionId, Group
from desktop.actions.registry import Registry


class Menu(QMenu):
    """It goes when it is closed."""

    def __init__(
        self, registry: Registry, messages: Messages, offered: Collection[ActionId], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(messages.text("actions.menu"))
        for group in Group:
            held = [spec.id for spec in CATALOG if spec.group is group and spec.id in offered]
            held = [action for action in held if action is not ActionId.MENU]
            if held and not self.isEmpty():
                self.addSeparator()
            for action in held:
                self.addAction(registry.action(action))

    def open_under(self, place: QWidget) -> None:
        """Below a widget, with the first action that can be done taken."""
        self.popup(place.mapToGlobal(QPoint(0, place.height())))
        first = next((action for action in self.actions() if action.isEnabled()), None)
        if first is not None:
            self.setActiveAction(first)
