"""Rules that can never apply: left sides that no program contains, and right sides that cannot be emitted."""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.families.algebra.vocabulary.numbers import OPERANDS, OTHERS, Operation


def never(rule: Rule) -> str:
    """Return why a rule can never apply, or ''.

    A form (name, attributes, element types) determines the operation. So no program has two different operations with one form.
    """
    seen: dict[str | int, str | int] = {}
    for side, where in ((rule.before, ""), (rule.after, " on the right side")):
        for term, operation, form in _operations(side):
            given = len(term.arguments) - 3
            if isinstance(operation, int) and operation not in list(Operation):
                return f"no operation has the number {operation} in {term}"
            if isinstance(operation, int) and (taken := OPERANDS.get(Operation(operation), given)) != given:
                return f"{Operation(operation)} takes {taken} operands in {term}"
            if (other := seen.setdefault(form, operation)) != operation:
                both = f"the form {form} is that of {_word(other)}, and here of {_word(operation)}{where}"
                return f"{both}: give each operation a form of its own"
    return ""


def _operations(term: Term) -> Iterator[tuple[Term, str | int, str | int]]:
    """Yield each operation in a term as (term, operation number or variable, form)."""
    if str(term.head).startswith("apply"):
        yield term, term.arguments[0].head, term.arguments[1].head
    for argument in term.arguments:
        yield from _operations(argument)


def _word(operation: str | int) -> str:
    return str(Operation(operation)) if isinstance(operation, int) and operation != OTHERS else f"operation {operation}"
