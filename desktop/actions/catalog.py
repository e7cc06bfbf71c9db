"""Every action of the program: its words, its keys, its icon, and when it can be done.

The words stand in the message files at `actions.<id>`. No key is given twice, and an action that does not exist yet is not
listed: a menu shows nothing that does nothing.
"""

from dataclasses import dataclass
from enum import Enum

from core.base.messages import Messages
from core.base.rights import Right
from desktop.theme.icons import Icon


class ActionId(Enum):
    """The name of an action, for the program."""

    TODAY = "today"
    INTAKE = "intake"
    PATIENTS = "patients"
    COMPARE = "compare"
    LEDGER = "ledger"
    SETTINGS = "settings"
    FIND = "find"
    NEW_PATIENT = "new_patient"
    SAVE = "save"
    SIGN = "sign"
    AMEND = "amend"
    VOID = "void"
    PRINT = "print"
    MENU = "menu"
    PALETTE = "palette"
    HELP = "help"
    SHORTCUTS = "shortcuts"
    LOCK = "lock"
    ROLE = "role"
    OPERATOR = "operator"
    THEME = "theme"
    LANGUAGE = "language"
    QUIT = "quit"


class Fact(Enum):
    """What can be the case and an action may need."""

    CLINIC_OPEN = "clinic_open"
    PATIENT_CHOSEN = "patient_chosen"
    FORM_SHOWN = "form_shown"
    """Something on the page in front can be saved."""
    RECORD_SHOWN = "record_shown"
    """A saved record, or a comparison of saved ones, is on the page in front."""
    RECORD_UNSIGNED = "record_unsigned"
    """Something on the page in front can be signed: a saved record, or one that is saved on the way."""
    RECORD_STANDS = "record_stands"
    """A saved record that is not void is on the page in front."""


class Group(Enum):
    """Where an action stands in the menu and on the shortcut sheet; words at `actions.groups.<value>`."""

    SCREENS = "screens"
    PATIENT = "patient"
    RECORD = "record"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Spec:
    """One action. `shortcut` is portable text, empty for none; it can be done while every fact it `needs` holds.

    `rights` are those of which it takes one, none for what everybody may.
    """

    id: ActionId
    group: Group
    shortcut: str
    icon: Icon
    needs: frozenset[Fact] = frozenset()
    rights: frozenset[Right] = frozenset()

    @property
    def text_key(self) -> str:
        """Where its words stand."""
        return f"actions.{self.id.value}"

    def text(self, messages: Messages) -> str:
        return messages.text(self.text_key)

    def enabled_when(self, facts: frozenset[Fact]) -> bool:
        """Whether it can be done now."""
        return self.needs <= facts


_OPEN = frozenset({Fact.CLINIC_OPEN})
_PEOPLE = frozenset({Right.DEMOGRAPHICS})
_READ, _WRITE = frozenset({Right.CLINICAL_READ}), frozenset({Right.CLINICAL_WRITE})

CATALOG = (
    Spec(ActionId.TODAY, Group.SCREENS, "Ctrl+1", Icon.TODAY, _OPEN, _PEOPLE),
    Spec(ActionId.INTAKE, Group.SCREENS, "Ctrl+2", Icon.INTAKE, _OPEN, _WRITE),
    Spec(ActionId.PATIENTS, Group.SCREENS, "Ctrl+3", Icon.PATIENTS, _OPEN, _PEOPLE),
    Spec(ActionId.COMPARE, Group.SCREENS, "Ctrl+4", Icon.COMPARE, _OPEN, _READ),
    Spec(
        ActionId.LEDGER,
        Group.SCREENS,
        "Ctrl+8",
        Icon.LEDGER,
        _OPEN,
        frozenset({Right.OWN_TRAIL, Right.TRAIL}),
    ),
    Spec(ActionId.SETTINGS, Group.SCREENS, "Ctrl+9", Icon.SETTINGS, _OPEN),
    Spec(ActionId.FIND, Group.PATIENT, "Ctrl+F", Icon.SEARCH, _OPEN, _PEOPLE),
    Spec(ActionId.NEW_PATIENT, Group.PATIENT, "Ctrl+N", Icon.NEW_PATIENT, _OPEN, _PEOPLE),
    Spec(ActionId.SAVE, Group.RECORD, "Ctrl+S", Icon.SAVE, _OPEN | {Fact.FORM_SHOWN}, _WRITE),
    Spec(
        ActionId.SIGN,
        Group.RECORD,
        "Ctrl+Shift+S",
        Icon.DONE,
        _OPEN | {Fact.RECORD_UNSIGNED},
        _WRITE,
    ),
    Spec(ActionId.AMEND, Group.RECORD, "Ctrl+E", Icon.EDIT, _OPEN | {Fact.RECORD_STANDS}, _WRITE),
    Spec(
        ActionId.VOID,
        Group.RECORD,
        "Ctrl+Shift+Del",
        Icon.NOT_COMPARABLE,
        _OPEN | {Fact.RECORD_STANDS},
        _WRITE,
    ),
    Spec(ActionId.PRINT, Group.RECORD, "Ctrl+P", Icon.PRINT, _OPEN | {Fact.RECORD_SHOWN}, _READ),
    Spec(ActionId.MENU, Group.PROGRAM, "F10", Icon.LIST),
    Spec(ActionId.PALETTE, Group.PROGRAM, "Ctrl+K", Icon.LIST),
    Spec(ActionId.HELP, Group.PROGRAM, "Shift+F1", Icon.INFO),
    Spec(ActionId.SHORTCUTS, Group.PROGRAM, "F1", Icon.KEYBOARD),
    Spec(ActionId.LOCK, Group.PROGRAM, "Ctrl+L", Icon.LOCK, _OPEN),
    Spec(ActionId.ROLE, Group.PROGRAM, "Ctrl+R", Icon.OPERATOR, _OPEN),
    Spec(ActionId.OPERATOR, Group.PROGRAM, "Ctrl+Shift+O", Icon.PATIENTS, _OPEN),
    Spec(ActionId.THEME, Group.PROGRAM, "Ctrl+Shift+D", Icon.LOOK),
    Spec(ActionId.LANGUAGE, Group.PROGRAM, "Ctrl+Shift+L", Icon.EXTERNAL),
    Spec(ActionId.QUIT, Group.PROGRAM, "Ctrl+Q", Icon.CLOSE),
)

SCREENS = tuple(spec.id for spec in CATALOG if spec.group is Group.SCREENS)
"""The screens, in the order of the rail."""


def spec_of(action: ActionId) -> Spec:
    """The entry of an action."""
    return next(spec for spec in CATALOG if spec.id is action)
