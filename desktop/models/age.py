"""An age in the language of the window, from the Chinese text of `core.base.birth`, which knows what can be said."""

import re
from datetime import date

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from core.base.birth import Birth, age_text

_UNITS = {
    "岁": str(QT_TRANSLATE_NOOP("Age", "{0}岁")),
    "个月": str(QT_TRANSLATE_NOOP("Age", "{0}个月")),
    "天": str(QT_TRANSLATE_NOOP("Age", "{0}天")),
}
_SIGNS = {
    "约": str(QT_TRANSLATE_NOOP("Age", "约{0}")),
    "不满": str(QT_TRANSLATE_NOOP("Age", "不满{0}")),
    "出生前": str(QT_TRANSLATE_NOOP("Age", "出生前")),
}
_PART = re.compile(f"(\\d+)({'|'.join(_UNITS)})")
_SIGN = re.compile("|".join(_SIGNS))


def age_words(birth: Birth, on: date) -> str:
    """The age on a day, as precise as the birth is known: 35岁, 约58岁, 不满1个月."""
    translate = QCoreApplication.translate
    said = age_text(birth, on)
    # Chinese runs the parts together.
    between = "" if translate("Age", "{0}岁").endswith("岁") else " "
    words = between.join(
        translate("Age", _UNITS[unit]).format(number) for number, unit in _PART.findall(said)
    )
    sign = _SIGN.match(said)
    return translate("Age", _SIGNS[sign[0]]).format(words) if sign else words
