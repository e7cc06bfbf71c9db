"""What the source of a pack gives away without being run: reads its syntax, so neither comments nor texts count.

Advice, never a refusal: a worker's walls hold whatever the source says. The one thing that is wrong, not only suspicious, is source that
is no Python, and code for a provider that the kernel has under that name.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.forms.problems import Problem
from core.packhost.manifest import CODE

_HTTP = frozenset(
    {
        *("aiohttp", "http", "httplib2", "httpx", "openai", "requests", "socket", "urllib", "urllib3"),
        *("ftplib", "smtplib", "websocket", "websockets"),
    }
)
_HARMLESS = frozenset({"urllib.parse", "urllib.error", "http.HTTPStatus", "http.cookies"})
_CALLS_HTTP = frozenset({"urlopen", "fetch", "create_connection", "open_connection"})
_FILES = frozenset(
    {"open", "read_text", "write_text", "read_bytes", "write_bytes", "unlink", "rmtree", "mkdir"}
)
_ENVIRON = frozenset({"environ", "getenv"})


@dataclass(frozen=True, slots=True)
class Hints:
    """What one source file does."""

    http: bool = False
    llm: bool = False
    files: bool = False
    environ: bool = False
    gives_provider: bool = False

    def __or__(self, other: "Hints") -> "Hints":
        return Hints(
            self.http or other.http,
            self.llm or other.llm,
            self.files or other.files,
            self.environ or other.environ,
            self.gives_provider or other.gives_provider,
        )


def hints_of(sources: Mapping[str, str]) -> tuple[Hints, list[Problem]]:
    """What the files of a pack do all together, and those that are no Python."""
    found, problems = Hints(), []
    for name, source in sources.items():
        try:
            found |= _hints(ast.parse(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = error.lineno if isinstance(error, SyntaxError) else None
            problems.append(Problem(name, "pack_code_unreadable", {"line": line or 1}))
    return found, problems


def advice(hints: Hints, permissions: Mapping[str, object]) -> Iterator[Problem]:
    """What a reader should look at: calls of models past `context.llm`, and use of what the manifest does not ask for."""
    if hints.http and not hints.llm:
        yield Problem(CODE, "pack_calls_directly")
    for used, key in ((hints.http, "net"), (hints.files, "fs"), (hints.environ, "env")):
        if used and not permissions.get(key):
            yield Problem(f"permissions.{key}", "pack_undeclared", {"key": key})


def _hints(tree: ast.Module) -> Hints:
    found = Hints()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found |= Hints(http=any(map(_is_http, (alias.name for alias in names))))
            case ast.ImportFrom(module=str(module), names=names, level=0):
                found |= Hints(http=any(_is_http(f"{module}.{alias.name}") for alias in names))
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments, keywords=keywords
            ):
                given = {keyword.arg for keyword in keywords}
                found |= Hints(
                    http=name in _CALLS_HTTP,
                    files=name in _FILES,
                    llm=name == "getattr" and any(_says(argument, "llm") for argument in arguments),
                    gives_provider=name == "Pack" and "provider" in given,
                )
            case ast.Attribute(attr=attribute):
                found |= Hints(llm=attribute == "llm", environ=attribute in _ENVIRON)
            case ast.Name(id=name):
                found |= Hints(environ=name in _ENVIRON)
            case _:
                pass
    return found


def _is_http(module: str) -> bool:
    outer = module.partition(".")[0]
    return outer in _HTTP and not any(
        module == harmless or module.startswith(f"{harmless}.") for harmless in _HARMLESS
    )


def _says(node: ast.expr, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text
