"""Amending and voiding: nothing that was saved is touched, and everything that is read afterwards follows the newest version."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import parse_record_no
from core.events.model import Event, VisitAmended, VisitVoided
from core.kernel import Kernel
from core.ledger.audit import Trail
from core.services.visits.amendments import AmendReason, VoidReason
from core.store import visits
from tests.fakes.clinic import MENZHEN, OPERATOR, Clinic, content, prepared, rows, store_of, symptom, trail

P001 = parse_record_no("P001")
DAYS = ("2026-03-01T09:00", "2026-03-15T09:00", "2026-03-29T09:00")
PAST = "高血压十年"


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with three visits of P001: 口干 重, 中, 轻. The second is signed."""
    prepared(clinic, seen_three_times)
    with clinic.open() as opened:
        yield opened


def seen_three_times(clinic: Clinic) -> None:
    clinic.add("陈敏", birth="1985")
    with clinic.open() as kernel:
        for day, grade in zip(DAYS, (3, 2, 1), strict=True):
            kernel.intake.save("P001", "menzhen", written(grade), day)
        kernel.intake.sign("P001", 2)


def written(grade: int | None = 2, term: str = "口干", **answers: object) -> str:
    found = [symptom(term, grade=grade)] if grade else []
    return content({**MENZHEN, "jiwangshi": PAST, **answers}, found)


def amend(kernel: Kernel, visit: int = 2, text: str = "", **given: Any) -> Any:
    return kernel.amendments.amend(
        "P001",
        visit,
        text or written(2, zhushu="头痛一月"),
        **{"version": 1, "reason": "slip", **given},
    )


def void(kernel: Kernel, visit: int = 2, **given: Any) -> Any:
    return kernel.amendments.void("P001", visit, **{"reason": "duplicate", **given})


def originals(kernel: Kernel) -> list[tuple[object, ...]]:
    return rows(store_of(kernel), "SELECT * FROM visit_answers WHERE version = 1 ORDER BY visit_id")


def states(kernel: Kernel, to: int | None = None) -> list[tuple[int | None, str, str | None]]:
    compared = kernel.compare.visits("P001", None, to)
    return [(compared.base, row.symptom, row.state or row.marker) for row in compared.rows]


# ── Amending ────────────────────────────────────────────────────────────────────────────────────────


def test_the_original_stays_byte_for_byte_and_the_new_version_is_what_is_read(
    kernel: Kernel, clinic: Clinic
) -> None:
    events: list[Event] = []
    kernel.bus.subscribe(Event, events.append)
    before = originals(kernel)
    at = clinic.clock.advance(hours=1)
    done = amend(kernel, note="听错了")
    assert (done.version, done.at, done.by, done.changes, done.was_signed) == (2, at, OPERATOR, 1, True)
    assert originals(kernel) == before
    record = kernel.records.of_patient("P001", 2)[0]
    assert (record.answers["zhushu"], record.version, record.visited_at.isoformat()[:16]) == (
        "头痛一月",
        2,
        DAYS[1],
    )
    assert record.amended
    assert (record.amended.by, record.amended.reason, record.amended.note) == (OPERATOR, "slip", "听错了")
    assert events == [VisitAmended(P001, 2, 2)]
    assert trail(store_of(kernel))[-1] == ("visit.amend", "P001", 2, {"version": 2})


def test_the_row_carries_reason_and_keyed_digests_and_no_word_that_was_typed(kernel: Kernel) -> None:
    amend(kernel, note="听错了")
    ((reason, before, after, detail),) = rows(
        store_of(kernel),
        "SELECT reason, digest_before, digest_after, detail FROM audit WHERE action = 'visit.amend'",
    )
    assert reason == "slip"
    assert before
    assert after
    assert before != after
    assert "听错了" not in str(detail)


def test_versions_say_who_when_why_and_what(kernel: Kernel) -> None:
    amend(kernel)
    amend(kernel, text=written(2, zhushu="头痛一月", jiwangshi="无殊"), version=2, reason="omission")
    found = kernel.records.versions("P001", 2)
    assert [(one.number, one.reason, one.signed is not None) for one in found.versions] == [
        (1, "", True),
        (2, "slip", False),
        (3, "omission", False),
    ]
    changed = [[one.path[-1] for one in found.changes(number)] for number in (1, 2, 3)]
    assert changed == [[], ["主诉"], ["既往史"]]
    assert [one.path[-1] for one in found.laid_over if one.past] == ["主诉", "既往史"]


