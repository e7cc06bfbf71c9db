"""The model providers the kernel knows by name, and the variable each has its key in. A pack may use one; it brings none of these names,
and reads none of these keys.
"""

from collections.abc import Mapping
from types import MappingProxyType

KEY_OF: Mapping[str, str] = MappingProxyType(
    {
        "dashscope": "DASHSCOPE_API_KEY",
        "deepseek": "DEEPSEEK_API_KEY",
        "moonshot": "MOONSHOT_API_KEY",
        "ollama": "OLLAMA_API_KEY",
        "oneapi": "ONEAPI_API_KEY",
        "openai": "OPENAI_API_KEY",
        "vllm": "VLLM_API_KEY",
        "zhipuai": "ZHIPUAI_API_KEY",
    }
)
"""spec/kernel.md §6.5."""
