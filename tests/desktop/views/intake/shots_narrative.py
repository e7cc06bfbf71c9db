"""Renders the offers under the narrative, few and many, wide and narrow, in both themes into build/shots. Not a test.

python tests/desktop/views/intake/shots_narrative.py
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(_ROOT))

from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from core.services.forms import dump_json, load_json  # noqa: E402
from desktop.theme.scheme import Scheme  # noqa: E402
from desktop.theme.style import apply  # noqa: E402
from desktop.views.intake.form import FormView  # noqa: E402
from tests.desktop.views.intake.reading_clinic import ReadingClinic  # noqa: E402
from tests.desktop.views.intake.shots import CARRIED, CONTENT  # noqa: E402
from tests.fakes.forms import pack_form  # noqa: E402

MANY = "两天前受凉后出现剧烈头痛、发烧，咳嗽两天，无恶心呕吐，怕冷，没精神，腹泻4次/日，两胁不胀，口干，轻微头晕，不想吃饭，腰痛10余年。"
RENDERED = (("", 994), ("-many", 994), ("-narrow", 430))


def main() -> None:
    """Render."""
    app = QApplication([])
    out = _ROOT / "build" / "shots"
    out.mkdir(parents=True, exist_ok=True)
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        apply(app, scheme)
        for name, width in RENDERED:
            form = FormView(ReadingClinic().bridge)
            form.resize(width, 684)
            form.show()
            form.show_form(pack_form("menzhen"), CARRIED)
            content: dict[str, object] = {"answers": {"zhushu": "头痛两天", "xianbingshi": MANY}}
            if not name:
                said = load_json(dump_json(CONTENT["symptoms"]))
                assert isinstance(said, list)
                content = {**CONTENT, "symptoms": said[:-1]}  # the last is the cough, which is to be offered
            form.fill(content)
            QTest.qWait(600)
            form.grab().save(str(out / f"intake-narrative{name}-{scheme.value}.png"))
            strip = form._body and form._body.strip
            if name == "-many" and strip:
                strip.more.click()
                QTest.qWait(300)
                form.grab().save(str(out / f"intake-narrative-unfolded-{scheme.value}.png"))
            form.close()
            form.deleteLater()


if __name__ == "__main__":
    main()