def test_a_signed_visit_is_signed_again_and_both_signatures_hold(kernel: Kernel) -> None:
    amend(kernel)
    assert kernel.records.of_patient("P001", 2)[0].signed is None
    signed = kernel.intake.sign("P001", 2, 2)
    assert signed.version == 2
    every = kernel.records.versions("P001", 2).versions
    assert [(one.signed.version, one.signed.holds) for one in every if one.signed] == [(1, True), (2, True)]
    digests = rows(store_of(kernel), "SELECT DISTINCT digest FROM signatures")
    assert len(digests) == 2
    with pytest.raises(UserError, match="already_signed"):
        kernel.intake.sign("P001", 2)


def test_a_signature_does_not_hold_for_what_was_altered_behind_it(kernel: Kernel) -> None:
    def alter(connection: Any) -> None:
        connection.exec_driver_sql("DROP TRIGGER visit_answers_no_update")
        connection.exec_driver_sql(
            "UPDATE visit_answers SET response = replace(response, '头晕', '头痛') WHERE visit_id = 2"
        )

    store_of(kernel).write(alter)
    signed = kernel.records.of_patient("P001", 2)[0].signed
    assert signed
    assert not signed.holds


def test_what_was_not_read_is_not_signed(kernel: Kernel) -> None:
    amend(kernel)
    with pytest.raises(UserError, match="amended_since"):
        kernel.intake.sign("P001", 2, 1)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"text": written(2)}, "nothing_changed"),
        ({"text": '{"answers": {}}'}, "missing_required"),
        ({"text": "nonsense"}, "answers_unreadable"),
        ({"text": written(2, jiwangshi=3)}, "answers_invalid"),
        ({"reason": "whim"}, "unknown_reason"),
        ({"reason": "other"}, "note_required"),
        ({"reason": "other", "note": " 不详 "}, "note_required"),
        ({"version": 2}, "no_such_version"),
        ({"version": 0}, "no_such_version"),
        ({"visit": 9}, "unknown_visit"),
        (
            {"text": '{"answers": {"zhushu": "头痛", "xianbingshi": "x"}, "visited_at": "2026-03-02"}'},
            "visit_time_stays",
        ),
    ],
)
def test_what_cannot_be_an_amendment_is_refused_and_nothing_changes(
    kernel: Kernel, given: dict[str, Any], code: str
) -> None:
    before = (
        rows(store_of(kernel), "SELECT * FROM visit_answers"),
        rows(store_of(kernel), "SELECT * FROM visits"),
    )
    with pytest.raises(ClinicError) as refusal:
        amend(kernel, **given)
    assert refusal.value.code == code
    assert before == (
        rows(store_of(kernel), "SELECT * FROM visit_answers"),
        rows(store_of(kernel), "SELECT * FROM visits"),
    )


def test_the_time_of_the_visit_may_be_named_when_it_is_the_same(kernel: Kernel) -> None:
    text = '{"answers": {"zhushu": "头痛", "xianbingshi": "x"}, "visited_at": "2026-03-15T09:00"}'
    assert amend(kernel, text=text).version == 2


def test_two_amendments_of_one_version_leave_one_and_tell_the_other_what_changed(kernel: Kernel) -> None:
    texts = [written(2, zhushu="头痛一月"), written(2, zhushu="头昏一月")]

    def attempt(text: str) -> object:
        try:
            return amend(kernel, text=text)
        except ClinicError as refusal:
            return refusal

    with ThreadPoolExecutor(2) as both:
        done = list(both.map(attempt, texts))
    (refused,) = [one for one in done if isinstance(one, ClinicError)]
    assert refused.code == "amended_since"
    (change,) = refused.details["changes"]
    assert isinstance(change, dict)
    assert (change["label"], change["before"]) == ("主诉", MENZHEN["zhushu"])
    assert len(kernel.records.versions("P001", 2).versions) == 2
    kept = kernel.amendments.draft("P001", 2)
    assert kept
    assert (kept.version, kept.content) == (1, texts[done.index(refused)])


def test_checking_tells_beforehand_what_amending_would_meet(kernel: Kernel) -> None:
    def codes(text: str, version: int = 1) -> list[str]:
        return [one.code for one in kernel.amendments.check("P001", 2, text, version).refusals]

    assert codes(written(2, zhushu="头痛")) == []
    assert codes(written(2)) == ["nothing_changed"]
    assert codes('{"answers": {"zhushu": "x"}}') == ["missing_required"]
    assert codes(written(2, zhushu="头痛"), 3) == ["no_such_version"]


