"""The patterns that make an engine with backtracking stand still: refused, though RE2 does not backtrack.

A pack is also read elsewhere, and a person writes the pattern again for another program. The rule is that of spec/kernel.md §4.3:
within a repeated group no repetition, and no alternatives that begin alike. `?` around a group repeats nothing.
"""

from collections.abc import Iterator

from core.constraints.syntax import Edge, Group, Node, Repeat, Signs


def standstill(tree: Node, *, is_repeated: bool = False) -> str | None:
    """The reason why a tree can run away, a code of the table of differences; None when it cannot."""
    match tree:
        case Repeat():
            body, again = tree.node, tree.most is None or tree.most > 1
            if again and isinstance(body, Group) and any(_clashes(tree, inner) for inner in _repeats(body)):
                return "nested_repeat"
            return standstill(body, is_repeated=is_repeated or again)
        case Group():
            if is_repeated and _overlap(tree):
                return "overlapping_repeat"
            nodes = (node for branch in tree.branches for node in branch)
            found = (standstill(node, is_repeated=is_repeated) for node in nodes)
            return next((reason for reason in found if reason is not None), None)
        case _:
            return None


def _clashes(outer: Repeat, inner: Repeat) -> bool:
    """Whether two repetitions share out the same signs in many ways. `(\\d{2}-){3}` has one way: both are exact."""
    return outer.least != outer.most or inner.least != inner.most


def _repeats(node: Node) -> Iterator[Repeat]:
    match node:
        case Repeat():
            yield node
            yield from _repeats(node.node)
        case Group():
            for branch in node.branches:
                for inner in branch:
                    yield from _repeats(inner)
        case Signs() | Edge():
            return


def _overlap(group: Group) -> bool:
    """Whether two branches can begin with the same sign, or one with nothing."""
    firsts = [_first(branch) for branch in group.branches]
    if len(firsts) == 1:
        return False
    for place, one in enumerate(firsts):
        for other in firsts[:place]:
            if one is None or other is None or _meet(one, other):
                return True
    return False


def _first(branch: tuple[Node, ...]) -> list[tuple[int, int]] | None:
    """The signs a sequence can begin with; None when it can be empty."""
    found: list[tuple[int, int]] = []
    for node in branch:
        match node:
            case Signs():
                return [*found, *node.ranges]
            case Repeat():
                inner = _first((node.node,))
                found += inner or ()
                if node.least and inner is not None:
                    return found
            case Group():
                starts = [_first(one) for one in node.branches]
                found += (pair for start in starts for pair in start or ())
                if all(start is not None for start in starts):
                    return found
            case Edge():
                pass
    return None


def _meet(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    return any(first <= end and start <= last for first, last in one for start, end in other)
