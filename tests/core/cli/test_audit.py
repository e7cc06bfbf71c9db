"""`mingdao audit …`: list, verify, export, and the warning of every command that finds records missing."""

import json
import re
from pathlib import Path

import pytest

from core.store.schema import AUDIT_GUARDS
from tests.fakes.clinic import OPERATOR, Clinic


@pytest.fixture
def kept(clinic: Clinic) -> Clinic:
    clinic.add("陈敏")
    clinic.run("visits", "--record-no", "P001")
    return clinic


def cut(clinic: Clinic, above: int) -> None:
    """Delete the end of the trail; the guard is put back."""
    clinic.execute("DROP TRIGGER audit_no_delete")
    clinic.execute(f"DELETE FROM audit WHERE seq > {above}")
    clinic.execute(AUDIT_GUARDS["audit_no_delete"])


def test_list(kept: Clinic) -> None:
    newest, first = kept.json("audit", "list", "--record-no", "P001")["audit"][-2:]
    assert (first["action"], first["operator"], first["seq"]) == ("patient.add", OPERATOR, 1)
    assert (newest["action"], newest["tool"], newest["source"]) == (
        "record.read",
        "records.of_patient",
        "cli",
    )
    shown = kept.run("audit", "list", "--action", "record.read", "--limit", "1")
    assert "查看病历" in shown.out
    assert OPERATOR in shown.out
    assert "没有符合的记录" in kept.run("audit", "list", "--operator", "别人").out
    assert kept.refused("audit", "list", "--action", "x")["code"] == "unknown_action"
    assert kept.refused("audit", "list", "--limit", "0")["code"] == "bad_limit"


def test_verify_a_trail_that_is_whole(kept: Clinic) -> None:
    verdict = kept.json("audit", "verify")
    assert (verdict["whole"], verdict["rows"], verdict["findings"], verdict["breaks"]) == (True, 2, [], [])
    assert verdict["rows_a_second"] > 0
    shown = kept.run("audit", "verify")
    assert shown.code == 0
    assert "完整" in shown.out


def test_verify_a_trail_that_is_not(kept: Clinic) -> None:
    cut(kept, 1)
    done = kept.run("audit", "verify", "--json")
    assert (done.code, done.json["whole"]) == (1, False)
    (found,) = done.json["findings"]
    assert (found["kind"], found["first"], found["last"]) == ("truncated", 2, 2)
    assert found["hint"]
    assert "自 2026" in found["message"]
    assert found["message"] in done.err
    later = kept.run("audit", "verify")
    assert (later.code, later.err) == (0, "")
    assert "自 2026" in later.out


@pytest.mark.parametrize(
    "command", [("patient", "show", "--record-no", "P001"), ("patient", "find", "陈敏", "--json")]
)
def test_every_command_says_that_records_are_missing(kept: Clinic, command: tuple[str, ...]) -> None:
    cut(kept, 1)
    done = kept.run(*command)
    assert done.code == 0
    assert "有记录缺失" in done.err
    assert "请先把整个数据目录另存一份" in done.err
    assert kept.run(*command).err == ""


def test_export(kept: Clinic, tmp_path: Path) -> None:
    out = tmp_path / "trail.jsonl"
    done = kept.json("audit", "export", "--out", str(out))
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert (done["rows"], len(lines)) == (3, 5)
    assert done["head"]["mac"] == lines[-1]["head"]["mac"]
    assert kept.refused("audit", "export", "--out", str(out))["code"] == "file_exists"
    shown = kept.run("audit", "export", "--out", str(tmp_path / "one"), "--record-no", "P001")
    assert "已导出 3 行" in shown.out


def test_a_person_reads_rows_in_words(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.save("P001", {})
    said = clinic.run("audit", "list", "--action", "intake.refused").out
    assert "被拒" in said
    assert "必填项缺" in said
    for code in ("refused", "cli", "+00:00", "+08:00"):
        assert code not in said
    assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d", said)
    (row,) = clinic.json("audit", "list", "--action", "intake.refused")["audit"]
    assert (row["outcome"], row["source"]) == ("refused", "cli")
