"""`mingdao demo`: the clinic's main job on a throw-away clinic, with invented patients, through the same services.

Two patients of one name, a first visit, the ambiguity and its resolution, a return visit, and the comparison. The clinic lies
in a temporary folder, encrypted like any other, and is gone at the end. The machine's keyring is not touched.
"""

import json
import secrets
import tempfile
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Any

import typer

from core.base.clock import Clock
from core.base.messages import Messages
from core.base.paths import Home
from core.cli import plain
from core.cli.compare import show_comparison
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.kernel import Kernel, open_clinic, set_up
from core.services.patients import Asked, Given
from core.services.records import visit_label
from core.store.keys import NoVault

DAYS_APART = 14


def demo(ctx: typer.Context) -> None:
    """演示：临时诊所，虚构患者，从登记到复诊对比走一遍。"""
    front: Front = ctx.obj
    with tempfile.TemporaryDirectory(prefix="mingdao-demo-") as folder:
        home = Home(Path(folder))
        passphrase = secrets.token_urlsafe(16)
        words = front.messages
        set_up(home, passphrase, NoVault(), words.text("demo.operator"))
        with open_clinic(home, NoVault(), passphrase=passphrase, source="demo") as clinic:
            _journey(clinic, front, words)


def _journey(clinic: Kernel, front: Front, words: Messages) -> None:
    people = _data("people.json")
    narrate = (lambda _: None) if front.json else say
    for person in people:
        done = clinic.patients.register(Given(**person))
        narrate(words.text("demo.registered", name=person["name"], record_no=done.patient.record_no))
    name = people[0]["name"]
    found = clinic.patients.find(Asked(text=name))
    narrate(words.text("demo.asked", name=name, reason=words.text(f"reason.{found.reason}")))
    if not front.json:
        table(
            [
                words.text(f"patient.fields.{column}")
                for column in ("record_no", "name", "birth", "phone_tail")
            ],
            [
                [
                    plain.candidate(one, words)[column]
                    for column in ("record_no", "name", "birth", "phone_tail")
                ]
                for one in found.candidates
            ],
        )
    chosen = found.candidates[0].patient.record_no
    narrate(words.text("demo.chosen", record_no=chosen))
    now = clinic.clock.now()
    for file, at in (("first_visit.json", now - timedelta(days=DAYS_APART)), ("return_visit.json", now)):
        saved = clinic.intake.save(chosen, "menzhen", _text(file), _at(at, clinic.clock))
        narrate(words.text("demo.saved", label=visit_label(saved.place, words), date=saved.visited_at.date()))
    compared = clinic.compare.visits(chosen)
    if front.json:
        write_json(plain.compared(compared))
    else:
        show_comparison(compared, words)


def _at(moment: datetime, clock: Clock) -> str:
    return moment.astimezone(clock.zone).isoformat(timespec="seconds")


def _text(name: str) -> str:
    return (resources.files("resources") / "demo" / name).read_text(encoding="utf-8")


def _data(name: str) -> Any:
    return json.loads(_text(name))
