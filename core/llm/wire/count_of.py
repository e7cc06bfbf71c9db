"""A number of tokens as a server tells it. Source: spec/domain.md E1."""


def count_of(value: object, *, least: int = 0, most: int) -> int | None:
    """None for what is missing, no whole number, or cannot be true."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    return None
