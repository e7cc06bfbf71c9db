"""The keys of models: asked for once, kept in the system's keyring alone, shown as their two ends.

Each stands in an entry of its own for this clinic and the provider, together with the address it was entered for. None is in the store, in
a file, in the trail or in an error. Without a keyring everything else works; a variable of the system can hold a key then.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Lock

from core.base.errors import ClinicError, Damaged, KeyTrouble, Refused, UserError
from core.base.paths import Home
from core.base.rights import Right
from core.base.secret import Secret, masked
from core.base.system_words import reason_of
from core.events.model import ModelKeysChanged, ModelKeyShadowed
from core.ledger.audit import Action
from core.llm.keys import FoundKey, KeptKey, Source, fit_key, key_of
from core.llm.model import Model
from core.llm.origin_keys import FILE_NAME, LARGEST, read_origin_keys
from core.net.base_url import read_base_url
from core.services.at_work.desk import Desk
from core.services.models import Models
from core.store.keys import KeyVault
from core.store.store import store_id

__all__ = ["Imported", "KeyStatus", "ModelKeys", "Source"]

_OF_MODEL = "custom:"
"""How the origin names the key of one registered model."""


@dataclass(frozen=True, slots=True)
class KeyStatus:
    """How it stands with the key of a provider, without the key.

    `trouble` is the code of why there is none to send: model_key_missing, model_key_of_endpoint, or what the keyring says (`keyring`). `shadowed`: the
    variable comes before another key in the keyring.
    """

    provider: str
    origin: str
    source: Source
    variable: str = ""
    mask: str = ""
    shadowed: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a key file. `taken` went into the keyring, or was there already; `kept` are providers the keyring has another key for,
    which stays; `left` are names nobody here knows. The file is as it was unless `removed`.
    """

    file: str
    taken: tuple[str, ...]
    kept: tuple[str, ...]
    left: tuple[str, ...]
    removed: bool

    @property
    def is_whole(self) -> bool:
        """Whether every key of the file is in the keyring now."""
        return not self.kept and not self.left


