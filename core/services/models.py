"""The models of the clinic: those the program ships and those an admin registered, and which of them is asked where none is named."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from core.base.clock import from_stored, to_stored
from core.base.errors import Refused, UserError
from core.base.rights import Right
from core.events.model import ModelsChanged
from core.forms.exact_json import UnreadableJson, dump_json, load_json
from core.ledger.audit import Action
from core.llm.catalog import Kind, catalog
from core.llm.model import Boundary, Model, Wire
from core.llm.registration import Registered, Registration, checked
from core.net.base_url import read_base_url
from core.net.boundary import can_be_on_device
from core.services.at_work.desk import Change, Desk
from core.services.preferences import Preferences
from core.store import registrations as store

__all__ = [
    "Boundary",
    "Entry",
    "Kind",
    "Model",
    "Models",
    "Registration",
    "Wire",
    "derived_boundary",
    "origin_of",
]


@dataclass(frozen=True, slots=True)
class Entry:
    """A model as it is listed. A registered one has its revision, and when and by whom it was changed last.

    `fault` is the code of why a registered one cannot be asked: what was found fit once may not be for this program.
    """

    name: str
    model: Model | None
    is_default: bool
    registration: Registration | None = None
    revision: int = 0
    at: datetime | None = None
    by: str = ""
    fault: str = ""


def origin_of(model: Model) -> str:
    """Scheme, host and port of a model's server: what a key is bound to (`core.services.model_keys.KeyStatus.origin`)."""
    return read_base_url(model.base_url).origin


def derived_boundary(kind: Kind, base_url: str, name: str) -> Boundary:
    """How far a text goes that is given to a model, as far as its address and kind tell. Raises as `core.net.base_url.read_base_url`."""
    is_here = can_be_on_device(read_base_url(base_url).host) and kind.answers_here(name)
    return Boundary.ON_DEVICE if is_here else Boundary.EXTERNAL


