"""Sizes that are known at run time only: arithmetic against sympy, and every answer against all small numbers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

import numpy as np
import pytest
import sympy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.validation.validate import same
from egraph_opt.families.region.vocabulary.symbolic_extent import Extent, Size, Sizes, poly_of
from egraph_opt.families.region.vocabulary.window import Window, compose, covers, dense, disjoint, relative, whole, window
from egraph_opt.ir.module import Value
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available
from egraph_opt.text import read
from tests.region.dynamic import Dynamic, Input, programs
from tests.support.iree_tensors import of_tensors
from tests.support.kernels import ROOT
from tests.support.region_windows import elements

WHOLE = (ROOT / "benchmarks/corpus/regions" / "whole_program.mlir").read_text()
MODELS = ("dispatches", "bytes", "latency", "latency:streams=4")
COUNT = 3
SYMBOLS = sympy.symbols(f"n0:{COUNT}", integer=True, nonnegative=True)
NUMBERS = list(product(range(5), repeat=COUNT))


def atoms() -> tuple[Sizes, list[Size]]:
    sizes = Sizes()
    return sizes, [sizes.atom(Value("index", f"%n{i}"), 8) for i in range(COUNT)]


def formula(size: Extent) -> sympy.Expr:
    return sympy.Add(*(c * sympy.Mul(*(SYMBOLS[a] for a in monomial)) for monomial, c in poly_of(size).terms))


def at(size: Extent, numbers: tuple[int, ...]) -> int:
    """Return the value of a size for these values of the atoms."""
    return sum(c * prod(numbers[a] for a in monomial) for monomial, c in poly_of(size).terms)


def fold(steps: list[tuple[str, int]], of: list[Extent]) -> Extent:
    """A size made of atoms and numbers, by steps."""
    total: Extent = of[0]
    for kind, n in steps:
        other = of[n % COUNT] if n >= 0 else -n
        total = total + other if kind == "+" else total - other if kind == "-" else total * -n if n < 0 else total + n * other
    return total


STEPS = st.lists(st.tuples(st.sampled_from("+-*"), st.integers(-3, 5)), max_size=4)


@given(STEPS, STEPS)
@settings(max_examples=200, deadline=None)
def test_arithmetic_is_that_of_sympy(first: list[tuple[str, int]], second: list[tuple[str, int]]) -> None:
    _, ours = atoms()
    a, b = fold(first, list(ours)), fold(second, list(ours))
    for mine, theirs in ((a + b, formula(a) + formula(b)), (a - b, formula(a) - formula(b)), (a * b, formula(a) * formula(b))):
        assert sympy.expand(formula(mine) - theirs) == 0
    assert (a == b) == (sympy.expand(formula(a) - formula(b)) == 0)
    assert sympy.expand(formula(a) - fold(first, list(SYMBOLS))) == 0


@given(STEPS, STEPS, STEPS)
@settings(max_examples=200, deadline=None)
def test_a_yes_holds_for_all_numbers(
    first: list[tuple[str, int]], second: list[tuple[str, int]], fact: list[tuple[str, int]]
) -> None:
    sizes, ours = atoms()
    known = fold(fact, list(ours))
    sizes.learn(known)
    a, b = fold(first, list(ours)), fold(second, list(ours))
    comparisons: list[tuple[bool, Callable[[int, int], bool]]] = [
        (a <= b, lambda x, y: x <= y), (a < b, lambda x, y: x < y), (a >= b, lambda x, y: x >= y), (a > b, lambda x, y: x > y)
    ]  # fmt: skip
    for numbers in NUMBERS:
        if at(known, numbers) >= 0:
            assert all(holds(at(a, numbers), at(b, numbers)) for yes, holds in comparisons if yes)


def test_what_follows_and_what_does_not() -> None:
    sizes, (n, m, k) = atoms()
    assert n <= n + m and n + m <= n + m + k and n >= 0 and n < n + 1
    assert not n <= m and not m <= n and not n >= 1  # an extent may be 0
    sizes.learn(m - n)
    assert n <= m and n <= m + k and not m <= n
    assert sizes.number(n + 2 * m) == 24
    assert divmod(4 * n + 8, 4) == (n + 2, 0) and divmod(4 * n + 2, 4)[1] != 0


@st.composite
def axes(draw: st.DrawFn, ours: list[Size], base: Extent, sizes: Sizes) -> tuple[Extent, Extent, int]:
    """Offset, size and stride of a window that the program has, and what follows from that."""
    small = st.sampled_from([0, 1, 2, *ours])
    offset, size = draw(small), draw(st.sampled_from([1, 2, *ours, base]))
    sizes.learn(base - offset - size)
    return offset, size, 1


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_windows_at_all_numbers(data: st.DataObject) -> None:
    """Facts about windows of unknown sizes hold for the actual windows, at any position inside."""
    sizes, ours = atoms()
    shape = (data.draw(st.sampled_from([*ours, ours[0] + ours[1], 4])), data.draw(st.sampled_from([2, ours[2]])))
    try:
        a, b = (window(shape, *zip(*(data.draw(axes(list(ours), base, sizes)) for base in shape), strict=True)) for _ in range(2))
    except ValueError:
        return
    part = relative(a, b)
    for numbers in NUMBERS:
        x, y, base = fixed(a, numbers), fixed(b, numbers), tuple(at(n, numbers) for n in shape)
        if not all(w.offset >= 0 and w.offset + w.size <= w.base for w in (*x, *y)):
            continue
        first, second = elements(x), elements(y)
        assert not disjoint(a, b) or not set(first) & set(second)
        assert not whole(a) or len(first) == base[0] * base[1]
        assert not dense(a) or first == list(range(first[0], first[0] + len(first))) if first else True
        if part is not None:
            assert set(first) <= set(second) and [second[i] for i in elements(fixed(part, numbers))] == first
            assert elements(fixed(compose(part, b), numbers)) == first
        if disjoint(a, b) and covers((a, b)):
            assert len({*first, *second}) == base[0] * base[1]


def fixed(w: Window, numbers: tuple[int, ...]) -> Window:
    return tuple(type(axis)(*(at(n, numbers) for n in axis)) for axis in w)


@pytest.mark.skipif(not available(), reason="needs IREE")
def test_what_is_known_is_rewritten_between_what_is_not() -> None:
    result = optimize_text(WHOLE, "whole", RegionOptions(cost_model("latency:streams=4")))
    assert result.cost_after < result.cost_before and not result.remarks
    rng = np.random.default_rng(0)
    arguments: list[Input] = [rng.integers(-2, 3, (3, 8)).astype(np.float32), np.array([1, 2, 3, 0], np.int32), 2, 1]
    for mine, expected in zip(iree.run(result.ir, "f", arguments), iree.run(iree.generic(WHOLE), "f", arguments), strict=True):
        assert np.array_equal(mine, expected)
    swapped = result.ir.replace('"util.global.store"', '"util.global.store.indirect"')
    before, after = (next(op for op in read(t).op.walk() if op.name == "util.func") for t in (iree.generic(WHOLE), result.ir))
    assert same(before, after) and swapped != result.ir
    (other,) = [op for op in read(swapped).op.walk() if op.name == "util.func"]
    assert not same(before, other)


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="needs IREE")
@given(programs(), st.sampled_from(MODELS))
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_random_programs(drawn: Dynamic, model: str) -> None:
    assert not of_tensors(drawn, model).startswith("wrong")
