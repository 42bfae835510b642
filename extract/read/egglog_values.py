"""Decomposition of egglog values into terms.

A value of a builtin sort is a class with one node: a number has no children, a container has its elements. egglog's own
conversion converts plain values; for a container it would also choose the terms of the elements, which is the extractor's task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from egglog.bindings import Value
    from egglog.declarations import JustTypeRef

State = Any
"""`EGraph._state` of egglog: declarations, names and the e-graph itself."""

BUILTINS = "egglog.builtins"
"""Python module of egglog's builtin sorts."""


@dataclass(frozen=True, eq=False)
class TermParts:
    """Decomposed term: its typed children, and the function that rebuilds the term."""

    children: Sequence[tuple[JustTypeRef, Value]]
    write: Callable[[Sequence[Any]], Any]
    """Function from typed declarations of the children to the declaration of the term."""


def builtin_shape(state: State, tp: JustTypeRef, value: Value) -> TermParts | None:
    """Return the decomposition of a value of a builtin sort; None for a sort that has no terms."""
    from egglog.declarations import ValueDecl

    if tp.ident.name in CONTAINERS:
        return CONTAINERS[tp.ident.name](state, tp, value)
    written = state.value_to_expr(tp, value)
    return None if isinstance(written, ValueDecl) else TermParts((), lambda _: written)


def _collection(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Decompose a collection. The order is the vector's own, or by element value, so that it is the same in each run."""
    from egglog.declarations import CallDecl, InitRef

    (element,) = tp.args
    read = getattr(state.egraph, f"value_to_{tp.ident.name.lower()}")
    values = read(value) if tp.ident.name == "Vec" else sorted(read(value))

    def write(parts: Sequence[Any]) -> Any:
        return CallDecl(InitRef(tp.ident), tuple(parts), () if parts else (element,))

    return TermParts([(element, v) for v in values], write)


def _map(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    from egglog.declarations import CallDecl, ClassMethodRef, MethodRef, TypedExprDecl

    entries = sorted(state.egraph.value_to_map(value).items(), key=lambda entry: entry[0])

    def write(parts: Sequence[Any]) -> Any:
        written = CallDecl(ClassMethodRef(tp.ident, "empty"), (), tp.args)
        for i in range(0, len(parts), 2):
            written = CallDecl(MethodRef(tp.ident, "insert"), (TypedExprDecl(tp, written), *parts[i : i + 2]))
        return written

    return TermParts([pair for entry in entries for pair in zip(tp.args, entry, strict=True)], write)


def _function(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Decompose a partially applied function; egglog finds the declaration and the types."""
    from egglog.declarations import CallDecl, PartialCallDecl

    _, arguments = state.egraph.value_to_function(value)
    call = state.value_to_expr(tp, value).call

    def write(parts: Sequence[Any]) -> Any:
        return PartialCallDecl(CallDecl(call.callable, tuple(parts), call.bound_tp_params))

    return TermParts([(part.tp, v) for part, v in zip(call.args, arguments, strict=True)], write)


def _wrapper(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Decompose a pair or an optional value: egglog writes it with terms of its choice, which are evaluated again."""
    from egglog.declarations import CallDecl

    call = state.value_to_expr(tp, value)

    def write(parts: Sequence[Any]) -> Any:
        return CallDecl(call.callable, tuple(parts), call.bound_tp_params)

    return TermParts([(part.tp, state.typed_expr_to_value(part)) for part in call.args], write)


CONTAINERS: dict[str, Callable[[State, JustTypeRef, Value], TermParts]] = {
    "Map": _map,
    "Maybe": _wrapper,
    "MultiSet": _collection,
    "Pair": _wrapper,
    "Set": _collection,
    "UnstableFn": _function,
    "Vec": _collection,
}
"""Decomposition function of each builtin sort with elements."""
