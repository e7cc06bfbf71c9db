"""`mingdao model`, `mingdao policy`, `mingdao net`: set up by an admin from the command line."""

import json
from pathlib import Path

from tests.fakes.clinic import Clinic
from tests.fakes.people import PASSPHRASES, staffed


def test_a_local_model_is_registered_in_one_line_and_chosen(clinic: Clinic) -> None:
    added = clinic.json(
        "model", "add", "qwen3:0.6b", "--kind", "ollama", "--boundary", "on_device", "--context", "32768"
    )["model"]
    assert (added["base_url"], added["boundary"], added["provider"], added["registered"]) == (
        "http://127.0.0.1:11434/v1",
        "on_device",
        "ollama",
        True,
    )
    assert clinic.json("model", "choose", "qwen3:0.6b") == {"default": "qwen3:0.6b"}
    every = clinic.json("model", "list")["models"]
    assert [one["name"] for one in every if one["default"]] == ["qwen3:0.6b"]
    assert clinic.refused("model", "remove", "qwen3:0.6b")["code"] == "model_is_default"
    changed = clinic.json("model", "change", "qwen3:0.6b", "--max-output", "1024")["model"]
    assert (changed["max_output"], changed["context"], changed["revision"]) == (1024, 32768, 2)
    refused = clinic.refused("model", "change", "qwen3:0.6b", "--base-url", "http://192.168.1.5:11434/v1")
    assert refused["code"] == "model_not_on_device"
    assert "qwen3:0.6b" in clinic.run("model", "list").out
    assert clinic.json("settings", "set", "model", "")["settings"] == {"model": ""}
    assert clinic.json("model", "remove", "qwen3:0.6b") == {"removed": "qwen3:0.6b"}


def test_the_list_tells_what_each_still_needs_to_whoever_may_know(clinic: Clinic, tmp_path: Path) -> None:
    assert "缺密钥、没有价目" in clinic.run("model", "list").out
    clinic.run("price", "set", "glm-5", "--miss", "1", "--output", "2")
    line = next(one for one in clinic.run("model", "list").out.splitlines() if "glm-5" in one)
    assert ("缺密钥" in line, "没有价目" in line) == (True, False)
    staffed(clinic)
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASES["赵前台"], encoding="utf-8")
    done = clinic.run("model", "list", "--passphrase-file", str(file))
    assert (done.code, "glm-5" in done.out, "缺密钥" in done.out) == (0, True, False)


def test_a_registration_that_cannot_be_says_why(clinic: Clinic) -> None:
    for line, code in (
        (("m", "--kind", "vllm", "--base-url", "http://vllm.corp.cn/v1"), "base_url_not_https"),
        (("m", "--kind", "nothing", "--base-url", "https://vllm.corp.cn/v1"), "model_kind"),
        (("m", "--base-url", "vllm.corp.cn"), "base_url"),
        (("m",), "base_url"),
        (("m", "--provider", "deepseek", "--base-url", "https://evil.cn"), "model_provider_ships"),
        (("deepseek-flash", "--base-url", "https://evil.cn"), "model_name_ships"),
    ):
        assert clinic.refused("model", "add", *line)["code"] == code, line


def test_a_policy_is_written_changed_previewed_set_and_shown(clinic: Clinic, tmp_path: Path) -> None:
    assert clinic.json("policy", "show") == {"in_force": None}
    assert "template" in clinic.run("policy", "show").out
    file, out = tmp_path / "policy.json", tmp_path / "out.json"
    clinic.json("policy", "template", "--out", str(file))
    purposes = [line for line in file.read_text(encoding="utf-8").splitlines() if "maxInputBytes" in line]
    assert len(purposes) == len(json.loads(file.read_text(encoding="utf-8"))["purposes"])
    assert clinic.refused("policy", "template", "--out", str(file))["code"] == "file_exists"
    document = json.loads(file.read_text(encoding="utf-8"))
    document["purposes"]["patient-extract"]["potentiallySensitiveDataBoundaries"] = ["on_device", "external"]
    document["purposes"]["drug-lookup"] = document["purposes"].pop("visit-compare")
    file.write_text(json.dumps(document, indent=2), encoding="utf-8")
    shown = clinic.json("policy", "preview", str(file))
    assert (shown["external"], shown["unknown"]) == (["patient-extract"], ["drug-lookup"])
    assert clinic.json("policy", "show") == {"in_force": None}
    assert clinic.json("policy", "set", str(file)) == shown
    in_force = clinic.json("policy", "show", "--out", str(out))["in_force"]
    assert (in_force["revision"], in_force["by"], in_force["digest"]) == (1, "李大夫", shown["digest"])
    assert out.read_bytes().decode() == shown["policy"] == in_force["policy"]
    assert clinic.json("policy", "set", str(out))["revision"] == 1
    document["purposes"].clear()
    file.write_text(json.dumps(document), encoding="utf-8")
    assert clinic.refused("policy", "set", str(file))["code"] == "egress_policy_older"
    document["schema"] = "x"
    file.write_text(json.dumps(document), encoding="utf-8")
    refused = clinic.refused("policy", "set", str(file))
    assert (refused["code"], "schema" in refused["message"]) == ("egress_policy_unfit", True)
    assert [one["revision"] for one in clinic.json("policy", "history")["revisions"]] == [1]
    for words in (("show",), ("history",), ("preview", str(out))):
        done = clinic.run("policy", *words)
        assert (done.code, shown["digest"] in done.out.replace("\n", "").replace(" ", "")) == (0, True)
    assert clinic.refused("policy", "set", str(tmp_path / "none.json"))["code"] == "file_unreadable"


def test_what_may_be_reached_is_said_with_its_boundary(clinic: Clinic) -> None:
    found = clinic.json("net", "policy")
    assert found == {"allow": [], "mode": "block"}
    clinic.json("settings", "set", "net_allow", "api.corp.cn")
    assert clinic.json("net", "policy")["allow"] == ["api.corp.cn"]
    report = clinic.json("net", "report", "--since", "7d", "--by", "pack")
    assert (report["counts"], report["rows"], report["cut"]) == ([], [], False)
    assert report["boundary"]
    for words in (("policy",), ("report",)):
        assert report["boundary"] in clinic.run("net", *words).out.replace("\n", "")
    for since in ("7x", "0d", "-1", "d", "1.5h", "９d", "99999999d"):
        assert clinic.refused("net", "report", "--since", since)["code"] == "net_since"
