"""What a program folder is made of is read off what was put there; nothing comes from nowhere, and nothing without its licence."""

import json
import sys
import sysconfig
from collections.abc import Mapping
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from core.installation.licences import read_licences
from installer import inventory, licences, parts, sbom
from installer.inventory import Kind, Part, Unowned, libraries_within, locked, take_stock
from installer.licences import Unlicensed

WORK = Path("/built")
LOCK = parts.ROOT / "requirements.lock"
SITE = Path(sysconfig.get_path("purelib"))
PACKAGES = ("mingdao-clinic", "sqlcipher3", "PySide6-Essentials", "chinesecalendar", "cryptography")

FILES: Mapping[str, Path] = {
    "_internal/sqlcipher3/_sqlite3.so": next((SITE / "sqlcipher3").glob("_sqlite3*.so")),
    "_internal/PySide6/Qt/lib/libQt6Core.so.6": SITE / "PySide6" / "Qt" / "lib" / "libQt6Core.so.6",
    "_internal/resources/fonts/OFL.txt": parts.ROOT / "resources" / "fonts" / "OFL.txt",
    "_internal/resources/icons/sun.svg": parts.ROOT / "resources" / "icons" / "sun.svg",
    "_internal/packs/tcm/pack.json": parts.ROOT / "packs" / "tcm" / "pack.json",
    "_internal/base_library.zip": WORK / "base_library.zip",
    "_internal/libc.so.6": Path("/lib/x86_64-linux-gnu/libc.so.6"),
}
MODULES = (SITE / "chinese_calendar" / "__init__.py", parts.ROOT / "core" / "cli" / "main.py")


@pytest.fixture(scope="module")
def stock() -> tuple[Part, ...]:
    return take_stock(FILES, MODULES, map(distribution, PACKAGES), LOCK, WORK)


def named(stock: tuple[Part, ...], name: str) -> Part:
    return next(part for part in stock if part.name == name)


def test_each_file_is_somebody_s(stock: tuple[Part, ...]) -> None:
    assert sorted(file for part in stock for file in part.files) == sorted(FILES)
    assert named(stock, "libc6").kind is Kind.DEBIAN
    assert named(stock, "CPython").files == ("_internal/base_library.zip",)
    assert named(stock, "mingdao-clinic").kind is Kind.OURS
    assert named(stock, "Lucide").files == ("_internal/resources/icons/sun.svg",)


