class error(Exception): ...  # noqa: N801 - re2's name

class Options:
    log_errors: bool
    max_mem: int

class Match:
    def span(self) -> tuple[int, int]: ...

class Regexp:
    programsize: int
    pattern: str
    def search(self, text: str, pos: int | None = None) -> Match | None: ...

def compile(pattern: str, options: Options | None = None) -> Regexp: ...  # noqa: A001 - re2's name