class ModelKeys:
    """Of the open clinic. `environment` stands in for the system's in tests."""

    def __init__(
        self,
        desk: Desk,
        models: Models,
        vault: KeyVault,
        home: Home,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._desk, self._models, self._vault = desk, models, vault
        self._file = home.folder / FILE_NAME
        self._environment = environment
        self._told: set[str] = set()
        self._turn = Lock()

    def key_for(self, model: Model) -> FoundKey:
        """The key to send to a model; for the one exit alone. Of a variable that comes before another key in the keyring an event tells, once.

        Raises as `core.llm.keys.key_of`; `Refused` model_key_import in place of model_key_missing where a key file lies in the data folder.
        """
        try:
            found = key_of(model, self._environment, self._kept)
        except Refused as error:
            if error.code == "model_key_missing" and self._file.exists():
                raise Refused("model_key_import", model=model.name, file=FILE_NAME) from None
            raise
        if found.shadowed and self._is_first(model.provider):
            self._desk.bus.publish(ModelKeyShadowed(model.provider, found.variable))
        return found

    def status(self) -> tuple[KeyStatus, ...]:
        """Of each provider, once for each address it has. Raises `Refused` not_allowed."""
        self._desk.require(Right.SETTINGS)
        by_address: dict[tuple[str, str], Model] = {}
        for model in self._every():
            by_address.setdefault((model.provider, read_base_url(model.base_url).origin), model)
        return tuple(self._status(model, origin) for (_, origin), model in by_address.items())

    def keyring(self) -> str:
        """Why the system's keyring keeps no key here: model_keyring_unavailable, model_keyring_locked; empty where it does."""
        self._desk.require(Right.SETTINGS)
        try:
            with _of_models():
                self._vault.read(self._entry("none"))
        except KeyTrouble as trouble:
            return trouble.code
        return ""

    def has_file(self) -> bool:
        """Whether a key file of the origin lies in the data folder."""
        self._desk.require(Right.SETTINGS)
        return self._file.exists()

    def enter(self, provider: str, typed: str) -> KeyStatus | None:
        """Keep a key for a provider, bound to the address its models have now. Nothing typed keeps nothing: None.

        Raises `Refused` not_allowed; `UserError` provider_unknown, provider_addresses where its models have several, model_key_unfit; `KeyTrouble` as `keyring` tells.
        """
        self._desk.require(Right.SETTINGS)
        model, origin = self._of_provider(provider)
        if not typed.strip():
            return None
        self._write(provider, KeptKey(fit_key(typed.strip()), origin))
        host = read_base_url(model.base_url).host
        self._tell(Action.MODEL_KEY_SET, provider, host=host)
        return self._status(model, origin)

    def remove(self, provider: str) -> bool:
        """Take a provider's key out of the keyring; whether there was one. Also that of a provider without models by now.

        Raises `Refused` not_allowed; `KeyTrouble` as `keyring` tells.
        """
        self._desk.require(Right.SETTINGS)
        entry = self._entry(provider)
        with _of_models():
            if self._vault.read(entry) is None:
                return False
            self._vault.forget(entry)
        self._tell(Action.MODEL_KEY_REMOVE, provider)
        return True

    def import_file(self, *, remove: bool = False) -> Imported:
        """Move the keys of the origin's file into the keyring. The file stays, unless it is to be removed and all of it is in the keyring.

        Raises `Refused` not_allowed; `UserError` origin_keys_absent; `Damaged` origin_keys_damaged, and the file is as it was; `ClinicError` file_trouble;
        `KeyTrouble` as `keyring` tells: what was taken until then is taken.
        """
        self._desk.require(Right.SETTINGS)
        found = read_origin_keys(self._origin_file())
        taken, kept, left = [], [], []
        for name, key in found.items():
            known = self._known(name) if key is not None and _is_fit(key) else None
            if known is None or key is None:
                left.append(name)
                continue
            provider, origin = known
            before = self._kept_or_none(provider)
            if before is None:
                self._write(provider, KeptKey(key, origin))
            elif before != KeptKey(key, origin):
                kept.append(provider)
                continue
            taken.append(provider)
        if taken:
            self._desk.change(
                lambda change: change.trail.record(Action.MODEL_KEY_IMPORT, providers=sorted(taken))
            )
            for provider in taken:
                self._desk.bus.publish(ModelKeysChanged(provider))
        whole = not kept and not left
        if remove and whole:
            self._remove_file()
        return Imported(str(self._file), tuple(taken), tuple(kept), tuple(left), remove and whole)

    def _is_first(self, provider: str) -> bool:
        """Whether nobody was told of this provider yet; calls at the same time are not told each."""
        with self._turn:
            is_first = provider not in self._told
            self._told.add(provider)
        return is_first

    def _status(self, model: Model, origin: str) -> KeyStatus:
        status = partial(KeyStatus, model.provider, origin)
        try:
            found = key_of(model, self._environment, self._kept)
        except ClinicError as error:
            return status(Source.NONE, trouble=error.code)
        mask = masked(found.key.reveal()) if found.key else ""
        return status(found.source, found.variable, mask, found.shadowed)

    def _every(self) -> list[Model]:
        return [one.model for one in self._models.every() if one.model is not None]

    def _of_provider(self, provider: str) -> tuple[Model, str]:
        models = [one for one in self._every() if one.provider == provider]
        if not models:
            known = tuple(dict.fromkeys(one.provider for one in self._every()))
            raise UserError("provider_unknown", provider=provider, known=known)
        origins = {read_base_url(one.base_url).origin for one in models}
        if len(origins) > 1:
            raise UserError("provider_addresses", provider=provider, addresses=tuple(sorted(origins)))
        return models[0], origins.pop()

    def _known(self, name: str) -> tuple[str, str] | None:
        """The provider, and its address, that a name of the key file stands for here."""
        try:
            if name.startswith(_OF_MODEL):
                named = self._models.resolve(name.removeprefix(_OF_MODEL))
                provider = named.provider if named.registered else ""
            else:
                provider = name
            return provider, self._of_provider(provider)[1]
        except (UserError, Refused):
            return None

    def _kept(self, provider: str) -> KeptKey | None:
        with _of_models():
            written = self._vault.read(self._entry(provider))
        return None if written is None else KeptKey.read(written)

    def _kept_or_none(self, provider: str) -> KeptKey | None:
        """The same; one that cannot be read counts as none, since it is of no use to anybody."""
        try:
            return self._kept(provider)
        except KeyTrouble as trouble:
            if trouble.code != "model_key_unreadable":
                raise
            return None

    def _write(self, provider: str, key: KeptKey) -> None:
        with _of_models():
            self._vault.write(self._entry(provider), key.written())

    def _entry(self, provider: str) -> str:
        return f"{self._desk.read(store_id)}/model/{provider}"

    def _tell(self, action: Action, provider: str, **detail: object) -> None:
        self._desk.change(lambda change: change.trail.record(action, provider=provider, **detail))  # type: ignore[arg-type]
        with self._turn:
            self._told.discard(provider)
        self._desk.bus.publish(ModelKeysChanged(provider))

    def _origin_file(self) -> bytes:
        try:
            with self._file.open("rb") as file:
                return file.read(LARGEST + 1)
        except FileNotFoundError:
            raise UserError("origin_keys_absent", file=self._file) from None
        except OSError as error:
            raise ClinicError("file_unreadable", file=self._file, reason=reason_of(error)) from error

    def _remove_file(self) -> None:
        try:
            self._file.unlink()
        except OSError as error:
            raise Damaged("origin_keys_stay", file=self._file, reason=reason_of(error)) from error


@contextmanager
def _of_models() -> Iterator[None]:
    """What the keyring says, as it is said of a model's key: the clinic is open, whatever it says."""
    try:
        yield
    except KeyTrouble as trouble:
        is_locked = trouble.code == "keyring_locked"
        raise KeyTrouble("model_keyring_locked" if is_locked else "model_keyring_unavailable") from trouble


def _is_fit(key: Secret) -> bool:
    try:
        fit_key(key.reveal())
    except UserError:
        return False
    return True
