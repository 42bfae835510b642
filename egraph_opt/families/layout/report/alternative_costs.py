"""Prices of alternatives: costs of the cheapest program that computes a value only in a given layout.

Each price takes a complete extraction, so only few are computed: first for values that are still converted, then for values with
a new layout.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from egraph_opt.extract import Infeasible, Limits, Problem, extract_exact
from egraph_opt.families.layout.choice.extraction_node import Class
from egraph_opt.families.layout.choice.extraction_problem import pose
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.report.search_stats import INNER, SearchStats
from egraph_opt.ir.types import tensor_type

Key = tuple[int, str]
"""Alternative: value number (group) and encoding."""
Price = tuple[float | None, bool]
"""Additional cost of the cheapest program (None: no such program), and whether the search proved it optimal."""


def rank_alternatives(search: SearchStats, value: str = "") -> list[Key]:
    """Return the (value, layout) pairs to be priced, most interesting first: those of `value`, or of all values."""
    return list(dict.fromkeys(_ways(search, value) if value else _converted_alternatives(search)))


def _converted_alternatives(search: SearchStats) -> Iterator[Key]:
    posed = search.extraction_problem
    converted = [n for n in search.selected_nodes if posed.nodes[n].symbol == "convert_layout"]
    for number in sorted(converted, key=lambda n: (-float(posed.problem.cost[n]), n)):
        node = posed.nodes[number]
        if _offers(search, group := posed.group[node.of], target := _encoding(search, node.of)):
            yield group, target
    for group, classes in sorted(search.producers.items()):
        taken = {_encoding(search, c) for c, nodes in classes.items() if search.selected_nodes & set(nodes)}
        for c, nodes in classes.items():
            if search.input_nodes & set(nodes) and _encoding(search, c) not in taken and taken:
                yield group, _encoding(search, c)


def _ways(search: SearchStats, value: str) -> Iterator[Key]:
    groups = {group for v, group in search.found.program.encoding.group.items() if value in (v.name, v.name.partition("#")[0])}
    for group in sorted(groups & search.producers.keys()):
        for encoding in dict.fromkeys(_encoding(search, c) for c in search.producers[group]):
            if _offers(search, group, encoding):
                yield group, encoding


def _encoding(search: SearchStats, c: Class) -> str:
    tensor = tensor_type(search.extraction_problem.types.get(c, ""))
    return (tensor.encoding or "") if tensor else ""


def _offers(search: SearchStats, group: int, encoding: str) -> bool:
    """Return whether the e-graph, but not the selected program, computes value number `group` in layout `encoding`."""
    by = {_encoding(search, c): set(nodes) for c, nodes in search.producers.get(group, {}).items()}
    return encoding in by and not search.selected_nodes & by[encoding] and len(by) > 1


def price_alternative(search: SearchStats, key: Key, options: Options) -> Price:
    """Return the additional cost of the cheapest program that computes a value only in one layout, and whether it is proved optimal.

    The cost includes penalties on operations that the input lacks. A cost of None means that no such program exists.
    """
    group, encoding = key
    posed = pose(search.found.program.encoding, search.found.graph, options.model, is_complete=True)
    made = ((n, node) for n, node in enumerate(posed.nodes) if node.symbol not in INNER and posed.group.get(node.of) == group)
    gone = [n for n, node in made if (tensor := tensor_type(posed.types[node.of])) and tensor.encoding != encoding]
    return price_without(search, posed.problem, gone, options)


def price_without(search: SearchStats, problem: Problem, gone: list[int], options: Options) -> Price:
    """Return the additional cost of the cheapest selection of a problem without the nodes `gone`, as `price_alternative` does."""
    try:
        problem = without(problem, gone)
        found = extract_exact(problem, limits=Limits(options.work_limit, options.time_limit))
    except Infeasible:
        return None, True
    return max(0.0, found.cost - search.found.choice.best.cost), found.optimal


def without(problem: Problem, nodes: list[int]) -> Problem:
    """Return an extraction problem without the given nodes. Raises Infeasible if some root can no longer be computed."""
    keep = np.ones(len(problem.cost), dtype=np.bool_)
    keep[nodes] = False
    sizes = np.diff(problem.child_start)
    entries = np.repeat(keep, sizes)
    start = np.concatenate([[0], np.cumsum(sizes[keep])])
    return Problem(
        problem.node_class[keep], problem.cost[keep], start, problem.child_class[entries], problem.back[entries], problem.roots,
        problem.class_count,
    )  # fmt: skip
