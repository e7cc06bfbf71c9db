"""The two small programs that people start on Windows, compiled from `launcher.c`: the window's, and the command line's.

NSIS could make a launcher, too, but not one with a console, and none whose exit code and output are those of what it starts.
"""

import re
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
COMPILER, RESOURCES = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-windres"

KINDS = {"mingdao-clinic.exe": ("-mwindows",), "mingdao.exe": ("-mconsole", "-DCONSOLE")}

FLAGS = (
    *(
        "-municode",
        "-std=c11",
        "-Os",
        "-s",
        "-static",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-parameter",
    ),
    "-Wl,--no-insert-timestamp,--dynamicbase,--nxcompat,--high-entropy-va",
)

DESCRIBED = """1 ICON "icon.ico"
1 VERSIONINFO
FILEVERSION {numbers}
PRODUCTVERSION {numbers}
FILEFLAGSMASK 0x3f
FILEOS 0x40004
FILETYPE 1
BEGIN
  BLOCK "StringFileInfo"
  BEGIN
    BLOCK "040904b0"
    BEGIN
      VALUE "FileDescription", "MingDao Clinic"
      VALUE "FileVersion", "{version}"
      VALUE "InternalName", "{name}"
      VALUE "OriginalFilename", "{name}"
      VALUE "ProductName", "MingDao Clinic"
      VALUE "ProductVersion", "{version}"
    END
  END
  BLOCK "VarFileInfo"
  BEGIN
    VALUE "Translation", 0x409, 1200
  END
END
"""


def compile_launchers(into: Path, icon: bytes, version: str) -> list[Path]:
    """Both, in a folder that is there. Raises CalledProcessError with what the compiler said."""
    (into / "icon.ico").write_bytes(icon)
    made = []
    for name, flags in KINDS.items():
        described, resource, program = into / f"{name}.rc", into / f"{name}.res.o", into / name
        described.write_text(
            DESCRIBED.format(name=name, version=version, numbers=",".join(numbers(version))), encoding="ascii"
        )
        _run([RESOURCES, "--codepage=65001", str(described), "-O", "coff", "-o", str(resource)], into)
        _run([COMPILER, *flags, *FLAGS, str(HERE / "launcher.c"), str(resource), "-o", str(program)], into)
        made.append(program)
    return made


def numbers(version: str) -> list[str]:
    """The four numbers that Windows knows a version by."""
    found = re.findall(r"\d+", re.split(r"[-+a-zA-Z]", version)[0])
    return [*found, "0", "0", "0", "0"][:4]


def _run(command: list[str], cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)
