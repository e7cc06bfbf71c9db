"""What the page of models says of them, in the language of the window."""

from PySide6.QtCore import QObject

from core.base.messages import Messages, Phrase
from core.services.egress import Boundary, PurposeRule, purposes_to_decide
from core.services.model_keys import KeyStatus, Source
from core.services.model_test.model_test import Finding, State, Trial
from core.services.models import Kind
from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone
from desktop.views.settings.models_parts import boundary_words, money
from desktop.views.settings.packs_words import Line

SIGNS = {
    State.OK: (Icon.DONE, Tone.MUTED),
    State.LACKS: (Icon.WARN, Tone.WARN),
    State.UNKNOWN: (Icon.NEEDS_REVIEW, Tone.MUTED),
    State.FAILED: (Icon.DANGER, Tone.DANGER),
}
"""Passed is quiet: state colours are for what a person has to see."""

SECOND = 1000
KIB = 1024

_MAKERS = {
    "deepseek": "DeepSeek",
    "openai": "OpenAI",
    "ollama": "Ollama",
    "vllm": "vLLM",
    "llama.cpp": "llama.cpp",
    "oneapi": "One API",
    "dify": "Dify",
}
"""Names that are the same in every language."""


class ModelWords(QObject):
    """Words of one window."""

    def __init__(self, messages: Messages) -> None:
        super().__init__()
        self.messages = messages

    def phrase(self, phrase: Phrase) -> str:
        """A sentence of the message files."""
        return self.messages.text(phrase.key, **phrase.params)

    def finding_line(self, one: Finding) -> Line:
        """A step of a test: its name and what was found, what to do about it in grey."""
        icon, tone = SIGNS[one.state]
        step = self.messages.text(f"model_test.step.{one.step}")
        took = f"{span_words(one.ms)} · " if one.ms is not None else ""
        hint = "" if one.next_step is None else self.phrase(one.next_step)
        return Line(icon, tone, self.tr("{0}：{1}").format(step, took + self.phrase(one.said)), hint)

    def trial(self, trial: Trial | None) -> tuple[Icon | None, Tone, str]:
        """How the last test of a model ended, in a few words."""
        if trial is None:
            return None, Tone.MUTED, self.tr("还没有测")
        if trial.failure is not None:
            return Icon.DANGER, Tone.DANGER, self._failure(trial.failure)
        if trial.stopped:
            return Icon.INFO, Tone.MUTED, self.tr("测试已停止")
        parts = [self.tr("通过")]
        if trial.ms is not None:
            parts.append(span_words(trial.ms))
        if trial.cost:
            parts.append(money(trial.cost))
        return Icon.DONE, Tone.MUTED, "·".join(parts)

    def _failure(self, one: Finding) -> str:
        """In the few words a table has room for; the rest is behind a press."""
        match one.code:
            case "model_key_refused":
                return self.tr("密钥被拒绝（401）")
            case "model_key_missing" | "model_key_import":
                return self.tr("没有密钥")
            case "model_balance":
                return self.tr("余额不足（402）")
            case "net_not_connected" | "net_unresolved":
                return self.tr("连不上")
            case _:
                step = self.messages.text(f"model_test.step.{one.step}")
                return self.tr("没有通过：{0}").format(step)

    def cost(self, trial: Trial) -> str:
        """What a test cost."""
        if not trial.calls:
            return ""
        if trial.cost == 0:
            return self.messages.text("model_test.cost_none", calls=trial.calls)
        if trial.cost is None:
            return self.messages.text("model_test.cost_unknown", calls=trial.calls)
        return self.messages.text("model_test.cost", calls=trial.calls, cost=f"{trial.cost:.5f}")

    def key(self, key: KeyStatus | None) -> tuple[str, str, Tone]:
        """The key of a provider: its mask, or that there is none; where it is from."""
        if key is None:
            return "", "", Tone.MUTED
        if key.trouble:
            return self.trouble(key.trouble), "", Tone.MUTED if key.trouble == MISSING else Tone.WARN
        if key.source is Source.NONE:
            return self.tr("不需要密钥"), "", Tone.MUTED
        source = self.messages.text(f"model_keys.source.{key.source}", variable=key.variable)
        return key.mask, source, Tone.TEXT

    def trouble(self, code: str) -> str:
        """Why a provider has no key to send, in a few words."""
        match code:
            case "model_key_missing" | "model_key_import":
                return self.tr("还没有密钥")
            case "model_key_of_endpoint":
                return self.tr("密钥是为另一个地址录入的")
            case "model_keyring_locked":
                return self.tr("系统密钥环未解锁")
            case "model_keyring_unavailable":
                return self.tr("没有可用的系统密钥环")
            case _:
                return self.tr("密钥读不出来")

    def kind(self, kind: Kind) -> str:
        """A kind of server as its makers call it."""
        return (
            self.tr("其他（兼容 OpenAI 接口）")
            if kind.name == "openai"
            else _MAKERS.get(kind.name, kind.name)
        )

    def provider(self, name: str) -> str:
        """A provider as it is known; one of the clinic's own by the name it was given."""
        names = {
            "dashscope": self.tr("阿里云百炼"),
            "zhipuai": self.tr("智谱"),
            "moonshot": self.tr("月之暗面"),
        }
        return names.get(name) or _MAKERS.get(name, name)

    def purpose(self, name: str) -> str:
        """What a model is asked for. One of a pack goes by its own name."""
        return self.messages.text(f"purposes.{name}") if name in purposes_to_decide() else name

    def rule(self, rule: PurposeRule | None) -> str:
        """Where texts of a purpose may go."""
        if rule is None or not rule.boundaries:
            return self.tr("不交给任何模型")
        return self.messages.text("list.between").join(map(boundary_words, rule.boundaries))

    def before_leaving(self, name: str, rule: PurposeRule | None) -> str:
        """What becomes of a text before it goes outside."""
        if rule is None or not rule.boundaries:
            return self.tr("不交给模型")
        if Boundary.EXTERNAL not in rule.boundaries:
            return self.tr("不外发")
        if not purposes_to_decide().get(name, True):
            return self.tr("不含患者信息")
        return self.tr("去标识化后发出")

    def limits(self, rule: PurposeRule) -> str:
        """How long question and answer may be."""
        size = (
            f"{rule.max_input_bytes // KIB} KB"
            if rule.max_input_bytes >= KIB
            else f"{rule.max_input_bytes} B"
        )
        return self.tr("{0}·{1} token").format(size, f"{rule.max_output_tokens:,}")


MISSING = "model_key_missing"

_PORTS = (("https://", ":443"), ("http://", ":80"))


def address_words(origin: str) -> str:
    """Where a key goes, without the port that goes without saying."""
    for scheme, port in _PORTS:
        if origin.startswith(scheme):
            return origin.removesuffix(port)
    return origin


def span_words(ms: int) -> str:
    """How long something took."""
    return f"{ms} ms" if ms < SECOND else f"{ms / SECOND:.1f} s"
