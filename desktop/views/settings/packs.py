"""领域包: which packs there are and how each stands, installing one from a file, trusting it, looking it over."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import Right
from core.services.pack_facts import Confined, Listed, Listing, Notice
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.models.rights_words import may_not_words
from desktop.session.options import Options
from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone
from desktop.trouble.present import sentences
from desktop.views.settings.packs_checks import TrialSheet, VerifySheet
from desktop.views.settings.packs_confined import ConfinedRow
from desktop.views.settings.packs_hosts import HostsCard
from desktop.views.settings.packs_row import PackRow
from desktop.views.settings.packs_sheets import InstallSheet, PackSheet, TrustSheet, UntrustSheet
from desktop.views.settings.packs_words import PackWords, in_one_run
from desktop.views.settings.said import Said
from desktop.views.settings.section import Rows, Section
from desktop.widgets.button import Button, primary
from desktop.widgets.label import Label
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.tab_order import put_after

HARMLESS = frozenset({"shadowed", "twice"})
"""Notices of packs that are only one too many."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The packs, and whether whoever is at work may decide about them."""

    listing: Listing
    may: bool


class PacksSection(Section):
    """Shows them. Looking changes nothing and runs nothing."""

    def __init__(self, clinic: ClinicBridge, options: Options, messages: Messages, page: QWidget) -> None:
        super().__init__(self.tr("领域包"), self.tr("表单、词表、约束和工具从这里来；外来的要信任了才使用"))
        self._clinic, self._messages, self._page = clinic, messages, page
        self._words = PackWords(messages)
        self._look: _Look | None = None
        self._open: set[Path] = set()
        self.sheet: PackSheet | None = None
        self.held: Confined | None = None
        self._is_measuring = False
        self.rows: dict[Path, PackRow] = {}
        self.bar = NoticeBar(Weight.WARN, "", closable=False)
        # Of several lines, which wrap where it is narrow.
        self.bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.bar.hide()
        self._list = Rows(self.title)
        self.install: Button = primary(self.tr("安装…"), icon=Icon.ADD)
        self.install.clicked.connect(self._on_install)
        self.install.setEnabled(False)
        self.said, self.why = Said(), Said()
        self.confined = ConfinedRow(messages)
        self._apart = Rows(self.tr("外来的包怎样隔离"))
        self._apart.put(self.confined)
        self._apart.hide()
        foot = QHBoxLayout()
        foot.addWidget(self.install)
        foot.addStretch()
        self.cards.addWidget(self.bar)
        self.cards.addWidget(self._list)
        self.cards.addLayout(foot)
        self.hosts = HostsCard(clinic, options, messages)
        for part in (self.said, self.why, self.hosts, self._apart):
            self.cards.addWidget(part)

    def first(self) -> QWidget | None:
        return self.install if self.install.isEnabled() and self.install.isVisible() else None

    def refresh(self) -> None:
        self._clinic.ask(self, _looked, self._show, self._on_failed, latest="packs")
        self.hosts.refresh()

    def _show(self, look: _Look) -> None:
        if look == self._look:
            return
        self._look = look
        self._tell(look.listing.notices)
        self._put(look.listing.packs, may=look.may)
        self.hosts.show_asking(look.listing.packs, may=look.may)
        self.install.setVisible(look.may)
        self.install.setEnabled(look.may)
        opened = self._clinic.opened
        is_barred = opened is not None and not look.may
        self.why.say(
            may_not_words(opened.role, Right.SETTINGS, self._messages) if opened and is_barred else "",
            Icon.LOCK,
        )
        if any(one.is_added for one in look.listing.packs):
            self._measure()

    def _measure(self) -> None:
        """Once, and only where somebody has, or is about to have, a pack that runs apart: it starts a process."""
        if self.held is None and not self._is_measuring:
            self._is_measuring = True
            self._clinic.ask(self, _measured, self._on_measured, self._on_unmeasured)

    def _tell(self, notices: tuple[Notice, ...]) -> None:
        """All of them in one bar: they are of one kind, and the list under it says the rest."""
        self.bar.hide()
        if not notices:
            return
        said = [self._words.notice_words(one) for one in notices]
        weight = Weight.INFO if all(one.code in HARMLESS for one in notices) else Weight.WARN
        if len(said) == 1:
            self.bar.say(weight, said[0])
        else:
            count = len(said)
            head = self.tr("有 {0} 件事要看：", "", count).format(count)
            self.bar.say(weight, head, "\n".join(said))

    def _put(self, packs: tuple[Listed, ...], *, may: bool) -> None:
        old = self._list
        self._list = Rows(self.title)
        self.rows = {}
        before: QWidget = self.bar
        for one in sorted(packs, key=lambda one: one.is_added):
            row = PackRow(one, self._messages, may=may)
            self._list.put(row)
            self.rows[one.found.folder] = row
            row.trust.connect(self._on_trust)
            row.untrust.connect(self._on_untrust)
            row.verify.connect(self._on_verify)
            row.test.connect(self._on_test)
            row.folder.connect(self._on_folder)
            row.more.toggled.connect(partial(self._on_opened, row))
        if not any(one.is_added for one in packs):
            self._list.put(self._none(may=may))
        self.cards.replaceWidget(old, self._list)
        old.hide()
        old.deleteLater()
        self._list.show()
        for row in self.rows.values():
            row.open(row.one.found.folder in self._open)
            put_after(before, row)
            before = row
        put_after(before, self.install)
        put_after(self.install, self.hosts)
        put_after(self.hosts, self._apart)
        self.fit()

    def _none(self, *, may: bool) -> QWidget:
        said = [self.tr("还没有别的领域包。")]
        if may:
            said.append(
                self.tr("要装一个：把提供者给的文件放到 U 盘或本机，按“安装…”，再填对方另外告知的 SHA-256。")
            )
        none = Label(in_one_run(*said), tone=Tone.MUTED, wrap=True)
        none.setContentsMargins(Space.L, Space.M, Space.L, Space.M)
        return none

    def _on_opened(self, row: PackRow, is_open: bool) -> None:
        folder = row.one.found.folder
        if is_open:
            self._open.add(folder)
            put_after(row.more, row.detail)
        else:
            self._open.discard(folder)

    def _on_install(self) -> None:
        self._measure()
        sheet = InstallSheet(self._page, self._clinic, self._messages)
        sheet.trust_wanted.connect(self._on_trust_wanted)
        self._begin(sheet, sheet.choose)

    def _on_trust_wanted(self, folder: Path) -> None:
        """What was just installed is looked at anew, and decided about."""

        def show(look: _Look) -> None:
            self._show(look)
            found = next((one for one in look.listing.packs if one.found.folder == folder.resolve()), None)
            if found is not None and found.may_be_trusted:
                self._on_trust(found)

        self._clinic.ask(self, _looked, show, self._on_failed, latest="packs")

    def _on_trust(self, one: Listed) -> None:
        sheet = TrustSheet(self._page, self._clinic, self._messages, one, self.held)
        self._begin(sheet, sheet.back)

    def _on_untrust(self, one: Listed) -> None:
        sheet = UntrustSheet(self._page, self._clinic, self._messages, one)
        self._begin(sheet, sheet.back)

    def _on_verify(self, one: Listed) -> None:
        may = self._look is not None and self._look.may
        sheet = VerifySheet(self._page, self._clinic, self._messages, one, self.held, may=may)
        self._begin(sheet, sheet.back)

    def _on_test(self, one: Listed) -> None:
        sheet = TrialSheet(self._page, self._clinic, self._messages, one, self.held)
        self._begin(sheet, sheet.go)

    def _on_folder(self, one: Listed) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(one.found.folder)))

    def _begin(self, sheet: PackSheet, first: QWidget) -> None:
        self.said.say("")
        self.sheet = sheet
        sheet.changed.connect(self._on_changed)
        sheet.open(first)

    def _on_changed(self, said: str) -> None:
        self.said.say(said, Icon.DONE)
        self.refresh()

    def _on_measured(self, held: Confined) -> None:
        self._is_measuring = False
        self.held = held
        self.confined.show_held(held)
        self._apart.show()
        self.fit()

    def _on_unmeasured(self, error: ClinicError) -> None:
        self._is_measuring = False
        self.confined.show_failure(error)
        self._apart.show()

    def _on_failed(self, error: ClinicError) -> None:
        self.said.say(sentences(error, self._messages), Icon.DANGER, Tone.DANGER)


def _looked(kernel: Kernel) -> _Look:
    return _Look(kernel.packs.listed(), kernel.could(Right.SETTINGS))


def _measured(kernel: Kernel) -> Confined:
    return kernel.packs.confinement()
