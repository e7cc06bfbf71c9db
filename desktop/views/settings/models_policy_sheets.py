"""The sheets of the policy: what a change would bring, before it is set; how long texts may be; every revision there was."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.errors import ClinicError, UserError
from core.base.messages import Messages
from core.base.system_words import reason_of
from core.services.egress import Boundary, InForce, Preview, PurposeRule
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.views.settings.models_parts import under_name
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.models_words import ModelWords
from desktop.views.settings.packs_parts import Lines
from desktop.views.settings.packs_words import Line, fingerprint_words
from desktop.widgets.line_edit import LineEdit

Rules = Mapping[str, PurposeRule]

KIB = 1024
MARK = 16
"""Signs of a fingerprint that tell two revisions apart."""


class ReviewSheet(ModelsSheet):
    """What would change and what could leave then. It holds once it is pressed, and not before."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        wanted: Rules | bytes,
        *,
        seen: int,
        before: Rules,
    ) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("保存策略"),
            self.tr("先看清楚会变什么。保存后立即对之后的每一次调用生效，并记入审计。"),
        )
        self._wanted, self._seen, self._rules = wanted, seen, before
        self._words = ModelWords(messages)
        self.preview: Preview | None = None
        self.lines = Lines()
        self.box.addWidget(self.lines)
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("保存策略"))
        self.go.setEnabled(False)

    def look(self) -> None:
        """Work out what it would bring."""
        self.ask(partial(_previewed, self._wanted), self._show)

    def submit(self) -> None:
        if self.preview is not None and self.go.isEnabled():
            self.ask(partial(_set, self._wanted, self._seen), self._on_set)

    def refuse(self, error: ClinicError) -> None:
        super().refuse(error)
        self.go.setEnabled(self.preview is not None)

    def _show(self, preview: Preview) -> None:
        self.preview = preview
        self.lines.fill(self._lines(preview))
        self.go.setFocus()

    def _lines(self, preview: Preview) -> Iterable[Line]:
        after, between = preview.policy.purposes, self._messages.text("list.between")
        for name in (*preview.added, *preview.changed, *preview.removed):
            old, new = self._rules.get(name), after.get(name)
            gains = new is not None and Boundary.EXTERNAL in new.boundaries
            gains = gains and (old is None or Boundary.EXTERNAL not in old.boundaries)
            same = old is not None and new is not None and old.boundaries == new.boundaries
            said = self.tr("{0}：{1} → {2}").format(
                self._words.purpose(name),
                self._words.limits(old) if same and old else self._words.rule(old),
                self._words.limits(new) if same and new else self._words.rule(new),
            )
            detail = (
                self.tr("从此可以发往外部：{0}").format(self._words.before_leaving(name, new))
                if gains
                else ""
            )
            yield Line(
                Icon.EXTERNAL if gains else Icon.EDIT, Tone.WARN if gains else Tone.MUTED, said, detail
            )
        if preview.unknown:
            names = between.join(preview.unknown)
            yield Line(Icon.NEEDS_REVIEW, Tone.WARN, self._messages.text("egress.unknown", purposes=names))
        if not (preview.added or preview.changed or preview.removed):
            yield Line(Icon.UNCHANGED, Tone.MUTED, self.tr("与现行的一样，没有变化。"))
        if preview.outside:
            names = between.join(map(self._words.purpose, preview.outside))
            yield Line(Icon.INFO, Tone.MUTED, self._messages.text("egress.outside", purposes=names))
        else:
            yield Line(Icon.INTACT, Tone.MUTED, self._messages.text("egress.nothing_outside"))
        digest = fingerprint_words(preview.policy.digest[:MARK])
        yield Line(
            Icon.INFO, Tone.MUTED, self.tr("第 {0} 版，指纹 {1}…").format(preview.policy.revision, digest)
        )

    def _on_set(self, preview: Preview) -> None:
        self.finish(self._messages.text("egress.set", revision=preview.policy.revision))


