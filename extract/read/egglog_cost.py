"""Costs of egglog nodes from egglog's declarations, a table by function, a Python function, or an egglog cost model.

The cost of a node excludes its children.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import Any, Protocol

from egraph_opt.extract.base.problem import InvalidProblem
from egraph_opt.extract.read.egglog_values import BUILTINS, CONTAINERS

Cost = Mapping[Any, float] | Callable[..., Any] | None
"""`cost` argument of `extract`: egglog's costs (None), a mapping by function or class, or a function; see `node_cost`."""


class NodeArgument(Protocol):
    """Node of the e-graph, as argument of a cost function."""

    @property
    def callable_ref(self) -> Any: ...  # None for a value of a builtin sort
    @property
    def sort_ident(self) -> Any: ...
    @property
    def declared(self) -> float: ...
    @property
    def arity(self) -> int: ...
    def expr(self) -> Any: ...


NodeCost = Callable[[NodeArgument], float]

PROBES = (1_000_003, 1_009)
"""Cost of the first child in a test call of an egglog cost model, and the increment per further child."""


def node_cost(egraph: Any, cost: Cost) -> NodeCost:
    """Return a function from a node to its cost without children, according to the argument `cost` of `extract`.

    With `None`, costs are those of `EGraph.extract` (`cost=`, `set_cost`, else 1), except that containers cost 0. A mapping has keys that
    are functions, methods, constants or classes. A builtin class covers its values, and `...` covers all other nodes, which otherwise have
    their egglog cost. A function of one argument gets the node as a term whose children are opaque values. An egglog cost model `(egraph,
    expr, children_costs)` must return the sum of `children_costs` and a cost of the node. `GreedyDagCostModel` and `DagCostModel` are
    replaced by the model that they wrap. An infinite cost forbids a node. Raises `InvalidProblem`.
    """
    if cost is None:
        return _check_cost(lambda term: term.declared, "egglog")
    if isinstance(cost, Mapping):
        return _check_cost(_by_function(cost), "the table")
    if hasattr(cost, "marginal_cost"):
        marginal = cost.marginal_cost
        return _check_cost(lambda term: marginal(egraph, term.expr()), _name(cost))
    if type(cost).__name__ == "GreedyDagCostModel":
        return node_cost(egraph, cost.base)  # type: ignore[attr-defined]
    if not callable(cost):
        raise InvalidProblem(f"cost is {cost!r}, but must be None, a mapping, a function or a cost model")
    if _is_default(cost):
        return _check_cost(lambda term: max(term.declared, float(term.callable_ref is None)), _name(cost))
    known = _arity(cost)
    if known == 1:
        return _check_cost(lambda term: cost(term.expr()), _name(cost))
    if known == 3:
        return _check_cost(lambda term: _model_cost(egraph, cost, term), _name(cost))
    raise InvalidProblem(f"{_name(cost)} takes {known} arguments, but a cost takes a term, or an e-graph, a term and costs")


def _by_function(table: Mapping[Any, float]) -> NodeCost:
    from egglog.runtime import RuntimeClass, resolve_callable

    refs: dict[Any, float] = {}
    sorts: dict[Any, float] = {}
    for key, price in table.items():
        if key is ...:
            continue
        if isinstance(key, RuntimeClass) and key.__egg_tp__.ident.module == BUILTINS:
            sorts[key.__egg_tp__.ident] = price
            continue
        try:
            refs[resolve_callable(key)[0]] = price
        except Exception as error:
            raise InvalidProblem(f"the table of costs has {key!r}, which is no function, constant or class of egglog") from error

    def look(term: NodeArgument) -> float:
        rest = table.get(..., term.declared)
        if term.callable_ref is None:
            return sorts.get(term.sort_ident, rest)
        return refs.get(term.callable_ref, rest)

    return look


def _model_cost(egraph: Any, model: Callable[..., Any], term: NodeArgument) -> float:
    """Return the cost that an egglog cost model adds to the children's costs. Raises `InvalidProblem` if the model's cost is no sum of node
    costs.
    """
    expr = term.expr()
    own = model(egraph, expr, [0] * term.arity)
    first, step = PROBES
    for scale in (1, 2) if term.arity else ():
        asked = [scale * first + i * step for i in range(term.arity)]
        said = model(egraph, expr, asked)
        if abs(said - own - sum(asked)) > 1e-6 * abs(said):
            raise InvalidProblem(
                f"{_name(model)} says {said} for {expr} with children of {asked}, and {own} with children of 0: "
                "it is not the sum of its children's costs and its own, which the extractor needs"
            )
    return float(own)


def _check_cost(cost: NodeCost, who: str) -> NodeCost:
    def price(term: NodeArgument) -> float:
        found = cost(term)
        try:
            number = float("nan") if isinstance(found, str) else float(found)
        except (TypeError, ValueError):
            number = float("nan")
        if isnan(number) or number == float("-inf"):
            raise InvalidProblem(f"{who} says that {term.expr()} costs {found!r}, but a cost is a number (infinite: forbidden)")
        return number

    return price


def _is_default(cost: object) -> bool:
    from egglog import default_cost_model

    return cost is default_cost_model


def _arity(function: Callable[..., Any]) -> int:
    parameters = inspect.signature(function).parameters.values()
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def _name(cost: object) -> str:
    return str(getattr(cost, "__name__", type(cost).__name__))


def declared_cost(declaration: Any, sort: str) -> float:
    """Return egglog's default cost of a node: the declared cost of a constructor, 0 for a container, else 1."""
    if declaration is None:
        return 0.0 if sort in CONTAINERS else 1.0
    cost = getattr(declaration, "cost", None)
    return 1.0 if cost is None else float(cost)


def tables(functions: Mapping[str, Any], to_number: Callable[[Any], int]) -> Callable[[str, Sequence[Any]], float | None]:
    """Return a function from an egglog function name and a row's inputs to the cost that `set_cost` has set, or None."""
    known: dict[str, dict[tuple[Any, ...], int]] = {}

    def look(name: str, inputs: Sequence[Any]) -> float | None:
        table = f"cost_table_{name}"
        if table not in known:
            rows = functions[table].rows if table in functions else ()
            known[table] = {tuple(row.inputs): to_number(row.output) for row in rows}
        return known[table].get(tuple(inputs))

    return look
