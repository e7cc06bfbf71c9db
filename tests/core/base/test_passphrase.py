"""Passphrases that are guessed first are refused; others are not."""

import time

import pytest

from core.base.errors import UserError
from core.base.passphrase import LOOKED_AT, refuse_weak

NAMES = ("李伟", "明和堂中医诊所")


@pytest.mark.parametrize(
    ("passphrase", "code"),
    [
        (" \n", "empty_passphrase"),
        ("short one", "passphrase_short"),
        ("cafe\u0301 fort", "passphrase_short"),
        ("password123!", "passphrase_common"),
        ("P@ssw0rd2026", "passphrase_common"),
        ("woaini1314520", "passphrase_common"),
        ("1qaz2wsx3edc", "passphrase_common"),
        ("qwertyuiop", "passphrase_common"),
        ("poiuytrewq", "passphrase_common"),
        ("aaaaaaaaaaaa", "passphrase_common"),
        ("abcabcabcabc", "passphrase_common"),
        ("abcdefghijklm", "passphrase_common"),
        ("13812345678", "passphrase_common"),
        ("8374659201", "passphrase_common"),
        ("一帆风顺万事如意身体健康", "passphrase_common"),
        ("ＰＡＳＳＷＯＲＤ１２３", "passphrase_common"),
        ("李伟1985年3月2日！", "passphrase_common"),
        ("liwei19850302", "passphrase_of_names"),
        ("minghetang2026", "passphrase_of_names"),
        ("明和堂中医诊所2026", "passphrase_of_names"),
    ],
)
def test_what_is_guessed_first_is_refused(passphrase: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        refuse_weak(passphrase, NAMES)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "passphrase",
    [
        "correct horse",
        "马到成功 correct horse",
        "床前明月光疑是地上霜",
        "x7Kq!9mPz2",
        "837465920174 ab",
        "wangfang blue teapot",
        "password in a longer sentence",
    ],
)
def test_what_is_not_is_taken(passphrase: str) -> None:
    refuse_weak(passphrase, NAMES)


def test_names_count_only_where_they_stand_near() -> None:
    refuse_weak("liwei minghe ta", ("王芳",))
    with pytest.raises(UserError, match="passphrase_of_names"):
        refuse_weak("liwei minghe ta", NAMES)


def test_a_book_is_looked_at_no_longer_than_a_page() -> None:
    begun = time.perf_counter()
    refuse_weak("ab1!cd2?" * 3 + "the quick brown fox " * 2000)
    with pytest.raises(UserError, match="passphrase_common"):
        refuse_weak("a1" * LOOKED_AT)
    assert time.perf_counter() - begun < 2
