"""Access to z3 terms through the C API.

z3's Python module creates an object and checks the sort of each subterm, which takes longer than most queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import z3

Pointer = Any
"""Raw pointer to a z3 term, valid while a term that contains it is alive."""


def identity(context: Any, term: Pointer) -> int:
    return int(z3.Z3_get_ast_id(context, term))


def parts(context: Any, term: Pointer) -> Iterator[Pointer]:
    if z3.Z3_get_ast_kind(context, term) == z3.Z3_APP_AST:
        for number in range(z3.Z3_get_app_num_args(context, term)):
            yield z3.Z3_get_app_arg(context, term, number)


def kind(context: Any, term: Pointer) -> int:
    """Return the kind of a z3 term's operation, or `Z3_OP_ANUM` for a numeral."""
    if z3.Z3_get_ast_kind(context, term) != z3.Z3_APP_AST:
        return int(z3.Z3_OP_ANUM)
    return int(z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, term)))


def find_selected(terms: Iterable[Any], seen: set[int]) -> Iterator[Any]:
    """Yield the integer-valued `if-then-else` subterms of z3 terms in post-order, except those whose AST ids are in `seen`."""
    for term in terms:
        reference, context = term.ctx.ref(), term.ctx
        todo: list[tuple[Pointer, bool]] = [(term.as_ast(), False)]
        while todo:
            part, done = todo.pop()
            if done:
                yield z3.ArithRef(part, context)
                continue
            if (number := identity(reference, part)) in seen:
                continue
            seen.add(number)
            below = [*parts(reference, part)]
            if below and kind(reference, part) == z3.Z3_OP_ITE and _is_number(reference, part):
                todo.append((part, True))
            todo += [(p, False) for p in reversed(below)]


def _is_number(context: Any, term: Pointer) -> bool:
    return bool(z3.Z3_get_sort_kind(context, z3.Z3_get_sort(context, term)) == z3.Z3_INT_SORT)


def conjunction(truths: Sequence[Any]) -> Any:
    context = truths[0].ctx
    array = (z3.Ast * len(truths))(*(truth.as_ast() for truth in truths))
    return z3.BoolRef(z3.Z3_mk_and(context.ref(), len(truths), array), context)


def rebuilt(term: Any, operands: Sequence[Any]) -> Any:
    """Return a term of the same operation on other integer or boolean operands."""
    context = term.ctx
    array = (z3.Ast * len(operands))(*(operand.as_ast() for operand in operands))
    made = z3.Z3_update_term(context.ref(), term.as_ast(), len(operands), array)
    return (z3.BoolRef if z3.is_bool(term) else z3.ArithRef)(made, context)
