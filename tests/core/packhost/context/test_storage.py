"""A pack's own namespace: private, encrypted, and kept only with a result that passed."""

import contextvars
import json
import threading

import pytest

from core.base.errors import ClinicError
from core.packhost.api import Context
from core.packhost.context import keeping, storage
from core.tools.tool import ToolResult
from tests.core.packhost.context.conftest import Stand


def test_values_are_kept_and_come_back_as_they_were(stand: Stand) -> None:
    context = stand.context()
    value = {"词": ["头晕", 1, 2.5, True, None], "nested": {"a": {}}}

    def put(context: Context) -> str:
        context.storage.put("notes/1", value)
        context.storage.put("notes/2", 0)
        context.storage.put("other", "x")
        # What a call puts it reads.
        return f"{context.storage.get('notes/1') == value} {context.storage.keys('notes/')}"

    assert stand.done(context, put) == "True ('notes/1', 'notes/2')"
    assert context.storage.get("notes/1") == value
    assert context.storage.keys() == ("notes/1", "notes/2", "other")
    stand.done(context, lambda context: context.storage.delete("notes/1"))
    assert context.storage.get("notes/1") is None
    assert context.storage.keys("notes/") == ("notes/2",)
    ((tool, outcome, _, detail), _) = stand.rows("pack.keep")
    assert (tool, outcome) == ("pack__demo__t", "ok")
    assert {key: value for key, value in json.loads(detail).items() if key != "bytes"} == {
        "pack": "demo",
        "values": 3,
        "files": 0,
    }
    assert "头晕" not in detail


def test_a_pack_never_sees_anothers(stand: Stand) -> None:
    first, second = stand.context("first"), stand.context("second")
    stand.done(first, lambda context: context.storage.put("k", "mine"))
    assert second.storage.get("k") is None
    assert second.storage.keys() == ()
    stand.done(second, lambda context: context.storage.delete("k"))
    assert first.storage.get("k") == "mine"
    # Not even with the other's port in the hand, in a call of its own.
    assert stand.code(second, lambda _: first.storage.put("k", "theirs")) == "tool_outside_call"
    assert first.storage.get("k") == "mine"


def test_it_lies_in_the_encrypted_store_and_nowhere_in_clear(stand: Stand) -> None:
    stand.done(stand.context(), lambda context: context.storage.put("plantedkey", "plantedvalue"))
    for file in stand.clinic.home.folder.rglob("*"):
        if file.is_file():
            assert b"planted" not in file.read_bytes()


REJECTED = [{"id": "r", "kind": "result-forbid", "tool": "t", "pattern": "bad"}]


def _put(context: Context, output: ToolResult | str = "good") -> ToolResult | str:
    context.storage.put("k", 1)
    context.fs.write("<MINGDAO_HOME>/data/x", b"1")
    return output


def _raise(context: Context) -> None:
    _put(context)
    raise ValueError


@pytest.mark.expect_log("failed at run: ValueError")
def test_a_rejected_result_leaves_nothing_behind(stand: Stand) -> None:
    context = stand.context(fs=["<MINGDAO_HOME>/data/**"])
    assert (
        stand.code(context, lambda context: _put(context, "bad"), constraints=REJECTED) == "tool_constrained"
    )
    assert stand.code(context, _raise) == "tool_failed"
    assert not stand.call(context, lambda context: _put(context, ToolResult("no", ok=False))).ok
    assert context.storage.get("k") is None
    assert not (stand.clinic.home.folder / "data").exists()
    assert stand.rows("pack.keep") == []
    stand.done(context, _put, constraints=REJECTED)
    assert context.storage.get("k") == 1
    assert (stand.clinic.home.folder / "data" / "x").read_bytes() == b"1"


def test_P31_a_tool_that_says_it_reads_and_writes_is_refused(stand: Stand) -> None:
    context = stand.context(fs=["<MINGDAO_HOME>/data/**"])
    for write in (
        lambda context: context.storage.put("k", 1),
        lambda context: context.storage.delete("k"),
        lambda context: context.fs.write("<MINGDAO_HOME>/data/x", b""),
    ):
        assert stand.code(context, write, read_only=True) == "tool_reads_only"
    assert stand.done(context, lambda context: context.storage.get("k"), read_only=True) == "None"
    assert stand.rows("pack.keep") == []
    assert not (stand.clinic.home.folder / "data").exists()