class Models:
    """The registry of an open clinic."""

    def __init__(self, desk: Desk, preferences: Preferences) -> None:
        self._desk, self._preferences = desk, preferences

    def every(self) -> tuple[Entry, ...]:
        """All there are: those that ship, then those that were registered, in the order they came."""
        default = self._default()
        shipped = [Entry(one.name, one, default in (one.name, *one.aliases)) for one in catalog().models]
        return (*shipped, *(replace(one, is_default=one.name == default) for one in self._registered()))

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of server that can be registered."""
        return tuple(catalog().kinds.values())

    def resolve(self, name: str = "") -> Model:
        """The model of a name or an alias; without one the default. For whatever is under way, in any role.

        Raises `UserError` model_unknown, saying which there are; `Refused` model_unfit for a registered one that this program
        does not take any more.
        """
        wanted = name or self._default()
        for one in catalog().models:
            if wanted in (one.name, *one.aliases):
                return one
        found = next((one for one in self._registered() if one.name == wanted), None)
        if found is None:
            known = tuple(one.name for one in self.every())
            raise UserError("model_unknown", model=wanted, known=known)
        if found.model is None:
            raise Refused("model_unfit", model=wanted)
        return found.model

    def of_provider(self, provider: str) -> Model:
        """The first model of a provider or a kind of server: the default if it is one of theirs. Raises `UserError` model_provider_none."""
        default = self.resolve().name
        theirs = [
            entry.model
            for entry in self.every()
            if entry.model is not None
            and provider in (entry.model.provider, entry.registration.kind if entry.registration else "")
        ]
        for model in sorted(theirs, key=lambda one: one.name != default):
            return model
        raise UserError("model_provider_none", provider=provider)

    def add(self, one: Registration) -> Entry:
        """Register a model. Raises `Refused` not_allowed; `UserError` model_exists; and as `core.llm.registration.checked`."""
        self._desk.require(Right.SETTINGS)
        fit = checked(one, catalog())
        if any(entry.name == fit.registration.name for entry in self._registered()):
            raise UserError("model_exists", model=one.name)
        return self._keep(Action.MODEL_ADD, fit)

    def change(self, one: Registration, *, names_variable: bool = False) -> Entry:
        """Say all of a registered model anew. The name stays. A key that was entered for another scheme, host or port is not sent to the new
        one; nor is that of a variable: the same one has to be named again for it (`names_variable`), or the model has none any more.

        Raises `UserError` model_not_registered, nothing_to_change_model; and as `add`.
        """
        self._desk.require(Right.SETTINGS)
        before = self._one(one.name)
        fit = checked(one, catalog())
        if not names_variable and _takes_variable_along(before.registration, fit.registration):
            fit = checked(replace(one, key_name=""), catalog())
        if before.registration == fit.registration:
            raise UserError("nothing_to_change_model", model=one.name)
        changed = sorted(
            name
            for name, value in fit.registration.plain().items()
            if before.registration is None or before.registration.plain()[name] != value
        )
        return self._keep(Action.MODEL_CHANGE, fit, fields=changed)

    def with_changes(self, name: str, changes: Mapping[str, object]) -> Registration:
        """A registered model with some of what is said of it changed, for `change`. Raises `UserError` model_not_registered; `Refused` model_unfit."""
        self._desk.require(Right.SETTINGS)
        before = self._one(name).registration
        if before is None:
            raise Refused("model_unfit", model=name)
        return Registration.of_plain({**before.plain(), **changes})

    def remove(self, name: str) -> None:
        """Take a registered model out. Its key stays in the keyring until it is removed there.

        Raises `UserError` model_not_registered; `Refused` not_allowed, model_is_default.
        """
        self._desk.require(Right.SETTINGS)
        self._one(name)
        if name == self._default():
            raise Refused("model_is_default", model=name)

        def work(change: Change) -> None:
            revision = store.keep(change.connection, name, None, at=to_stored(change.at), by=change.by)
            change.trail.record(Action.MODEL_REMOVE, model=name, revision=revision)
            change.announce(ModelsChanged())

        self._desk.change(work)

    def choose_default(self, name: str) -> Model:
        """Ask this one where none is named. Raises as `resolve`, and as `Preferences.change`."""
        self._desk.require(Right.SETTINGS)
        model = self.resolve(name)
        self._preferences.change(self._preferences.read(), {"model": model.name})
        self._desk.bus.publish(ModelsChanged())
        return model

    def _default(self) -> str:
        return self._desk.settings().model or catalog().default

    def _registered(self) -> list[Entry]:
        kept = self._desk.read(store.newest)
        return [self._entry(one) for one in kept if one.content is not None]

    def _entry(self, kept: store.Kept) -> Entry:
        at = from_stored(kept.at, self._desk.clock.zone)
        registration, fault = None, ""
        model = None
        try:
            raw = load_json(kept.content or "")
            registration = Registration.of_plain(raw) if isinstance(raw, dict) else None
            if registration is None or registration.name != kept.name:
                raise ValueError(kept.name)
            model = checked(registration, catalog()).model
        except (UserError, Refused) as error:
            fault = error.code
        except (UnreadableJson, KeyError, TypeError, ValueError):
            registration, fault = None, "model_unfit"
        return Entry(kept.name, model, False, registration, kept.revision, at, kept.by, fault)

    def _one(self, name: str) -> Entry:
        for one in self._registered():
            if one.name == name:
                return one
        raise UserError("model_not_registered", model=name)

    def _keep(self, action: Action, fit: Registered, **detail: object) -> Entry:
        one = fit.registration

        def work(change: Change) -> int:
            revision = store.keep(
                change.connection, one.name, dump_json(one.plain()), at=to_stored(change.at), by=change.by
            )
            change.trail.record(
                action,
                model=one.name,
                provider=one.provider,
                host=read_base_url(one.base_url).host,
                boundary=one.boundary.value,
                revision=revision,
                **detail,  # type: ignore[arg-type]
            )
            change.announce(ModelsChanged())
            return revision

        self._desk.change(work)
        return next(entry for entry in self.every() if entry.name == one.name)


def _takes_variable_along(before: Registration | None, after: Registration) -> bool:
    """Whether a model would take the variable of its key along to another server. Of what cannot be read nobody knows where it was."""
    if before is None:
        return True
    if before.key_name != after.key_name:
        return False
    try:
        return read_base_url(before.base_url).origin != read_base_url(after.base_url).origin
    except (UserError, Refused):
        return True
