"""An address of a model's server: one reading of it, or none."""

import pytest

from core.base.errors import ClinicError
from core.net.base_url import read_base_url, written


@pytest.mark.parametrize(
    ("text", "spelled", "origin"),
    [
        ("https://api.deepseek.com", "https://api.deepseek.com", "https://api.deepseek.com:443"),
        (" HTTPS://API.deepseek.com:443/v1/ ", "https://api.deepseek.com/v1", "https://api.deepseek.com:443"),
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434"),
        ("http://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080"),
        ("http://localhost/v1", "http://localhost/v1", "http://localhost:80"),
        ("http://192.168.1.20:8000/v1", "http://192.168.1.20:8000/v1", "http://192.168.1.20:8000"),
        ("https://192.168.1.20/v1", "https://192.168.1.20/v1", "https://192.168.1.20:443"),
    ],
)
def test_what_is_taken(text: str, spelled: str, origin: str) -> None:
    target = read_base_url(text)
    assert (written(target), target.origin) == (spelled, origin)
    assert read_base_url(spelled) == target


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("http://api.deepseek.com", "base_url_not_https"),
        ("http://8.8.8.8/v1", "base_url_not_https"),
        ("http://169.254.169.254/v1", "base_url_not_https"),
        ("http://vllm.corp.cn/v1", "base_url_not_https"),
        ("http://192.168.1.20.evil.cn/", "base_url_not_https"),
        ("api.deepseek.com", "base_url"),
        ("", "base_url"),
        ("ftp://api.deepseek.com", "base_url"),
        ("https://user:pass@api.deepseek.com/", "base_url"),
        ("https://api.deepseek.com@evil.cn/", "base_url"),
        ("https://api.deepseek.com/v1?key=1", "base_url"),
        ("https://api.deepseek.com/v1#x", "base_url"),
        ("https://api.deepseek.com/a/../b", "base_url"),
        ("https://api.deepseek.com//v1", "base_url"),
        ("https://127.1/", "base_url"),
        ("http://2130706433/", "base_url"),
        ("https://api.deepseek.com:99999/", "base_url"),
        ("https://api。deepseek.com/", "base_url"),
        ("https://api.deepseek.com\\@evil.cn/", "base_url"),
    ],
)
def test_what_is_not(text: str, code: str) -> None:
    with pytest.raises(ClinicError) as refused:
        read_base_url(text)
    assert refused.value.code == code
