"""The pictures of docs/pictures: a clinic with a morning's work in it, the window led through it, each screen once.

python -m tests.desktop.tour.docs_pictures FOLDER
"""

import os
import sys
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.kernel import Kernel
from core.services.demonstration import FORM, demonstration
from core.services.forms import load_json
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.theme.scheme import Scheme, shown
from desktop.tour import eyes, hands
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.run import walk_through
from desktop.tour.walk import Astray, Steps, StepsTo
from tests.fakes.clinic import Clinic, content, count_of, new_clinic, symptom
from tests.fakes.clock import ZONE

TODAY = datetime(2026, 3, 16, 11, 20, tzinfo=ZONE)
CLINIC = {"zh_CN": "明和堂中医诊所", "en": "Minghe TCM Clinic"}
MEANT = RecordNo("P001")
OTHER_DISK = "/dev/shm"
"""A disk that is not that of the clinic: the window would ask for a backup to one."""
PEOPLE = (
    ("王秀英", "女", "1962-11-08", "13200004471", "膝关节疼痛，上下楼加重"),
    ("王秀英", "女", "1984-06-21", "13100000826", "月经推迟，小腹冷痛"),
    ("王秀英", "女", "1971", "13900003318", "头晕耳鸣一月"),
    ("陈桂兰", "女", "1967-09-04", "13800007723", "失眠、心悸半年余"),
    ("李国强", "男", "1979-12-12", "", "腰痛牵及左腿"),
    ("周敏", "女", "1992-01-05", "13600002095", "经前乳房胀痛"),
    ("赵建军", "男", "1960-06-06", "13300005580", "咳嗽痰多两周"),
    ("许静", "女", "1993-07-20", "13700006402", "经期腹痛三月"),
    ("何子墨", "男", "2018-04-01", "13500008817", "夜间咳嗽五天"),
    ("郑丽", "女", "1975-10-10", "13400003046", "潮热汗出"),
    ("刘春华", "男", "1957-02-11", "13911111189", "头晕目眩两周"),
)
DRAFTS = ("许静", "郑丽")
EARLIER = (
    symptom("失眠", field="shuimian", grade=3, count=count_of(3, "小时"), words="一夜只睡三个钟头"),
    symptom("夜尿", field="erbian", count=count_of(4, "次/夜"), words="一晚上起来四回"),
    symptom("口苦", field="kouke", grade=2, words="嘴里发苦"),
    symptom("头痛", field="toushen", grade=3, words="疼得睡不着"),
)


