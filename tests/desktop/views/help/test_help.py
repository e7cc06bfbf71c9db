"""The help: the documents themselves, in our look, with nothing that leads out of them, by keyboard."""

from collections.abc import Iterator
from importlib import resources

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCharFormat, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.messages import LANGUAGES, Messages
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.theme.scheme import Scheme, colour
from desktop.theme.style import theme
from desktop.theme.tokens import Tone
from desktop.views.help.book import Book, book_of, picture, pictures_of
from desktop.views.help.sheet import HelpSheet
from desktop.views.help.text import HelpText, slug
from tests.desktop.shell.program import desk_of, running
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]

IMAGE = QTextDocument.ResourceType.ImageResource.value
WIDE, NARROW = (1366, 768), (683, 384)


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk_of(qtbot, made)
        yield made


@pytest.fixture
def sheet(qtbot: QtBot, program: Program) -> HelpSheet:
    program.window.do(ActionId.HELP)
    found = program.window.findChildren(HelpSheet)[-1]
    qtbot.waitUntil(found.isVisible)
    return found


def shown(text: HelpText) -> str:
    return text.document().toPlainText()


@pytest.fixture
def text(qtbot: QtBot) -> HelpText:
    made = HelpText("说明")
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


# ── The documents ─────────────────────────────────────────────────────────────────────────────────


def test_what_is_shown_is_the_document(sheet: HelpSheet) -> None:
    assert "按 Ctrl+N" in shown(sheet.text)
    assert [one.words for one in sheet.text.headings][:2] == ["医师的一天", "打开诊所"]
    assert sheet.contents.count() == len([one for one in sheet.text.headings if one.level <= 2])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", Book)
def test_every_document_is_there_with_its_pictures(
    qtbot: QtBot, text: HelpText, book: Book, language: str
) -> None:
    text.show_document(book.text(language))
    assert len(text.headings) > 10
    assert all(picture(place) for place in pictures_of(book.text(language)))


def test_in_english_it_is_the_english_one(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(*WIDE)
    sheet = HelpSheet(page, Messages("en"))
    assert "A physician's day" in shown(sheet.text)
    sheet.show_book(Book.ADMIN)
    assert "Moving to another computer" in shown(sheet.text)


# ── Nothing leads out ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/",
        "file:///etc/passwd",
        "PACK-API.md",
        "../README.md",
        "admin.md.exe",
        "//host/admin.md",
    ],
)
def test_no_link_leads_out(text: HelpText, monkeypatch: pytest.MonkeyPatch, link: str) -> None:
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    asked: list[str] = []
    text.wanted.connect(asked.append)
    text.show_document(f"# 一\n\n见 [那里]({link})。\n")
    assert "那里" in shown(text)
    assert "href" not in text.document().toHtml()
    text.anchorClicked.emit(QUrl(link))
    assert (opened, asked, shown(text)) == ([], [], "一\n见 那里。")
    assert book_of(link) is None


@pytest.mark.parametrize(
    "place",
    [
        "https://example.org/x.png",
        "file:///etc/hostname",
        "pictures/../physician.md",
        "pictures/nonesuch.png",
        "/etc/hostname",
        "",
    ],
)
def test_no_picture_comes_from_elsewhere(text: HelpText, place: str) -> None:
    assert text.loadResource(IMAGE, QUrl(place)) is None
    assert (
        text.loadResource(QTextDocument.ResourceType.HtmlResource.value, QUrl("pictures/today.png")) is None
    )
    text.show_document(f"![x]({place})\n\n后面\n")
    assert "后面" in shown(text)


def test_markup_is_words(text: HelpText) -> None:
    text.show_document("# 一\n\n<img src='https://example.org/x.png'> <b>重</b>\n")
    assert "<b>重</b>" in shown(text)


def test_a_link_to_the_other_document_opens_it_at_its_place(sheet: HelpSheet) -> None:
    sheet.text.anchorClicked.emit(QUrl("admin.md#输入法"))
    assert sheet.books.value == Book.ADMIN
    assert sheet.text.headings[sheet.text.here].words == "输入法"
    assert slug("Input methods") == "input-methods"


