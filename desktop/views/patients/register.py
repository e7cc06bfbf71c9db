"""Registering somebody new. Someone who could be the same person is shown first, and only a reason gets past that."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.base.birth import age_text
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients import Candidate, Given, Registered
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.trouble.present import words
from desktop.widgets.button import plain_button, primary, small
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.separator import Separator
from desktop.widgets.sheet import Sheet

LABEL = 88
WIDTH = 560
SEXES = ("女", "男")


class RegisterSheet(Sheet):
    """The sheet over the page."""

    registered = Signal(object)
    """A `Registered`."""

    picked = Signal(object)
    """The `Patient` that was meant after all."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            page,
            self.tr("登记新患者"),
            self.tr("姓名与性别必填。病历号由程序给出。"),
            width=WIDTH,
        )
        self._clinic, self._messages = clinic, messages
        self.name = LineEdit(self.tr("姓名"))
        self.sex = Segmented(self.tr("性别"), [Option(sex, sex) for sex in SEXES])
        self.birth = LineEdit(self.tr("出生"), hint=self.tr("1985-03-02、1985，或 35岁"))
        self.phone = LineEdit(self.tr("电话"))
        self.id_card = LineEdit(self.tr("身份证号"))
        self.reason = LineEdit(self.tr("理由"), hint=self.tr("为什么不是同一个人"))
        self.problem = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.hint = Label("", Type.META, Tone.MUTED, wrap=True)
        self.save = primary(self.tr("登记"), key="Enter")
        self.leave = plain_button(self.tr("不登记"), key="Esc")
        self._alike = QWidget()
        self._alike_rows = QVBoxLayout(self._alike)
        self._alike_rows.setContentsMargins(0, 0, 0, 0)
        self._alike_rows.setSpacing(0)
        self._candidates: list[QWidget] = []
        self._build()
        self.save.clicked.connect(self.submit)
        self.leave.clicked.connect(self.dismiss)
        for edit in self._edits:
            edit.returnPressed.connect(self.submit)
            edit.textEdited.connect(self._on_edited)
        self.sex.value_changed.connect(self._on_edited)
        self.reason.returnPressed.connect(self.submit)

    @property
    def _edits(self) -> tuple[LineEdit, ...]:
        return (self.name, self.birth, self.phone, self.id_card)

    @property
    def candidates(self) -> tuple[QWidget, ...]:
        """The people who could be the same."""
        return tuple(self._candidates)

    def begin(self, name: str = "") -> None:
        """Open it, empty but for a name that was already typed."""
        for edit in (*self._edits, self.reason):
            edit.clear()
        self.name.setText(name)
        self.sex.set_value(None)
        self._on_edited()
        self._be_busy(busy=False)
        self.open(self.name)

    def submit(self) -> None:
        """Register, unless it is under way or somebody alike still needs a reason."""
        if not self.save.isEnabled():
            return
        if self._candidates and not self.reason.text().strip():
            self.reason.set_invalid(True)
            self.reason.setFocus()
            return
        given = Given(
            name=self.name.text(),
            sex=self.sex.value or "",
            birth=self.birth.text() or None,
            phone=self.phone.text() or None,
            id_card=self.id_card.text() or None,
        )
        self._be_busy(busy=True)
        work = partial(_register, given, self.reason.text())
        self._clinic.ask(self, work, self._on_registered, self._on_refused)

    def _on_registered(self, registered: Registered) -> None:
        self._be_busy(busy=False)
        self.shut()
        self.registered.emit(registered)

    def _on_refused(self, error: ClinicError) -> None:
        self._be_busy(busy=False)
        self._say(*words(error, self._messages))
        if error.code == "duplicate":
            found = error.details.get("candidates", ())
            self._show_alike([one for one in found if isinstance(one, Candidate)])
            return
        edit = self._edit_of(error.code)
        edit.setFocus()
        if isinstance(edit, LineEdit):
            edit.set_invalid(True)
            edit.selectAll()

    def _edit_of(self, code: str) -> QWidget:
        """Where an error of this code is to be mended."""
        starts = {"bad_sex": self.sex, "birth": self.birth, "bad_phone": self.phone, "id_card": self.id_card}
        return next((edit for start, edit in starts.items() if code.startswith(start)), self.name)

    def _on_edited(self, *_: object) -> None:
        """What was found out about the person as typed before does not hold any more."""
        self._say("", "")
        self._show_alike(())
        for edit in (*self._edits, self.reason):
            edit.set_invalid(False)

    def _say(self, message: str, hint: str) -> None:
        self.problem.setText(message)
        self.hint.setText(hint)
        self.problem.setVisible(bool(message))
        self.hint.setVisible(bool(hint))

    def _be_busy(self, *, busy: bool) -> None:
        self.save.setEnabled(not busy)
        self.save.set_words(self.tr("正在登记…") if busy else self.tr("登记"))

    def _show_alike(self, candidates: Sequence[Candidate]) -> None:
        for row in self._candidates:
            self._alike_rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._candidates = [self._candidate(candidate) for candidate in candidates]
        for place, row in enumerate(self._candidates):
            self._alike_rows.insertWidget(place, row)
        self._alike.setVisible(bool(candidates))
        self.save.set_words(self.tr("确为另一人，登记") if candidates else self.tr("登记"))
        if candidates:
            self.reason.setFocus()

    def _candidate(self, candidate: Candidate) -> QWidget:
        patient = candidate.patient
        birth = patient.details.birth
        opened = self._clinic.opened
        age = age_text(birth, opened.clock.now().date()) if birth and opened else self.tr("出生未录")
        row = QWidget()
        row.setMinimumHeight(px(Height.ROW_COMFORTABLE))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(Space.M)
        line.addWidget(Label(patient.details.name))
        line.addWidget(Label(f"{patient.details.sex} {age}·{patient.record_no}", Type.SECONDARY, Tone.MUTED))
        line.addWidget(Label(self._messages.text(f"why.{candidate.why}"), Type.SECONDARY, Tone.WARN))
        line.addStretch()
        pick = small(self.tr("就是此人"))
        pick.setAccessibleName(f"{pick.words} {patient.details.name} {patient.record_no}")
        pick.clicked.connect(partial(self._on_picked, candidate))
        line.addWidget(pick)
        return row

    def _on_picked(self, candidate: Candidate, *_: object) -> None:
        self.shut()
        self.picked.emit(candidate.patient)

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(Space.XL, Space.L, Space.XL, Space.S)
        grid.setVerticalSpacing(Space.M)
        grid.setHorizontalSpacing(Space.M)
        grid.setColumnMinimumWidth(0, LABEL)
        controls: tuple[LineEdit | Segmented, ...] = (
            self.name,
            self.sex,
            self.birth,
            self.phone,
            self.id_card,
        )
        for row, control in enumerate(controls):
            name = Label(control.accessibleName(), tone=Tone.MUTED, buddy=control)
            grid.addWidget(name, row, 0)
            grid.addWidget(
                control, row, 1, Qt.AlignmentFlag.AlignLeft if control is self.sex else Qt.AlignmentFlag(0)
            )
        self.body.addLayout(grid)
        said = QVBoxLayout()
        said.setContentsMargins(Space.XL, 0, Space.XL, Space.M)
        said.setSpacing(Space.XS)
        said.addWidget(self.problem)
        said.addWidget(self.hint)
        said.addWidget(self._alike)
        self.body.addLayout(said)
        self._alike_rows.addWidget(Separator())
        self._alike_rows.addSpacing(Space.M)
        reason = QHBoxLayout()
        reason.setSpacing(Space.M)
        name = Label(self.tr("理由"), tone=Tone.MUTED, buddy=self.reason)
        name.setFixedWidth(LABEL)
        reason.addWidget(name)
        reason.addWidget(self.reason, 1)
        self._alike_rows.addLayout(reason)
        self.foot.addWidget(IconLabel(Icon.INTACT))
        self.foot.addWidget(Label(self.tr("只存在本机，加密保存"), Type.META, Tone.MUTED))
        self.foot.addStretch()
        self.foot.addWidget(self.leave)
        self.foot.addWidget(self.save)


def _register(given: Given, reason: str, kernel: Kernel) -> Registered:
    return kernel.patients.register(given, reason)
