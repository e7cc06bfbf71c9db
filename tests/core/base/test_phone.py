"""Telephone numbers have one form."""

import pytest

from core.base.errors import UserError
from core.base.phone import normal_phone, tail4


@pytest.mark.parametrize(
    ("typed", "normal"),
    [
        ("13800138000", "13800138000"),
        ("138-0013-8000", "13800138000"),
        ("138 0013 8000", "13800138000"),
        ("１３８００１３８０００", "13800138000"),
        ("+86 138 0013 8000", "13800138000"),
        ("+86-13800138000", "13800138000"),
        ("008613800138000", "13800138000"),
        ("(010) 1234 5678", "01012345678"),
        ("（010）12345678转801", "01012345678转801"),
        ("010-12345678 ext. 801", "01012345678转801"),
        ("010-12345678#801", "01012345678转801"),
        ("010–12345678 分机801", "01012345678转801"),
        ("+852 5555 0000", "+85255550000"),
        ("12345", "12345"),
        ("1" * 20, "1" * 20),
    ],
)
def test_one_form(typed: str, normal: str) -> None:
    assert normal_phone(typed) == normal
    assert normal_phone(normal) == normal


@pytest.mark.parametrize(
    "typed", ["", "1234", "1" * 21, "138001380OO", "1.38E+10", "12345转", "无", "138/139"]
)
def test_what_is_no_number(typed: str) -> None:
    with pytest.raises(UserError) as caught:
        normal_phone(typed)
    assert (caught.value.code, caught.value.params) == ("bad_phone", {"value": typed})


def test_the_tail_is_of_the_number_not_of_the_extension() -> None:
    assert tail4(normal_phone("138-0013-8000")) == "8000"
    assert tail4(normal_phone("010-12345678转801")) == "5678"
