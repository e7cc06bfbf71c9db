"""Fills the hostile form by keys, on two days, compares and prints. The folder of its pack stands behind the home."""

import sys
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt

from core.packhost import host
from desktop.actions.catalog import ActionId
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.walk import Steps
from tests.fakes.forms import hostile_form
from tests.journeys.scenarios.stage import open_form, play, tell

FORM = hostile_form()
TAB = f"表单 {FORM.title}"
COMPARISON = "复诊对比"


def scenario(guide: Guide, clock: TourClock, packs: str, out: str) -> Steps:
    yield guide.opened()
    yield from open_form(guide, "陈敏", "P001")
    yield from to_the_form(guide)
    yield from first_visit(guide)
    yield from guide.save()
    clock.advance(timedelta(days=7))
    hands.do(ActionId.TODAY)
    hands.do(ActionId.INTAKE)
    yield from guide.write_another()
    yield from to_the_form(guide)
    yield from return_visit(guide)
    yield from guide.save()
    hands.do(ActionId.COMPARE)
    table = yield guide.until("the comparison is shown", lambda: eyes.view(COMPARISON))
    yield guide.until("it has rows", lambda: eyes.cells(table))
    tell(rows=eyes.cells(table))
    yield from guide.begin_printing()
    yield from guide.write_pdf(Path(out) / "comparison.pdf")
    yield from guide.begin_printing()
    hands.press(f"打印什么 {FORM.title}")
    yield from guide.write_pdf(Path(out) / "record.pdf")
    yield from guide.leave()


def to_the_form(guide: Guide) -> Steps:
    yield guide.control(TAB)
    hands.press(TAB)
    yield guide.control("__proto__")


def first_visit(guide: Guide) -> Steps:
    hands.fill("主诉", "  头痛 | 三日\n夜间尤甚  ")
    hands.press("有无过敏 是")
    yield guide.control("过敏原")
    hands.fill("过敏原", "虾")
    hands.press("添加 过敏原")
    hands.write(" 尘\t螨 ")
    yield guide.control("反应")
    hands.fill("体温", "38.50")
    yield guide.control("何时最高")
    hands.fill("何时最高", "23:59")
    hands.fill("脉率", "96")
    hands.fill("用量", "9.50")
    hands.press("四答 不详")
    yield guide.control("为何如此")
    hands.fill("为何如此", "<script>")
    hands.press("几次 -2")
    hands.fill("添加症状", "头痛")
    hands.key(Qt.Key.Key_Return)
    yield guide.until("the row of 头痛 has the focus", lambda: eyes.has_focus("头痛"))
    hands.keys("3")
    hands.fill("头痛 患者原话", "<b>疼</b> 得 & 睡不着")
    hands.press("添加 用药")
    yield guide.control("药名")
    hands.fill("药名", "甘草")
    hands.fill("链接", "urn:x:/y?z=%20")
    hands.press("多选 甲")
    hands.fill("舌象", "舌红 | 少苔")
    hands.press("脉象 不详")
    hands.fill("__proto__", "{}")
    hands.fill("null", "nil")


def return_visit(guide: Guide) -> Steps:
    hands.fill("主诉", "复诊")
    hands.fill("脉率", "80")
    hands.press("四答 有")
    hands.fill("舌象", "舌淡")
    yield guide.until("last time's symptom stands ready", lambda: eyes.named("头痛"))
    hands.to("头痛")
    hands.keys("J1")


if __name__ == "__main__":
    host.mount_for = lambda *_: host.mount(host.SHIPPED, Path(sys.argv[2]))
    play(scenario)
