"""Facts on windows (slices given by offsets, sizes and strides), shapes and permutations: the conditions of rules.

Rules can only create windows that have a number. So before saturation, the set of a program's windows is closed under composition,
relative position and transposition. If the closure exceeds `WINDOW_LIMIT`, windows are numbered on demand (`unnamed_windows`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from math import prod

from egraph_opt.families.region.vocabulary.name_table import Facts, IndexMap, Permutation, WordNumbers, inverse
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
    permute_window,
    relative,
    whole,
)
from egraph_opt.families.region.vocabulary.window_reshaping import reshape_window
from egraph_opt.families.region.vocabulary.window_sets import facts_on_window_sets

WINDOW_LIMIT = 400
"""Maximum number of windows (slices) in one function; facts compare all pairs of windows."""


def gathering(w: Window) -> list[Permutation]:
    """Return the transpositions of a tensor that move one axis to the front and thereby make a window (slice) contiguous."""
    axes = range(len(w))
    moves = [(k, *(i for i in axes if i != k)) for k in axes if k]
    return [] if dense(w) else [p for p in moves if dense(permute_window(p, w))]


def _beside(filled: Sequence[Sequence[Window]]) -> tuple[dict[Window, tuple[Window, Window]], list[Window]]:
    """Return `in_a_row(w)` for each window `w` that needs padding in front, and the gaps between windows written into one fill."""
    alone = [chain[0] for chain in filled if len(chain) == 1]
    rows = {w: row for w in alone if not dense(w) and any(axis.offset for axis in w) for row in [in_a_row(w)] if row is not None}
    chains = [*filled, *([v] for _, v in rows.values())]
    return rows, list(dict.fromkeys(gap for chain in chains for gap in gaps(chain)))


def close(names: WordNumbers, filled: Sequence[Sequence[Window]] = ()) -> tuple[Facts, bool]:
    """Number all windows (slices) that rules can derive from a program's windows; return all facts, and whether no window is missing.

    If there are more than `WINDOW_LIMIT`, number only the program's own windows and their transpositions. Each list in `filled` has the
    windows that are written into one scalar fill.
    """
    rows, between = _beside(filled)
    for w in (*chain.from_iterable(rows.values()), *between):
        names.window(w)
    for w in names.windows():
        for v in reshaped_windows(names, w):
            names.window(v)
    windows = names.windows()
    for w in windows:
        for p in gathering(w):
            names.permutation(p)
    for p in list(names.permutations):
        names.permutation(inverse(p))
    spread = dict(names.spread)
    if complete := (known := _close_windows(names, windows)) is not None:
        windows = known
    else:
        names.spread = spread
        windows += [v for w in windows for v in transpose_windows(names, w)]
    for w in windows:
        names.window(w)
    return facts_on(names, names.windows(), filled), complete


def reshaped_windows(names: WordNumbers, w: Window) -> list[Window]:
    """Return, for each shape in `names.groupings` to which the sliced tensor can be reshaped, the window of the same elements."""
    return [v for shape in names.groupings if (v := reshape_window(w, shape)) is not None]


def transpose_windows(names: WordNumbers, w: Window) -> list[Window]:
    """Return the window of the same elements in each transposition of its base (the sliced tensor)."""
    return [permute_window(p, w) for p in names.permutations if len(p) == len(w)]


def _close_windows(names: WordNumbers, windows: Sequence[Window]) -> list[Window] | None:
    """Close a set of windows (slices) under composition, relative position and transposition; None if it exceeds `WINDOW_LIMIT`."""
    known, todo = dict.fromkeys(windows), list(windows)
    while todo and len(known) <= WINDOW_LIMIT:
        w = todo.pop(0)
        found = transpose_windows(names, w)
        found += [*(v for _, v in operand_windows(names, w)), *reshaped_windows(names, w)]
        for v in list(known):
            found += [compose(a, b) for a, b in ((v, w), (w, v)) if base_shape(a) == inner_shape(b)]
            if base_shape(v) == base_shape(w):
                found += [u for u in (relative(v, w), relative(w, v)) if u is not None]
        fresh = [v for v in dict.fromkeys(found) if v not in known]
        known.update(dict.fromkeys(fresh))
        todo += fresh
    return None if todo else list(known)


def facts_on(names: WordNumbers, known: Sequence[Window], filled: Sequence[Sequence[Window]] = ()) -> Facts:
    """Return all facts on the windows `known`, by relation. Each list in `filled` has the windows written into one scalar fill."""
    rows, between = _beside(filled)
    facts, held = _facts(names, list(known)), set(known)
    facts["flattened"] = [(names.window(w), names.window(u), names.window(v)) for w, (u, v) in rows.items()]
    facts["follows"] = [
        (names.maps[m], names.window(w), names.window(v)) for w in known for m, v in operand_windows(names, w) if v in held
    ]
    facts["gap"] = [(names.window(w),) for w in between]
    if names.returned:
        facts["same_places"] = [
            (names.window(w), names.window(v)) for w in known for v in reshaped_windows(names, w) if v in held
        ]
        facts["is_returned"] = [(w,) for w in names.returned]
        facts["is_innermost"] = [(w,) for w in names.returned if w not in names.outer]
        facts["is_changed"] = [(w,) for w in names.changed]
    return facts


def operand_windows(names: WordNumbers, w: Window) -> list[tuple[IndexMap, Window]]:
    """Return, for each index map of a computation, the slice of the operand from which slice `w` of the result is computed."""
    found = []
    for m, operand, result in list(names.spread):
        if result == base_shape(w):
            v = tuple(Axis(0, n, 1, n) if axis is None else w[axis] for axis, n in zip(m, operand, strict=True))
            names.spread[m, inner_shape(v), inner_shape(w)] = None
            found.append((m, v))
    return found


def _facts(names: WordNumbers, windows: list[Window]) -> Facts:
    number = names.window
    facts: Facts = {
        "composed": [
            (number(a), number(b), names.window_sets[both,])
            for a, b in product(windows, windows)
            if base_shape(a) == inner_shape(b) and ((both := compose(a, b)),) in names.window_sets
        ],
        "padded_behind": [(number(w),) for w in windows if not any(axis.offset for axis in w)],
        "reaches_end": [(number(w),) for w in windows if interval(w)[1] == prod(base_shape(w))],
        "is_whole": [(number(w),) for w in windows if whole(w)],
        "window_of": [(number(w), names.shape(base_shape(w))) for w in windows],
        "sized": [(number(w), names.shape(inner_shape(w))) for w in windows],
        "unsorted": [
            (number(v), number(w))
            for v, w in product(windows, windows)
            if base_shape(v) == base_shape(w) and names.linear_range(v)[0] > names.linear_range(w)[0]
        ],
        "partition": [
            (number(v), number(w))
            for v, w in product(windows, windows)
            if base_shape(v) == base_shape(w) and disjoint(v, w) and covers((v, w))
        ],
        "turned": [
            (p, number(w), names.window_sets[permute_window(order, w),])
            for order, p in names.permutations.items()
            for w in windows
            if len(order) == len(w) and (permute_window(order, w),) in names.window_sets
        ],
        "gathers": [(names.permutation(p), number(w)) for w in windows for p in gathering(w) if p in names.permutations],
        "inverse": [(p, names.permutations[inverse(order)]) for order, p in list(names.permutations.items())],
    }
    facts |= facts_on_window_sets(names, windows)
    facts["turns_to"] = [
        (p, s, names.shape(tuple(shape[i] for i in order)))
        for order, p in names.permutations.items()
        for shape, s in list(names.shapes.items())
        if len(order) == len(shape)
    ]
    return facts
