"""The cards of the entry: what they ask for, what they refuse, and that no passphrase stays."""

from pytestqt.qtbot import QtBot

from core.base.messages import Messages
from desktop.views.entry.first_run import FirstRunCard, NewClinic
from desktop.views.entry.unlock import UnlockCard, UnlockForm
from desktop.widgets.secret import Secret


def filled(qtbot: QtBot) -> FirstRunCard:
    card = FirstRunCard(Messages())
    qtbot.addWidget(card)
    card.clinic.setText(" 明和堂 ")
    card.operator.setText("林晓")
    card.passphrase.setText("一句很长很长的口令吧")
    card.again.setText("一句很长很长的口令吧")
    return card


def test_hands_in_what_is_typed_trimmed_and_never_prints_the_passphrase(qtbot: QtBot) -> None:
    card = filled(qtbot)
    with qtbot.waitSignal(card.submitted) as heard:
        card.submit()
    assert heard.args == [NewClinic("明和堂", "林晓", "一句很长很长的口令吧")]
    assert "口令" not in repr(heard.args[0])


def test_says_what_is_missing_and_goes_there(qtbot: QtBot) -> None:
    card = filled(qtbot)
    card.operator.clear()
    with qtbot.assertNotEmitted(card.submitted):
        card.submit()
    assert card.problem.words == "请填写：医师姓名"
    assert card.operator.property("invalid") is True
    card.operator.setText("林")
    assert card.problem.words == ""
    assert card.operator.property("invalid") is False


def test_a_weak_passphrase_is_said_to_be_weak_as_it_is_typed(qtbot: QtBot) -> None:
    card = filled(qtbot)
    card.passphrase.setText("short")
    assert "10" in card.advice.text()
    card.passphrase.setText("1234567890")
    assert "容易猜" in card.advice.text()
    card.passphrase.setText("山药 半夏 三杯凉水")
    assert "10" in card.advice.text()


def test_forgets(qtbot: QtBot) -> None:
    card = filled(qtbot)
    card.forget()
    assert (card.passphrase.text(), card.again.text()) == ("", "")


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
