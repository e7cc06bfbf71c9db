"""`pack.json`: what is wrong with it, all of it, and never a traceback."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.cli import plain
from core.forms.problems import Problem
from core.packhost import manifest as module
from core.packhost.contributed import contributed_by, read_manifest_of
from core.packhost.files import PackFiles
from core.packhost.manifest import checked
from core.packhost.verify import verify
from tests.fakes.pack_folder import MANIFEST, pack_at


def codes(**changes: object) -> list[str]:
    return [problem.code for problem in checked({**MANIFEST, **changes})[1]]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"apiVersion": 1.0}, "pack_not_integer"),
        ({"apiVersion": None}, "pack_not_integer"),
        ({"name": 3}, "pack_not_text"),
        ({"name": "a" * 33}, "pack_name_illegal"),
        ({"name": "-ab"}, "pack_name_illegal"),
        ({"name": "ab\n"}, "pack_name_illegal"),
        ({"version": "1.2.3.4"}, "pack_version_illegal"),
        ({"version": "١.٢"}, "pack_version_illegal"),
        ({"engines": {"mingdao": ""}}, "pack_range_unreadable"),
        ({"engines": {"mingdao": "  "}}, "pack_range_unreadable"),
        ({"engines": {"mingdao": ">=0.5 " * 50}}, "pack_range_unreadable"),
        ({"engines": {"mingdao": "*", "node": "18"}}, "pack_key_unknown"),
        ({"displayName": 1}, "pack_not_text"),
        ({"author": "x" * 101}, "pack_text_long"),
        ({"contributes": {"tools": 1}}, "pack_not_bool"),
        ({"contributes": {"forms": {}}}, "pack_not_list"),
        ({"contributes": {"forms": ["a.json"] * 65}}, "pack_list_long"),
        ({"contributes": {"constraints": [3]}}, "pack_constraint_entry"),
        ({"contributes": {"provider": "dify"}}, "pack_provider_unknown"),
        ({"contributes": {"promptSections": ["../x.md"]}}, "pack_path_dots"),
        ({"contributes": {"promptSections": ["/x.md"]}}, "pack_path_absolute"),
        ({"contributes": {"promptSections": ["C:/x.md"]}}, "pack_path_absolute"),
        ({"contributes": {"promptSections": ["x.txt"]}}, "pack_path_ending"),
        ({"contributes": {"promptSections": ["x*.md"]}}, "pack_path_shape"),
        ({"contributes": {"constraints": ["提示.json"]}}, "pack_path_shape"),
        ({"budget": {"dailyYuan": "5"}}, "pack_not_number"),
        ({"budget": {"dailyYuan": -1}}, "pack_budget_amount"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, object], code: str) -> None:
    assert codes(**changes) == [code]


@pytest.mark.parametrize("key", ["presets", "skills", "commands", "memorySchema"])
def test_what_this_kernel_does_not_do_is_refused_by_name(key: str) -> None:
    (problem,) = checked({**MANIFEST, "contributes": {key: []}})[1]
    assert problem.code == "pack_contribution_refused"
    said = plain.problem(problem.as_plain(), Messages("en"))
    assert "not supported in this kernel" in said
    assert key in said


def test_people_are_shown_the_name_it_gives_itself_or_else_its_own() -> None:
    for changes, title in (({"displayName": "示例"}, "示例"), ({}, "demo")):
        manifest, _ = checked({**MANIFEST, **changes})
        assert manifest is not None
        assert manifest.title == title


def test_a_provider_of_the_kernel_may_be_chosen() -> None:
    assert codes(contributes={"provider": "deepseek"}) == []


@pytest.mark.parametrize(("value", "kept"), [(5, "5"), (0.5, "0.5")])
def test_money_stays_exact(tmp_path: Path, value: float, kept: str) -> None:
    pack_at(tmp_path, budget={"dailyYuan": value})
    manifest, _ = read_manifest_of(PackFiles(tmp_path))
    assert manifest is not None
    assert manifest.budget is not None
    assert str(manifest.budget.dailyYuan) == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_can_be_said(language: str) -> None:
    wrong = {"apiVersion": "1", "name": "core", "x": 1, "engines": 3, "contributes": {"forms": ["a"], "y": 1}}
    problems = checked(wrong)[1]
    assert len(problems) > 5
    assert all(plain.problem(problem.as_plain(), Messages(language)) for problem in problems)


def test_a_manifest_that_is_no_json_is_told_of(tmp_path: Path) -> None:
    for text in ('{"name": "a", "name": "b"}', "{", "[" * 5000, '{"a": NaN}', '"\\ud800"'):
        (tmp_path / "pack.json").write_text(text, encoding="utf-8")
        manifest, problems = read_manifest_of(PackFiles(tmp_path))
        assert manifest is None
        assert len(problems) == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
keys = st.sampled_from(sorted(module.Manifest.model_fields))
inner_keys = st.sampled_from(
    sorted(
        {
            *module.Contributes.model_fields,
            *module.Permissions.model_fields,
            *module.Budget.model_fields,
            "mingdao",
        }
    )
)
manifests = st.dictionaries(
    keys | st.text(max_size=5),
    json_values | st.dictionaries(inner_keys, json_values, max_size=4) | st.just("demo") | st.just(1),
    max_size=8,
).map(lambda changes: {**MANIFEST, **changes})


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=manifests | json_values)
def test_whatever_stands_there_is_taken_or_told_of(tmp_path: Path, raw: object) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(raw), encoding="utf-8")
    files = PackFiles(tmp_path)
    manifest, problems = read_manifest_of(files)
    assert (manifest is None) == bool(problems)
    if manifest is not None:
        _, problems = contributed_by(files, manifest)
    words = Messages()
    assert all(plain.problem(problem.as_plain(), words) for problem in problems)
    assert all(isinstance(problem, Problem) for problem in verify(tmp_path, Home(tmp_path)).problems)
