"""The one style sheet of the program, written from the tokens.

Widgets are told apart by dynamic properties, never by object name (`tier` is how tall; `size` is Qt's own):

    QPushButton   kind: plain · primary · danger · link · bare      tier: normal · small · pinned
    QLineEdit, QComboBox, QPlainTextEdit      kind: field · cell     tier: normal · head     raised, invalid: true
    QListView     kind: bare · contents
    QFrame        kind: card · notice · well · page · panel · rail · selected
    QLabel        type: meta · secondary · body · section · title      tone: text · muted · accent · warn · danger

A button with a tier has its height from here; any other has its own, which no `min-height` of ours undoes.
A focus ring is 2 px and takes its second pixel from the padding. What holds text grows with the scale of the text.
"""

from desktop.theme.fonts import px
from desktop.theme.tokens import FOCUS, SCROLL_BAR, Colours, Frame, Height, Radius, Space, Tone, Type

PASSWORD_DOT = 0x3000
"""A blank as wide as a dot with its air: the font has no mark of the right size, so `Secret` draws the dots."""


def style_sheet(c: Colours) -> str:
    """The style sheet of a scheme, at the present scale of the text."""
    return "\n".join((_text(c), _buttons(c), _fields(c), _surfaces(c), _items(c), _dialogs(c), _rest(c)))


def _text(c: Colours) -> str:
    sizes = "".join(f'QLabel[type="{size.name.lower()}"] {{ font-size: {px(size)}px; }}\n' for size in Type)
    tones = "".join(
        f'QLabel[tone="{tone.value}"] {{ color: {c.of(tone)}; }}\n'
        for tone in (
            Tone.TEXT,
            Tone.MUTED,
            Tone.ACCENT,
            Tone.RESOLVED,
            Tone.WARN,
            Tone.DANGER,
            Tone.ON_ACCENT,
        )
    )
    return f"QLabel {{ background: transparent; }}\n{sizes}{tones}"


def _button(height: Height, padding: int, size: Type) -> str:
    return f"min-height: {px(height) - 2}px; padding: 0 {padding - 1}px; font-size: {px(size)}px;"


def _buttons(c: Colours) -> str:
    return f"""
QPushButton {{
    border: 1px solid {c.line}; border-radius: {Radius.FIELD}px; background: {c.surface}; color: {c.text};
}}
QPushButton[tier="normal"] {{ {_button(Height.BUTTON, Space.M, Type.BODY)} }}
QPushButton[tier="small"] {{ {_button(Height.SMALL, Space.S, Type.SECONDARY)} }}
QPushButton[tier="pinned"] {{ {_button(Height.PINNED, Space.M, Type.BODY)} }}
QPushButton:hover {{ background: {c.sunken}; }}
QPushButton:pressed {{ background: {c.selected}; }}
QPushButton[kind="primary"] {{ border-color: {c.accent}; background: {c.accent}; color: {c.on_accent}; }}
QPushButton[kind="primary"]:hover {{ border-color: {c.accent_over}; background: {c.accent_over}; }}
QPushButton[kind="primary"]:pressed {{ border-color: {c.accent_down}; background: {c.accent_down}; }}
QPushButton[kind="danger"] {{ border-color: {c.danger}; background: {c.danger}; color: {c.on_danger}; }}
QPushButton[kind="danger"]:hover {{ border-color: {c.danger_over}; background: {c.danger_over}; }}
QPushButton[kind="danger"]:pressed {{ border-color: {c.danger_down}; background: {c.danger_down}; }}
QPushButton[kind="link"] {{ border-color: transparent; background: transparent; color: {c.accent}; padding: 0 3px; }}
QPushButton[kind="link"]:hover {{ text-decoration: underline; }}
QPushButton[kind="bare"] {{ border-color: transparent; background: transparent; padding: 0; }}
QPushButton[kind="bare"]:hover {{ background: {c.sunken}; }}
QPushButton[kind="bare"]:pressed {{ background: {c.selected}; }}
QPushButton:disabled, QPushButton[kind="primary"]:disabled, QPushButton[kind="danger"]:disabled {{
    border-color: {c.line}; background: {c.sunken}; color: {c.muted};
}}
QPushButton[kind="link"]:disabled, QPushButton[kind="bare"]:disabled {{
    border-color: transparent; background: transparent;
}}
QPushButton:focus, QPushButton[kind="link"]:focus, QPushButton[kind="bare"]:focus {{ border-color: {c.accent}; }}
"""


