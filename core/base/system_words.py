"""Why the operating system refused something, in the program's own words: its own text is in whatever language the system has.

The words stand in the message files at `system.<name>`. A refusal that has none is said by the name of its number, which can be looked up.
"""

import errno
from collections.abc import Mapping

from core.base.messages import Phrase

_WORDS_OF: Mapping[str, str] = {
    "ENOENT": "missing",
    "EISDIR": "folder",
    "ENOTDIR": "no_folder",
    "EACCES": "no_access",
    "EPERM": "no_access",
    "EROFS": "read_only",
    "ENOSPC": "full",
    "EDQUOT": "full",
    "EEXIST": "exists",
    "ENOTEMPTY": "not_empty",
    "EBUSY": "in_use",
    "ETXTBSY": "in_use",
    "EAGAIN": "in_use",
    "EFBIG": "too_large",
    "ENAMETOOLONG": "name",
    "EINVAL": "name",
    "ELOOP": "loop",
    "EILSEQ": "name",
    "EIO": "broken",
    "ENODEV": "gone",
    "ENXIO": "gone",
    "ESTALE": "gone",
    "ENOTCONN": "gone",
    "EMFILE": "too_many",
    "ENFILE": "too_many",
}
"""By the name of the error's number, which is the same everywhere."""


def reason_of(error: OSError) -> Phrase:
    """Why, as a parameter of a sentence."""
    name = "" if error.errno is None else errno.errorcode.get(error.errno, str(error.errno))
    if name in _WORDS_OF:
        return Phrase(f"system.{_WORDS_OF[name]}")
    return Phrase("system.other", code=name) if name else Phrase("system.unknown")
