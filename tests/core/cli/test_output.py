"""Tables: how wide their columns are, and what becomes of one that has no room."""

import pytest
from rich.cells import cell_len

from core.cli import output
from core.cli.output import table

HEADINGS = ("File", "Made", "Opened by")
ROW = ("mingdao-2026-12-01-5.mdbk", "2026-12-01 03:16", "recovery code, 李大夫, 钱管理")


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> "Lines":
    return Lines(capsys, monkeypatch)


class Lines:
    """What is printed in a room of so many columns, without the rule under the headings."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._patch = capsys, monkeypatch

    def at(self, width: int, *rows: tuple[str, ...], whole: tuple[int, ...] = (0,)) -> list[str]:
        self._patch.setenv("COLUMNS", str(width))
        self._patch.setattr(output, "NARROWEST", width)
        table(HEADINGS, rows, whole=whole)
        printed = self._capsys.readouterr().out
        assert all(cell_len(line) <= width for line in printed.splitlines())
        return [line.strip() for line in printed.splitlines() if line.strip(" ─")]


def test_as_wide_as_they_want_where_there_is_room(lines: Lines) -> None:
    assert lines.at(100, ROW) == ["File                       Made              Opened by", "  ".join(ROW)]


def test_no_word_is_broken(lines: Lines) -> None:
    assert [line.split() for line in lines.at(58, ROW)] == [
        ["File", "Made", "Opened", "by"],
        [ROW[0], "2026-12-01", "recovery"],
        ["03:16", "code,", "李大夫,"],
        ["钱管理"],
    ]


def test_an_address_and_a_chinese_sentence_are(lines: Lines) -> None:
    address, sentence = "https://dashscope.example/compatible-mode/v1", "病历库的格式会不会变看不出来"
    heading, *broken = lines.at(52, (sentence, address, ""), whole=())
    assert heading.split() == ["File", "Made", "Opened", "by"]
    parts = [line.split() for line in broken]
    assert "".join(part[-1] for part in parts) == address
    assert "".join(part[0] for part in parts if len(part) > 1) == sentence


def test_without_room_each_row_stands_alone_with_what_is_there(lines: Lines) -> None:
    assert [line.split(maxsplit=1) for line in lines.at(38, ROW, ("other.mdbk", "", "nobody"))] == [
        ["File", ROW[0]],
        ["Made", ROW[1]],
        ["Opened", "by  recovery code, 李大夫,"],
        ["钱管理"],
        ["File", "other.mdbk"],
        ["Opened", "by  nobody"],
    ]


def test_one_of_no_rows(lines: Lines) -> None:
    assert lines.at(100) == ["File  Made  Opened by"]
