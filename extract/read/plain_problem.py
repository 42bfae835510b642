"""Problems without egglog: replacement of costs and roots, and conversion of a selection to nested tuples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from egraph_opt.extract.base.arguments import format_value, list_items, number, numbers
from egraph_opt.extract.base.problem import FloatArray, Infeasible, IntArray, InvalidProblem, Problem
from egraph_opt.extract.read.serialize import NamedProblem

Write = Callable[[IntArray], tuple[Any, ...]]
"""Function from a selection to a term for each root."""


class JsonNode(NamedTuple):
    """Node of a JSON text, as argument of a cost function."""

    name: str
    op: str
    cost: float


def pose_problem(problem: Problem, roots: Any, cost: Any, further: Sequence[Any]) -> tuple[Problem, Write]:
    """Return `problem` with other roots (e-class numbers) and costs (arrays over nodes). Raises `InvalidProblem`."""
    wanted = problem.roots if roots is None else [roots] if isinstance(roots, int | np.integer) else roots
    posed = _repose(problem, wanted, problem.cost if cost is None else cost, further)
    return posed, lambda choice: terms(posed, choice, range(len(posed.cost)))


def pose_by_names(named: NamedProblem, roots: Any, cost: Any, further: Sequence[Any]) -> tuple[Problem, Write]:
    """Return the problem of a JSON text with other roots (e-class names) and costs (see `prices`). Raises `InvalidProblem`."""
    number = {name: i for i, name in enumerate(named.classes)}
    wanted = named.problem.roots.tolist()
    if roots is not None:
        asked = [roots] if isinstance(roots, str | int) else list_items(roots, "roots", "names of classes")
        missing = [name for name in asked if str(name) not in number]
        if missing:
            raise InvalidProblem(f"the root {format_value(missing[0])} is no class of this e-graph")
        wanted = [number[str(name)] for name in asked]
    try:
        posed = _repose(
            named.problem,
            np.array(wanted),
            prices(named, cost),
            [prices(named, each) for each in list_items(further, "further", "costs")],
        )
        _ = posed.graph
    except Infeasible as error:
        raise InvalidProblem(f"the root {named.classes[error.root]!r} {error.why}") from None
    return posed, lambda choice: terms(posed, choice, named.ops)


def prices(named: NamedProblem, cost: Any) -> FloatArray:
    """Return the cost per node from the argument `cost`: None, a key of the text, a mapping by operation, or a function.

    None and the key "cost" mean the costs in the text. Operations outside a mapping have their cost in the text, unless the mapping has the
    key `...`. A function takes a `JsonNode`.
    """
    own = named.problem.cost
    if cost is None:
        return own
    if isinstance(cost, str):
        found = {"cost": own, **named.further}
        if cost not in found:
            raise InvalidProblem(f"no node has a number {format_value(cost)}; there are: {', '.join(sorted(found))}")
        if (missing := np.flatnonzero(np.isnan(found[cost]))).size:
            raise InvalidProblem(f'nodes["{named.nodes[missing[0]]}"] has no number {cost!r}')
        return found[cost]
    if isinstance(cost, Mapping):
        return numbers([cost.get(op, cost.get(..., price)) for op, price in zip(named.ops, own.tolist(), strict=True)], "cost")
    if callable(cost):
        entries = zip(named.nodes, named.ops, own.tolist(), strict=True)
        return numbers([number(cost(JsonNode(*entry)), "what the cost function returns") for entry in entries], "cost")
    return numbers(cost, "cost")


def _repose(problem: Problem, roots: Any, cost: Any, further: Sequence[Any]) -> Problem:
    for row in (rows := [numbers(each, "a further cost") for each in list_items(further, "further", "costs")]):
        if row.shape != problem.cost.shape:
            raise InvalidProblem(
                f"a further cost has shape {row.shape}, but {len(problem.cost)} nodes need ({len(problem.cost)},)"
            )
    resources = np.array(rows) if rows else problem.resources
    prices = numbers(cost, "cost")
    if prices.shape != problem.cost.shape:
        return replace(problem, roots=roots, cost=prices)  # raises InvalidProblem
    endless = np.isposinf(np.vstack([prices, *rows]))
    forbidden = endless.any(axis=0)
    if forbidden.any():
        problem = _forbid_nodes(problem, np.flatnonzero(forbidden))
        prices, resources = np.where(forbidden, 0.0, prices), np.where(forbidden, 0.0, resources)
    return replace(problem, roots=roots, cost=prices, resources=resources)


def _forbid_nodes(problem: Problem, nodes: IntArray) -> Problem:
    """Return the problem with `nodes` forbidden and all node numbers unchanged."""
    at = problem.child_start[nodes + 1]
    more = np.zeros(len(problem.child_start), dtype=np.int64)
    more[nodes + 1] = 1
    return replace(
        problem,
        child_start=problem.child_start + np.cumsum(more),
        child_class=np.insert(problem.child_class, at, problem.node_class[nodes]),
        back=np.insert(problem.back, at, False),
    )


def terms(problem: Problem, choice: IntArray, names: Sequence[Any]) -> tuple[Any, ...]:
    """Return the terms of the roots; a term is a tuple of the node's name and its children's terms.

    A back edge becomes an e-class number, since a term cannot contain itself.
    """
    chosen = choice.tolist()
    written: dict[int, tuple[Any, ...]] = {}
    pending = list(reversed(problem.roots.tolist()))
    while pending:
        c = pending[-1]
        below = problem.children(chosen[c])
        missing = [x for x, back in below if not back and x not in written]
        if missing and c not in written:
            pending += missing
            continue
        pending.pop()
        if c not in written:
            written[c] = (names[chosen[c]], *(x if back else written[x] for x, back in below))
    return tuple(written[root] for root in problem.roots.tolist())
