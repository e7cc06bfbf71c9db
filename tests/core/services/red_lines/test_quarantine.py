"""Texts that were put aside: listed without what they say, read one by one, never in clear on the disk."""

import asyncio

import pytest

from core.base.errors import UserError
from core.constraints.event import Author
from tests.fakes.clinic import Clinic


def test_the_newest_first_and_none_without_its_number(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        for text in ("头痛已治愈。", "咳嗽已治愈。"):
            asyncio.run(kernel.tools.released(text, Author.TEMPLATE))
        assert [(one.number, one.text, one.record_no) for one in kernel.quarantine.every()] == [
            (2, None, None),
            (1, None, None),
        ]
        assert kernel.quarantine.show(1).text == "头痛已治愈。"
        with pytest.raises(UserError, match="unknown_put_aside"):
            kernel.quarantine.show(3)
    on_disk = b"".join(path.read_bytes() for path in clinic.home.folder.rglob("*") if path.is_file())
    assert "已治愈".encode() not in on_disk


def test_the_command_line_lists_and_shows(clinic: Clinic) -> None:
    assert clinic.json("quarantine", "list") == {"quarantine": []}
    record_no = clinic.add("陈敏")
    with clinic.open() as kernel:
        asyncio.run(kernel.tools.released("头痛已治愈。", Author.MODEL, record_no=record_no))
    (listed,) = clinic.json("quarantine", "list")["quarantine"]
    assert "text" not in listed
    assert (listed["record_no"], listed["constraints"]) == (record_no, ["tcm/no-diagnosis"])
    assert clinic.json("quarantine", "show", "1")["quarantine"]["text"] == "头痛已治愈。"
    assert "头痛已治愈。" in clinic.run("quarantine", "show", "1").out
    assert clinic.refused("quarantine", "show", "2")["code"] == "unknown_put_aside"
