"""How far a text can go, as the status line tells it: of the default model and the policy in force, and never less than is true."""

import pytest

from core.kernel import Kernel
from core.services.egress import Boundary, PurposeRule
from core.services.models import Registration
from desktop.models.costs_now import EXTERNAL, ON_DEVICE, look
from tests.fakes.clinic import Clinic
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.spending import spend

HERE, OUT = (Boundary.ON_DEVICE,), (Boundary.EXTERNAL,)


def allow(kernel: Kernel, **purposes: tuple[Boundary, ...]) -> None:
    kernel.egress.replace(
        {name.replace("_", "-"): PurposeRule(to, True, 65_536, 4_096) for name, to in purposes.items()}
    )


def near(kernel: Kernel) -> None:
    kernel.models.add(
        Registration(
            "qwen3", "ours", "llama.cpp", "http://127.0.0.1:8080/v1", Boundary.ON_DEVICE, context=8192
        )
    )


def test_without_a_policy_nothing_goes_anywhere(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        assert look(kernel).reach.boundary == ""
        near(kernel)
        kernel.models.choose_default("qwen3")
        assert look(kernel).reach.boundary == ""


def test_a_policy_that_turns_every_purpose_off_is_none(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        allow(kernel, assistant=())
        assert look(kernel).reach.boundary == ""


def test_the_default_model_where_the_policy_lets_it(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        allow(kernel, assistant=OUT, intake_extract=HERE)
        reach = look(kernel).reach
        assert (reach.boundary, reach.model, reach.provider) == (EXTERNAL, "deepseek-flash", "deepseek")
        assert (reach.inside, reach.outside, reach.revision) == (("intake-extract",), ("assistant",), 1)
        near(kernel)
        kernel.models.choose_default("qwen3")
        reach = look(kernel).reach
        assert (reach.boundary, reach.model, reach.outside) == (ON_DEVICE, "qwen3", ("assistant",))


def test_what_may_leave_by_another_model_is_not_called_offline(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        near(kernel)
        kernel.models.choose_default("qwen3")
        allow(kernel, assistant=OUT)
        reach = look(kernel).reach
        assert (reach.boundary, reach.is_default) == (EXTERNAL, False)


def test_a_purpose_for_this_machine_without_a_model_here_is_offline(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        allow(kernel, assistant=HERE)
        assert look(kernel).reach.boundary == ""
        near(kernel)
        assert look(kernel).reach.boundary == ON_DEVICE


def test_a_policy_that_is_not_what_was_set_lets_nothing_leave(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        allow(kernel, assistant=OUT)
    clinic.execute("UPDATE egress_policies SET content = replace(content, '65536', '65537')")
    with clinic.open() as kernel:
        assert look(kernel).reach.boundary == ""


def test_costs_are_for_those_who_may_see_them(clinic: Clinic) -> None:
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel:
        spend(kernel, "0.4")
        now = look(kernel)
        assert now.sees_costs
        assert now.today is not None
        assert now.tariff is not None
        assert now.titles["tcm"] == "中医"
    with clinic.open(passphrase=PASSPHRASES["赵前台"]) as kernel:
        now = look(kernel)
        assert (now.sees_costs, now.today, now.tariff, dict(now.titles)) == (False, None, None, {})
    assert clinic.rows("SELECT count(*) FROM audit WHERE action = 'access.refused'") == [(0,)]


@pytest.mark.parametrize("text", ["cost_day_limit = [", "nonsense = 1"])
def test_settings_that_cannot_be_read_are_said_and_not_taken_for_none(clinic: Clinic, text: str) -> None:
    with clinic.open() as kernel:
        spend(kernel, "0.4")
        clinic.home.settings.write_text(text, encoding="utf-8")
        now = look(kernel)
        assert now.today is None
        assert now.trouble is not None
        assert now.trouble.code == "settings_invalid"
        clinic.home.settings.unlink()
