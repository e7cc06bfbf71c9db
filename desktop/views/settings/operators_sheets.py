"""The sheets of the operators: somebody comes, has other roles, leaves. Each asks again for what whoever is at work opens the clinic with."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.errors import ClinicError, UserError
from core.base.messages import Messages
from core.base.passphrase import WILL_NOT_DO
from core.base.rights import Role
from core.services.keys.keys import Credential
from core.services.keys.typed import credential_of
from core.services.operators import Operator
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.rights_words import rights_words
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import words
from desktop.views.settings.keys_sheets import KeySheet
from desktop.widgets.button import Kind
from desktop.widgets.check_box import CheckBox
from desktop.widgets.code_field import CodeField
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.new_passphrase import NewPassphrase
from desktop.widgets.secret import Secret

T = TypeVar("T")

LAST_PHYSICIAN = "last_physician"
OF_THE_NAME = frozenset({"name_required", "name_too_long", "operator_exists"})


class RoleBoxes(QWidget):
    """The roles to tick, each with what it may do."""

    edited = Signal()

    def __init__(self, messages: Messages, given: Iterable[Role] = ()) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("身份"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.boxes: dict[Role, CheckBox] = {}
        for role in Role:
            box = self.boxes[role] = CheckBox(messages.text(f"roles.{role}"))
            box.setChecked(role in set(given))
            box.toggled.connect(self.edited)
            allowed = Label(rights_words(role, messages), Type.META, Tone.MUTED, wrap=True)
            allowed.setContentsMargins(Space.XL + Space.XS, 0, 0, Space.S)
            box.setAccessibleDescription(allowed.text())
            column.addWidget(box)
            column.addWidget(allowed)

    @property
    def first(self) -> CheckBox:
        return next(iter(self.boxes.values()))

    @property
    def roles(self) -> tuple[Role, ...]:
        """Those that are ticked."""
        return tuple(role for role, box in self.boxes.items() if box.isChecked())


class By(QWidget):
    """Who is at work proves it once more: by their passphrase, or by the recovery code where nobody has one."""

    submitted = Signal()
    edited = Signal()

    def __init__(self, *, has_passphrase: bool) -> None:
        super().__init__()
        self._typed: Secret | CodeField = Secret(self.tr("您自己的口令")) if has_passphrase else CodeField()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        if isinstance(self._typed, CodeField):
            self.field: LineEdit = self._typed.edit
            self._typed.submitted.connect(self.submitted)
            self._typed.edited.connect(self.edited)
        else:
            self.field = self._typed
            self.field.returnPressed.connect(self.submitted)
            self.field.textEdited.connect(self._on_edited)
        column.addWidget(Label(self.field.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=self._typed))
        column.addWidget(self._typed)
        self.setFocusProxy(self.field)

    def credential(self) -> Credential:
        """What is typed. Raises `UserError` as `RecoveryCode` does for a code that cannot be one."""
        if isinstance(self._typed, CodeField):
            return Credential(recovery=self._typed.code())
        return credential_of(self.field.text())

    @property
    def is_empty(self) -> bool:
        return not self.field.text().strip()

    def forget(self) -> None:
        self._typed.forget()

    def _on_edited(self) -> None:
        self.field.set_invalid(False)
        self.edited.emit()


class OperatorSheet(KeySheet):
    """What each of them has: the last field is one's own passphrase."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        title: str,
        reason: str,
        *,
        has_passphrase: bool,
    ) -> None:
        super().__init__(page, clinic, messages, title, reason)
        self.by = By(has_passphrase=has_passphrase)
        self.by.submitted.connect(self.submit)
        self.by.edited.connect(self._on_edited)
        self.sure = CheckBox(self.tr("我确认：此后诊所没有医师"))
        self.sure.hide()

    def forget(self) -> None:
        self.by.forget()

    def credential(self) -> Credential | None:
        """Who asks; None when that is missing, which is said."""
        if self.by.is_empty:
            self.refuse(self.tr("请填写：{0}").format(self.by.field.accessibleName()), "", self.by.field)
            return None
        try:
            return self.by.credential()
        except UserError as error:
            self.refuse(*words(error, self._messages), self.by.field)
            return None

    def at_fault(self, code: str) -> LineEdit | None:
        """The field that a refusal is about: one's own passphrase, where nothing else is."""
        return None if code in {LAST_PHYSICIAN, "last_admin", "rule_needs_two"} else self.by.field

    def have(self, work: Callable[[Kernel], T], done: Callable[[T], None]) -> None:
        """Have it done; what is refused is said at its field."""
        self.ask(work, done, None)

    def _on_failed(self, field: LineEdit | None, error: ClinicError) -> None:
        at_fault = self.at_fault(error.code)
        super()._on_failed(at_fault, error)
        if at_fault is None:
            self.by.setFocus()  # the keyboard stays in the sheet: nothing in it could have the focus meanwhile
        if error.code == LAST_PHYSICIAN:
            self.problem.say(words(error, self._messages)[0])
            self.sure.show()
            self.sure.setFocus()

    def _on_edited(self, *_: object) -> None:
        self.problem.say("")


