"""The cards of the entry: what they ask for, what they refuse, and that no passphrase stays."""

from pytestqt.qtbot import QtBot

from core.base.messages import Messages
from desktop.views.entry.first_cards import ClinicCard, PassphraseCard
from desktop.views.entry.unlock import UnlockCard, UnlockForm
from desktop.widgets.secret import Secret


def filled(qtbot: QtBot) -> PassphraseCard:
    card = PassphraseCard(Messages())
    qtbot.addWidget(card)
    card.pair.passphrase.setText("一句很长很长的口令吧")
    card.pair.again.setText("一句很长很长的口令吧")
    return card


def test_says_what_is_missing_and_goes_there(qtbot: QtBot) -> None:
    card = ClinicCard()
    qtbot.addWidget(card)
    card.clinic.setText("明和堂")
    card.operator.setText("  ")
    assert card.first is card.operator
    with qtbot.assertNotEmitted(card.onward):
        card.submit()
    assert card.problem.words == "请填写：医师姓名"
    assert card.operator.property("invalid") is True
    card.operator.setText("林")
    assert card.problem.words == ""
    assert card.operator.property("invalid") is False
    with qtbot.waitSignal(card.onward):
        card.submit()


def test_two_passphrases_that_differ_are_not_handed_in(qtbot: QtBot) -> None:
    card = filled(qtbot)
    card.pair.again.setText("另一句")
    with qtbot.assertNotEmitted(card.onward):
        card.submit()
    assert "不同" in card.problem.words
    card.pair.again.setText("一句很长很长的口令吧")
    assert card.problem.words == ""
    with qtbot.waitSignal(card.onward):
        card.submit()


def test_a_weak_passphrase_is_said_to_be_weak_as_it_is_typed(qtbot: QtBot) -> None:
    card = filled(qtbot)
    card.pair.passphrase.setText("short")
    assert "10" in card.pair.advice.text()
    card.pair.passphrase.setText("1234567890")
    assert "容易猜" in card.pair.advice.text()
    card.pair.passphrase.setText("山药 半夏 三杯凉水")
    assert "10" in card.pair.advice.text()


def test_forgets(qtbot: QtBot) -> None:
    card = filled(qtbot)
    card.pair.forget()
    assert (card.pair.passphrase.text(), card.pair.again.text()) == ("", "")


def test_unlock_hands_in_nothing_empty_and_nothing_twice(qtbot: QtBot) -> None:
    form = UnlockForm()
    qtbot.addWidget(form)
    with qtbot.assertNotEmitted(form.submitted):
        form.submit()
    form.passphrase.setText("词")
    form.be_busy(busy=True)
    with qtbot.assertNotEmitted(form.submitted):
        form.submit()
    form.refuse("口令不对。", "请再试。")
    assert form.problem.words == "口令不对。"
    with qtbot.waitSignal(form.submitted):
        form.submit()
    assert form.problem.words == ""


def test_a_long_opening_says_why_it_may_be(qtbot: QtBot) -> None:
    card = UnlockCard()
    qtbot.addWidget(card)
    card.show()
    form = card.form
    assert not form.long.isVisible()
    form.be_long(is_long=True)
    assert form.bar.isVisible()
    assert "升级" in form.long.text()
    form.be_long(is_long=False)
    assert not form.bar.isVisible()


def test_the_dots_of_a_passphrase_say_nothing_but_how_many(qtbot: QtBot) -> None:
    secret = Secret("口令")
    qtbot.addWidget(secret)
    secret.resize(300, 36)
    secret.show()
    pictures = []
    for words in ("abcdef", "iiWW明道", "abcdefg"):
        secret.setText(words)
        secret.setCursorPosition(0)
        pictures.append(secret.grab().toImage())
    assert pictures[0] == pictures[1]
    assert pictures[0] != pictures[2]
