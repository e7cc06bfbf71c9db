"""The clinic's main job through the real program, a process for each command, as a person at a terminal would do it."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import program
from tests.fakes.clinic import count_of, symptom

FIRST = {
    "answers": {
        "zhushu": "夜间难以入睡两月",
        "xianbingshi": "每夜起夜三次，口干。",
        "shexiang": "舌红少苔",
        "maixiang": "脉细数",
    },
    "symptoms": [
        symptom("夜尿", field="erbian", count=count_of(3, "次/夜"), words="一晚上起来三回"),
        symptom("口干", field="kouke", grade=3),
        symptom("头痛", field="toushen"),
        symptom("便溏", "无", field="erbian"),
    ],
}
SECOND = {
    "answers": {"zhushu": "失眠复诊", "xianbingshi": "起夜减为一次。", "shexiang": "舌淡红"},
    "symptoms": [
        symptom("夜尿", field="erbian", count=count_of(1, "次/夜")),
        symptom("口干", "无", field="kouke", trend="消失"),
        symptom("便溏", field="erbian", grade=1),
        symptom("多梦", field="shuimian"),
    ],
}


class Desk:
    """A terminal at which MINGDAO_HOME and the passphrase file are set."""

    def __init__(self, folder: Path, within: Sequence[str] = ()) -> None:
        self.folder = folder
        self.within = within
        (folder / "passphrase").write_text("正确 horse battery\n", encoding="utf-8")
        self.env = {
            "MINGDAO_HOME": str(folder / "home"),
            "MINGDAO_PASSPHRASE_FILE": str(folder / "passphrase"),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }

    def run(self, *arguments: str, code: int = 0) -> str:
        done = program.run(arguments, env=self.env, within=self.within)
        assert done.code == code, done.out + done.err
        return done.out

    def json(self, *arguments: str, code: int = 0) -> Any:
        return json.loads(self.run(*arguments, "--json", code=code))

    def save(self, record_no: str, at: str, content: object, code: int = 0) -> Any:
        file = self.folder / "answers.json"
        file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        filled = ("--form", "menzhen", "--answers", str(file), "--visited-at", at)
        return self.json("intake", "save", "--record-no", record_no, *filled, code=code)


@pytest.mark.slow
def test_the_whole_job(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert desk.json("patient", "find", "王芳", code=1)["error"]["code"] == "not_set_up"
    assert desk.json("init", "--operator", "李大夫")["operator"] == "李大夫"
    assert desk.json("init", code=1)["error"]["code"] == "already_set_up"
    for birth in ("1985年3月", "1992"):
        desk.json("patient", "add", "--name", "王芳", "--sex", "女", "--birth", birth)
    found = desk.json("patient", "find", "王芳")
    assert (found["outcome"], found["patient"]) == ("ambiguous", None)
    assert desk.save("", "2026-03-01T09:00", FIRST, code=1)["error"]["code"] == "record_no_required"
    picked = found["candidates"][0]["record_no"]
    assert desk.save(picked, "2026-03-01T09:00", FIRST)["label"] == "初诊"
    assert desk.save(picked, "2026-03-15T09:00", SECOND)["label"] == "第2诊"
    compared = desk.json("compare", "--record-no", picked)
    assert [(row["symptom"], row["state"], row["marker"], row["rule"]) for row in compared["rows"]] == [
        ("夜尿", "减轻", None, "D4"),
        ("口干", "消失", None, "B2"),
        ("便溏", None, "新出现", "C5"),
        ("多梦", None, "首次记录", "C2"),
        ("头痛", None, "本次未记", "A1"),
        ("舌象", None, None, None),
        ("脉象", None, None, None),
    ]
    chosen = desk.json(
        *("compare", "override", "--record-no", picked, "--to", "2", "--symptom", "夜尿"),
        *("--state", "无变化", "--reason", "两次饮水不同"),
    )
    row = chosen["rows"][0]
    assert (row["state"], row["override"]["state"], row["override"]["by"]) == ("减轻", "无变化", "李大夫")
    printed = desk.run("visits", "--record-no", picked)
    for words in ("初诊", "第2诊", "夜间难以入睡两月", "“一晚上起来三回”", "舌红少苔"):
        assert words in printed


def can_cut_the_network() -> bool:
    cut = shutil.which("unshare")
    return (
        bool(cut)
        and not subprocess.run([str(cut), "-rn", "true"], capture_output=True, check=False).returncode
    )


@pytest.mark.slow
@pytest.mark.skipif(not can_cut_the_network(), reason="unshare -rn is not allowed here")
def test_it_needs_no_network_at_all(tmp_path: Path) -> None:
    desk = Desk(tmp_path, within=("unshare", "-rn"))
    desk.json("init")
    desk.json("patient", "add", "--name", "王芳", "--sex", "女")
    assert desk.save("P001", "2026-03-01T09:00", FIRST)["visit"] == 1
    assert desk.json("patient", "find", "wangfang")["candidates"][0]["chief_complaint"] == "夜间难以入睡两月"


@pytest.mark.slow
def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    done = program.run(["demo", "--json"], env={}, cwd=tmp_path)
    assert done.code == 0, done.err
    assert {row["state"] for row in done.json["rows"]} >= {"加重", "减轻", "消失", "无变化"}
    assert list(tmp_path.iterdir()) == []
