"""The ledger's page before an open clinic."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.base.messages import Messages
from core.services.patients.patients import Given
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.views.ledger.page import LedgerPage
from tests.fakes.clinic import Clinic

WAIT_MS = 20_000


@dataclass
class Stage:
    """One page and what it is made with."""

    page: LedgerPage
    bridge: ClinicBridge
    qtbot: QtBot

    def until(self, *facts: Callable[[], object]) -> None:
        """Wait until each of these is true."""
        for fact in facts:
            self.qtbot.waitUntil(partial(_is_true, fact), timeout=WAIT_MS)

    @property
    def seqs(self) -> list[int]:
        """The numbers of the rows that are listed."""
        model = self.page.model
        entries = [model.entry(row) for row in range(model.rowCount())]
        return [entry.row.seq for entry in entries if entry]


@contextmanager
def staged(
    clinic: Clinic, qtbot: QtBot, *, passphrase: str | None = None, size: tuple[int, int] = (1294, 684)
) -> Iterator[Stage]:
    """The page, shown and asked for."""
    bridge = ClinicBridge()
    try:
        bridge.open(clinic.home, clinic.vault, passphrase, clock=clinic.clock)
        qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)
        page = LedgerPage(bridge, Messages())
        page.resize(*size)
        with qtbot.waitActive(page):
            page.show()
        page.refresh()
        try:
            yield Stage(page, bridge, qtbot)
        finally:
            page.close()
            delete(page)
    finally:
        bridge.shut_down()


def peopled(clinic: Clinic, count: int = 3) -> None:
    """So many registered, one row each."""
    with clinic.open() as kernel:
        for place in range(count):
            kernel.patients.register(Given(name=f"患者{place:03}", sex="女"), "没有别的可区分")


def _is_true(fact: Callable[[], object]) -> bool:
    return bool(fact())
