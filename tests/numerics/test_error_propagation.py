"""Errors from a changed loop on: an operation that rounds adds its own error."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from egraph_opt.families.numerics.error_propagation import after
from egraph_opt.text import read

NARROWING = "tt.func @k(%x: f64) {\n  %0 = arith.truncf %x : f64 to TYPE\n  tt.return\n}\n"


@pytest.mark.parametrize(("element", "dtype"), [("f32", np.float32), ("f16", np.float16)])
def test_a_narrower_float_is_rounded(element: str, dtype: type[np.floating]) -> None:
    """The bound holds for numbers half way between two floats, where rounding is largest, and half of it does not."""
    (op,) = [op for op in read(NARROWING.replace("TYPE", element)).functions()[0].walk() if op.name == "arith.truncf"]
    bound = after(op, [Fraction(0)])
    assert isinstance(bound, Fraction)
    x = 1 + float(np.finfo(dtype).eps) / 2
    error = abs(Fraction(float(dtype(x))) - Fraction(x)) / Fraction(x)
    assert bound / 2 < error <= bound