class AddSheet(OperatorSheet):
    """Somebody new, who types their passphrase themselves."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, *, has_passphrase: bool
    ) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("添加操作者"),
            self.tr("新操作者请自己输入口令；别人不知道它，也找不回来，只能用恢复码重设。"),
            has_passphrase=has_passphrase,
        )
        self.name = LineEdit(self.tr("姓名"))
        self.roles = RoleBoxes(messages)
        self.pair = NewPassphrase(messages, self.tr("新操作者的口令"), self.tr("再输入一次"))
        self.put(
            _under(self.name.accessibleName(), self.name),
            _under(self.tr("身份，可以有几个"), self.roles),
            *(self.pair, self.by),
        )
        self.go.set_words(self.tr("添加"))
        self.name.returnPressed.connect(self.roles.first.setFocus)
        self.name.textEdited.connect(self._on_name)
        self.roles.edited.connect(self._on_edited)
        self.pair.submitted.connect(self.by.setFocus)
        self.pair.edited.connect(self._on_edited)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        trouble = self.pair.trouble()
        if not self.name.text().strip():
            self.refuse(self.tr("请填写：{0}").format(self.name.accessibleName()), "", self.name)
        elif not self.roles.roles:
            self.refuse(self.tr("请至少选一个身份。"))
            self.roles.first.setFocus()
        elif trouble:
            self.refuse(*trouble)
        else:
            by = self.credential()
            if by:
                work = partial(_add, by, self.name.text(), self.roles.roles, self.pair.text)
                self.have(work, self._on_added)

    def forget(self) -> None:
        super().forget()
        self.pair.forget()

    def at_fault(self, code: str) -> LineEdit | None:
        if code in OF_THE_NAME:
            return self.name
        return self.pair.passphrase if code in WILL_NOT_DO else super().at_fault(code)

    def _on_name(self) -> None:
        self.name.set_invalid(False)
        self._on_edited()

    def _on_added(self, one: Operator) -> None:
        self.finish(_said("operators.added", one, self._messages))


class RolesSheet(OperatorSheet):
    """Other roles for somebody."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        one: Operator,
        *,
        has_passphrase: bool,
    ) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("改身份：{0}").format(one.name),
            self.tr("选中的就是全部身份，立即生效；口令不变。"),
            has_passphrase=has_passphrase,
        )
        self._one = one
        self.roles = RoleBoxes(messages, one.roles)
        self.put(self.roles, self.sure, self.by)
        self.go.set_words(self.tr("改身份"))
        self.roles.edited.connect(self._on_edited)

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        if not self.roles.roles:
            self.refuse(self.tr("请至少选一个身份。"))
            self.roles.first.setFocus()
            return
        by = self.credential()
        if by:
            work = partial(_change_roles, by, self._one.name, self.roles.roles, self.sure.isChecked())
            self.have(work, self._on_changed)

    def _on_changed(self, one: Operator) -> None:
        self.finish(_said("operators.changed", one, self._messages))


class EndSheet(OperatorSheet):
    """Somebody leaves: what becomes of their key, their records and their patients."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        one: Operator,
        *,
        has_passphrase: bool,
    ) -> None:
        super().__init__(
            *(page, clinic, messages),
            self.tr("结束：{0}").format(one.name),
            self.tr("用于离开诊所的人。不能撤销，回来时要另用一个名字添加。"),
            has_passphrase=has_passphrase,
        )
        self._one = one
        told = QWidget()
        column = QVBoxLayout(told)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        for sentence in (
            self.tr("口令和存着的密钥从此打不开诊所。"),
            self.tr("写过、签过的病历和审计记录都保留其姓名，不能改。"),
            self.tr("接诊的患者由其他医师接手：打开病历时选“交接”。"),
            self.tr("没写完的草稿留在患者名下，接手的医师可以看到。"),
        ):
            column.addWidget(Label(self.tr("· {0}").format(sentence), wrap=True))
        self.put(told, self.sure, self.by)
        self.go.set_kind(Kind.DANGER)
        self.go.set_words(self.tr("结束"))

    def submit(self) -> None:
        if not self.go.isEnabled():
            return
        by = self.credential()
        if by:
            work = partial(_end, by, self._one.name, self.sure.isChecked())
            self.have(work, self._on_ended)

    def _on_ended(self, one: Operator) -> None:
        self.finish(_said("operators.ended", one, self._messages))


def _under(name: str, field: QWidget) -> QWidget:
    """A field under its name."""
    place = QWidget()
    column = QVBoxLayout(place)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(Space.XS)
    column.addWidget(Label(name, Type.SECONDARY, Tone.MUTED, buddy=field))
    column.addWidget(field)
    return place


def _said(key: str, one: Operator, messages: Messages) -> str:
    roles = messages.text("list.between").join(messages.text(f"roles.{role}") for role in one.roles)
    return messages.text(key, operator=one.name, roles=roles)


def _add(by: Credential, name: str, roles: tuple[Role, ...], passphrase: str, kernel: Kernel) -> Operator:
    return kernel.operators.add(by, name, roles, passphrase)


def _change_roles(
    by: Credential, name: str, roles: tuple[Role, ...], last_physician: bool, kernel: Kernel
) -> Operator:
    return kernel.operators.change_roles(by, name, roles, last_physician=last_physician)


def _end(by: Credential, name: str, last_physician: bool, kernel: Kernel) -> Operator:
    return kernel.operators.end(by, name, last_physician=last_physician)
