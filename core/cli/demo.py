"""`mingdao demo`: the clinic's main job on a throw-away clinic, with invented patients, through the same services.

Two patients of one name, a first visit, the ambiguity and its resolution, a return visit, and the comparison. The clinic lies
in a temporary folder, encrypted like any other, and is gone at the end. The machine's keyring is not touched.
"""

import secrets
from contextlib import closing

import typer

from core.base.messages import Messages
from core.base.throw_away import ThrowAway
from core.cli import plain
from core.cli.compare import show_comparison
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.kernel import Kernel, open_clinic, set_up
from core.services.demonstration import APART, FORM, demonstration, written
from core.services.patients.patients import Asked
from core.services.visits.records import visit_label
from core.store.keys import NoVault


def demo(ctx: typer.Context) -> None:
    """演示：临时诊所，虚构患者，从登记到复诊对比走一遍。"""
    front: Front = ctx.obj
    with closing(ThrowAway()) as folder:
        home = folder.home
        passphrase = secrets.token_urlsafe(16)
        words = front.messages
        set_up(home, passphrase, NoVault(), words.text("demo.operator"))
        with open_clinic(home, NoVault(), passphrase=passphrase, source="demo") as clinic:
            _journey(clinic, front, words)


def _journey(clinic: Kernel, front: Front, words: Messages) -> None:
    shown = demonstration()
    narrate = (lambda _: None) if front.json else say
    for person in shown.people:
        done = clinic.patients.register(person)
        narrate(words.text("demo.registered", name=person.name, record_no=done.patient.record_no))
    name = shown.people[0].name or ""
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
    for content, at in zip(shown.visits, (now - APART, now), strict=True):
        saved = clinic.intake.save(chosen, FORM, content, written(at, clinic.clock))
        narrate(words.text("demo.saved", label=visit_label(saved.place, words), date=saved.visited_at.date()))
    compared = clinic.compare.visits(chosen)
    if front.json:
        write_json(plain.compared(compared))
    else:
        show_comparison(compared, words)
