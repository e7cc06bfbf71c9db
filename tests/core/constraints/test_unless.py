"""Wording that is somebody else's, denied or of another time, with the rules that ship: what is decided stands in the tables here."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from core.constraints.counter_examples import try_all
from core.constraints.engine import Engine
from core.constraints.event import Author
from core.constraints.reading import problems_in
from tests.fakes.constraints import SHIPPED, TODAY, read, shipped, wording

SHIPPED_ENGINE = shipped()

CONCLUSIONS: Mapping[str, tuple[str, ...]] = {
    # A rate is a conclusion about a treatment: what the advertising law forbids to state (广告法, art. 16).
    "a rate": ("治愈率90%。", "有效率", "总有效率95%"),
    "plain": (
        "复诊评估：病情明显好转，守方再服。", "结论为治疗有效。", "咳嗽已治愈。", "头痛较前好转。", "疗效评估：有效", "总有效率95%。", "确诊为乙肝。",
        "好转明显。", "医师认为好转。", "无发热，头痛好转。", "胃脘不适好转。", "治疗有效，患者诉满意。", "治疗有效 成分如下",
    ),
    "quotation marks alone": ("病情“好转”。", "疗效评估：“有效”", "不得写“有效”“好转”等字样。"),
    "behind the reach of who said it": (
        "患者诉夜醒减少，病情好转。", "患者诉头痛减轻，治疗有效。", "患者诉“睡得好了”，病情好转。", "“患者诉好转”系误记，实际治愈。", "患者诉头痛。病情好转。",
        "患者诉头痛，考虑已治愈。", "患者诉夜寐安。综上，治疗有效。", "患者诉头痛减轻，药物有效。", "患者诉头痛消失，即为治愈。", "患者诉头痛消失，桂枝汤有效。",
        "患者诉头痛消失，针刺有效。", "患者诉头痛消失，我认为治愈。", "患者诉头痛三日，初步确诊为偏头痛。", "家属称好转，遂认定有效。", "主诉：头痛三天，好转。", "自觉好转，有效。",
        "患者诉头痛减轻 本方有效。", "医生问患者说好转了吗，好转。", "患者诉，治疗有效。", "患者诉头痛减轻、疗效满意、治愈。",
    ),
    "denied twice, or not at all": (
        "不但好转，而且睡得好。", "不仅有效。", "治疗无不有效。", "并非未见好转。", "不是没有好转。", "不无好转。", "毫无疑问有效。", "无可否认已治愈。",
        "不可谓不有效。", "不至于没有好转。", "无时无刻不好转。", "不能说无效，已治愈。", "难道没有好转？", "谁说没有好转？", "岂能说没有好转。", "未尝没有好转。", "不可否认有效。", "无法否认头痛好转。", "否认发热，头痛好转。", "好转有待提高。",
    ),
    "of now, whatever date stands before": (
        "2021年起病，经治疗好转。", "2026年11月30日复诊，症状好转。", "2026年11月30日好转。", "2026-11-23 初诊；2026-11-30 复诊，好转。", "3天前好转。",
        "头痛较以前好转。", "睡眠比去年好转。", "十年前确诊为胃炎，现好转。", "曾头痛，现已好转。", "2020年起服用本方，有效。", "自2020年以来病情好转。",
        "2026年3月来诊，2026年11月30日确诊为胃炎。", "2026年11月在外院确诊为胃溃疡。", "既往体健，病情好转。", "既往有胃炎，服药后好转。",
        "2021年起病，11月30日好转。", "二〇二六年好转。", "2021年肺炎，今日好转。", "2021年确诊为肺癌，已治愈。",
        "过去一周好转。", "过去三天病情好转。", "去年头痛，这回治愈。", "2019年起患头痛，经针灸治愈。", "2021年起头痛，确诊为偏头痛。", "既往有高血压，头痛好转。", "曾服中药，好转。",
        "曾头痛今晨好转。", "2021年头痛当前好转。", "较以前好转。",
    ),
    "a word that ends like a cue, or begins like one": (
        "呼吸困难好转。", "吞咽困难有效缓解。", "大便难好转。", "疲乏好转。", "困乏明显好转。", "咳嗽不已好转。", "疼痛不已治愈。", "不过有效。", "症状时有时无好转。", "现病史：头痛，服药后好转。",
        "流行病史无殊好转。", "头痛以前额为主好转。", "不自觉好转。", "晚上看不见好转。",
    ),
    "written so as to hide": (
        "有\u200b效", "好 转", "好轉", "確診為肺炎", "**好**转", "未见好\u200b转", "患者诉好 转", "治\n愈", "有效\u3000", "冶愈" + "有 效",
        "有-效", "好·转", "治●愈", "有“效”", "“有”“效”", "好🙂转", "好\x00转", "好\u2800转", "好\u302a转", "好\\转", "治瘉", "有傚", "碻診為肺炎", "未见好-转",
        "有&nbsp;效", "&#26377;&#x6548;", "未见&#22909;转", "有<b>效</b>", "有<!-- -->效", "好<br>转", "\\u6709\\u6548", "好\\n转", "有\\*\\*效", "[有](x)效", "有![](x)效", "<有 效>",
        "未见<b>好</b>转",
    ),
}  # fmt: skip
NO_CONCLUSIONS: Mapping[str, tuple[str, ...]] = {
    "said": (
        "患者诉用药后好转，夜里醒的次数变少。", "患者诉头痛减轻，睡眠好转。", "患者诉：“用药后好转。白天也有精神，好转了。”", "家属代诉夜间咳嗽好转。",
        "病人自述服药后“有效”。", "患者诉：用药好转",
        "“好转”二字为患者原话。", "“好转”为患者原话。", "患者原话：“好转了，有效”。", "患者母亲说夜咳好转。", "患者表示好转。", "患者诉头痛、失眠好转，大便成形，胃口好转。", "患者诉头痛减轻 睡眠好转",
    ),
    "denied": (
        "未见好转", "无好转不能算结论。", "尚未治愈。", "是否有效，尚不明确。", "缺乏有效证据。", "乏有效证据。", "未见“好转”。", "疗效好转与否待下次再看。",
        "好转不明显。", "未见**好转**", "问：是否已治愈？", "用药有效吗？", "不宜称治愈。", "谈不上治愈。", "有无好转？", "无法治愈。",
        "否认头痛好转。", "患者否认服药后症状好转。", "并无好转。", "毫无好转。", "没有一点好转。", "未见丝毫好转。", "好转尚不明显。", "未得到有效控制。", "尚未确诊为肿瘤。",
    ),
    "history": (
        "2021 年在外院确诊为肺癌，已手术。", "2019年确诊为糖尿病。", "既往确诊为高血压病。", "2021年以“好转”出院。", "2021年因肺炎住院，好转出院。",
        "十年前确诊为胃炎。", "曾确诊为乙肝。", "2020年3月5日外院确诊为“萎缩性胃炎”。", "2026年8月在外院确诊为胃溃疡。", "既往有胃炎，确诊为萎缩性。",
        "2008年发现血糖高，2010年确诊为糖尿病。", "2019年体检发现肺结节，确诊为肺癌。", "2021年已确诊为糖尿病。", "患者2021年于外院诊为肺炎，好转后出院。",
        "家族史：父亲确诊为肺癌。", "2021年 8 月因肺炎住院，抗炎治疗后好转出院。", "童年时患肺炎治愈。", "以前曾确诊为乙肝。", "以前确诊为糖尿病。",
    ),
    "another word": ("药物有效期至2027年。", "本品有效成分为黄芩苷。", "有效血容量不足。", "服药有效期至2027年。", "请带有效身份证件。", "处方开具当日有效。"),
    "lists": (
        "精神好，转氨酶高", "睡眠好。转侧不利", "| 睡眠好 | 转氨酶高 |", "睡眠好 · 转侧不利", "- 睡眠好\n- 转侧不利", "睡眠好→转差", "未确诊（为待查）", "纳好、转天复诊",
    ),
    "nothing": ("胃脘胀痛次数比前一次少，大便成形。", "", "效果有待观察"),
}  # fmt: skip


@pytest.mark.parametrize("text", [text for texts in CONCLUSIONS.values() for text in texts])
def test_conclusions(text: str) -> None:
    assert SHIPPED_ENGINE.before_output(text, Author.MODEL).hits


@pytest.mark.parametrize("text", [text for texts in NO_CONCLUSIONS.values() for text in texts])
def test_no_conclusions(text: str) -> None:
    found = SHIPPED_ENGINE.before_output(text, Author.MODEL)
    assert found.hits == ()
    assert found.verdict.events == ()


def test_the_shipped_rules_load_and_stop_something() -> None:
    written = json.loads(SHIPPED.read_text(encoding="utf-8"))
    assert problems_in(written, "wording.json") == []
    for tried in try_all(read(*written), TODAY):
        assert tried.ok, [(trial.example, trial.action) for trial in tried.wrong]


def test_one_place_is_excused_and_another_is_not() -> None:
    text = "未见好转。总体有效。"
    found = SHIPPED_ENGINE.before_output(text, Author.MODEL)
    assert [text[hit.start : hit.end] for hit in found.hits] == ["有效"]
    assert [(text[hit.start : hit.end], hit.excused_by) for hit in found.excused] == [("好转", "denied")]


def test_without_a_day_no_date_is_of_another_time() -> None:
    engine = Engine(shipped().constraints)
    assert engine.before_output("2019年确诊为糖尿病。", Author.MODEL).hits


def ruled(**excuse: Any) -> Engine:
    return wording(unless=[{"id": "x", **excuse}])


@pytest.mark.parametrize(
    ("excuse", "text", "excused"),
    [
        ({"before": ["诉"], "reach": "clause"}, "诉头痛好转", True),
        ({"before": ["诉"], "reach": "clause"}, "诉头痛，好转", False),
        ({"before": ["诉"], "reach": "clause"}, "诉头痛：好转", False),
        ({"before": ["诉"], "reach": "sentence"}, "诉头痛，好转", True),
        ({"before": ["诉"], "reach": "sentence"}, "诉头痛；好转", False),
        ({"before": ["诉"], "reach": "sentence"}, "诉头痛\n好转", False),
        ({"before": ["诉"], "reach": "sentence"}, "诉3.5天好转", True),
        ({"before": ["诉"], "reach": "sentence"}, "诉 ok. 好转", False),
        ({"before": ["诉"]}, "诉好转", True),
        ({"before": ["诉"]}, "诉已好转", False),
        ({"before": ["诉"], "between": ["已", "经"]}, "诉已经好转", True),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉头痛，睡眠好转", True),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉头痛，针刺好转", False),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉头痛，睡可，针刺好转", False),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉头痛 针刺好转", False),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉头痛 3 天好转", True),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉：头痛好转", True),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["睡"]}, "诉，头痛好转", False),
        ({"before": ["诉"], "reach": "sentence", "goesOn": ["好转后"]}, "诉头痛，好转后出院", True),
        ({"before": ["诉"], "ends": ["考"], "reach": "clause"}, "诉考好转", False),
        ({"before": ["诉"], "notAfter": ["不"], "reach": "clause"}, "不诉好转", False),
        ({"before": ["诉"], "reach": "clause"}, "诉“头痛。好转”", False),
        ({"before": ["诉"], "quotes": True}, "诉“头痛。好转”", True),
        ({"before": ["诉"], "quotes": True}, "诉：\"头痛。好转\"", True),
        ({"before": ["诉"], "quotes": True, "reach": "sentence"}, "诉“头痛”好转", False),
        ({"before": ["诉"], "quotes": True, "reach": "sentence"}, "“诉”好转", False),
        ({"before": ["诉"], "quotes": True, "reach": "sentence"}, "诉“头痛好转", True),
        ({"after": ["吗"]}, "好转吗", True),
        ({"after": ["吗"]}, "好转了吗", False),
        ({"after": ["吗"], "between": ["了"]}, "好转了吗", True),
        ({"whole": ["好转院"]}, "好转院", True),
        ({"whole": ["好转院"]}, "好 转院", False),
        ({"whole": ["好转"]}, "好转", False),
        ({"before": ["诉"], "reach": "clause"}, "好转诉", False),
        ({"before": ["訴"], "reach": "clause"}, "诉好转", True),
        ({"dates": 60, "reach": "clause"}, "2021年好转", True),
        ({"dates": 60, "reach": "clause"}, "2026年11月好转", False),
        ({"before": ["诉"], "reach": "clause"}, "诉" + "头" * 600 + "好转", False),
    ],
)  # fmt: skip
def test_reach(excuse: dict[str, Any], text: str, excused: bool) -> None:
    assert bool(ruled(**excuse).before_output(text, Author.MODEL).hits) is not excused


def test_a_long_place_that_is_excused_covers_no_other() -> None:
    engine = wording(pattern="确诊为.*|好转", unless=[{"id": "x", "before": ["曾"]}])
    assert engine.before_output("曾确诊为肺炎，病情好转", Author.MODEL).hits
    assert not engine.before_output("曾确诊为肺炎", Author.MODEL).hits
