"""The text of the licences reads back as what it was made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.installation.licences import Licence, read_licences, write_licences

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n═─"), min_size=1)
TEXTS = st.lists(WORDS | st.just("─" * 100), min_size=1).map("\n".join).filter(lambda text: text.strip("\n"))


@given(st.lists(st.builds(Licence, WORDS, WORDS | st.just(""), WORDS, TEXTS)))
def test_what_was_written_is_read(parts: list[Licence]) -> None:
    assert read_licences(write_licences("head", parts)) == tuple(parts)


@pytest.mark.parametrize(
    "bad",
    [
        Licence("a\nb", "1", "MIT", "text"),
        Licence("a", "1", "MIT", ""),
        Licence("a", "1", "MIT", "\n"),
        Licence("a", "1", "MIT", f"x\n{'═' * 100}\ny"),
        Licence("a", "1", "─" * 100, "text"),
    ],
)
def test_what_would_not_read_back_is_not_written(bad: Licence) -> None:
    with pytest.raises(ValueError, match="a"):
        write_licences("head", [bad])


def test_what_is_no_such_text_has_no_parts() -> None:
    assert read_licences("") == ()
    assert read_licences(f"head\n{'═' * 100}\nname\n1") == ()
