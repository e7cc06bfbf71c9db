"""What is said of packs: how one stands, what it brings, what it asks for, what trusting it lets it do. No widgets."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject

from core.base.messages import Messages, Phrase
from core.services.pack_facts import Confined, Contents, Listed, Notice, Standing, State, What, Why
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone

GROUP = 8
"""Digits of a fingerprint that stand together."""

MOST_NAMED = 4
"""Forms or files that are named; more are counted."""

MOST_CHANGED = 12
"""Changed files of one kind that are named."""

NONE_COUNTS = Phrase("packs.effective.none")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: a sign, what it says, and more in grey."""

    icon: Icon
    tone: Tone
    words: str
    detail: str = ""


class PackWords(QObject):
    """Says it, in the language of the window."""

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self._messages = messages

    def standing_of(self, one: Listed) -> Line:
        """How a pack stands: a word or two, and what that means."""
        line = self._standing(one)
        if one.was_in_use and not one.is_in_use and one.found.state is not State.EFFECTIVE:
            until = self.tr("打开诊所时的内容仍在用，关闭诊所后停用。")
            return Line(line.icon, line.tone, line.words, in_one_run(line.detail, until))
        return line

    def _standing(self, one: Listed) -> Line:
        found = one.found
        if one.form_taken:
            detail = self.tr("表单“{0}”别的包已有，整个包不使用。").format(one.form_taken)
            return Line(Icon.DANGER, Tone.DANGER, self.tr("有问题"), detail)
        match found.state:
            case State.EFFECTIVE if one.is_in_use:
                return Line(Icon.DONE, Tone.RESOLVED, self.tr("在用"))
            case State.EFFECTIVE:
                return Line(
                    Icon.HISTORY,
                    Tone.ACCENT,
                    self.tr("下次打开起用"),
                    self.tr("已信任；关闭诊所再打开，就用这一份。"),
                )
            case State.UNTRUSTED:
                return self._untrusted(found.standing.why if found.standing else Why.NEW)
            case State.BROKEN:
                count = len(found.problems)
                return Line(
                    Icon.DANGER,
                    Tone.DANGER,
                    self.tr("有问题"),
                    self.tr("有 {0} 处问题，整个包不使用；请提供者改正。", "", count).format(count),
                )
            case State.SHADOWED:
                return Line(
                    Icon.HIDE, Tone.MUTED, self.tr("被遮住"), self.tr("用的是同名的另一个；这一个不使用。")
                )
            case State.NAME_KEPT:
                return Line(
                    Icon.DANGER,
                    Tone.DANGER,
                    self.tr("名称不能用"),
                    self.tr("这个名称只给随程序的包；整个包不使用。"),
                )
            case State.TWICE:
                return Line(
                    Icon.HIDE,
                    Tone.MUTED,
                    self.tr("重名"),
                    self.tr("同一处还有一个同名的在用；这一个不使用。"),
                )

    def _untrusted(self, why: Why) -> Line:
        if why is Why.CHANGED:
            detail = self.tr("信任之后有文件改动，信任已失效，现在不使用。")
            return Line(Icon.WARN, Tone.WARN, self.tr("内容有变"), detail)
        if why is Why.UNREADABLE:
            detail = self.tr("信任记录读不出来，外来的包都不使用。")
            return Line(Icon.DANGER, Tone.DANGER, self.tr("未信任"), detail)
        return Line(Icon.LOCK, Tone.WARN, self.tr("未信任"), self.tr("已在这台电脑上，内容和代码都不使用。"))

    def brings_of(self, one: Contents) -> tuple[str, ...]:
        """What it brings, each in a few words."""
        between = self._messages.text("list.between")
        said = []
        if one.forms:
            count = len(one.forms)
            named = between.join(one.forms[:MOST_NAMED])
            named += self.tr("等") if count > MOST_NAMED else ""
            said.append(self.tr("{0} 个表单（{1}）", "", count).format(count, named))
        for count, words in (
            (one.words, self.tr("{0} 组词", "", one.words)),
            (one.constraints, self.tr("{0} 条约束", "", one.constraints)),
            (one.sections, self.tr("{0} 段提示", "", one.sections)),
        ):
            if count:
                said.append(words.format(count))
        if one.tools:
            said.append(self.tr("工具"))
        if one.comparison:
            said.append(self.tr("复诊对比"))
        if one.provider:
            said.append(self.tr("指定模型服务 {0}").format(one.provider))
        return tuple(said)

    def asks_of(self, one: Contents) -> tuple[str, ...]:
        """What it asks for, a sentence each; none is nothing."""
        between = self._messages.text("list.between")
        return tuple(
            words.format(between.join(entries))
            for words, entries in (
                (self.tr("读写文件：{0}"), one.fs),
                (self.tr("联网：{0}"), one.net),
                (self.tr("读环境变量：{0}"), one.env),
            )
            if entries
        )

    def facts_of(self, one: Contents, *, is_added: bool) -> Iterator[tuple[str, str]]:
        """Names and what is the case, in the order in which somebody decides by them."""
        between = self._messages.text("list.between")
        yield self.tr("提供"), between.join(self.brings_of(one)) or self.tr("什么也不提供")
        yield self.tr("要求"), "\n".join(self.asks_of(one)) or self.tr("不要求文件、网络或环境变量")
        if one.daily_yuan:
            yield self.tr("模型费用"), self.cost_words(one)
        yield self.tr("代码"), self.code_words(one, is_added=is_added)
        yield from self.origin_of(one)

    def origin_of(self, one: Contents) -> Iterator[tuple[str, str]]:
        """What it says of itself."""
        if one.description:
            yield self.tr("说明"), one.description
        yield self.tr("适用"), self.tr("程序内核 {0}").format(one.engines)
        if made := self._messages.text("list.between").join(filter(None, (one.author, one.license))):
            yield self.tr("作者与许可"), made

    def cost_words(self, one: Contents) -> str:
        """What calls of models in its name may cost."""
        over = self.tr("超出即停") if one.is_stopped_over else self.tr("超出只提醒")
        return self.tr("每日最多 {0} 元，{1}").format(one.daily_yuan, over)

    def code_words(self, one: Contents, *, is_added: bool) -> str:
        """Its code, and where that runs."""
        count = len(one.code)
        if not count:
            return self.tr("没有代码")
        if not is_added:
            return self.tr("{0} 个文件，在本程序内运行", "", count).format(count)
        named = self._messages.text("list.between").join(one.code[:MOST_NAMED])
        named += self.tr("等") if count > MOST_NAMED else ""
        return self.tr("{0}，在单独的进程里运行").format(named)

    def means_of(self, one: Contents, held: Confined | None) -> Iterator[Line]:
        """What trusting it lets it do, a line each."""
        if brings := self._messages.text("list.between").join(self.brings_of(one)):
            yield Line(Icon.DONE, Tone.MUTED, self.tr("开始使用它提供的：{0}。").format(brings))
        if one.code:
            yield Line(
                Icon.WARN,
                Tone.WARN,
                self.tr("它的代码可以运行，在单独的进程里。"),
                self.confined_words(held) if held else "",
            )
        for asked in self.asks_of(one):
            yield Line(Icon.WARN, Tone.WARN, self.tr("它可以{0}。").format(asked))
        if one.net:
            hosts = self._messages.text("settings.net_allow.title")
            yield Line(Icon.INFO, Tone.MUTED, self.tr("只连得到也列在“{0}”里的主机。").format(hosts))
        if one.daily_yuan:
            cost = self.tr("以它的名义调用模型：{0}。").format(self.cost_words(one))
            yield Line(Icon.COST, Tone.MUTED, cost)
        yield Line(Icon.INFO, Tone.MUTED, self.tr("从下次打开诊所起。此后有一个字节改动，信任即失效。"))

    def changes_of(self, standing: Standing) -> Iterator[Line]:
        """What became of a pack since somebody trusted it."""
        if not standing.changes:
            changed = self.tr("信任之后内容改动过，改了哪里没有留底：请确认是谁改的，或从原来的文件重装。")
            yield Line(Icon.WARN, Tone.WARN, changed)
            return
        count = len(standing.changes)
        said = self.tr("信任之后有 {0} 个文件变了：请确认是谁改的，或从原来的文件重装。", "", count).format(
            count
        )
        kinds = {
            What.ADDED: self.tr("新增：{0}"),
            What.ALTERED: self.tr("改动：{0}"),
            What.REMOVED: self.tr("删去：{0}"),
        }
        between = self._messages.text("list.between")
        names = []
        for kind, words in kinds.items():
            of_kind = [name for name, what in standing.changes if what is kind]
            if of_kind:
                more = self.tr("等") if len(of_kind) > MOST_CHANGED else ""
                names.append(words.format(between.join(of_kind[:MOST_CHANGED]) + more))
        yield Line(Icon.WARN, Tone.WARN, said, "\n".join(names))

    def confined_words(self, held: Confined) -> str:
        """How far packs that run apart are shut in."""
        return self.tr("这台电脑上：{0}。").format(self._messages.text(f"confinement.level.{held.level}"))

    def problem_lines(self, problems: Sequence[Mapping[str, object]]) -> Iterator[Line]:
        """What is wrong, each where it stands."""
        for entry in problems:
            yield Line(Icon.DANGER, Tone.DANGER, self.problem_words(entry), str(entry["where"]))

    def problem_words(self, entry: Mapping[str, object]) -> str:
        params = entry.get("params")
        given = {str(name): value for name, value in params.items()} if isinstance(params, Mapping) else {}
        return self._messages.text(f"problems.{entry['code']}", **given)

    def notice_words(self, one: Notice) -> str:
        """A notice as the window says it: it names no command."""
        params = dict(one.params)
        if params.get("effective") == NONE_COUNTS:  # the list says so
            params["effective"] = ""
        return self._messages.text(f"desktop.packs.{one.code}", **params).strip()


def in_one_run(*sentences: str) -> str:
    """One after the other: after a full-width stop there is no blank."""
    said = ""
    for one in filter(None, sentences):
        is_wide = not said or unicodedata.east_asian_width(said[-1]) in {"W", "F"}
        said += one if is_wide else f" {one}"
    return said


def fingerprint_words(digits: str) -> str:
    """A fingerprint as it is read aloud."""
    return " ".join(digits[place : place + GROUP] for place in range(0, len(digits), GROUP))


def moment_words(trusted_at: str) -> str:
    """When somebody said yes, as the file has it: a person may have written there."""
    try:
        return f"{datetime.fromisoformat(trusted_at):%Y-%m-%d %H:%M}"
    except ValueError:
        return trusted_at
