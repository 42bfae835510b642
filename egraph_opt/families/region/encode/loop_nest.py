"""Loop nests of dispatches: properties of a computation that determine the speed of IREE's code.

A loop nest consists of a form (its index structure, such as that of a matrix product) and extents.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations
from math import prod

from egraph_opt.ir.module import Op

SPECIAL = ("exp", "log", "tanh", "erf", "pow", "sin", "cos")
"""Mathematical functions that take tens of instructions."""
SLOW = ("sqrt", "div", "rem")
"""Operations that take several cycles."""
FREE_OPS = ("linalg.fill", "linalg.yield", "linalg.index", "tensor.empty")
MOST_DIMENSIONS = 3
"""Maximum number of result dimensions in a loop nest's form (index structure). Further leading dimensions count as repetitions."""
MOST_OPERANDS = 4
"""Number of operands (including the result) up to which the order of operands does not affect a loop nest's form."""
WORD = 4
"""Bytes of one element of a copy."""
_MAP = re.compile(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>")
_NAME = re.compile(r"[A-Za-z]\w*")
_PRODUCT = ("d0, d2", "d2, d1", "d0, d1")
_NAMED = {"linalg.matmul": _PRODUCT, "linalg.batch_matmul": tuple(f"b, {row}" for row in _PRODUCT)}
"""Index maps of named operations whose text may omit them."""


@dataclass(frozen=True, slots=True)
class Nest:
    """Loop nest of one computation of a dispatch."""

    form: str
    """Indices of each operand and of the result, without unit dimensions, or the name of an operation with unknown loops."""
    extents: tuple[int, ...]
    """Extents of the form's dimensions, in order."""
    times: int = 1
    """Number of times that the loop nest runs."""
    simple: int = 0
    """Arithmetic operations per point, except those in `slow` and `special`."""
    slow: int = 0
    """Divisions and roots per point."""
    special: int = 0
    """Exponentials and similar functions per point."""

    @property
    def points(self) -> int:
        return self.times * prod(self.extents)

    @property
    def parallel(self) -> bool:
        rows = self.form.split(" ")
        return len(rows) > 1 and set(_NAME.findall(rows[-1])) == set(_NAME.findall(self.form))


@dataclass(frozen=True, slots=True)
class Amount:
    """Amount of work: arithmetic operations, bytes loaded and stored, and loop nests.

    A dispatch without computations has the loop nest of a copy.
    """

    flops: float
    moved: int
    nests: tuple[Nest, ...] = ()


def copying(rows: int, run: int) -> Nest:
    """Return the loop nest of a copy of `rows` contiguous pieces of `run` elements each."""
    return Nest("copy", (rows, run))


def moving(size: int, moves: int = 1) -> Amount:
    """Return the amount of work of a command that moves `size` bytes `moves` times: 1 for a fill, 2 for a copy."""
    return Amount(0.0, moves * size, (copying(1, max(1, size // WORD)),))


def pieces(base: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> tuple[int, int]:
    """Return how many contiguous pieces a rectangular part of a tensor of shape `base` consists of, and the elements per piece."""
    run = 1
    for whole, size, stride in zip(reversed(base), reversed(sizes), reversed(strides), strict=True):
        if stride != 1:
            break
        run *= size
        if size != whole:
            break
    return prod(sizes) // max(run, 1), run


def nest_of(op: Op, operands: Sequence[Sequence[int]]) -> Nest | None:
    """Return the loop nest of a computation, or None for an operation that computes nothing.

    Args:
        op: an operation on tensors.
        operands: the shapes of the operation's tensors, results last.
    """
    if op.name in FREE_OPS or not operands:
        return None
    rows = [row for _, row in _MAP.findall(op.attributes.get("indexing_maps", ""))] or _NAMED.get(op.name, ())
    if len(rows) != len(operands) or any(inner.name == "tensor.extract" for inner in op.walk()):
        named = op.name if len(rows) != len(operands) else "gather"
        if named == "gather" or len(set(map(tuple, operands))) == 1:
            return Nest(named, (prod(operands[-1][:-1]), operands[-1][-1] if operands[-1] else 1))
        return Nest(named, tuple(n for n in chain(*reversed(operands)) if n > 1))
    maps = [[index.strip() for index in row.split(",") if index.strip()] for row in rows]
    sizes = {
        name: n for shape, row in zip(operands, maps, strict=True) for name, n in zip(row, shape, strict=False) if name.isalnum()
    }
    names = [inner.name.partition(".")[2] for inner in op.walk() if inner.name.startswith(("arith.", "math."))]
    special, slow = (sum(any(part in name for part in parts) for name in names) for parts in (SPECIAL, SLOW))
    form, extents, times = _normal(tuple(map(tuple, maps)), tuple(sizes.items()))
    return Nest(form, extents, times, len(names) - special - slow, slow, special)


@lru_cache(maxsize=4096)  # the search prices the same computation in thousands of schedules
def _normal(maps: tuple[tuple[str, ...], ...], given: tuple[tuple[str, int], ...]) -> tuple[str, tuple[int, ...], int]:
    """Return a loop nest's index text (with canonical dimension names), its extents, and its number of repetitions."""
    sizes = dict(given)
    kept = [[index for index in row if any(sizes.get(name, 1) > 1 for name in _NAME.findall(index))] for row in maps]
    times = 1
    while len(kept[-1]) > MOST_DIMENSIONS and all(kept[-1][0] not in _names(row[1:]) for row in kept):
        name = kept[-1][0]  # the outermost loop of all operands that it indexes
        times *= sizes[name]
        kept = [row[1:] if row[:1] == [name] else row for row in kept]
    orders = permutations(kept[:-1]) if len(kept) <= MOST_OPERANDS else [kept[:-1]]
    form, extents = min(_canonical_indices([*rows, kept[-1]], sizes) for rows in orders)  # factors commute
    return form, extents, times


def _canonical_indices(kept: Sequence[Sequence[str]], sizes: Mapping[str, int]) -> tuple[str, tuple[int, ...]]:
    """Rename dimensions in order of occurrence, those of the result first; return the index text and the extents."""
    order = list(dict.fromkeys(chain(_names(kept[-1]), *(_names(row) for row in kept))))
    order = [name for name in order if sizes.get(name, 1) > 1]
    letter = {name: chr(ord("a") + n) for n, name in enumerate(order)}

    def rename_dims(index: str) -> str:
        parts = [part.strip() for part in index.split("+")]
        return "+".join(
            _NAME.sub(lambda m: letter[m[0]], p) for p in parts if all(n in letter for n in _NAME.findall(p))
        ).replace(" ", "")

    texts = [",".join(map(rename_dims, row)) or "." for row in kept]
    return " ".join((*dict.fromkeys(texts[:-1]), texts[-1])), tuple(sizes[name] for name in order)


def _names(row: Sequence[str]) -> list[str]:
    return [name for index in row for name in _NAME.findall(index)]