def _fields(c: Colours) -> str:
    ring = FOCUS - 1
    # Qt itself keeps 2 px beside the text of a line edit.
    side, cell = Space.M - 2, Space.S - 3
    # The font sets Chinese ink a pixel low: two at the foot lift the line by one.
    lift = 2
    # One line of a text is as tall as any other field; the odd pixel lies at its foot.
    air = px(Height.FIELD) - 2 - px(Type.BODY) * 3 // 2
    over, under = air // 2, air - air // 2
    return f"""
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {{
    border: 1px solid {c.control}; border-radius: {Radius.FIELD}px; background: {c.surface}; color: {c.text};
    selection-background-color: {c.accent}; selection-color: {c.on_accent};
    placeholder-text-color: {c.muted};
}}
QLineEdit, QAbstractSpinBox {{ min-height: {px(Height.FIELD) - 2 - lift}px; padding: 0 {side}px {lift}px; }}
QComboBox {{ min-height: {px(Height.FIELD) - 2}px; padding: 0 {Space.M}px; }}
QLineEdit {{ lineedit-password-character: {PASSWORD_DOT}; }}
QPlainTextEdit, QTextEdit {{ padding: {over}px {Space.M}px {under}px; }}
QLineEdit[tier="head"] {{ min-height: {px(Height.HEAD_FIELD) - 2 - lift}px; }}
QComboBox[tier="head"] {{ min-height: {px(Height.HEAD_FIELD) - 2}px; }}
QLineEdit[kind="cell"], QComboBox[kind="cell"] {{
    border-color: {c.sunken}; background: {c.sunken}; font-size: {px(Type.SECONDARY)}px;
    min-height: {px(Height.SEGMENT) - 2 - lift}px; padding: 0 {cell}px {lift}px;
}}
QLineEdit[kind="cell"][raised="true"], QComboBox[kind="cell"][raised="true"] {{
    border-color: {c.surface}; background: {c.surface};
}}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled, QPlainTextEdit:disabled, QTextEdit:disabled,
QPlainTextEdit[readOnly="true"], QLineEdit[readOnly="true"] {{
    border-color: {c.line}; background: {c.sunken}; color: {c.muted};
}}
QPlainTextEdit[readOnly="true"], QLineEdit[readOnly="true"] {{ color: {c.text}; }}
QLineEdit[invalid="true"], QComboBox[invalid="true"], QPlainTextEdit[invalid="true"] {{ border-color: {c.danger}; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus,
QLineEdit[kind="cell"][raised="true"]:focus, QComboBox[kind="cell"][raised="true"]:focus {{
    border: {FOCUS}px solid {c.accent};
}}
QLineEdit:focus, QAbstractSpinBox:focus {{
    min-height: {px(Height.FIELD) - 2 * FOCUS - lift}px; padding: 0 {side - ring}px {lift}px;
}}
QComboBox:focus {{ min-height: {px(Height.FIELD) - 2 * FOCUS}px; padding: 0 {Space.M - ring}px; }}
QPlainTextEdit:focus, QTextEdit:focus {{ padding: {over - ring}px {Space.M - ring}px {under - ring}px; }}
QLineEdit[tier="head"]:focus {{ min-height: {px(Height.HEAD_FIELD) - 2 * FOCUS - lift}px; }}
QComboBox[tier="head"]:focus {{ min-height: {px(Height.HEAD_FIELD) - 2 * FOCUS}px; }}
QLineEdit[kind="cell"]:focus, QComboBox[kind="cell"]:focus {{
    background: {c.surface};
    min-height: {px(Height.SEGMENT) - 2 * FOCUS - lift}px; padding: 0 {cell - ring}px {lift}px;
}}
QComboBox::drop-down {{ border: 0; width: {px(Space.XL)}px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QLineEdit {{ border: 0; min-height: 0; padding: 0; background: transparent; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: 0; }}
QComboBox QAbstractItemView {{
    border: 1px solid {c.line}; background: {c.surface}; padding: {Space.XS}px 0;
}}
QComboBox QAbstractItemView::item {{ min-height: {px(Height.BUTTON)}px; padding: 0 {Space.S}px; }}
QRadioButton, QCheckBox {{ spacing: {Space.S}px; }}
"""


def _surfaces(c: Colours) -> str:
    return f"""
QFrame[kind="card"], QFrame[kind="notice"] {{
    border: 1px solid {c.line}; border-radius: {Radius.CARD}px; background: {c.surface};
}}
QFrame[kind="well"] {{ border: 0; border-radius: {Radius.FIELD}px; background: {c.sunken}; }}
QFrame[kind="page"] {{ border: 0; background: {c.bg}; }}
QFrame[kind="panel"] {{ border: 0; background: {c.surface}; }}
QFrame[kind="rail"] {{ border: 0; background: {c.sunken}; }}
QFrame[kind="selected"] {{ border: 0; background: {c.selected}; }}
QListView[kind="bare"] {{ border: 0; background: transparent; }}
QListView[kind="contents"] {{ border: 1px solid transparent; border-radius: {Radius.FIELD}px; background: transparent; }}
QListView[kind="contents"]:focus {{ border-color: {c.accent}; }}
QScrollArea {{ border: 0; background: transparent; }}
QScrollArea > QWidget > QWidget[plain="true"] {{ background: transparent; }}
"""


