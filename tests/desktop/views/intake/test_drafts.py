"""Nothing typed is lost: every form of every pack keeps a draft, each way out flushes it, and it comes back with its time."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.errors import Damaged
from core.services.visits.intake import Intake, KeptDraft
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState
from desktop.session.autosave import IDLE_MS
from desktop.session.page import Safety
from desktop.views.intake.draft import Draft
from desktop.views.intake.page import IntakePage
from desktop.views.intake.visit_time import VisitTimeSheet
from tests.desktop.shell.program import WAIT_MS, desk_of, wait_state
from tests.desktop.views.intake.stage import NEW, SEEN, Stage, stage
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic

__all__ = ["clinic"]
K = Qt.Key


@pytest.fixture
def at(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    with stage(qtbot, clinic) as opened:
        yield opened


def kept(at: Stage, number: str) -> dict[str, str]:
    """The drafts in the store, by form."""
    found: list[tuple[KeptDraft, ...]] = []
    at.program.clinic.ask(at.page, lambda kernel: kernel.intake.drafts(number), found.append)
    at.bot.waitUntil(lambda: bool(found), timeout=WAIT_MS)
    return {draft.form: draft.content for draft in found[0]}


def test_R6_every_form_of_every_pack_keeps_a_draft(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    tabs = at.page.top.tabs
    assert tabs
    names = [option.value for option in tabs._options]
    assert {"menzhen", "shiwen"} <= set(names)
    for name in names:
        tabs.choose(name)
        at.until_writing(name)
        for section in at.page.form.outline().sections:
            at.page.form.jump_to(section.link_id)
            QTest.keyClicks(at.focused(), "y2")
            if section.link_id == "symptoms":
                QTest.keyClick(at.focused(), K.Key_Return)
            assert at.page.work.safety is Safety.UNSAVED, f"{name} {section.title}"
            at.page.flush()
            at.bot.waitUntil(lambda: at.page.work.safety is Safety.KEPT, timeout=WAIT_MS)
    assert set(kept(at, NEW)) == set(names)


def leave_by_another_screen(at: Stage) -> None:
    at.program.window.do(ActionId.PATIENTS)


def leave_by_another_patient(at: Stage) -> None:
    at.turn_to(SEEN)


def leave_by_another_form(at: Stage) -> None:
    assert at.page.top.tabs
    at.page.top.tabs.choose("shiwen")


def lock(at: Stage) -> None:
    at.program.window.lock()
    wait_state(at.bot, at.program, ClinicState.CLOSED)


def close(at: Stage) -> None:
    at.program.window.close()
    at.bot.waitUntil(lambda: not at.program.window.isVisible(), timeout=WAIT_MS)


@pytest.mark.parametrize(
    "leave", [leave_by_another_screen, leave_by_another_patient, leave_by_another_form, lock, close]
)
def test_R4_each_way_out_keeps_what_was_typed_a_moment_before(
    qtbot: QtBot, clinic: Clinic, leave: Callable[[Stage], None]
) -> None:
    with stage(qtbot, clinic) as at:
        at.turn_to(NEW)
        at.until_writing()
        at.type_in("zhushu", "tou yun")
        leave(at)
        if at.program.clinic.state is ClinicState.OPEN:
            # Sooner than the draft would be saved by itself.
            at.bot.waitUntil(lambda: bool(kept(at, NEW)), timeout=IDLE_MS - 500)
    shown = clinic.json("intake", "draft", "show", "--record-no", str(NEW))["drafts"]
    assert [(draft["form"], draft["answers"]) for draft in shown] == [("menzhen", {"zhushu": "tou yun"})]


def test_R3_a_draft_comes_back_with_its_time(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    assert at.page.top.note.text() == ""
    at.type_in("zhushu", "tou yun")
    at.turn_to(SEEN)
    at.until_writing()
    assert at.page.form.content() == {"answers": {}, "symptoms": []}
    at.turn_to(NEW)
    at.until_writing()
    assert at.page.form.content()["answers"] == {"zhushu": "tou yun"}
    opened = at.program.clinic.opened
    assert opened
    assert at.page.top.note.text().startswith("草稿存于 ")
    assert at.page.top.note.text().endswith("，已恢复")


def test_R9_unlocking_comes_back_to_the_page_and_the_draft(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("zhushu", "tou yun")
    lock(at)
    assert at.program.window.desk is None
    at.program.window.entry.unlock.passphrase.setText(PASSPHRASE)
    at.program.window.entry.unlock.submit()
    desk = desk_of(at.bot, at.program)
    at.bot.waitUntil(
        lambda: isinstance(desk.page, IntakePage) and desk.page.context is not None, timeout=WAIT_MS
    )
    page = desk.page
    assert isinstance(page, IntakePage)
    assert page.context
    assert page.context.record_no == NEW
    at.bot.waitUntil(lambda: page.form.questionnaire is not None, timeout=WAIT_MS)
    assert page.form.content()["answers"] == {"zhushu": "tou yun"}


def test_the_form_of_the_newest_draft_is_opened(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    leave_by_another_form(at)
    at.until_writing("shiwen")
    at.type_in("zhushu", "tou yun")
    at.turn_to(SEEN)
    at.until_writing()
    at.turn_to(NEW)
    at.until_writing()
    assert at.page.form.questionnaire
    assert at.page.form.questionnaire.slug == "shiwen"


def test_R5_a_draft_that_cannot_be_kept_says_so_until_it_is(
    at: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.turn_to(NEW)
    at.until_writing()
    real = Intake.save_draft

    def refuse(*_: object) -> KeptDraft:
        raise Damaged("response_damaged", form="?")

    monkeypatch.setattr(Intake, "save_draft", refuse)
    at.type_in("zhushu", "tou yun")
    at.page.flush()
    at.bot.waitUntil(lambda: at.page.work.safety is Safety.FAILING, timeout=WAIT_MS)
    bars = [notice for notice in at.program.notices.standing if "草稿没有存住" in notice.text]
    assert len(bars) == 1
    assert "P002" in bars[0].title
    at.page.flush()
    at.bot.wait(100)
    assert [notice for notice in at.program.notices.standing if "草稿没有存住" in notice.text] == bars
    monkeypatch.setattr(Intake, "save_draft", real)
    at.bot.waitUntil(lambda: at.page.work.safety is Safety.KEPT, timeout=WAIT_MS)
    assert bars[0] not in at.program.notices.standing


def test_a_draft_let_go_of_unsaved_never_takes_the_next_patients_words(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("zhushu", "tou yun")
    draft = at.page._draft
    assert isinstance(draft, Draft)
    draft.close()
    at.page.form.fill({"answers": {"zhushu": "别人的话"}, "symptoms": []})
    draft.autosave.flush()
    at.bot.waitUntil(lambda: not draft.is_dirty, timeout=WAIT_MS)
    assert "tou yun" in kept(at, NEW)["menzhen"]


def test_the_time_of_the_visit_is_kept_with_the_draft_and_saved(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    opened = at.program.clinic.opened
    assert opened
    assert at.page.top.by.text() == f"医师 {opened.operator}"
    assert at.page.form.table
    assert [row.term for row in at.page.form.table.rows] == ["多梦"]
    late = opened.clock.now() - timedelta(days=30)
    set_time(at, late)
    at.bot.waitUntil(
        lambda: "补记" in at.page.top.time.words and at.page.form.table is not None, timeout=WAIT_MS
    )
    at.until_writing()
    at.bot.waitUntil(lambda: at.page.form.table is not None and not at.page.form.table.rows, timeout=WAIT_MS)
    at.write()
    at.turn_to(NEW)
    at.until_writing()
    assert "补记" not in at.page.top.time.words
    at.turn_to(SEEN)
    at.until_writing()
    assert f"{late:%Y-%m-%d %H:%M}" in at.page.top.time.words
    at.page.save()
    at.until_saved()
    assert at.page.card.record
    assert at.page.card.record.visited_at == late.replace(second=0, microsecond=0)
    assert at.page.card.meta.text().startswith("初诊·"), "it comes before the visit that was saved first"


def set_time(at: Stage, moment: datetime) -> None:
    at.page.top.time.click()
    sheet = at.page.findChild(VisitTimeSheet)
    assert sheet
    sheet.edit.setText(f"{moment:%Y-%m-%d %H:%M}")
    QTest.keyClick(sheet.edit, K.Key_Return)


def test_a_time_after_now_and_no_time_at_all_are_refused(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.page.ask_for_time()
    sheet = at.page.findChild(VisitTimeSheet)
    assert sheet
    answers: list[object] = []
    sheet.answered.connect(answers.append)
    for typed, words in (
        ("2999-01-01 8:00", "不能晚于现在"),
        ("gestern", "读不懂"),
        ("2026-11-01", "读不懂"),
    ):
        sheet.edit.setText(typed)
        QTest.keyClick(sheet.edit, K.Key_Return)
        assert words in sheet.problem.text()
        assert sheet.isVisible()
    sheet.edit.setText("２０２６-３-１ ９：３０".replace("：", ":"))
    sheet.edit.textEdited.emit(sheet.edit.text())
    assert sheet.problem.isHidden()
    sheet.submit()
    assert [f"{at:%Y-%m-%d %H:%M}" for at in answers if isinstance(at, datetime)] == ["2026-03-01 09:30"]


def test_what_is_being_saved_as_a_visit_is_not_thrown_away(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("zhushu", "tou yun")
    (draft,) = (one for one in at.program.guard.dirty(at.page) if isinstance(one, Draft))
    draft.autosave.hold(lambda: None)
    heard: list[bool] = []
    draft.discard(heard.append)
    assert (heard, at.page.is_typed) == ([False], True)
    draft.autosave.resume()
