"""What a model thought never shows in what it says, wherever a stream is cut."""

import itertools
import time

import pytest

from core.llm.request import Kind
from core.llm.wire.thought import MOST_TAKEN_BACK, Thoughts


def parted(pieces: list[str]) -> tuple[str, str, str]:
    """Text and thought at the end, and the text as somebody saw it who was told piece by piece."""
    thoughts, seen = Thoughts(), ""
    for told in itertools.chain(
        itertools.chain.from_iterable(thoughts.took(piece) for piece in pieces), thoughts.ended()
    ):
        if told.kind is Kind.TEXT:
            seen += told.text
        elif told.kind is Kind.REPLACED:
            seen = told.text
        assert "think" not in seen.lower()
        assert not seen.endswith("<")
    return thoughts.text, thoughts.reasoning, seen


def test_T99_a_tag_cut_in_two_is_a_tag() -> None:
    assert parted(["<th", "ink>甲乙", "丙</th", "ink>丁戊"]) == ("丁戊", "甲乙丙", "丁戊")


def test_T100_two_thoughts_and_one_that_never_ends() -> None:
    assert parted(["<think>甲</think>乙<think>丙</think>丁"]) == ("乙丁", "甲丙", "乙丁")
    assert parted(["<think>甲</think>", "<think>乙丙"]) == ("", "甲乙丙", "")


@pytest.mark.parametrize(
    ("whole", "text", "reasoning"),
    [
        ("<think>甲</think>\n\n乙", "乙", "甲"),
        ("甲</think>乙", "乙", "甲"),
        ("<THINK>甲</Think>乙", "乙", "甲"),
        ("<thinking>甲</thinking>乙", "乙", "甲"),
        ("乙<think>甲</think>丙</think>丁", "乙丁", "甲丙"),
        ("血压 <140/90", "血压 <140/90", ""),
        ("a < b", "a < b", ""),
        ("<thin", "<thin", ""),
        ("<b>粗</b>", "<b>粗</b>", ""),
    ],
)
def test_every_way_to_cut_a_stream_gives_the_same(whole: str, text: str, reasoning: str) -> None:
    def told(pieces: list[str]) -> tuple[str, str]:
        thoughts = Thoughts()
        for piece in pieces:
            list(thoughts.took(piece))
        list(thoughts.ended())
        return thoughts.text, thoughts.reasoning

    assert told([whole]) == (text, reasoning)
    assert told(list(whole)) == (text, reasoning)
    for first, second in itertools.combinations(range(1, len(whole)), 2):
        assert told([whole[:first], whole[first:second], whole[second:]]) == (text, reasoning)


def test_a_server_that_takes_back_again_and_again_is_not_followed() -> None:
    """Each time tells the whole text again."""
    thoughts = Thoughts()
    list(thoughts.took("文<think></think>"))
    told = [piece for _ in range(1000) for piece in thoughts.took("甲</think>")]
    assert sum(piece.kind is Kind.REPLACED for piece in told) == MOST_TAKEN_BACK


def test_many_tags_in_one_piece_take_no_more_time_each() -> None:
    def spent(tags: int) -> float:
        began = time.process_time()
        list(Thoughts().took("文" + "a</think>" * tags))
        return time.process_time() - began

    assert spent(110_000) < 4 * 10 * spent(11_000)
