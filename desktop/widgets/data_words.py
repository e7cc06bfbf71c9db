"""The words a record is kept in, as they are shown: data stays Chinese in every language, what is on screen need not.

A word that is not listed here, such as a symptom, is the pack's and is shown as it is.
"""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

CONTEXT = "Data"
WORDS = (
    QT_TRANSLATE_NOOP("Data", "有"),
    QT_TRANSLATE_NOOP("Data", "无"),
    QT_TRANSLATE_NOOP("Data", "未问"),
    QT_TRANSLATE_NOOP("Data", "不详"),
    QT_TRANSLATE_NOOP("Data", "否认"),
    QT_TRANSLATE_NOOP("Data", "未分级"),
    QT_TRANSLATE_NOOP("Data", "轻"),
    QT_TRANSLATE_NOOP("Data", "中"),
    QT_TRANSLATE_NOOP("Data", "重"),
    QT_TRANSLATE_NOOP("Data", "男"),
    QT_TRANSLATE_NOOP("Data", "女"),
    QT_TRANSLATE_NOOP("Data", "加重"),
    QT_TRANSLATE_NOOP("Data", "减轻"),
    QT_TRANSLATE_NOOP("Data", "消失"),
    QT_TRANSLATE_NOOP("Data", "无变化"),
    QT_TRANSLATE_NOOP("Data", "新出现"),
    QT_TRANSLATE_NOOP("Data", "再次出现"),
    QT_TRANSLATE_NOOP("Data", "首次记录"),
    QT_TRANSLATE_NOOP("Data", "需核对"),
    QT_TRANSLATE_NOOP("Data", "不能比较"),
    QT_TRANSLATE_NOOP("Data", "本次未记"),
)


def shown(word: str) -> str:
    """The word in the language of the window."""
    return QCoreApplication.translate(CONTEXT, word) if word in WORDS else word
