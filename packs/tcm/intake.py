"""The tool that has a visit saved: answers in, by linkId. What is missing or does not fit keeps it from being saved.

Whether the ten questions are complete is the constraint's to say, of the data returned here: it stands outside of whoever calls. The form
itself is held once more when the visit is saved.
"""

from collections.abc import Mapping, Sequence

from core.packhost.api import Context, Result, Tool

FORM = "shiwen"

PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "patientId": {"type": "string", "description": "病历号，如 P001；不是姓名"},
        "form": {"type": "string", "enum": [FORM, "menzhen"], "default": FORM},
        "answers": {"type": "object", "description": "答案，键为表单的 linkId"},
        "symptoms": {
            "type": "array",
            "items": {"type": "object"},
            "description": "症状：term、status（有、无、不详），可加 grade、count、trend、since、frequency、words",
        },
        "at": {"type": "string", "description": "就诊时间（ISO 8601）；不写为现在"},
    },
    # Not the patient: that the call lacks one is for the constraint to say.
    "required": ["answers"],
    "additionalProperties": False,
}


def collect(arguments: Mapping[str, object], context: Context) -> Result:
    record_no, form = str(arguments.get("patientId", "")), str(arguments.get("form", FORM))
    answers, symptoms = _object(arguments["answers"]), _objects(arguments.get("symptoms", []))
    checked = context.records.check(record_no, form, answers, symptoms)
    if checked.problems:
        places = "、".join(dict.fromkeys(f"{one.where}（{one.code}）" for one in checked.problems))
        return Result(f"没有保存：{len(checked.problems)} 处与表单不符：{places}", ok=False)
    context.records.save_visit(record_no, form, answers, symptoms, at=str(arguments.get("at", "")))
    return Result(f"已收到 {len(answers)} 项答案，{len(symptoms)} 条症状。", data=answers)


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _objects(value: object) -> Sequence[Mapping[str, object]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


INTAKE_COLLECT = Tool(
    "intake_collect",
    "问诊入库",
    "把一次问诊的答案存为就诊。缺项或不合表单时不保存。",
    PARAMETERS,
    collect,
)
