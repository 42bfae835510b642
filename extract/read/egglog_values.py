"""Values of egglog as terms: the parts of a value, and how it is written.

A value of a builtin sort is a class with one node: a number has no children, a container has its elements. egglog's own
conversion writes plain values; for a container it would choose terms of its elements too, which is left to the extractor here.
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
"""The module whose sorts are builtin, in names of egglog."""


@dataclass(frozen=True, eq=False)
class TermParts:
    """Parts of a term: its children, each with a type, and the function that writes the term."""

    children: Sequence[tuple[JustTypeRef, Value]]
    write: Callable[[Sequence[Any]], Any]
    """Function from typed declarations of the children to the declaration of the term."""


def builtin_shape(state: State, tp: JustTypeRef, value: Value) -> TermParts | None:
    """Return the shape of a value of a builtin sort; None for a sort that has no terms."""
    from egglog.declarations import ValueDecl

    if tp.ident.name in CONTAINERS:
        return CONTAINERS[tp.ident.name](state, tp, value)
    written = state.value_to_expr(tp, value)
    return None if isinstance(written, ValueDecl) else TermParts((), lambda _: written)


def _collection(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Return the elements in order: a vector's own, and others by their values, so that the order is the same in each run."""
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
    """Return the shape of a function with its first arguments; egglog finds the declaration and the types."""
    from egglog.declarations import CallDecl, PartialCallDecl

    _, arguments = state.egraph.value_to_function(value)
    call = state.value_to_expr(tp, value).call

    def write(parts: Sequence[Any]) -> Any:
        return PartialCallDecl(CallDecl(call.callable, tuple(parts), call.bound_tp_params))

    return TermParts([(part.tp, v) for part, v in zip(call.args, arguments, strict=True)], write)


def _wrapper(state: State, tp: JustTypeRef, value: Value) -> TermParts:
    """Return the shape of a pair or an optional value: egglog writes it with terms of its choice, which are evaluated again."""
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
"""Reader of each builtin sort with elements."""
