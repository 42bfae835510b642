"""Decomposition of an access's mask into bounds of indices, boolean lookup tables, and residual conjuncts for a select after the load."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from egraph_opt.families.pointer.analysis.access_facts import Numbers, dependencies
from egraph_opt.families.pointer.analysis.diagnostics import why
from egraph_opt.families.pointer.analysis.saturate import Bounds
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.declaration_lookup import mask_of
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly


def own(table: Value, user: Value, numbers: Numbers) -> Value:
    """Return a lookup table that is equal to `table` (in its e-class) and on which `user` depends; `table` itself if there is none."""
    found = numbers.found
    same = {v for v in numbers.terms.tables if found.class_of(v) == found.class_of(table)}
    return next((v for v in dependencies(user, numbers.terms) if v in same), table)


Bounded = tuple[dict[int, Poly], dict[int, Poly], tuple[int, tuple[Value, ...]] | None, tuple[int, ...]]
"""Content of a mask: upper bounds and lower bounds by dimension, boolean tables along one dimension, and other conjuncts.

Other conjuncts are indices of atoms (opaque values); a select after the load can apply them.
"""
NO_BOUNDS: Bounded = ({}, {}, None, ())


def bounds_of(op: Op, numbers: Numbers, shape: tuple[int, ...], listed: bool) -> Bounded:
    """Decompose the mask of access `op`, whose tile has shape `shape`.

    If the mask has a boolean lookup table along a dimension, bounds along this dimension are represented as tables, too. With
    `listed`, a lower bound that may exclude a lane also becomes a table, or, if that fails, all lower bounds do.

    Raises:
        NotRaised: the mask cannot be decomposed.
    """
    if listed:
        with suppress(NotRaised):
            return _content(
                [(mask, *part) for mask in mask_of(op) for part in _parts(mask, numbers, False)], op, numbers, shape, True
            )
    parts = [(mask, *part) for mask in mask_of(op) for part in _parts(mask, numbers, listed)]
    return _content(parts, op, numbers, shape, False)


def _content(
    parts: Sequence[tuple[Value, str, int, Poly | int]], op: Op, numbers: Numbers, shape: tuple[int, ...], listed: bool
) -> Bounded:
    along = next((d for _, kind, d, _ in parts if kind == "chosen"), None)
    if listed and along is None:
        along = next(
            (d for _, kind, d, low in parts if kind == "beyond" and isinstance(low, Poly) and _masks(low, op, numbers)), None
        )
    uppers: dict[int, Poly] = {}
    lowers: dict[int, Poly] = {}
    anywhere: list[Poly] = []
    residual: list[int] = []
    lists: dict[int, dict[Value, None]] = {}
    for mask, kind, d, extent in parts:
        number = extent if isinstance(extent, int) else numbers.found.lists.get((kind, d, extent)) if d == along else None
        if kind == "residual" and number is not None:
            residual.append(number)
        elif number is not None:
            lists.setdefault(d, {})[own(numbers.terms.tables[number], mask, numbers)] = None
        elif isinstance(extent, Poly):
            if kind == "inside" and (found := _of_all(extent)) is not None:
                anywhere.append(found)
            elif kind == "inside":
                uppers[d] = _smaller_bound(uppers.get(d), extent, shape[d], op, numbers)
            else:
                lowers[d] = -_smaller_bound(-lowers[d] if d in lowers else None, -extent, 0, op, numbers)
    if len(lists) > 1:
        raise NotRaised("its mask has several parts that are no bounds")
    for distance in sorted(anywhere, key=lambda each: not _is_truth(each, numbers)):
        _add(distance, uppers, shape, op, numbers)
    if along is not None and (along in uppers or along in lowers):
        raise NotRaised(f"its mask along dimension {along} is a bound and something else")
    chosen = None if along is None else (along, tuple(lists[along]))
    return uppers, lowers, chosen, tuple(residual)


def _masks(low: Poly, op: Op, numbers: Numbers) -> bool:
    return numbers.range(low, numbers.terms.facts.inside.get(op, ())).high > 0


def _parts(mask: Value, numbers: Numbers, listed: bool) -> Bounds:
    """Return a mask as bounds of indices, boolean lookup tables, and other conjuncts, which a select after the load can apply.

    Raises:
        NotRaised: a conjunct of the mask is not understood.
    """
    bounds = numbers.found.bounds(mask, listed)
    if bounds is None:
        raise NotRaised(why(mask, numbers, "mask"))
    return bounds


def _add(number: Poly, uppers: dict[int, Poly], shape: tuple[int, ...], op: Op, numbers: Numbers) -> None:
    d = next((d for d in range(len(shape)) if d not in uppers), 0)
    if _is_truth(number, numbers):
        uppers[d] = uppers.get(d, Poly.number(shape[d])) * number
    else:
        uppers[d] = _smaller_bound(uppers.get(d), Poly.number(shape[d]) * number, shape[d], op, numbers)


def _smaller_bound(known: Poly | None, extent: Poly, end: int, op: Op, numbers: Numbers) -> Poly:
    loops = numbers.terms.facts.inside.get(op, ())
    if known is None or numbers.range(known, loops).low >= end:
        return extent
    return known if numbers.range(extent, loops).low >= end else numbers.least(known, extent, loops)


def _of_all(extent: Poly) -> Poly | None:
    """Return `n` if `extent` is `2^31 * n`, else None. Indices are below 2^31, so `index < 2^31 * n` is `n > 0` in all lanes."""
    whole = extent.terms and all(coefficient % (1 << 31) == 0 for _, coefficient in extent.terms)
    return Poly(tuple((monomial, coefficient >> 31) for monomial, coefficient in extent.terms)) if whole else None


def _is_truth(number: Poly, numbers: Numbers) -> bool:
    return [(len(m), c, *map(numbers.truth, m)) for m, c in number.terms] == [(1, -1, True)]
