"""Twenty strings are planted through a real session of the command line and the window, crashes included, and looked for in
everything the session left: the data folder, the folder for temporary files, logs, reports, what was printed to stderr, cores.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from tests.reliability.ground import ROOT, Ground
from tests.reliability.line import Line, Tally

NAMES = ("欧阳若兰", "皇甫静怡", "尉迟青禾")
PHONES = ("13912345678", "18610002233", "17755556666")
ID_CARDS = ("11010519491231002X", "440524188001010014")
COMPLAINTS = ("夜间盗汗甚著", "胁肋胀痛引背", "经来色黯夹块", "晨起口苦如胆")
NOTES = ("家住柳荫巷七号", "sk-live-4f9a0c77d2b1", "vx:ruolan_1979", "草稿里的胃脘灼热")
PASSPHRASE = "正确的马 battery staple 97"
PLANTED = (*NAMES, *PHONES, *ID_CARDS, *COMPLAINTS, *NOTES, PASSPHRASE)
ENCODINGS = ("utf-8", "utf-16-le", "gb18030")

COMMANDS = """
import json, sys
from core.cli.main import run
for arguments in json.load(open(sys.argv[1], encoding="utf-8")):
    try:
        run([*arguments, "--json"])
    except SystemExit as end:
        assert end.code in (0, 1), (arguments[0], end.code)
"""
"""Each as a person would type it; in one process, as most of a command's time goes into starting Python."""

FAULTY = """
import sys
from core.services.patients.patients import Patients
def fail(*_, **__):
    raise RuntimeError(sys.argv[1])
Patients.find = fail
from core.cli.main import run
run(["patient", "find", sys.argv[2], "--json"])
"""


def bench(ground: Ground) -> Iterator[Line]:
    """One session."""
    tally = Tally.of("canary", "canary_hits")
    left, material = ground.place(), ground.place()
    planted = _session(left, material, tally)
    tally.n = len(planted)
    tally.require(len(planted) >= 20, f"only {len(planted)} strings were planted")
    files = [path for path in left.rglob("*") if path.is_file()]
    for path in files:
        raw = path.read_bytes()
        hits = [
            one for one in planted if any(one.encode(encoding, "ignore") in raw for encoding in ENCODINGS)
        ]
        tally.add("canary_hits", f"{path.relative_to(left)}: {hits}", len(hits))
    names = {path.name for path in files}
    tally.require({"clinic.db", "mingdao.log", "report.txt"} <= names, f"the session left {sorted(names)}")
    tally.require(not any(name.startswith("core") for name in names), "a core was left")
    log = left / "clinic" / "mingdao.log"
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    for what in ("RuntimeError", "ValueError", "Segmentation fault"):
        tally.require(what in text, f"the log does not tell of {what}")
    tally.more = {"files": len(files)}
    yield tally.line()


def _session(left: Path, material: Path, tally: Tally) -> list[str]:
    """Set up, work, crash. What was planted, the recovery code included."""
    for name in ("tmp", "home", "run"):
        (left / name).mkdir(mode=0o700)
    passphrase = material / "passphrase"
    passphrase.write_text(PASSPHRASE, encoding="utf-8")
    env = {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C.UTF-8",
        "HOME": str(left / "home"),
        "TMPDIR": str(left / "tmp"),
        "MINGDAO_HOME": str(left / "clinic"),
        "MINGDAO_PASSPHRASE_FILE": str(passphrase),
        "XDG_RUNTIME_DIR": str(left / "run"),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def run(name: str, *arguments: str, ends: Sequence[int] = (0,)) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        # What a person is shown on stdout is theirs; what goes to stderr ends in journals.
        (left / f"{name}.err").write_text(done.stderr, encoding="utf-8")
        tally.require(done.returncode in ends, f"{name} ended with {done.returncode}: {done.stderr[-300:]}")
        return done.stdout

    commands = material / "commands.json"
    commands.write_text(json.dumps(_commands(material)), encoding="utf-8")
    answers = [json.loads(line) for line in run("commands", "-c", COMMANDS, str(commands)).splitlines()]
    tally.require(len(answers) == len(_commands(material)), f"only {len(answers)} commands were carried out")
    code = str(answers[0]["recovery"])
    run("fault", "-c", FAULTY, " ".join(PLANTED), NAMES[0], ends=(1,))
    script = [str(left / "clinic"), str(left / "report.txt"), str(material / "planted.json")]
    (material / "planted.json").write_text(
        json.dumps(
            {
                "planted": " ".join((*PLANTED, code)),
                "name": NAMES[0],
                "passphrase": PASSPHRASE,
                "draft": NOTES[3],
            }
        ),
        encoding="utf-8",
    )
    told = run("window", "-m", "tests.reliability.canary_window", *script, ends=(-11,))
    tally.require("typed" in told and "reported" in told, f"the window came only so far: {told!r}")
    title = next((line.removeprefix("title ") for line in told.splitlines() if line.startswith("title ")), "")
    tally.require(title, "the window's title was not seen")
    tally.add("canary_hits", f"title {title}", sum(one in title for one in PLANTED))
    return [*PLANTED, code, "".join(part for part in code if part.isalnum()), *_groups(code)]


def _commands(material: Path) -> list[list[str]]:
    """A morning on the command line, with what goes wrong on one."""
    wrong = material / "wrong"
    wrong.write_text(PASSPHRASE[:-1], encoding="utf-8")
    add = ["patient", "add", "--sex", "女", "--name"]
    found = [
        ["init", "--operator", "李医师"],
        [*add, NAMES[0], "--phone", PHONES[0], "--id-card", ID_CARDS[0]],
        [*add, NAMES[1], "--phone", PHONES[1]],
        [*add, NAMES[2], "--phone", PHONES[2]],
        [*add, NAMES[0], "--id-card", ID_CARDS[1]],
    ]
    for number, complaint in enumerate(COMPLAINTS):
        answers = {"answers": {"zhushu": complaint, "xianbingshi": " ".join(NOTES[:3])}, "symptoms": []}
        file = _answers(material / f"{number}.json", answers)
        kind = ["save"] if number < 2 else ["draft", "save"]
        found.append(["intake", *kind, "--record-no", "P001", "--form", "menzhen", "--answers", str(file)])
    return [
        *found,
        ["patient", "find", NAMES[0]],
        ["patient", "find", PHONES[0]],
        ["visits", "--record-no", "P001"],
        ["compare", "--record-no", "P001"],
        ["patient", "find", NAMES[1], "--passphrase-file", str(wrong)],
    ]


def _groups(code: str) -> Sequence[str]:
    """Two neighbours at a time: one alone may stand in random bytes."""
    parts = code.split("-")
    return [f"{one}-{other}" for one, other in pairwise(parts)]


def _answers(file: Path, answers: Mapping[str, object]) -> Path:
    file.write_text(json.dumps(answers, ensure_ascii=False), encoding="utf-8")
    return file
