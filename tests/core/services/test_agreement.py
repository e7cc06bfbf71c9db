"""Records that are not what the trail says was written are named, also where every page has a good seal and every index fits."""

import pytest
from sqlalchemy import text

from core.services.patients.patients import Given
from tests.fakes.clinic import MENZHEN, Clinic, content, prepared, store_of

CHANGED = {
    "details": "UPDATE patients SET phone = '13900000000'",
    "answers": "UPDATE visit_answers SET response = replace(response, '头晕', '头痛') WHERE visit_id = 2",
    "a visit": "DELETE FROM visits WHERE number = 3",
    "a draft": "UPDATE drafts SET content = replace(content, '草稿', '旧稿')",
    "a comparison": "DELETE FROM comparisons WHERE visit_id = 2",
    "a visit that is void": "UPDATE visits SET voided = 1 WHERE id = 2",
    "the count of visits": "UPDATE patients SET visit_count = 1",
    "the last visit": "UPDATE patients SET last_visited_at = ''",
}


@pytest.fixture
def used(clinic: Clinic) -> Clinic:
    prepared(clinic, two_patients)
    return clinic


def two_patients(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for name in ("陈敏", "何静"):
            kernel.patients.register(Given(name=name, sex="女", birth="1985"))
        for _ in range(3):
            kernel.intake.save("P001", "menzhen", content(MENZHEN))
        kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "草稿"}))


def test_what_was_written_agrees(used: Clinic) -> None:
    with used.open() as kernel:
        kernel.intake.discard_draft("P001", "menzhen")
        assert kernel.health.examine().records == ()


@pytest.mark.parametrize("what", CHANGED)
def test_what_differs_is_named(used: Clinic, what: str) -> None:
    with used.open() as kernel:
        store = store_of(kernel)
        for (name,) in store.read(
            lambda one: one.execute(text("SELECT name FROM sqlite_schema WHERE type = 'trigger'")).all()
        ):
            store.write(lambda one, name=name: one.execute(text(f"DROP TRIGGER {name}")))  # type: ignore[misc]
        store.write(lambda one: one.execute(text(CHANGED[what])))
        found = kernel.health.examine()
        assert found.file.is_sound
        assert "P001" in found.records
        if what not in {"details", "the count of visits", "the last visit"}:
            assert found.records == ("P001",)


def test_the_command_line_names_the_record(used: Clinic) -> None:
    used.execute("UPDATE patients SET phone = '13900000000' WHERE id = 2")
    done = used.run("audit", "verify", "--json")
    assert (done.code, done.json["store"]["records"]) == (1, ["P002"])
    assert "P002" in used.run("audit", "verify").out
