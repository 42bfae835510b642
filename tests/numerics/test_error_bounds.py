"""Bounds: each holds for all roundings that its word may do, proved by z3 or in exact fractions; half of it does not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, factorial
from typing import Any

import pytest

from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.error_bounds import EXP2, PRECISIONS, RANGE, UNIT

z3 = pytest.importorskip("z3")
Claim = Callable[[Fraction], tuple[Any, list[Any]]]
"""From a bound, what is claimed of the error, and what is known of roundings."""


def real(x: Fraction) -> Any:
    return z3.Q(x.numerator, x.denominator)


def small(name: str, most: Fraction) -> tuple[Any, Any]:
    d = z3.Real(name)
    return d, z3.And(d <= real(most), -d <= real(most))


def size(x: Any) -> Any:
    return z3.If(x < 0, -x, x)


def holds(claim: Claim, bound: Fraction) -> bool:
    """Return whether z3 proves a bound; otherwise it must have a counterexample."""
    said, known = claim(bound)
    solver = z3.Solver()
    solver.set("rlimit", 20_000_000)
    solver.add(*known, z3.Not(said))
    answer = solver.check()
    assert answer in (z3.sat, z3.unsat)
    return bool(answer == z3.unsat)


def product(bound: Fraction) -> tuple[Any, list[Any]]:
    """Both factors off by what a power is off, and one rounding."""
    power = error_bounds.power(0, RANGE)
    (a, ka), (b, kb), (d, kd) = small("a", power), small("b", power), small("d", UNIT)
    return size((1 + a) * (1 + b) * (1 + d) - 1) <= real(bound), [ka, kb, kd]


def split(pieces: int, bits: int) -> Claim:
    """Two operands of size 1 cut into pieces: all products of pieces but those of low ones."""

    def claim(bound: Fraction) -> tuple[Any, list[Any]]:
        known, tails, products = [], [], z3.RealVal(0)
        for side in "xy":
            left, parts = z3.RealVal(1), []
            for i in range(pieces):
                rest = z3.Real(f"{side}{i}")
                known.append(size(rest) <= size(left) * real(Fraction(1, 1 << bits)))
                parts.append(left - rest)
                left = rest
            tails.append(parts)
        for i in range(pieces):
            for j in range(pieces - i):
                products += tails[0][i] * tails[1][j]
        return size(products - 1) <= real(bound), known

    return claim


CLAIMS: dict[str, tuple[Claim, Fraction]] = {
    "a product": (product, error_bounds.both(error_bounds.power(0, RANGE), error_bounds.power(0, RANGE), UNIT)),
    "tf32": (split(1, 10), PRECISIONS[0].split),
    "bf16x3": (split(2, 8), PRECISIONS[1].split),
    "tf32x3": (split(2, 10), PRECISIONS[2].split),
}


@pytest.mark.parametrize("what", CLAIMS)
def test_a_bound_is_proved_and_half_of_it_is_refuted(what: str) -> None:
    claim, bound = CLAIMS[what]
    assert holds(claim, bound) and not holds(claim, bound / 2)


def pieced(x: Fraction, bits: int, pieces: int, worst: int) -> list[Fraction]:
    """A number in pieces, each off by as much as it may be, up or down."""
    parts, left = [], x
    for _ in range(pieces):
        rest = worst * left / (1 << bits)
        parts.append(left - rest)
        left = rest
    return parts


def test_three_pieces_of_bf16() -> None:
    """Products that are left out, summed up by hand: z3 takes long for six unknowns of the third degree."""
    u = Fraction(1, 1 << 8)
    bound = next(p.split for p in PRECISIONS if p.name == "bf16x6")
    size_of = [1 + u, u * (1 + u), u * u * (1 + u)]  # pieces of a number of size 1, at most
    left_out = sum(size_of[i] * size_of[j] for i in range(3) for j in range(3) if i + j > 2)
    assert left_out + 2 * u**3 + u**6 <= bound
    worst = max(
        abs(1 - sum(x[i] * y[j] for i in range(3) for j in range(3 - i)))
        for x in (pieced(Fraction(1), 8, 3, s) for s in (1, -1))
        for y in (pieced(Fraction(1), 8, 3, s) for s in (1, -1))
    )
    assert worst > bound / 2


def series(x: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers below and above exp(x), for 0 <= x <= 1/2: its series, whose rest is below its last term."""
    terms = [x**k / factorial(k) for k in range(12)]
    return sum(terms), sum(terms) + terms[-1]


@pytest.mark.parametrize("x", [Fraction(1, 2), Fraction(1, 100), Fraction(1, 1 << 20), Fraction(0)])
def test_exponentials_of_small_numbers(x: Fraction) -> None:
    low, high = series(x)
    assert high - 1 <= error_bounds.bound_exp(x) and 1 - 1 / high <= error_bounds.bound_exp(x)
    assert not x or low - 1 > error_bounds.bound_exp(x) / 2
    with pytest.raises(ValueError, match="no bound for exponents"):
        error_bounds.bound_exp(x + 1)


