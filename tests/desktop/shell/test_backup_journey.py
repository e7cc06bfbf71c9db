"""Backups with the real window and a real encrypted file: made, the store damaged, put back, opened; and what goes wrong on the way."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from core.base.rights import Role, TwoPersonRule
from core.services.backup.checking import Progress, Stage
from core.services.backup.schedule import Occasion
from core.services.keys.keys import Credential
from core.services.keys.states import KeyAction
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState, Control
from desktop.bridge.far import Far
from desktop.session.backup_at_close import ClosingCard
from desktop.shell.program import Program
from desktop.shell.standing import Leads
from desktop.theme.tokens import Tone
from desktop.views.entry.page import EntryPage
from desktop.views.settings.backup import BackupSection
from desktop.views.settings.backup_sheets import DrillSheet, SureSheet, VerifySheet
from desktop.views.settings.page import SettingsPage
from desktop.views.today.page import TodayPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running, wait_state
from tests.desktop.shell.sheets import is_whole
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic
from tests.fakes.people import hire
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]

COUNTS = "SELECT (SELECT count(*) FROM patients), (SELECT count(*) FROM visits)"


def until(qtbot: QtBot, is_so: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(is_so()), timeout=WAIT_MS)


def filled(clinic: Clinic) -> Clinic:
    for name in ("周敏", "赵建军"):
        clinic.save(clinic.add(name))
    return clinic


def damage(clinic: Clinic) -> bytes:
    content = bytearray(clinic.home.store.read_bytes())
    content[100] ^= 1
    content[5000] ^= 1
    clinic.home.store.write_bytes(content)
    return bytes(content)


def backed_up(clinic: Clinic, to: Path) -> Path:
    to.mkdir(exist_ok=True)
    with clinic.open() as kernel:
        return kernel.backups.make(to).file


def section_of(qtbot: QtBot, program: Program) -> BackupSection:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.SETTINGS)
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("backup")
    until(qtbot, page.backup.now.isEnabled)
    return page.backup


def closed(qtbot: QtBot, program: Program) -> None:
    program.window.close()
    until(qtbot, lambda: not program.window.isVisible())


def opened_anew(qtbot: QtBot, program: Program, entry: EntryPage) -> None:
    """After a restore: by the keyring where it still opens, else by the passphrase."""
    until(qtbot, lambda: program.clinic.state is ClinicState.OPEN or entry.unlock.passphrase.isEnabled())
    if program.clinic.state is not ClinicState.OPEN:
        entry.unlock.passphrase.setText(PASSPHRASE)
        entry.unlock.submit()
    wait_state(qtbot, program, ClinicState.OPEN)


def thinning_goes_on(qtbot: QtBot, section: BackupSection) -> None:
    """After a restore nothing is thinned out until an admin has said so."""
    until(qtbot, section.frozen.isVisible)
    assert section.frozen.step is not None
    section.frozen.step.click()
    sheet = section.sheet
    assert isinstance(sheet, SureSheet)
    sheet.go.click()
    until(qtbot, lambda: not section.frozen.isVisible())


def test_made_damaged_restored_and_everything_is_there(qtbot: QtBot, clinic: Clinic) -> None:
    filled(clinic)
    before = clinic.rows(COUNTS)
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        assert "没有核验过" in section.last.text()
        section.now.setFocus()
        QTest.keyClick(section.now, Qt.Key.Key_Space)
        until(qtbot, lambda: "已核验" in section.said.words.text())
        assert "2 份病历、2 次就诊" in section.said.words.text()
        until(qtbot, lambda: section.list.rows)
        assert "核验过" in section.list.rows[0].status
        assert "李大夫" in section.list.rows[0].detail.text()
        desk = desk_of(qtbot, program)
        desk.go(ActionId.TODAY)
        today = desk.page
        assert isinstance(today, TodayPage)
        until(qtbot, lambda: "上次核验过的备份：今天" in today.backed_up.text())
        file = section.list.rows[0].listed.file
    wrecked = damage(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        entry = program.window.entry
        until(qtbot, lambda: entry.card is entry.trouble)
        restore = entry.trouble.others[KeyAction.RESTORE]
        restore.setFocus()
        QTest.keyClick(restore, Qt.Key.Key_Space)
        card = entry.restore.choose
        assert entry.card is card
        entry.restore.take(file)
        until(qtbot, card.secret.isVisible)
        assert "今天" in card.title_of.text()
        assert "2 份病历、2 次就诊" in card.facts.text()
        card.secret.passphrase.setText("不是这一句口令")
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: card.secret.problem.words)
        assert clinic.home.store.read_bytes() == wrecked
        assert QApplication.focusWidget() is card.secret.passphrase
        card.secret.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: entry.card is entry.restore.done)
        done = entry.restore.done
        assert "2 份病历、2 次就诊" in done.sentence.text()
        kept = next(clinic.home.folder.glob("damaged-*"))
        assert str(kept) in done.kept.text()
        assert (kept / clinic.home.store.name).read_bytes() == wrecked
        QTest.keyClick(done.button, Qt.Key.Key_Return)
        opened_anew(qtbot, program, entry)
        thinning_goes_on(qtbot, section_of(qtbot, program))
    assert clinic.rows(COUNTS) == before


def pulling(stick: Path) -> Callable[[Far, Control], Callable[[Progress], None]]:
    """How far it is, with the stick pulled out when the backup is read back."""
    hears = Far.hears

    def pulled(far: Far, control: Control) -> Callable[[Progress], None]:
        told = hears(far, control)

        def tell(progress: Progress) -> None:
            if progress.stage is Stage.READ and stick.exists():
                shutil.rmtree(stick)
            told(progress)

        return tell

    return pulled


def test_a_stick_pulled_out_in_the_middle_counts_for_nothing(
    qtbot: QtBot, clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        section.take_folder(str(stick))
        until(qtbot, lambda: str(stick) in section.where.text())
        with monkeypatch.context() as pulled:
            pulled.setattr(Far, "hears", pulling(stick))
            section.now.click()
            until(qtbot, lambda: not program.backups.is_running)
        assert not stick.exists()
        assert "U 盘" in section.said.words.text()
        bar = desk_of(qtbot, program).standing
        until(qtbot, lambda: bar.shown is not None and bar.shown.leads is Leads.BACKUP)
        assert "拔出" in bar.sentence.text()
        stick.mkdir()
        bar.step.click()
        until(qtbot, section.now.isEnabled)
        section.now.click()
        until(qtbot, lambda: "已核验" in section.said.words.text())
        until(qtbot, lambda: bar.shown is None or bar.shown.leads is not Leads.BACKUP)
    assert len(list(stick.glob("*.mdbk"))) == 1


def test_a_folder_that_is_not_there_is_red_over_every_page(
    qtbot: QtBot, clinic: Clinic, tmp_path: Path
) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        section.take_folder(str(tmp_path / "stick"))
        until(qtbot, lambda: "找不到" in section.facts.text())
        section.now.click()
        until(qtbot, lambda: "U 盘" in section.said.words.text())
        desk = desk_of(qtbot, program)
        desk.go(ActionId.PATIENTS)
        until(qtbot, lambda: desk.standing.shown and desk.standing.shown.leads is Leads.BACKUP)
        assert str(tmp_path / "stick") in desk.standing.sentence.text()
        assert desk.standing.shown is not None
        assert desk.standing.shown.tone is Tone.DANGER
        desk.standing.step.click()
        assert desk.here is ActionId.SETTINGS


def test_stopped_it_leaves_nothing(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        program.backups.moved.connect(program.backups.cancel)
        section.now.click()
        until(qtbot, lambda: not program.backups.is_running)
        assert "没有算数" in section.said.words.text()
        until(qtbot, section.now.isEnabled)
        assert section.strip.isHidden()
    assert not list((clinic.home.folder / "backups").glob("*"))


def test_one_is_verified_and_put_back_for_practice(qtbot: QtBot, clinic: Clinic) -> None:
    filled(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        section.now.click()
        until(qtbot, lambda: section.list.rows)
        assert program.window.isActiveWindow()  # no row of the list was a window for a moment
        section.list.rows[0].verify.click()
        verify = section.sheet
        assert isinstance(verify, VerifySheet)
        verify.go.click()
        until(qtbot, lambda: "逐位相同" in verify.said.words.text())
        QTest.keyClick(verify, Qt.Key.Key_Escape)
        section.list.rows[0].drill.click()
        drill = section.sheet
        assert isinstance(drill, DrillSheet)
        drill.go.click()
        assert "请填写" in drill.secret.problem.words
        QTest.keyClicks(drill.secret.passphrase, "wrong words here")
        QTest.keyClick(drill.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: drill.secret.problem.words)
        assert QApplication.focusWidget() is drill.secret.passphrase
        until(qtbot, lambda: is_whole(drill, drill.secret.problem))
        drill.secret.other.click()
        QTest.keyClicks(drill.secret.code.edit, clinic.recovery.text)
        QTest.keyClick(drill.secret.code.edit, Qt.Key.Key_Return)
        until(qtbot, lambda: "演练成功" in drill.said.words.text())
        assert "2 份病历" in drill.said.words.text()
        assert drill.secret.code.edit.text() == ""
        QTest.keyClick(drill, Qt.Key.Key_Escape)
    assert "backup.drill" in {row[0] for row in clinic.rows("SELECT action FROM audit")}


def test_from_a_healthy_clinic_it_is_closed_first(qtbot: QtBot, clinic: Clinic, tmp_path: Path) -> None:
    filled(clinic)
    file = backed_up(clinic, tmp_path / "stick")
    clinic.add("后来的人")
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        section.take_folder(str(file.parent))
        until(qtbot, lambda: section.list.rows)
        section.list.rows[0].restore.click()
        sheet = section.sheet
        assert isinstance(sheet, SureSheet)
        assert sheet.back.hasFocus()
        sheet.go.click()
        wait_state(qtbot, program, ClinicState.CLOSED)
        entry = program.window.entry
        card = entry.restore.choose
        until(qtbot, card.secret.isVisible)
        card.secret.passphrase.setText(PASSPHRASE)
        card.submit()
        until(qtbot, lambda: entry.card is entry.restore.done)
        assert "备份之后的" in entry.restore.done.lost.text()
        entry.restore.done.button.click()
        opened_anew(qtbot, program, entry)
    assert clinic.rows(COUNTS) == [(2, 2)]
    assert list(clinic.home.folder.glob("replaced-*"))


def test_a_restore_that_is_left_changes_nothing(qtbot: QtBot, clinic: Clinic, tmp_path: Path) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)
        program.backups.want_restore(None)
        wait_state(qtbot, program, ClinicState.CLOSED)
        entry = program.window.entry
        until(qtbot, lambda: entry.card is entry.restore.choose)
        (tmp_path / "no.mdbk").write_bytes(b"nothing")
        entry.restore.take(tmp_path / "no.mdbk")
        until(qtbot, lambda: entry.restore.choose.problem.words)
        assert entry.restore.choose.button.isHidden()
        entry.restore.choose.leave.click()
        wait_state(qtbot, program, ClinicState.OPEN)


def test_on_a_bare_machine(qtbot: QtBot, clinic: Clinic, tmp_path: Path) -> None:
    filled(clinic)
    file = backed_up(clinic, tmp_path / "stick")
    bare = Home(tmp_path / "bare")
    with running(qtbot, bare, InMemoryVault()) as program:
        entry = program.window.entry
        assert entry.card is entry.first_run.language
        entry.first_run.language.restore.click()
        entry.restore.take(file)
        card = entry.restore.choose
        until(qtbot, card.secret.isVisible)
        card.secret.other.click()
        QTest.keyClicks(card.secret.code.edit, clinic.recovery.text)
        QTest.keyClick(card.secret.code.edit, Qt.Key.Key_Return)
        until(qtbot, lambda: entry.card is entry.restore.done)
        assert entry.restore.done.kept.isHidden()
        entry.restore.done.button.click()
        opened_anew(qtbot, program, entry)


def test_where_two_are_wanted_one_is_not_enough(qtbot: QtBot, clinic: Clinic, tmp_path: Path) -> None:
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        hire(kernel, "周主任", Role.ADMIN)
        kernel.rules.turn_on(TwoPersonRule.RESTORE)
        (tmp_path / "stick").mkdir()
        file = kernel.backups.make(tmp_path / "stick").file
    damage(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        entry = program.window.entry
        until(qtbot, lambda: entry.card is entry.unlock and entry.unlock.passphrase.isEnabled())
        entry.unlock.passphrase.setText(PASSPHRASE)
        entry.unlock.submit()
        until(qtbot, lambda: entry.card is entry.trouble)
        entry.begin_restore(file)
        card = entry.restore.choose
        until(qtbot, card.secret.isVisible)
        card.secret.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, card.second.isVisible)
        assert "两人" in card.second.problem.words
        assert QApplication.focusWidget() is card.second.passphrase
        card.second.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.second.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: "同一个人" in card.second.problem.words)
        assert "同一个人" in card.second.problem.words
        assert QApplication.focusWidget() is card.second.passphrase
        assert not (clinic.home.folder / "restored.json").exists()


def test_over_a_clinic_with_other_keys_somebody_of_today_is_asked_too(
    qtbot: QtBot, clinic: Clinic, tmp_path: Path
) -> None:
    filled(clinic)
    file = backed_up(clinic, tmp_path / "stick")
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.keys.change_passphrase(Credential(PASSPHRASE), "eine ganz andere 2026")
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        entry = program.window.entry
        until(qtbot, entry.unlock.passphrase.isEnabled)
        entry.begin_restore(file)
        card = entry.restore.choose
        until(qtbot, card.secret.isVisible)
        assert card.today.isHidden()
        card.secret.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, card.today.isVisible)
        assert "打不开" in card.today.problem.words
        assert QApplication.focusWidget() is card.today.passphrase
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        assert QApplication.focusWidget() is card.today.passphrase
        card.today.passphrase.setText("eine ganz andere 2026")
        QTest.keyClick(card.today.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: entry.card is entry.restore.done)
        assert card.today.is_empty
    assert next(clinic.home.folder.glob("replaced-*")).is_dir()
    with clinic.open(passphrase="eine ganz andere 2026") as kernel:
        assert kernel.holdings.look().visits == 2


def test_a_clinic_that_opens_is_not_written_out(qtbot: QtBot, clinic: Clinic, tmp_path: Path) -> None:
    filled(clinic)
    out = tmp_path / "out"
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        entry = program.window.entry
        until(qtbot, entry.unlock.passphrase.isEnabled)
        entry.rescue.begin()
        card = entry.rescue.choose
        card.take(out)
        card.secret.passphrase.setText("不是这一句口令")
        freed: list[bool] = []
        card.be_busy = partial(_noting, freed, card.be_busy)  # type: ignore[method-assign]
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: card.secret.problem.words)
        assert freed == [True, False]
        assert QApplication.focusWidget() is card.secret.passphrase
        card.secret.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: card.problem.words)
        assert "完好" in card.problem.words
        assert card.restore.hasFocus()
        assert entry.card is card
        assert not out.exists()


def test_what_can_be_read_is_written_out(qtbot: QtBot, clinic: Clinic, tmp_path: Path) -> None:
    filled(clinic)
    wrecked = damage_page(clinic)
    out = tmp_path / "out"
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        entry = program.window.entry
        until(qtbot, entry.unlock.passphrase.isEnabled)
        entry.rescue.begin()
        card = entry.rescue.choose
        card.submit()
        assert "请先选目录" in card.problem.words
        card.take(out)
        card.secret.passphrase.setText(PASSPHRASE)
        QTest.keyClick(card.secret.passphrase, Qt.Key.Key_Return)
        until(qtbot, lambda: entry.card is entry.rescue.done)
        done = entry.rescue.done
        assert "2 份中读出" in done.title.text()
        assert "index.json" in {one.name for one in out.iterdir()}
        assert clinic.home.store.read_bytes() == wrecked
        done.button.click()
        assert entry.card is entry.restore.choose


def _noting(said: list[bool], be_busy: Callable[..., None], *, busy: bool) -> None:
    said.append(busy)
    be_busy(busy=busy)


def damage_page(clinic: Clinic) -> bytes:
    """One page of what is stored; the first is whole."""
    content = bytearray(clinic.home.store.read_bytes())
    content[-2000] ^= 1
    clinic.home.store.write_bytes(content)
    return bytes(content)


def test_the_close_makes_one_and_says_so(qtbot: QtBot, clinic: Clinic) -> None:
    filled(clinic)
    seen: list[bool] = []
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)
        program.backups.moved.connect(
            lambda: seen.append(any(card.isVisible() for card in program.window.findChildren(ClosingCard)))
        )
        closed(qtbot, program)
    assert any(seen)
    assert len(list((clinic.home.folder / "backups").glob("*.mdbk"))) == 1
    with clinic.open() as kernel:
        assert not kernel.backups.is_due(Occasion.CLOSE)


def test_skipped_at_the_close_nothing_is_counted(qtbot: QtBot, clinic: Clinic) -> None:
    filled(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)

        def skip() -> None:
            card = program.window.backups.at_close.card
            if card and card.skip.isEnabled():
                QTest.keyClick(card, Qt.Key.Key_Escape)

        program.backups.moved.connect(skip)
        closed(qtbot, program)
    assert not list((clinic.home.folder / "backups").glob("*"))
    with clinic.open() as kernel:
        assert kernel.backups.look().verified is None
        assert kernel.backups.look().failure == ""


def test_the_first_quiet_moment_makes_one_and_the_next_none(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)
        quiet = program.window.backups.watch.quiet
        assert quiet.isActive()
        quiet.setInterval(20)
        until(qtbot, lambda: program.backups.made)
        made = program.backups.made
        qtbot.wait(300)
        assert program.backups.made is made
    assert len(list((clinic.home.folder / "backups").glob("*.mdbk"))) == 1
