"""From plain objects, as a pack writes them, to constraints: everything wrong at once, each with its place. Nothing is half taken.

`problems_in` and `read_constraints` are for loading and refuse; `guarded` takes what got past them and makes it as strict as it can be.
Ids may come twice: events name the tool, too.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.base.errors import UserError
from core.base.text import answer_key
from core.constraints.constraint import Constraint, Examples, When
from core.constraints.finding import fits
from core.constraints.kinds import ALWAYS_OPTIONAL, HEAD, KINDS, Action, Kind
from core.constraints.patterns import compile_pattern
from core.constraints.reading_unless import read_unless
from core.constraints.syntax import Unfit
from core.forms.problems import Problem, shown

LONGEST_EXPLANATION = 200
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_TOOL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class Invalid:
    """A constraint that could not be made active: where it stands, and why."""

    where: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Guarded:
    """What was made of constraints that nobody refused: those that act, and those that cannot. The latter must be reported."""

    constraints: tuple[Constraint, ...]
    invalid: tuple[Invalid, ...]


def problems_in(written: Sequence[object], where: str) -> list[Problem]:
    """What is wrong with constraints as they were written. `where` names the list: a file, or `contributes.constraints`.

    Places are numbered, `where[2].pattern`; a `where` that ends with a number is the one entry's own place.
    """
    return [problem for place, entry in _placed(written, where) for problem in _Reader(place).read(entry)[1]]


def read_constraints(written: Sequence[object], where: str, pack: str = "") -> tuple[Constraint, ...]:
    """The constraints of a pack; an empty `pack` means the settings. Raises `UserError` constraints_invalid with every problem."""
    read = [_Reader(place, pack).read(entry) for place, entry in _placed(written, where)]
    problems = [problem.as_plain() for _, found in read for problem in found]
    if problems:
        raise UserError("constraints_invalid", details={"problems": problems}, where=where)
    return tuple(constraint for constraint, _ in read if constraint is not None)


def guarded(written: Sequence[object], where: str, pack: str = "") -> Guarded:
    """Constraints in spite of what is wrong with them. Raises nothing.

    One about a tool that can be told blocks that tool; a wording rule whose action cannot be read blocks, and one whose pattern cannot
    be read is not active, or it would stop every text.
    """
    constraints: list[Constraint] = []
    invalid: list[Invalid] = []
    for place, entry in _placed(written, where):
        constraint, problems = _Reader(place, pack).read(entry)
        if constraint is None and problems:
            constraint = _strictest(entry, problems, pack)
        if constraint is None:
            invalid.append(Invalid(place, tuple(problems)))
        else:
            constraints.append(constraint)
    return Guarded(tuple(constraints), tuple(invalid))


def _placed(written: Sequence[object], where: str) -> Iterator[tuple[str, object]]:
    if where.endswith("]") and len(written) == 1:
        yield where, written[0]
    else:
        yield from ((f"{where}[{number}]", entry) for number, entry in enumerate(written))


def _strictest(entry: object, problems: Sequence[Problem], pack: str) -> Constraint | None:
    """What can be made of a broken constraint: id, kind and tool must be legible, of a wording rule the pattern."""
    raw = entry if isinstance(entry, Mapping) else {}
    name, kind = raw.get("id"), raw.get("kind")
    rule = KINDS.get(kind) if isinstance(kind, str) else None
    if (
        rule is None
        or rule.refused
        or not isinstance(name, str)
        or not isinstance(kind, str)
        or not _ID.fullmatch(name)
    ):
        return None
    if not rule.has_tool:
        try:
            return Constraint(name, kind, pack, pattern=compile_pattern(raw.get("pattern")))
        except Unfit:
            return None
    tool = raw.get("tool")
    if not isinstance(tool, str) or not _TOOL.fullmatch(tool):
        return None
    return Constraint(name, kind, pack, tool, action=Action.BLOCK, spec_error=problems[0].code)


@dataclass
class _Reader:
    """Reads one entry and collects what is wrong with it."""

    where: str
    pack: str = ""
    problems: list[Problem] = field(default_factory=list)

    def read(self, entry: object) -> tuple[Constraint | None, list[Problem]]:
        """The constraint, when nothing is wrong, and every problem."""
        if not isinstance(entry, Mapping):
            self._found_wrong("", "constraint_not_object")
            return None, self.problems
        name = _text(entry, "id", _ID)
        if not name:
            self._found_wrong("id", "constraint_id", value=_given(entry, "id"))
        rule = self._kind(entry)
        if rule is None:
            return None, self.problems
        self._keys(entry, rule)
        constraint = Constraint(name, str(entry["kind"]), self.pack, action=rule.actions[0])
        for key, take in _TAKES.items():
            if key in rule.required or (key in entry and key in (*rule.optional, *ALWAYS_OPTIONAL)):
                constraint = take(self, entry, rule, constraint)
        self._explains(constraint)
        return (None if self.problems else constraint), self.problems

    def _found_wrong(self, part: str, code: str, **params: object) -> None:
        self.problems.append(Problem(f"{self.where}.{part}" if part else self.where, code, params))

    def _kind(self, entry: Mapping[str, object]) -> Kind | None:
        kind = entry.get("kind")
        rule = KINDS.get(kind) if isinstance(kind, str) else None
        if rule is None:
            known = "、".join(name for name, row in KINDS.items() if not row.refused)
            self._found_wrong("kind", "constraint_kind", value=shown(kind), known=known)
            return None
        if rule.refused:
            self._found_wrong("kind", "constraint_needs_regulations", value=shown(kind))
            return None
        return rule

    def _keys(self, entry: Mapping[str, object], rule: Kind) -> None:
        known = (*HEAD, *rule.required, *rule.optional, *ALWAYS_OPTIONAL)
        for key in entry:
            if key not in known:
                self._found_wrong("", "constraint_key_unknown", key=shown(key), known="、".join(known))

    def _texts(self, value: object, key: str) -> tuple[str, ...]:
        """A list of texts that are not blank and have no blanks about them, each once, and at least one."""
        if not isinstance(value, list | tuple) or not value:
            self._found_wrong(key, "constraint_list")
            return ()
        taken: list[str] = []
        for number, one in enumerate(value):
            if not isinstance(one, str) or not one.strip():
                self._found_wrong(f"{key}[{number}]", "constraint_list_entry")
            elif one != one.strip():
                self._found_wrong(f"{key}[{number}]", "constraint_list_padded", value=shown(one))
            elif one in taken:
                self._found_wrong(f"{key}[{number}]", "constraint_list_twice", value=shown(one))
            else:
                taken.append(one)
        return tuple(taken)

    def _explains(self, constraint: Constraint) -> None:
        """A notice that says what the rule forbids would break the rule."""
        pattern = constraint.pattern
        if pattern and constraint.explain and not self.problems and fits(pattern, constraint.explain):
            self._found_wrong("explain", "constraint_explain_forbidden")

    # ── One key each ────────────────────────────────────────────────────────────────────────────

    def tool(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        tool = _text(entry, "tool", _TOOL)
        if not tool:
            self._found_wrong("tool", "constraint_tool", value=_given(entry, "tool"))
        return replace(made, tool=tool)

    def require_arg(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        return replace(made, require_arg=self._argument(entry, "requireArg"))

    def arg(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        return replace(made, arg=self._argument(entry, "arg"))

    def _argument(self, entry: Mapping[str, object], key: str, place: str = "") -> str:
        name = _text(entry, key)
        if not name or name != name.strip():
            self._found_wrong(place or key, "constraint_arg", value=_given(entry, key))
        return name

    def pattern(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        try:
            return replace(made, pattern=compile_pattern(entry.get("pattern")))
        except Unfit as unfit:
            self._found_wrong("pattern", f"pattern_{unfit.reason}")
            return made

    def fields(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        return replace(made, fields=self._texts(entry.get("fields"), "fields"))

    def missing_values(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        values = self._texts(entry["missingValues"], "missingValues")
        return replace(made, missing_values=frozenset(map(answer_key, values)))

    def action(self, entry: Mapping[str, object], rule: Kind, made: Constraint) -> Constraint:
        return replace(made, action=self._action(entry, "action", rule))

    def on_missing(self, entry: Mapping[str, object], rule: Kind, made: Constraint) -> Constraint:
        return replace(made, action=self._action(entry, "onMissing", rule))

    def _action(self, entry: Mapping[str, object], key: str, rule: Kind) -> Action:
        for action in rule.actions:
            if entry[key] == action.value:
                return action
        known = "、".join(action.value for action in rule.actions)
        self._found_wrong(key, "constraint_action", value=shown(entry[key]), known=known)
        return rule.actions[0]

    def when(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        raw = entry["when"]
        if not isinstance(raw, Mapping) or not ({"arg", "in"} == set(raw) or {"arg", "notIn"} == set(raw)):
            self._found_wrong("when", "constraint_when")
            return made
        which = "in" if "in" in raw else "notIn"
        arg = self._argument(raw, "arg", "when.arg")
        return replace(made, when=When(arg, self._texts(raw[which], f"when.{which}"), which == "in"))

    def unless(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        excuses, problems = read_unless(entry["unless"], f"{self.where}.unless")
        self.problems += problems
        return replace(made, unless=excuses)

    def explain(self, entry: Mapping[str, object], _rule: Kind, made: Constraint) -> Constraint:
        explain = _text(entry, "explain")
        if not explain:
            self._found_wrong("explain", "constraint_explain", value=_given(entry, "explain"))
        if len(explain) > LONGEST_EXPLANATION:
            self._found_wrong("explain", "text_too_long", limit=LONGEST_EXPLANATION, length=len(explain))
        return replace(made, explain=explain)

    def examples(self, entry: Mapping[str, object], rule: Kind, made: Constraint) -> Constraint:
        raw = entry["examples"]
        if not isinstance(raw, Mapping) or not raw or not set(raw) <= {"blocks", "passes"}:
            self._found_wrong("examples", "constraint_examples")
            return made
        lists: dict[str, tuple[object, ...]] = {}
        for key, listed in raw.items():
            shape: type = Mapping if rule.has_tool else str
            if not isinstance(listed, list | tuple) or not all(isinstance(one, shape) for one in listed):
                self._found_wrong(
                    f"examples.{key}",
                    "constraint_examples_text" if shape is str else "constraint_examples_object",
                )
            else:
                lists[key] = tuple(listed)
        return replace(made, examples=Examples(**lists))


def _text(entry: Mapping[str, object], key: str, shape: re.Pattern[str] | None = None) -> str:
    """A text that is not blank and has its shape; else an empty one."""
    value = entry.get(key)
    fits = isinstance(value, str) and value.strip() and (shape is None or shape.fullmatch(value))
    return str(value) if fits else ""


def _given(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    return shown("" if value is None else value)


_Take = Callable[[_Reader, Mapping[str, object], Kind, Constraint], Constraint]

_TAKES: Mapping[str, _Take] = {
    "tool": _Reader.tool,
    "requireArg": _Reader.require_arg,
    "arg": _Reader.arg,
    "pattern": _Reader.pattern,
    "fields": _Reader.fields,
    "missingValues": _Reader.missing_values,
    "action": _Reader.action,
    "onMissing": _Reader.on_missing,
    "when": _Reader.when,
    "unless": _Reader.unless,
    "explain": _Reader.explain,
    "examples": _Reader.examples,
}
"""How each key is read: every key of the table of kinds has one."""
