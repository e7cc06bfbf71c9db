"""What is read out of a narrative, and above all what is not: precision comes before recall."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.text import compact
from core.forms.findings import Count, Status
from core.packhost.host import Packs, mount
from core.packhost.narrative import Narrative, Offer

PACKS = mount()
READER = PACKS.narrative

SENTENCES = [
    # 有, plainly
    ("咳嗽。", "咳嗽 有"),
    ("偶有咳嗽，夜里心慌。", "咳嗽 有; 心悸 有"),
    ("头痛时有时无", "头痛 有"),
    ("胸闷或有或无", "胸闷 有"),
    ("不但头痛，而且头晕", "头痛 有; 头晕 有"),
    ("无时无刻不在头痛", "头痛 有"),
    ("无明显诱因出现头痛", "头痛 有"),
    ("咳嗽不止，发热不退", "咳嗽 有; 发热 有"),
    ("失眠没有好转，腰痛无明显加重", "失眠 有; 腰痛 有"),
    ("头痛不甚，时作时止", "头痛 有"),
    ("经治疗后仍有咳嗽", "咳嗽 有"),
    ("四肢无力、头晕", "头晕 有"),
    ("咳嗽两天，无痰，无其他不适", "咳嗽 有 ·两天"),
    ("不得不坐起，气喘", "气喘 有"),
    # a denial within the term itself
    ("不能平卧，动则气喘", "不能平卧 有; 气喘 有"),
    ("夜来不寐", "失眠 有"),
    ("无汗，恶寒", "无汗 有; 恶寒 有"),
    ("口渴不欲饮", "渴不欲饮 有"),
    ("不想吃饭，没精神", "食欲不振 有; 神疲 有"),
    # 无: how far it reaches
    ("无发热、咳嗽、胸闷。", "发热 无; 咳嗽 无; 胸闷 无"),
    ("否认头痛、头晕及恶心", "头痛 无; 头晕 无; 恶心 无"),
    ("无恶心呕吐，无头晕头痛", "恶心 无; 呕吐 无; 头晕 无; 头痛 无"),
    ("无头痛或头晕", "头痛 无; 头晕 无"),
    ("不发热，咳嗽", "发热 无; 咳嗽 有"),
    ("不发热、咳嗽", "发热 无"),
    ("不发热但咳嗽", "发热 无; 咳嗽 有"),
    ("不发热，也不咳嗽，仅头痛", "发热 无; 咳嗽 无; 头痛 有"),
    ("头痛、无发热、咳嗽", "头痛 有; 发热 无"),
    ("无双下肢浮肿", "下肢浮肿 无"),
    ("无发热伴寒战", "发热 无"),
    ("无剧烈头痛", ""),
    ("无外伤出血、头痛", ""),
    ("无发热，咳嗽，胸闷等不适", "发热 无"),
    ("两胁不胀，口不干，大便不干", "胁胀 无; 口干 无; 便干 无"),
    ("头已不痛，胸不闷", "头痛 无; 胸闷 无"),
    ("发热没有，咳嗽有", "发热 无; 咳嗽 有"),
    ("咳嗽（+），头痛（－），盗汗(±)", "咳嗽 有; 头痛 无"),
    # gone
    ("心慌没有了。", "心悸 无"),
    ("咳嗽已愈，头痛消失", "咳嗽 无; 头痛 无"),
    ("头痛、咳嗽均已消失", "头痛 无; 咳嗽 无"),
    ("头痛消失，头晕减轻", "头痛 无; 头晕 有"),
    ("咳嗽止。", "咳嗽 无"),
    ("头痛服药后消失", ""),
    ("咳嗽好了一些", ""),
    ("腹痛缓解，胃痛基本消失", ""),
    # not now, not here, not sure
    ("既往有头痛、胃痛，曾失眠。", ""),
    ("其母有头痛，奶奶常咳嗽", ""),
    ("既往头痛多年；现咳嗽", "咳嗽 有"),
    ("曾有头晕，现头痛", "头痛 有"),
    ("昨日发热，今日已退", ""),
    ("发热三天，今日已退", ""),
    ("昨日发热，今日无发热", "发热 无"),
    ("发热两天，现已无", ""),
    ("发热，无发热", ""),
    ("如有发热及时就诊", ""),
    ("若咳嗽加重则复诊", ""),
    ("服止咳药，治疗失眠", ""),
    ("中医诊断：咳嗽，失眠症", ""),
    ("头痛病史，腰痛史", ""),
    ("接触发热患者", ""),
    ("无明显发热，不太咳嗽", ""),
    ("头痛或头晕", ""),
    ("有无胸痛不详", ""),
    ("可能发热，疑似黄疸", ""),
    ("舌有瘀斑，苔白，脉细", ""),
    ("有痰，痰少色白", ""),
    ("头痛以前额为主，伴恶心", "头痛 有; 恶心 有"),
    # who tells
    ("家属代诉：发热", "发热 有"),
    ("其母诉患儿夜啼", "夜啼 有"),
    # since
    ("咳嗽两天，头痛3天余", "咳嗽 有 ·两天; 头痛 有 ·3天余"),
    ("失眠、心悸半年余，第三次就诊", "失眠 有 ·半年余; 心悸 有 ·半年余"),
    ("头晕反复发作3年，再发2天", "头晕 有 ·3年"),
    ("患者3天前受凉后出现咳嗽、发热", "咳嗽 有 ·3天前; 发热 有 ·3天前"),
    ("昨晚开始腹痛", "腹痛 有 ·昨晚"),
    ("近两周来咳嗽、气喘", "咳嗽 有 ·近两周来; 气喘 有 ·近两周来"),
    ("失眠10余年，耳鸣一年半，腰痛一个多月", "失眠 有 ·10余年; 耳鸣 有 ·一年半; 腰痛 有 ·一个多月"),
    ("便秘三四天一次", "便秘 有"),
    ("头痛两天前加重", "头痛 有"),
    ("痛经3天", "痛经 有"),
    ("尿多两周", "尿多 有 ·两周"),
    ("头痛半夜甚", "头痛 有"),
    # grade: only what plainly is one
    ("轻微咳嗽，剧烈头痛，中度腹胀", "咳嗽 有 1; 头痛 有 3; 腹胀 有 2"),
    ("腰痛难忍，失眠严重，头痛甚", "腰痛 有 3; 失眠 有 3; 头痛 有 3"),
    ("稍有头晕，略咳", "头晕 有 1; 咳嗽 有 1"),
    ("咳嗽夜间加重，头痛较轻，失眠严重影响工作", "咳嗽 有; 头痛 有; 失眠 有"),
    ("咳嗽明显，偶尔心悸", "咳嗽 有; 心悸 有"),
    ("咳甚则呕吐", "咳嗽 有; 呕吐 有"),
    # counts: only in a unit the vocabulary knows, never from a range
    ("夜尿每晚3次", "夜尿 有 3 次/夜"),
    ("起夜一夜三次", "夜尿 有 3 次/夜"),
    ("腹泻4次/日，夜尿2次", "泄泻 有 4 次/日; 夜尿 有 2 次"),
    ("腹泻3-4次/日，夜尿三四次", "泄泻 有; 夜尿 有"),
    ("头痛每日3次", "头痛 有"),
    # words with several meanings stay as they stand, or yield to the term
    ("怕冷，睡不着", "怕冷 有; 睡不着 有"),
    ("怕冷，恶寒", "恶寒 有"),
    # whole records
    (
        "服上方七剂，入睡较前快，仍有梦；心慌没有了。大便三四天一次，费力。前天受凉，偶有咳嗽，不发热，两胁不胀。",
        "心悸 无; 咳嗽 有; 发热 无; 胁胀 无",
    ),
    (
        "患者2周前无明显诱因出现胃脘痛，食后加重，伴嗳气、反酸，无恶心呕吐，无黑便，食欲不振。既往有头晕。",
        "胃脘痛 有 ·2周前; 嗳气 有; 反酸 有; 恶心 无; 呕吐 无; 黑便 无; 食欲不振 有",
    ),
    ("咳嗽3天，今晨起剧烈咳嗽，无发热\n无胸痛", "咳嗽 有 3 ·3天; 发热 无; 胸痛 无"),
]


def told(offer: Offer) -> str:
    parts = [offer.term, offer.status.value]
    parts += [str(offer.grade)] if offer.grade else []
    parts += [offer.count.text] if offer.count else []
    parts += [f"·{offer.since}"] if offer.since else []
    return " ".join(parts)


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[text for text, _ in SENTENCES])
def test_a_sentence_offers(text: str, expected: str) -> None:
    assert "; ".join(told(offer) for offer in READER.read(text)) == expected


def words() -> list[tuple[str, str]]:
    """Every term and alias that is read, with its term. A word of 汗 behind 无 or 没有 is another term: 无汗."""
    found = []
    for _, term in PACKS.vocabulary.readings():
        for word in map(compact, (term.term, *term.aliases)):
            offers = READER.read(word)
            if "(" not in word and [offer.meant for offer in offers] == [(term.term,)]:
                found.append((word, term.term))
    return found


WORDS = words()


def test_most_words_of_the_vocabulary_are_read() -> None:
    every = {compact(word) for _, term in PACKS.vocabulary.readings() for word in (term.term, *term.aliases)}
    assert len(WORDS) > 0.95 * len(every)
    terms = {term.term for _, term in PACKS.vocabulary.readings()} - {"紧张"}
    assert {term for term in terms if "(" not in term} <= {term for _, term in WORDS}


@pytest.mark.parametrize(
    ("pattern", "status"),
    [
        *(
            ("{0}。", "有"),
            ("仍有{0}", "有"),
            ("无{0}。", "无"),
            ("否认{0}", "无"),
            ("{0}消失", "无"),
            ("{0}没有了", "无"),
        ),
        *(
            ("既往有{0}", ""),
            ("其母有{0}", ""),
            ("曾{0}", ""),
            ("疑似{0}", ""),
            ("如有{0}", ""),
            ("{0}病史", ""),
        ),
    ],
)
def test_a_cue_works_on_every_word(pattern: str, status: str) -> None:
    wrong = {}
    for word, term in WORDS:
        got = [(offer.term, offer.status.value) for offer in READER.read(pattern.format(word))]
        if got != ([(term, status)] if status else []):
            wrong[word] = got
    # 无汗 is a symptom of its own, and 无 with 汗 in front of any other word is that one.
    assert {word: got for word, got in wrong.items() if "汗" not in word and word not in SPOKEN_TWICE} == {}


SPOKEN_TWICE = {"不寐"}
"""无不 is a way of saying yes: with 无 before it nobody can tell."""


ALPHABET = "咳嗽头痛发热失眠无不没有否认既往其母曾今现仍、，。；及或两三天3次/夜前起出现消失已愈轻重剧烈 　\n“”(a.①㎏"


@settings(max_examples=600)
@given(st.text(alphabet=ALPHABET, max_size=60) | st.text(max_size=80))
def test_an_offer_rests_on_the_text(text: str) -> None:
    offers = READER.read(text)
    for offer in offers:
        assert text[offer.start : offer.end] == offer.written
        assert offer.written in offer.quote
        assert offer.quote in text
        assert offer.since in text
        assert offer.status in {Status.PRESENT, Status.ABSENT}
        assert offer.status is Status.PRESENT or (offer.grade, offer.count, offer.since) == (None, None, "")
    assert [offer.start for offer in offers] == sorted(offer.start for offer in offers)
    assert len({offer.term for offer in offers}) == len(offers)


@settings(max_examples=200)
@given(st.text(alphabet=ALPHABET, max_size=30), st.text(alphabet=ALPHABET, max_size=30))
def test_a_full_stop_parts(one: str, other: str) -> None:
    """What a sentence says of a symptom depends on no other sentence, unless both name it."""
    apart = {**_statuses(one), **_statuses(other)}
    both = {offer.meant: offer.status for offer in READER.read(f"{one}。{other}")}
    shared = _named(one) & _named(other)
    assert {meant: said for meant, said in both.items() if not shared & {*meant}} == {
        meant: said for meant, said in apart.items() if not shared & {*meant} and meant in both
    }


def _statuses(text: str) -> dict[tuple[str, ...], Status]:
    return {offer.meant: offer.status for offer in READER.read(text)}


def _named(text: str) -> set[str]:
    return {term for offer in READER.read(text) for term in offer.meant}


def test_full_width_and_blanks_do_not_matter() -> None:
    assert [told(offer) for offer in READER.read("咳嗽３天,无发热,夜尿３次／夜")] == [
        "咳嗽 有 ·３天",
        "发热 无",
        "夜尿 有 3 次/夜",
    ]
    assert [offer.quote for offer in READER.read("前天受凉， 偶有咳嗽 ，不发热")] == ["偶有咳嗽", "不发热"]


def test_an_offer_says_which_axis_and_what_to_mind() -> None:
    (offer,) = READER.read("夜尿3次/夜")
    assert (offer.field, offer.count) == ("erbian", Count(Decimal(3), "次/夜"))
    (cold,) = READER.read("怕冷")
    assert cold.meant == ("恶寒", "畏寒")
    assert cold.caution.count("\n") == 1, "what to mind of both"


def test_without_a_pack_nothing_is_read() -> None:
    assert Packs().narrative.read("咳嗽，无发热") == ()
    bare = Narrative(PACKS.vocabulary)
    assert [told(offer) for offer in bare.read("咳嗽")] == ["咳嗽 有"]


def test_published_records_are_read(shared: Path) -> None:
    records = sorted((shared / "data" / "tcm" / "cases").glob("*.txt"))
    counts = [len(READER.read(file.read_text(encoding="utf-8"))) for file in records]
    assert len(counts) > 5
    assert all(0 < count < 20 for count in counts)
