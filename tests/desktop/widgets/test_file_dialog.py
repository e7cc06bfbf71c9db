"""The dialog for files: one door, our words in both languages, and the places a clinic uses, none of which is touched."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QListView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.start.early import Translations
from desktop.widgets import file_dialog
from desktop.widgets.file_dialog import ask_file, ask_folder, ask_new_file

ROOT = Path(__file__).resolve().parents[3]
MOUNTED = """\
22 1 8:1 / / rw - ext4 /dev/sda1 rw
30 22 8:17 / /media/ling/U\\040盘 rw - vfat /dev/sdb1 rw
31 22 8:33 / /run/media/ling/BACKUP rw - exfat /dev/sdc1 rw
32 22 0:50 / /srv/share rw - cifs //server/share rw
33 22 0:51 / /proc rw - proc proc rw
"""


@pytest.fixture
def over(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> QWidget:
    told = tmp_path / "mountinfo"
    told.write_text(MOUNTED, encoding="utf-8")
    monkeypatch.setattr(file_dialog, "MOUNTS", told)
    monkeypatch.setattr(file_dialog, "_last", file_dialog._Last())
    monkeypatch.setenv("HOME", str(tmp_path))
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    return made


@pytest.fixture(params=["zh_CN", "en"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    spoken = Translations(qapp)
    spoken.use(request.param)
    yield request.param
    spoken.use("zh_CN")
    spoken.end()


def opened(over: QWidget) -> QFileDialog:
    (dialog,) = [one for one in over.findChildren(QFileDialog) if one.isVisible()]
    return dialog


def buttons(dialog: QFileDialog) -> list[str]:
    box = file_dialog._part(dialog, QDialogButtonBox)
    return [one.text() for one in box.findChildren(QPushButton)]


def said(delegate: object, index: QModelIndex) -> str:
    """What a delegate shows there."""
    assert isinstance(delegate, QStyledItemDelegate)
    option = QStyleOptionViewItem()
    delegate.initStyleOption(option, index)
    return str(option.text)  # type: ignore[attr-defined]


def test_there_is_one_door() -> None:
    named = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "desktop").rglob("*.py")
        if "QFileDialog(" in file.read_text(encoding="utf-8")
    }
    assert named == {"desktop/widgets/file_dialog.py"}


def test_a_new_file_gets_its_suffix(over: QWidget, tmp_path: Path) -> None:
    heard: list[str] = []
    ask_new_file(over, "存为 PDF", "病历.pdf", heard.append, ("PDF (*.pdf)",))
    dialog = opened(over)
    edit = file_dialog._part(dialog, QLineEdit, "fileNameEdit")
    assert edit.text() == "病历.pdf"
    assert not file_dialog._part(dialog, QComboBox, "fileTypeCombo").isVisible()
    edit.setText("P001")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert heard == [str(tmp_path / "P001.pdf")]
    ask_file(over, "选文件", heard.append)
    assert Path(opened(over).directory().absolutePath()) == tmp_path


def test_the_next_one_begins_where_the_last_was_chosen(over: QWidget, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    heard: list[str] = []
    ask_new_file(over, "存为 PDF", str(tmp_path / "stick" / "a.pdf"), heard.append)
    QTest.keyClick(file_dialog._part(opened(over), QLineEdit, "fileNameEdit"), Qt.Key.Key_Return)
    assert heard == [str(tmp_path / "stick" / "a.pdf")]
    ask_new_file(over, "存为 PDF", "b.pdf", heard.append)
    assert Path(opened(over).directory().absolutePath()) == tmp_path / "stick"


def test_a_folder_is_asked_for(over: QWidget, tmp_path: Path) -> None:
    (tmp_path / "备份").mkdir()
    heard: list[str] = []
    ask_folder(over, "备份到哪个目录", heard.append, str(tmp_path / "备份"))
    QTest.keyClick(file_dialog._part(opened(over), QLineEdit, "fileNameEdit"), Qt.Key.Key_Return)
    assert heard == [str(tmp_path / "备份")]


def test_our_words(over: QWidget, language: str) -> None:
    for ask, says in (
        (partial(ask_file, over, "", print), {"zh_CN": "打开", "en": "Open"}),
        (partial(ask_folder, over, "", print), {"zh_CN": "选这个目录", "en": "Use this folder"}),
        (partial(ask_new_file, over, "", "a.txt", print), {"zh_CN": "保存", "en": "Save"}),
    ):
        ask()
        dialog = opened(over)
        assert buttons(dialog) == [says[language], {"zh_CN": "取消", "en": "Cancel"}[language]]
        shown = {one.objectName() for one in dialog.findChildren(QToolButton) if one.isVisible()}
        assert shown == {"backButton", "forwardButton", "toParentButton", "newFolderButton"}
        dialog.reject()


def test_the_places_are_those_that_are_plugged_in_or_shared(over: QWidget) -> None:
    ask_folder(over, "备份到哪个目录", print)
    beside = file_dialog._part(opened(over), QListView, "sidebar")
    model = beside.model()
    named = [said(beside.itemDelegate(), model.index(row, 0)) for row in range(model.rowCount())]
    assert named[0] == "主目录"
    assert named[-1] == "这台电脑"
    assert {"U 盘", "BACKUP", "share"} <= set(named)
    assert "proc" not in named


def test_a_day_stands_as_everywhere(over: QWidget, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "a.txt").write_text("", encoding="utf-8")
    ask_file(over, "选文件", print)
    table = file_dialog._part(opened(over), QTreeView)
    qtbot.waitUntil(lambda: table.model().rowCount(table.rootIndex()) > 1)
    index = table.model().index(0, file_dialog.CHANGED, table.rootIndex())
    day = said(table.itemDelegateForColumn(file_dialog.CHANGED), index)
    assert day[:2] == "20"
    assert len(day) == len("2026-03-17 12:44")
