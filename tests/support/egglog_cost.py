"""The DAG cost of terms of egglog, from the terms alone: no e-graph is looked at but for costs that a program has set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from egglog import EGraph, default_cost_model
from egglog.declarations import CallDecl, PartialCallDecl, TypedExprDecl
from egglog.egraph import to_runtime_expr
from egglog.runtime import RuntimeExpr

COLLECTIONS = {"Vec", "Set", "MultiSet", "Map", "UnstableFn", "Pair", "Maybe"}


def dag_cost(egraph: EGraph, exprs: Iterable[Any]) -> int:
    """The sum over different subterms; a container is one subterm with its elements, and a number is one."""
    seen: dict[TypedExprDecl, int] = {}
    pending = [to_runtime_expr(expr).__egg_typed_expr__ for expr in exprs]
    while pending:
        typed = pending.pop()
        if typed in seen:
            continue
        seen[typed] = 0
        pending += below(typed)
        seen[typed] = own(egraph, typed)
    return sum(seen.values())


def below(typed: TypedExprDecl) -> list[TypedExprDecl]:
    """What a subterm is made of, where that counts."""
    expr = typed.expr
    if isinstance(expr, PartialCallDecl):
        return list(expr.call.args)
    if not isinstance(expr, CallDecl) or (typed.tp.ident.module == "egglog.builtins" and typed.tp.ident.name not in COLLECTIONS):
        return []
    if typed.tp.ident.name == "Map" and typed.tp.ident.module == "egglog.builtins" and expr.args:
        rest, key, value = expr.args  # an insertion: the map before it is no subterm
        return [key, value, *below(rest)]
    return list(expr.args)


def own(egraph: EGraph, typed: TypedExprDecl) -> int:
    """What egglog's extractor charges for one subterm; in `default_cost_model` containers are not free."""
    if typed.tp.ident.module == "egglog.builtins" and typed.tp.ident.name in COLLECTIONS:
        return 0
    expr: Any = RuntimeExpr.__from_values__(egraph.__egg_decls__, typed)
    return default_cost_model(egraph, expr, [])
