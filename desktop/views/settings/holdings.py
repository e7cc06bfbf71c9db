"""The data: where the encrypted file lies, how large it is, and how much it holds."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.holdings import Held
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import plain_button
from desktop.widgets.label import Label

UNITS = ("KB", "MB", "GB", "TB")
STEP = 1024


class HoldingsSection(Section):
    """Shows what lies in the file."""

    def __init__(self, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(self.tr("数据"), self.tr("病历只在这台电脑上，整个文件加密"))
        self._clinic, self._messages = clinic, messages
        self._held: Held | None = None
        rows = Rows(self.title)
        self.file = rows.fact(self.tr("数据文件"))
        self.extent = rows.fact(self.tr("大小"))
        self.patients = rows.fact(self.tr("患者"))
        self.visits = rows.fact(self.tr("就诊"))
        self.drafts = rows.fact(self.tr("未写完的草稿"))
        self.revision = rows.fact(self.tr("文件格式"))
        self.cards.addWidget(rows)
        self.folder = plain_button(self.tr("打开文件夹"), icon=Icon.FOLDER)
        self.folder.clicked.connect(self._on_folder)
        self.folder.setEnabled(False)
        self.trouble = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.trouble.hide()
        foot = QHBoxLayout()
        foot.addWidget(self.folder)
        foot.addStretch()
        self.cards.addLayout(foot)
        self.cards.addWidget(
            Label(
                self.tr("打开着的数据文件请不要移动、改名或复制：先退出程序，再连同 keys.json 一起复制。"),
                Type.META,
                Tone.MUTED,
                wrap=True,
            )
        )
        self.cards.addWidget(self.trouble)

    def first(self) -> QWidget | None:
        return self.folder

    def refresh(self) -> None:
        self._clinic.ask(self, _look, self._show, self._on_failed, latest="look")

    def _show(self, held: Held) -> None:
        self._held = held
        self.trouble.hide()
        self.file.setText(str(held.file))
        self.extent.setText(size_words(held.size))
        self.patients.setText(self.tr("{0} 位", "", held.patients).format(f"{held.patients:,}"))
        self.visits.setText(self.tr("{0} 次").format(f"{held.visits:,}"))
        self.drafts.setText(self.tr("{0} 份").format(f"{held.drafts:,}"))
        self.revision.setText(self.tr("第 {0} 版").format(held.revision.lstrip("0")))
        self.folder.setEnabled(True)

    def _on_failed(self, error: ClinicError) -> None:
        self.trouble.setText(sentences(error, self._messages))
        self.trouble.show()

    def _on_folder(self) -> None:
        if self._held:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._held.file.parent)))


def size_words(size: int) -> str:
    """Bytes as a person reads them: 684 KB, 1.2 GB."""
    amount = size / STEP
    for unit in UNITS:
        if amount < STEP or unit == UNITS[-1]:
            return f"{amount:.0f} {unit}" if unit == UNITS[0] else f"{amount:.1f} {unit}"
        amount /= STEP
    raise AssertionError


def _look(kernel: Kernel) -> Held:
    return kernel.holdings.look()