def test_a_link_is_followed_by_keyboard(sheet: HelpSheet) -> None:
    QTest.keyClick(sheet.text, Qt.Key.Key_Tab)
    QTest.keyClick(sheet.text, Qt.Key.Key_Return)
    assert sheet.books.value == Book.ADMIN
    assert shown(sheet.text).startswith("安装与管理")


# ── Reading and finding ───────────────────────────────────────────────────────────────────────────


def test_it_opens_over_what_is_in_front_and_goes_by_escape(sheet: HelpSheet) -> None:
    assert QApplication.focusWidget() is sheet.text
    assert sheet.text.verticalScrollBar().value() == 0
    QTest.keyClick(sheet.text, Qt.Key.Key_PageDown)
    assert sheet.text.verticalScrollBar().value() > 0
    QTest.keyClick(sheet.text, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_the_contents_lead_and_follow(sheet: HelpSheet) -> None:
    sheet.contents.setCurrentRow(5)
    words = sheet.contents.item(5).text()
    assert sheet.text.headings[sheet.text.here].words == words
    sheet.text.verticalScrollBar().setValue(sheet.text.verticalScrollBar().maximum())
    assert sheet.contents.currentRow() == sheet.contents.count() - 1
    sheet.text.verticalScrollBar().setValue(0)
    assert sheet.contents.currentRow() == 0
    assert sheet.places.currentIndex() == 0


def test_words_are_found_and_walked_by_keys(sheet: HelpSheet) -> None:
    QTest.keyClick(sheet.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is sheet.box
    sheet.box.setText("恢复码")
    count = shown(sheet.text).count("恢复码")
    assert count > 2
    assert sheet.count.text() == f"第 1 处，共 {count} 处"
    assert len(sheet.text.extraSelections()) == count
    QTest.keyClick(sheet.box, Qt.Key.Key_Return)
    assert (sheet.text.at, sheet.count.text()) == (1, f"第 2 处，共 {count} 处")
    QTest.keyClick(sheet.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(sheet.box, Qt.Key.Key_Up)
    assert sheet.text.at == count - 1
    QTest.keyClick(sheet.box, Qt.Key.Key_Down)
    assert sheet.text.at == 0
    sheet.box.setText("没有这样的话")
    assert sheet.count.text() == "没有找到"
    assert not sheet.after.isEnabled()
    sheet.box.clear()
    assert (sheet.count.text(), sheet.text.extraSelections()) == ("", [])


def test_what_is_found_is_in_sight(sheet: HelpSheet) -> None:
    sheet.box.setText("又起")
    block = sheet.text._found[sheet.text.at].block()
    top = sheet.text._top(block) - sheet.text.verticalScrollBar().value()
    assert 0 <= top < sheet.text.viewport().height()


# ── How it looks ──────────────────────────────────────────────────────────────────────────────────


def test_another_theme_keeps_the_place_and_what_was_found(sheet: HelpSheet) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    sheet.box.setText("备份")
    sheet.text.verticalScrollBar().setValue(900)
    before, at = sheet.text.verticalScrollBar().value(), sheet.text.at
    try:
        theme(app).set(Scheme.DARK)
        assert sheet.text.verticalScrollBar().value() == before
        assert sheet.text.at == at
        assert len(sheet.text.extraSelections()) > 0
        grounds = {piece.background().color().name() for piece in _formats(sheet.text)}
        assert colour(Tone.SUNKEN).name() in grounds
    finally:
        theme(app).set(Scheme.LIGHT)


def _formats(text: HelpText) -> list[QTextCharFormat]:
    block = text.document().begin()
    found: list[QTextCharFormat] = []
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            found.append(at.fragment().charFormat())
            at += 1
        block = block.next()
    return found


def test_nothing_asks_for_bold(sheet: HelpSheet) -> None:
    for book in Book:
        sheet.show_book(book)
        weights = {piece.fontWeight() for piece in _formats(sheet.text)}
        assert weights <= {0, 400}


def test_a_picture_is_as_wide_as_there_is_room_and_no_wider_than_it_is(qtbot: QtBot, text: HelpText) -> None:
    text.show_document("![今日](pictures/today.png)\n")
    for width, most in ((500, 500), (2000, 1366)):
        text.resize(width, 400)
        qtbot.wait(10)
        image = text.loadResource(IMAGE, QUrl("pictures/today.png"))
        assert isinstance(image, QImage)
        assert most - 60 < image.deviceIndependentSize().width() <= most
        (piece,) = [one for one in _formats(text) if one.isImageFormat()]
        assert piece.toImageFormat().width() == image.deviceIndependentSize().width()


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_it_holds_in_a_small_window(qtbot: QtBot, program: Program, size: tuple[int, int]) -> None:
    window = program.window
    window.setMinimumSize(0, 0)
    window.resize(*size)
    window.do(ActionId.HELP)
    sheet = window.findChildren(HelpSheet)[-1]
    qtbot.wait(20)
    assert sheet.contents.isVisible() is not sheet.places.isVisible()
    assert sheet.places.isVisible() is (size == NARROW)
    assert sheet.text.viewport().height() >= 100
    for part in (sheet.text, sheet.box, sheet.books, sheet.leave):
        corner = part.mapTo(window, QPoint(0, 0))
        assert window.rect().contains(part.rect().translated(corner)), type(part).__name__
    if size == NARROW:
        sheet.places.setCurrentIndex(4)
        sheet.places.activated.emit(4)
        assert sheet.text.headings[sheet.text.here].words == sheet.places.itemText(4)


def test_it_is_there_before_a_clinic_is_open(qtbot: QtBot, program: Program) -> None:
    program.window.lock()
    qtbot.waitUntil(lambda: program.window.desk is None, timeout=20_000)
    QTest.keyClick(program.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert program.window.findChildren(HelpSheet)[-1].isVisible()


def test_a_picture_lies_among_the_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    assert picture("pictures/today.png")
    monkeypatch.setattr(resources, "files", lambda _: pytest.fail("it was looked for"))
    assert picture("pictures/../admin.md") is None


# ── What the other document says ──────────────────────────────────────────────────────────────────


def test_words_that_only_the_other_document_has_are_found_there(sheet: HelpSheet) -> None:
    assert "SHA256SUMS" not in shown(sheet.text)
    sheet.box.setFocus()
    sheet.box.setText("sha256sums")
    assert sheet.count.text() == "在“安装与管理”里，按 Enter 去看"
    QTest.keyClick(sheet.box, Qt.Key.Key_Return)
    assert sheet.books.value == Book.ADMIN
    assert sheet.count.text().startswith("第 1 处")
    sheet.box.setText("没有人写过的话")
    assert sheet.count.text() == "没有找到"
    assert not sheet.after.isEnabled()


def test_what_is_read_stays_in_sight_when_the_window_changes(qtbot: QtBot, text: HelpText) -> None:
    text.show_document(Book.PHYSICIAN.text(LANGUAGES[0]))
    for place in range(1, 9):  # those at the end never come to the top
        text.go_to(text.headings[place])
        for width in (420, 900, 600):
            text.resize(width, 400)
            assert text.here == place


@pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK])
def test_the_lines_of_a_table_are_seen(text: HelpText, qapp: QApplication, scheme: Scheme) -> None:
    theme(qapp).set(scheme)
    text.show_document("| 看到 | 怎么办 |\n|---|---|\n| 一 | 二 |\n| 三 | 四 |\n")
    image = text.viewport().grab().toImage()
    line = colour(Tone.LINE).rgb()
    places = range(image.width() // 4, image.width() // 4 + 100)
    rows = [y for y in range(image.height()) if all(image.pixel(x, y) == line for x in places)]
    theme(qapp).set(Scheme.LIGHT)
    assert len(rows) == 4


def test_what_is_read_stays_in_sight_in_another_theme(sheet: HelpSheet, qapp: QApplication) -> None:
    last = sheet.contents.count() - 2
    sheet.contents.setCurrentRow(last)
    theme(qapp).set(Scheme.DARK)
    theme(qapp).set(Scheme.LIGHT)
    assert sheet.contents.currentRow() == last
