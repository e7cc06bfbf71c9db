"""The registry: listed, registered by an admin, kept with every revision, resolved or refused by name."""

from dataclasses import replace

import pytest

from core.base.errors import ClinicError
from core.events.model import ModelsChanged
from core.ledger.audit import Action
from core.services.models import Boundary, Registration
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.people import PASSPHRASES, staffed

LAN = Registration("qwen3", "ours", "vllm", "http://192.168.1.20:8000/v1", key_name="OURS_API_KEY")


def test_a_name_and_an_alias_lead_to_a_model_and_nothing_to_the_default(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert kernel.models.resolve().name == "deepseek-flash"
        assert kernel.models.resolve("deepseek-v4-flash") == kernel.models.resolve()
        with pytest.raises(ClinicError, match="model_unknown") as refused:
            kernel.models.resolve("gpt-2")
        assert "deepseek-flash" in str(refused.value.params["known"])


def test_a_model_is_registered_changed_and_taken_out_and_every_revision_stays(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        heard: list[ModelsChanged] = []
        kernel.bus.subscribe(ModelsChanged, heard.append)
        added = kernel.models.add(LAN)
        assert (added.revision, added.by, added.registration) == (1, "李大夫", LAN)
        changed = kernel.models.change(replace(LAN, context=32768))
        assert changed.revision == 2
        assert kernel.models.resolve("qwen3").context == 32768
        kernel.models.remove("qwen3")
        with pytest.raises(ClinicError, match="model_unknown"):
            kernel.models.resolve("qwen3")
        assert kernel.models.add(LAN).revision == 4
        assert len(heard) == 4
        told = rows(
            store_of(kernel), "SELECT action, detail FROM audit WHERE action LIKE 'model.%' ORDER BY seq"
        )
        kept = rows(store_of(kernel), "SELECT revision, content IS NULL FROM registrations")
    assert [action for action, _ in told] == [
        Action.MODEL_ADD,
        Action.MODEL_CHANGE,
        Action.MODEL_REMOVE,
        Action.MODEL_ADD,
    ]
    assert '"fields":["context"]' in str(told[1][1])
    assert '"host":"192.168.1.20"' in str(told[0][1])
    assert kept == [(1, 0), (2, 0), (3, 1), (4, 0)]


def test_a_changed_address_leaves_the_variable_behind_unless_it_is_named_again(clinic: Clinic) -> None:
    """Whoever says all of it anew and looks at the address alone sends no key to a server it was not meant for."""

    def variable(url: str, *, names: bool = False, **more: str) -> str:
        changes = {"base_url": url, **more}
        changed = kernel.models.change(kernel.models.with_changes("qwen3", changes), names_variable=names)
        assert changed.model is not None
        assert changed.registration is not None
        assert changed.registration.key_name == (changed.model.key_name or "")
        return changed.registration.key_name

    with clinic.open() as kernel:
        kernel.models.add(LAN)
        assert variable("http://192.168.1.20:8000/v2") == "OURS_API_KEY"
        assert variable("http://192.168.1.21:8000/v2", names=True) == "OURS_API_KEY"
        assert variable("http://192.168.1.21:8001/v2") == ""
        assert variable("http://192.168.1.22:8001/v2", key_name="OTHER_API_KEY") == "OTHER_API_KEY"
        assert variable("https://vllm.corp.cn/v1") == ""


def test_what_cannot_be_is_refused_and_nothing_is_kept(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        for code, ask in (
            ("model_exists", lambda: kernel.models.add(LAN)),
            ("nothing_to_change_model", lambda: kernel.models.change(LAN)),
            ("model_not_registered", lambda: kernel.models.change(replace(LAN, name="other"))),
            ("model_not_registered", lambda: kernel.models.remove("deepseek-flash")),
            ("model_not_on_device", lambda: kernel.models.change(replace(LAN, boundary=Boundary.ON_DEVICE))),
            ("model_unknown", lambda: kernel.models.choose_default("other")),
        ):
            with pytest.raises(ClinicError) as refused:
                ask()
            assert refused.value.code == code
        assert rows(store_of(kernel), "SELECT count(*) FROM registrations") == [(1,)]


def test_the_default_is_chosen_and_stays_while_it_is(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
        kernel.models.choose_default("qwen3")
        assert kernel.models.resolve().name == "qwen3"
        assert [one.name for one in kernel.models.every() if one.is_default] == ["qwen3"]
        with pytest.raises(ClinicError, match="model_is_default"):
            kernel.models.remove("qwen3")
        kernel.models.choose_default("deepseek-v4-flash")
        assert kernel.models.resolve().name == "deepseek-flash"
        kernel.models.remove("qwen3")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("null", "model_unfit"),
        ("{", "model_unfit"),
        ('{"name":"qwen3"}', "model_unfit"),
        (
            (
                '{"name":"qwen3","provider":"ours","kind":"vllm","base_url":"http://192.168.1.20/v1","boundary":"on_device",'
                '"context":null,"max_output":null,"efforts":[],"takes_thinking":false,"include_usage":true,"key_name":"","certificate":""}'
            ),
            "model_not_on_device",
        ),
        (
            (
                '{"name":"qwen3","provider":"deepseek","kind":"vllm","base_url":"https://evil.cn","boundary":"external",'
                '"context":null,"max_output":null,"efforts":[],"takes_thinking":false,"include_usage":true,"key_name":"","certificate":""}'
            ),
            "model_provider_ships",
        ),
    ],
)
def test_what_was_altered_in_the_store_is_listed_and_not_asked(
    clinic: Clinic, content: str, fault: str
) -> None:
    with clinic.open() as kernel:
        kernel.models.add(LAN)
    clinic.execute("UPDATE registrations SET content = '" + content.replace(":", "\\:") + "'")
    with clinic.open() as kernel:
        (one,) = [one for one in kernel.models.every() if one.revision]
        assert (one.model, one.fault) == (None, fault)
        with pytest.raises(ClinicError, match="model_unfit"):
            kernel.models.resolve("qwen3")


def test_everybody_may_see_them_and_only_an_admin_changes_them(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        assert kernel.models.every()
        for ask in (lambda: kernel.models.add(LAN), lambda: kernel.models.choose_default("gpt-5")):
            with pytest.raises(ClinicError, match="not_allowed"):
                ask()