def _items(c: Colours) -> str:
    return f"""
QAbstractItemView {{
    border: 0; background: {c.surface}; color: {c.text}; outline: 0; gridline-color: {c.line};
    alternate-background-color: {c.surface};
    selection-background-color: {c.selected}; selection-color: {c.text};
}}
QAbstractItemView::item {{ border: 0; }}
QAbstractItemView::item:hover {{ background: {c.bg}; }}
QAbstractItemView::item:selected {{ background: {c.selected}; color: {c.text}; }}
QTableView::item, QTreeView::item {{ border-bottom: 1px solid {c.line}; padding: 0 {Space.L - 2}px; }}
QListView::item {{ min-height: {px(Height.ROW_DENSE)}px; padding: 0 {Space.L}px; }}
QListView[kind="contents"]::item {{
    min-height: {px(Height.SMALL)}px; padding: 0 {Space.S}px; border-left: {Frame.BAR}px solid transparent;
}}
QListView[kind="contents"]::item:selected {{ border-left-color: {c.accent}; color: {c.accent}; }}
QHeaderView {{ border: 0; background: {c.sunken}; }}
QHeaderView::section {{
    border: 0; border-bottom: 1px solid {c.line}; background: {c.sunken}; color: {c.muted};
    font-size: {px(Type.META)}px; font-weight: normal;
    min-height: {px(Height.TABLE_HEAD) - 1}px; padding: 0 {Space.L}px;
}}
QTableCornerButton::section {{ border: 0; background: {c.sunken}; }}
"""


def _dialogs(c: Colours) -> str:
    """What Qt makes by itself: the dialogs for files and printers, and what they ask."""
    return f"""
QDialogButtonBox {{ button-layout: 3; dialogbuttonbox-buttons-have-icons: 0; }}
QDialogButtonBox QPushButton {{ {_button(Height.BUTTON, Space.M, Type.BODY)} min-width: {px(Height.PINNED)}px; }}
QDialogButtonBox QPushButton:default {{ border-color: {c.accent}; background: {c.accent}; color: {c.on_accent}; }}
QDialogButtonBox QPushButton:default:hover {{ border-color: {c.accent_over}; background: {c.accent_over}; }}
QDialogButtonBox QPushButton:disabled {{ border-color: {c.line}; background: {c.sunken}; color: {c.muted}; }}
QFileDialog QToolButton {{
    min-width: {px(Height.BUTTON) - 2}px; min-height: {px(Height.BUTTON) - 2}px;
    border: 1px solid transparent; border-radius: {Radius.FIELD}px; background: transparent; padding: 0;
}}
QFileDialog QToolButton:hover {{ background: {c.sunken}; }}
QFileDialog QToolButton:pressed {{ background: {c.selected}; }}
QFileDialog QToolButton:focus {{ border-color: {c.accent}; }}
QFileDialog QSplitter {{ border: 1px solid {c.line}; }}
QFileDialog QHeaderView::section {{ padding-top: {Space.XS}px; }}
QFileDialog QTreeView::item {{ min-height: {px(Height.SEGMENT)}px; }}
"""


def _rest(c: Colours) -> str:
    radius = SCROLL_BAR // 2
    return f"""
QScrollBar:vertical {{ border: 0; background: transparent; width: {SCROLL_BAR}px; margin: 0; }}
QScrollBar:horizontal {{ border: 0; background: transparent; height: {SCROLL_BAR}px; margin: 0; }}
QScrollBar::handle {{ border: 0; border-radius: {radius}px; background: {c.line}; }}
QScrollBar::handle:vertical {{ min-height: {Space.XXL}px; }}
QScrollBar::handle:horizontal {{ min-width: {Space.XXL}px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {c.control}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: 0; background: transparent; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ border: 0; background: transparent; }}
QToolTip {{
    border: 1px solid {c.control}; background: {c.surface}; color: {c.text};
    padding: {Space.XS}px {Space.S}px; font-size: {px(Type.META)}px;
}}
QMenu {{ border: 1px solid {c.line}; background: {c.surface}; color: {c.text}; padding: {Space.XS}px 0; }}
QMenu::item {{ min-height: {px(Height.SMALL)}px; padding: 0 {Space.XL}px 0 {Space.M}px; }}
QMenu::icon {{ padding-left: {Space.M}px; }}
QMenu::item:selected {{ background: {c.selected}; }}
QMenu::item:disabled {{ color: {c.muted}; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: {Space.XS}px 0; }}
QProgressBar {{ border: 0; border-radius: {Space.XS}px; background: {c.sunken}; max-height: {Space.S}px; color: transparent; }}
QProgressBar::chunk {{ border-radius: {Space.XS}px; background: {c.accent}; }}
QSplitter::handle {{ background: {c.line}; }}
"""