def test_that_bound_of_exponentials_holds_for_all_numbers() -> None:
    """exp(x) is at most 1 + x + x^2/2 + x^3/6 + x^4/12 up to 1/2 (Taylor, since exp is below 2 there): that is below the bound."""
    x = z3.Real("x")
    solver = z3.Solver()
    solver.add(x >= 0, 2 * x <= 1, 1 + x + x**2 / 2 + x**3 / 6 + x**4 / 12 > 1 + 2 * x / (2 - x))
    assert solver.check() == z3.unsat


@pytest.mark.parametrize(("base", "widest"), [(0, RANGE), (0, 2 * RANGE), (1, RANGE)])
def test_powers(base: int, widest: int) -> None:
    """The exponent is off by one rounding, for a power of e by three more (log2 e itself, the product, and what the difference has)."""
    roundings = 1 if base == 0 else 3
    off = ((1 + UNIT) ** roundings - 1) * widest * error_bounds.LOG2
    low, high = series(off)
    bound = error_bounds.power(base, widest)
    assert high * (1 + EXP2) - 1 <= bound and 1 - (1 - EXP2) / high <= bound
    assert low * (1 + EXP2) - 1 > bound / 2
    assert Fraction(exp(1)) < series(Fraction(1, 2))[1] ** 2 and Fraction(69314718055, 10**11) < error_bounds.LOG2


@pytest.mark.parametrize("terms", [1, 2, 16, 64, 129])
def test_sums(terms: int) -> None:
    """In whatever order terms are added, each is rounded once for each addition at most."""
    worst = (1 + UNIT) ** (terms - 1) - 1
    assert worst <= error_bounds.bound_sum(terms) and 1 - (1 - UNIT) ** (terms - 1) <= error_bounds.bound_sum(terms)
    assert terms == 1 or worst > error_bounds.bound_sum(terms) / 2


@pytest.mark.parametrize("precision", PRECISIONS, ids=lambda p: p.name)
def test_products_of_matrices(precision: error_bounds.ProductPrecision) -> None:
    """Terms as they may be: each as far off as its pieces leave it, and as many additions, each off by what one may lose."""
    terms = 16
    if precision.products:
        worst = (1 + precision.split) * (1 + error_bounds.ALIGN * (precision.products * terms + 1)) - 1
    else:
        worst = (1 + UNIT) ** (terms + 1) - 1
    assert worst <= error_bounds.dot(precision, terms) and worst > error_bounds.dot(precision, terms) / 2


def test_rounding_bounds_loses_nothing() -> None:
    for x in (Fraction(1, 3), Fraction(5, 7 * 10**9), Fraction(0), Fraction(1, 1 << 24)):
        assert x <= error_bounds.up(x) <= x * (1 + Fraction(1, 1 << 50))


@pytest.mark.parametrize(("number", "powers"), [(1, 0), (1, 1), (2, 1), (3, 0), (5, 1)])
def test_operands_in_range_stay_in_range(number: int, powers: int) -> None:
    least, most = error_bounds.factors(number, powers)
    assert most <= error_bounds.SIZE and number * most + RANGE * powers <= 100
    assert (least is None) == error_bounds.is_open(number, powers)
    assert least is None or number * least - RANGE * powers >= -100
    assert -100 - 26 >= -126  # what is left of 24 bits is no smaller than the least float


def test_what_underflows_is_counted_per_product() -> None:
    ieee, three = PRECISIONS[-1], PRECISIONS[1]
    assert error_bounds.bound_underflow(16, ieee, 0, [(1, 0), (2, 1)]) == 32 * error_bounds.SMALLEST_NORMAL
    assert error_bounds.bound_underflow(16, three, 1, [(1, 0), (2, 1)]) == 96 * error_bounds.SMALLEST_NORMAL * 2**RANGE


def pieces_of(x: Fraction, flushed: Fraction) -> list[Fraction]:
    """A number in three pieces of 8 bits, each of which is lost if it is small."""
    found = []
    for _ in range(3):
        scale = Fraction(2) ** (abs(x).numerator.bit_length() - abs(x).denominator.bit_length() - 8)
        piece = x // scale * scale if abs(x) >= flushed else Fraction(0)
        found.append(piece)
        x -= piece
    return found


def test_what_an_open_operand_loses() -> None:
    """One that is just lost whole, and others with pieces that are lost: all within the bound, the first more than an eleventh of it."""
    least, largest = error_bounds.SMALLEST_NORMAL, Fraction(2) ** (error_bounds.SIZE + RANGE)
    bound = error_bounds.bound_underflow(1, PRECISIONS[-1], 0, [(1, 1), (1, 1)])
    for x in (least * Fraction(99999, 100000), least * (1 + Fraction(1, 3)), least * (512 + Fraction(1, 3))):
        kept = sum(pieces_of(x, least)) if x >= least else Fraction(0)
        lost = (x - kept) * largest
        assert lost <= bound
        assert x != least * Fraction(99999, 100000) or lost > bound / 11
