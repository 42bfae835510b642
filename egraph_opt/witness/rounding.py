"""Rounding: operations whose results IEEE 754 determines bitwise, and error bounds for other operations."""

from __future__ import annotations

import numpy as np

from egraph_opt.interpret.element_types import Datum, element_of
from egraph_opt.ir.module import Op

_EXACT = frozenset(
    "arith.addf arith.subf arith.mulf arith.divf arith.negf arith.cmpf arith.select arith.constant arith.maximumf arith.minimumf"
    " arith.maxnumf arith.minnumf arith.extf arith.truncf arith.sitofp arith.uitofp arith.fptosi arith.fptoui arith.bitcast math.absf"
    " math.floor math.ceil math.sqrt math.copysign tt.precise_sqrt tt.precise_divf".split()
)
"""Float operations whose results IEEE 754 determines bitwise."""
_MOVING = frozenset(
    "tt.load tt.store tt.splat tt.broadcast tt.expand_dims tt.reshape tt.trans tt.join tt.split tt.cat tt.return tt.bitcast tt.fp_to_fp"
    " tt.call tt.gather tt.descriptor_load tt.descriptor_store ttg.convert_layout ttg.local_alloc ttg.local_load ttg.local_store"
    " func.return scf.yield scf.if scf.for scf.while".split()
)
_BITS_LOST = {"f16": -5, "bf16": -4, "f8E5M2": -2, "f8E4M3FN": -3}
"""Binary exponents of the relative tolerance, for narrow formats."""
_SUMS = frozenset(("arith.addf", "arith.subf", "tt.dot"))
_LAST_BITS = {"f16": 2.0**-6, "bf16": 2.0**-3, "f32": 2.0**-18, "f64": 2.0**-46}
"""Assumed errors of a sum of about sixty terms, by format, as a fraction of the largest partial sum."""


def inexact(op: Op) -> bool:
    """Return whether an operation computes floats that the interpreter does not model bit-exactly."""
    if op.name in _EXACT or op.name in _MOVING or (op.name.startswith("arith.") and "fastmath" not in op.attributes):
        return False
    return any(element_of(v.type)[:1] in "fb" for v in op.results) or _loose(op)


def _loose(op: Op) -> bool:
    words = op.attributes.get("fastmath", "")
    return any(word in words for word in ("reassoc", "contract", "arcp", "afn", "fast>", "nsz"))


def tolerance_of(*functions: Op) -> float:
    """Return the tolerated relative difference of results, by the narrowest float format in the functions."""
    made = {element_of(v.type) for function in functions for op in function.walk() for v in op.results}
    return 2.0 ** max([-6, *(_BITS_LOST[name] for name in made if name in _BITS_LOST)])


def error_of(op: Op, found: Datum) -> float:
    """Return a bound on the absolute rounding error of a sum."""
    if op.name not in _SUMS:
        return 0.0
    sizes = np.abs(np.asarray(found, np.float64))
    return _LAST_BITS.get(element_of(op.results[0].type), 0.0) * float(sizes.max(initial=0.0, where=np.isfinite(sizes)))
