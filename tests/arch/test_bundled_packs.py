"""Every pack that comes with the program passes the commands its authors are given: its files, its code, each of its constraints."""

import json
from pathlib import Path

import pytest

from core.base.paths import Home
from core.cli.front import Front
from core.cli.main import main
from core.packhost.host import SHIPPED

PACKS = sorted(one.name for one in SHIPPED.iterdir() if one.is_dir() and one.name[0] not in "._")


def test_both_packs_are_looked_at() -> None:
    assert {"example_hello", "tcm"} <= set(PACKS)


@pytest.mark.parametrize("pack", PACKS)
def test_it_passes_its_own_commands(
    pack: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """In a data folder without a clinic. One that no clinic has unasked is named and trusted there, as anybody's."""
    folder = str(SHIPPED / pack)
    (tmp_path / "settings.toml").write_text(f"packs = [{json.dumps(folder)}]\n", encoding="utf-8")

    def passes(*words: str) -> dict[str, object]:
        code = main(["--json", *words], front=Front(home=Home(tmp_path)))
        out = capsysbinary.readouterr().out.decode()
        assert code == 0, f"mingdao {' '.join(words)}\n{out}"
        told: dict[str, object] = json.loads(out)
        return told

    said = passes("pack", "verify", "--runtime", folder)
    assert said["runtime"] is True
    passes("pack", "trust", folder)
    tried = passes("constraint", "test", str(said["pack"]))
    assert tried["constraints"] != []
