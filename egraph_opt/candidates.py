"""Which layouts a value may be held in: one function, one policy.

Layouts flow along the operations that layouts pass through, nearest first: to begin with those of anchors (operations that keep
the layouts they were written with), since conversions are paid where anchors disagree; then, where there is room, those that other
operations happen to have in the input. Each value keeps the layouts it has in the input, and takes no more once it has `limit`;
what was dropped for that is counted. The policy is deterministic: first-in, first-out queues in program order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from egraph_opt.encoding import Encoding, Link
from egraph_opt.ir import tensor_type
from egraph_opt.layout import linear_layout, parent_of_slice, slice_encoding
from egraph_opt.transport import moved_encoding


@dataclass(frozen=True, slots=True)
class Candidates:
    """`of[group]`: the layout numbers of a value, in order of preference. `dropped`: how many did not fit the limit."""

    of: tuple[tuple[int, ...], ...]
    dropped: int


def candidates(encoding: Encoding, limit: int) -> Candidates:
    """The candidate layouts of every value of a function (`limit` >= 1 each, more only where the input has more)."""
    found: list[dict[int, None]] = [{} for _ in encoding.shape]
    outgoing: dict[int, list[Link]] = {}
    for link in dict.fromkeys(encoding.links):
        outgoing.setdefault(link.source, []).append(link)
    own = {value: encoding.value_layout(value) for value in encoding.term}
    names = list(encoding.layouts)
    dropped = 0
    for seeds in (encoding.anchors, encoding.term):
        queue: deque[tuple[int, int]] = deque()
        for value in seeds:
            layout, group = own[value], encoding.group[value]
            if layout and layout not in found[group]:
                found[group][layout] = None
                queue.append((group, layout))
        while queue:
            group, layout = queue.popleft()
            for link in outgoing.get(group, ()):
                target, derived = link.target, _derived(encoding, names, layout, link, found[link.target])
                if not derived or derived in found[target] or not _fits(encoding, names[derived], target):
                    continue
                if len(found[target]) >= limit:
                    dropped += 1
                    continue
                found[target][derived] = None
                queue.append((target, derived))
    return Candidates(tuple(tuple(f) for f in found), dropped)


def _derived(encoding: Encoding, names: list[str], layout: int, link: Link, known: Iterable[int]) -> int:
    """The layout that a link derives from one at its source: 0 where there is none, a known one where its map is the same."""
    name: str | None = names[layout]
    if link.axis >= 0 and link.forward:
        parent = parent_of_slice(names[layout])
        name = parent[1] if parent and parent[0] == link.axis else None
    elif link.axis >= 0:
        name = slice_encoding(names[layout], link.axis)
    elif link.index >= 0:
        index = encoding.maps[link.index]
        try:
            name = moved_encoding(index, names[layout], link.forward)
        except ValueError:
            return 0
        shape = index.result if link.forward else index.operand
        wanted = linear_layout(name, shape)
        if any(linear_layout(names[other], shape) == wanted for other in known):
            return 0
    if not name:
        return 0
    number = encoding.layout(name)
    if number == len(names):
        names.append(name)
    return number


def _fits(encoding: Encoding, name: str, group: int) -> bool:
    """Whether a layout can hold the shape of a group: whether its map exists."""
    tensor = encoding.shape[group]
    if tensor is None or tensor_type(str(tensor)) is None:
        return False
    try:
        return len(linear_layout(name, tensor.shape).shape) == len(tensor.shape)
    except ValueError:
        return False
