"""备份: where backups go, when they are made, making one, those there are, and the way back from one."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import Right
from core.services.backup.facts import BackupState, Listed, Place
from core.services.preferences import Seen
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.failures import what_the_world_did
from desktop.session.backup_words import failure_words, far_words, held_words, moment_words
from desktop.session.backup_work import BackupWork
from desktop.session.options import Options
from desktop.session.progress_strip import ProgressStrip
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.trouble.present import sentences
from desktop.views.settings.backup_list import BackupList
from desktop.views.settings.backup_sheets import BackupFileSheet, DrillSheet, SureSheet, VerifySheet
from desktop.views.settings.holdings import size_words
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import link, plain_button, primary
from desktop.widgets.check_box import Switch
from desktop.widgets.file_dialog import ask_folder
from desktop.widgets.label import Label
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.tab_order import put_after

DAILY, OFF = "daily", "off"


@dataclass(frozen=True, slots=True)
class _Look:
    """How it stands. `listed` is empty for whoever may not see it; `trouble` is why the folder cannot be read."""

    state: BackupState
    place: Place
    seen: Seen
    may: bool
    listed: tuple[Listed, ...]
    trouble: ClinicError | None


class BackupSection(Section):
    """Shows them, and has one made."""

    def __init__(
        self, clinic: ClinicBridge, options: Options, messages: Messages, work: BackupWork, page: QWidget
    ) -> None:
        super().__init__(self.tr("备份"), self.tr("核验过才算数；恢复时不覆盖任何现有文件"))
        self._clinic, self._options, self._messages = clinic, options, messages
        self._work, self._page = work, page
        self._look: _Look | None = None
        self.sheet: BackupFileSheet | SureSheet | None = None
        self.frozen = NoticeBar(
            Weight.WARN,
            self.tr("恢复之后，旧备份暂停清理。"),
            detail=self.tr("看过恢复的内容，确认无误，再让程序清理旧备份。"),
            step=self.tr("恢复自动清理"),
            closable=False,
        )
        self.frozen.hide()
        self.denied = Label(
            self.tr("备份由管理员来做：备份里有全部病历，能带走它的人要少。"), tone=Tone.MUTED, wrap=True
        )
        self.now = primary(self.tr("现在备份"), icon=Icon.BACKUP)
        self.choose = plain_button(self.tr("另选目录…"))
        self.folder = plain_button(self.tr("打开"), icon=Icon.FOLDER)
        self.daily = Switch("", name=self.tr("自动备份"))
        self.last, self.where = (
            Label("", Type.META, Tone.MUTED, wrap=True),
            Label("", Type.SECONDARY, wrap=True),
        )
        self.facts = Label("", Type.META, Tone.MUTED, wrap=True)
        self.strip = ProgressStrip(self.tr("备份进度"))
        self.said = Said()
        self.list = BackupList(messages)
        self.other = link(self.tr("从别处的备份文件恢复…"), icon=Icon.FOLDER)
        self._lay_out()
        self.frozen.acted.connect(self._on_frozen)
        self.now.clicked.connect(self._on_now)
        self.choose.clicked.connect(self._on_choose)
        self.folder.clicked.connect(self._on_folder)
        self.daily.clicked.connect(self._on_daily)
        self.strip.stopped.connect(work.cancel)
        self.list.verify.connect(partial(self._on_file, VerifySheet))
        self.list.drill.connect(partial(self._on_file, DrillSheet))
        self.list.restore.connect(self._on_restore)
        self.other.clicked.connect(partial(self._on_restore, None))
        work.moved.connect(self._show_work)
        work.ended.connect(self._on_work_ended)
        self._settle()

    def first(self) -> QWidget | None:
        return self.now if self.now.isEnabled() else None

    def refresh(self) -> None:
        self._clinic.ask(self, _looked, self._show, self._on_failed, latest="backups")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.list.lay_out(narrow=self.is_narrow)

    def take_folder(self, folder: str) -> None:
        """Back up to this folder from now on."""
        self._keep({"backup_folder": folder})

    def _show(self, look: _Look) -> None:
        if look == self._look:
            return
        self._look = look
        state, place, now = look.state, look.place, self._now()
        self.where.setText(str(place.folder))
        self._show_place(place)
        self.daily.setChecked(state.daily)
        self._show_last(state, place, now)
        self.frozen.setVisible(state.frozen and look.may)
        none = sentences(look.trouble, self._messages) if look.trouble else self._none(place)
        self.list.fill(look.listed, now, none)
        self._put_in_order()
        self._settle()

    def _show_place(self, place: Place) -> None:
        if not place.is_there:
            said, tone = self.tr("现在找不到这个目录：插好 U 盘，或另选目录。"), Tone.DANGER
        elif place.is_off_disk:
            said, tone = self.tr("在另一块盘上；用完拔下收好，防盗、防勒索病毒。"), Tone.MUTED
        else:
            said, tone = self.tr("与病历库同一块盘：盘坏或电脑丢失时会一起失去。最好选 U 盘。"), Tone.WARN
        room = self.tr("还有 {0}。").format(size_words(place.free)) if place.free is not None else ""
        self.facts.setText(f"{said}{room}")
        self.facts.set_tone(tone)

    def _show_last(self, state: BackupState, place: Place, now: datetime) -> None:
        if state.failure:
            said, tone = failure_words(state.failure, place.folder, self._messages), Tone.DANGER
        elif state.verified is None:
            said, tone = self.tr("还没有核验过的备份。"), Tone.DANGER if state.is_overdue else Tone.WARN
        else:
            said = self.tr("上次核验过的备份：{0}").format(moment_words(state.verified, now))
            tone = Tone.DANGER if state.is_overdue else Tone.MUTED
        if state.is_none_off_disk and not state.is_overdue:
            none_off_disk = self.tr("已超过 14 天没有备份到另一块盘。")
            said, tone = f"{said} {none_off_disk}", Tone.DANGER
        self.last.setText(said)
        self.last.set_tone(tone)

    def _none(self, place: Place) -> str:
        return self.tr("这个目录里还没有备份。") if place.is_there else self.tr("目录不在，列不出备份。")

    def _settle(self) -> None:
        """Offer what can be done now."""
        may = self._look is not None and self._look.may
        busy = self._work.is_running
        self.denied.setVisible(self._look is not None and not may)
        for part in (self.choose, self.daily, self.other):
            part.setEnabled(may and not busy)
        self.now.setEnabled(may and not busy)
        self.list.setVisible(may)
        self.other.setVisible(may)
        self.folder.setEnabled(self._look is not None and self._look.place.is_there)
        self._show_work()

    def _show_work(self) -> None:
        if not self._work.is_running:
            self.strip.hide()
            return
        self.said.say("")
        self.now.setEnabled(False)
        _, done, total = self._work.far.now
        self.strip.go_on(far_words(self._work.far.now, self._messages), done, total)

    def _on_work_ended(self) -> None:
        made, failure = self._work.made, self._work.failure
        if failure:
            self._refuse(failure)
        elif made:
            done = self.tr("备份完成并已核验：{0}，用时 {1} 秒。").format(
                held_words(made.rows), f"{made.took_s:.1f}"
            )
            whole = "" if made.trail_whole else self.tr("其中的审计记录不完整，请到账本核验。")
            self.said.say(
                f"{done}{whole}",
                Icon.DONE if made.trail_whole else Icon.WARN,
                Tone.RESOLVED if made.trail_whole else Tone.WARN,
            )
        else:
            self.said.say(self.tr("已停止，没有留下文件，也没有算数。"))
        self._settle()
        self.refresh()

    def _on_now(self) -> None:
        self._work.make()

    def _on_choose(self) -> None:
        start = str(self._look.place.folder) if self._look and self._look.place.is_there else ""
        ask_folder(self, self.tr("备份到哪个目录"), self.take_folder, start)

    def _on_folder(self) -> None:
        if self._look:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._look.place.folder)))

    def _on_daily(self) -> None:
        self._keep({"backup_schedule": DAILY if self.daily.isChecked() else OFF})

    def _keep(self, values: dict[str, str | int]) -> None:
        if self._look:
            self._options.change(self, self._look.seen, values, self._on_kept, self._refuse)

    def _on_kept(self, _seen: Seen) -> None:
        self.said.say(self.tr("已保存，立即生效"), Icon.DONE)
        self.refresh()

    def _on_file(self, kind: type[VerifySheet] | type[DrillSheet], listed: Listed) -> None:
        sheet = kind(self._page, self._clinic, self._messages, listed)
        self.sheet = sheet
        sheet.changed.connect(self.refresh)
        sheet.open(sheet.secret.passphrase)

    def _on_restore(self, listed: Listed | None, *_: object) -> None:
        sheet = SureSheet(
            self._page,
            self.tr("从备份恢复"),
            self.tr("恢复会换下现在的病历库，所以先关闭诊所。"),
            (
                self.tr("写到一半的先存成草稿。"),
                self.tr("接着给您看这份备份里有什么，再问口令或恢复码；到那时都还可以退回。"),
                self.tr("现在的文件一个不删，另存在数据目录里。"),
            ),
            self.tr("关闭诊所，去恢复"),
        )
        self.sheet = sheet
        sheet.agreed.connect(partial(self._work.want_restore, listed.file if listed else None))
        sheet.open(sheet.back)

    def _on_frozen(self) -> None:
        sheet = SureSheet(
            self._page,
            self.tr("恢复自动清理"),
            self.tr("确认恢复的病历是对的之后再做。"),
            (
                self.tr("请先翻看几位患者，核对最近几次就诊都在。"),
                self.tr("之后每次备份成功，程序会删掉规则之外的旧备份；恢复前那份若已多余，也在其中。"),
            ),
            self.tr("看过了，恢复清理"),
        )
        self.sheet = sheet
        sheet.agreed.connect(self._on_agreed)
        sheet.open(sheet.back)

    def _on_agreed(self) -> None:
        self._clinic.ask(self, _confirm, self._on_confirmed, self._refuse)

    def _on_confirmed(self, _nothing: None) -> None:
        self.said.say(self.tr("已确认，旧备份重新按规则清理。"), Icon.DONE, Tone.RESOLVED)
        self.refresh()

    def _refuse(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)
        self._look = None
        self.refresh()

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)

    def _now(self) -> datetime:
        opened = self._clinic.opened
        return opened.clock.now() if opened else self._clinic.now()

    def _lay_out(self) -> None:
        self.cards.addWidget(self.frozen)
        rows = Rows(self.title)
        rows.add(self.tr("最近的备份"), "", self.now, under=self.strip, about=self.last)
        buttons = QWidget()
        line = QHBoxLayout(buttons)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.folder)
        line.addWidget(self.choose)
        self.facts.setContentsMargins(0, 0, 0, Space.M)
        rows.add(self.tr("备份到"), "", buttons, about=self.where, under=self.facts)
        rows.add(
            self.tr("自动备份"),
            self.tr("每天第一次空闲时，和关闭程序前；只写到上面的目录。"),
            self.daily,
        )
        self.cards.addWidget(rows)
        self.cards.addWidget(self.said)
        self.cards.addWidget(self.denied)
        self.cards.addWidget(self.list)
        self.cards.addWidget(
            Label(
                self.tr(
                    "保留最近 7 天、5 周、12 个月各一份，和最后 3 份核验过的；没核验过的和其他诊所的从不删。"
                ),
                Type.META,
                Tone.MUTED,
                wrap=True,
            )
        )
        self.cards.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        self._put_in_order()

    def _put_in_order(self) -> None:
        """Tab goes down the page as it is read, also through rows that came later."""
        read = (
            self.frozen,
            self.now,
            self.strip,
            self.folder,
            self.choose,
            self.daily,
            self.list,
            self.other,
        )
        for part, following in pairwise(read):
            put_after(part, following)


def _looked(kernel: Kernel) -> _Look:
    may = kernel.could(Right.BACKUP)
    trouble: ClinicError | None = None
    listed: tuple[Listed, ...] = ()
    try:
        listed = tuple(kernel.backups.listed()) if may else ()
    except (ClinicError, OSError) as error:
        trouble = what_the_world_did(error)
        if trouble is None:
            raise
    return _Look(
        kernel.backups.look(), kernel.backups.place(), kernel.preferences.read(), may, listed, trouble
    )


def _confirm(kernel: Kernel) -> None:
    kernel.backups.confirm_thinning()
