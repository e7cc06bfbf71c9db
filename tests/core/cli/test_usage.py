"""A line that is no command: said in the clinic's language with what could stand there, and told by its exit code."""

import pytest

from tests.fakes.clinic import Clinic


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("recieve",), "没有这个命令。可用：init、"),
        (("keys", "turn"), "可用：status、open-check"),
        (("keys", "keyring"), "缺少 USE。可用：on、off、only"),
        (("keys", "keyring", "up"), "USE 没有这个值。可用：on、off、only"),
        (("visits", "--visit", "one"), "--visit 须是整数"),
        (("audit", "list", "--limit"), "--limit 后面缺少值"),
        (("audit", "list", "--lim", "3"), "没有选项 --lim；相近的有：--limit"),
        (("audit", "list", "-x"), "没有选项 -x"),
        (("audit", "list", "一", "(二)"), "多出了：一 (二)"),
        (("--as", "boss", "whoami"), "physician 医师、reception 前台"),
        (("visits", "--open-reason", "why"), "handover 交接"),
        (("operators", "add", "--name", "x", "--role", "zz"), "--role 没有这个值。可用：physician 医师"),
        (("backup", "verify"), "缺少 FILE"),
        (("visits", "void"), "缺少 --visit"),
        (("--json=1", "whoami"), "--json 后面不跟值"),
    ],
)
def test_what_is_wrong_is_said_in_chinese(clinic: Clinic, line: tuple[str, ...], said: str) -> None:
    done = clinic.run(*line)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "--help" in done.err
    assert "Usage" not in done.err
    if not line[0].startswith("--json"):
        assert said in clinic.refused(*line)["message"]


@pytest.mark.parametrize("group", ["", "model", "key", "policy", "net", "price", "pack", "keys"])
def test_no_command_at_all_is_helped_or_refused_in_one_document(clinic: Clinic, group: str) -> None:
    line = (group,) if group else ()
    done = clinic.run(*line)
    assert (done.code, "用法" in done.out) == (2, True)
    refused = clinic.refused(*line)
    assert (refused["code"], "后面还要写一个命令" in refused["message"]) == ("usage", True)


def test_a_list_is_told_as_the_language_does(clinic: Clinic) -> None:
    clinic.home.settings.write_text('language = "en"\n', encoding="utf-8")
    assert "There are: status, set, remove, import" in clinic.run("key", "turn").err
    assert "There are: policy, report" in clinic.refused("net")["message"]


def test_a_value_below_zero_is_a_value(clinic: Clinic) -> None:
    assert clinic.refused("settings", "set", "cost_day_limit", "-5")["code"] == "setting_unfit"
    assert clinic.refused("settings", "set", "cost_day_limit", "--five")["code"] == "usage"
    assert "未设" in clinic.run("settings", "set", "cost_day_limit", "").out