def main() -> None:
    """Make them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for language, name in CLINIC.items():
        with TemporaryDirectory() as folder, TemporaryDirectory(dir=OTHER_DISK) as stick:
            clinic = new_clinic(Path(folder))
            clinic.home.settings.write_text(
                f'clinic_name = "{name}"\nlanguage = "{language}"\n', encoding="utf-8"
            )
            clock = TourClock(TODAY - timedelta(days=28))
            _fill(clinic, clock, Path(stick))
            program = Program(app, clinic.home, clinic.vault, screens(), clock)
            album = Album(program, out)
            steps = album.chinese() if language == "zh_CN" else album.english()
            error = walk_through(app, program, steps, astray=out.parent / "astray.png")
        if error:
            sys.exit(f"{language}: {error}")


class Album:
    """Leads one program and keeps pictures of it."""

    def __init__(self, program: Program, out: Path) -> None:
        self._program, self._out = program, out
        self._guide = Guide(program)

    def chinese(self) -> Steps:
        """Every screen, light and dark."""
        guide = self._guide
        yield guide.opened()
        yield from self._picture("today", Scheme.LIGHT)
        yield from guide.begin_registering(Given(name="王秀英", sex="女", birth="1962-11-08"))
        hands.key(Qt.Key.Key_Return)
        yield guide.until("those alike are shown", lambda: eyes.named("确为另一人，登记"))
        yield from self._picture("register", Scheme.LIGHT)
        hands.press("不登记")
        yield guide.control("放弃")
        hands.press("放弃")
        yield guide.until("the sheet is gone", lambda: not eyes.area("登记新患者"))
        guide.look_for("王秀英")
        yield guide.until("the picker is open", lambda: eyes.area("位患者同名"))
        yield from self._picture("picker", Scheme.LIGHT)
        hands.key(Qt.Key.Key_Escape)
        guide.look_for(MEANT)
        yield guide.turned_to(MEANT)
        yield from guide.write_another()
        answers, symptoms = _return_visit()
        (form,) = yield guide.asked("the form", lambda kernel: kernel.intake.form_for(FORM))
        labels = {item.link_id: item.label for item in form.walk()}
        guide.answer(labels, {key: answers[key] for key in ("zhushu", "xianbingshi")})
        yield from guide.symptoms(symptoms[:3], [str(one["term"]) for one in symptoms])
        hands.to("嗳气")
        yield from self._picture("intake", Scheme.LIGHT)
        rest = {key: answer for key, answer in answers.items() if key not in {"zhushu", "xianbingshi"}}
        guide.answer(labels, rest)
        carried = yield from self._carried()
        yield from guide.symptoms(symptoms[3:], carried)
        yield from guide.save()
        hands.do(ActionId.COMPARE)
        table = yield guide.until("the comparison is shown", lambda: eyes.view("复诊对比"))
        yield guide.until("it has rows", lambda: eyes.cells(table))
        hands.to("复诊对比")
        hands.key(Qt.Key.Key_Return)
        yield from self._picture("compare", Scheme.DARK)
        yield from guide.begin_printing()
        yield from self._picture("print", Scheme.DARK)
        hands.key(Qt.Key.Key_Escape)
        hands.do(ActionId.PATIENTS)
        yield from self._picture("patients", Scheme.DARK)
        hands.to("各次就诊")
        hands.key(Qt.Key.Key_Right)
        yield from guide.do(ActionId.AMEND)
        yield guide.control("核对改动")
        yield from self._picture("amend", Scheme.LIGHT)
        hands.do(ActionId.LOCK)
        yield guide.control("口令")
        yield from self._picture("unlock", Scheme.LIGHT)

    def english(self) -> Steps:
        """A comparison; the terms and words of the data are Chinese in every language."""
        guide, visit = self._guide, demonstration().visits[1]
        yield guide.opened()
        yield guide.asked("the return visit", lambda kernel: kernel.intake.save(MEANT, FORM, visit))
        guide.look_for(MEANT)
        yield guide.turned_to(MEANT)
        hands.do(ActionId.COMPARE)
        printing = self._program.window.registry.action(ActionId.PRINT)
        yield guide.until("the comparison is shown", printing.isEnabled)
        yield from self._picture("compare-en", Scheme.LIGHT)

    def _carried(self) -> StepsTo[list[str]]:
        (carried,) = yield self._guide.asked("last time", lambda kernel: kernel.intake.carried(MEANT))
        return [one.finding.term for one in carried]

    def _picture(self, name: str, scheme: Scheme) -> Steps:
        if shown().dark is not (scheme is Scheme.DARK):
            hands.do(ActionId.THEME)
        image = yield self._guide.until("the window stands still", eyes.Still(self._program.window))
        if eyes.is_blank(image) or not image.save(str(self._out / f"{name}.png")):
            raise Astray(f"There is no picture of {name}")


def _return_visit() -> tuple[Mapping[str, object], list[Mapping[str, object]]]:
    visit = load_json(demonstration().visits[1])
    assert isinstance(visit, dict)
    return visit["answers"], visit["symptoms"]


def _fill(clinic: Clinic, clock: TourClock, stick: Path) -> None:
    """Four weeks: who came when, this morning's visits and drafts, and a backup."""
    shown_people = demonstration()
    with clinic.open(clock=clock) as kernel:
        kernel.patients.register(shown_people.people[0])
        numbers = dict(_register(kernel, PEOPLE))
        _save(kernel, clock, MEANT, content({"zhushu": "失眠一月", "xianbingshi": "入睡难。"}, EARLIER))
        clock.advance(timedelta(days=14))
        _save(kernel, clock, MEANT, shown_people.visits[0])
        for name, _, _, _, complaint in PEOPLE[:7]:
            _save(kernel, clock, numbers[name, complaint], _short(complaint))
            clock.advance(timedelta(minutes=13))
        clock.advance(TODAY - timedelta(hours=2, minutes=10) - clock.now())
        for name, _, _, _, complaint in PEOPLE[3:]:
            number = numbers[name, complaint]
            if name in DRAFTS:
                kernel.intake.save_draft(number, FORM, _short(complaint))
            else:
                _save(kernel, clock, number, _short(complaint))
            clock.advance(timedelta(minutes=14))
        clock.advance(TODAY - clock.now())
        kernel.keys.confirm_recovery_code(clinic.recovery)
        kernel.backups.make(stick)


def _register(
    kernel: Kernel, people: Iterable[tuple[str, str, str, str, str]]
) -> Iterable[tuple[tuple[str, str], RecordNo]]:
    for name, sex, birth, phone, complaint in people:
        given = Given(name=name, sex=sex, birth=birth, phone=phone or None)
        yield (name, complaint), kernel.patients.register(given, "另一人").patient.record_no


def _save(kernel: Kernel, clock: TourClock, number: RecordNo, written: str) -> None:
    saved = kernel.intake.save(number, FORM, written, clock.now().isoformat())
    if saved.number % 3:
        kernel.intake.sign(number, saved.number)


def _short(complaint: str) -> str:
    return content({"zhushu": complaint, "xianbingshi": "详见既往。", "guominshi": "无"})


if __name__ == "__main__":
    main()
