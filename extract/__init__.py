"""DAG extraction from e-graphs: plain data in, a selection with a lower bound out. It knows no program and no e-graph library.

>>> builder = ProblemBuilder()
>>> root, part = builder.add_class(), builder.add_class()
>>> whole, leaf, pair = builder.add_node(root, 5.0), builder.add_node(part, 2.0), builder.add_node(root, 1.0, [part, part])
>>> builder.add_root(root)
>>> result = extract_exact(builder.build())
>>> result.cost, result.lower_bound, result.optimal, result.choice.tolist() == [pair, leaf]
(3.0, 3.0, True, True)
"""

if __name__ != "egraph_opt.extract":
    raise ImportError("import egraph_opt.extract, not extract")

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from egraph_opt.extract.dag import extract_dag
from egraph_opt.extract.exact import extract_exact
from egraph_opt.extract.pareto import Corner, Front, corners, pareto
from egraph_opt.extract.problem import (
    Infeasible,
    IntArray,
    InvalidProblem,
    InvalidSelection,
    Problem,
    ProblemBuilder,
    Result,
    check,
    closure,
)
from egraph_opt.extract.tree import extract_tree
from egraph_opt.extract.work import SECONDS, STEPS, Work

__all__ = [
    "EXTRACTORS",
    "SECONDS",
    "STEPS",
    "Corner",
    "Extractor",
    "Front",
    "Infeasible",
    "InvalidProblem",
    "InvalidSelection",
    "Problem",
    "ProblemBuilder",
    "Result",
    "Work",
    "check",
    "closure",
    "corners",
    "extract_dag",
    "extract_exact",
    "extract_tree",
    "pareto",
]


class Extractor(Protocol):
    """Finds a valid selection, never costlier than `initial`.

    `work_limit` is in steps, of about a microsecond each, which are counted: the same selection on every machine. `time_limit`, in
    seconds of processor time, is a stop for safety.
    """

    def __call__(
        self,
        problem: Problem,
        *,
        initial: IntArray | Sequence[int] | None = None,
        work_limit: float = ...,
        time_limit: float = ...,
    ) -> Result: ...


EXTRACTORS: Mapping[str, Extractor] = MappingProxyType({"tree": extract_tree, "dag": extract_dag, "exact": extract_exact})
"""The extractors by name, in the order of their work: tree (each use pays), dag (greedy), exact (proved)."""
