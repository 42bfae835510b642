"""Decomposition of egglog values into terms.

A value of a builtin sort is a class with one node: a number has no children, a container has its elements as children.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from egglog.bindings import Value
    from egglog.declarations import JustTypeRef

State = Any
"""Attribute `_state` of `egglog.EGraph`: declarations, names and the e-graph."""

BUILTINS = "egglog.builtins"
"""Python module of egglog's builtin sorts."""


@dataclass(frozen=True, eq=False)
class TermParts:
    """Decomposed term: typed children, and a function that rebuilds the term."""

    children: Sequence[tuple[JustTypeRef, Value]]
    write: Callable[[Sequence[Any]], Any]
    """Function from the children's typed declarations to the declaration of the term."""


def builtin_shape(state: State, tp: JustTypeRef, value: Value) -> TermParts | None:
    """Decompose a value of a builtin sort; return None for a sort without terms."""
    from egglog.declarations import ValueDecl

    if tp.ident.name in CONTAINERS:
        return CONTAINERS[tp.ident.name](state, tp, value)
    written = state.value_to_expr(tp, value)
    return None if isinstance(written, ValueDecl) else TermParts((), lambda _: written)


def _collection(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Decompose a collection; elements other than a vector's are sorted by value, so that the order is deterministic."""
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
    from egglog.declarations import CallDecl, PartialCallDecl

    _, arguments = state.egraph.value_to_function(value)
    call = state.value_to_expr(tp, value).call

    def write(parts: Sequence[Any]) -> Any:
        return PartialCallDecl(CallDecl(call.callable, tuple(parts), call.bound_tp_params))

    return TermParts([(part.tp, v) for part, v in zip(call.args, arguments, strict=True)], write)


def _wrapper(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Decompose a pair or an optional value, through a term that egglog chooses and that is evaluated again."""
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
