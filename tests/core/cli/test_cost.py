"""`mingdao cost`, `mingdao price`, and what `mingdao pack info` says of costs."""

import json
from pathlib import Path

import pytest

from core.cost.books import Ended
from core.cost.usage import Usage
from tests.fakes.clinic import Clinic
from tests.fakes.pack_folder import pack_at, trusted
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.spending import reserve, spend


@pytest.fixture
def spent(clinic: Clinic) -> Clinic:
    """A clinic on a Sunday in which ¥0.6 was spent in two days, and one call is of unknown usage."""
    with clinic.open() as kernel:
        spend(kernel, "0.1", purpose="intake-extract")
        clinic.clock.advance(days=1)
        spend(kernel, "0.5", purpose="visit|compare", hit=500_000)
        made = reserve(kernel, purpose="visit|compare").reservation
        assert made is not None
        kernel.spending.settle(made, Ended(None, "cut"))
    return clinic


def test_the_summary_tells_today_its_limit_and_the_price(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    clinic.home.settings.write_text("cost_day_limit = 10.5", encoding="utf-8")
    with clinic.open() as kernel:
        # The command line goes by the machine's clock.
        monkeypatch.setattr("core.kernel.opening.clock_of", lambda _: clinic.clock)
        spend(kernel, "9", hit=1_000_000)
    out = clinic.run("cost").out
    assert "今日（2026-11-29）模型费用 ≈ ¥9.02000 / 限额 ¥10.50000，调用 1 次 · 接近限额" in out
    assert "缓存命中 10.0%" in out
    assert "deepseek-flash：谷，每百万 token 命中 ¥0.02 · 未命中 ¥1 · 输出 ¥4" in out
    assert "1260 分钟后变价（11-30 09:00）" in out
    today = clinic.json("cost")["today"]
    assert (today["spent"], today["limit"], today["left"], today["level"]) == (9.02, 10.5, 1.48, "near")
    assert clinic.json("cost")["tariff"]["minutes"] == 1260


def test_costs_by_what_they_were_for(spent: Clinic) -> None:
    document = spent.json("cost", "--by", "purpose", "--since", "2026-11-30")
    assert [(one["key"], one["cost"], one["unknown"]) for one in document["lines"]] == [
        ("visit|compare", 0.51, 1)
    ]
    assert document["since"] == "2026-11-30"
    out = spent.run("cost", "--by", "purpose").out
    assert "¥0.51000 + 1 次无法估算" in out
    assert "全部时间" in out
    assert "用量不明 1 次" in out
    assert "2026-11-30 起" in spent.run("cost", "--since", "2026-11-30").out
    assert spent.run("cost", "--since", "2026-12-09").out.startswith("2026-12-09 起：没有模型调用")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("--since", "gestern"), "bad_day"),
        (("--since", "2026-11-01T09:30"), "bad_day"),
        (("--today", "--since", "2026-11-01"), "cost_period"),
        (("--by", "model", "report"), "cost_before_report"),
        (("--today", "report", "all"), "cost_before_report"),
    ],
)
def test_options_that_would_be_passed_over_are_refused(
    clinic: Clinic, line: tuple[str, ...], code: str
) -> None:
    done = clinic.run("cost", *line)
    assert (done.code, done.out) == (1, "")
    assert clinic.refused("cost", *line)["code"] == code


def test_a_report_is_markdown(spent: Clinic) -> None:
    out = spent.run("cost", "report", "2026-11", "--by", "purpose").out.splitlines()
    assert out[0] == "# 模型费用 · 2026-11 月"
    assert "| 用途 | 调用 | ↑ | ↓ | ≈费用 |" in out
    assert "| visit\\|compare | 2 | 1000000 | 0 | ¥0.51000 + 1 次无法估算 |" in out
    assert "| 合计 | 3 | 1100000 | 0 | ¥0.61000 + 1 次无法估算 |" in out
    assert [one["by"] for one in spent.json("cost", "report", "all")["reports"]] == [
        *("pack", "tool", "purpose", "model", "session", "day"),
    ]
    assert spent.run("cost", "report", "2026-10").out.startswith("2026-10 月：没有模型调用")
    assert spent.refused("cost", "report", "2026-13")["code"] == "bad_month"
    assert spent.run("cost", "nonsense").code != 0


