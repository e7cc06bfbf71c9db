"""Every widget in every state, in both schemes, as pictures to look at beside design/mock: build/gallery/{light,dark}.png.

Not a test: `QT_QPA_PLATFORM=offscreen python -m tests.desktop.gallery [scale of the text]`.
"""

import os
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.theme import style
from desktop.theme.icons import Icon
from desktop.theme.scheme import Scheme, colour
from desktop.theme.tokens import Height, IconSize, Tone, Type
from desktop.widgets.button import Button, Kind, Size, link, pinned, plain_button, primary, small
from desktop.widgets.change import Change
from desktop.widgets.check_box import CheckBox, Switch
from desktop.widgets.combo_box import ComboBox
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.filter_chip import FilterChip
from desktop.widgets.grade import GradeDots, GradePicker
from desktop.widgets.icon_button import IconButton
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.key_cap import KeyCap
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.notice_bar import NoticeBar, Weight
from desktop.widgets.segmented import Emphasis, Option, Segmented
from desktop.widgets.separator import Separator
from desktop.widgets.sheet import Sheet
from desktop.widgets.surface import Ground, Surface
from desktop.widgets.text_edit import TextEdit

ANSWERS = (
    Option("有", "有", Emphasis.FILLED, "Y"),
    Option("无", "无", Emphasis.OUTLINED, "N"),
    Option("未问", "未问", Emphasis.QUIET, "U"),
    Option("不详", "不详", Emphasis.OUTLINED, "B"),
)
PLACE = Path(__file__).resolve().parents[2] / "build" / "gallery"


def row(*widgets: QWidget, gap: int = 8) -> QHBoxLayout:
    """Widgets side by side at the left."""
    line = QHBoxLayout()
    line.setSpacing(gap)
    for widget in widgets:
        line.addWidget(widget)
    line.addStretch()
    return line


def fields() -> Surface:
    """Fields in every state."""
    card = Surface()
    card.column.addWidget(Label("字段", Type.SECTION))
    card.column.addWidget(
        LineEdit("查找", hint="姓名・拼音首字母・电话", leading=Icon.SEARCH, clearable=True, key="Ctrl F")
    )
    searched = LineEdit("查找", leading=Icon.SEARCH, clearable=True)
    searched.setText("王秀英")
    searched.setObjectName("focus")
    card.column.addWidget(searched)
    complaint = LineEdit("主诉")
    complaint.setText("失眠、心悸半年余，第三次就诊")
    card.column.addWidget(complaint)
    wrong = LineEdit("出生日期")
    wrong.setText("2031-02-30")
    wrong.set_invalid(True)
    off = LineEdit("病历号")
    off.setText("P001")
    off.setEnabled(False)
    pair = QHBoxLayout()
    pair.addWidget(wrong)
    pair.addWidget(off)
    card.column.addLayout(pair)
    story = TextEdit("现病史")
    story.setPlainText(
        "服上方七剂，入睡较前快，约一个钟头能睡着，仍有梦；心慌没有了。大便三四天一次，费力。夜里起来一次。前天受凉，偶有咳嗽，不发热，两胁不胀。"
    )
    card.column.addWidget(story)
    last = ComboBox("上次", prefix="上次", tier="head")
    last.addItems(["第2诊・2026-03-06", "初诊・2026-02-24"])
    kind = ComboBox("操作员")
    kind.addItems(["林晓"])
    pair = QHBoxLayout()
    pair.addWidget(last, 1)
    pair.addWidget(IconButton(Icon.RELOAD, "重读", framed=True))
    pair.addWidget(kind, 1)
    card.column.addLayout(pair)
    ticked, unticked, off_tick = CheckBox("沿用上次"), CheckBox("打印未问"), CheckBox("不可改")
    ticked.setChecked(True)
    off_tick.setChecked(True)
    off_tick.setEnabled(False)
    on, switch_off = Switch("", name="外部"), Switch("", name="本机")
    on.setChecked(True)
    card.column.addLayout(row(ticked, unticked, off_tick, on, switch_off, gap=12))
    return card


def symptom(term: str, answer: str, grade: str | None, *, raised: bool = False) -> QWidget:
    """The first line of a symptom row."""
    line = Surface(Ground.SELECTED if raised else Ground.PANEL, padding=0)
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 4, 0, 4)
    layout.setSpacing(12)
    name = Label(term)
    name.setFixedWidth(60)
    choice = Segmented(term, ANSWERS, value=answer)
    picker = GradePicker(f"{term} 程度", value=grade)
    words = LineEdit("患者原话", hint="原话", kind="cell")
    words.setText("一个钟头左右能睡着" if grade else "")
    for part in (choice, picker, words):
        part.set_raised(raised)
    for widget, stretch in ((name, 0), (choice, 0), (picker, 0), (words, 1)):
        layout.addWidget(widget, stretch)
    line.column.addLayout(layout)
    return line


