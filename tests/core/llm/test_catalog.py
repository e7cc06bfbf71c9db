"""What ships: the models, their providers, and the kinds of server that can be registered."""

from core.llm.catalog import catalog
from core.llm.model import Boundary, Wire
from core.llm.registration import EFFORTS
from core.net.base_url import read_base_url
from core.packhost.providers import key_of


def test_the_default_ships_and_its_old_name_leads_to_it() -> None:
    (default,) = [one for one in catalog().models if one.name == catalog().default]
    assert default.name == "deepseek-flash"
    assert default.aliases == ("deepseek-v4-flash",)
    assert (default.context, default.max_output) == (1_000_000, 384_000)
    assert (default.temperature, default.effort) == (0.6, None)


def test_every_model_that_ships_is_external_and_only_one_provider_takes_thinking() -> None:
    for one in catalog().models:
        provider = catalog().providers[one.provider]
        assert (one.boundary, one.wire, one.registered) == (Boundary.EXTERNAL, Wire.OPENAI, False)
        assert (one.base_url, one.key_name) == (provider.base_url, provider.key_name)
        assert read_base_url(one.base_url).scheme == "https"
        assert one.takes_thinking == (one.provider == "deepseek")
        assert set(one.efforts) <= set(EFFORTS)


def test_no_name_stands_for_two() -> None:
    names = [name for one in catalog().models for name in (one.name, *one.aliases)]
    assert len(names) == len(set(names))


def test_the_variables_are_those_that_packs_may_not_read() -> None:
    names = ("DASHSCOPE", "DEEPSEEK", "MOONSHOT", "OLLAMA", "ONEAPI", "OPENAI", "VLLM", "ZHIPUAI")
    assert key_of() == {name.lower(): f"{name}_API_KEY" for name in names}


def test_what_passes_on_never_counts_as_answering_here() -> None:
    kinds = catalog().kinds
    assert {name for name, one in kinds.items() if not one.answers_here("qwen3")} == {"oneapi", "dify"}
    assert kinds["ollama"].answers_here("qwen3:0.6b")
    assert not kinds["ollama"].answers_here("qwen3:cloud")
    assert not kinds["ollama"].answers_here("gpt-oss:120b-cloud")
    assert kinds["vllm"].answers_here("my-cloud")
