"""What a lock leaves in the memory of the process: the data key, the passphrase, and what was shown of twenty patients.

The probe is `tests.bench.lock_probe`; this reads its memory from outside (/proc, so on Linux only). A count is of places; a text is
looked for as UTF-8 and as UTF-16, which is how Qt and Python hold it.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import core
from core.services.patients.patients import Given
from tests.bench.ground import PASSPHRASE, Ground
from tests.bench.measure import Line, progress
from tests.fakes.clinic import content, symptom

PROBE = "tests.bench.lock_probe"
PATIENTS = 20
MASK = 0x5A
"""The letters of the passphrase are handed over masked, so that the handing over leaves no copy."""

KEY_LIMIT = 0
"""Places where the data key may stand in a locked process (spec/security.md R15)."""
MOST_BYTES = 1 << 30


def bench(ground: Ground) -> Iterator[Line]:
    """An open process and the same one locked."""
    if not sys.platform.startswith("linux"):
        return
    clinic = ground.clinic()
    planted = [f"种{number:02}植{os.urandom(3).hex()}" for number in range(PATIENTS)]
    with clinic.open() as kernel:
        for text in planted:
            patient = kernel.patients.register(Given(f"何{text[:4]}", "女", "1970")).patient
            said = content({"zhushu": text, "xianbingshi": f"{text}三日"}, [symptom("头晕", words=text)])
            kernel.intake.save(patient.record_no, "menzhen", said)
    key = clinic.key
    needles = {
        "data_key": (key,),
        "data_key_hex": (key.hex().encode(), key.hex().upper().encode(), key.hex().encode("utf-16-le")),
        "passphrase": (PASSPHRASE.encode(), PASSPHRASE.encode("utf-16-le")),
        **{f"patient_{number}": _forms(text) for number, text in enumerate(planted)},
    }
    progress("locking a process and searching its memory")
    yield from _searched(clinic.home.folder, needles)


def _forms(text: str) -> tuple[bytes, ...]:
    return text.encode(), text.encode("utf-16-le")


def _searched(folder: Path, needles: Mapping[str, tuple[bytes, ...]]) -> Iterator[Line]:
    command = [sys.executable, "-m", PROBE, str(folder), str(PATIENTS), str(MASK)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        command,
        cwd=Path(core.__file__).parents[1],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as probe:
        assert probe.stdin
        assert probe.stdout
        for letter in PASSPHRASE:
            probe.stdin.write(f"{ord(letter) ^ MASK}\n")
        probe.stdin.write("\n")
        probe.stdin.flush()
        for state in ("open", "locked"):
            if probe.stdout.readline().strip() != state:
                raise RuntimeError(f"The probe was not {state}")
            began = time.monotonic()
            hits = hits_in(probe.pid, needles)
            yield _line(state, hits, time.monotonic() - began)
            probe.stdin.write("\n")
            probe.stdin.flush()


def _line(state: str, hits: Mapping[str, int], took_s: float) -> Line:
    patients = {name: count for name, count in hits.items() if name.startswith("patient_")}
    keys = hits["data_key"] + hits["data_key_hex"]
    line: Line = {
        "bench": f"lock.{state}",
        "key_hits": hits["data_key"],
        "key_text_hits": hits["data_key_hex"],
        "passphrase_hits": hits["passphrase"],
        "patients_found": sum(count > 0 for count in patients.values()),
        "patients_planted": len(patients),
        "patient_hits": sum(patients.values()),
        "searched_s": round(took_s, 2),
    }
    if state == "locked":
        line |= {"limit": KEY_LIMIT, "ok": keys <= KEY_LIMIT}
    return line


def hits_in(process: int, needles: Mapping[str, tuple[bytes, ...]]) -> dict[str, int]:
    """How often each stands in the memory a process may write to."""
    found = dict.fromkeys(needles, 0)
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        for start, end in _written(process):
            try:
                memory.seek(start)
                content = memory.read(min(end - start, MOST_BYTES))
            except (OSError, ValueError):
                continue  # a region of the kernel's
            for name, forms in needles.items():
                found[name] += sum(content.count(form) for form in forms)
    return found


def _written(process: int) -> Iterator[tuple[int, int]]:
    for region in Path(f"/proc/{process}/maps").read_text(encoding="ascii").splitlines():
        told = re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", region)
        if told:
            yield int(told[1], 16), int(told[2], 16)