def answers() -> Surface:
    """Segmented controls, grades and chips."""
    card = Surface()
    forms = Segmented("表单", (Option("mz", "门诊病历"), Option("sw", "十问")), value="mz", padding=14)
    card.column.addLayout(
        row(forms, GradeDots(2, "中"), GradeDots(0), GradeDots(3, "重", tone=Tone.MUTED, size=Type.META))
    )
    card.column.addWidget(symptom("入睡困难", "有", "2"))
    card.column.addWidget(Separator())
    card.column.addWidget(symptom("心悸", "无", None))
    card.column.addWidget(Separator())
    card.column.addWidget(symptom("多梦", "未问", None, raised=True))
    off = Segmented("口干", ANSWERS, value="不详")
    disabled = Segmented("口干", ANSWERS, value="有")
    disabled.setEnabled(False)
    card.column.addLayout(row(off, disabled, GradePicker("程度")))
    whole = FilterChip("全部", 11)
    whole.setChecked(True)
    chips = [FilterChip.of(change, 1) for change in Change]
    card.column.addLayout(row(whole, Separator(upright=True), *chips[:3], Separator(upright=True)))
    card.column.addLayout(row(*chips[4:8]))
    return card


def buttons() -> Surface:
    """Buttons, keys."""
    card = Surface()
    off = primary("确认此患者")
    off.setEnabled(False)
    plain_off = plain_button("签名定稿…")
    plain_off.setEnabled(False)
    card.column.addLayout(
        row(primary("确认此患者"), plain_button("新建患者", icon=Icon.NEW_PATIENT, key="Ctrl N"))
    )
    card.column.addLayout(row(off, plain_off))
    card.column.addLayout(
        row(
            primary("记录回访", size=Size.SMALL),
            small("话术"),
            small("医师改判…", icon=Icon.EDIT),
        )
    )
    card.column.addLayout(
        row(
            link("打开看板", trailing=Icon.FORTH),
            link("添加症状", icon=Icon.ADD),
            link("全部记入", key="Alt A"),
        )
    )
    save = pinned("保存", key="Ctrl S")
    save.setFixedWidth(187)
    focused = Button("焦点", kind=Kind.PRIMARY)
    focused.setObjectName("ring")
    card.column.addLayout(
        row(save, focused, IconButton(Icon.CLOSE, "关闭"), IconButton(Icon.PRINT, "打印", framed=True))
    )
    caps = (
        KeyCap("Ctrl F"),
        KeyCap("Enter"),
        KeyCap("Esc"),
        KeyCap("C"),
        KeyCap("1", large=True),
        KeyCap("0", large=True),
    )
    card.column.addLayout(row(*caps))
    return card


