"""The window with this session's own keyring: sets a clinic up and says what came of trying the keyring, or opens one without being
asked for anything.
"""

from PySide6.QtCore import Qt

from core.kernel import system_vault
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Steps
from tests.fakes.clinic import OPERATOR, PASSPHRASE
from tests.journeys.scenarios.stage import play, tell


def scenario(guide: Guide, clock: TourClock, what: str) -> Steps:
    if what == "set_up":
        yield from guide.set_up("明和堂", OPERATOR, PASSPHRASE)
        hands.key(Qt.Key.Key_Return)
        yield from guide.type_code_back()
        card = guide.program.window.entry.first_run.keyring
        yield guide.until("the keyring was tried", lambda: card.again.isHidden() or card.again.isEnabled())
        tell(said=card.said.text())
        yield from guide.leave_out()
    yield guide.opened()
    opened = guide.program.clinic.opened
    assert opened
    tell(operator=opened.operator, warned=eyes.says("密钥环"))
    yield from guide.leave()


if __name__ == "__main__":
    play(scenario, keyring=system_vault())