class LimitsSheet(ModelsSheet):
    """How long texts of a purpose may be. What is chosen here is saved with the policy."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, name: str, rule: PurposeRule
    ) -> None:
        title = ModelWords(messages).purpose(name)
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("“{0}”的长度上限").format(title),
            self.tr("超过的不发出，也不截短。和策略一起保存后才生效。"),
        )
        self.name, self._rule = name, rule
        self.chosen: PurposeRule | None = None
        self.most_input = LineEdit(self.tr("一次最多发出（KB）"))
        self.tokens = LineEdit(self.tr("一次回答最多（token）"))
        self.most_input.setText(f"{max(1, rule.max_input_bytes // KIB)}")
        self.tokens.setText(str(rule.max_output_tokens))
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        for field in (self.most_input, self.tokens):
            field.set_plain_digits(r"\d*")
            field.returnPressed.connect(self.submit)
            field.textEdited.connect(self._on_edited)
            row.addLayout(under_name(field.accessibleName(), field), 1)
        self.box.addLayout(row)
        self.box.addWidget(self.problem)
        self.go.set_words(self.tr("用这个上限"))

    def submit(self) -> None:
        for field, most in ((self.most_input, 4096), (self.tokens, 384_000)):
            value = int(field.text() or 0)
            if not 1 <= value <= most:
                self.say(self.tr("请填 1 到 {0} 之间的整数。").format(f"{most:,}"), "", field)
                return
        rule = self._rule
        self.chosen = PurposeRule(
            rule.boundaries, rule.deidentification, int(self.most_input.text()) * KIB, int(self.tokens.text())
        )
        self.finish("")

    def _on_edited(self) -> None:
        self.problem.say("")
        self.most_input.set_invalid(False)
        self.tokens.set_invalid(False)


class HistorySheet(ModelsSheet):
    """Every revision, the newest first."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages) -> None:
        super().__init__(
            page,
            clinic,
            messages,
            self.tr("历次策略"),
            self.tr("每次设定都留着：何时、由谁、指纹。"),
        )
        self.lines = Lines()
        self._words = ModelWords(messages)
        self.box.addWidget(self.lines)
        self.box.addWidget(self.problem)
        self.go.hide()
        self.back.set_words(self.tr("关闭"))

    def look(self) -> None:
        self.ask(_history, self._show)

    def _show(self, every: tuple[InForce, ...]) -> None:
        between = self._messages.text("list.between")
        lines = []
        for place, one in enumerate(every):
            outside = (
                [name for name, rule in one.policy.purposes.items() if Boundary.EXTERNAL in rule.boundaries]
                if one.policy
                else []
            )
            said = self.tr("第 {0} 版，{1} 设定于 {2}").format(
                one.revision, one.by, f"{one.at:%Y-%m-%d %H:%M}"
            )
            if one.policy is None:
                detail, icon, tone = self.tr("与设定时不同，不能用"), Icon.DANGER, Tone.DANGER
            else:
                icon, tone = (Icon.DONE, Tone.ACCENT) if place == 0 else (Icon.HISTORY, Tone.MUTED)
                detail = (
                    self.tr("可发往外部：{0}").format(between.join(map(self._words.purpose, outside)))
                    if outside
                    else self.tr("没有发往外部的")
                )
            mark = self.tr("指纹 {0}…").format(fingerprint_words(one.digest[:MARK]))
            lines.append(Line(icon, tone, said, f"{detail} · {mark}"))
        self.lines.fill(lines)
        self.back.setFocus()


def read_policy_file(file: str) -> bytes:
    """Raises `UserError` file_unreadable."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UserError("file_unreadable", file=file, reason=reason_of(error)) from error


def _previewed(wanted: Rules | bytes, kernel: Kernel) -> Preview:
    return kernel.egress.preview(wanted) if isinstance(wanted, bytes) else kernel.egress.previewed(wanted)


def _set(wanted: Rules | bytes, seen: int, kernel: Kernel) -> Preview:
    if isinstance(wanted, bytes):
        return kernel.egress.set_file(wanted)
    return kernel.egress.replace(wanted, seen=seen)


def _history(kernel: Kernel) -> tuple[InForce, ...]:
    return kernel.egress.history()