def signs() -> Surface:
    """Every icon, at the three sizes."""
    card = Surface()
    grid = QGridLayout()
    grid.setSpacing(6)
    for place, icon in enumerate(Icon):
        grid.addWidget(IconLabel(icon, Tone.TEXT, IconSize.RAIL), place // 19, place % 19)
    card.column.addLayout(grid)
    tones = (Tone.ACCENT, Tone.RESOLVED, Tone.IMPROVED, Tone.WORSE, Tone.WARN, Tone.UNCHANGED, Tone.MUTED)
    card.column.addLayout(
        row(
            *(IconLabel(icon, tone, IconSize.FIELD) for icon, tone in zip(Icon, tones * 3, strict=False)),
            gap=6,
        )
    )
    return card


def table() -> QTableWidget:
    """A table as the style sheet alone makes it."""
    result = QTableWidget(3, 4)
    result.setAccessibleName("对比")
    result.setHorizontalHeaderLabels(["症状", "上次", "本次", "依据"])
    result.verticalHeader().hide()
    result.verticalHeader().setDefaultSectionSize(Height.ROW_DENSE)
    result.horizontalHeader().setHighlightSections(False)
    result.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    result.horizontalHeader().setStretchLastSection(True)
    for column in range(3):
        result.setColumnWidth(column, 80)
    result.setShowGrid(False)
    result.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    for line, cells in enumerate(
        (("大便干结", "轻", "中", "D4"), ("入睡困难", "重", "中", "D4"), ("㛃䶮℃ 口苦", "无", "“苦”", "C2"))
    ):
        for column, words in enumerate(cells):
            result.setItem(line, column, QTableWidgetItem(words))
    result.selectRow(1)
    return result


def notices() -> QVBoxLayout:
    """Bars and words."""
    column = QVBoxLayout()
    column.setSpacing(8)
    column.addWidget(
        NoticeBar(Weight.DANGER, "草稿没有存住。", detail="内容还在屏幕上，磁盘已满。", step="重试")
    )
    column.addWidget(NoticeBar(Weight.WARN, "备份已过 9 天。", step="立即备份"))
    column.addWidget(NoticeBar(Weight.INFO, "已按第2诊列出上次症状。"))
    words = Surface(Ground.WELL)
    words.column.addLayout(
        row(
            Label("陈桂兰", Type.TITLE),
            Separator(upright=True),
            IconLabel(Icon.WARN, Tone.WARN),
            Label("过敏：青霉素、磺胺类。，：；「」", tone=Tone.WARN),
            gap=12,
        )
    )
    elided = ElidedLabel(
        "“躺下要两个钟头才睡着，半夜醒了睡不回去，一早又醒，白天没有精神”", Type.SECONDARY, Tone.MUTED
    )
    elided.setMaximumWidth(300)
    words.column.addWidget(elided)
    column.addWidget(words)
    return column


def page() -> QWidget:
    """All of it on one page."""
    result = Surface(Ground.PAGE, padding=8)
    result.resize(1366, 768)
    grid = QGridLayout()
    grid.setSpacing(8)
    left, middle, right = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
    left.addWidget(fields())
    left.addWidget(signs())
    left.addStretch()
    middle.addWidget(answers())
    middle.addLayout(notices())
    middle.addStretch()
    right.addWidget(buttons())
    right.addWidget(table())
    right.addWidget(EmptyState("还没有选定患者，先在左边查找。", "查找患者", icon=Icon.SEARCH, key="Ctrl F"))
    for place, part in enumerate((left, middle, right)):
        grid.addLayout(part, 0, place)
    result.column.addLayout(grid)
    return result


def focus(page: QWidget) -> QPixmap:
    """Each kind of control with the focus, one under the other."""
    found: dict[str, QWidget] = {}
    for widget in page.findChildren(QWidget):
        if widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            kind = f"{type(widget).__name__} {widget.property('kind')} {widget.property('checked')}"
            found.setdefault(kind, widget)
    result = QPixmap(700, 90 * len(found))
    result.fill(colour(Tone.SURFACE))
    painter = QPainter(result)
    for place, widget in enumerate(found.values()):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        painter.drawPixmap(10, 90 * place + 5, widget.grab())
    painter.end()
    return result


def picker(page: QWidget) -> Sheet:
    """A sheet as the picker of namesakes uses it."""
    sheet = Sheet(page, "3 位患者同名“王秀英”", "请核对出生日期和电话，选定一位后才能书写。没有默认选中。")
    for key, complaint in (
        ("1", "膝关节疼痛，上下楼加重"),
        ("2", "月经推迟，小腹冷痛"),
        ("0", "都不是，新建患者…"),
    ):
        line = QWidget()
        line.setMinimumHeight(Height.SHEET_ROW)
        layout = row(KeyCap(key, large=True), Label("王秀英", Type.SECTION), Label(complaint), gap=16)
        layout.setContentsMargins(24, 0, 24, 0)
        line.setLayout(layout)
        sheet.body.addWidget(line)
        sheet.body.addWidget(Separator())
    sheet.foot.addLayout(
        row(
            KeyCap("0–4"),
            Label("选择", Type.META, Tone.MUTED),
            KeyCap("Esc"),
            Label("离开，不改动", Type.META, Tone.MUTED),
        )
    )
    sheet.foot.addWidget(primary("确认此患者"))
    return sheet


def main() -> None:
    """Render and save."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication(sys.argv[:1])
    scale = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    suffix = "" if scale == 1 else f"-{scale:g}"
    PLACE.mkdir(parents=True, exist_ok=True)
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        style.apply(app, scheme, scale)
        shown = page()
        shown.show()
        for name, reason in (("ring", Qt.FocusReason.TabFocusReason),):
            found = shown.findChild(QWidget, name)
            assert isinstance(found, QWidget)
            found.setFocus(reason)
        for _ in range(5):
            app.processEvents()
        shown.grab().save(str(PLACE / f"{scheme}{suffix}.png"))
        focus(shown).save(str(PLACE / f"{scheme}{suffix}-focus.png"))
        sheet = picker(shown)
        sheet.open()
        app.processEvents()
        shown.grab().save(str(PLACE / f"{scheme}{suffix}-sheet.png"))
        sheet.shut()
        shown.close()
        shown.deleteLater()
        app.processEvents()


if __name__ == "__main__":
    main()
