"""The trade-off between two cost models on a program: each corner of the front is a program, proved equal to the input."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from egraph_opt.core.family import families
from egraph_opt.core.options import OptionError, Options
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.extract import Corner, Front, corners


def models_of(options: Options, first: Any, second: Any) -> tuple[Any, Any]:
    """Two cost models of a family, from models or their names.

    Raises:
        OptionError: the family has no costs, one is no model, or both are one.
    """
    families()[options.family].code("pareto")
    models: tuple[Any, Any] = tuple(replace(options, cost=cost).model for cost in (first, second))  # type: ignore[call-arg, attr-defined]
    if models[0] == models[1]:
        raise OptionError(f"{first} and {second} are the same cost model: there is nothing between them")
    return models


def front(text: str, filename: str, options: Options, first: Any, second: Any) -> tuple[tuple[float, float], Front[Result]]:
    """Return what a program costs under two models, and the corners by rising cost under the first; `options.cost` is not looked at.

    A corner is optimal where no selection that was searched costs less under the weighted sum of the models that it was found by, and
    their prices on change.

    Raises:
        InputError: the text is not a program, or is one for another family.
        OptionError: as `models_of`.
    """
    models = models_of(options, first, second)
    mixture = families()[options.family].code("pareto")

    def priced(program: str) -> tuple[float, float]:
        """Return what a program costs as it is written: without work there is no search."""
        first, second = (replace(options, cost=model, work_limit=0, check=False) for model in models)  # type: ignore[call-arg]
        return optimize_text(program, filename, first).cost_before, optimize_text(program, filename, second).cost_before

    def solve(u: float, v: float) -> Corner[Result]:
        parts = tuple((weight, model) for weight, model in zip((u, v), models, strict=True) if weight > 0.0)
        model = mixture(parts, ",".join(f"{part.name}={weight:.6g}" for weight, part in parts))
        result = optimize_text(text, filename, replace(options, cost=model))  # type: ignore[call-arg]
        return Corner(*priced(result.ir), result)

    return priced(text), corners(solve)
