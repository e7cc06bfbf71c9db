"""An open clinic: what its services are made of, and how they fit together.

The services are imported by the functions that need them: their database library takes 0.3 s to load, and a window shows itself before a
clinic is opened.
"""

from functools import partial
from typing import TYPE_CHECKING

from core.base.clock import Clock
from core.base.paths import Home
from core.base.rights import Right, Role
from core.base.sealing import Sealing
from core.events.bus import Bus
from core.kernel.model_side import ModelSide
from core.ledger.audit import Actor
from core.ledger.findings import Finding
from core.settings.load import load_settings
from core.settings.model import Settings
from core.store.keys import KeyVault
from core.store.unlocking import Road, unlock

if TYPE_CHECKING:
    from core.ledger.anchor import Anchors
    from core.ledger.audit import Book
    from core.packhost.host import Packs
    from core.services.at_work.acting import Acting
    from core.services.backup.backups import Practice
    from core.store.backup_seals import BackupSeals
    from core.store.reserve import Reserve
    from core.store.store import Store


class Kernel(ModelSide):
    """An open clinic: its services, its bus, and who is at work."""

    def __init__(
        self,
        store: "Store",
        settings: Settings,
        clock: Clock,
        acting: "Acting",
        packs: "Packs",
        *,
        home: Home,
        book: "Book",
        anchors: "Anchors",
        vault: KeyVault,
        backup_seals: "BackupSeals",
        opened_by: Road,
        reserve: "Reserve",
        sealing: Sealing,
        practice: "Practice",
        took_back: tuple[int, int] | None = None,
    ) -> None:
        from core.services.at_work.desk import Desk
        from core.services.backup.backups import Backups
        from core.services.forms import Forms
        from core.services.health import Health
        from core.services.holdings import Holdings
        from core.services.keys.keys import Keys
        from core.services.operators import Operators
        from core.services.packs import InstalledPacks
        from core.services.patients.patients import Patients
        from core.services.preferences import Preferences
        from core.services.prints import Prints
        from core.services.red_lines.quarantine import Quarantine
        from core.services.rotation import Rotation
        from core.services.rules import Rules
        from core.services.today import Today
        from core.services.tools.records import context_of
        from core.services.tools.tools import Tools
        from core.services.trail.anchoring import Anchoring
        from core.services.trail.audit import Audit
        from core.services.updates import Updates
        from core.services.visits.amendments import Amendments
        from core.services.visits.compare import Compare
        from core.services.visits.intake import Intake
        from core.services.visits.records import Records

        self.settings, self.clock, self.opened_by, self.sealing = settings, clock, opened_by, sealing
        self.bus = Bus()
        packs = packs.given(lambda pack: context_of(pack, desk, home, self))
        desk = self._desk = Desk(
            *(store, clock, acting, self.bus, packs, book),
            settings=partial(load_settings, home.settings),
            unlock=partial(unlock, home.envelope, vault),
        )
        self.anchoring = Anchoring(
            desk, anchors, asks_later=opened_by is not Road.KEYRING, took_back=took_back
        )
        self.audit = Audit(desk, home, self.anchoring)
        self.today = Today(desk)
        self.patients = Patients(desk)
        self.tools = Tools(desk, lambda: self.gateway)
        self.intake = Intake(desk, self.tools.wording)
        self.records = Records(desk)
        self.amendments = Amendments(desk, self.tools.wording)
        self.prints = Prints(desk)
        self.compare = Compare(desk)
        self.quarantine = Quarantine(desk, self.tools.wording.marks)
        self.forms = Forms(packs)
        self.packs = InstalledPacks(home, desk)
        self.pack_notices = packs.notices
        self.holdings = Holdings(desk, home.store)
        self.preferences = Preferences(home, desk)
        super().__init__(desk, self.preferences, vault, home)
        self.keys = Keys(desk, home, vault, backup_seals)
        self.backups = Backups(desk, home, self.anchoring, self.keys, practice)
        self.rotation, self.updates = (
            Rotation(desk, home, self.keys, self.backups),
            Updates(desk, self.backups),
        )
        self.operators, self.rules = Operators(desk, self.keys), Rules(desk, self.keys)
        self.health = Health(desk, home, reserve)

    def close(self) -> None:
        """End what runs beside this process."""
        self.tools.close()

    @property
    def actor(self) -> Actor:
        """Who is at work, in the present role."""
        return self._desk.acting.present

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles the operator at work may switch to, the present one among them."""
        return self._desk.acting.held

    @property
    def is_shared(self) -> bool:
        """Whether more than one operator works here."""
        return len(self._desk.roster.active) > 1

    def could(self, right: Right) -> bool:
        """Whether the operator at work may do it, without switching by hand first. Asked by front-ends for what they offer."""
        return self._desk.acting.could(right)

    def switch_role(self, role: Role) -> None:
        """Act in another role, and in no other until switched again; a row and the event `RoleSwitched` tell of it.

        Raises `Refused` role_not_held.
        """
        self._desk.switch_role(role)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the audit trail, as the opening found it: records may be missing. A front-end must say so."""
        return self.anchoring.findings
