"""The recovery code: read however it is typed, and a mistyped group is named or at least never passes for right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import UserError
from core.base.recovery_code import ALPHABET, GROUPS, RecoveryCode, asked_groups

codes = st.binary(min_size=20, max_size=20).map(RecoveryCode)
CODE = RecoveryCode(bytes(range(7, 27)))


def refused(text: str) -> UserError:
    with pytest.raises(UserError) as error:
        RecoveryCode.parse(text)
    return error.value


@given(codes)
def test_what_is_printed_is_read(code: RecoveryCode) -> None:
    assert RecoveryCode.parse(code.text) == code
    assert [len(group) for group in code.text.split("-")] == [4] * GROUPS


@given(codes, st.sampled_from(["", " ", "-", "—", "－", " - ", "\n", "  "]), st.data())
def test_case_width_spaces_and_dashes_do_not_matter(
    code: RecoveryCode, between: str, data: st.DataObject
) -> None:
    def retyped(sign: str) -> str:
        alike = {"0": "0Oo", "1": "1IiLl"}.get(sign, sign + sign.lower())
        wide = [chr(ord(one) + 0xFEE0) for one in alike]
        return str(data.draw(st.sampled_from([*alike, *wide])))

    typed = between.join("".join(map(retyped, group)) for group in code.groups)
    assert RecoveryCode.parse(f" {typed}\n") == code


@given(codes, st.integers(0, 35), st.integers(1, 31))
def test_one_wrong_sign_names_its_group(code: RecoveryCode, place: int, step: int) -> None:
    signs = list("".join(code.groups))
    signs[place] = ALPHABET[(ALPHABET.index(signs[place]) + step) % 32]
    error = refused("".join(signs))
    assert (error.code, error.params) == ("recovery_code_group", {"groups": str(place // 4 + 1)})


@given(codes, st.integers(0, 8), st.text(ALPHABET, min_size=4, max_size=4))
def test_a_wrong_group_never_passes(code: RecoveryCode, place: int, group: str) -> None:
    groups = list(code.groups)
    if groups[place] == group:
        return
    groups[place] = group
    assert refused("-".join(groups)).code in {"recovery_code_group", "recovery_code_mistyped"}


@given(codes, st.integers(1, 31), st.integers(0, 16))
def test_the_same_slip_in_two_places_never_passes(code: RecoveryCode, slip: int, place: int) -> None:
    """Two like changes cancel out in the plain sum; only the weighed one sees them."""
    signs = list("".join(code.groups))
    for one in (2 * place, 2 * place + 2):
        signs[one] = ALPHABET[ALPHABET.index(signs[one]) ^ slip]
    assert refused("".join(signs)).code == "recovery_code_mistyped"


@given(codes, st.integers(0, 7))
def test_two_groups_changed_about_never_pass(code: RecoveryCode, place: int) -> None:
    groups = list(code.groups)
    groups[place], groups[place + 1] = groups[place + 1], groups[place]
    if groups == list(code.groups):
        return
    try:
        read = RecoveryCode.parse("-".join(groups))
    except UserError:
        return
    assert read != code


def test_groups_that_cannot_be_are_all_named() -> None:
    groups = list(CODE.groups)
    groups[1], groups[4] = "U000", groups[4][:3]
    error = refused("-".join(groups))
    assert (error.code, error.params) == ("recovery_code_group", {"groups": "2, 5"})


@pytest.mark.parametrize(
    "text", ["", " ", "0000", CODE.text[:-1].replace("-", ""), CODE.text + "-0000", "恢复码"]
)
def test_too_few_or_too_many_signs_are_counted(text: str) -> None:
    assert refused(text).code == "recovery_code_length"


@given(st.lists(st.text(ALPHABET + "U*恢", min_size=2, max_size=6), min_size=9, max_size=9))
def test_no_refusal_repeats_what_was_typed(groups: list[str]) -> None:
    error = refused("-".join([*groups[:8], "UUUU"]))
    assert set(str(error.params.get("groups", ""))) <= set("123456789, ")
    assert set(error.params) <= {"groups", "found", "wanted"}


def test_the_code_is_in_no_representation() -> None:
    for shown in (repr(CODE), str(CODE), f"{CODE}"):
        assert CODE.text not in shown
        assert CODE.secret.hex() not in shown
        assert "\\x" not in shown


def test_each_store_and_purpose_has_its_own_key() -> None:
    keys = {CODE.key(store, purpose) for store in ("a", "b") for purpose in ("1", "2")}
    assert len(keys) == 4
    assert {len(key) for key in keys} == {32}
    assert RecoveryCode.new() != RecoveryCode.new()


def test_three_groups_are_asked_for_and_a_wrong_one_is_named() -> None:
    drawn = {asked_groups() for _ in range(60)}
    assert len(drawn) > 10
    assert all(len(set(groups)) == 3 and set(groups) <= set(range(1, 10)) for groups in drawn)
    typed = {number: CODE.groups[number - 1].lower() + " " for number in (2, 5, 9)}
    assert CODE.misread(typed) == ()
    assert CODE.misread({**typed, 5: "0000"}) == (5,)
    assert CODE.misread({**typed, 9: ""}) == (9,)


@given(codes)
def test_a_code_is_told_from_a_passphrase(code: RecoveryCode) -> None:
    assert RecoveryCode.within(code.text.lower()) == code
    assert RecoveryCode.within("".join(code.groups)) == code


@pytest.mark.parametrize(
    "passphrase",
    [
        "马到成功 correct horse",
        "",
        "0123456789abcdefghjkmnpqrstvwxyz0123",
        "able bake come dark east fine good home idea",
        "1234 5678",
    ],
)
def test_a_passphrase_is_no_code(passphrase: str) -> None:
    assert RecoveryCode.within(passphrase) is None


@given(codes, st.integers(0, 8))
def test_a_code_with_a_slip_is_no_passphrase(code: RecoveryCode, place: int) -> None:
    groups = list(code.groups)
    groups[place] = "0000" if groups[place] != "0000" else "1111"
    with pytest.raises(UserError, match="recovery_code_"):
        RecoveryCode.within("-".join(groups))
