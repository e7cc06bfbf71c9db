"""Versions that every rule of ours has to order alike: the program's, those of the installers, and dpkg's."""

from itertools import product

from core.installation.versions import is_newer

VERSIONS = (
    "0.1.9",
    "0.2.0.dev1",
    "0.2.0a1",
    "0.2.0b2",
    "0.2.0-rc1",
    "0.2.0rc9",
    "0.2.0rc10",
    "0.2.0",
    "0.2.1a1",
    "0.9.0",
    "0.10.0",
)
COMES_BEFORE = {(one, other): is_newer(other, one) for one, other in product(VERSIONS, repeat=2)}
"""Of each pair, whether the first comes before the second."""
