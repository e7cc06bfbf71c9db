"""The one door to the dialog for files and folders, which never blocks: the system's own where the platform has one.

Elsewhere it is Qt's, in our type, colours and icons, with the places a clinic uses beside it: home, and what is plugged in or
mounted from another machine. Those are read from the kernel's list; none is touched, since a share that is gone would hang.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path, PurePath
from typing import TypeVar

from PySide6.QtCore import (
    QCoreApplication,
    QFileInfo,
    QMargins,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QStandardPaths,
    Qt,
    QUrl,
)
from PySide6.QtGui import QAbstractFileIconProvider, QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFileSystemModel,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QWidget,
)

from core.base.places import MOUNTS, is_remote, mounts
from desktop.theme.fonts import px
from desktop.theme.icons import Icon, icon
from desktop.theme.tokens import IconSize, Space, Tone
from desktop.widgets.icon_label import IconLabel

SIZE = QSize(880, 560)
PLACES = 200
"""So wide is what stands beside the files."""

PLUGGED = ("/media", "/run/media", "/mnt")
URL = Qt.ItemDataRole.UserRole + 1
"""Where the model of the places keeps what each leads to."""

MANY = 2
"""Of one kind of files there is nothing to choose."""

NAME, SIZE_OF, KIND, CHANGED = range(4)
_TOOLS = {
    "backButton": Icon.PREVIOUS,
    "forwardButton": Icon.FORTH,
    "toParentButton": Icon.WORSE,
    "newFolderButton": Icon.ADD,
}


@dataclass
class _Last:
    """Where the last file was chosen: several papers go to one stick."""

    folder: str = ""

    def keep(self, file: str) -> None:
        """This was chosen."""
        self.folder = str(Path(file).parent)


_last = _Last()
_Index = QModelIndex | QPersistentModelIndex
_Part = TypeVar("_Part", bound=QWidget)


def ask_file(
    over: QWidget, title: str, chosen: Callable[[str], None], kinds: Sequence[str] = (), start: str = ""
) -> None:
    """Ask for a file that is there. `kinds` are filters as Qt writes them; `start` is a folder, or a file in it."""
    dialog = _dialog(over, title, chosen, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    _open(dialog, start, QCoreApplication.translate("FileDialog", "打开"))


def ask_folder(over: QWidget, title: str, chosen: Callable[[str], None], start: str = "") -> None:
    """Ask for a folder."""
    dialog = _dialog(over, title, chosen)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.FileName, QCoreApplication.translate("FileDialog", "目录"))
    _open(dialog, start, QCoreApplication.translate("FileDialog", "选这个目录"))


def ask_new_file(
    over: QWidget,
    title: str,
    name: str,
    chosen: Callable[[str], None],
    kinds: Sequence[str] = (),
    *,
    replaces: bool = True,
) -> None:
    """Ask where to write a file; `name` is proposed, and its suffix given to one that has none.

    Where what is there is never written over (`replaces` is False), whoever writes says so, and nothing is asked here.
    """
    dialog = _dialog(over, title, chosen, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(PurePath(name).suffix[1:])
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not replaces)
    _open(dialog, "", QCoreApplication.translate("FileDialog", "保存"))
    dialog.selectFile(name)


def places() -> Iterator[tuple[str, str]]:
    """The places beside the files: each name, and the folder."""
    home = Path.home()
    yield QCoreApplication.translate("FileDialog", "主目录"), str(home)
    for name, kind in (
        (QCoreApplication.translate("FileDialog", "桌面"), QStandardPaths.StandardLocation.DesktopLocation),
        (QCoreApplication.translate("FileDialog", "文档"), QStandardPaths.StandardLocation.DocumentsLocation),
    ):
        folder = QStandardPaths.writableLocation(kind)
        if folder and Path(folder) != home and Path(folder).is_dir():
            yield name, folder
    if sys.platform.startswith("linux"):
        for point in _brought():
            yield PurePath(point).name, point
    yield QCoreApplication.translate("FileDialog", "这台电脑"), "/"


def _brought() -> list[str]:
    """What is plugged in, or mounted from another machine."""
    try:
        told = MOUNTS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found = [
        one.point
        for one in mounts(told)
        if is_remote(one) or any(PurePath(one.point).is_relative_to(place) for place in PLUGGED)
    ]
    shares = Path(f"/run/user/{os.getuid()}/gvfs")
    if shares.is_dir():
        found += [entry.path for entry in os.scandir(shares)]
    return sorted(set(found))


def _dialog(
    over: QWidget, title: str, chosen: Callable[[str], None], kinds: Sequence[str] = ()
) -> QFileDialog:
    dialog = QFileDialog(over, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setNameFilters(list(kinds))
    for label, words in (
        (QFileDialog.DialogLabel.LookIn, QCoreApplication.translate("FileDialog", "位置")),
        (QFileDialog.DialogLabel.FileName, QCoreApplication.translate("FileDialog", "文件名")),
        (QFileDialog.DialogLabel.FileType, QCoreApplication.translate("FileDialog", "类型")),
        (QFileDialog.DialogLabel.Reject, QCoreApplication.translate("FileDialog", "取消")),
    ):
        dialog.setLabelText(label, words)
    dialog.fileSelected.connect(chosen)
    return dialog


def _open(dialog: QFileDialog, start: str, words: str) -> None:
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, words)
    folder = Path(start or _last.folder or Path.home())
    dialog.setDirectory(str(folder if folder.is_dir() else folder.parent))
    dialog.fileSelected.connect(_last.keep)
    over = dialog.parentWidget()
    if over is not None and dialog.findChild(QDialogButtonBox) is not None:  # none in a dialog of the system
        _dress(dialog, over)
    dialog.open()


def _part(dialog: QFileDialog, kind: type[_Part], name: str = "") -> _Part:
    """A part of Qt's own dialog. Raises LookupError where this Qt has none of that name."""
    found = dialog.findChild(kind, name) if name else dialog.findChild(kind)
    if found is None:
        raise LookupError(name or kind.__name__)
    return found


