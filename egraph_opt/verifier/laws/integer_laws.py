"""Laws of machine integers."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.laws.law import Claim, law


@law
def exact_integers(z: Any) -> Claim:
    """A sum, difference or product of fixed-width integers equals the mathematical result, if the type can represent that."""
    # a width of five bits stands for all: both sides are the same functions of the bits, cut off at the width
    a, b = z.BitVecs("a b", 5)
    x, y = z.BV2Int(a, is_signed=True), z.BV2Int(b, is_signed=True)

    def exact(machine: Any, number: Any) -> tuple[Any, Any]:
        return z.And(number >= -16, number <= 15), z.BV2Int(machine, is_signed=True) == number

    pairs = [exact(a + b, x + y), exact(a - b, x - y)]
    wide = z.SignExt(5, a) * z.SignExt(5, b)
    fits = z.And(wide >= -16, wide <= 15)
    product = z.Implies(fits, z.SignExt(5, a * b) == wide)
    return Claim([*(z.Implies(inside, equal) for inside, equal in pairs), product], pairs[0][1])
