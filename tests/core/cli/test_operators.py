"""`mingdao operators`, `whoami`, `--as` and `--open-reason`, as people of several roles type them."""

from pathlib import Path

import pytest

from core.cli.front import Front, hoisted
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.people import PASSPHRASES, staffed


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A passphrase file for each person."""
    made = {}
    for name, passphrase in {OPERATOR: PASSPHRASE, **PASSPHRASES}.items():
        file = tmp_path / f"{name}.txt"
        file.write_text(f"{passphrase}\n", encoding="utf-8")
        made[name] = str(file)
    return made


def by(files: dict[str, str], name: str) -> tuple[str, str]:
    return "--passphrase-file", files[name]


def test_a_clinic_of_one_types_nothing_more_and_each_row_says_its_role(clinic: Clinic) -> None:
    number = clinic.add("陈敏")
    assert clinic.save(number).code == 0
    clinic.json("audit", "verify")
    told = clinic.rows("SELECT action, role FROM audit ORDER BY seq")
    assert told == [("patient.add", "physician"), ("intake.save", "physician"), ("audit.verify", "admin")]
    assert clinic.json("whoami") == {
        "operator": OPERATOR,
        "role": "physician",
        "roles": ["physician", "admin", "auditor"],
    }
    assert "当前身份：医师；全部身份：医师、管理员、审计员" in clinic.run("whoami").out


def test_operators_come_change_and_go(clinic: Clinic, files: dict[str, str]) -> None:
    me = by(files, OPERATOR)
    clinic.json("keys", "confirm-recovery", "--recovery-file", _code(clinic))
    added = clinic.json(
        *("operators", "add", "--name", "王大夫", "--role", "physician", "--role", "admin"),
        *("--new-passphrase-file", files["王大夫"], *me),
    )["operator"]
    assert (added["name"], added["roles"], added["ended_at"]) == ("王大夫", ["physician", "admin"], None)
    him = by(files, "王大夫")
    assert clinic.json("whoami", *him)["operator"] == "王大夫"
    changed = clinic.json("operators", "roles", "--name", "王大夫", "--role", "admin", *me)["operator"]
    assert changed["roles"] == ["admin"]
    assert clinic.refused("operators", "end", "--name", OPERATOR, *him)["code"] == "last_physician"
    ended = clinic.json("operators", "end", "--name", OPERATOR, "--last-physician", *him)["operator"]
    assert ended["ended_at"] is not None
    assert clinic.refused("whoami", *me)["code"] == "wrong_passphrase"
    listed = clinic.run("operators", "list", *him).out
    assert OPERATOR in listed
    assert "管理员" in listed
    assert [one["name"] for one in clinic.json("operators", "list", *him)["operators"]] == [
        OPERATOR,
        "王大夫",
    ]


def test_where_the_keyring_opened_it_the_passphrase_is_asked_for(
    clinic: Clinic, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def asked(_front: Front, key: str, again: str = "") -> str:
        said.append(key)
        return PASSPHRASE

    monkeypatch.setattr(Front, "asked", asked)
    clinic.json(
        *("operators", "add", "--name", "赵前台", "--role", "reception"),
        *("--new-passphrase-file", files["赵前台"]),
    )
    assert said == ["cli.passphrase"]


def test_a_role_that_is_named_is_kept_to_wherever_it_stands(clinic: Clinic) -> None:
    for arguments in (
        ("--as", "auditor", "patient", "add", "--name", "陈敏", "--sex", "女"),
        ("patient", "add", "--name", "陈敏", "--sex", "女", "--as=auditor"),
    ):
        refused = clinic.refused(*arguments)
        assert refused["code"] == "not_allowed"
        assert refused["message"] == "“审计员”不能查找、登记和修改患者；可以的身份：医师、前台。"
    assert clinic.refused("whoami", "--as", "reception")["code"] == "role_not_held"
    assert clinic.refused("whoami", "--as", "owner")["code"] == "usage"
    assert clinic.json("whoami", "--as", "auditor")["role"] == "auditor"
    assert hoisted(["visits", "--as", "admin", "--open-reason=handover"]) == [
        *("--as", "admin", "--open-reason=handover", "visits")
    ]


def test_reception_registers_and_finds_and_sees_no_record(clinic: Clinic, files: dict[str, str]) -> None:
    staffed(clinic)
    li, zhao = by(files, OPERATOR), by(files, "赵前台")
    clinic.json("patient", "add", "--name", "陈敏", "--sex", "女", *zhao)
    answers = str(clinic.answers({"zhushu": "头晕一月", "xianbingshi": "晨起头晕，久站加重。"}))
    saved = ("intake", "save", "--record-no", "P001", "--form", "menzhen", "--answers", answers)
    clinic.json(*saved, *li)
    found = clinic.json("patient", "find", "陈敏", "--record-no", "P001", *zhao)
    assert (found["patient"]["visits"], found["next_visit"]["label"], found["last_record"]) == (
        1,
        "第2诊",
        None,
    )
    assert found["withheld"] == "not_allowed"
    assert "头晕" not in clinic.run("patient", "find", "陈敏", *zhao).out
    for arguments in (
        ("visits", "--record-no", "P001"),
        ("compare", "--record-no", "P001"),
        saved,
        ("intake", "draft", "show", "--record-no", "P001"),
        ("audit", "list"),
        ("operators", "list"),
    ):
        assert clinic.refused(*arguments, *zhao)["code"] == "not_allowed"
    assert clinic.rows(
        "SELECT count(*) FROM audit WHERE action = 'access.refused' AND operator = '赵前台'"
    ) == [(6,)]


def test_the_record_of_others_is_opened_for_a_reason_and_listed_for_review(
    clinic: Clinic, files: dict[str, str]
) -> None:
    staffed(clinic)
    li, wang, sun = by(files, OPERATOR), by(files, "王大夫"), by(files, "孙审计")
    clinic.json("patient", "add", "--name", "陈敏", "--sex", "女", *li)
    answers = str(clinic.answers({"zhushu": "头晕一月", "xianbingshi": "晨起头晕，久站加重。"}))
    on = ("--record-no", "P001")
    clinic.json("intake", "save", *on, "--form", "menzhen", "--answers", answers, *li)
    refused = clinic.refused("visits", *on, *wang)
    assert refused["code"] == "reason_needed"
    assert refused["reasons"] == [
        "handover",
        "consultation",
        "emergency",
        "patient_request",
        "quality_review",
    ]
    assert (
        clinic.refused("intake", "save", *on, "--form", "menzhen", "--answers", answers, *wang)["code"]
        == "reason_needed"
    )
    found = clinic.json("patient", "find", *on, *wang)
    assert (found["withheld"], found["last_record"]) == ("reason_needed", None)
    assert "--open-reason" in clinic.run("patient", "find", *on, *wang).out
    assert (
        clinic.json("patient", "find", *on, "--open-reason", "handover", *wang)["last_record"]["visit"] == 1
    )
    assert len(clinic.json("visits", *on, "--open-reason", "emergency", *wang)["visits"]) == 1
    assert clinic.refused("visits", *on, "--open-reason", "curiosity", *wang)["code"] == "usage"
    review = clinic.json("audit", "list", "--reason", "any", *sun)["audit"]
    assert [(row["operator"], row["record_no"], row["reason"], row["reason_words"]) for row in review] == [
        ("王大夫", "P001", "emergency", "急诊"),
        ("王大夫", "P001", "handover", "交接"),
    ]
    assert "急诊" in clinic.run("audit", "list", "--reason", "emergency", *sun).out


def test_a_weak_passphrase_sets_up_nothing(tmp_path: Path, clinic: Clinic) -> None:
    file = tmp_path / "weak.txt"
    file.write_text("password2026", encoding="utf-8")
    home = tmp_path / "other"
    refused = clinic.refused("init", "--home", str(home), "--passphrase-file", str(file))
    assert refused["code"] == "passphrase_common"
    assert not list(home.glob("*.db"))
    refused = clinic.refused(
        *("keys", "passphrase", "--recovery-file", _code(clinic), "--new-passphrase-file", str(file))
    )
    assert refused["code"] == "passphrase_common"


def _code(clinic: Clinic) -> str:
    file = clinic.home.folder.parent / "code.txt"
    file.write_text(clinic.recovery.text, encoding="ascii")
    return str(file)