def test_a_call_without_a_price_is_said_to_have_none(clinic: Clinic) -> None:
    clinic.clock.advance(days=-200)
    with clinic.open() as kernel:
        made = reserve(kernel).reservation
        assert made is not None
        kernel.spending.settle(made, Ended(Usage(10, 10, None, None), "ok"))
    for arguments in (("cost", "--by", "day"), ("cost", "report", "all")):
        out = clinic.run(*arguments).out
        assert "无法估算" in out
        assert "¥0.00000" not in out
    assert clinic.json("cost", "--by", "day")["lines"][0]["cost"] is None


def test_prices_are_set_listed_and_taken_back(clinic: Clinic) -> None:
    listed = {one["model"]: one for one in clinic.json("price", "list")["prices"]}
    assert set(listed) == {"deepseek-flash", "deepseek-v4-pro"}
    assert "ctx.llm" in clinic.run("cost", "report", "2026-10").out + clinic.run("cost", "--by", "day").out
    assert "没有人另设过价格" in clinic.run("price", "list", "--history").out
    done = clinic.json("price", "set", "gpt-5", "--miss", "1", "--output", "2.5")["price"]
    assert (done["miss"], done["output"], done["hit"], done["by"]) == (1, 2.5, None, "李大夫")
    assert "gpt-5" in clinic.run("price", "list").out
    assert clinic.json("price", "remove", "gpt-5")["price"]["ends"] is True
    assert [one["ends"] for one in clinic.json("price", "list", "--history")["history"]] == [False, True]
    out = clinic.run(
        "price", "set", "gpt-5", "--miss", "1", "--output", "2", "--peak-miss", "2", "--peak-output", "4"
    ).out
    assert "峰 2 / 2 / 4" in out
    for arguments, code in (
        (("price", "set", "gpt-5", "--miss", "viel", "--output", "1"), "price_amount"),
        (("price", "set", "qwen", "--miss", "1"), "price_incomplete"),
        (("price", "set", "qwen", "--miss", "1", "--output", "1", "--from", "2026-01-01"), "price_past"),
        (("price", "remove", "qwen"), "price_not_set"),
        (("price", "borrow"), "unknown_subcommand"),
    ):
        assert clinic.refused(*arguments)["code"] == code


def test_a_price_for_a_model_that_is_not_there_says_so(clinic: Clinic) -> None:
    amounts = ("--miss", "1", "--output", "2")
    assert "没有叫“deepsek-flash”的模型" in clinic.run("price", "set", "deepsek-flash", *amounts).err
    assert clinic.run("price", "set", "deepseek-v4-flash", *amounts).err == ""


def test_limits_are_settings(clinic: Clinic) -> None:
    assert clinic.json("settings", "set", "cost_day_limit", "12.34")["settings"] == {"cost_day_limit": 12.34}
    assert clinic.json("settings", "list")["settings"]["cost_day_limit"] == 12.34
    assert clinic.json("settings", "set", "cost_day_limit", "")["settings"] == {"cost_day_limit": None}
    clinic.json("settings", "set", "cost_day_action", "block")
    for key, value in (
        ("cost_day_limit", "zehn"),
        ("cost_day_limit", "NaN"),
        ("cost_task_limit", "0.0000001"),
        ("cost_day_action", "explode"),
    ):
        assert clinic.refused("settings", "set", key, value)["code"] == "setting_unfit"


def test_reception_sees_no_costs(clinic: Clinic, tmp_path: Path) -> None:
    staffed(clinic)
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASES["赵前台"], encoding="utf-8")
    for arguments in (("cost",), ("cost", "--by", "pack"), ("cost", "report"), ("price", "list")):
        assert clinic.refused(*arguments, "--passphrase-file", str(file))["code"] == "not_allowed"


def test_pack_info_tells_cost_and_what_is_left(clinic: Clinic) -> None:
    trusted(clinic.home, pack_at(clinic.home.packs / "demo", budget={"dailyYuan": 0.5, "action": "warn"}))
    assert clinic.json("pack", "info", "demo")["pack"]["costs"] == {
        "pack": "demo",
        "spent": 0,
        "limit": 0.5,
        "left": 0.5,
        "stops": False,
    }
    assert (
        "今日模型费用 ¥0.00000 / 每日限额 ¥0.50000，余 ¥0.50000，到限额只提醒"
        in clinic.run("pack", "info", "demo").out
    )
    clinic.vault.secrets.clear()
    done = clinic.run("pack", "info", "demo", "--json")
    assert done.code == 0
    assert json.loads(done.out)["pack"]["costs"] is None
    assert "模型费用每日限额 ¥0.50000" in clinic.run("pack", "info", "demo").out
