"""JSON that is nearly right: a document with a few places of it made other."""

import copy
from typing import Any

from hypothesis import strategies as st

TEXTS = st.text(max_size=12) | st.sampled_from(
    [
        "",
        " ",
        "*",
        "**",
        "..",
        "../x",
        "a**.json",
        "\u200b",
        "\ud800",
        "[",
        "(a+)+$",
        "好",
        "x" * 600,
        "__proto__",
    ]
)
ANY: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from([10**400, 1e308, 0.1, -1]) | TEXTS,
    lambda one: st.lists(one, max_size=3) | st.dictionaries(TEXTS, one, max_size=3),
    max_leaves=8,
)
"""What JSON can hold, with what is often read wrongly."""


@st.composite
def mutated(draw: st.DrawFn, *documents: Any) -> Any:
    """One of the documents with up to four places made other: put in, left out, wrapped, repeated, or from elsewhere in it."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(document))
        holder, key = draw(st.sampled_from(places)) if places else ({}, None)
        if key is None:
            return draw(ANY)
        match draw(st.sampled_from(["other", "out", "wrapped", "again", "from elsewhere", "added"])):
            case "other":
                holder[key] = draw(ANY)
            case "out":
                del holder[key]
            case "wrapped":
                holder[key] = [holder[key]]
            case "again" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case "from elsewhere":
                other, place = draw(st.sampled_from(places))
                holder[key] = copy.deepcopy(other[place])
            case _:
                if isinstance(holder, dict):
                    holder[draw(TEXTS)] = draw(ANY)
    return document


def _places(value: Any) -> Any:
    """Every place of a document: what holds it, and its key or number there."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from _places(inner)
