"""The process a pack of somebody else's runs in: how it is started, spoken to and ended, and what it cannot reach.

`worker.py` and what it imports belong to the program; `child.py` and what it imports run in the worker itself, with the
standard library alone. `protocol.py`, `confinement.py` and `limits.py` are what both sides know.
"""
