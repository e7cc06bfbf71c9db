"""Words with their parameters: what is counted is told from one thing, in the languages that do so."""

import pytest

from core.base.messages import Messages


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 wrong passphrase in a row"), (0, "0 wrong passphrases"), (5, "5 wrong passphrases in a row")],
)
def test_one_is_told_from_several(count: int, said: str) -> None:
    assert Messages("en").text("keys.failures_no_wait", count=count).startswith(said)


def test_a_number_may_be_grouped() -> None:
    said = Messages("en").text("audit.exported", file="a.jsonl", rows=1234, seq=1300)
    assert said.startswith("1,234 rows were written")
    assert said.endswith("row 1,300.")


def test_chinese_has_one_form() -> None:
    for count in (1, 5):
        assert str(count) in Messages("zh_CN").text("keys.failures_no_wait", count=count)
