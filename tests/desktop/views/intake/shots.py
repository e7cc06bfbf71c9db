"""Renders the form of a return visit in both themes into build/shots, to be looked at beside the mock. Not a test.

python tests/desktop/views/intake/shots.py
"""

import os
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(_ROOT))

from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget  # noqa: E402

from core.forms.problems import Problem  # noqa: E402
from core.packhost.vocabulary import Suggestion  # noqa: E402
from core.services.forms import Count, Finding, Status  # noqa: E402
from core.services.visits.carried import Carried  # noqa: E402
from desktop.theme.scheme import Scheme  # noqa: E402
from desktop.theme.style import apply  # noqa: E402
from desktop.views.intake.form import FormView  # noqa: E402
from desktop.views.intake.outline import OutlinePanel  # noqa: E402
from desktop.widgets.separator import Separator  # noqa: E402
from tests.fakes.forms import hostile_form, pack_form  # noqa: E402

OFFERED = (Suggestion("失眠", "shuimian", "", "总称"), Suggestion("嗜睡", "shuimian", "", ""))
DAY = date(2026, 3, 6)
YES = Status.PRESENT
CARRIED = tuple(
    Carried(finding, 2, DAY)
    for finding in (
        Finding("入睡困难", YES, "shuimian", grade=3, words="躺下要两个钟头才睡着"),
        Finding("大便干结", YES, "erbian", grade=1, words="有点干，一两天一次"),
        Finding("心悸", YES, "xiongfu", grade=1, words="一累就心慌"),
        Finding("多梦", YES, "shuimian", grade=2, words="整夜做梦，醒来累"),
        Finding("夜尿", YES, "erbian", count=Count(Decimal(3), "次/夜"), words="一晚上起来三回"),
        Finding("口干", YES, "kouke", grade=2, words="夜里要喝水"),
        Finding("胁胀", YES, "xiongfu", grade=1, words="一生气就胀"),
    )
)


def _said(term: str, status: str, **more: object) -> dict[str, object]:
    blank = {
        "field": "",
        "grade": None,
        "count": None,
        "trend": None,
        "since": "",
        "frequency": "",
        "words": "",
    }
    return {"term": term, "status": status, **blank, **more}


CONTENT: dict[str, object] = {
    "answers": {
        "zhushu": "失眠、心悸半年余，第三次就诊",
        "xianbingshi": "服上方七剂，入睡较前快，约一个钟头能睡着，仍有梦；心慌没有了。大便三四天一次，费力。夜里起来一次。"
        "前天受凉，偶有咳嗽，不发热，两胁不胀。",
        "guominshi": "青霉素、磺胺类",
    },
    "symptoms": [
        _said(
            "入睡困难",
            "有",
            grade=2,
            trend="减轻",
            since="半年前",
            frequency="每晚",
            words="一个钟头左右能睡着",
        ),
        _said(
            "大便干结",
            "有",
            grade=2,
            trend="加重",
            since="一年余",
            frequency="三四天",
            words="三四天一次，费力",
        ),
        _said("心悸", "无", trend="消失"),
        _said(
            "夜尿",
            "有",
            count={"value": Decimal(1), "unit": "次/夜"},
            trend="减轻",
            frequency="每晚",
            words="起来一次",
        ),
        _said("咳嗽", "有", grade=1, since="两天"),
    ],
}


def build() -> tuple[QWidget, FormView, OutlinePanel]:
    """The centre and the right side of the intake page, as wide as in the mock."""
    page = QWidget()
    row = QHBoxLayout(page)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    panel = QFrame()
    panel.setProperty("kind", "panel")
    inside = QHBoxLayout(panel)
    inside.setContentsMargins(0, 8, 0, 0)
    form, outline = FormView(), OutlinePanel()
    inside.addWidget(form)
    row.addWidget(panel, 1)
    line = Separator()
    line.setFixedWidth(1)
    line.setMaximumHeight(4000)
    line.setMinimumHeight(0)
    row.addWidget(line)
    row.addWidget(outline)
    form.outline_changed.connect(outline.show_outline)
    form.section_entered.connect(outline.set_current)
    outline.jump_wanted.connect(form.jump_to)
    page.resize(1366 - 372, 684)
    return page, form, outline


def main() -> None:
    """Render."""
    app = QApplication([])
    out = _ROOT / "build" / "shots"
    out.mkdir(parents=True, exist_ok=True)
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        apply(app, scheme)
        page, form, _outline = build()
        page.show()
        form.show_form(pack_form("menzhen"), CARRIED)
        form.fill(CONTENT)
        QTest.qWait(50)
        if form.table:
            form.table.rows[3].take_focus()
        QTest.qWait(100)
        page.grab().save(str(out / f"intake-form-{scheme.value}.png"))
        form.area.verticalScrollBar().setValue(10_000)
        if form.table:
            form.table.add.edit.setText("sm")
            form.table.add.show_suggestions("sm", OFFERED)
        form.show_problems([Problem("tigejiancha", "text_too_long", {"length": 1, "limit": 1})], ["jiazushi"])
        QTest.qWait(50)
        page.grab().save(str(out / f"intake-form-end-{scheme.value}.png"))
        form.show_form(hostile_form())
        QTest.qWait(50)
        page.resize(1366 - 372, 1500)
        QTest.qWait(100)
        page.grab().save(str(out / f"intake-hostile-{scheme.value}.png"))
        page.resize(1366 - 372, 2000)
        form.show_form(pack_form("shiwen"))
        QTest.qWait(100)
        page.grab().save(str(out / f"intake-shiwen-{scheme.value}.png"))
        page.close()
        page.deleteLater()


if __name__ == "__main__":
    main()
