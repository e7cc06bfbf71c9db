"""The recovery code on one page of A4, to be kept by the clinic: the code, what it opens, and how to keep it.

It names the clinic and the day and nothing else: no path, no account, no patient.
"""

from datetime import date

from PySide6.QtCore import QCoreApplication

from core.base.recovery_code import RecoveryCode
from desktop.printing.compose import BODY, SECTION, SMALL, TITLE, Block, Cell, Paper

_IN_A_ROW = 3
_GROUP = 1 / _IN_A_ROW
_NUMBER, _SIGN = 0.05, 0.055
"""Parts of the writing area: the number of a group, and one sign of it, so that signs stand under each other."""

_SIZE = 20.0
_RULED = 0.3

translate = QCoreApplication.translate


def recovery_paper(code: RecoveryCode, clinic_name: str, day: date) -> Paper:
    """The page. Whoever holds it and the data opens the records."""
    title = translate("printing", "恢复码")
    keep = (
        translate("printing", "忘记口令、换电脑、电脑被盗换机时，只有它能打开病历。"),
        translate(
            "printing", "由诊所保管，不属于个人：放进上锁的柜子或保险箱，最好再抄一份放在诊所以外的地方。"
        ),
        translate(
            "printing", "不要放在电脑旁，不要拍照，不要发给任何人。拿到它和病历文件的人就能打开全部病历。"
        ),
        translate("printing", "换了新的恢复码以后，这一张就作废，请销毁。"),
    )
    reading = translate(
        "printing",
        "只有数字和字母，没有 I、L、O、U：看着像的，0 是零，1 是一。输入时大小写、空格、横线都不要紧。",
    )
    use = translate(
        "printing", "怎样用：打开程序，在输入口令的地方选“用恢复码打开”，逐组输入，再设一个新口令。"
    )
    clinic = Block((Cell(clinic_name, size=SECTION, centred=True),), above=0)
    return Paper(
        title=title,
        head=(),
        blocks=(
            *([clinic] if clinic_name else []),
            Block((Cell(title, size=TITLE, centred=True),), above=1),
            Block(
                (
                    Cell(
                        translate("printing", "做于 {0}").format(day.isoformat()),
                        size=SMALL,
                        grey=True,
                        centred=True,
                    ),
                ),
                above=1,
                line_below=True,
            ),
            *_rows(code),
            Block((Cell(reading, size=SMALL, grey=True),), above=4, line_below=True),
            *(Block((Cell(text, size=BODY),), above=3) for text in keep),
            Block((Cell(use, size=BODY),), above=3),
            Block(
                (
                    Cell(translate("printing", "保管人："), 0, _RULED),
                    Cell(translate("printing", "存放在："), 0.34, _RULED),
                    Cell(translate("printing", "日期："), 0.74, 0.25),
                ),
                above=16,
                line_below=True,
            ),
        ),
        note=translate("printing", "程序里不保存恢复码，也不会再显示；丢了请在 设置 › 密钥 换一个新的。"),
    )


def _rows(code: RecoveryCode) -> tuple[Block, ...]:
    groups = code.groups
    return tuple(
        Block(
            tuple(
                cell
                for place, group in enumerate(groups[first : first + _IN_A_ROW])
                for cell in _group(first + place + 1, group, place * _GROUP)
            ),
            above=10 if first == 0 else 7,
            keep=True,
        )
        for first in range(0, len(groups), _IN_A_ROW)
    )


def _group(number: int, group: str, left: float) -> tuple[Cell, ...]:
    numbered = Cell(f"{number}.", left + 0.02, _NUMBER, SMALL, grey=True)
    signs = (
        Cell(sign, left + _NUMBER + place * _SIGN, _SIGN, _SIZE, centred=True)
        for place, sign in enumerate(group)
    )
    return (numbered, *signs)
