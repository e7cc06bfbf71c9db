"""The origin's key file is read as it is, or not at all."""

import pytest

from core.base.errors import Damaged
from core.llm.origin_keys import LARGEST, read_origin_keys


def test_its_texts_are_keys() -> None:
    raw = '\ufeff{"deepseek": " sk-aaaa1111 ", "openai": "", "custom:q": "k-2", "list": [1], "n": null}'
    found = read_origin_keys(raw.encode())
    shown = {name: key and key.reveal() for name, key in found.items()}
    assert shown == {"deepseek": "sk-aaaa1111", "custom:q": "k-2", "list": None, "n": None}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'["sk-aaaa1111"]',
        b'"sk-aaaa1111"',
        b"\xff\xfe",
        b'{"a":"sk-aaaa1111","a":"sk-bbbb2222"}',
        b'{"a":"sk-aaaa1111"} trailing',
        b'{"a":"' + b"x" * LARGEST + b'"}',
    ],
)
def test_what_is_damaged_is_said_without_its_text(raw: bytes) -> None:
    with pytest.raises(Damaged, match="origin_keys_damaged") as refused:
        read_origin_keys(raw)
    assert "sk-" not in repr((refused.value.params, refused.value.__cause__))
