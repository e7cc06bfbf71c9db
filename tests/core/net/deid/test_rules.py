"""What the rules take and what they leave, one line for each decision."""

from time import process_time

import pytest

from core.net.deid.numbers import luhn
from core.net.deid.placeholders import Placeholders
from tests.fakes.known_people import People, deidentifier

NOBODY = deidentifier(People())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("身份证 110105 19800315 0012", "身份证 [身份证1]"),
        ("证 11010519800315008x", "证 [身份证1]"),
        ("110105198003150012" + "13912345678", "[身份证1][电话1]"),
        ("13912345678" + "13887654321", "[电话1][电话2]"),
        ("身份证号 110105198003150013", "身份证号 [身份证1]"),
        ("旧证 110105800315001", "旧证 [身份证1]"),
        ("幺三九……幺二三四五六七八", "[电话1]"),
        ("+86 139 1234 5678", "[电话1]"),
        ("座机 010-6234 5678 分机 12", "座机 [电话1]"),
        ("电话 6234567", "电话 [电话1]"),
        ("卡 6228480402564890018", "卡 [银行卡1]"),
        ("银行卡号 6228480402564890019", "银行卡号 [银行卡1]"),
        ("护照 E12345678，港澳通行证 C12345678", "护照 [证件1]，港澳通行证 [证件2]"),
        ("粤B·D12345 与沪A12345", "[车牌1] 与[车牌2]"),
        ("mail zhang.san＠example.cn 即可", "mail [邮箱1] 即可"),
        ("微信号：li_lei88 QQ 123456789", "微信号：[微信1] QQ [QQ1]"),
        ("社保卡号 A12345678", "社保卡号 [医保号1]"),
        (
            "Bearer 用 Authorization: Bearer app-TESTCANARY111111111111",
            "Bearer 用 Authorization: Bearer [密钥1]",
        ),
        ("生于庚申年正月廿九；1980年3月15日出生", "生于[出生日期1]；[出生日期2]出生"),
        ("九十三岁，96岁", "[90岁以上1]，[90岁以上2]"),
        ("住 河南省周口市太康县老冢镇刘寄奴村五组", "住 [地址1]"),
        ("住解放路小学对面第二排红门", "住[地址1]"),
        ("我姓王叫小明", "我姓[人名1]叫[人名2]"),
        ("老王头痛，王阿姨也来", "[人名1]头痛，[人名2]也来"),
        ("姓 名：王 芳", "姓 名：[人名1]"),
        ("阿依古丽·买买提来诊", "[人名1]来诊"),
        ("姓名：𠮷田一郎", "姓名：[人名1]"),
        ("Patient: John Smith", "Patient: [人名1]"),
    ],
)
def test_taken(text: str, left: str) -> None:
    done = NOBODY.strip(text, Placeholders())
    assert done.value == left
    assert done.placeholders.restored(left) == text


@pytest.mark.parametrize(
    "text",
    [
        "条码 202611010001234567 为检验条码，不是证件",
        "总量 13800138000 单位/疗程",
        "HBV DNA 13800138000 IU/mL，旧值 1.3800138000",
        "客服 10000 或 12320",
        "订单号 13912345678，批号 110105800315001",
        "编号 6222021000111111110 非卡号",
        "血压 138/80mmHg，心率 72，13 14 15 16 17 18 19",
        "2026-11-03 复诊，2026年10月8日初诊，病程3年",
        "89岁，80岁以上，超过 95 岁者慎用，90岁以上减量",
        "方药：刘寄奴 9g，何首乌 15g，徐长卿 6g，王不留行 9g",
        "参考张仲景《伤寒论》、叶天士医案、王叔和脉经、素问·举痛论",
        "取穴：公孙、陶道、商丘、曲池",
        "舌质淡白·淡红，舌形胖大·瘦薄",
        "患者高热，父亲高血压，母亲白内障，儿子于昨日发热，患者常感乏力",
        "小柴胡汤、小青龙汤，老黄痰，小金丹",
        "住院三天，住在亲戚家，家住农村，来自四川",
        "由医师填写，主任医师会诊，老先生、老师傅",
        "姓名：无；患者姓名：不详",
        "四肢不温，项强，易感冒，方用温胆汤",
        '{"name": "shiwen", "tool": "records.save"}',
    ],
)
def test_left(text: str) -> None:
    done = NOBODY.strip(text, Placeholders())
    assert [(one.written, one.rule) for one in done.replaced] == []


def test_without_the_packs_words_a_herb_may_be_taken_for_somebody() -> None:
    """The list of what is nobody is the packs', and it is needed."""
    text = "丈夫马钱子，母亲石韦"
    assert NOBODY.strip(text, Placeholders()).value == text
    bare = type(NOBODY)(People(), NOBODY._today)
    assert bare.strip(text, Placeholders()).value != text


@pytest.mark.parametrize(
    "text",
    [
        "1" * 40_000,
        "12 " * 13_000,
        "[" * 40_000,
        "13912345678" * 3_000,
        "北京市" * 13_000,
        "王医生" * 13_000,
        "一二三" * 13_000,
    ],
)
def test_no_text_keeps_it_busy(text: str) -> None:
    """A tenth of this is the most a request has; a rule that goes over a text again and again would take minutes."""
    before = process_time()
    done = NOBODY.strip(text, Placeholders())
    assert process_time() - before < 5
    assert done.placeholders.restored(done.value) == text


@pytest.mark.parametrize("shift", [10, -1, 9])
def test_luhn(shift: int) -> None:
    good = "6228480402564890018"
    assert luhn(good)
    assert luhn(good[:-1] + str((int(good[-1]) + shift) % 10)) is (shift == 10)
