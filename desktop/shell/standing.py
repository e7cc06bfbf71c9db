"""What stays wrong until somebody mends it, as one bar over every page: an audit trail that is not whole, a backup that
failed or is too old, a recovery code that nobody has confirmed, a clinic that only the keyring opens.

One bar at a time, the gravest first. It cannot be put away: it goes when it is true no more, and what the opening found wrong with
the audit trail is true for the session.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.space import trouble_of
from core.services.backup.facts import BackupState, Place
from core.services.keys.keys import KeysAtHand
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.session.backup_words import MISSING, failure_words
from desktop.shell.findings_sheet import Found
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, IconSize, Space, Tone, Type
from desktop.trouble.present import words
from desktop.widgets.button import Button, small
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.icon_label import IconLabel


class Leads(Enum):
    """Where the button of a bar leads."""

    FINDINGS = "findings"
    KEYS = "keys"
    BACKUP = "backup"


@dataclass(frozen=True, slots=True)
class State:
    """What the bars tell of, as the clinic answers."""

    findings: tuple[Found, ...]
    keys: KeysAtHand | None
    """None where the keys cannot be read just now; they are read again at the next look."""
    backups: BackupState | None = None
    place: Place | None = None
    trouble: ClinicError | None = None
    """Why it cannot be told how it stands with backups."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One thing that stays wrong: `sentence` says what and what it means, `step` what can be done."""

    tone: Tone
    icon: Icon
    sentence: str
    step: str
    leads: Leads


class StandingBar(QWidget):
    """Shows the gravest of them, or takes no room."""

    wanted = Signal(object)
    """A `Leads`: its button was pressed."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__()
        self._clinic, self._messages = clinic, messages
        self._shown: Standing | None = None
        self.state = State((), None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(px(Height.FIELD))
        self._sign = IconLabel(Icon.WARN, Tone.WARN, IconSize.FIELD)
        self.sentence = ElidedLabel("", Type.SECONDARY)
        self.step: Button = small("")
        self.step.clicked.connect(self._on_step)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.XL, 0, Space.M, 0)
        row.setSpacing(Space.S)
        row.addWidget(self._sign)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.step, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    @property
    def shown(self) -> Standing | None:
        """What the bar says."""
        return self._shown

    def refresh(self) -> None:
        """Look again at what stands."""
        self._clinic.ask(self, _look, self._show, self._on_failed, latest="standing")

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._shown is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Tone.SURFACE))
        painter.fillRect(0, 0, Frame.BAR, self.height(), colour(self._shown.tone))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(Tone.LINE))

    def _show(self, state: State) -> None:
        self.state = state
        ranked: tuple[Callable[[State], Standing | None], ...] = (
            *(self._trail, self._backup, self._code),
            self._keyring_only,
        )
        standing = next((found for look in ranked if (found := look(state))), None)
        if standing == self._shown:
            return
        self._shown = standing
        self.setVisible(standing is not None)
        if standing:
            self._sign.set_icon(standing.icon, standing.tone)
            self.sentence.setText(standing.sentence)
            self.step.set_words(standing.step)
            self.setAccessibleName(standing.sentence)
            self.update()

    def _trail(self, state: State) -> Standing | None:
        if not state.findings:
            return None
        sentence = state.findings[0].words(self._messages).message
        return Standing(Tone.DANGER, Icon.DANGER, sentence, self.tr("查看"), Leads.FINDINGS)

    def _backup(self, state: State) -> Standing | None:
        backups, place = state.backups, state.place
        if state.trouble:
            sentence = self.tr("看不到备份的情况：{0}").format(words(state.trouble, self._messages)[0])
            return Standing(Tone.DANGER, Icon.BACKUP, sentence, self.tr("去备份"), Leads.BACKUP)
        if backups is None or place is None:
            return None
        if backups.failure:
            sentence = failure_words(backups.failure, place.folder, self._messages)
        elif not place.is_there and backups.daily:
            sentence = failure_words(MISSING, place.folder, self._messages)
        elif backups.is_overdue:
            sentence = self.tr("已超过 3 天没有核验过的备份：电脑坏了，这几天的病历就没有了。")
        elif backups.is_none_off_disk:
            sentence = self.tr("已超过 14 天没有备份到另一块盘：盘坏或电脑丢失时，病历和备份一起失去。")
        else:
            return None
        return Standing(Tone.DANGER, Icon.BACKUP, sentence, self.tr("去备份"), Leads.BACKUP)

    def _code(self, state: State) -> Standing | None:
        if state.keys is None or state.keys.confirmed:
            return None
        if state.keys.confirmed is None:
            sentence = self.tr("还没有恢复码：忘了口令，病历可能再也打不开。")
            return Standing(Tone.WARN, Icon.KEY, sentence, self.tr("做恢复码"), Leads.KEYS)
        sentence = self.tr("恢复码还没有确认抄下：忘了口令，病历可能再也打不开。")
        return Standing(Tone.WARN, Icon.KEY, sentence, self.tr("确认恢复码"), Leads.KEYS)

    def _keyring_only(self, state: State) -> Standing | None:
        if state.keys is None or not state.keys.keyring_only:
            return None
        sentence = self.tr("没有口令，只靠系统密钥环打开：谁登录这个账户，谁就能看病历。")
        return Standing(Tone.WARN, Icon.KEY, sentence, self.tr("设口令"), Leads.KEYS)

    def _on_failed(self, _error: ClinicError) -> None:
        """Asked again at the next look: what cannot be read now is told where it is needed."""

    def _on_step(self) -> None:
        if self._shown:
            self.wanted.emit(self._shown.leads)


def _look(kernel: Kernel) -> State:
    zone = kernel.clock.zone
    found = tuple(Found(one, zone) for one in kernel.findings)
    try:
        keys = kernel.keys.at_hand()
    except (ClinicError, OSError):
        keys = None
    try:
        return State(found, keys, kernel.backups.look(), kernel.backups.place())
    except ClinicError as error:
        return State(found, keys, trouble=error)
    except OSError as error:
        return State(found, keys, trouble=trouble_of(error))
