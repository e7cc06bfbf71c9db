"""The offers under the narrative: when they come, what taking one records, and what it never touches."""

import time
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from core.forms.symptoms import read_findings
from core.services.forms import Count, Finding, Status, dump_json
from core.services.visits.carried import Carried
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.views.intake.form import FormView
from desktop.views.intake.narrative import IDLE_MS, NarrativeStrip
from desktop.views.intake.offer_chip import OfferChip
from desktop.views.intake.question import QuestionView
from desktop.views.intake.symptoms import SymptomTable
from tests.desktop.views.intake.reading_clinic import ReadingClinic
from tests.fakes.clinic import new_clinic
from tests.fakes.forms import pack_form

DAY = date(2026, 3, 6)
CARRIED = (
    Carried(Finding("多梦", Status.PRESENT, "shuimian", grade=2), 2, DAY),
    Carried(Finding("夜尿", Status.PRESENT, "erbian", count=Count(Decimal(3), "次/夜")), 2, DAY),
    Carried(Finding("入睡困难", Status.PRESENT, "shuimian"), 2, DAY),
)
STORY = "前天受凉，偶有咳嗽，不发热，两胁不胀。"
K = Qt.Key
LONGEST_S = 2


class Stage:
    """A form over a clinic that reads."""

    def __init__(self, window: QWidget, clinic: ReadingClinic) -> None:
        self.clinic = clinic
        self.form = FormView(clinic.bridge, parent=window)
        self.form.resize(window.size())
        self.form.show_form(pack_form("menzhen"), CARRIED)
        self.form.show()
        self.window = window
        self.changes = 0
        self.form.changed.connect(self._on_changed)

    @property
    def strip(self) -> NarrativeStrip:
        body = self.form._body
        assert body
        assert body.strip
        return body.strip

    @property
    def table(self) -> SymptomTable:
        assert self.form.table
        return self.form.table

    @property
    def story(self) -> QPlainTextEdit:
        view = self.form._view_of("xianbingshi", ())
        assert isinstance(view, QuestionView)
        edit = view.fields[0].inputs()[0]
        assert isinstance(edit, QPlainTextEdit)
        return edit

    @property
    def chips(self) -> list[OfferChip]:
        return [chip for chip in self.strip.chips if not chip.isHidden()]

    @property
    def offered(self) -> list[str]:
        return [chip.accessibleName() for chip in self.chips]

    def write(self, text: str) -> None:
        self.story.setFocus()
        self.story.insertPlainText(text)

    def read(self, text: str) -> None:
        """Write, and let the typing rest; here it need not rest long."""
        self.strip._timer.setInterval(10)
        before, latest = len(self.clinic.asked), time.monotonic() + LONGEST_S
        self.write(text)
        while len(self.clinic.asked) == before and time.monotonic() < latest:
            QTest.qWait(10)

    def entry(self, term: str) -> dict[str, object]:
        return next(entry for entry in self.table.entries() if entry["term"] == term)

    def _on_changed(self) -> None:
        self.changes += 1


@pytest.fixture
def stage(window: QWidget, qtbot: QtBot) -> Stage:
    made = Stage(window, ReadingClinic())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return made


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found
    return found


