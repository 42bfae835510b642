"""Table of all extractors, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.work import Limits
from egraph_opt.extract.greedy.greedy_dag import extract_dag
from egraph_opt.extract.greedy.tree_extraction import extract_tree
from egraph_opt.extract.search.exact import extract_exact


class Extractor(Protocol):
    """Protocol of an extractor: a function that returns a valid selection which costs at most as much as `initial`."""

    def __call__(
        self,
        problem: Problem,
        *,
        initial: IntArray | Sequence[int] | None = None,
        limits: Limits = ...,
    ) -> Result: ...


EXTRACTORS: Mapping[str, Extractor] = MappingProxyType({"tree": extract_tree, "dag": extract_dag, "exact": extract_exact})
"""Extractors by name, from least to most work: tree (tree cost), dag (greedy), exact (proved)."""
