"""What Python refuses where the kernel does not. Judged here, not installed: a hook cannot be taken away again."""

import os
from pathlib import Path

import pytest

from core.packhost.worker.audit_hook import HookRefused, judge, places_of
from core.packhost.worker.view import View

Args = tuple[object, ...]


@pytest.fixture
def view(tmp_path: Path) -> View:
    folders = [tmp_path / name for name in ("lib", "pack", "own", "home")]
    for folder in folders:
        folder.mkdir()
    (folders[2] / "link").symlink_to(folders[3])
    (folders[3] / "keys.json").write_text("x", encoding="utf-8")
    return View((folders[0],), folders[1], folders[2])


def is_refused(view: View, event: str, *args: object) -> bool:
    try:
        judge(event, args, places_of(view))
    except HookRefused:
        return True
    return False


def test_files_are_read_where_they_may_be(view: View) -> None:
    home = view.own.parent / "home" / "keys.json"
    places: tuple[object, ...] = (
        view.libraries[0] / "a.py",
        view.pack / "pack.py",
        view.own / "x",
        str(view.own / "x").encode(),
        3,
    )
    for place in places:
        assert not is_refused(view, "open", place, "r", os.O_RDONLY)
    for outside in (
        home,
        str(home),
        view.own / "link" / "keys.json",
        view.pack / ".." / "home" / "keys.json",
    ):
        assert is_refused(view, "open", outside, "r", os.O_RDONLY)
    assert is_refused(view, "open", view.own.parent / "packs-of-others", "r", 0)
    assert not is_refused(view, "os.listdir", view.own)
    assert is_refused(view, "os.listdir", view.own.parent)
    assert is_refused(view, "os.scandir", None), "the current folder is not one of the view's here"


@pytest.mark.parametrize("flags", [os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_RDONLY | os.O_TRUNC])
def test_files_are_written_in_one_folder(view: View, flags: int) -> None:
    assert not is_refused(view, "open", view.own / "x", None, flags)
    for folder in (view.pack, view.libraries[0], view.own / "link"):
        assert is_refused(view, "open", folder / "x", None, flags)


@pytest.mark.parametrize(
    ("event", "after"),
    [
        ("os.mkdir", (0o777, -1)),
        ("os.rmdir", (-1,)),
        ("os.remove", (-1,)),
        ("os.chmod", (0o777, -1)),
        ("os.truncate", (0,)),
        ("os.utime", (None, None, -1)),
    ],
)
def test_a_place_is_changed_in_one_folder(view: View, event: str, after: Args) -> None:
    assert not is_refused(view, event, view.own / "x", *after)
    assert is_refused(view, event, view.pack / "x", *after)


def test_both_ends_of_a_move_count_and_no_open_folder_does(view: View) -> None:
    assert not is_refused(view, "os.rename", view.own / "x", view.own / "y", -1, -1)
    assert is_refused(view, "os.rename", view.own / "x", view.pack / "y", -1, -1)
    assert is_refused(view, "os.rename", view.pack / "x", view.own / "y", -1, -1)
    assert is_refused(view, "os.remove", "x", 3)


def test_machine_code_comes_from_pythons_own_libraries_alone(view: View) -> None:
    assert not is_refused(view, "import", "json", None, [], [], [])
    assert not is_refused(view, "import", "_json", str(view.libraries[0] / "_json.so"), None, None, None)
    assert is_refused(view, "import", "evil", str(view.pack / "evil.so"), None, None, None)


@pytest.mark.parametrize(
    "event",
    [
        "socket.__new__",
        "socket.connect",
        "subprocess.Popen",
        "ctypes.dlopen",
        "os.exec",
        "os.fork",
        "os.system",
        "os.posix_spawn",
        "os.kill",
        "os.symlink",
        "os.link",
        "sys.addaudithook",
        "gc.get_referrers",
        "winreg.OpenKey",
    ],
)
def test_what_leads_out_is_refused(view: View, event: str) -> None:
    assert is_refused(view, event)


@pytest.mark.parametrize("event", ["compile", "exec", "marshal.loads", "time.sleep", "object.__getattr__"])
def test_what_stays_inside_is_not(view: View, event: str) -> None:
    assert not is_refused(view, event, "x")
