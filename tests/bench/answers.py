"""Answers files as a physician would fill them in, for benches."""

import json

from tests.bench.load import COMPLAINTS

TERMS = (
    *(
        "失眠",
        "多梦",
        "易醒",
        "胃脘痛",
        "腹胀",
        "反酸",
        "嗳气",
        "便秘",
        "夜尿",
        "心悸",
        "胸闷",
        "头痛",
        "眩晕",
        "耳鸣",
        "腰痛",
    ),
    *(
        "恶寒",
        "发热",
        "自汗",
        "盗汗",
        "口渴",
        "口苦",
        "纳差",
        "乏力",
        "咳嗽",
        "咽痛",
        "恶心",
        "便溏",
        "尿频",
        "目涩",
        "肢冷",
    ),
)
WORDS = "比上回轻些，夜里还是要醒，白天没有精神"


def answers(turn: int, symptoms: int) -> str:
    """The answers file of a patient's visit, a little different at each turn."""
    return json.dumps(
        {
            "answers": {
                "zhushu": COMPLAINTS[turn % len(COMPLAINTS)],
                "xianbingshi": "两月前因工作连续加班，渐觉躺下后难以入睡，每夜约睡四小时，起夜三次。" * 3,
                "jiwangshi": "慢性胃炎五年，未规律复查；否认手术史。",
                "jiazushi": {"code": "不详"},
                "liuxingbingshi": {"code": "无"},
                "shexiang": "舌淡红，边有齿痕，苔薄白微腻",
                "maixiang": "左弦细，右关弱",
            },
            "symptoms": [_symptom(term, turn + place) for place, term in enumerate(TERMS[:symptoms])],
        },
        ensure_ascii=False,
    )


def _symptom(term: str, turn: int) -> dict[str, object]:
    if turn % 5 == 4:
        return {"term": term, "field": "", "status": "无"}
    return {
        "term": term,
        "field": "",
        "status": "有",
        "grade": 1 + turn % 3,
        "since": "两月余",
        "frequency": "每夜",
        "words": WORDS,
    }
