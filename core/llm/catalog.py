"""The models the program knows, and the kinds of server an admin can register: `resources/models.json`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from core.forms.exact_json import load_json
from core.llm.model import Boundary, Model, Wire
from core.net.base_url import read_base_url, written


@dataclass(frozen=True, slots=True)
class Provider:
    """Who runs the server of models that ship. Its address and its variable are the program's and no registration's."""

    name: str
    base_url: str
    key_name: str

    @property
    def origin(self) -> str:
        return read_base_url(self.base_url).origin


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of server. `base_url` is where it usually listens, `key_name` the variable its key usually stands in."""

    name: str
    wire: Wire
    base_url: str = ""
    key_name: str = ""
    passes_on: bool = False
    """It asks other servers itself: even on this machine nobody can tell how far a text goes."""
    elsewhere: tuple[str, ...] = ()
    """How the names of models end that such a server has answered elsewhere."""

    def answers_here(self, model: str) -> bool:
        """Whether a server of this kind can be taken to answer for a model itself."""
        return not self.passes_on and not model.endswith(self.elsewhere or ("\0",))


@dataclass(frozen=True, slots=True)
class Catalog:
    default: str
    providers: Mapping[str, Provider]
    models: tuple[Model, ...]
    kinds: Mapping[str, Kind]


@cache
def catalog() -> Catalog:
    """What ships. Read once."""
    raw = cast(
        "dict[str, Any]",
        load_json((resources.files("resources") / "models.json").read_text(encoding="utf-8")),
    )
    thinking = {one["name"] for one in raw["providers"] if one.get("takes_thinking")}
    providers = {
        one["name"]: Provider(one["name"], written(read_base_url(one["base_url"])), one["key_name"])
        for one in raw["providers"]
    }
    kinds = {
        one["name"]: Kind(
            one["name"],
            Wire(one["wire"]),
            one.get("base_url", ""),
            one.get("key_name", ""),
            bool(one.get("passes_on")),
            tuple(one.get("elsewhere", ())),
        )
        for one in raw["kinds"]
    }
    models = tuple(
        _model(one, providers[one["provider"]], takes_thinking=one["provider"] in thinking)
        for one in raw["models"]
    )
    return Catalog(raw["default"], providers, models, kinds)


def _model(raw: Mapping[str, Any], provider: Provider, *, takes_thinking: bool) -> Model:
    return Model(
        name=raw["name"],
        provider=provider.name,
        base_url=provider.base_url,
        wire=Wire.OPENAI,
        boundary=Boundary.EXTERNAL,
        context=raw.get("context"),
        max_output=raw.get("max_output"),
        efforts=tuple(raw.get("efforts", ())),
        takes_thinking=takes_thinking,
        aliases=tuple(raw.get("aliases", ())),
        temperature=float(raw["temperature"]) if "temperature" in raw else None,
        effort=raw.get("effort"),
        key_name=provider.key_name,
    )
