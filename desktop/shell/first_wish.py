"""What was wished for in the first run, done at the first desk: nothing of it was done before there was one."""

from typing import TYPE_CHECKING

from desktop.actions.catalog import ActionId
from desktop.views.entry.last_cards import Wish

if TYPE_CHECKING:
    from desktop.shell.desk import Desk

MODELS = "models"


def fulfil(wish: Wish, desk: "Desk | None") -> None:
    """Lead to the models and look for servers on this machine, where that was chosen."""
    if wish is not Wish.LOOK or desk is None:
        return
    # Loaded with the desk: the window does not wait for it.
    from desktop.views.settings.page import SettingsPage

    desk.go(ActionId.SETTINGS)
    page = desk.page
    if isinstance(page, SettingsPage):
        page.return_to(MODELS)
        page.models.find_here.click()
