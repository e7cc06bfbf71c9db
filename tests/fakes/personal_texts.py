"""Sentences with people in them, and without, made after the rules of de-identification were settled: other surnames, spellings and contexts
than those the rules were tried on. The same seed gives the same sentences. Every person is invented.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from opencc import OpenCC

SEED = 20261201

_SURNAMES = "冒仝仉佘侴凃原双咸塔奉封尧岑崇巢布库弋战揭旷晋晨木束栗桑楚檀沃洛浦湛湾滑漆烈焉牧玄琚瑞由畅疏皮益瞿矫禄禚种稽粟綦纳线练翦舍良芮苑苟茆茅荣莘莱菅蔺虎衣裘诸谌谯豆贲赏赛迟邬郇郎郐郑都酆释针铁锁门阳降隽雍青靖须香鬲鲜鹿默"
_COMMON = "李王陈张刘黄杨赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万钱覃武戴孔汤庞樊兰殷施洪翟颜倪严牛温芦季俞章鲁葛伍"
_COMPOUND = ("司徒", "欧阳", "上官", "夏侯", "皇甫", "濮阳", "公冶", "太史", "慕容", "钟离", "闻人", "端木")
_GIVEN = "凡帆冬力勤勇伟凤刚平建彩志忠惠敏春月杏来永洁灵玲珍福秀笑红美群芬英荣莹菊萍蓝虹诚贤辉达静顺飞鹤鸽一丁卉之伊冉可尘予弈念朵梨榆橙珞砚穗筝羽苒谣遥野阔霁"
_MINORITY = (
    *(
        "热合曼·卡德尔",
        "麦麦提·阿卜力孜",
        "卓玛·旺堆才让",
        "叶尔江·胡安别克",
        "萨仁·图雅其木格",
        "阿布都拉·热西提",
        "玛依拉·沙比提",
    ),
)
_HERBS = (
    *(
        "徐长卿",
        "刘寄奴",
        "何首乌",
        "王不留行",
        "杜仲",
        "马齿苋",
        "石菖蒲",
        "白花蛇舌草",
        "常山",
        "石韦",
        "夏枯草",
        "路路通",
        "田基黄",
        "鲍鱼壳",
    ),
    *(
        "向日葵盘",
        "管仲",
        "安息香",
        "曾青",
        "苏木",
        "胡黄连",
        "高良姜",
        "金钱草",
        "万年青",
        "江西枳壳",
        "陈皮",
        "程氏萆薢",
        "花椒",
        "连翘",
        "柏子仁",
    ),
)
_FORMULAS = (
    "孔圣枕中丹",
    "黄连温胆汤",
    "白虎加人参汤",
    "龙胆泻肝汤",
    "温经汤",
    "高丽参饮",
    "金水六君煎",
    "左归丸",
    "石斛夜光丸",
    "连朴饮",
)
_POINTS = (
    "公孙",
    "陶道",
    "商丘",
    "孔最",
    "梁丘",
    "温溜",
    "曲池",
    "金门",
    "石门",
    "华盖",
    "章门",
    "水沟",
    "太溪",
    "关元俞",
    "冯门",
)
_trad = OpenCC("s2t").convert


@dataclass(frozen=True)
class Line:
    """A text and what of it must not leave: the piece, its kind, how it is spelt."""

    text: str
    secret: str = ""
    kind: str = ""
    spelling: str = ""
    name: str = ""
    """The name as the clinic has it, when it is a name."""


def name_of(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(_MINORITY)
    given = "".join(chance.choices(_GIVEN, k=chance.choice((1, 2, 2))))
    if kind < 0.25:
        return chance.choice(_COMPOUND) + given
    return chance.choice(_SURNAMES if kind < 0.6 else _COMMON) + given


_NAME_SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "blanks": " ".join,
    "wide_blanks": "\u3000".join,
    "zero_width": "\u200b".join,
    "joiners": "\u2060".join,
    "traditional": _trad,
    "line_end": lambda name: name[:1] + "\n" + name[1:],
    "thin_blanks": "\u2009".join,
}
_AMONG = (
    *(
        "药已寄出，收的是{}。",
        "值班记着{}夜里来过。",
        "关于{}：忌口照旧。",
        "把{}的脉案与上次对一下。",
        "这一剂给{}，那一剂留着。",
        "{}说泻了两回",
        "等{}到了再煎。",
    ),
    *("查无{}的化验单，请补。",),
)
_CUED = (
    *(
        "姓名:{}|男|48岁",
        "就诊人姓名：{}；民族：汉",
        "患者{}，男，7岁，发热两天，伴咳。",
        "会诊医师：{}",
        "紧急联系人：{}，关系：子",
        "患者家属签字：{}",
        "我是{}，上周开过药。",
    ),
    *(
        "{}先生，失眠半月。",
        "由{}主任查房后改方",
        "妻子{}说他打鼾很响。",
        "{}，女，29岁，产后缺乳。",
        "患儿{}因遗尿就诊。",
        "儿子{}陪同。",
        "代诉人：{}",
        "记录人：{}",
    ),
)
_PHONE_SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "parted": lambda n: f"{n[:3]} {n[3:7]} {n[7:]}",
    "hyphens": lambda n: f"{n[:3]}-{n[3:7]}-{n[7:]}",
    "plus_86": lambda n: f"+86{n}",
    "plus_86_parted": lambda n: f"+86 {n[:3]} {n[3:7]} {n[7:]}",
    "zeros_86": lambda n: f"0086-{n}",
    "wide": lambda n: n.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
    "spoken": lambda n: n.translate(str.maketrans("0123456789", "零幺二三四五六七八九")),
    "numerals": lambda n: n.translate(str.maketrans("0123456789", "〇一二三四五六七八九")),
    "each_apart": " ".join,
    "zero_width": "\u200b".join,
}
_PHONE_CONTEXTS = (
    "本人号码{}",
    "有事拨{}即可",
    "{}（晚八点后）",
    "短信发到{}",
    "家里没人接就试{}。",
    "快递留{}",
    "联系：{}/微信",
    "备用 {} ",
)
_CARD_SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "six_eight_four": lambda n: f"{n[:6]} {n[6:14]} {n[14:]}",
    "fours": lambda n: " ".join((n[:4], n[4:8], n[8:12], n[12:16], n[16:])),
    "hyphens": lambda n: f"{n[:6]}-{n[6:14]}-{n[14:]}",
    "wide": lambda n: n.translate(str.maketrans("0123456789X", "０１２３４５６７８９Ｘ")),
    "small_x": str.lower,
    "line_end": lambda n: f"{n[:9]}\n{n[9:]}",
    "zero_width": "\u200b".join,
}
_CARD_CONTEXTS = (
    "身份证号为{}",
    "证号 {}，复印件在档",
    "凭{}取药",
    "实名：{}女",
    "[{}]",
    "住院登记 {}、押金已交",
)


def lines(seed: int = SEED, each: int = 40) -> Iterator[Line]:
    """So many sentences for each kind and spelling; then as many without anybody in them."""
    chance = random.Random(seed)
    for spelling, written in _NAME_SPELLINGS.items():
        for _ in range(each):
            name = name_of(chance)
            secret = written(name)
            yield Line(chance.choice(_AMONG).format(secret), secret, "known_name", spelling, name)
    for context in _CUED:
        for _ in range(each // 4):
            name = name_of(chance)
            yield Line(context.format(name), name, "cued_name", context, name)
    for spelling, written in _PHONE_SPELLINGS.items():
        for _ in range(each):
            secret = written(f"1{chance.choice('3456789')}{chance.randrange(10**9):09d}")
            yield Line(chance.choice(_PHONE_CONTEXTS).format(secret), secret, "phone", spelling)
    for spelling, written in _CARD_SPELLINGS.items():
        for _ in range(each):
            secret = written(card_of(chance))
            yield Line(chance.choice(_CARD_CONTEXTS).format(secret), secret, "id_card", spelling)
    for _ in range(each):
        secret = card_of(chance)
        old = secret[:6] + secret[8:17]
        yield Line(
            chance.choice(("身份证{}（一代）", "旧身份证号：{}")).format(old), old, "id_card", "fifteen"
        )
    for _ in range(each):
        for kind, template, secret in _others(chance):
            yield Line(template.format(secret), secret, kind, kind)


def clean_lines(seed: int = SEED, number: int = 400) -> Iterator[str]:
    """Sentences of medicine with nobody in them."""
    chance = random.Random(seed + 1)
    made: tuple[Callable[[], str], ...] = (
        lambda: (
            f"处方：{chance.choice(_HERBS)}{chance.randint(3, 30)}g，{chance.choice(_HERBS)}{chance.randint(3, 30)}g，七剂，水煎服。"
        ),
        lambda: f"拟{chance.choice(_FORMULAS)}加减，去{chance.choice(_HERBS)}，加{chance.choice(_HERBS)}。",
        lambda: f"针{chance.choice(_POINTS)}、{chance.choice(_POINTS)}，留针{chance.randint(15, 30)}分钟。",
        lambda: (
            f"血压{chance.randint(100, 160)}/{chance.randint(60, 100)}mmHg，脉搏{chance.randint(60, 100)}次/分，体温36.{chance.randint(1, 9)}℃。"
        ),
        lambda: f"HBV-DNA {chance.randint(10**9, 10**10)} IU/mL，ALT {chance.randint(20, 90)} U/L。",
        lambda: (
            f"{chance.randint(2024, 2026)}年{chance.randint(1, 12)}月{chance.randint(1, 28)}日复诊，症状{chance.choice(('如前', '减轻', '未变'))}。"
        ),
        lambda: f"标本号 {chance.randint(10**13, 10**14)}，采样后{chance.randint(1, 9)}小时送检。",
        lambda: (
            f"患者{chance.choice(('高热', '安静', '常感乏力', '时有心悸', '平素畏寒', '方才呕吐', '自觉口苦', '女性', '于三年前', '白天嗜睡'))}，{chance.choice(('纳差', '二便调', '舌淡苔白'))}。"
        ),
        lambda: (
            f"{chance.choice(('父亲', '母亲', '儿子', '丈夫', '祖母'))}{chance.choice(('高血压', '白内障', '黄疸', '有糖尿病', '时常咳嗽', '安康', '曾中风', '常年吸烟', '马上到', '石淋'))}。"
        ),
        lambda: (
            f"见《{chance.choice(('素问·举痛论', '金匮要略', '景岳全书', '石室秘录', '温病条辨', '医宗金鉴'))}》，{chance.choice(('张仲景', '叶天士', '李东垣', '朱丹溪', '王清任'))}有论。"
        ),
        lambda: (
            f"白细胞 {chance.randint(4, 12)}.{chance.randint(0, 9)}×10^9/L，血红蛋白 {chance.randint(90, 160)} g/L，血小板 {chance.randint(100, 300)}。"
        ),
        lambda: (
            f"医嘱：{chance.choice(('温水送服', '平卧休息', '严格忌酒', '常规复查', '明日空腹抽血', '方便时散步', '包扎伤口', '应付不了时来诊'))}，{chance.randint(3, 14)}天后再看。"
        ),
    )
    for _ in range(number):
        yield chance.choice(made)()


def card_of(chance: random.Random) -> str:
    """A number of identity with its checksum (GB 11643-1999)."""
    region = chance.choice(("330106", "440305", "510107", "610113", "120103", "652801", "350203", "230102"))
    born = date(1940, 1, 1) + timedelta(days=chance.randrange(25_000))
    bare = f"{region}{born:%Y%m%d}{chance.randrange(1, 1000):03d}"
    weighted = sum(int(digit) * (2 ** (17 - place) % 11) for place, digit in enumerate(bare))
    return bare + "10X98765432"[weighted % 11]


def _others(chance: random.Random) -> Iterator[tuple[str, str, str]]:
    def digits(number: int) -> str:
        return "".join(chance.choices("0123456789", k=number))

    yield (
        "landline",
        "固话：{}",
        f"0{chance.choice(('571', '755', '28', '10'))}-{chance.choice('2568')}{digits(7)}",
    )
    yield (
        "landline",
        "诊所电话 {}",
        f"(0{chance.choice(('571', '755'))}){chance.choice('268')}{digits(7)}转{digits(3)}",
    )
    yield "record_no", "住院号：{}", f"ZY{digits(8)}"
    yield "record_no", "病案号 {}", digits(10)
    yield "insurance", "医保卡号：{}", f"{chance.choice('ABC')}{digits(8)}"
    yield "permit", "护照：{}", f"E{chance.choice('ABCDEFGH')}{digits(7)}"
    yield "permit", "回乡证号H{}", digits(8)
    yield (
        "email",
        "报告发 {} 即可",
        f"{chance.choice(('lin.xi', 'tong_88', 'a-b'))}{digits(2)}@mail{digits(1)}.example.com",
    )
    yield "plate", "停车登记：{}", f"{chance.choice('浙苏川渝')}{chance.choice('ABCD')}{digits(5)}"
    yield "plate", "车{}挡住门口", f"{chance.choice('粤沪京')}{chance.choice('ABCD')}·D{digits(5)}"
    yield "wechat", "加微信：{}", f"wx_{chance.choice(('mei', 'hua', 'lan'))}{digits(4)}"
    yield "qq", "QQ：{}", f"{chance.randint(1, 9)}{digits(8)}"
    yield "bank_card", "退款到卡 {}", _card_of_bank(chance)
    yield (
        "birth",
        "出生日期 {}",
        f"19{chance.randint(40, 99)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
    )
    yield (
        "birth",
        "{}出生，足月顺产",
        f"20{chance.randint(10, 25)}年{chance.randint(1, 12)}月{chance.randint(1, 28)}日",
    )
    yield "age_90", "老人今年{}，起居自理", f"{chance.randint(90, 104)}岁"
    yield "secret", "api_key={}", f"sk-{digits(4)}{'abcdEFGH' * 3}"
    for template, address in _addresses(chance):
        yield "address", template, address


def _addresses(chance: random.Random) -> Iterator[tuple[str, str]]:
    number = chance.randint(1, 900)
    yield "住址：{}", f"浙江省绍兴市越城区鲁迅中路{number}号"
    yield (
        "家住{}，退休",
        f"成都市武侯区桐梓林东路{number}号{chance.randint(1, 9)}栋{chance.randint(101, 2801)}",
    )
    yield "寄到{}。", f"山东省临沂市沂水县马站镇杏峪村{chance.randint(1, 12)}组"
    yield "现住{}，独居", f"天津市和平区南营门街道岳阳道{number}号"


def _card_of_bank(chance: random.Random) -> str:
    bare = "622848" + "".join(chance.choices("0123456789", k=12))
    doubled = sum(
        sum(divmod(int(digit) * (2 if place % 2 == 0 else 1), 10))
        for place, digit in enumerate(reversed(bare))
    )
    return f"{bare}{-doubled % 10}"
