"""Equality saturation for real tensor-compiler IR.

    import egraph_opt
    result = egraph_opt.optimize(text, cost="cycles")
    print(result.ir)

The e-graph engine and the solvers load when they are first used: `--help` should not wait for them.
"""

from egraph_opt.core.engine import Limits
from egraph_opt.core.result import Result
from egraph_opt.cost import CostModel, CostModelError, evaluate
from egraph_opt.families.layout.optimize import optimize
from egraph_opt.ir.module import InputError
from egraph_opt.text import read, write

__all__ = ["CostModel", "CostModelError", "InputError", "Limits", "Result", "evaluate", "optimize", "read", "write"]
