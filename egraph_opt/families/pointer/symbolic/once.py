"""Proof that a loop runs exactly once, for all arguments of a function: one question to the solver."""

from __future__ import annotations

import z3

from egraph_opt.families.pointer.symbolic.ask import together
from egraph_opt.families.pointer.symbolic.program import Program
from egraph_opt.families.pointer.symbolic.refute import refute
from egraph_opt.families.pointer.symbolic.unknowns import Shared, Unknown
from egraph_opt.ir.module import Op

STEPS = 500_000
"""Steps that the solver may take. Where that is too little the answer is no."""


def runs_once(function: Op, loop: Op) -> bool:
    """Return whether an `scf.for` on 32 bits provably runs once: after its first iteration its counter is past the end.

    It must be in no other kind of loop. The known facts of loops around it are that their counters are within their bounds. Sums
    and products wrap around at 32 bits.
    """
    with together():
        return _runs_once(function, loop)


def _runs_once(function: Op, loop: Op) -> bool:
    program = Program(function, Shared())
    around: Op | None = loop
    while around is not None:
        if around.name in ("scf.for", "scf.while") and (around.operands[:1] == () or around.operands[0].type != "i32"):
            return False
        if "unsignedCmp" in around.attributes:
            return False
        around = program.within.get(around, (None, 0))[0]
    try:
        lower, upper, stride = (program.at(v) for v in loop.operands[:3])
    except Unknown:
        return False
    claim = z3.And(stride > 0, lower < upper, lower + stride >= upper, *program.shared.found.exact)
    return bool(refute(program.shared.found.known, claim, STEPS)[0] == z3.unsat)
