"""Identity numbers on their way in and out: stored or refused as the shared table says, and never printed whole."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.id_card import check
from tests.fakes.clinic import MENZHEN, Clinic
from tests.fakes.clock import NOON

WHOLE = "11010519491231002X"
MASKED = "110105********002X"
WRONG = "440308199901101513"
"""One digit off a real number: showing it whole would show the real one."""


def vectors(shared: Path) -> Iterator[tuple[str, str]]:
    text = (shared / "data/identity/cn_id_vectors.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for row in csv.DictReader(lines, delimiter="\t"):
        yield row["input"], row["expected"].split("(")[0]


def test_every_vector_is_stored_or_refused(clinic: Clinic, shared: Path) -> None:
    stored = 0
    for place, (number, expected) in enumerate(vectors(shared)):
        done = clinic.run(
            *("patient", "add", "--name", f"某{place}", "--sex", "女", "--id-card", number, "--json")
        )
        if expected == "invalid":
            assert (done.code, done.error[:8]) == (1, "id_card_"), number
            continue
        stored += 1
        assert done.code == 0, done.out
        codes = {warning["code"] for warning in done.json["warnings"]}
        assert bool(codes - {"id_card_other_sex"}) == (expected != "valid"), number
    kept = {number for (number,) in clinic.rows("SELECT id_card FROM patients")}
    assert len(clinic.rows("SELECT 1 FROM patients")) == stored
    assert kept == {
        check(number, NOON.date()).number for number, expected in vectors(shared) if expected != "invalid"
    }


def test_what_the_card_says_otherwise_is_pointed_out(clinic: Clinic) -> None:
    added = clinic.json(
        *("patient", "add", "--name", "陈敏", "--sex", "男", "--birth", "1985", "--id-card", WHOLE)
    )
    assert [warning["code"] for warning in added["warnings"]] == ["id_card_other_sex", "id_card_other_birth"]
    assert all(warning["message"] for warning in added["warnings"])


@pytest.fixture(scope="module")
def carded(tmp_path_factory: pytest.TempPathFactory) -> Clinic:
    """A patient with a card, two visits and a draft."""
    from tests.fakes.clinic import new_clinic

    clinic = new_clinic(tmp_path_factory.mktemp("carded"))
    clinic.add("陈敏", birth="1949", id_card=WHOLE)
    clinic.save("P001", at="2026-03-01")
    clinic.save("P001", at="2026-03-15")
    file = str(clinic.answers(MENZHEN))
    clinic.json("intake", "draft", "save", "--record-no", "P001", "--form", "menzhen", "--answers", file)
    return clinic


@pytest.mark.parametrize("json", [[], ["--json"]], ids=["table", "json"])
@pytest.mark.parametrize(
    "command",
    [
        ["patient", "show", "--record-no", "P001"],
        ["patient", "find", "陈敏"],
        ["patient", "find", WHOLE],
        ["patient", "add", "--name", "陈敏", "--sex", "女", "--id-card", WHOLE],
        ["patient", "add", "--name", "陈民", "--sex", "女", "--id-card", WHOLE],
        ["patient", "edit", "--record-no", "P001", "--id-card", WHOLE],
        [
            "patient",
            "edit",
            "--record-no",
            "P001",
            "--id-card",
            f" {WHOLE.lower()} ",
            "--phone",
            "13800000000",
        ],
        ["visits", "--record-no", "P001"],
        ["compare", "--record-no", "P001"],
        ["intake", "draft", "show", "--record-no", "P001"],
    ],
    ids=" ".join,
)
def test_the_number_is_masked_in_every_output(carded: Clinic, command: list[str], json: list[str]) -> None:
    done = carded.run(*command, *json)
    for form in (WHOLE, WHOLE.lower()):
        assert form not in done.out
        assert form not in done.err


def test_the_masked_number_is_shown_to_a_person(carded: Clinic) -> None:
    assert MASKED in carded.run("patient", "show", "--record-no", "P001").out
    assert carded.json("patient", "show", "--record-no", "P001")["patient"]["id_card"] == MASKED


@pytest.mark.parametrize("json", [[], ["--json"]], ids=["table", "json"])
def test_a_refused_number_is_not_repeated_whole(clinic: Clinic, json: list[str]) -> None:
    done = clinic.run("patient", "add", "--name", "何静", "--sex", "女", "--id-card", WRONG, *json)
    assert done.code == 1
    assert WRONG not in done.out + done.err


def test_the_number_is_in_no_row_of_the_trail(carded: Clinic) -> None:
    assert carded.rows("SELECT 1 FROM audit WHERE detail LIKE '%1949%'") == []
