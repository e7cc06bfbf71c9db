"""De-identification: the rules alone and the whole of it, with as many people known as a large clinic has. In MB of UTF-8 a second, too."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from core.base.ids import RecordNo, record_no_of
from core.net.deid import addresses, marked, numbers
from core.net.deid.deidentifier import Deidentifier
from core.net.deid.folded import plain
from core.net.deid.known import Identity, Index
from core.net.deid.placeholders import Placeholders
from core.net.deid.span import Kind
from core.packhost.host import mount
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, timed
from tests.bench.people import Invented, invented

TODAY = date(2026, 11, 30)
TEXT = (
    "前天受凉，偶有咳嗽，不发热，两胁不胀。服上方七剂，入睡较前快，仍有梦；心慌没有了。患者诉夜里醒的次数变少，胃脘胀痛次数比前一次少，大便成形，"
    "舌淡红，苔薄白，脉弦。血压 138/80mmHg，2026-11-03 复查，处方：黄芪30g，白术15g，陈皮6g，七剂，水煎服。"
)
PERSONAL = "患者{name}，电话{phone}，家住杭州市西湖区文三路12号，丈夫陪同。"
RULES_MB_S = 5.0
"""What spec/security.md §4.3 asks of the rules."""


class _Known:
    def __init__(self, index: Index) -> None:
        self._index = index

    def everybody(self) -> Index:
        return self._index

    def around(self, record_no: RecordNo) -> Iterable[Identity]:
        return [Identity(Kind.PATIENT, ("澹台明秀",), record_no=record_no)]


def bench(ground: Ground) -> Iterator[Line]:
    """The index, the rules, a short request and a long one; each paragraph of the long text has somebody in it."""
    people = invented(ground.sizes.patients)
    identities = [_identity(number, one) for number, one in enumerate(people, 1)]
    index = Index(identities)
    yield line("deid.index", gathered(timed(lambda: Index(identities)) for _ in range(3)), people=len(people))
    clinic = Deidentifier(_Known(index), lambda: TODAY, mount().no_persons)
    one = PERSONAL.format(name=people[0].name, phone="13912345678")
    for name, text in (("sparse", (TEXT * 12 + one) * 20), ("dense", (TEXT + one) * 120)):
        folded, megabytes = plain(text).text, len(text.encode()) / 1e6
        work: dict[str, Callable[[], object]] = {
            "rules": lambda folded=folded: _rules(folded, index),  # type: ignore[misc]
            "whole": lambda text=text: clinic.strip(text, Placeholders(), record_no_of(1)),  # type: ignore[misc]
        }
        for part, once in work.items():
            once()
            times = gathered(timed(once) for _ in range(ground.sizes.repeats))
            limit = (
                Limit(megabytes / RULES_MB_S * 1000, of="p50_ms")
                if (name, part) == ("sparse", "rules")
                else None
            )
            speed = round(megabytes / times.p50 * 1000, 1)
            yield line(f"deid.{part}.{name}", times, limit=limit, kb=round(megabytes * 1000), mb_s=speed)
    request = TEXT * 6 + one
    times = gathered(
        timed(lambda: clinic.strip(request, Placeholders(), record_no_of(1)))
        for _ in range(20 * ground.sizes.repeats)
    )
    yield line("deid.request", times, limit=Limit(50), characters=len(request))


def _rules(folded: str, index: Index) -> list[object]:
    return [
        *numbers.numbers_in(folded, TODAY, index.number),
        *marked.marked_in(folded, index.has_record, index.has_birth),
        *addresses.addresses_in(folded),
    ]


def _identity(number: int, one: Invented) -> Identity:
    phone = ((Kind.PHONE, one.phone),) if one.phone else ()
    return Identity(Kind.PERSON, (one.name,), phone, record_no_of(number))