def _dress(dialog: QFileDialog, over: QWidget) -> None:
    """Our order, icons and measures; only what a physician looks for in a list of files."""
    dialog.setIconProvider(_icons())
    named = {folder: name for name, folder in places()}
    dialog.setSidebarUrls([QUrl.fromLocalFile(folder) for folder in named])
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    for tool in dialog.findChildren(QToolButton):
        sign = _TOOLS.get(tool.objectName())
        tool.setVisible(sign is not None)
        if sign:
            tool.setIcon(icon(sign))
            tool.setAccessibleName(tool.toolTip())
    for combo in dialog.findChildren(QComboBox):
        row = QHBoxLayout(combo)
        row.setContentsMargins(QMargins(0, 0, Space.M, 0))
        row.addStretch()
        chevron = IconLabel(Icon.OPEN)
        chevron.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(chevron)
    _lay_out(dialog)
    beside = _part(dialog, QListView, "sidebar")
    beside.setItemDelegate(_Places(named, beside))
    beside.setIconSize(QSize(px(IconSize.FIELD), px(IconSize.FIELD)))
    beside.setAccessibleName(QCoreApplication.translate("FileDialog", "常用位置"))
    splitter = _part(dialog, QSplitter)
    splitter.setHandleWidth(1)
    splitter.setSizes([px(PLACES), SIZE.width()])
    table = _part(dialog, QTreeView)
    table.setItemDelegateForColumn(CHANGED, _Changed(table))
    table.setAccessibleName(QCoreApplication.translate("FileDialog", "文件"))
    for column in (SIZE_OF, KIND):
        table.setColumnHidden(column, True)
    head = table.header()
    head.setStretchLastSection(False)
    head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
    head.setSectionResizeMode(CHANGED, QHeaderView.ResizeMode.Fixed)
    head.resizeSection(CHANGED, px(PLACES))
    dialog.resize(SIZE.boundedTo(over.window().size() - QSize(Space.XL, Space.XL)))


def _lay_out(dialog: QFileDialog) -> None:
    """The buttons at the foot, beside each other, as in every sheet."""
    grid, buttons = dialog.layout(), _part(dialog, QDialogButtonBox)
    edit, kinds = _part(dialog, QLineEdit, "fileNameEdit"), _part(dialog, QComboBox, "fileTypeCombo")
    if len(dialog.nameFilters()) < MANY:
        kinds.hide()
        _part(dialog, QLabel, "fileTypeLabel").hide()
    if not isinstance(grid, QGridLayout):
        return
    grid.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
    grid.setSpacing(Space.M)
    grid.setColumnStretch(1, 1)
    dialog.setSizeGripEnabled(False)
    for part in (buttons, edit, kinds):
        grid.removeWidget(part)
    grid.addWidget(edit, 2, 1, 1, 2)
    grid.addWidget(kinds, 3, 1, 1, 2)
    grid.addWidget(buttons, 4, 0, 1, 3)
    buttons.setOrientation(Qt.Orientation.Horizontal)


class _Icons(QAbstractFileIconProvider):
    """Folders, disks and files by our icons: what the system draws stands on a light ground."""

    def icon(self, info: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:
        if isinstance(info, QFileInfo):
            is_folder, is_disk = info.isDir(), info.isRoot()
        else:
            is_folder = info is not QAbstractFileIconProvider.IconType.File
            is_disk = info in {
                QAbstractFileIconProvider.IconType.Computer,
                QAbstractFileIconProvider.IconType.Drive,
            }
        sign = Icon.BACKUP if is_disk else Icon.SHUT_FOLDER if is_folder else Icon.FILE
        return icon(sign, Tone.ACCENT if is_folder and not is_disk else Tone.MUTED)


@cache
def _icons() -> _Icons:
    """One for all dialogs: none of them keeps its own."""
    return _Icons()


class _Places(QStyledItemDelegate):
    """The places by our names, which are read once a dialog and not whenever a line is drawn."""

    def __init__(self, named: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self._named = named

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        url = index.data(URL)
        if isinstance(url, QUrl):
            option.text = self._named.get(url.toLocalFile(), option.text)  # type: ignore[attr-defined]
            sign = Icon.BACKUP if url.toLocalFile() in {"", "/"} else Icon.SHUT_FOLDER
            option.icon = icon(sign, Tone.MUTED)  # type: ignore[attr-defined]


class _Changed(QStyledItemDelegate):
    """A day as it stands everywhere here."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        info = index.data(QFileSystemModel.Roles.FileInfoRole)
        if isinstance(info, QFileInfo):
            changed = datetime.fromtimestamp(info.lastModified().toSecsSinceEpoch()).astimezone()
            option.text = f"{changed:%Y-%m-%d %H:%M}"  # type: ignore[attr-defined]