def test_a_draft_of_the_next_visit_and_one_of_an_amendment_do_not_meet(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", written(1, zhushu="下一次"))
    kernel.amendments.save_draft("P001", 2, written(1, zhushu="更正"), 1)
    amend(kernel)
    assert [one.content for one in kernel.intake.drafts("P001")] == [written(1, zhushu="下一次")]
    assert kernel.amendments.draft("P001", 2) is None


def test_a_draft_of_an_amendment_is_kept_and_thrown_away(kernel: Kernel) -> None:
    kernel.amendments.save_draft("P001", 2, written(1, zhushu="一"), 1)
    kernel.amendments.save_draft("P001", 2, written(1, zhushu="二"), 1)
    kept = kernel.amendments.draft("P001", 2)
    assert kept
    assert (kept.content, kept.saved_by) == (written(1, zhushu="二"), OPERATOR)
    kernel.amendments.discard_draft("P001", 2)
    assert kernel.amendments.draft("P001", 2) is None


def test_a_crash_in_between_leaves_the_visit_as_it_was(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kernel.records.of_patient("P001", 2)
    with monkeypatch.context() as patch:
        patch.setattr(visits, "tell_patient", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            amend(kernel)
    assert kernel.records.of_patient("P001", 2) == before
    kept = kernel.amendments.draft("P001", 2)
    assert kept
    assert kept.content == written(2, zhushu="头痛一月")


def test_a_change_and_its_row_are_one_transaction(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.records.of_patient("P001", 2)
    with monkeypatch.context() as patch:
        patch.setattr(Trail, "record", lambda *_, **__: None)
        for deed in (amend, void):
            with pytest.raises(RuntimeError, match="audit row"):
                deed(kernel)
    assert rows(store_of(kernel), "SELECT count(*) FROM visit_answers") == [(3,)]
    assert rows(store_of(kernel), "SELECT * FROM voids") == []


def test_another_physicians_visit_is_amended_with_the_trail_saying_so(kernel: Kernel) -> None:
    store_of(kernel).write(
        lambda connection: (
            connection.exec_driver_sql("DROP TRIGGER visits_no_update"),
            connection.exec_driver_sql("UPDATE visits SET saved_by = '王大夫' WHERE number = 2"),
        )
    )
    amend(kernel)
    assert trail(store_of(kernel))[-1] == ("visit.amend", "P001", 2, {"of": "王大夫", "version": 2})


# ── What reads the newest version ───────────────────────────────────────────────────────────────────


def test_comparison_trend_and_what_stands_ready_follow_the_newest_version(kernel: Kernel) -> None:
    assert states(kernel, 3) == [(2, "口干", "减轻")]
    amend(kernel, 3, written(3))
    assert states(kernel, 3) == [(2, "口干", "加重")]
    assert kernel.compare.visits("P001").differs
    assert kernel.compare.outdated("P001") == {3}
    (series,) = kernel.records.timeline("P001").symptoms
    assert [point.grade for point in series.points] == [3, 2, 3]
    assert [one.finding.grade for one in kernel.intake.carried("P001")] == [3]
    assert kernel.patients.show("P001").chief_complaint == MENZHEN["zhushu"]
    amend(kernel, 3, written(3, zhushu="头痛一月"), version=2)
    assert kernel.patients.show("P001").chief_complaint == "头痛一月"


def test_an_amended_visit_marks_the_comparison_of_the_next_one(kernel: Kernel) -> None:
    amend(kernel, 2, written(1))
    assert kernel.compare.outdated("P001") == {2, 3}
    assert states(kernel, 3) == [(2, "口干", "无变化")]


def test_an_override_stays_with_its_reason_and_says_that_it_is_outdated(kernel: Kernel) -> None:
    kernel.compare.override("P001", 3, "口干", state="消失", reason="当日漏记")
    amend(kernel, 3, written(3))
    compared = kernel.compare.visits("P001")
    (chosen,) = compared.chosen.values()
    assert (chosen.state, chosen.reason, chosen.outdated, compared.astray) == ("消失", "当日漏记", True, {})


def test_an_override_whose_symptom_is_gone_is_named(kernel: Kernel) -> None:
    amend(kernel, 2, written(None))
    kernel.compare.override("P001", 3, "口干", state="消失", reason="当日漏记")
    amend(kernel, 1, written(3, "头晕"))
    amend(kernel, 3, written(1, "头晕"))
    compared = kernel.compare.visits("P001")
    assert compared.chosen == {}
    assert [(one.state, one.reason, one.outdated) for one in compared.astray.values()] == [
        ("消失", "当日漏记", True)
    ]
    assert list(compared.astray) == ["口干"]


def test_what_a_later_visit_took_over_is_not_changed_with_its_source(kernel: Kernel) -> None:
    text = written(1).removesuffix("}") + ', "carried": {"jiwangshi": 3}}'
    kernel.intake.save("P001", "menzhen", text, "2026-04-12")
    amend(kernel, 3, written(1, jiwangshi="糖尿病"))
    fourth = kernel.records.of_patient("P001", 4)[0]
    assert (fourth.answers["jiwangshi"], fourth.carried["jiwangshi"].visit) == (PAST, 3)
    # Its own amendment keeps what it took over, and may take over nothing that is not so.
    changed = text.replace("头晕一月", "头晕二月")
    assert amend(kernel, 4, changed).version == 2
    assert kernel.records.of_patient("P001", 4)[0].carried["jiwangshi"].visit == 3
    with pytest.raises(UserError, match="answers_invalid"):
        amend(kernel, 4, changed.replace(PAST, "别的"), version=2)


def test_an_unsigned_amendment_is_brought_up_on_the_days_list(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save("P001", "menzhen", written(1), "2026-11-28T09:00")
    kernel.intake.sign("P001", 4)
    assert kernel.today.overview().unsigned_before == 0
    amend(kernel, 4, written(2))
    assert kernel.today.overview().unsigned_before == 1


# ── Voiding ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_void_visit_stays_in_the_record_and_counts_no_more(kernel: Kernel, clinic: Clinic) -> None:
    events: list[Event] = []
    kernel.bus.subscribe(Event, events.append)
    before = originals(kernel)
    at = clinic.clock.advance(hours=1)
    void(kernel, 2, reason="wrong_patient", note="同名")
    assert originals(kernel) == before
    every = kernel.records.of_patient("P001")
    assert [(one.number, one.place, one.void is not None) for one in every] == [
        (1, 1, False),
        (2, 0, True),
        (3, 2, False),
    ]
    gone = every[1].void
    assert gone
    assert (gone.at, gone.by, gone.reason, gone.note) == (at, OPERATOR, "wrong_patient", "同名")
    assert every[1].signed
    assert every[1].signed.holds
    assert events == [VisitVoided(P001, 2)]
    assert trail(store_of(kernel))[-1] == ("visit.void", "P001", 2, {"version": 1})
    assert rows(
        store_of(kernel), "SELECT reason, digest_before <> '' FROM audit WHERE action = 'visit.void'"
    ) == [("wrong_patient", 1)]
    assert kernel.patients.show("P001").visits == 2


def test_the_neighbours_of_a_void_visit_compare_with_each_other(kernel: Kernel) -> None:
    void(kernel, 2)
    assert states(kernel, 3) == [(1, "口干", "减轻")]
    assert kernel.compare.visits("P001").differs
    assert kernel.compare.outdated("P001") == {3}
    timeline = kernel.records.timeline("P001")
    assert [visit.number for visit in timeline.visits] == [1, 3]
    assert [visit.number for visit in timeline.everything] == [1, 2, 3]
    assert [len(series.points) for series in timeline.symptoms] == [2]
    for base, to in ((2, 3), (1, 2)):
        with pytest.raises(UserError, match="visit_voided"):
            kernel.compare.visits("P001", base, to)


def test_without_the_last_visit_the_one_before_it_is_the_last(kernel: Kernel) -> None:
    void(kernel, 3)
    context = kernel.records.context(P001)
    assert context.last
    assert (context.last.number, context.next_place) == (2, 3)
    assert [one.visit for one in kernel.intake.carried("P001")] == [2]
    assert kernel.intake.last_answers("P001", "menzhen")["jiwangshi"].source.visit == 2
    assert str(kernel.patients.show("P001").last_visit) == "2026-03-15"


def test_a_number_is_never_given_out_twice(kernel: Kernel) -> None:
    void(kernel, 3)
    assert kernel.intake.save("P001", "menzhen", written(1), "2026-04-12").number == 4


def test_the_first_visit_void_makes_the_second_one_the_first(kernel: Kernel) -> None:
    void(kernel, 1)
    assert [(one.number, one.place) for one in kernel.records.of_patient("P001")] == [(1, 0), (2, 1), (3, 2)]
    with pytest.raises(UserError, match="no_earlier_visit"):
        kernel.compare.visits("P001", None, 2)


def test_no_visit_left_is_as_before_the_first(kernel: Kernel) -> None:
    for number in (1, 2, 3):
        void(kernel, number)
    assert kernel.records.context(P001).last is None
    assert kernel.compare.visits("P001").visits == 0
    patient = kernel.patients.show("P001")
    assert (patient.visits, patient.last_visit) == (0, None)
    assert kernel.records.timeline("P001").symptoms == ()


@pytest.mark.parametrize("deed", ["amend", "void", "sign", "draft"])
def test_what_is_void_stays_as_it_is(kernel: Kernel, deed: str) -> None:
    void(kernel, 3)
    before = rows(store_of(kernel), "SELECT * FROM voids")
    deeds: dict[str, Callable[[], object]] = {
        "amend": lambda: amend(kernel, 3),
        "void": lambda: void(kernel, 3),
        "sign": lambda: kernel.intake.sign("P001", 3),
        "draft": lambda: kernel.amendments.save_draft("P001", 3, written(1), 1),
    }
    with pytest.raises(UserError) as refusal:
        deeds[deed]()
    assert (refusal.value.code, refusal.value.params["by"]) == ("visit_voided", OPERATOR)
    assert rows(store_of(kernel), "SELECT * FROM voids") == before


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"reason": "slip"}, "unknown_reason"),
        ({"reason": "other"}, "note_required"),
        ({"visit": 7}, "unknown_visit"),
    ],
)
def test_what_cannot_be_a_void_is_refused(kernel: Kernel, given: dict[str, Any], code: str) -> None:
    with pytest.raises(UserError, match=code):
        void(kernel, **given)
    assert rows(store_of(kernel), "SELECT * FROM voids") == []


def test_a_void_visit_is_on_no_list_of_the_day(kernel: Kernel, clinic: Clinic) -> None:
    kernel.intake.save("P001", "menzhen", written(1))
    assert [visit.number for visit in kernel.today.overview().visits] == [4]
    void(kernel, 4)
    assert kernel.today.overview().visits == ()
    assert kernel.today.people().people == ()
    kernel.intake.save("P001", "menzhen", written(1))
    assert [(visit.number, visit.place) for visit in kernel.today.overview().visits] == [(5, 4)]


def test_an_unsigned_visit_that_is_void_is_not_brought_up(kernel: Kernel) -> None:
    kernel.intake.save("P001", "menzhen", written(1), "2026-11-28T09:00")
    assert kernel.today.overview().unsigned_before == 1
    void(kernel, 4)
    assert kernel.today.overview().unsigned_before == 0


# ── Who may ─────────────────────────────────────────────────────────────────────────────────────────


def test_late_entries_say_so(kernel: Kernel) -> None:
    kernel.intake.save("P001", "menzhen", written(1))
    assert [one.is_late for one in kernel.records.of_patient("P001")] == [True, True, True, False]
    assert [one.is_late for one in kernel.records.timeline("P001").visits] == [True, True, True, False]


def test_every_reason_has_its_words(kernel: Kernel) -> None:
    from core.base.messages import Messages

    for language in ("zh_CN", "en"):
        words = Messages(language)
        assert all(words.text(f"amend.reason.{reason}") for reason in AmendReason)
        assert all(words.text(f"void.reason.{reason}") for reason in VoidReason)


def test_without_the_right_nothing_is_amended_or_void(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    acting = kernel.amendments._desk.acting
    monkeypatch.setattr(acting, "settle", lambda *_rights: False)
    deeds: tuple[Callable[[], object], ...] = (
        lambda: amend(kernel),
        lambda: void(kernel),
        lambda: kernel.amendments.check("P001", 2, written(1), 1),
        lambda: kernel.amendments.draft("P001", 2),
        lambda: kernel.amendments.save_draft("P001", 2, written(1), 1),
        lambda: kernel.amendments.discard_draft("P001", 2),
    )
    for deed in deeds:
        with pytest.raises(Refused, match="not_allowed"):
            deed()
