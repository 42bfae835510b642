"""The extractors by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from egraph_opt.extract.dag import extract_dag
from egraph_opt.extract.exact import extract_exact
from egraph_opt.extract.problem import IntArray, Problem, Result
from egraph_opt.extract.tree import extract_tree


class Extractor(Protocol):
    """Find a valid selection that costs no more than `initial`.

    `work_limit` counts steps of about a microsecond each, so the selection is the same on every machine. The others are stops for
    safety: `time_limit` in seconds of processor time, `wall_limit` in seconds on the clock, `memory_limit` in bytes that the process holds.
    """

    def __call__(
        self,
        problem: Problem,
        *,
        initial: IntArray | Sequence[int] | None = None,
        work_limit: float = ...,
        time_limit: float = ...,
        wall_limit: float = ...,
        memory_limit: float = ...,
    ) -> Result: ...


EXTRACTORS: Mapping[str, Extractor] = MappingProxyType({"tree": extract_tree, "dag": extract_dag, "exact": extract_exact})
"""The extractors by name, in the order of their work: tree (each use pays), dag (greedy), exact (proved)."""
