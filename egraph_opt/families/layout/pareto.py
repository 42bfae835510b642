"""The trade-off between two cost models on a program: each corner of the front is a program, proved equal to the input."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.core.result import Result
from egraph_opt.cost import CostModel, bound, evaluate
from egraph_opt.cost.mix import Mixed
from egraph_opt.extract import Corner, Front, corners
from egraph_opt.families.layout.optimize import optimize_text
from egraph_opt.families.layout.options import Options
from egraph_opt.text import read, split


def front(text: str, filename: str, options: Options, first: CostModel, second: CostModel) -> Front[Result]:
    """The corners by rising cost under `first`; `options.model` is not looked at. Raises InputError.

    A corner is optimal where no selection that was searched costs less under the weighted sum of the models that it was found by, and
    their prices on change.
    """

    def solve(u: float, v: float) -> Corner[Result]:
        parts = tuple((weight, model) for weight, model in ((u, first), (v, second)) if weight > 0.0)
        model = Mixed(parts, ",".join(f"{part.name}={weight:.6g}" for weight, part in parts))
        result = optimize_text(text, filename, replace(options, model=model))
        return Corner(cost_of(result.ir, filename, first), cost_of(result.ir, filename, second), result)

    return corners(solve)


def cost_of(text: str, filename: str, model: CostModel) -> float:
    """What the functions of a text cost together, as they are written."""
    modules = (read(chunk, filename, line) for chunk, line in split(text))
    return sum(evaluate(function, bound(model, module)).cost for module in modules for function in module.functions())
