"""Settings → models: from nothing to a model that works and a policy that holds, each step a press of its own; only an admin decides."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import KeyTrouble
from core.services.egress import Boundary
from core.services.local_servers import LocalServer, Offered
from core.services.models import Registration
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.settings.models import ModelsSection
from desktop.views.settings.models_key_sheets import EnterKeySheet, MoveKeysSheet, TakeKeySheet
from desktop.views.settings.models_local import FindSheet
from desktop.views.settings.models_sheets import RegisterSheet, RemoveModelSheet
from desktop.views.settings.models_trial import TrialSheet
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.model_answers import all_well, listing, told
from tests.fakes.model_server import ModelServer, Script, model_server
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]

pytestmark = pytest.mark.loopback
KEY = "sk-0123456789abcdef3f7a"


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as made:
        yield made


def section_of(qtbot: QtBot, program: Program) -> ModelsSection:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.SETTINGS)
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("models")
    program.window.activateWindow()
    qtbot.waitUntil(program.window.isActiveWindow, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.models.look is not None, timeout=WAIT_MS)
    return page.models


def until(qtbot: QtBot, ready: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(ready()), timeout=WAIT_MS)


def words_in(part: QWidget) -> str:
    return "\n".join(one.text() for one in part.findChildren(QLabel) if one.isVisibleTo(part))


def fill(sheet: RegisterSheet, server: ModelServer, name: str = "local", kind: str = "llama.cpp") -> None:
    form = sheet.form
    form.kind.setCurrentIndex(form.kind.findData(kind))
    form.url.setText(f"{server.url}/v1")
    form.url.textEdited.emit(form.url.text())
    form.name.setText(name)
    form.name.textEdited.emit(name)


def registering(section: ModelsSection) -> RegisterSheet:
    section.add.click()
    assert isinstance(section.sheet, RegisterSheet)
    return section.sheet


def trial_of(qtbot: QtBot, section: ModelsSection) -> TrialSheet:
    until(qtbot, lambda: isinstance(section.sheet, TrialSheet))
    sheet = section.sheet
    assert isinstance(sheet, TrialSheet)
    until(qtbot, lambda: sheet.trial is not None and not sheet.is_running)
    return sheet


def add(clinic: Clinic, server: ModelServer, name: str = "local") -> None:
    with clinic.open() as kernel:
        kernel.models.add(Registration(name, "lab", "llama.cpp", f"{server.url}/v1", Boundary.ON_DEVICE))


def test_from_nothing_to_a_model_that_works_and_a_policy_by_the_keyboard(
    qtbot: QtBot, program: Program
) -> None:
    with model_server(*all_well()) as server:
        section = section_of(qtbot, program)
        assert "没有模型，问诊、对比、回访照常可用" in words_in(section)
        assert section.policy.none.isVisible()
        section.add.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(section.add, Qt.Key.Key_Return)
        sheet = section.sheet
        assert isinstance(sheet, RegisterSheet)
        assert sheet.form.name.hasFocus()
        fill(sheet, server)
        QTest.keyClick(sheet.form.name, Qt.Key.Key_Return)
        trial = trial_of(qtbot, section)
        assert trial.trial is not None
        assert trial.trial.passed
        assert len(trial.lines.said) == 11
        assert trial.result.said[0].words.startswith("“local”可以使用")
        assert trial.back.hasFocus()
        QTest.keyClick(trial.back, Qt.Key.Key_Escape)
        until(qtbot, lambda: "local" in section.models.rows)
        row = section.models.rows["local"]
        until(qtbot, lambda: section.models.rows["local"].said.text().startswith("通过·"))
        section.policy.begin.click()
        until(qtbot, lambda: section.look is not None and section.look.policy.in_force is not None)
        assert not section.policy.none.isVisible()
        assert not section.policy.begin.isVisible()
        assert row is not None
        assert all(
            one.switches[Boundary.ON_DEVICE].isChecked() and not one.switches[Boundary.EXTERNAL].isChecked()
            for one in section.policy.rows.values()
        )


def test_nothing_is_sent_by_looking_or_registering(qtbot: QtBot, program: Program) -> None:
    with model_server(*all_well()) as server:
        section = section_of(qtbot, program)
        sheet = registering(section)
        fill(sheet, server)
        sheet.only.click()
        until(qtbot, lambda: "local" in section.models.rows)
        qtbot.wait(50)
        assert server.asked == []
        assert isinstance(section.sheet, RegisterSheet)


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_registered(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    sheet = registering(section)
    form = sheet.form
    sheet.submit()
    assert sheet.problem.words == "请填写：模型名"
    for url, name, context, field in (
        ("http://lab.example.cn/v1", "m", "", form.url),
        ("https://lab.example.cn/v1", "deepseek-flash", "", form.name),
        ("https://lab.example.cn/v1", "模型", "", form.name),
        ("https://lab.example.cn/v1", "m", "0", form.context),
    ):
        form.url.setText(url)
        form.name.setText(name)
        form.context.setText(context)
        sheet.submit()
        until(qtbot, lambda: sheet.go.isEnabled() and sheet.problem.words)
        assert field.property("invalid"), (url, name)
        assert field.hasFocus()
        form.url.textEdited.emit("")
        assert sheet.problem.words == ""
        assert not field.property("invalid")
    assert form.rest.isVisible()
    assert section.look is not None
    assert not any(one.revision for one in section.look.models.entries)


def test_the_boundary_is_worked_out_and_can_only_be_said_to_be_further(
    qtbot: QtBot, program: Program
) -> None:
    form = registering(section_of(qtbot, program)).form

    def typed(kind: str, url: str, name: str) -> Boundary:
        form.kind.setCurrentIndex(form.kind.findData(kind))
        form.url.setText(url)
        form.name.setText(name)
        form.name.textEdited.emit(name)
        return form.registration.boundary

    here = "http://127.0.0.1:11434/v1"
    assert typed("ollama", here, "qwen3:8b") is Boundary.ON_DEVICE
    assert form.elsewhere.isVisible()
    form.elsewhere.setChecked(True)
    assert form.registration.boundary is Boundary.EXTERNAL
    assert form.badge.words == "外部"
    form.elsewhere.setChecked(False)
    assert typed("ollama", here, "gpt-oss:120b-cloud") is Boundary.EXTERNAL
    assert typed("oneapi", here, "m") is Boundary.EXTERNAL
    assert typed("vllm", "http://192.168.1.5:8000/v1", "m") is Boundary.EXTERNAL
    assert not form.elsewhere.isVisible()
    assert typed("vllm", "no address", "m") is Boundary.EXTERNAL
    assert not form.badge.isVisible()


def test_a_key_is_hidden_kept_in_the_keyring_and_shown_as_its_ends(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    section = section_of(qtbot, program)
    section.keys.rows["deepseek"].enter.click()
    sheet = section.sheet
    assert isinstance(sheet, EnterKeySheet)
    assert sheet.key.hasFocus()
    assert sheet.key.echoMode() is QLineEdit.EchoMode.Password
    sheet.key.setText("two words")
    sheet.submit()
    until(qtbot, lambda: sheet.problem.words)
    assert sheet.key.property("invalid")
    sheet.key.setText(KEY)
    sheet.submit()
    until(qtbot, lambda: "3f7a" in section.keys.rows["deepseek"].key.text())
    assert any(KEY in kept for kept in clinic.vault.secrets.values())
    assert section.models.rows["deepseek-flash"].key.text() == section.keys.rows["deepseek"].key.text()
    shown = [one.text() for one in program.window.findChildren(QLabel)]
    shown += [one.text() for one in program.window.findChildren(QLineEdit)]
    assert not any(KEY in text for text in shown)
    section.keys.rows["deepseek"].take.click()
    taking = section.sheet
    assert isinstance(taking, TakeKeySheet)
    assert taking.back.hasFocus()
    taking.submit()
    until(qtbot, lambda: section.keys.rows["deepseek"].key.text() == "还没有密钥")
    assert not any(KEY in kept for kept in clinic.vault.secrets.values())


class _NoModelKeys(InMemoryVault):
    """A keyring that opens the clinic and then has gone."""

    def read(self, entry: str) -> str | None:
        if "/model/" in entry:
            raise KeyTrouble("keyring_unavailable")
        return super().read(entry)


def test_without_a_keyring_it_says_what_to_do_and_offers_no_field(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, _NoModelKeys(clinic.vault.secrets)) as program:
        section = section_of(qtbot, program)
        assert section.keys.keyring.isVisible()
        assert "gnome-keyring" in section.keys.keyring.accessibleName()
        assert not section.keys.rows["deepseek"].enter.isEnabled()
        assert section.models.rows["deepseek-flash"].key.text() == "没有可用的系统密钥环"


def test_keys_of_the_old_program_are_moved_and_what_became_of_each_is_said(
    qtbot: QtBot, clinic: Clinic
) -> None:
    file = clinic.home.folder / "credentials.json"
    file.write_text(f'{{"deepseek": "{KEY}", "nobody": "sk-aaaaaaaaaaaa"}}', encoding="utf-8")
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        assert section.keys.file.isVisible()
        section.keys.file.acted.emit()
        sheet = section.sheet
        assert isinstance(sheet, MoveKeysSheet)
        sheet.submit()
        until(qtbot, lambda: sheet.became.said)
        said = "\n".join(one.words for one in sheet.became.said)
        assert "deepseek" in said
        assert "nobody" in said
        assert file.exists()
        assert "没有改动" in said
        sheet.submit()
        until(qtbot, lambda: "3f7a" in section.keys.rows["deepseek"].key.text())


def test_a_refused_key_leads_to_entering_another(qtbot: QtBot, clinic: Clinic) -> None:
    with model_server(told({}, 401)) as server:
        add(clinic, server)
        with running(qtbot, clinic.home, clinic.vault) as program:
            section = section_of(qtbot, program)
            section.models.rows["local"].try_it.click()
            sheet = trial_of(qtbot, section)
            assert sheet.result.said[0].words == "“local”现在不能使用。"
            assert sheet.rekey.isVisible()
            until(qtbot, lambda: section.models.rows["local"].said.text() == "密钥被拒绝（401）")
            sheet.rekey.click()
            entering = section.sheet
            assert isinstance(entering, EnterKeySheet)
            assert entering.key.hasFocus()


def test_a_test_is_stopped_and_tells_what_it_found(qtbot: QtBot, clinic: Clinic) -> None:
    with model_server(listing("local"), Script((30.0,))) as server:
        add(clinic, server)
        with running(qtbot, clinic.home, clinic.vault) as program:
            section = section_of(qtbot, program)
            section.models.rows["local"].try_it.click()
            sheet = section.sheet
            assert isinstance(sheet, TrialSheet)
            until(qtbot, lambda: len(sheet.lines.said) >= 4)
            assert sheet.now.said[0].words == "回答：正在测…"
            assert sheet.go.words == "停止"
            sheet.go.click()
            until(qtbot, lambda: sheet.trial is not None and not sheet.is_running)
            assert sheet.trial is not None
            assert sheet.trial.stopped
            assert sheet.go.words == "再测"
            assert not sheet.choose.isVisible()
            QTest.keyClick(sheet.go, Qt.Key.Key_Escape)
            until(qtbot, lambda: section.models.rows["local"].said.text() == "测试已停止")
            assert section.models.rows["local"].try_it.hasFocus()


def test_one_that_passed_is_made_the_default_from_the_test(qtbot: QtBot, clinic: Clinic) -> None:
    with model_server(*all_well(), *all_well()) as server:
        add(clinic, server)
        with running(qtbot, clinic.home, clinic.vault) as program:
            section = section_of(qtbot, program)
            section.models.rows["local"].try_it.click()
            trial = trial_of(qtbot, section)
            assert trial.choose.isVisible()
            QTest.keyClick(trial.choose, Qt.Key.Key_Return)
            until(qtbot, lambda: "默认" in words_in(section.models.rows["local"]))
            assert "没有指名时用“local”。" in words_in(section)
            assert section.models.rows["local"].try_it.hasFocus()
            section.models.rows["local"].try_it.click()
            trial = trial_of(qtbot, section)
            assert trial.trial is not None
            assert trial.trial.passed
            assert not trial.choose.isVisible()
            trial.dismiss()


def test_leaving_a_test_stops_it(qtbot: QtBot, clinic: Clinic) -> None:
    with model_server(Script((30.0,))) as server:
        add(clinic, server)
        with running(qtbot, clinic.home, clinic.vault) as program:
            section = section_of(qtbot, program)
            section.models.rows["local"].try_it.click()
            sheet = section.sheet
            assert isinstance(sheet, TrialSheet)
            until(qtbot, lambda: server.asked)
            QTest.keyClick(sheet.go, Qt.Key.Key_Escape)
            until(qtbot, lambda: server.left)


def test_a_server_on_this_machine_is_registered_by_one_press(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(*all_well("qwen3:8b")) as server:
        one = Registration("qwen3:8b", "ollama", "ollama", f"{server.url}/v1", Boundary.ON_DEVICE)
        found = (LocalServer("ollama", f"{server.url}/v1", (Offered(one, False),)),)
        monkeypatch.setattr("core.services.local_servers.LocalServers.look", lambda _self: found)
        section = section_of(qtbot, program)
        section.find_here.click()
        sheet = section.sheet
        assert isinstance(sheet, FindSheet)
        until(qtbot, lambda: sheet.adds and "在本机找到 Ollama" in words_in(sheet))
        sheet.adds["qwen3:8b"].click()
        trial = trial_of(qtbot, section)
        assert trial.trial is not None
        assert trial.trial.passed


def test_a_model_is_changed_made_the_default_and_removed(qtbot: QtBot, clinic: Clinic) -> None:
    with model_server(*all_well()) as server:
        add(clinic, server)
        with running(qtbot, clinic.home, clinic.vault) as program:
            section = section_of(qtbot, program)
            row = section.models.rows["local"]
            row.more.click()
            row.deeds["change"].click()
            sheet = section.sheet
            assert isinstance(sheet, RegisterSheet)
            assert not sheet.form.name.isEnabled()
            sheet.form.context.setText("4096")
            sheet.only.click()
            until(qtbot, lambda: "4,096" in words_in(section.models.rows["local"]))
            row = section.models.rows["local"]
            assert row.more.isChecked()
            row.deeds["choose"].click()
            until(qtbot, lambda: section.models.rows["local"].one.entry.is_default)
            section.models.rows["local"].deeds["remove"].click()
            removing = section.sheet
            assert isinstance(removing, RemoveModelSheet)
            removing.submit()
            until(qtbot, lambda: removing.problem.words)
            removing.dismiss()
            section.models.choose.emit(
                next(one for one in section.look.models.entries if one.name == "deepseek-flash")  # type: ignore[union-attr]
            )
            until(qtbot, lambda: not section.models.rows["local"].one.entry.is_default)
            section.models.rows["local"].deeds["remove"].click()
            assert isinstance(section.sheet, RemoveModelSheet)
            section.sheet.submit()
            until(qtbot, lambda: "local" not in section.models.rows)


def test_whoever_is_no_admin_sees_it_and_is_offered_nothing(qtbot: QtBot, clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.model_keys.enter("deepseek", KEY)
    staffed(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        unlock = program.window.entry.unlock
        qtbot.waitUntil(unlock.passphrase.isEnabled, timeout=WAIT_MS)
        unlock.passphrase.setText(PASSPHRASES["王大夫"])
        unlock.submit()
        section = section_of(qtbot, program)
        assert section.why.words.text()
        row = section.models.rows["deepseek-flash"]
        for part in (
            section.add,
            section.find_here,
            section.keys,
            section.policy.begin,
            row.try_it,
            section.budget.change,
        ):
            assert not part.isVisible(), part
        assert "3f7a" not in words_in(section)
        assert not any(
            switch.isEnabled() for one in section.policy.rows.values() for switch in one.switches.values()
        )


def test_it_fits_a_small_window(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    program.window.setMinimumSize(0, 0)
    for wide, high in ((1366, 768), (683, 384)):
        program.window.resize(wide, high)
        qtbot.wait(50)
        assert section.horizontalScrollBar().maximum() == 0, (wide, section.widget().minimumSizeHint())


def test_tab_walks_from_the_head_through_the_rows(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    section.find_here.setFocus(Qt.FocusReason.TabFocusReason)
    stops = [
        section.add,
        section.models.rows["deepseek-flash"].try_it,
        section.models.rows["deepseek-flash"].more,
    ]
    stops += [section.models.others, section.keys.rows["deepseek"].enter]
    for stop in stops:
        before = QApplication.focusWidget()
        assert before is not None
        QTest.keyClick(before, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is stop, stop.accessibleName()
