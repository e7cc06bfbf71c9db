"""Pictures of the models in the settings, in both themes and sizes: `python -m tests.desktop.views.settings.models_shots`."""

import os
import sys
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication, QWidget

from core.kernel import clock_of
from core.services.egress import Boundary, PurposeRule
from core.services.local_servers import LocalServer, Offered
from core.services.models import Registration
from core.services.spending.prices import Given
from core.settings.model import Settings
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.scheme import Scheme
from desktop.theme.style import theme
from desktop.views.settings.models import ModelsSection
from desktop.views.settings.models_budget_sheet import BudgetSheet
from desktop.views.settings.models_local import FindSheet
from desktop.views.settings.models_policy_sheets import ReviewSheet
from desktop.views.settings.models_sheets import RegisterSheet
from desktop.views.settings.models_trial import TrialSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.programs import SIZES, begun, take
from tests.desktop.shell.shots import OUT, settle, until
from tests.fakes.clinic import Clinic, new_clinic
from tests.fakes.model_answers import all_well, told
from tests.fakes.model_server import model_server

MODELS = OUT / "models"
TEXT = "王小明，女，1968-05-02 生，病历号 P001，电话 13800138000。入睡困难，“一个钟头左右能睡着”；大便干结。过敏：青霉素。"


def main() -> None:
    """Take them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    MODELS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for language in sys.argv[1:] or ("zh_CN", "en"):
            clinic = new_clinic(Path(folder) / language)
            clinic.save(clinic.add("王小明", birth="1968-05-02", phone="13800138000"))
            begin(app, clinic, language)
            in_use(app, clinic, language)


def section_of(app: QApplication, program: Program) -> ModelsSection:
    window = program.window
    until(app, lambda: window.desk is not None)
    assert window.desk is not None
    window.desk.go(ActionId.SETTINGS)
    page = window.desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("models")
    until(app, lambda: page.models.look is not None)
    settle(app)
    return page.models


def scrolled(app: QApplication, section: ModelsSection, part: QWidget) -> None:
    section.ensureWidgetVisible(part, 0, 24)
    bar = section.verticalScrollBar()
    bar.setValue(part.mapTo(section.widget(), part.rect().topLeft()).y() - 16)
    settle(app)


def at(app: QApplication, program: Program, section: ModelsSection, part: QWidget, name: str) -> None:
    """A part of the page in both themes and sizes, scrolled to in each."""
    for size, (wide, high) in SIZES.items():
        program.window.setMinimumSize(0, 0)
        program.window.resize(wide, high)
        settle(app)
        scrolled(app, section, part)
        for scheme in (Scheme.LIGHT, Scheme.DARK):
            theme(app).set(scheme)
            settle(app)
            language = program.messages.language
            program.window.grab().save(str(MODELS / f"{name}{size}-{language}-{scheme.value}.png"))


def begin(app: QApplication, clinic: Clinic, language: str) -> None:
    """Nothing is set up; a model is added and tested."""
    with (
        model_server(*all_well("qwen3:8b")) as server,
        begun(app, clinic.home, clinic.vault, language) as program,
    ):
        section = section_of(app, program)
        take(app, program, MODELS, "none")
        at(app, program, section, section.policy.head, "none-policy")
        section.verticalScrollBar().setValue(0)
        section.find_here.click()
        found = section.sheet
        assert isinstance(found, FindSheet)
        until(app, found.go.isEnabled)
        take(app, program, MODELS, "find-none")
        one = Registration("qwen3:8b", "ollama", "ollama", f"{server.url}/v1", Boundary.ON_DEVICE)
        far = Registration("gpt-oss:120b-cloud", "ollama", "ollama", f"{server.url}/v1")
        found._show((LocalServer("ollama", f"{server.url}/v1", (Offered(one, False), Offered(far, False))),))
        settle(app)
        take(app, program, MODELS, "found")
        found.dismiss()
        section.add.click()
        sheet = section.sheet
        assert isinstance(sheet, RegisterSheet)
        take(app, program, MODELS, "add")
        sheet.form.url.setText("http://lab.example.cn/v1")
        sheet.form.url.textEdited.emit("")
        sheet.form.name.setText("qwen3:8b")
        sheet.submit()
        until(app, lambda: bool(sheet.problem.words))
        take(app, program, MODELS, "add-refused")
        sheet.form.kind.setCurrentIndex(sheet.form.kind.findData("ollama"))
        sheet.form.url.setText(f"{server.url}/v1")
        sheet.form.url.textEdited.emit("")
        sheet.form.more.setChecked(True)
        settle(app)
        take(app, program, MODELS, "add-more")
        sheet.submit()
        until(app, lambda: isinstance(section.sheet, TrialSheet))
        trial = section.sheet
        assert isinstance(trial, TrialSheet)
        until(app, lambda: trial.trial is not None)
        settle(app)
        take(app, program, MODELS, "tested")
        trial.dismiss()
        until(app, lambda: "qwen3:8b" in section.models.rows)
        section.policy.begin.click()
        until(app, lambda: bool(section.said.words.text()))
        settle(app)
        take(app, program, MODELS, "two-minutes")


def in_use(app: QApplication, clinic: Clinic, language: str) -> None:
    """Several models, a policy under change, budgets, prices."""
    clock = clock_of(Settings())
    clinic.home.settings.write_text(
        f'language = "{language}"\ncost_day_limit = "5"\ncost_day_action = "block"\n', encoding="utf-8"
    )
    (clinic.home.folder / "credentials.json").write_text('{"openai": "sk-aaaaaaaaaaaa"}', encoding="utf-8")
    with model_server(told({}, 401)) as server, clinic.open(clock=clock) as kernel:
        kernel.models.add(Registration("followup-v2", "lab", "vllm", f"{server.url}/v1", context=8192))
        kernel.model_keys.enter("deepseek", "sk-0123456789abcdef3f7a")
        kernel.model_keys.enter("lab", "app-0123456789abcdef91c2")
        kernel.prices.set("glm-5", Given(Decimal(4), Decimal("12.5")))
        here = PurposeRule(tuple(Boundary), True, 65536, 4096)
        kernel.egress.replace({**kernel.egress.in_force().policy.purposes, "assistant": here})  # type: ignore[union-attr]
    with model_server(told({}, 401)) as server, begun(app, clinic.home, clinic.vault, language) as program:
        section = section_of(app, program)
        take(app, program, MODELS, "in-use")
        section._clinic.ask(
            section,
            lambda kernel: kernel.models.change(
                kernel.models.with_changes(
                    "followup-v2", {"base_url": f"{server.url}/v1", "boundary": "on_device"}
                )
            ),
        )
        section.models.rows["followup-v2"].try_it.click()
        trial = section.sheet
        assert isinstance(trial, TrialSheet)
        until(app, lambda: trial.trial is not None)
        settle(app)
        take(app, program, MODELS, "failed")
        trial.dismiss()
        settle(app)
        section.models.rows["followup-v2"].more.click()
        settle(app)
        take(app, program, MODELS, "row")
        section.models.rows["followup-v2"].more.click()
        of_the_clinic(app, program, section)


def of_the_clinic(app: QApplication, program: Program, section: ModelsSection) -> None:
    """Keys, policy, budgets, prices."""
    at(app, program, section, section.keys_head, "keys")
    section.policy.rows["followup-script"].switches[Boundary.EXTERNAL].click()
    section.leaving.text.setPlainText(TEXT)
    section.leaving.number.setText("P001")
    section.leaving.show_it()
    until(app, lambda: section.leaving.shown is not None)
    at(app, program, section, section.policy.head, "policy")
    section.policy.save.click()
    review = section.sheet
    assert isinstance(review, ReviewSheet)
    until(app, lambda: review.preview is not None)
    settle(app)
    take(app, program, MODELS, "review")
    review.dismiss()
    section.policy.drop.click()
    at(app, program, section, section.budget_head, "budget-prices")
    section.budget.change.click()
    assert isinstance(section.sheet, BudgetSheet)
    section.sheet.action.setCurrentIndex(2)
    settle(app)
    take(app, program, MODELS, "budget")
    section.sheet.dismiss()
    section.prices.set_wanted.emit("glm-5")
    settle(app)
    take(app, program, MODELS, "price")


if __name__ == "__main__":
    main()
