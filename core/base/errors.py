"""The one tree of failures the world can cause.

An error carries a code and parameters, never a sentence: `core.base.messages` turns it into words for the window and the
command line alike. Whatever is not a `ClinicError` is a fault of this program.
"""

from collections.abc import Mapping, Sequence


class ClinicError(Exception):
    """Something a person can understand and act on.

    `code` names the entry `errors.<code>` of the message files; `params` fill its sentence; `details` are further fields of
    the machine-readable form (`missing`, `candidates`), already made of plain values.
    """

    def __init__(
        self, code: str, *, details: Mapping[str, Sequence[object]] | None = None, **params: object
    ) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
        self.details = dict(details or {})

    def __str__(self) -> str:
        return self.code


class UserError(ClinicError):
    """The input cannot be used as it is; the person can correct it."""


class Refused(ClinicError):
    """A rule said no. Nothing was written but the audit row."""


class KeyTrouble(ClinicError):
    """The store is there, but no key for it could be had."""


class Damaged(ClinicError):
    """A file is missing, empty, in clear, altered or of an unknown shape. Nothing was changed."""


class Busy(ClinicError):
    """Another process of this program holds the store."""
