"""The bill of materials: CycloneDX 1.6, every part of the program's folder with its files and their SHA-256.

Two builds of one tree have the same: its time is SOURCE_DATE_EPOCH, its number is made from what it says.
"""

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from core.base.program import NAME
from installer.inventory import Kind, Part

SBOM = "_internal/sbom.cdx.json"
SPEC = "1.6"
FROM_LOCK = "one of the files that requirements.lock allows"

Json = dict[str, Any]


def bill(
    parts: Iterable[Part],
    files: Mapping[str, str],
    *,
    version: str,
    platform: str,
    architecture: str,
    floor: str,
    epoch: int,
    release: str = "bookworm",
) -> Json:
    """The document of a folder whose `files` are these. `release` is the Debian that packages were taken from."""
    every = tuple(parts)
    ours = next((part for part in every if part.kind is Kind.OURS), None)
    others = [_component(part, files, release) for part in every if part.kind is not Kind.OURS]
    program: Json = {
        "type": "application",
        "bom-ref": NAME,
        "name": NAME,
        "version": version,
        "components": [_file(place, files) for place in (ours.files if ours else ())],
        "properties": [
            {"name": f"mingdao:{name}", "value": value}
            for name, value in (("platform", platform), ("architecture", architecture), ("floor", floor))
        ],
    }
    made: Json = {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC,
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).isoformat().replace("+00:00", "Z"),
            "tools": {"components": [{"type": "application", "name": "installer.sbom", "version": version}]},
            "component": program,
        },
        "components": others,
        "dependencies": [{"ref": NAME, "dependsOn": sorted(one["bom-ref"] for one in others)}],
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": SPEC, "serialNumber": f"urn:uuid:{number}", **made}


def bill_text(document: Json) -> str:
    """The file of a bill."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _component(part: Part, files: Mapping[str, str], release: str) -> Json:
    where = _purl(part, release)
    said: Json = {
        "type": "data" if part.kind is Kind.DATA else "library",
        "bom-ref": where,
        "name": part.name,
    }
    if part.version:
        said["version"] = part.version
    if part.expression:
        said["licenses"] = [{"expression": part.expression}]
    elif part.terms:
        said["licenses"] = [{"license": {"name": part.terms}}]
    if part.kind is not Kind.DATA:
        said["purl"] = where
    if part.hashes:
        allowed = [{"alg": "SHA-256", "content": digest} for digest in part.hashes]
        said["externalReferences"] = [
            {"type": "distribution", "url": where, "comment": FROM_LOCK, "hashes": allowed}
        ]
    if part.source:
        said["properties"] = [{"name": "mingdao:source", "value": part.source}]
    inner = [
        *(
            {"type": "library", "bom-ref": f"{where}#{name}", "name": name, "version": version}
            for name, version in part.holds
        ),
        *(_file(place, files) for place in part.files),
    ]
    if inner:
        said["components"] = inner
    return said


def _file(place: str, files: Mapping[str, str]) -> Json:
    return {
        "type": "file",
        "bom-ref": f"file:{place}",
        "name": place,
        "hashes": [{"alg": "SHA-256", "content": files[place]}],
    }


def _purl(part: Part, release: str) -> str:
    version = quote(part.version, safe="")
    match part.kind:
        case Kind.PACKAGE:
            return f"pkg:pypi/{part.name.lower().replace('_', '-')}@{version}"
        case Kind.DEBIAN:
            return f"pkg:deb/debian/{part.name}@{version}?distro={release}"
        case Kind.DATA:
            return f"data:{quote(part.name)}"
        case _:
            return f"pkg:generic/{part.name.lower()}@{version}"
