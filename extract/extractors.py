"""Extractors by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.work import Limits
from egraph_opt.extract.greedy.dag import extract_dag
from egraph_opt.extract.greedy.tree import extract_tree
from egraph_opt.extract.search.exact import extract_exact


class Extractor(Protocol):
    """Find a valid selection that costs no more than `initial`."""

    def __call__(
        self,
        problem: Problem,
        *,
        initial: IntArray | Sequence[int] | None = None,
        limits: Limits = ...,
    ) -> Result: ...


EXTRACTORS: Mapping[str, Extractor] = MappingProxyType({"tree": extract_tree, "dag": extract_dag, "exact": extract_exact})
"""Extractors by name, in the order of their work: tree (each use pays), dag (greedy), exact (proved)."""
