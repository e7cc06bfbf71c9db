"""After a clinic was set up: whether the system's keyring works, whether a model is wanted, and where to begin. Nothing here has to be."""

from enum import StrEnum

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.services.keys.keyring_trial import Outcome
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.entry.step_card import StepCard
from desktop.widgets.button import link
from desktop.widgets.choice_list import ChoiceList, Line
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.problem import beside_text
from desktop.widgets.surface import Ground, Surface


class Wish(StrEnum):
    """What is to be done about a model when the clinic is open."""

    NONE = "none"
    LOOK = "look"
    """Look for servers of models on this machine."""


class Begin(StrEnum):
    """Where to begin."""

    OWN = "own"
    DEMO = "demo"


class KeyringCard(StepCard):
    """Says what came of trying the keyring, and what to do about it. Going on is always possible."""

    again_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(Icon.KEY, 5)
        self.explain(
            self.tr("系统密钥环"),
            self.tr("诊所已建好。密钥环让这个系统账户免输口令；没有它，有口令和恢复码就够了。"),
        )
        self._sign = IconLabel(Icon.RELOAD, Tone.MUTED)
        self.said = Label("", Type.BODY, wrap=True)
        self.next = Label("", Type.SECONDARY, Tone.MUTED, wrap=True)
        words = QVBoxLayout()
        words.setSpacing(Space.XS)
        words.addWidget(self.said)
        words.addWidget(self.next)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addLayout(beside_text(self._sign))
        row.addLayout(words, 1)
        well = Surface(Ground.WELL)
        well.column.addLayout(row)
        self.column.addSpacing(Space.M)
        self.column.addWidget(well)
        self.again = link(self.tr("再试一次"), icon=Icon.RELOAD)
        line = QHBoxLayout()
        line.addWidget(self.again)
        line.addStretch()
        self.column.addLayout(line)
        self.end(self.tr("下一步"))
        self.back.hide()
        self.again.clicked.connect(self.again_wanted)
        self.try_it()

    def try_it(self) -> None:
        """It is being tried, which may wait for somebody at a prompt of the system."""
        self._say(
            Icon.RELOAD,
            Tone.MUTED,
            self.tr("正在试：写入一个临时条目，读回，再删掉…"),
            self.tr("系统可能请您解锁密钥环。不等它也可以直接下一步。"),
        )
        self.again.setEnabled(False)

    def tell(self, outcome: Outcome, *, is_stored: bool) -> None:
        """What came of it. `is_stored`: the keyring has a key of this clinic."""
        good, bad = (Icon.DONE, Tone.ACCENT), (Icon.INFO, Tone.WARN)
        works = outcome is Outcome.WORKS
        self._say(
            *(good if works else bad), self._sentence(outcome), self._step(outcome, is_stored=is_stored)
        )
        self.again.setEnabled(True)
        self.again.setVisible(not works)

    def _sentence(self, outcome: Outcome) -> str:
        match outcome:
            case Outcome.WORKS:
                return self.tr("密钥环可用：写入、读回、删除都对。")
            case Outcome.LOCKED:
                return self.tr("密钥环锁着，没有存入任何东西。")
            case Outcome.DISMISSED:
                return self.tr("解锁密钥环的提示被关掉了，没有存入任何东西。")
            case Outcome.UNANSWERED:
                return self.tr("密钥环没有应答，没有存入任何东西。")
            case Outcome.NOT_KEPT:
                return self.tr("密钥环没有存住：写进去的读不回来。")
            case Outcome.NOT_FORGOTTEN:
                return self.tr("密钥环删不掉写进去的临时条目。")
            case _:
                return self.tr("这台电脑上没有可用的系统密钥环。")

    def _step(self, outcome: Outcome, *, is_stored: bool) -> str:
        match outcome:
            case Outcome.WORKS if is_stored:
                return self.tr("在这个系统账户下打开诊所不用输口令。想每次都输，到“设置 › 密钥”停用。")
            case Outcome.WORKS:
                return self.tr("现在打开诊所仍要口令；要免输，开始后到“设置 › 密钥”启用。")
            case Outcome.LOCKED:
                return self.tr("请先在系统里解锁密钥环，再试一次；或直接下一步，每次打开输口令。")
            case Outcome.DISMISSED:
                return self.tr("请再试一次，在提示里输入系统密码；或直接下一步，每次打开输口令。")
            case Outcome.UNANSWERED:
                return self.tr("看看有没有提示被别的窗口挡住，再试一次；或直接下一步，每次打开输口令。")
            case Outcome.NOT_KEPT | Outcome.NOT_FORGOTTEN:
                return self.tr("请不要依赖它，每次打开输口令；病历不受影响。")
            case _:
                return self.tr("每次打开输口令即可。以后装好并登录密钥环，可到“设置 › 密钥”启用。")

    def _say(self, sign: Icon, tone: Tone, sentence: str, step: str) -> None:
        self._sign.set_icon(sign, tone)
        self.said.setText(sentence)
        self.next.setText(step)


class ModelCard(StepCard):
    """Asks whether a model is wanted. Nothing is looked for from here."""

    def __init__(self) -> None:
        super().__init__(Icon.ON_DEVICE, 6)
        self.explain(
            self.tr("模型（可选）"),
            self.tr("没有模型，问诊、对比、回访照常可用。没有您写明的策略，什么也不会离开这台电脑。"),
        )
        self.choice = ChoiceList(
            self.tr("模型（可选）"),
            [
                Line(Wish.NONE, self.tr("以后再说"), self.tr("随时可到“设置 › 模型”添加。")),
                Line(
                    Wish.LOOK,
                    self.tr("在本机找模型服务器"),
                    self.tr("打开诊所后就找，只问本机常用端口有哪些模型。"),
                ),
            ],
            Wish.NONE,
        )
        self.column.addSpacing(Space.M)
        self.column.addWidget(self.choice)
        self.end(self.tr("下一步"))
        self.choice.meant.connect(self.submit)

    @property
    def first(self) -> QWidget:
        return self.choice


class BeginCard(StepCard):
    """Asks where to begin: in the clinic, or with a look at the demonstration, which is another one."""

    def __init__(self) -> None:
        super().__init__(Icon.DONE, 7)
        self.choice = ChoiceList(
            self.tr("从哪里开始"),
            [
                Line(Begin.OWN, self.tr("打开自己的诊所"), self.tr("从“今日”开始，里面还没有患者。")),
                Line(
                    Begin.DEMO,
                    self.tr("先看演示诊所"),
                    self.tr("另建的临时诊所，人物都是虚构的；离开时全部删除。"),
                ),
            ],
            Begin.OWN,
        )
        self.column.addSpacing(Space.M)
        self.column.addWidget(self.choice)
        self.end(self.tr("开始"), self.tr("正在打开…"))
        self.choice.meant.connect(self.submit)

    @property
    def asked(self) -> tuple[QWidget, ...]:
        return (self.choice,)

    @property
    def first(self) -> QWidget:
        return self.choice

    def name_clinic(self, name: str) -> None:
        """Say which clinic is ready."""
        self.explain(self.tr("准备好了"), self.tr("{0}已建立，恢复码已核对。").format(name))

    def prepare_demo(self, words: str) -> None:
        """The demonstration is being made."""
        self.problem.say("")
        self.be_busy(busy=True)
        self.button.set_words(words)


def demo_words(done: int, total: int) -> str:
    """How far the demonstration is."""
    if not total:
        return QCoreApplication.translate("FirstRun", "正在准备演示诊所…")
    return QCoreApplication.translate("FirstRun", "正在准备演示诊所…（{0}/{1}）").format(done, total)