def test_a_call_has_a_record_written_or_something_kept_never_both(stand: Stand) -> None:
    context = stand.context()
    with stand.calling(context) as unit:
        context.storage.put("k", 1)
        with pytest.raises(ClinicError, match="tool_writes_once"):
            unit.stage(lambda: "a record")
    with stand.calling(context) as unit:
        unit.stage(lambda: "a record")
        with pytest.raises(ClinicError, match="tool_writes_once"):
            context.storage.put("k", 1)


def test_what_a_file_cannot_be_written_takes_the_values_with_it(stand: Stand) -> None:
    context = stand.context(fs=["<MINGDAO_HOME>/data/**"])
    (stand.clinic.home.folder / "data" / "x").mkdir(parents=True)
    assert stand.code(context, _put) == "fs_failed"
    assert context.storage.get("k") is None
    assert stand.rows("pack.keep") == []


def test_outside_a_call_it_is_read_and_not_written(stand: Stand) -> None:
    context = stand.context()
    assert context.storage.keys() == ()
    with pytest.raises(ClinicError, match="tool_outside_call"):
        context.storage.put("k", 1)
    with pytest.raises(ClinicError, match="tool_outside_call"):
        context.storage.delete("k")


def test_after_a_call_nothing_is_taken_any_more(stand: Stand) -> None:
    context, later = stand.context(), list[str]()
    kept: list[contextvars.Context] = []

    def body(context: Context) -> None:
        context.storage.put("k", 1)
        kept.append(contextvars.copy_context())

    stand.done(context, body)

    def late() -> None:
        try:
            kept[0].run(context.storage.put, "k", 2)
        except ClinicError as error:
            later.append(error.code)

    thread = threading.Thread(target=late)
    thread.start()
    thread.join()
    assert later == ["tool_over"]
    assert context.storage.get("k") == 1


def test_what_is_put_while_it_is_carried_out_is_not_half_taken(stand: Stand) -> None:
    context = stand.context()
    with stand.calling(context) as unit:
        context.storage.put("k", 1)
        assert unit.staged is not None
        unit.staged()
        with pytest.raises(ClinicError, match="tool_over"):
            context.storage.put("k", 2)
    assert context.storage.get("k") == 1


@pytest.mark.parametrize("key", ["", "a" * 201, "a\n", "\ud800", "a\x00", "\u202e"])
def test_a_key_that_cannot_be_seen_is_refused(stand: Stand, key: str) -> None:
    for use in (
        lambda context: context.storage.put(key, 1),
        lambda context: context.storage.get(key),
        lambda context: context.storage.delete(key),
    ):
        assert stand.code(stand.context(), use) == "storage_key"


@pytest.mark.parametrize("value", [float("nan"), {1: 2}, object(), "\ud800", {"a": {1, 2}}, b"x"])
def test_what_is_no_plain_json_is_refused(stand: Stand, value: object) -> None:
    assert stand.code(stand.context(), lambda context: context.storage.put("k", value)) == "storage_value"


def test_there_are_limits_to_a_value_a_call_and_a_pack(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    context = stand.context()
    fits = "x" * (storage.LARGEST - 2)
    stand.done(context, lambda context: context.storage.put("k", fits))
    assert stand.code(context, lambda context: context.storage.put("k", fits + "x")) == "storage_large"
    monkeypatch.setattr(keeping, "MOST_IN_A_CALL", 2)

    def three(context: Context) -> None:
        for key in "abc":
            context.storage.put(key, 1)

    assert stand.code(context, three) == "pack_keeps_much"
    monkeypatch.setattr(keeping, "MOST_IN_A_CALL", 10)
    monkeypatch.setattr(keeping, "MOST_VALUES", 3)
    assert stand.code(context, three) == "storage_full"
    assert context.storage.keys() == ("k",)
    monkeypatch.setattr(keeping, "MOST_VALUES", 10)
    monkeypatch.setattr(keeping, "MOST_BYTES", storage.LARGEST + 2)
    assert stand.code(context, three) == "storage_full"
    stand.done(context, lambda context: context.storage.put("a", 1))
