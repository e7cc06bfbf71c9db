"""What a rescue says of what it could not read, by name."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from core.base.messages import Messages
from core.services.rescue import Rescued
from desktop.views.entry.rescue_cards import RescueCard, RescuedCard


def test_what_could_not_be_read_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    card = RescuedCard(Messages())
    qtbot.addWidget(card)
    done = Rescued(
        folder=tmp_path,
        records=412,
        records_expected=415,
        records_missing=("P007", "P011", "P240"),
        visits=1200,
        visits_expected=1204,
        visits_missing=(("P012", 3),),
        unknown_visits=2,
    )
    card.tell(done)
    assert card.title.text() == "415 份中读出 412 份"
    assert str(tmp_path) in card.sentence.text()
    lines = card.missing.toPlainText().splitlines()
    assert len(lines) == 5
    assert "P240" in lines[2]
    assert "P012" in lines[3]
    assert "没有加密" in card.next.text()


def test_where_all_was_read_there_is_no_list(qtbot: QtBot, tmp_path: Path) -> None:
    card = RescuedCard(Messages())
    qtbot.addWidget(card)
    card.tell(Rescued(tmp_path, 2, 2, (), 2, 2, (), 0))
    assert card.missing.isHidden()


def test_a_rescue_that_fails_leads_to_a_backup(qtbot: QtBot) -> None:
    card = RescueCard(Messages())
    qtbot.addWidget(card)
    assert card.restore.isHidden()
    card.refuse("一份也读不出。", "请从备份恢复。")
    assert not card.restore.isHidden()
    assert card.problem.words == "一份也读不出。"
    with qtbot.waitSignal(card.restore_wanted):
        card.restore.click()
    card.begin()
    assert card.restore.isHidden()
