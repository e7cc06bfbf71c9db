"""Read a FHIR R4 Questionnaire as a form, or say everything that is wrong with it.

The shape is FHIR's, see `core.forms.fhir_shapes`: an unknown key or a value of another type is refused, and a key that
says nothing about answers is checked and passed over. Refused by name is what would change the meaning of answers if it were
ignored: value sets kept elsewhere, values filled in beforehand (an answer nobody gave), contained resources, implicit rules,
modifier extensions, the types attachment, reference and question. What FHIR tools accept beyond that and cannot be filled is
refused as well.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from core.forms.conditions import condition_problems, read_conditions
from core.forms.extensions import is_help, read_role, read_unit
from core.forms.fhir_shapes import shape_problems
from core.forms.options import read_options
from core.forms.problems import Problem, refuse_if_any, shown
from core.forms.questionnaire import Behavior, Item, ItemType, Questionnaire, Role
from core.forms.symptom_list import symptom_list_problems

DEPTH_LIMIT = 8
ITEM_LIMIT = 500
LINK_ID_LIMIT = 64

_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_STATUSES = frozenset({"draft", "active", "retired", "unknown"})
_UNSUPPORTED_TYPES = frozenset({"attachment", "reference", "question"})
_READ_OF_FORM = frozenset({"resourceType", "url", "version", "title", "status", "item"})
_READ_OF_ITEM = frozenset({"linkId", "type", "enableBehavior", "enableWhen", "answerOption", "item"})
_TEXTS = frozenset({ItemType.STRING, ItemType.TEXT, ItemType.URL, ItemType.OPEN_CHOICE})
_NOT_ON_DISPLAY = ("item", "code", "required", "repeats", "readOnly", "maxLength", "enableBehavior")


def read_questionnaire(raw: object) -> Questionnaire:
    """The form in a parsed Questionnaire resource. Raises `UserError` form_invalid with every problem in its details."""
    reading = _Reading()
    form = reading.questionnaire(raw)
    problems = [*reading.problems, *_whole_form_problems(form, reading.link_ids)]
    refuse_if_any("form_invalid", problems, form=shown(form.url or form.title or "?"))
    return form


def _whole_form_problems(form: Questionnaire, link_ids: Iterable[str]) -> Iterator[Problem]:
    for link_id, times in Counter(link_ids).items():
        if times > 1:
            yield Problem(link_id, "link_id_twice", {"times": times})
    lists = form.by_role(Role.SYMPTOM_LIST)
    for item in lists:
        yield from symptom_list_problems(item)
        above = (form.by_link_id(link_id) for link_id in item.path)
        if any(group is not None and group.repeats for group in above):
            yield Problem(item.link_id, "symptom_list_in_repeating_group")
    for item in lists[1:]:
        yield Problem(item.link_id, "symptom_list_twice", {"first": lists[0].link_id})
    yield from condition_problems(form)


@dataclass
class _Reading:
    """One pass over a raw form. Problems gather here; what can be read is read on."""

    problems: list[Problem] = field(default_factory=list)
    link_ids: list[str] = field(default_factory=list)
    count: int = 0

    def questionnaire(self, raw: object) -> Questionnaire:
        if not isinstance(raw, Mapping) or raw.get("resourceType") != "Questionnaire":
            self._problem("", "not_a_questionnaire")
            return Questionnaire("", "", "", "", ())
        self.problems += shape_problems("Questionnaire", raw, read=_READ_OF_FORM)
        url, version = self._canonical(raw, "url"), self._canonical(raw, "version")
        title = _text(raw, "title")
        if not title.strip():
            self._problem("title", "form_key_missing", key="title")
        if _text(raw, "status") not in _STATUSES:
            self._problem("status", "form_status", allowed=", ".join(sorted(_STATUSES)))
        items = self._items(raw.get("item"), "item", (), None, 1)
        if not items:
            self._problem("item", "form_key_missing", key="item")
        return Questionnaire(url, version, _text(raw, "name"), title, items)

    def _problem(self, where: str, code: str, **params: object) -> None:
        self.problems.append(Problem(where, code, params))

    def _canonical(self, raw: Mapping[str, object], key: str) -> str:
        value = _text(raw, key)
        if not value.strip():
            self._problem(key, "form_key_missing", key=key)
        elif "|" in value or _UNFIT.search(value) or value != value.strip():
            self._problem(key, "form_key_unfit", key=key, value=shown(value))
        return value

    def _items(
        self, raw: object, place: str, path: tuple[str, ...], parent: str | None, depth: int
    ) -> tuple[Item, ...]:
        if not isinstance(raw, list):
            return ()
        if depth > DEPTH_LIMIT:
            self._problem(place, "form_too_deep", limit=DEPTH_LIMIT)
            return ()
        found = []
        for number, entry in enumerate(raw):
            self.count += 1
            if self.count == ITEM_LIMIT + 1:
                self._problem(place, "form_too_long", limit=ITEM_LIMIT)
            if self.count > ITEM_LIMIT:
                break
            item = self._item(entry, f"{place}[{number}]", path, parent, depth)
            if item is not None:
                found.append(item)
        return tuple(found)

    def _item(
        self, raw: object, place: str, path: tuple[str, ...], parent: str | None, depth: int
    ) -> Item | None:
        if not isinstance(raw, Mapping):
            self._problem(place, "key_type", key="item", expected="object")
            return None
        link_id = self._link_id(raw, place)
        where = link_id or place
        self.problems += shape_problems("Questionnaire.item", raw, where, read=_READ_OF_ITEM)
        kind = self._type(raw, where)
        inner = (*path, link_id) if kind is ItemType.GROUP else path
        children = self._items(raw.get("item"), f"{place}.item", inner, link_id, depth + 1)
        if not link_id or kind is None:
            return None
        helping = self._help_ids(raw, kind)
        item = Item(
            link_id=link_id,
            text=_text(raw, "text"),
            type=kind,
            required=raw.get("required") is True,
            repeats=raw.get("repeats") is True,
            options=read_options(where, kind, raw.get("answerOption"), self.problems),
            enable_when=read_conditions(where, raw.get("enableWhen"), self.problems),
            enable_behavior=self._behavior(raw, where),
            role=read_role(where, kind, raw, self.problems),
            unit=read_unit(where, kind, raw, self.problems),
            help="\n".join(child.text for child in children if child.link_id in helping) or None,
            max_length=self._max_length(raw, where, kind),
            items=tuple(child for child in children if child.link_id not in helping),
            path=path,
            parent=parent,
        )
        self._check_whole(raw, item)
        return item

    def _link_id(self, raw: Mapping[str, object], place: str) -> str:
        link_id = raw.get("linkId")
        if not isinstance(link_id, str) or not link_id.strip():
            self._problem(place, "link_id_missing")
            return ""
        if len(link_id) > LINK_ID_LIMIT or _UNFIT.search(link_id) or link_id != link_id.strip():
            self._problem(place, "link_id_unfit", value=shown(link_id), limit=LINK_ID_LIMIT)
            return ""
        self.link_ids.append(link_id)
        return link_id

    def _type(self, raw: Mapping[str, object], where: str) -> ItemType | None:
        name = _text(raw, "type")
        if name in frozenset(ItemType):
            return ItemType(name)
        code = "type_unsupported" if name in _UNSUPPORTED_TYPES else "type_unknown"
        self._problem(where, code, type=shown(name))
        return None

    def _help_ids(self, raw: Mapping[str, object], kind: ItemType) -> frozenset[str]:
        children = raw.get("item")
        entries = children if isinstance(children, list) else []
        return frozenset(
            _text(entry, "linkId")
            for entry in entries
            if isinstance(entry, Mapping) and is_help(entry, in_group=kind is ItemType.GROUP)
        )

    def _behavior(self, raw: Mapping[str, object], where: str) -> Behavior:
        name, clauses = raw.get("enableBehavior"), raw.get("enableWhen")
        if name is None:
            if isinstance(clauses, list) and len(clauses) > 1:
                self._problem(where, "enable_behavior_missing")
            return Behavior.ALL
        if isinstance(name, str) and name in frozenset(Behavior):
            return Behavior(name)
        self._problem(where, "enable_behavior_unknown", value=shown(name))
        return Behavior.ALL

    def _max_length(self, raw: Mapping[str, object], where: str, kind: ItemType) -> int | None:
        limit = raw.get("maxLength")
        if not isinstance(limit, int):
            return None
        if kind not in _TEXTS:
            self._problem(where, "key_not_allowed", key="maxLength", type=kind.value)
        return limit

    def _check_whole(self, raw: Mapping[str, object], item: Item) -> None:
        if item.type is ItemType.DISPLAY:
            for key in _NOT_ON_DISPLAY:
                if raw.get(key) is not None:
                    self._problem(item.link_id, "key_not_allowed", key=key, type=item.type.value)
        if item.is_group and not item.items:
            self._problem(item.link_id, "group_empty")
        if item.is_question and item.repeats and item.items:
            self._problem(item.link_id, "children_of_repeating")


def _text(raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key)
    return value if isinstance(value, str) else ""
