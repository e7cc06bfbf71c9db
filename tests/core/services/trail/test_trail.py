"""Looking through the trail page by page, its condition, paper against it, and a copy of what was asked for."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import Refused, UserError
from core.base.messages import LANGUAGES, Messages
from core.base.rights import Role
from core.constraints.event import ERROR, Author
from core.constraints.kinds import KINDS, Stage
from core.constraints.kinds import Action as Doing
from core.events.model import Event, TrailVerified
from core.kernel import Kernel
from core.ledger.audit import Action
from core.ledger.findings import Kind
from core.services.patients.patients import Asked as Sought
from core.services.patients.patients import Filters, Given
from core.services.prints import Sheet, Target
from core.services.trail import audit
from core.services.trail.audit import Agreement, Asked
from core.services.trail.words import action_words, detail_words, reason_words, tool_words
from core.tools.call import Step
from tests.fakes.clinic import MENZHEN, Clinic, content, rows, store_of
from tests.fakes.people import PASSPHRASES, staffed


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        for name in ("陈敏", "何静", "王芳"):
            opened.patients.register(Given(name, "女"))
        yield opened


def seqs(page: audit.TrailPage) -> list[int]:
    return [entry.row.seq for entry in page.entries]


def test_pages_follow_one_another_without_a_gap_and_the_last_says_so(kernel: Kernel) -> None:
    first = kernel.audit.page(limit=2)
    second = kernel.audit.page(before=first.next, limit=2)
    assert (seqs(first), seqs(second)) == ([4, 3], [2, 1])
    assert (first.next, second.next) == (3, 0)


def test_a_name_stands_beside_the_number_only_where_the_role_may_know_it(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        (own, *_) = kernel.audit.page(Asked("P001", action=Action.PATIENT_ADD)).entries
        assert (own.row.record_no, own.name) == ("P001", "陈敏")
    with clinic.open(passphrase=PASSPHRASES["孙审计"]) as kernel:
        (seen, *_) = kernel.audit.page(Asked("P001", action=Action.PATIENT_ADD)).entries
        assert (seen.row.record_no, seen.name) == ("P001", "")


def test_the_whole_needs_more_of_a_right_than_one_patient_or_oneself(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        assert kernel.audit.page(Asked("P001")) is not None
        assert {one.row.operator for one in kernel.audit.page(Asked(operator="王大夫")).entries} == {"王大夫"}
        for asked in (Asked(), Asked(operator="孙审计"), Asked(refused=True)):
            with pytest.raises(Refused, match="not_allowed"):
                kernel.audit.page(asked)
        with pytest.raises(Refused, match="not_allowed"):
            kernel.audit.export(clinic.home.folder / "x")
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel, pytest.raises(Refused, match="not_allowed"):
        kernel.audit.page(Asked("P001"))


def test_looking_on_and_again_is_one_reading_and_another_question_another(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> int:
        query = "SELECT count(*) FROM audit WHERE action = 'audit.read'"
        return int(str(rows(store_of(kernel), query)[0][0]))

    kernel.audit.page(limit=1)
    kernel.audit.page(before=3, limit=1)
    kernel.audit.page(limit=1)
    assert told() == 1
    kernel.audit.page(Asked(operator="李大夫", refused=True))
    assert told() == 2
    newest = kernel.audit.page(limit=1).entries[0].row
    assert json.loads(newest.detail) == {"filters": ["operator", "refused"]}
    monkeypatch.setattr(audit, "ONE_READING_S", -1.0)
    kernel.audit.page(Asked("P001"))
    kernel.audit.page(Asked("P001"))
    assert told() == 4


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (Asked(action="x"), "unknown_action"),
        (Asked(since="x"), "bad_time"),
        (Asked(record_no="x"), "bad_record_no"),
        (Asked(reason="x"), "unknown_reason"),
    ],
)
def test_what_cannot_be_read_is_refused_and_leaves_no_row(kernel: Kernel, asked: Asked, code: str) -> None:
    with pytest.raises(UserError, match=code):
        kernel.audit.page(asked)
    assert [row.action for row in kernel.audit.rows(limit=2)] == ["audit.read", "patient.add"]


def test_the_condition_tells_of_the_last_verification(kernel: Kernel) -> None:
    heard: list[Event] = []
    kernel.bus.subscribe(TrailVerified, heard.append)
    before = kernel.audit.condition
    assert before.checked is None
    assert before.is_whole
    told: list[tuple[int, int]] = []
    done = kernel.audit.verify(lambda seen, of: told.append((seen, of)))
    checked = kernel.audit.condition.checked
    assert checked is not None
    assert (checked.by, checked.rows, checked.kinds) == ("李大夫", 3, ())
    assert told == [(3, 3)]
    assert done.whole
    assert heard == [TrailVerified(whole=True)]


def test_a_verification_that_is_stopped_has_no_result(kernel: Kernel) -> None:
    def stop(_done: int, _of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        kernel.audit.verify(stop)
    assert kernel.audit.condition.checked is None


def test_what_an_opening_found_stays_until_somebody_verifies(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.home.head.unlink()
    clinic.vault.secrets.clear()
    with clinic.open(recovery=clinic.recovery) as kernel:
        assert not kernel.audit.condition.is_whole
        assert [one.kind for one in kernel.findings] == [Kind.ANCHOR_MISSING]
    with clinic.open() as kernel:
        assert kernel.findings == ()
        assert kernel.audit.condition.broken_since
        assert not kernel.audit.condition.is_whole
        kernel.audit.verify()
        assert kernel.audit.condition.is_whole


def test_a_line_copied_on_paper_holds_and_one_of_another_chain_does_not(kernel: Kernel) -> None:
    line = kernel.audit.paper_line()
    kernel.patients.register(Given("赵云", "男"))
    held = kernel.audit.against_paper(line)
    assert (held.agreement, held.seq) == (Agreement.HOLDS, 3)
    assert held.at == kernel.clock.now()
    assert kernel.audit.against_paper(line.replace("#3", "#2")).agreement is Agreement.DIFFERS
    assert kernel.audit.against_paper(line.replace("#3", "#99")).agreement is Agreement.GONE
    told = kernel.audit.rows(action=Action.AUDIT_PAPER)
    assert [(row.reason, json.loads(row.detail)) for row in told] == [
        ("gone", {"row": 99}),
        ("differs", {"row": 2}),
        ("holds", {"row": 3}),
    ]


def test_an_export_says_what_was_asked_and_holds_that_alone(kernel: Kernel, tmp_path: Path) -> None:
    file, told = tmp_path / "some.jsonl", list[tuple[int, int]]()
    done = kernel.audit.export(file, Asked("P002"), lambda seen, of: told.append((seen, of)))
    first, *lines, last = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert first["asked"] == {"record_no": "P002"}
    assert [line["row"][0] for line in lines] == [2, 4]
    assert (done.rows, last["rows"]) == (2, 2)
    assert told == [(2, 4)]


def test_an_export_that_is_stopped_leaves_no_file(kernel: Kernel, tmp_path: Path) -> None:
    def stop(_done: int, _of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        kernel.audit.export(tmp_path / "half", told=stop)
    assert not (tmp_path / "half").exists()


def test_every_road_that_shows_or_takes_a_record_leaves_its_row_and_says_which_it_was(clinic: Clinic) -> None:
    """Each write and each reading: who, in which role, through what (spec/security.md §2.6)."""
    number = clinic.add("陈敏", birth="1985")
    for at in ("2026-11-01", "2026-11-15"):
        assert clinic.save(number, at=f"{at}T09:00").code == 0
    clinic.run("visits", "--record-no", number)
    clinic.run("compare", "show", "--record-no", number)
    with clinic.open() as kernel:
        kernel.patients.page(filters=Filters(text="陈敏"))
        kernel.patients.find(Sought(text="陈敏"))
        kernel.records.of_patient(number, 2)
        kernel.compare.visits(number)
        kernel.intake.save_draft(number, "menzhen", content(MENZHEN))
        for sheet in Sheet:
            for target in Target:
                kernel.prints.note(number, 2, sheet, target)
        told = rows(
            store_of(kernel),
            "SELECT DISTINCT source, action, tool FROM audit WHERE tool <> '' OR action <> 'record.read' ORDER BY 1, 2, 3",
        )
        assert rows(store_of(kernel), "SELECT count(*) FROM audit WHERE operator = '' OR role = ''") == [(0,)]
        prints = kernel.audit.rows(number, action=Action.RECORD_PRINT)
    for road in (
        ("cli", "record.read", "records.of_patient"),
        ("cli", "intake.save", ""),
        ("test", "patient.search", "patients.find"),
        ("test", "patient.search", "patients.page"),
        ("test", "record.read", "records.of_patient"),
        ("test", "record.read", "compare.visits"),
        ("test", "draft.save", ""),
        ("test", "record.print", "print.visit"),
        ("test", "record.print", "print.comparison"),
    ):
        assert road in told, road
    assert [(row.visit, json.loads(row.detail)["target"]) for row in prints] == [
        *((2, "pdf"), (2, "printer")),
        *((2, "pdf"), (2, "printer")),
    ]
    assert not [row for row in told if row[1] == "record.read" and not row[2]]


def test_a_print_needs_the_right_to_read(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        number = kernel.patients.register(Given("陈敏", "女")).patient.record_no
        with pytest.raises(Refused, match="not_allowed"):
            kernel.prints.note(number, 1, Sheet.VISIT, Target.PDF)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_row_can_say_has_words(kernel: Kernel, language: str) -> None:
    words = Messages(language)
    for action in Action:
        assert action_words(action, words) != action.value
    for tool in ("patients.show", "records.timeline", "compare.visits", *(f"print.{one}" for one in Sheet)):
        assert tool_words(tool, words) != tool
    kernel.patients.edit("P001", Given(phone="13800007723"))
    (row,) = kernel.audit.rows(action=Action.PATIENT_EDIT)
    name, value = detail_words(row, words)[0]
    assert (name, value) == {
        "zh_CN": ("项目", "电话"),
        "en": ("Items", words.text("patient.fields.phone")),
    }[language]
    with pytest.raises(Refused):
        kernel.intake.save("", "menzhen", "{}")
    (refused,) = kernel.audit.rows(action=Action.INTAKE_REFUSED)
    assert reason_words(refused, words) != refused.reason
    assert Role.AUDITOR.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_model_was_not_asked_or_did_not_answer_is_told_in_words(kernel: Kernel, language: str) -> None:
    words = Messages(language)
    told: tuple[tuple[Action, str, str], ...] = (
        (Action.MODEL_EGRESS, "egress_no_policy", ""),
        (Action.MODEL_BUDGET, "day_budget_reached", ""),
        (Action.NET_REQUEST, "model_server", "api.deepseek.com"),
    )
    for action, reason, host in told:
        kernel._desk.change(
            lambda change, one=(action, reason, host): change.trail.record(  # type: ignore[misc]
                one[0], outcome="refused", reason=one[1], host=one[2]
            )
        )
    policy, budget, server = (
        reason_words(row, words) for action, *_ in told for row in kernel.audit.rows(action=action)
    )
    assert policy == words.text("audit.reasons.egress_no_policy")
    assert budget == words.text("audit.reasons.day_budget_reached")
    assert server == words.text("errors.model_server.message", host="api.deepseek.com", status="…")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_of_a_constraint_is_told_in_words(kernel: Kernel, language: str) -> None:
    words = Messages(language)
    for kind in (*(name for name, kind in KINDS.items() if not kind.refused), ERROR):
        words.text(f"audit.constraint_kind.{kind}")
    for doing in Doing:
        words.text(f"audit.doing.{doing}")
    for stage in Stage:
        words.text(f"audit.stage.{stage}")
    for author in Author:
        words.text(f"audit.author.{author}")
    for step in Step:
        words.text(f"audit.step.{step}")
    asyncio.run(kernel.tools.released("头痛已治愈。", Author.MODEL))
    (row,) = kernel.audit.rows(action=Action.CONSTRAINT_HIT)
    assert reason_words(row, words) == words.text("audit.reasons.wording")
    said = detail_words(row, words)
    names = [name for name, _ in said]
    assert len(set(names)) == len(names)
    told = dict(said)
    assert told[words.text("audit.details.action")] == words.text("audit.doing.block")
    assert told[words.text("audit.details.author")] == words.text("audit.author.model")
    assert told[words.text("audit.details.matched")] == "治愈"
    assert told[words.text("audit.details.quarantined")] == "1"
    assert "None" not in told.values()
    assert tool_words("pack__tcm__visit_compare", words) == "tcm/visit_compare"
