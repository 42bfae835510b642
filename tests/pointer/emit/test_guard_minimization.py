"""The weakest guard: what is dropped follows from what is kept, for all numbers, and what is kept can still be computed in 64 bits."""

import itertools
import random
from math import prod
from typing import Literal

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.emit.guard_minimization import SIGNED_LIMIT, Claim, weakest
from egraph_opt.ir.polynomial import Monomial, Poly
from tests.pointer.kernels import LOOP, tile

X, Y, Z = (Poly.atom(n) for n in range(3))
LARGE = (1 << 31) - 1


def number(n: int) -> Poly:
    return Poly.number(n)


def value(poly: Poly, at: tuple[int, ...]) -> int:
    return sum(c * prod(at[a] for a in m) for m, c in poly.terms)


def holds(test: Claim, at: tuple[int, ...]) -> bool:
    x = value(test.number, at)
    return x >= test.bound if test.kind == "least" else x <= test.bound if test.kind == "most" else x % test.bound == 0


def between(ranges: list[tuple[int, int]], monomial: Monomial) -> tuple[int, int]:
    corners = [prod(corner) for corner in itertools.product(*(ranges[a] for a in monomial))]
    return min(corners), max(corners)


def least(poly: Poly, bound: int, safe: bool = True) -> Claim:
    return Claim(poly, "least", bound, safe)


def most(poly: Poly, bound: int, safe: bool = True) -> Claim:
    return Claim(poly, "most", bound, safe)


def left(tests: list[Claim], ranges: list[tuple[int, int]]) -> list[Claim]:
    return weakest(tests, lambda m: between(ranges, m), lambda a: 1)


WIDE = [(-LARGE - 1, LARGE)] * 3
PROGRAM = [(0, LARGE), *WIDE[1:]]


@pytest.mark.parametrize(
    ("tests", "kept"),
    [
        ([most(X * number(64) + number(64), LARGE), most(X * number(64), LARGE)], [0]),  # the end, and where it starts
        ([least(Y * number(15), -LARGE), least(Y, 1)], [1]),
        ([least(Y, 1), least(X * Y, -LARGE), most(X * Y * number(64) + Y * number(63), LARGE), most(Y * number(63), LARGE)], [0, 2]),
        ([least(X * Y, 0), least(Y, 1)], [1]),
        ([least(Y, 0), least(Y, 1)], [1]),
        ([most(Y, 5), most(Y, 5)], [0]),
        ([least(Y, 1), most(X * Y, LARGE), most(X * Z, LARGE)], [0, 1, 2]),
        ([least(Y, -1), least(X * Y, 0)], [0, 1]),
        ([Claim(Y, "divides", 16, True), Claim(X * Y, "divides", 8, True), Claim(X * Y + Z, "divides", 8, True)], [0, 2]),
    ],
)  # fmt: skip
def test_what_is_left(tests: list[Claim], kept: list[int]) -> None:
    assert left(tests, PROGRAM) == [tests[i] for i in kept]


def test_what_is_dropped_follows() -> None:
    """Random tests of small numbers, before and after, on all of these."""
    draw = random.Random(2026)
    ranges = [(0, 4), (-3, 3), (-2, 5)]
    points = list(itertools.product(*(range(low, high + 1) for low, high in ranges)))
    monomials: list[Monomial] = [(), (0,), (1,), (2,), (0, 1), (1, 2), (0, 0), (0, 1, 2)]
    dropped = 0
    kinds: tuple[Literal["least", "most", "divides"], ...] = ("least", "most", "divides")
    for _ in range(150):
        tests = []
        for _ in range(draw.randint(2, 6)):
            poly = Poly.of((m, draw.choice((-2, -1, 1, 1, 2, 3))) for m in draw.sample(monomials, draw.randint(1, 2)))
            kind = draw.choice(kinds)
            tests.append(Claim(poly, kind, draw.choice((2, 4)) if kind == "divides" else draw.randint(-6, 9), True))
        after = left(tests, ranges)
        assert after == [test for test in tests if test in after]
        dropped += len(tests) - len(after)
        for at in points:
            assert all(holds(t, at) for t in tests) == all(holds(t, at) for t in after), (tests, after, at)
    assert dropped > 30


def test_what_a_later_test_needs_to_be_computed_stays() -> None:
    """The first test follows from the last, which is known to mean what it says only after the first."""
    huge = [(0, 1 << 40), (1, 1 << 40), (0, 1)]
    tests = [most(X, 1 << 22), most(X * Y, 1 << 20, safe=False)]
    assert between(huge, (0, 1))[1] >= SIGNED_LIMIT
    assert left(tests, huge) == tests
    assert left([tests[0], most(X * Y, 1 << 20)], huge) == [most(X * Y, 1 << 20)]


def test_guards_are_weaker() -> None:
    """The end of what a loop reads, and not its start; a stride that is positive, and not above -2^31 / 15."""
    guard = raise_text(LOOP, "tiles", "descriptor", "loop", any_cost=True).ir.partition("scf.if")[0]
    assert guard.count("arith.cmpi") == 1
    guard = raise_text(tile(), "tile", "descriptor", "loop", any_cost=True).ir.partition("scf.if")[0]
    assert guard.count(": i64") and guard.count("arith.cmpi sge") == 2 and guard.count("arith.cmpi sle") == 1
