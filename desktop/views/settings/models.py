"""模型: which models there are and whether they work, their keys, what may be given to them, what they may cost.

Everything that sends something is a press of its own. Without a model the rest of the program works as it does, and the page says so.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from core.base.atomic import write_atomically
from core.base.errors import ClinicError, UserError
from core.base.messages import Messages
from core.base.rights import Right
from core.base.system_words import reason_of
from core.events.model import (
    CallSettled,
    EgressPolicyChanged,
    Event,
    ModelKeysChanged,
    ModelsChanged,
    PricesChanged,
)
from core.services.egress import Preview, PurposeRule
from core.services.model_keys import KeyStatus
from core.services.models import Entry, Model
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.rights_words import may_not_words
from desktop.session.options import Options
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.trouble.present import sentences
from desktop.views.settings.models_budget import BudgetCard
from desktop.views.settings.models_budget_sheet import BudgetSheet
from desktop.views.settings.models_key_sheets import EnterKeySheet, MoveKeysSheet, TakeKeySheet
from desktop.views.settings.models_keys import KeysCard
from desktop.views.settings.models_leaving import LeavingCard
from desktop.views.settings.models_list import ModelsCard
from desktop.views.settings.models_local import FindSheet
from desktop.views.settings.models_look import Look, looked
from desktop.views.settings.models_parts import Head
from desktop.views.settings.models_policy import PolicyCard
from desktop.views.settings.models_policy_sheets import (
    HistorySheet,
    LimitsSheet,
    ReviewSheet,
    read_policy_file,
)
from desktop.views.settings.models_price_sheets import EndPriceSheet, PriceHistorySheet, PriceSheet
from desktop.views.settings.models_prices import PricesCard
from desktop.views.settings.models_sheet import ModelsSheet
from desktop.views.settings.models_sheets import RegisterSheet, RemoveModelSheet
from desktop.views.settings.models_trial import TrialSheet
from desktop.views.settings.models_words import ModelWords
from desktop.views.settings.said import Said
from desktop.views.settings.section import Section
from desktop.widgets.button import plain_button
from desktop.widgets.file_dialog import ask_file, ask_new_file

CARD = 1070

TWO = 940
"""From this width on the policy and what would leave stand beside each other."""


class ModelsSection(Section):
    """Shows all of it, and opens the sheets."""

    card_width = CARD

    def __init__(self, clinic: ClinicBridge, options: Options, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("模型"), self.tr("没有模型，问诊、对比、回访照常可用"))
        self._clinic, self._options, self._messages, self._page = clinic, options, messages, page
        self._words = ModelWords(messages)
        self.look: Look | None = None
        self.sheet: ModelsSheet | None = None
        self.find_here = plain_button(self.tr("在本机找…"), icon=Icon.SEARCH)
        self.add = plain_button(self.tr("添加模型"), icon=Icon.ADD)
        self.head.addWidget(self.find_here)
        self.head.addWidget(self.add)
        self.said, self.why = Said(), Said()
        self.models = ModelsCard(self._words)
        self.keys_head = Head(self.tr("密钥"), self.tr("只存在系统密钥环里，只发往录入时的地址"))
        self.keys = KeysCard(messages, self._words)
        self.policy = PolicyCard(self._words)
        self.leaving = LeavingCard(clinic, messages)
        self.budget_head = Head(self.tr("预算"), self.tr("按当次模型、当时价格估算"))
        self.budget = BudgetCard(messages)
        self.prices = PricesCard(messages)
        self._two = QHBoxLayout()
        self._two.setSpacing(Space.L)
        self._two.addWidget(self.policy, 3)
        self._two.addWidget(self.leaving, 2, Qt.AlignmentFlag.AlignTop)
        self.cards.setSpacing(Space.M)
        for part in (self.said, self.why, self.models, self.keys_head, self.keys, self.policy.head):
            self.cards.addWidget(part)
        self.cards.addLayout(self._two)
        for below in (self.budget_head, self.budget, self.prices):
            self.cards.addWidget(below)
        self._listen()
        for late in (self.find_here, self.add, self.keys_head, self.keys):
            late.hide()

    def first(self) -> QWidget | None:
        return self.add if self.add.isVisible() else None

    def refresh(self) -> None:
        self._clinic.ask(self, looked, self._show, self._on_failed, latest="models")

    def fit(self) -> None:
        super().fit()
        narrow = self.is_narrow
        for part in (
            self.models,
            self.keys_head,
            self.keys,
            self.policy,
            self.budget_head,
            self.budget,
            self.prices,
        ):
            part.lay_out(narrow=narrow)
        down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        is_wide = self.viewport().width() >= px(TWO)
        self._two.setDirection(beside if is_wide else down)

    def _listen(self) -> None:
        self.find_here.clicked.connect(self._on_find)
        self.add.clicked.connect(self._on_add)
        for told, on in (
            (self.models.test, self._on_test),
            (self.models.change, self._on_change),
            (self.models.remove, self._on_remove),
            (self.models.choose, self._on_choose),
            (self.models.enter_key, self._on_key_of),
            (self.models.made_anew, self._order),
            (self.keys.enter, self._on_enter_key),
            (self.keys.take, self._on_take_key),
            (self.keys.bring_file, self._on_move_keys),
            (self.policy.first_wanted, self._on_first_policy),
            (self.policy.save_wanted, self._on_save_policy),
            (self.policy.limits_wanted, self._on_limits),
            (self.policy.history_wanted, self._on_history),
            (self.policy.import_wanted, self._on_import),
            (self.policy.export_wanted, self._on_export),
            (self.budget.change_wanted, self._on_budget),
            (self.prices.set_wanted, self._on_price),
            (self.prices.end_wanted, self._on_end_price),
            (self.prices.history_wanted, self._on_prices),
        ):
            told.connect(on)
        self._clinic.happened.connect(self._on_happened)

    def _show(self, look: Look) -> None:
        """Only what is another than it was is made anew: so nobody loses their place."""
        before, self.look = self.look, look
        if look == before:
            return
        if before is None or look.models != before.models:
            self._show_models(look)
        if before is None or look.policy != before.policy:
            self.policy.show_seen(look.policy)
        if before is None or look.budget != before.budget:
            self.budget.show_seen(look.budget)
        if before is None or look.prices != before.prices:
            self.prices.show_seen(look.prices)
        self.leaving.limit(may=look.can_look_inside, reads=look.can_read_records)
        self._order()
        self.fit()

    def _order(self) -> None:
        """Let Tab walk down the page; rows that were made later stand at the window's end otherwise."""
        parts = (
            self.models,
            self.keys,
            self.policy.head,
            self.policy,
            self.leaving,
            self.budget,
            self.prices,
        )
        last: QWidget = self.add
        for part in parts:
            for stop in part.findChildren(QWidget):
                if stop.focusPolicy() is not Qt.FocusPolicy.NoFocus and stop.focusProxy() is None:
                    QWidget.setTabOrder(last, stop)
                    last = stop

    def _show_models(self, look: Look) -> None:
        may = look.models.may
        self.find_here.setVisible(may)
        self.add.setVisible(may)
        opened = self._clinic.opened
        barred = opened is not None and not may
        why = may_not_words(opened.role, Right.SETTINGS, self._messages) if opened and barred else ""
        self.why.say(why, Icon.LOCK)
        self.models.show_seen(look.models)
        shown = {
            entry.model.provider
            for entry in look.models.entries
            if entry.model is not None and look.models.is_in_use(entry)
        }
        keys = [one for one in look.models.keys if one.provider in shown]
        self.keys_head.setVisible(may)
        self.keys.setVisible(may)
        if may:
            self.keys.show_keys(keys, look.models.keyring, has_file=look.models.has_file)

    def _begin(self, sheet: ModelsSheet, first: QWidget | None = None) -> None:
        self.said.say("")
        self.sheet = sheet
        sheet.changed.connect(self._on_changed)
        sheet.open(first)

    def _on_find(self) -> None:
        sheet = FindSheet(self._page, self._clinic, self._messages)
        sheet.test_wanted.connect(self.test)
        self._begin(sheet, sheet.back)
        sheet.submit()

    def _on_add(self) -> None:
        if self.look is not None:
            self._register(RegisterSheet(self._page, self._clinic, self._messages, self.look.models.kinds))

    def _on_change(self, entry: Entry) -> None:
        if self.look is not None and entry.registration is not None:
            kinds = self.look.models.kinds
            self._register(RegisterSheet(self._page, self._clinic, self._messages, kinds, entry.registration))

    def _register(self, sheet: RegisterSheet) -> None:
        sheet.test_wanted.connect(self.test)
        self._begin(sheet, sheet.form.first())

    def _on_remove(self, entry: Entry) -> None:
        sheet = RemoveModelSheet(self._page, self._clinic, self._messages, entry)
        self._begin(sheet, sheet.back)

    def _on_choose(self, entry: Entry) -> None:
        self._choose(entry.name)

    def _choose(self, name: str) -> None:
        self._clinic.ask(self, partial(_choose, name), self._on_chosen, self._on_failed)

    def _on_chosen(self, model: Model) -> None:
        self._on_changed(self._messages.text("models.default_now", model=model.name))

    def _on_test(self, entry: Entry) -> None:
        if entry.model is not None:
            self._try(entry.name, entry.model.provider)

    def test(self, name: str) -> None:
        """Test a model that was just registered."""
        self._clinic.ask(self, partial(_resolved, name), self._on_resolved, self._on_failed)

    def _on_resolved(self, model: Model) -> None:
        self._try(model.name, model.provider)

    def _try(self, name: str, provider: str) -> None:
        every = self.look.models.entries if self.look else ()
        is_default = any(one.is_default and one.name == name for one in every)
        sheet = TrialSheet(self._page, self._clinic, self._messages, name, provider, is_default=is_default)
        sheet.ended.connect(self.refresh)
        sheet.default_wanted.connect(self._choose)
        sheet.key_wanted.connect(self._on_enter_key)
        sheet.dismissed.connect(partial(self._back_to, name))
        self._begin(sheet, sheet.go)
        sheet.begin()

    def _back_to(self, name: str) -> None:
        """The row was made anew meanwhile, with what the test found."""
        row = self.models.rows.get(name)
        if row is not None:
            row.try_it.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_key_of(self, entry: Entry) -> None:
        if entry.model is not None:
            self._on_enter_key(entry.model.provider)

    def _on_enter_key(self, provider: str) -> None:
        one = self._key(provider)
        if one is not None:
            sheet = EnterKeySheet(self._page, self._clinic, self._messages, one)
            self._begin(sheet, sheet.key)

    def _on_take_key(self, provider: str) -> None:
        one = self._key(provider)
        if one is not None:
            sheet = TakeKeySheet(self._page, self._clinic, self._messages, one)
            self._begin(sheet, sheet.back)

    def _key(self, provider: str) -> KeyStatus | None:
        keys = self.look.models.keys if self.look else ()
        return next((one for one in keys if one.provider == provider), None)

    def _on_move_keys(self) -> None:
        sheet = MoveKeysSheet(self._page, self._clinic, self._messages)
        self._begin(sheet, sheet.go)

    def _on_first_policy(self) -> None:
        self._clinic.ask(self, _first_policy, self._on_policy_set, self._on_failed)

    def _on_policy_set(self, preview: Preview) -> None:
        self._on_changed(self._messages.text("egress.set", revision=preview.policy.revision))

    def _on_save_policy(self) -> None:
        self._review(self.policy.draft, self.policy.revision)

    def _review(self, wanted: Mapping[str, PurposeRule] | bytes, seen: int) -> None:
        before = self.look.policy.rules if self.look else {}
        sheet = ReviewSheet(self._page, self._clinic, self._messages, wanted, seen=seen, before=before)
        self._begin(sheet, sheet.back)
        sheet.look()

    def _on_limits(self, name: str) -> None:
        sheet = LimitsSheet(self._page, self._clinic, self._messages, name, self.policy.rule_of(name))
        sheet.changed.connect(partial(self._on_limits_chosen, sheet))
        self.sheet = sheet
        sheet.open(sheet.most_input)

    def _on_limits_chosen(self, sheet: LimitsSheet, _said: str) -> None:
        if sheet.chosen is not None:
            self.policy.set_rule(sheet.name, sheet.chosen)

    def _on_history(self) -> None:
        sheet = HistorySheet(self._page, self._clinic, self._messages)
        self._begin(sheet, sheet.back)
        sheet.look()

    def _on_import(self) -> None:
        ask_file(self, self.tr("策略文件"), self.bring_policy, self._policy_files())

    def bring_policy(self, file: str) -> None:
        """Look at a policy file before it is set."""
        self._clinic.aside(self, partial(read_policy_file, file), self._on_policy_read, self._on_failed)

    def _on_policy_read(self, raw: bytes) -> None:
        self._review(raw, self.policy.revision)

    def _on_export(self) -> None:
        name = f"mingdao-policy-{self.policy.revision}.json"
        ask_new_file(self, self.tr("策略文件"), name, self.give_policy, self._policy_files())

    def give_policy(self, file: str) -> None:
        """Write the policy in force to a file, for other machines."""
        self._clinic.ask(self, partial(_exported, file), self._on_exported, self._on_failed)

    def _on_exported(self, file: str) -> None:
        self.said.say(self.tr("策略已存到 {0}，可在别的电脑上“由文件设定”。").format(file), Icon.DONE)

    def _policy_files(self) -> tuple[str, str]:
        return self.tr("策略") + " (*.json)", self.tr("所有文件") + " (*)"

    def _on_budget(self) -> None:
        if self.look is not None:
            seen, entries = self.look.budget.seen, self.look.models.entries
            sheet = BudgetSheet(
                self._page, self._clinic, self._options, self._messages, seen=seen, entries=entries
            )
            self._begin(sheet, sheet.day)

    def _on_price(self, model: str) -> None:
        if self.look is None:
            return
        every = self.look.prices.every or ()
        names = tuple(
            dict.fromkeys((*(one.model for one in every), *(e.name for e in self.look.models.entries)))
        )
        present = next((one for one in every if one.model == model), None)
        sheet = PriceSheet(
            self._page, self._clinic, self._messages, names=names, model=model, present=present
        )
        self._begin(sheet, sheet.miss if model else sheet.model)

    def _on_end_price(self, model: str) -> None:
        sheet = EndPriceSheet(self._page, self._clinic, self._messages, model)
        self._begin(sheet, sheet.back)

    def _on_prices(self) -> None:
        sheet = PriceHistorySheet(self._page, self._clinic, self._messages)
        self._begin(sheet, sheet.back)
        sheet.look()

    def _on_changed(self, said: str) -> None:
        self.said.say(said, Icon.DONE)
        self.refresh()

    def _on_happened(self, event: Event) -> None:
        """What is done elsewhere, on the command line or by a call, is shown while the page is in front."""
        kinds = (CallSettled, EgressPolicyChanged, ModelKeysChanged, ModelsChanged, PricesChanged)
        if isinstance(event, kinds) and self.isVisible():
            self.refresh()

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)


def _choose(name: str, kernel: Kernel) -> Model:
    return kernel.models.choose_default(name)


def _resolved(name: str, kernel: Kernel) -> Model:
    return kernel.models.resolve(name)


def _first_policy(kernel: Kernel) -> Preview:
    return kernel.egress.set_file(kernel.egress.first())


def _exported(file: str, kernel: Kernel) -> str:
    try:
        write_atomically(Path(file), kernel.egress.exported())
    except OSError as error:
        raise UserError("file_unreadable", file=file, reason=reason_of(error)) from error
    return file
