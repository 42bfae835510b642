"""Candidate layouts of each value, among which extraction chooses.

Layouts propagate breadth-first along layout-transparent operations. Layouts of anchors (operations with fixed layouts) come
first, then those of other input operations and of other start programs (seeds). New blocked layouts come last, on request. Each
value keeps its input layouts, and gets others up to `limit`; dropped layouts are recorded with the reason. Queues in program
order make the result deterministic.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from egraph_opt.families.layout.encode.access_layouts import coalesced_neighbour, is_coalesced
from egraph_opt.families.layout.encode.encoded_function import Encoding, Link
from egraph_opt.families.layout.encode.layout_inference import moved_encoding, placement, transposed_blocked
from egraph_opt.ir.module import Value
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import linear_layout, nested_layout, parent_of_slice, slice_encoding


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidate layouts. `of[n]` lists those of value number n (values equal up to layout), as numbers, preferred ones first.

    `dropped[n, layout]` is the reason why a layout is not a candidate for value number n.
    """

    of: tuple[tuple[int, ...], ...]
    dropped: Mapping[tuple[int, int], str]


def candidates(encoding: Encoding, limit: int, synthesise: bool = False, seeded: Sequence[tuple[Value, str]] = ()) -> Candidates:
    """Return the candidate layouts of every value: at most `limit` >= 1, unless the input has more.

    `seeded` has values with the layouts that they have in other start programs, such as the output of Triton's own pass.
    """
    found: list[dict[int, None]] = [{} for _ in encoding.shape]
    outgoing: dict[int, list[Link]] = {}
    for link in dict.fromkeys(encoding.links):
        outgoing.setdefault(link.source, []).append(link)
    own = [(value, encoding.value_layout(value)) for value in encoding.term]
    anchors = [(value, encoding.value_layout(value)) for value in encoding.anchors]
    others = [(value, encoding.layout(name)) for value, name in seeded if value in encoding.group]
    names = list(encoding.layouts)
    dropped: dict[tuple[int, int], str] = {}

    def offer(queue: deque[tuple[int, int]], group: int, layout: int) -> None:
        if layout in found[group]:
            return
        if not _fits(encoding, names[layout], group):
            dropped[group, layout] = "cannot hold the shape"
        elif len(found[group]) >= limit:
            dropped[group, layout] = f"limit of {limit} layouts"
        else:
            found[group][layout] = None
            queue.append((group, layout))

    def near_access(link: Link, layout: int) -> int:
        """Return the number of a layout near `layout` for the store of `link`, or 0."""
        tensor, op = encoding.shape[link.target], encoding.functions[link.access].op
        name = coalesced_neighbour(encoding.function, op, names[layout]) if op.name == "tt.store" else None
        if name is None or tensor is None:
            return 0
        wanted = placement(name, tensor.shape)
        known = (*found[link.source], *found[link.target])
        return next((n for n in known if placement(names[n], tensor.shape) == wanted), 0) or _number(encoding, names, name)

    def flow(queue: deque[tuple[int, int]]) -> None:
        while queue:
            group, layout = queue.popleft()
            for link in outgoing.get(group, ()):
                if link.access >= 0 and not is_coalesced(encoding.function, encoding.functions[link.access].op, names[layout]):
                    if near := near_access(link, layout):
                        offer(queue, link.source, near)
                        offer(queue, link.target, near)
                    if layout not in found[link.target]:
                        dropped.setdefault((link.target, layout), "its accesses would ask memory for more")
                elif derived := _derive_layout(encoding, names, layout, link, found[link.target]):
                    offer(queue, link.target, derived)

    for held in (anchors, own):
        queue: deque[tuple[int, int]] = deque()
        for value, layout in held:
            group = encoding.group[value]
            if layout and layout not in found[group]:
                found[group][layout] = None
                queue.append((group, layout))
        flow(queue)
    for value, layout in others:  # they have been propagated through the program already
        found[encoding.group[value]].setdefault(layout)
    if synthesise:
        queue = deque()
        for group, layouts in enumerate([list(f) for f in found]):
            for variant in dict.fromkeys(v for layout in layouts for v in _variants(names[layout])):
                offer(queue, group, _number(encoding, names, variant))
        flow(queue)
    return Candidates(tuple(tuple(f) for f in found), {key: why for key, why in dropped.items() if key[1] not in found[key[0]]})


def _variants(name: str) -> Iterator[str]:
    """Yield blocked layouts derived from a blocked layout: all warps along each dimension in turn, and the transposed layout."""
    warps = re.search(r"warpsPerCTA = \[([\d, ]+)\]", name)
    if not name.startswith("#ttg.blocked<") or not warps:
        return
    extents = [int(n) for n in warps[1].split(",")]
    for axis in range(len(extents)) if len(extents) > 1 else ():
        moved = [math.prod(extents) if d == axis else 1 for d in range(len(extents))]
        yield name.replace(warps[0], f"warpsPerCTA = {moved}")
    if len(extents) == 2 and (transposed := transposed_blocked(name, [1, 0])):
        yield transposed


def _number(encoding: Encoding, names: list[str], name: str) -> int:
    number = encoding.layout(name)
    if number == len(names):
        names.append(name)
    return number


def reasons(encoding: Encoding, chosen: Candidates) -> tuple[str, ...]:
    """Return dropped layouts as lines `%value: layout: reason`. `%value` is the first of the values with one number."""
    called: dict[int, str] = {}
    for value, group in encoding.group.items():
        called.setdefault(group, value.name)
    names = list(encoding.layouts)
    return tuple(f"{called[group]}: {names[layout]}: {why}" for (group, layout), why in sorted(chosen.dropped.items()))


def _derive_layout(encoding: Encoding, names: list[str], layout: int, link: Link, known: Iterable[int]) -> int:
    """Return the number of the layout that the target of `link` needs if the source has `layout`.

    Return 0 if no layout is possible, or if the layout equals one in `known`. `link` relates the layouts of two values.
    """
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
        wanted = placement(name, shape)
        if any(placement(names[other], shape) == wanted for other in known):
            return 0
    return _number(encoding, names, name) if name else 0


def _fits(encoding: Encoding, name: str, group: int) -> bool:
    """Return whether a layout supports the shape of value number `group`."""
    tensor = encoding.shape[group]
    if tensor is None or tensor_type(str(tensor)) is None:
        return False
    try:
        if nested_layout.is_nested(name):
            return nested_layout.fits(name, tensor.shape)
        return len(linear_layout(name, tensor.shape).shape) == len(tensor.shape)
    except ValueError:
        return False


def stays_a_pointer(type: str) -> bool:
    """Return whether conversions to a type must not be added: pointers in a dot_op layout.

    Triton's pass ReduceDataDuplication moves dot operands through shared memory, which cannot store pointers.
    """
    tensor = tensor_type(type)
    return tensor is not None and tensor.element.startswith("!tt.ptr") and str(tensor.encoding).startswith("#ttg.dot_op")