def test_what_debian_made_names_its_source(stock: tuple[Part, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """As does an interpreter that is a package there."""
    source = named(stock, "libc6").source
    assert source.startswith("glibc ")
    told = {one["name"]: one.get("properties") for one in bill(stock)["components"]}
    assert told["libc6"] == [{"name": "mingdao:source", "value": source}]
    assert told["chinesecalendar"] is None
    for owners, said in (({"": "libc6"}, source), ({}, "")):
        monkeypatch.setattr(
            inventory, "_debian_owners", lambda files, owners=owners: owners if "" in files else {}
        )
        (python,) = take_stock({"z": WORK / "base_library.zip"}, (), (), LOCK, WORK)
        assert python.source == said


def test_a_package_of_which_only_modules_are_taken_counts(stock: tuple[Part, ...]) -> None:
    assert named(stock, "chinesecalendar").files == ()
    assert "cryptography" not in {part.name for part in stock}


@pytest.mark.parametrize("through", ["packages", "files"])
def test_a_venv_that_is_a_link_is_the_one_it_leads_to(
    stock: tuple[Part, ...], tmp_path: Path, through: str
) -> None:
    """PyInstaller writes down where a file really is; Python says where it was asked for."""
    link = tmp_path / "site"
    link.symlink_to(SITE)

    def linked(source: Path) -> Path:
        return link / source.relative_to(SITE) if source.is_relative_to(SITE) else source

    if through == "packages":
        installed = [one for name in PACKAGES for one in distributions(name=name, path=[str(link)])]
        assert take_stock(FILES, MODULES, installed, LOCK, WORK) == stock
    else:
        files = {place: linked(source) for place, source in FILES.items()}
        assert take_stock(files, map(linked, MODULES), map(distribution, PACKAGES), LOCK, WORK) == stock


def test_what_lies_beside_the_interpreter_is_not_therefore_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "base_prefix", "/made/by/hand")
    files = {name: Path("/made/by/hand/lib") / name for name in ("libpython3.11.so.1.0", "libcrypto.so.3")}
    with pytest.raises(Unowned) as caught:
        take_stock(files, (), (), LOCK, WORK)
    assert str(caught.value) == "libcrypto.so.3 (/made/by/hand/lib/libcrypto.so.3)"


def test_what_is_built_into_a_package_is_told(stock: tuple[Part, ...]) -> None:
    held = dict(named(stock, "sqlcipher3").holds)
    assert held.keys() == {"SQLCipher", "SQLite", "OpenSSL"}
    assert all(version[0].isdigit() for version in held.values())
    assert named(stock, "PySide6_Essentials").holds == (("Qt", "6.9.3"),)
    assert libraries_within("cryptography")[0][1][0].isdigit()


def test_a_file_from_nowhere_ends_the_build(tmp_path: Path) -> None:
    (tmp_path / "libx.so").touch()
    with pytest.raises(Unowned, match=r"_internal/libx\.so"):
        take_stock({"_internal/libx.so": tmp_path / "libx.so"}, (), (), LOCK, WORK)


def test_the_hashes_are_those_of_the_lock(stock: tuple[Part, ...]) -> None:
    pins = locked(LOCK)
    for part in stock:
        if part.kind is Kind.PACKAGE:
            assert part.hashes
            assert part.hashes == pins[f"{part.name.lower().replace('_', '-')}=={part.version}"]
            assert all(f"sha256:{digest}" in LOCK.read_text(encoding="utf-8") for digest in part.hashes)


def bill(stock: tuple[Part, ...], epoch: int = 315532800) -> sbom.Json:
    hashes = {place: f"{number:064x}" for number, place in enumerate(FILES)}
    return sbom.bill(
        stock, hashes, version="0.1.0", platform="linux", architecture="x86_64", floor="2.28", epoch=epoch
    )


def test_the_bill_is_cyclonedx(stock: tuple[Part, ...]) -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(sbom.bill_text(bill(stock))) is None
    assert validator.validate_str(sbom.bill_text({**bill(stock), "serialNumber": "1"})) is not None


def test_the_bill_has_every_file_once_with_its_hash(stock: tuple[Part, ...]) -> None:
    document = bill(stock)
    every = [*document["components"], document["metadata"]["component"]]
    files = {
        inner["name"]: inner["hashes"][0]["content"]
        for one in every
        for inner in one.get("components", ())
        if inner["type"] == "file"
    }
    assert files == {place: f"{number:064x}" for number, place in enumerate(FILES)}
    names = {one["purl"] for one in document["components"] if "purl" in one}
    assert "pkg:pypi/pyside6-essentials@6.9.3" in names
    assert any(name.startswith("pkg:deb/debian/libc6@") for name in names)
    referred = document["dependencies"][0]["dependsOn"]
    assert referred == sorted(one["bom-ref"] for one in document["components"])


def test_two_bills_of_one_folder_are_one(stock: tuple[Part, ...]) -> None:
    assert sbom.bill_text(bill(stock)) == sbom.bill_text(bill(stock))
    assert bill(stock)["metadata"]["timestamp"] == "1980-01-01T00:00:00Z"
    assert bill(stock)["serialNumber"] != bill(stock, 1)["serialNumber"]
    json.loads(sbom.bill_text(bill(stock)))


def test_every_part_has_its_licence_in_full(stock: tuple[Part, ...]) -> None:
    text = licences.licences_text(stock, {"chinesecalendar": "Rocky Lee"})
    found = {one.name: one for one in read_licences(text)}
    assert found.keys() >= {part.name for part in stock if part.kind is not Kind.OURS}
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in found["PySide6_Essentials"].text
    assert "GNU GENERAL PUBLIC LICENSE" in found["PySide6_Essentials"].text
    assert "Copyright (c) Rocky Lee" in found["chinesecalendar"].text
    assert "SIL OPEN FONT LICENSE" in found["Noto Sans SC"].text.upper()
    # What a text of Debian's refers to is given too.
    assert found["libc6"].text
    assert "LGPL-2.1" in found
    assert "LGPL" in text.partition("═")[0]


def test_parts_without_a_licence_end_the_build_by_name(stock: tuple[Part, ...]) -> None:
    bare = Part(Kind.PACKAGE, "bare", "1", terms="MIT License")
    with pytest.raises(Unlicensed, match="bare, chinesecalendar"):
        licences.licences((*stock, bare), {"bare": "Somebody"})


@pytest.mark.parametrize("table", [licences.IN_FULL, licences.BY_TERMS])
def test_no_exception_is_made_for_what_has_a_text(table: Mapping[str, object]) -> None:
    for name in table:
        files = [file.as_posix() for file in distribution(name).files or ()]
        assert not [file for file in files if "LICEN" in file.upper() and ".dist-info/" in file]