def test_offers_come_once_when_the_typing_rests(stage: Stage) -> None:
    stage.write(STORY[:10])
    QTest.qWait(IDLE_MS // 2)
    stage.write(STORY[10:])
    QTest.qWait(IDLE_MS // 2)
    assert stage.clinic.asked == []
    assert stage.strip.isHidden()
    QTest.qWait(IDLE_MS)
    assert stage.clinic.asked == ["narrative"]
    assert stage.offered == ["记入 咳嗽 有", "记入 发热 无", "记入 胁胀 无"]
    assert stage.strip.height() == 36
    assert stage.table.entries() == [], "nothing is recorded by itself"
    stage.story.clear()
    assert stage.strip.isHidden(), "without a narrative there is nothing to offer"


def test_the_chief_complaint_counts(stage: Stage) -> None:
    stage.form.fill({"answers": {"zhushu": "头痛两天", "xianbingshi": "昨晚发热。"}})
    QTest.qWait(IDLE_MS + 150)
    assert stage.offered == ["记入 头痛 有 两天"]


def test_nothing_is_read_while_an_input_method_holds_text(stage: Stage) -> None:
    stage.write(STORY)
    QApplication.sendEvent(stage.story, QInputMethodEvent("ke sou", []))
    QTest.qWait(2 * IDLE_MS)
    assert stage.clinic.asked == []
    end = QInputMethodEvent()
    end.setCommitString("头痛")
    QApplication.sendEvent(stage.story, end)
    QTest.qWait(IDLE_MS + 150)
    assert "记入 头痛 有" in stage.offered


def test_taking_one_records_it_and_it_vanishes(stage: Stage) -> None:
    stage.read("剧烈头痛3天，腹泻4次/日，不发热")
    before = stage.changes
    QTest.mouseClick(stage.chips[0], Qt.MouseButton.LeftButton)
    assert stage.changes > before, "the draft hears of it"
    entry = stage.entry("头痛")
    assert (entry["status"], entry["grade"], entry["since"], entry["words"]) == ("有", 3, "3天", "")
    assert entry["field"] == "toushen"
    assert stage.offered == ["记入 泄泻 腹泻 有 4 次/日", "记入 发热 无"]
    stage.strip.take_all()
    assert stage.entry("泄泻")["count"] == {"value": Decimal(4), "unit": "次/日"}
    assert stage.entry("发热")["status"] == "无"
    assert stage.strip.isHidden()
    assert read_findings(stage.table.entries(), lambda _term, _unit: None)


def test_a_row_of_last_time_is_answered_not_doubled(stage: Stage) -> None:
    stage.read("多梦，夜尿2次/夜，睡不着")
    assert stage.offered == ["记入 多梦 有", "记入 夜尿 有 2 次/夜", "记入 入睡困难 睡不着 有"]
    stage.strip.take_all()
    assert [row.term for row in stage.table.rows] == ["多梦", "夜尿", "入睡困难"]
    assert stage.entry("夜尿")["count"] == {"value": Decimal(2), "unit": "次/夜"}


def test_what_a_person_answered_is_neither_offered_nor_changed(stage: Stage) -> None:
    row = stage.table.rows[0]
    row.take_focus()
    QTest.keyClick(focused(), K.Key_N)
    stage.read("多梦，咳嗽")
    assert stage.offered == ["记入 咳嗽 有"]
    cough = stage.table.row_for("咳嗽")
    cough.cells.since.setText("半年")
    cough.cells.words.setText("老咳")
    stage.story.clear()
    stage.read("轻微咳嗽两天")
    QTest.mouseClick(stage.chips[0], Qt.MouseButton.LeftButton)
    entry = stage.entry("咳嗽")
    assert (entry["status"], entry["grade"], entry["since"], entry["words"]) == ("有", 1, "半年", "老咳")
    assert row.status is Status.ABSENT


def test_a_count_in_another_unit_is_left_to_the_person(stage: Stage) -> None:
    stage.read("夜尿2次")
    stage.strip.take_all()
    entry = stage.entry("夜尿")
    assert (entry["status"], entry["count"]) == ("有", None)


def test_by_keyboard(stage: Stage) -> None:
    stage.read(STORY)
    QTest.keyClick(focused(), K.Key_Tab)
    assert focused() is stage.chips[0]
    QTest.keyClick(focused(), K.Key_Delete)
    assert stage.offered == ["记入 发热 无", "记入 胁胀 无"]
    assert focused() is stage.chips[0]
    QTest.keyClick(focused(), K.Key_Space)
    assert stage.entry("发热")["status"] == "无"
    assert focused() is stage.chips[0]
    QTest.keyClick(focused(), K.Key_Return)
    assert stage.entry("胁胀")["status"] == "无"
    assert stage.strip.isHidden()
    assert stage.table.isAncestorOf(focused()), "the focus goes on to the table"
    assert [entry["term"] for entry in stage.table.entries()] == ["发热", "胁胀"]
    stage.read("头晕")
    assert stage.offered == ["记入 头晕 有"], "what was left out stays out"


def test_alt_a_takes_all_from_the_narrative_and_leaves_the_caret_there(stage: Stage) -> None:
    stage.read(STORY)
    QApplication.sendEvent(stage.story, QInputMethodEvent("ke", []))
    QTest.keyClick(stage.story, K.Key_A, Qt.KeyboardModifier.AltModifier)
    assert stage.table.entries() == [], "the input method comes first"
    QApplication.sendEvent(stage.story, QInputMethodEvent("", []))
    QTest.keyClick(stage.story, K.Key_A, Qt.KeyboardModifier.AltModifier)
    assert [entry["term"] for entry in stage.table.entries()] == ["咳嗽", "发热", "胁胀"]
    assert focused() is stage.story
    assert stage.story.toPlainText() == STORY, "the narrative is left as it was written"


def test_a_late_answer_is_dropped(window: QWidget) -> None:
    stage = Stage(window, ReadingClinic(waits=True))
    stage.read("咳嗽")
    stage.write("，头痛")
    stage.clinic.answer()
    assert stage.strip.isHidden()
    QTest.qWait(IDLE_MS + 150)
    stage.form.show_form(pack_form("menzhen"), ())
    stage.clinic.answer()
    assert stage.strip.isHidden(), "another patient"


def test_another_patient_starts_with_nothing_offered_or_left_out(stage: Stage) -> None:
    stage.read(STORY)
    stage.chips[0].setFocus()
    QTest.keyClick(focused(), K.Key_Delete)
    stage.form.show_form(pack_form("menzhen"), ())
    assert stage.strip.isHidden()
    stage.read(STORY)
    assert stage.offered[0] == "记入 咳嗽 有"


def test_many_offers_fold_into_one_line(stage: Stage) -> None:
    stage.read("头痛，头晕，咳嗽，发热，腹胀，腹痛，恶心，呕吐，口干，口苦，耳鸣，乏力。")
    count = len(stage.chips)
    assert 0 < count < 12
    assert stage.strip.height() == 36
    assert stage.strip.more.words == f"还有 {12 - count} 项"
    edge = stage.strip.all.x()
    assert all(chip.geometry().right() < edge for chip in stage.chips)
    stage.strip.more.click()
    assert len(stage.chips) == 12
    assert focused() is stage.chips[count]
    assert stage.strip.height() > 36
    boxes = [chip.geometry() for chip in stage.chips]
    assert not any(one.intersects(other) for place, one in enumerate(boxes) for other in boxes[:place])


def test_a_chip_says_where_it_comes_from(stage: Stage) -> None:
    stage.read("昨晚起发烧，两胁不胀")
    assert stage.offered == ["记入 发热 发烧 有 昨晚", "记入 胁胀 无"]
    assert "昨晚起发烧" in stage.chips[0].accessibleDescription()
    assert "两胁不胀" in stage.chips[1].toolTip()
    assert "与胁痛分开" in stage.chips[1].toolTip(), "what to mind of the term"


def test_over_a_real_clinic_what_is_taken_can_be_saved(window: QWidget, qtbot: QtBot, tmp_path: Path) -> None:
    clinic = new_clinic(tmp_path)
    record_no = clinic.add("周敏")
    bridge = ClinicBridge()
    try:
        bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
        qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=10_000)
        form = FormView(bridge, parent=window)
        form.show_form(pack_form("menzhen"))
        form.fill({"answers": {"zhushu": "咳嗽两天", "xianbingshi": STORY}})
        form.show()
        strip = form._body and form._body.strip
        assert strip
        qtbot.waitUntil(lambda: bool(strip.chips), timeout=10_000)
        strip.take_all()
        saved: list[int] = []
        content = dump_json(form.content())
        bridge.ask(
            form,
            lambda kernel: kernel.intake.save(record_no, "menzhen", content),
            lambda one: saved.append(one.number),
        )
        qtbot.waitUntil(lambda: bool(saved), timeout=10_000)
        form.hide()
    finally:
        bridge.shut_down()
    with clinic.open() as kernel:
        found = kernel.intake.carried(record_no)
        assert [(one.finding.term, one.finding.status.value, one.finding.since) for one in found] == [
            ("咳嗽", "有", "两天"),
            ("发热", "无", ""),
            ("胁胀", "无", ""),
        ]
