"""Which models an OpenAI-compatible server says it has: what an admin who registers one may want to know. It costs nothing."""

from core.llm.failure import ModelFailed
from core.llm.wire.line import Line
from core.llm.wire.object_of import SECONDS, object_of
from core.llm.wire.use import name_of

PATH = "/models"
MOST = 1000


async def listed(line: Line, seconds: float = SECONDS) -> tuple[str, ...]:
    """Their names, as the server writes them. Raises as `object_of`, and `ModelFailed` model_not_api for anything but a list."""
    raw = await object_of(line, "GET", PATH, seconds=seconds)
    models = raw.get("data")
    if not isinstance(models, list):
        raise ModelFailed("model_not_api", host=line.endpoint.base.host)
    names = (name_of(one.get("id")) for one in models[:MOST] if isinstance(one, dict))
    return tuple(filter(None, names))
