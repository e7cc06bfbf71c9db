"""Invented patients with names as they are distributed: few surnames for most, some given names shared by many.

Shares of the surnames follow published rankings roughly; what matters is that 王, 李 and 张 are a fifth of everyone, that a few
full names occur dozens of times, and that most occur once or twice. The same seed gives the same people.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from core.base.birth import Birth

SEED = 20261129

_FIRST_TEN = {
    "王": 73,
    "李": 72,
    "张": 68,
    "刘": 54,
    "陈": 46,
    "杨": 31,
    "赵": 23,
    "黄": 22,
    "周": 19,
    "吴": 19,
}
_SURNAMES = (
    "徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜"
    "范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文单解仇区查尉"
)
_COMPOUND = ("欧阳", "上官", "司马", "诸葛", "尉迟", "单于", "皇甫", "慕容")
_SINGLE = "伟芳娜敏静强磊洋艳勇军杰娟涛超明霞平刚丽燕鹏飞玲斌华波辉健兵梅红鑫英慧浩宇琳雪倩颖琴峰亮凯璐"
_POPULAR = (
    *(
        "秀英",
        "桂英",
        "秀兰",
        "玉兰",
        "建国",
        "建华",
        "建军",
        "国强",
        "志强",
        "志明",
        "文杰",
        "小红",
        "丽娟",
        "丽华",
        "淑珍",
    ),
    *(
        "淑英",
        "海燕",
        "春梅",
        "晓东",
        "晓燕",
        "永强",
        "子轩",
        "梓涵",
        "雨桐",
        "浩然",
        "欣怡",
        "佳怡",
        "宇航",
        "思远",
        "俊杰",
    ),
)
_MIDDLE = "晓小文建国志玉秀海春丽金永明德子梓雨欣思佳俊家云红淑桂玲成新天光少一振忠世立宏景若诗可嘉奕泽承昊瑞"
_LAST = "华英明平兰芳军强红梅辉涛林峰萍荣霞燕生杰娟玲伟珍琴香云波龙祥斌鹏飞宇轩涵彤瑶雯洁婷颖琪瑜菲妍岚朗然远哲毅安"
_SEXES = ("男", "女")


@dataclass(frozen=True, slots=True)
class Invented:
    """One person, not yet registered."""

    name: str
    sex: str
    birth: Birth | None
    phone: str | None


def invented(number: int) -> list[Invented]:
    """So many people, the same ones each time."""
    return list(_everyone(random.Random(SEED), number))


def _everyone(chance: random.Random, number: int) -> Iterator[Invented]:
    surnames, weights = _weighted()
    for surname in chance.choices(surnames, weights, k=number):
        year, month, day = chance.randint(1930, 2024), chance.randint(1, 12), chance.randint(1, 28)
        yield Invented(
            name=surname + _given(chance),
            sex=chance.choice(_SEXES),
            birth=Birth(f"{year}-{month:02d}-{day:02d}") if chance.random() < 0.95 else None,
            phone=f"1{chance.choice('3578')}{chance.randint(0, 10**9 - 1):09d}"
            if chance.random() < 0.9
            else None,
        )


def _weighted() -> tuple[list[str], list[float]]:
    common = [18 / (1 + place / 10) for place in range(len(_SURNAMES))]
    return (
        [*_FIRST_TEN, *_SURNAMES, *_COMPOUND],
        [*map(float, _FIRST_TEN.values()), *common, *(0.3 for _ in _COMPOUND)],
    )


def _given(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.15:
        return _skewed(chance, _SINGLE)
    if kind < 0.25:
        return chance.choice(_POPULAR)
    return _skewed(chance, _MIDDLE) + _skewed(chance, _LAST)


def _skewed(chance: random.Random, marks: str) -> str:
    """A character, those in front more often."""
    return marks[int(len(marks) * chance.random() ** 1.5)]
