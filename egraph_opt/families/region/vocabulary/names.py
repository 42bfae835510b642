"""Numbers by which terms name windows, areas, shapes, permutations and scalars, and the facts on them that rules require.

The set of windows is closed once before saturation, up to a limit, under compositions, relative positions and transpositions of a
program's own windows. Rewrites that need a window beyond it are not found; the result stays correct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from math import prod

from egraph_opt.families.region.vocabulary.size import Shape, Sizes
from egraph_opt.families.region.vocabulary.window import (
    Axis,
    Window,
    base_shape,
    compose,
    covers,
    dense,
    disjoint,
    gaps,
    in_a_row,
    inner_shape,
    interval,
    permuted,
    relative,
    whole,
)
from egraph_opt.ir.module import Value

WINDOW_LIMIT = 400
"""Largest number of windows in one function; pairs of them are compared."""
AREA_LIMIT = 128
"""Largest number of areas (sets of disjoint windows) of one base."""
NEXT = 3
"""Number of windows by which the search tries to extend an area."""

Area = tuple[Window, ...]
Permutation = tuple[int, ...]
IndexMap = tuple[int | None, ...]
"""For each axis of an operand, the axis of the result that it is read along; None if all of it is read for each element."""


@dataclass
class Names:
    """Numbers in order of first use. A window is an area of one window."""

    sizes: Sizes = field(default_factory=Sizes)
    refused: set[int] = field(default_factory=set)
    """Contiguous windows that the input has in a form in which IREE does not recognise that."""
    contiguous: set[int] = field(default_factory=set)
    """Windows that IREE accesses as one range of bytes, whether that is known here or not."""
    areas: dict[Area, int] = field(default_factory=dict)
    shapes: dict[Shape, int] = field(default_factory=dict)
    maps: dict[IndexMap, int] = field(default_factory=dict)
    spread: dict[tuple[IndexMap, Shape, Shape], None] = field(default_factory=dict)
    """Maps, each with the shapes of the operands and of the results that it connects."""
    permutations: dict[Permutation, int] = field(default_factory=dict)
    scalars: dict[tuple[str, str], int] = field(default_factory=dict)
    """Scalars by type and value (constants) or by type and name (others)."""
    scalar_values: list[Value] = field(default_factory=list)

    def place(self, w: Window) -> tuple[int, int]:
        """Return `interval` in numbers, with sizes as in cost models. It may guide the search, but must not decide anything else."""
        return interval(tuple(Axis(*self.sizes.numbers(axis)) for axis in w))

    def window(self, w: Window) -> int:
        self.shape(inner_shape(w))
        self.shape(base_shape(w))
        return self.areas.setdefault((w,), len(self.areas))

    def shape(self, shape: Shape) -> int:
        return self.shapes.setdefault(shape, len(self.shapes))

    def map(self, m: IndexMap, operand: Shape, result: Shape) -> tuple[int, int, int]:
        """Return the numbers of a map, of the operand's shape, and of the result's shape."""
        self.spread[m, operand, result] = None
        return self.map_number(m), self.shape(operand), self.shape(result)

    def map_number(self, m: IndexMap) -> int:
        return self.maps.setdefault(m, len(self.maps))

    def permutation(self, p: Permutation) -> int:
        return self.permutations.setdefault(p, len(self.permutations))

    def scalar(self, key: tuple[str, str], value: Value) -> int:
        if key not in self.scalars:
            self.scalars[key] = len(self.scalars)
            self.scalar_values.append(value)
        return self.scalars[key]


def inverse(p: Permutation) -> Permutation:
    """Return the permutation that undoes another."""
    return tuple(p.index(i) for i in range(len(p)))


def gathering(w: Window) -> list[Permutation]:
    """Return the permutations that move one axis to the front and make a scattered window contiguous in memory."""
    axes = range(len(w))
    moves = [(k, *(i for i in axes if i != k)) for k in axes if k]
    return [] if dense(w) else [p for p in moves if dense(permuted(p, w))]


def _beside(filled: Sequence[Sequence[Window]]) -> tuple[dict[Window, tuple[Window, Window]], list[Window]]:
    """Return paddings in front as paddings behind at a later offset in the row, and the gaps between windows written into one scalar."""
    alone = [chain[0] for chain in filled if len(chain) == 1]
    rows = {w: row for w in alone if not dense(w) and any(axis.offset for axis in w) for row in [in_a_row(w)] if row is not None}
    chains = [*filled, *([v] for _, v in rows.values())]
    return rows, list(dict.fromkeys(gap for chain in chains for gap in gaps(chain)))


def close(names: Names, filled: Sequence[Sequence[Window]] = ()) -> tuple[dict[str, list[tuple[int, ...]]], bool]:
    """Return all facts by relation, and whether the set of windows is complete. `filled` are the windows written into one scalar,
    by chain.
    """
    rows, between = _beside(filled)
    for w in (*chain.from_iterable(rows.values()), *between):
        names.window(w)
    windows = [area[0] for area in names.areas if len(area) == 1]
    known = dict.fromkeys(windows)
    for w in windows:
        for p in gathering(w):
            names.permutation(p)
    for p in list(names.permutations):
        names.permutation(inverse(p))
    todo = list(windows)
    while todo and len(known) <= WINDOW_LIMIT:
        w = todo.pop(0)
        found = [permuted(p, w) for p in names.permutations if len(p) == len(w)]
        found += [v for _, v in followed(names, w)]
        for v in list(known):
            found += [compose(a, b) for a, b in ((v, w), (w, v)) if base_shape(a) == inner_shape(b)]
            if base_shape(v) == base_shape(w):
                found += [u for u in (relative(v, w), relative(w, v)) if u is not None]
        fresh = [v for v in dict.fromkeys(found) if v not in known]
        known.update(dict.fromkeys(fresh))
        todo += fresh
    complete = not todo
    for w in known:
        names.window(w)
    facts = _facts(names, list(known))
    facts["flattened"] = [(names.window(w), names.window(u), names.window(v)) for w, (u, v) in rows.items()]
    facts["follows"] = [
        (names.maps[m], names.window(w), names.window(v)) for w in known for m, v in followed(names, w) if v in known
    ]
    facts["gap"] = [(names.window(w),) for w in between]
    return facts, complete


def followed(names: Names, w: Window) -> list[tuple[IndexMap, Window]]:
    """Return for each map by which results of this shape are computed the window of the operand that it leads to."""
    found = []
    for m, operand, result in list(names.spread):
        if result == base_shape(w):
            v = tuple(Axis(0, n, 1, n) if axis is None else w[axis] for axis, n in zip(m, operand, strict=True))
            names.spread[m, inner_shape(v), inner_shape(w)] = None
            found.append((m, v))
    return found


def _facts(names: Names, windows: list[Window]) -> dict[str, list[tuple[int, ...]]]:
    number = names.window
    facts: dict[str, list[tuple[int, ...]]] = {
        "composed": [
            (number(a), number(b), names.areas[both,])
            for a, b in product(windows, windows)
            if base_shape(a) == inner_shape(b) and ((both := compose(a, b)),) in names.areas
        ],
        "padded_behind": [(number(w),) for w in windows if not any(axis.offset for axis in w)],
        "reaches_end": [(number(w),) for w in windows if interval(w)[1] == prod(base_shape(w))],
        "is_whole": [(number(w),) for w in windows if whole(w)],
        "window_of": [(number(w), names.shape(base_shape(w))) for w in windows],
        "sized": [(number(w), names.shape(inner_shape(w))) for w in windows],
        "unsorted": [
            (number(v), number(w))
            for v, w in product(windows, windows)
            if base_shape(v) == base_shape(w) and names.place(v)[0] > names.place(w)[0]
        ],
        "partition": [
            (number(v), number(w))
            for v, w in product(windows, windows)
            if base_shape(v) == base_shape(w) and disjoint(v, w) and covers((v, w))
        ],
        "turned": [
            (p, number(w), names.areas[permuted(order, w),])
            for order, p in names.permutations.items()
            for w in windows
            if len(order) == len(w) and (permuted(order, w),) in names.areas
        ],
        "gathers": [(names.permutation(p), number(w)) for w in windows for p in gathering(w) if p in names.permutations],
        "inverse": [(p, names.permutations[inverse(order)]) for order, p in list(names.permutations.items())],
    }
    facts |= _areas(names, windows)
    facts["turns_to"] = [
        (p, s, names.shape(tuple(shape[i] for i in order)))
        for order, p in names.permutations.items()
        for shape, s in list(names.shapes.items())
        if len(order) == len(shape)
    ]
    return facts


def _areas(names: Names, windows: list[Window]) -> dict[str, list[tuple[int, ...]]]:
    """Return facts on areas that grow window by window, and on the positions of windows to them. Windows of an area are in order
    of address.
    """
    disjoint_facts: dict[tuple[int, ...], None] = {}
    joined: dict[tuple[int, ...], None] = {}
    contained: dict[tuple[int, ...], None] = {}
    everything: dict[tuple[int, ...], None] = {}
    by_base: dict[Shape, list[Window]] = {}
    for w in windows:
        by_base.setdefault(base_shape(w), []).append(w)
    for base, members in by_base.items():
        areas: dict[Area, None] = {(w,): None for w in members if interval(w)[1] == prod(base)}
        holders = {w: {x for x in members if relative(w, x) is not None} for w in members}
        todo = list(areas)
        members = [w for w in members if not whole(w)]
        while todo:
            area = todo.pop()
            a = names.areas.setdefault(area, len(names.areas))
            if covers(area):
                everything[a, names.shape(base)] = None
            below = [w for w in members if names.place(w)[0] < names.place(area[0])[0] and all(disjoint(w, x) for x in area)]
            for w in sorted(below, key=names.place)[
                -NEXT:
            ]:  # downwards, as insertions lie in a sorted chain; the nearest is extended further
                both = (w, *area)
                if both not in areas and len(areas) < AREA_LIMIT:
                    areas[both] = None
                    todo.append(both)
                if both in areas:
                    disjoint_facts[a, names.window(w)] = None
                    joined[a, names.window(w), names.areas.setdefault(both, len(names.areas))] = None
        for v, w in product(members, members):
            if disjoint(v, w):
                disjoint_facts[names.window(v), names.window(w)] = None
            elif w in holders[v]:
                contained[names.window(v), names.window(w)] = None
        for part, area in product([*areas, *((w,) for w in members if (w,) not in areas)], areas):
            if all(not holders[w].isdisjoint(area) for w in part):
                contained[names.areas[part], names.areas[area]] = None
    return {
        "disjoint": list(disjoint_facts),
        "joined": list(joined),
        "contained": list(contained),
        "everything": list(everything),
    }
