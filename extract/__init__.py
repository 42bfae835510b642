"""DAG extraction from e-graphs, given as plain arrays, with lower bounds. The package depends on no IR and no e-graph library.

>>> from egraph_opt.extract import ProblemBuilder, extract_exact
>>> builder = ProblemBuilder()
>>> root, part = builder.add_class(), builder.add_class()
>>> whole, leaf, pair = builder.add_node(root, 5.0), builder.add_node(part, 2.0), builder.add_node(root, 1.0, [part, part])
>>> builder.add_root(root)
>>> result = extract_exact(builder.build())
>>> result.cost, result.lower_bound, result.optimal, result.choice.tolist() == [pair, leaf]
(3.0, 3.0, True, True)

Attributes are imported lazily, so that `Limits` alone imports neither a solver nor numpy.
"""

if __name__ != "egraph_opt.extract":
    raise ImportError("import egraph_opt.extract, not extract")

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.extract.api import Extraction, extract, extract_pareto, pose
    from egraph_opt.extract.base.problem import (
        Infeasible,
        InvalidProblem,
        InvalidSelection,
        Problem,
        ProblemBuilder,
        Result,
        check,
        closure,
    )
    from egraph_opt.extract.base.work import LIMITS, SECONDS, STEPS, Limits, Work
    from egraph_opt.extract.extractors import EXTRACTORS, Extractor
    from egraph_opt.extract.greedy.greedy_dag import extract_dag
    from egraph_opt.extract.greedy.tree_extraction import extract_tree
    from egraph_opt.extract.registers.pressure import Pressure, Schedule, schedule
    from egraph_opt.extract.search.cost_limits import OverLimit, extract_balanced, extract_limited
    from egraph_opt.extract.search.exact import extract_exact
    from egraph_opt.extract.search.submodular_cost import SetCost, extract_submodular
    from egraph_opt.extract.search.tradeoff_front import Corner, Front, corners, pareto, pareto_front

__all__ = [
    "EXTRACTORS",
    "LIMITS",
    "SECONDS",
    "STEPS",
    "Corner",
    "Extraction",
    "Extractor",
    "Front",
    "Infeasible",
    "InvalidProblem",
    "InvalidSelection",
    "Limits",
    "OverLimit",
    "Pressure",
    "Problem",
    "ProblemBuilder",
    "Result",
    "Schedule",
    "SetCost",
    "Work",
    "check",
    "closure",
    "corners",
    "extract",
    "extract_balanced",
    "extract_dag",
    "extract_exact",
    "extract_limited",
    "extract_pareto",
    "extract_submodular",
    "extract_tree",
    "pareto",
    "pareto_front",
    "pose",
    "schedule",
]

_PLACES = {
    "api": ("Extraction", "extract", "extract_pareto", "pose"),
    "greedy.greedy_dag": ("extract_dag",),
    "search.exact": ("extract_exact",),
    "extractors": ("EXTRACTORS", "Extractor"),
    "search.tradeoff_front": ("Corner", "Front", "corners", "pareto", "pareto_front"),
    "registers.pressure": ("Pressure", "Schedule", "schedule"),
    "search.cost_limits": ("OverLimit", "extract_balanced", "extract_limited"),
    "search.submodular_cost": ("SetCost", "extract_submodular"),
    "base.problem": (
        "Infeasible", "InvalidProblem", "InvalidSelection", "Problem", "ProblemBuilder", "Result", "check", "closure",
    ),
    "greedy.tree_extraction": ("extract_tree",),
    "base.work": ("LIMITS", "SECONDS", "STEPS", "Limits", "Work"),
}  # fmt: skip
"""Public names of this package, by defining module."""

if not TYPE_CHECKING:  # hidden from type checkers, for which it would define every name

    def __getattr__(name: str) -> object:
        """Import a public name on first access."""
        for module, names in _PLACES.items():
            if name in names:
                value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
