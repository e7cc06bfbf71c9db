"""The fields of a registration: kind, address, name; where it goes is worked out and said, not asked. What few need is behind a press."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.services.models import Boundary, Kind, Registration, derived_boundary
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.views.settings.models_parts import BoundaryBadge, under_name
from desktop.views.settings.models_words import ModelWords
from desktop.widgets.button import link
from desktop.widgets.check_box import CheckBox
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.disclosure import Disclosure
from desktop.widgets.file_dialog import ask_file
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

EFFORTS = ("low", "high", "max")
OWN = "own"
"""A source that nobody named."""
LARGEST = 1 << 16
"""Bytes of a file with a certificate."""


class ModelForm(QWidget):
    """`registration` is what stands in it. With one to begin with, the name stays."""

    edited = Signal()
    submitted = Signal()

    def __init__(self, kinds: Iterable[Kind], words: ModelWords, before: Registration | None = None) -> None:
        super().__init__()
        self._kinds = {one.name: one for one in kinds}
        self._words, self._before = words, before
        self._certificate = before.certificate if before else ""
        self.kind = ComboBox(self.tr("服务器"))
        for one in self._kinds.values():
            self.kind.addItem(words.kind(one), one.name)
        self.url = LineEdit(self.tr("地址"), hint="https://…/v1")
        self.name = LineEdit(self.tr("模型名"), hint=self.tr("与服务器上的写法相同，例如 qwen3:8b"))
        self.source = LineEdit(self.tr("来源名"), hint=self.tr("小写英文，例如 ollama"))
        self.badge, self.where = BoundaryBadge(Boundary.EXTERNAL), Label("", Type.META, Tone.MUTED, wrap=True)
        self.elsewhere = CheckBox(self.tr("这个地址通到别处（隧道、转发）：按外部对待"))
        self.more = Disclosure(self.tr("更多"))
        self.context = _number(LineEdit(self.tr("上下文（token）"), hint=self.tr("不知道就空着")))
        self.output = _number(LineEdit(self.tr("一次回答最多（token）"), hint=self.tr("不知道就空着")))
        self.efforts = {one: CheckBox(one, name=self.tr("思考强度 {0}").format(one)) for one in EFFORTS}
        self.thinking = CheckBox(self.tr("接受 thinking 参数（可关闭思考）"))
        self.usage = CheckBox(self.tr("要求报用量（stream_options）"))
        self.usage.setToolTip(
            self.tr("个别服务器不认这一项而拒绝调用，那时取消；没有用量，费用按最多可能的算。")
        )
        self.usage.setChecked(True)
        self.variable = LineEdit(self.tr("密钥变量"), hint=self.tr("空着即用系统密钥环"))
        self.certificate = link("", icon=Icon.FOLDER)
        self.no_certificate = link(self.tr("去掉"))
        self.certificate_said = Label("", Type.META, Tone.MUTED, wrap=True)
        self.rest = QWidget()
        self._lay_out()
        if before:
            self._take(before)
        else:
            self._on_kind()
        self._listen()
        self._show_boundary()
        self._show_certificate()
        self.rest.hide()

    @property
    def registration(self) -> Registration:
        """As it is typed; whether it is fit the service says."""
        kind = str(self.kind.currentData())
        name = self.name.text().strip()
        provider = self.source.text().strip() or (OWN if kind == "openai" else kind)
        return Registration(
            name,
            provider,
            kind,
            self.url.text().strip(),
            self.boundary,
            _tokens(self.context),
            _tokens(self.output),
            tuple(one for one, box in self.efforts.items() if box.isChecked()),
            self.thinking.isChecked(),
            self.usage.isChecked(),
            self.variable.text().strip(),
            self._certificate,
        )

    @property
    def boundary(self) -> Boundary:
        """Worked out from the address; a person may only say that it is further."""
        derived = self._derived()
        return Boundary.EXTERNAL if derived is None or self.elsewhere.isChecked() else derived

    @property
    def origin_changed(self) -> bool:
        """Whether the address is another than it was, so that the key is asked for again."""
        return self._before is not None and self.url.text().strip() != self._before.base_url

    def offer(self, one: Registration) -> None:
        """Fill it with a server that was found."""
        self._take(one)
        self.edited.emit()

    def first(self) -> QWidget:
        return self.name if self._before is None else self.url

    def take_certificate(self, file: str) -> None:
        """Trust the server by the certificate in this file, and by no other."""
        try:
            raw = Path(file).read_bytes()[: LARGEST + 1]
            text = raw.decode("ascii").strip()
        except (OSError, UnicodeDecodeError):
            text = ""
        if not text or len(text) > LARGEST:
            self.certificate_said.setText(
                self.tr("“{0}”不是 PEM 证书文件，没有采用。").format(Path(file).name)
            )
            return
        self._certificate = text
        self._show_certificate()
        self.edited.emit()

    def _take(self, one: Registration) -> None:
        self.kind.setCurrentIndex(max(0, self.kind.findData(one.kind)))
        self.url.setText(one.base_url)
        self.name.setText(one.name)
        self.source.setText(one.provider)
        self.context.setText("" if one.context is None else str(one.context))
        self.output.setText("" if one.max_output is None else str(one.max_output))
        for effort, box in self.efforts.items():
            box.setChecked(effort in one.efforts)
        self.thinking.setChecked(one.takes_thinking)
        self.usage.setChecked(one.include_usage)
        self.variable.setText(one.key_name)
        self._certificate = one.certificate
        is_here = self._derived() is Boundary.ON_DEVICE
        self.elsewhere.setChecked(is_here and one.boundary is Boundary.EXTERNAL)
        self._show_boundary()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addLayout(under_name(self.kind.accessibleName(), self.kind))
        column.addLayout(under_name(self.url.accessibleName(), self.url))
        where = QHBoxLayout()
        where.setSpacing(Space.S)
        where.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        where.addWidget(self.where, 1)
        column.addLayout(where)
        column.addWidget(self.elsewhere)
        column.addLayout(under_name(self.name.accessibleName(), self.name))
        if self._before is not None:
            self.name.setReadOnly(True)
            self.name.setEnabled(False)
        more = QHBoxLayout()
        more.addWidget(self.more)
        more.addStretch()
        column.addLayout(more)
        rest = QVBoxLayout(self.rest)
        rest.setContentsMargins(0, 0, 0, 0)
        rest.setSpacing(Space.M)
        shared = Label(self.tr("同一来源的模型共用一把密钥。"), Type.META, Tone.MUTED, wrap=True)
        rest.addLayout(under_name(self.source.accessibleName(), self.source, shared))
        pair = QHBoxLayout()
        pair.setSpacing(Space.M)
        for field in (self.context, self.output):
            pair.addLayout(under_name(field.accessibleName(), field), 1)
        rest.addLayout(pair)
        boxes = QHBoxLayout()
        boxes.setSpacing(Space.L)
        boxes.addWidget(Label(self.tr("思考强度"), Type.SECONDARY, Tone.MUTED))
        for box in self.efforts.values():
            boxes.addWidget(box)
        boxes.addStretch()
        rest.addLayout(boxes)
        rest.addWidget(self.thinking)
        rest.addWidget(self.usage)
        rest.addLayout(under_name(self.variable.accessibleName(), self.variable))
        files = QHBoxLayout()
        files.setSpacing(Space.S)
        files.addWidget(self.certificate)
        files.addWidget(self.no_certificate)
        files.addStretch()
        rest.addLayout(files)
        rest.addWidget(self.certificate_said)
        column.addWidget(self.rest)

    def _listen(self) -> None:
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.more.toggled.connect(self.rest.setVisible)
        self.elsewhere.toggled.connect(self._on_edited)
        self.certificate.clicked.connect(self._on_certificate)
        self.no_certificate.clicked.connect(self._on_no_certificate)
        for field in (self.url, self.name, self.source, self.context, self.output, self.variable):
            field.textEdited.connect(self._on_edited)
            field.returnPressed.connect(self.submitted)

    def _derived(self) -> Boundary | None:
        """None while there is no address that can be read."""
        kind = self._kinds.get(str(self.kind.currentData()))
        try:
            return None if kind is None else derived_boundary(kind, self.url.text(), self.name.text().strip())
        except ClinicError:
            return None

    def _show_boundary(self) -> None:
        derived, boundary = self._derived(), self.boundary
        self.badge.show_boundary(boundary)
        self.badge.setVisible(derived is not None)
        self.elsewhere.setVisible(derived is Boundary.ON_DEVICE)
        if derived is None:
            self.where.setText(self.tr("边界由地址判定：本机地址是本机，其余（连同内网服务器）都是外部。"))
        elif boundary is Boundary.ON_DEVICE:
            self.where.setText(self.tr("地址是本机的：交给它的内容不离开这台电脑。"))
        elif self.elsewhere.isChecked():
            self.where.setText(self.tr("按外部对待：去标识化以后才会发出，由策略决定。"))
        else:
            self.where.setText(
                self.tr(
                    "地址不在本机，或这类服务器会转发：内容会离开这台电脑，去标识化以后才会发出，由策略决定。"
                )
            )

    def _show_certificate(self) -> None:
        has = bool(self._certificate)
        self.certificate.set_words(self.tr("换证书文件…") if has else self.tr("选证书文件…"))
        self.no_certificate.setVisible(has)
        self.certificate_said.setText(
            self.tr("只信任这张证书，不信任系统的。")
            if has
            else self.tr("内网服务器用自己签的证书时才需要（PEM 文件）。")
        )

    def _on_kind(self) -> None:
        kind = self._kinds.get(str(self.kind.currentData()))
        if kind is None:
            return
        usual = {one.base_url for one in self._kinds.values()}
        if self.url.text().strip() in usual | {""}:
            self.url.setText(kind.base_url)
        if self.source.text().strip() in {*self._kinds, OWN, ""}:
            self.source.setText(OWN if kind.name == "openai" else kind.name)
        self._on_edited()

    def _on_edited(self, *_: object) -> None:
        self._show_boundary()
        self.edited.emit()

    def _on_certificate(self) -> None:
        kinds = (self.tr("证书") + " (*.pem *.crt *.cer)", self.tr("所有文件") + " (*)")
        ask_file(self, self.tr("证书文件"), self.take_certificate, kinds)

    def _on_no_certificate(self) -> None:
        self._certificate = ""
        self._show_certificate()
        self.edited.emit()


def named(one: Registration, name: str) -> Registration:
    """The same for another model of that server."""
    return replace(one, name=name)


def _number(field: LineEdit) -> LineEdit:
    field.set_plain_digits(r"\d*")
    return field


def _tokens(field: LineEdit) -> int | None:
    return int(field.text()) if field.text().strip() else None
