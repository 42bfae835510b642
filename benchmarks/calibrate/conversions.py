"""Pairs of conversions, there and back."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from egraph_opt.linear_layout import conversion_class, linear_layout

from .layouts import MATRICES, VECTORS, Shape, encoding
from .program import Case, Term, bits, opaque, tensor

SHAPES: list[Shape] = [(32, 32), (64, 32), (64, 64), (128, 64), (128, 128)]
LINES: list[Shape] = [(64,), (256,), (1024,)]
ELEMENTS = ["f8E5M2", "f16", "f32", "f64"]
WANTED = {"register": 1, "lane_shuffle": 6, "lane_shared": 5, "shared": 9, "vector": 5}
"""Largest number of pairs of a class, for a shape of vectors or matrices, an element type and a number of warps."""


def order(name: str) -> str:
    """A name's place among others: by chance, but always the same."""
    return hashlib.sha256(name.encode()).hexdigest()


def cases() -> Iterator[Case]:
    for warps in (4, 8):
        for element in ELEMENTS:
            for shape in SHAPES + LINES:
                yield from _pairs(shape, element, warps)


def _pairs(shape: Shape, element: str, warps: int) -> Iterator[Case]:
    known = {
        name: text for name in (MATRICES if len(shape) == 2 else VECTORS) if (text := encoding(name, shape, warps, bits(element)))
    }
    found: dict[str, list[Case]] = defaultdict(list)
    for a, b in combinations(known, 2):
        kinds = {str(conversion_class(*(linear_layout(known[name], shape) for name in pair))) for pair in ((a, b), (b, a))}
        worst = next((kind for kind in ("shared", "lane_shared", "lane_shuffle", "register") if kind in kinds), None)
        if worst is not None:
            name = f"convert/{element}/{'x'.join(map(str, shape))}/{warps}/{a}-{b}"
            found[worst if len(shape) == 2 else "vector"].append(_pair(name, known[a], known[b], shape, element, warps))
    for kind, those in found.items():
        yield from sorted(those, key=lambda case: order(case.name))[: WANTED[kind]]


def _pair(name: str, a: str, b: str, shape: Shape, element: str, warps: int) -> Case:
    there, back = tensor(shape, element, a), tensor(shape, element, b)
    # Bytes are packed and unpacked where a loop begins anew, which several pairs share.
    repeats = 4 if bits(element) == 8 else 1
    lines = [opaque("a0", "x", shape, element, a)]
    for i in range(repeats):
        lines.append(f"%b{i} = ttg.convert_layout %a{i} : {there} -> {back}")
        lines.append(opaque(f"e{i}", f"b{i}", shape, element, b))
        lines.append(f"%d{i} = ttg.convert_layout %e{i} : {back} -> {there}")
        lines.append(opaque(f"a{i + 1}" if i < repeats - 1 else "y", f"d{i}", shape, element, a))
    pair = Term("ttg.convert_layout", (there,), (back,)), Term("ttg.convert_layout", (back,), (there,))
    return Case(
        name, pair * repeats, warps, shape, element, a, "\n".join(lines),
        f"{opaque('m', 'x', shape, element, a)}\n{opaque('y', 'm', shape, element, a)}",
    )  # fmt: skip
