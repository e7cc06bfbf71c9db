"""Where the desk stands when it is locked: screen, patient, place, caret, and every word typed that is not in a draft.

As a text, because it is sealed meanwhile (`core.base.sealing`). Drafts are in the store; only those that could not be saved are here.
"""

import json
from dataclasses import dataclass, field

from core.base.ids import RecordNo
from desktop.actions.catalog import ActionId
from desktop.session.caret import Caret, Spot, take_spot
from desktop.session.close_guard import CloseGuard, KeptSheet
from desktop.session.guarded_sheet import GuardedSheet
from desktop.session.kept_fields import Kept, take_fields
from desktop.shell.desk import Desk
from desktop.shell.screens import Keeps, Returns
from desktop.widgets.sheet import Sheet


@dataclass
class Stand:
    """`fields` and `unsaved` are by screen: what is typed beside the drafts, and what of them could not be saved."""

    screen: ActionId
    record_no: RecordNo | None = None
    place: str = ""
    spot: Spot = field(default_factory=Spot)
    fields: dict[ActionId, Kept] = field(default_factory=dict)
    sheets: dict[str, KeptSheet] = field(default_factory=dict)
    unsaved: dict[ActionId, str] = field(default_factory=dict)

    def to_text(self) -> str:
        caret = self.spot.caret
        return json.dumps(
            {
                "screen": self.screen.value,
                "record_no": self.record_no,
                "place": self.place,
                "caret": [caret.kind, caret.name, caret.place, caret.start, caret.end] if caret else None,
                "scrolled": self.spot.scrolled,
                "fields": {screen.value: kept for screen, kept in self.fields.items()},
                "sheets": {key: [sheet.title, sheet.fields] for key, sheet in self.sheets.items()},
                "unsaved": {screen.value: content for screen, content in self.unsaved.items()},
            }
        )

    @classmethod
    def from_text(cls, text: str) -> "Stand":
        told = json.loads(text)
        return cls(
            ActionId(told["screen"]),
            RecordNo(told["record_no"]) if told["record_no"] else None,
            told["place"],
            Spot(
                Caret(*told["caret"]) if told["caret"] else None,
                tuple((across, down) for across, down in told["scrolled"]),
            ),
            {ActionId(screen): _kept(fields) for screen, fields in told["fields"].items()},
            {key: KeptSheet(title, _kept(fields)) for key, (title, fields) in told["sheets"].items()},
            {ActionId(screen): content for screen, content in told["unsaved"].items()},
        )


def take_sheets(desk: Desk, guard: CloseGuard) -> dict[str, KeptSheet]:
    """What is typed in open sheets, and what was typed in those that were not opened again since the lock before."""
    kept = dict(guard.kept)
    for sheet in desk.findChildren(GuardedSheet):
        if sheet.is_dirty:
            kept[sheet.kept_as] = sheet.keep()
    return kept


def take_stand(desk: Desk, sheets: dict[str, KeptSheet]) -> Stand:
    """Where the desk stands, once its sheets are shut. What could not be saved is added later, when that was tried."""
    page = desk.page
    return Stand(
        desk.here,
        desk.context.record_no if desk.context else None,
        page.place if isinstance(page, Returns) else "",
        take_spot(page),
        {
            screen: kept
            for screen, made in desk.pages.items()
            if (kept := take_fields(made, (*made.keeps_itself, *made.findChildren(Sheet))))
        },
        sheets,
    )


def take_unsaved(desk: Desk) -> dict[ActionId, str]:
    """What of the drafts could not be saved, by screen."""
    return {
        screen: page.unsaved
        for screen, page in desk.pages.items()
        if isinstance(page, Keeps) and page.unsaved
    }


def _kept(fields: list[list[object]]) -> Kept:
    return [(str(name), int(str(place)), str(value)) for name, place, value in fields]
