"""Each row of the table masks its sample, and what is no secret stays."""

import time

import pytest

from core.base.redaction import ROWS, redacted

SAMPLES = {
    "pem": ("a -----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAA\n-----END RSA PRIVATE KEY----- b", "a *** b"),
    "authorization": ("Authorization: Bearer ab.cd", "Authorization: Bearer ***"),
    "login": ("https://u:p@h/", "https://***@h/"),
    "query": ("https://h/x?a=1&token=ab&b=2", "https://h/x?a=1&token=***&b=2"),
    "jwt": ("eyJhbGciOi.eyJzdWIi.c2ln", "eyJ***"),
    "sk": ("sk-abcdef123456", "sk-***"),
    "app": ("app-" + "a1" * 12, "app-***"),
    "dataset": ("dataset-" + "a1" * 12, "dataset-***"),
    "github": ("ghp_abcdef123456", "ghp_***"),
    "gitlab": ("glpat-abcdef1234", "glpat-***"),
    "amazon": ("AKIAABCDEFGH12345678", "AKIA***"),
    "slack": ("xoxb-123456-abcdef", "xoxb-***"),
    "google": ("AIza" + "b2" * 14, "AIza***"),
    "quoted": ('{"api_key": "abcdef12 x"}', '{"api_key": "***"}'),
    "named": ("DB_PASSWORD=hunter22 next", "DB_PASSWORD=*** next"),
}
KEPT = (
    "app-deployment-config-2024",
    "git 3f2a9c1",
    "头晕一月，晨起为甚",
    "std::vector 12:30:45",
    "monkey = bananas",
    "the key is under the mat",
    "https://www.gov.cn/zhengce/?x=1",
    "task-abcdef123456",
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_K72_P67_each_row_masks_its_sample_and_none_is_dead(
    row: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = row.name  # type: ignore[attr-defined]
    sample, masked = SAMPLES[name]
    assert redacted(sample) == masked
    assert redacted(masked) == masked
    monkeypatch.setattr("core.base.redaction.ROWS", tuple(one for one in ROWS if one.name != name))
    assert redacted(sample) != masked


@pytest.mark.parametrize("text", KEPT)
def test_K72_P67_what_is_no_secret_stays(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize(
    "text",
    ['"api_key": "abcdef12"', "'password' : 'abc defg'", "密码 password：abcdef", "x-auth-token: abcdefg"],
)
def test_P68_a_name_tells_a_secret_quoted_or_not(text: str) -> None:
    assert "abc" not in redacted(text)


@pytest.mark.parametrize(
    "text", ["a_" * 20000, "key" * 20000, "-----BEGIN " * 2000, "eyJ." * 9000, "://a:" * 9000]
)
def test_a_hostile_text_takes_no_time(text: str) -> None:
    began = time.perf_counter()
    redacted(text)
    assert time.perf_counter() - began < 1
