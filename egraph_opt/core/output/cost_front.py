"""Pareto front between two cost models: programs from the e-graph of one input."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from egraph_opt.core.family import families
from egraph_opt.core.options import OptionError, Options
from egraph_opt.core.output.table import table
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result, count_noun, format_cost
from egraph_opt.errors import unknown_name
from egraph_opt.extract import Corner, Front, corners


@dataclass(frozen=True)
class Measure:
    """Measure of a program: its name and its unit."""

    name: str
    unit: str


@dataclass(frozen=True)
class Measures:
    """Two measures of a rule family without cost models, between which it can find a Pareto front.

    Attributes:
        named: names and units of the measures.
        find: function of a text, its file name and options. Returns the input's measures, and the programs of the front by
            ascending first measure.
    """

    named: Mapping[str, Measure]
    find: Callable[[str, str, Any], tuple[tuple[float, float], Front[Result]]]


def models_of(options: Options, first: Any, second: Any) -> tuple[Any, Any]:
    """Return two cost models, given as objects or names, or two measures, given by names.

    Raises:
        OptionError: the rule family has no costs, an argument is no cost model, or both are the same.
    """
    family = families()[options.family]
    if family.fronts:
        named = family.code("fronts").named
        names = [getattr(measure, "name", measure) for measure in (first, second)]
        if wrong := next((name for name in names if name not in named), None):
            raise OptionError(unknown_name("{0} has no measure", str(wrong), list(named)), f"rules={family.name}")
        if names[0] == names[1]:
            raise OptionError(f"{names[0]} and {names[1]} are the same measure: there is nothing between them")
        return named[names[0]], named[names[1]]
    family.code("pareto")
    models = _model(options, first, "first"), _model(options, second, "second")
    if models[0] == models[1]:
        raise OptionError(f"{first} and {second} are the same cost model: there is nothing between them")
    return models


def _model(options: Options, cost: Any, argument: str) -> Any:
    try:
        return replace(options, cost=cost).model  # type: ignore[call-arg, attr-defined]
    except OptionError as error:
        raise OptionError(error.message, *(argument if name == "cost" else name for name in error.names)) from error


class PricedFront(Front[Result]):
    """Pareto front of a program between two costs. `str` returns the text that `egraph-opt pareto` prints.

    Attributes:
        start: costs of the input.
        models: the two cost models or measures.
    """

    def __init__(self, found: Front[Result], start: tuple[float, float], models: Sequence[Any]) -> None:
        super().__init__(found, found.complete, found.bounds, found.stopped_by)
        self.start, self.models = start, models

    def __repr__(self) -> str:
        names = " and ".join(model.name for model in self.models)
        return f"<Front of {names}: {count_noun(len(self), 'corner')}, {self.claim}>"

    def __str__(self) -> str:
        headings, rows = self.rows()
        return f"{table(headings, rows, 1)}\n{self.claim}"

    @property
    def claim(self) -> str:
        """Sentence that says whether the front may have further programs."""
        return "these are all corners" if self.complete else "there may be other corners: not every minimum is proved"

    def rows(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return headings, and a row for the input and for each program of the front: costs, changes, and claim of optimality."""

        def cells(number: int, corner: Corner[Result]) -> tuple[str, ...]:
            bounded = "not proved optimal" if corner.found.lower_bound > 0.0 else "no bound"  # bound of the weighted sum
            claim = "optimal" if corner.found.optimal else bounded
            claim += f", stopped by {corner.found.stopped_by}" if corner.found.stopped_by else ""
            return str(number), format_cost(corner.first), format_cost(corner.second), corner.found.headline, claim

        costs = (f"{model.name} ({model.unit})" for model in self.models)
        rows = [("input", *map(format_cost, self.start), "", ""), *(cells(*each) for each in enumerate(self))]
        return ("program", *costs, "done", "claim"), rows


def front(text: str, filename: str, options: Options, first: Any, second: Any) -> PricedFront:
    """Return a program's Pareto front between two cost models, by ascending first cost. `options.cost` is ignored.

    Each program on the front was found by minimising a weighted sum of the models. It is optimal if no program in the search
    space has a smaller sum.

    Raises:
        InputError: the text is not a program, or belongs to another rule family.
        OptionError: as `models_of`.
    """
    models = models_of(options, first, second)
    if families()[options.family].fronts:
        measures = families()[options.family].code("fronts")
        start, found = measures.find(text, filename, options)
        if models[0].name == next(iter(measures.named)):
            return PricedFront(found, start, models)
        turned = [Corner(corner.second, corner.first, corner.found) for corner in reversed(found)]
        return PricedFront(Front(turned, found.complete), start[::-1], models)
    mixture = families()[options.family].code("pareto")

    def price_program(program: str) -> tuple[float, float]:
        """Return both costs of an unchanged program."""
        first, second = (replace(options, cost=model, work_limit=0, check=False) for model in models)  # type: ignore[call-arg]
        return optimize_text(program, filename, first).cost_before, optimize_text(program, filename, second).cost_before

    def solve(u: float, v: float) -> Corner[Result]:
        parts = tuple((weight, model) for weight, model in zip((u, v), models, strict=True) if weight > 0.0)
        model = mixture(parts, ",".join(f"{part.name}={weight:.6g}" for weight, part in parts))
        result = optimize_text(text, filename, replace(options, cost=model))  # type: ignore[call-arg]
        return Corner(*price_program(result.ir), result)

    return PricedFront(corners(solve), price_program(text), models)
