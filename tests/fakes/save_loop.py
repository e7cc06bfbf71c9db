"""A process that saves visits of P001 without end and says each number once the service has returned. Run to be killed.

python -m tests.fakes.save_loop HOME   (the keyring's secrets, as JSON, on stdin)
"""

import json
import sys
from pathlib import Path

from core.base.paths import Home
from core.kernel import open_clinic
from tests.fakes.clinic import MENZHEN, content, symptom
from tests.fakes.vault import InMemoryVault


def main() -> None:
    """Save until killed. Each visit has a draft to remove and a comparison to keep."""
    vault = InMemoryVault(json.loads(sys.stdin.readline()))
    with open_clinic(Home(Path(sys.argv[1])), vault, passphrase=None, source="loop") as clinic:
        typed = content({**MENZHEN, "jiwangshi": "旧病" * 500}, [symptom("口干", grade=2), symptom("夜尿")])
        while True:
            clinic.intake.save_draft("P001", "menzhen", typed)
            saved = clinic.intake.save("P001", "menzhen", typed)
            sys.stdout.write(f"{saved.number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
