"""Left sides that no program has, since the form of an operation names the operation, and right sides that cannot be written."""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.families.algebra.vocabulary.numbers import ADD, AND, MULTIPLY, OFFSET, OR, OTHERS, SELECT, Operation

OPERANDS = {AND: 2, OR: 2, ADD: 2, MULTIPLY: 2, OFFSET: 2, SELECT: 3}
"""Number of operands of each operation with a known meaning."""


def never(rule: Rule) -> str:
    """Return why no program has terms like a rule's left side, or like both of its sides; empty if some may.

    A program's terms have one form for each operation: its name, attributes and element types. So two operations never share one.
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
    """Yield the operations in a term, each with its number or variable, and its form."""
    if str(term.head).startswith("apply"):
        yield term, term.arguments[0].head, term.arguments[1].head
    for argument in term.arguments:
        yield from _operations(argument)


def _word(operation: str | int) -> str:
    return str(Operation(operation)) if isinstance(operation, int) and operation != OTHERS else f"operation {operation}"
