"""Who may do what: every method of every service of an open clinic is guarded, or stands in a short list with its reason."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from core.base.errors import Refused
from core.base.messages import Messages
from core.base.rights import FIRST_OPERATOR, Right, Role
from core.events.model import Event, RoleSwitched
from core.kernel import Kernel
from core.services.patients.patients import Asked, Filters, Given
from core.services.today import Standing
from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, content, rows, store_of, trail
from tests.fakes.people import PASSPHRASES, staffed

NEED_NONE = {
    "anchoring.anchor": "keeps the head of the trail and shows nothing",
    "anchoring.kept": "part of opening and closing",
    "audit.anchor": "keeps the head of the trail and shows nothing",
    "audit.condition": "whether the trail is whole is never said to nobody",
    "audit.findings": "that records are missing is never said to nobody",
    "backups.is_due": "when a backup was made: no patient in it",
    "backups.look": "when a backup was made: no patient in it",
    "backups.make_by_itself": "the clinic's own doing at its time; it shows nothing",
    "backups.make_before_change": "part of what changes the clinic as a whole, which begins with its own right",
    "backups.note_restore": "part of opening",
    "backups.place": "which folder backups go to: no patient in it",
    "backups.records": "how many there are: no patient in it",
    "forms.every": "what the shipped forms ask",
    "forms.named": "what the shipped forms ask",
    "forms.validate": "reads a file that was brought, no record",
    "health.examine": "whether the file is sound: no patient in it",
    "health.look": "whether the clinic is well: no patient in it",
    "holdings.look": "how much there is of what: no patient in it",
    "intake.form_for": "what the shipped forms ask",
    "intake.recognise": "reads what was just typed, no record",
    "intake.suggest": "the pack's words",
    "keys.at_hand": "what stands beside the store, readable without opening it",
    "keys.asked_again": "for services, each of which begins with its own right",
    "keys.changed": "for services, each of which begins with its own right",
    "keys.change_passphrase": "one's own, asked for again; with the recovery code anybody's, and who has it may",
    "keys.confirm_recovery_code": "who has the code may",
    "keys.note_wrong_passphrases": "part of opening",
    "keys.refuse_taken": "for services, each of which begins with its own right",
    "egress.decide": "for the one exit to a model, in the role of what is under way; it leaves its row",
    "egress.in_force": "what may be given to models: no patient in it, and whoever asks one is told anyway",
    "model_keys.key_for": "for the one exit to a model, in the role of what is under way",
    "egress.told": "for the one exit to a model, in the role of what is under way; it leaves its row",
    "egress.weighed": "for the one exit to a model, in the role of what is under way",
    "model_test.last": "what a test of a model found: no patient in it",
    "models.every": "which models there are: no patient in it",
    "models.of_provider": "which model a name stands for: no patient in it",
    "models.kinds": "which kinds of server there are: no patient in it",
    "models.resolve": "which model a name stands for: no patient in it",
    "network.policy": "a file without a patient or a secret, readable without opening the store",
    "operators.enter_first": "part of opening a store from before there were operators",
    "packs.look": "which packs there are: no patient in it",
    "packs.named": "which packs there are: no patient in it",
    "packs.new": "begins a pack in a folder of its author",
    "packs.verify": "reads a pack, no record; to run its code needs a right",
    "packs.confinement": "how well this machine shuts a pack in: no patient in it",
    "packs.listed": "which packs lie here: no patient in it",
    "prices.table": "for whatever is under way: what calls are billed by",
    "preferences.read": "a file without a patient or a secret, readable without opening the store",
    "spending.note_cut_off": "part of opening",
    "spending.release": "for the one exit to a model, in the role of what is under way",
    "spending.reserve": "for the one exit to a model, in the role of what is under way: limits hold for all",
    "spending.settle": "for the one exit to a model, in the role of what is under way",
    "spending.titles": "what the packs call themselves: no patient in it",
    "updates.check": "reads a file that was brought, no record",
    "updates.look": "which program this is: no patient in it",
    "updates.whole": "reads the files of the program: no patient in it",
    "tools.close": "part of closing",
    "tools.every": "what packs can be asked to do: no patient in it",
    "tools.notices": "what is wrong with packs is never said to nobody",
    "tools.rules": "what packs tell a model: no patient in it",
    "rules.on": "what takes two people: whoever does it is told anyway",
    "rules.possible": "how many there are for what: no patient in it",
}
"""Methods that need no right, and why."""

WANTED = {"preferences.change": (object(), {"clinic_name": "x"})}
"""What is asked for where the right depends on it."""

RECEPTION = {
    *("patients.count", "patients.edit", "patients.find", "patients.history", "patients.page"),
    *("patients.preview", "patients.register", "patients.show", "today.overview", "today.people"),
    # What a tool then reads or writes needs its own right.
    *("tools.call", "tools.released"),
}


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as opened:
        yield opened


def methods(kernel: Kernel) -> dict[str, Callable[[], object]]:
    """Every public method and property of every service, ready to be asked for nothing sensible."""
    kernel.local_servers._kinds = ()  # nothing of this machine is asked
    found: dict[str, Callable[[], object]] = {}
    for room, service in vars(kernel).items():
        if room.startswith("_") or not type(service).__module__.startswith("core.services."):
            continue
        for name, member in inspect.getmembers_static(type(service)):
            if name.startswith("_"):
                continue
            if isinstance(member, property):
                found[f"{room}.{name}"] = partial(getattr, service, name)
            elif inspect.isfunction(member):
                found[f"{room}.{name}"] = partial(asked, getattr(service, name), WANTED.get(f"{room}.{name}"))
    return found


def asked(method: Callable[..., object], wanted: tuple[object, ...] | None) -> object:
    """Call it with what is wanted, else with things that are of no use, as far as it asks for any."""
    if wanted is not None:
        return method(*wanted)
    needed = [
        one
        for one in inspect.signature(method).parameters.values()
        if one.default is one.empty and one.kind not in {one.VAR_POSITIONAL, one.VAR_KEYWORD}
    ]
    by_name = {one.name: object() for one in needed if one.kind is one.KEYWORD_ONLY}
    return method(*(object() for one in needed if one.kind is not one.KEYWORD_ONLY), **by_name)


def refuses(ask: Callable[[], object]) -> bool:
    """Whether it says no to the role, before anything else."""
    try:
        answer = ask()
        if inspect.iscoroutine(answer):
            asyncio.run(answer)
    except Refused as refused:
        return refused.code == "not_allowed"
    except Exception:  # noqa: BLE001 - it went on, with things of no use
        return False
    return False


def test_every_method_is_guarded_or_says_why_not(kernel: Kernel) -> None:
    store_of(kernel).write(lambda connection: connection.exec_driver_sql("UPDATE operators SET roles = ''"))
    kernel._desk.roster.refresh()
    every = methods(kernel)
    assert set(NEED_NONE) - set(every) == set(), "listed and not there"
    guarded = {name for name, ask in every.items() if name not in NEED_NONE and refuses(ask)}
    assert set(every) - set(NEED_NONE) - guarded == set()
    assert len(guarded) > 25
    told = rows(
        store_of(kernel), "SELECT DISTINCT action, outcome FROM audit WHERE action = 'access.refused'"
    )
    assert told == [("access.refused", "refused")]


@pytest.mark.parametrize(
    ("name", "role", "rooms"),
    [
        (
            "王大夫",
            Role.PHYSICIAN,
            {
                "amendments",
                "compare",
                "intake",
                "leaving_preview",
                "patients",
                "prices",
                "prints",
                "quarantine",
                "records",
                "spending",
                "today",
                "tools",
            },
        ),
        ("赵前台", Role.RECEPTION, {"patients", "today", "tools"}),
        (
            "钱管理",
            Role.ADMIN,
            {
                *("audit", "backups", "keys", "operators", "packs", "preferences", "rotation", "rules"),
                *("egress", "leaving_preview", "local_servers", "model_keys", "model_test", "models"),
                *("network", "prices", "spending", "updates"),
            },
        ),
        ("孙审计", Role.AUDITOR, {"audit", "egress", "network", "prices", "spending"}),
    ],
)
def test_a_role_may_what_it_is_for_and_nothing_else(
    clinic: Clinic, name: str, role: Role, rooms: set[str]
) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES[name]) as kernel:
        assert kernel.roles == (role,)
        every = methods(kernel)
        may = {one for one, ask in every.items() if one not in NEED_NONE and not refuses(ask)}
    assert {one.split(".")[0] for one in may} == rooms
    assert ("audit.export" in may) == (role is Role.AUDITOR)
    if role is Role.RECEPTION:
        assert may == RECEPTION


def test_a_refused_try_names_what_was_wanted_and_who_may(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        with pytest.raises(Refused, match="not_allowed") as refused:
            kernel.records.timeline("P001")
        told = rows(store_of(kernel), "SELECT operator, role, action, reason, outcome FROM audit")[-1]
    assert told == ("赵前台", "reception", "access.refused", "clinical.read", "refused")
    message, hint = Messages("zh_CN").error(refused.value)
    assert message == "“前台”不能查看病历；可以的身份：医师。"
    assert hint
    assert "physician" in Messages("en").error(refused.value)[0]


def test_reception_sees_no_clinical_text_in_any_list(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女", "1985"))
        kernel.patients.register(Given("何静", "女"))
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
        kernel.intake.save_draft("P002", "menzhen", content(MENZHEN))
        assert MENZHEN["zhushu"] in repr((kernel.today.overview(), kernel.today.people()))
        assert MENZHEN["zhushu"] in repr((kernel.patients.page(), kernel.patients.find(Asked(text="陈敏"))))
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        overview, people = kernel.today.overview(), kernel.today.people()
        seen = [
            *(overview, people, kernel.patients.page(), kernel.patients.page(filters=Filters(text="陈"))),
            *(kernel.patients.find(Asked(text="陈敏")), kernel.patients.find(Asked(text="何静"))),
            *(kernel.patients.show("P001"), kernel.patients.history("P001")),
            kernel.patients.preview("P002", Given(name="陈敏", birth="1985")),
            kernel.patients.edit("P001", Given(phone="13800000000")),
            kernel.patients.edit("P002", Given(name="陈民")),
        ]
        with pytest.raises(Refused) as duplicate:
            kernel.patients.register(Given("陈敏", "女", "1985"))
        seen.append(duplicate.value.details)
        assert MENZHEN["zhushu"] not in repr(seen)
        assert (len(overview.visits), overview.resumable, overview.drafts, overview.unsigned_before) == (
            1,
            (),
            0,
            0,
        )
        assert sorted(one.standing for one in people.people) == [Standing.DRAFT, Standing.SAVED]


def test_a_role_is_switched_visibly_and_then_held_to(kernel: Kernel) -> None:
    events: list[Event] = []
    kernel.bus.subscribe(RoleSwitched, events.append)
    kernel.switch_role(Role.AUDITOR)
    assert (kernel.actor.role, kernel.roles, events) == (
        Role.AUDITOR,
        FIRST_OPERATOR,
        [RoleSwitched(Role.AUDITOR)],
    )
    with pytest.raises(Refused, match="not_allowed"):
        kernel.patients.register(Given("陈敏", "女"))
    with pytest.raises(Refused, match="role_not_held"):
        kernel.switch_role(Role.RECEPTION)
    kernel.switch_role(Role.PHYSICIAN)
    kernel.patients.register(Given("陈敏", "女"))
    told = rows(
        store_of(kernel),
        "SELECT role, action, outcome, json_extract(detail, '$.role') FROM audit ORDER BY seq",
    )
    assert told == [
        ("physician", "role.switch", "ok", "auditor"),
        ("auditor", "access.refused", "refused", None),
        ("auditor", "role.switch", "refused", "reception"),
        ("auditor", "role.switch", "ok", "physician"),
        ("physician", "patient.add", "ok", None),
    ]


def test_without_switching_each_thing_is_done_in_a_role_that_may_and_its_row_says_which(
    kernel: Kernel,
) -> None:
    kernel.patients.register(Given("陈敏", "女"))
    kernel.audit.verify()
    kernel.records.context(kernel.patients.show("P001").record_no)
    kernel.preferences.change(kernel.preferences.read(), {"clinic_name": "明和堂"})
    told = rows(store_of(kernel), "SELECT role, action FROM audit ORDER BY seq")
    assert told == [
        ("physician", "patient.add"),
        ("admin", "audit.verify"),
        ("physician", "record.read"),
        ("physician", "record.read"),
        ("admin", "settings.change"),
    ]
    assert kernel.actor.role is Role.PHYSICIAN


def test_switched_by_hand_nothing_is_done_in_another_role(clinic: Clinic) -> None:
    clinic.add("陈敏")
    with clinic.open(by_hand=True) as kernel:
        assert kernel.actor.role is Role.PHYSICIAN
        assert kernel.could(Right.CLINICAL_READ)
        assert not kernel.could(Right.SETTINGS)
        for ask in (
            kernel.operators.every,
            kernel.audit.verify,
            lambda: kernel.preferences.change(kernel.preferences.read(), {"clinic_name": "明和堂"}),
        ):
            with pytest.raises(Refused, match="not_allowed"):
                ask()
        assert kernel.audit.rows("P001")
        assert not kernel.audit.rows(operator="李大夫", action="visit.void")
        kernel.preferences.change(kernel.preferences.read(), {"language": "en"})


def test_a_clinic_that_was_left_leaves_its_role_to_no_other(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.operators.every()
        assert kernel._desk.actor.role is Role.ADMIN
    with clinic.open() as kernel:
        assert kernel._desk.actor.role is Role.PHYSICIAN


def test_the_language_is_anybodys_and_the_rest_an_admins(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        assert (
            kernel.preferences.change(kernel.preferences.read(), {"language": "en"}).settings.language == "en"
        )
        with pytest.raises(Refused, match="not_allowed"):
            kernel.preferences.change(kernel.preferences.read(), {"language": "en", "clinic_name": "x"})
        assert trail(store_of(kernel))[-2:] == [
            ("settings.change", None, None, {"fields": ["language"]}),
            ("access.refused", None, None, {}),
        ]
