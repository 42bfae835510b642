"""One object per rule: statement, conditions, e-graph rewrite, documentation. Its proof is `egraph_opt.prove`'s."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, get_type_hints

import egglog

Equation = tuple[Any, ...]
"""`before, after, *conditions`: what a rule's function returns."""


@dataclass(frozen=True)
class Rule:
    """`before` may be replaced by `after` where all `conditions` hold. Build it with `@rule`."""

    name: str
    doc: str
    variables: dict[str, Any]
    before: Any
    after: Any
    conditions: tuple[Any, ...] = ()

    def without(self, condition: Any) -> Rule:
        """This rule with one condition dropped: what a test refutes, to show that the condition is needed."""
        return replace(self, conditions=tuple(c for c in self.conditions if c is not condition))

    def __str__(self) -> str:
        where = f"  where {', '.join(map(text, self.conditions))}" if self.conditions else ""
        return f"{text(self.before)} = {text(self.after)}{where}"


def rule(statement: Callable[..., Equation]) -> Rule:
    """Make a rule of a function: its parameters are the variables, it returns `before, after, *conditions`.

    Raises:
        TypeError: a rule without a docstring, or one whose right side uses a variable that the left side does not bind.
    """
    doc = inspect.getdoc(statement)
    if not doc:
        raise TypeError(f"rule {statement.__name__} needs a docstring: one sentence of fact, one of reason or source")
    sorts = get_type_hints(statement)
    variables = {name: sorts[name] for name in inspect.signature(statement).parameters}
    before, after, *conditions = statement(*(egglog.var(name, sort) for name, sort in variables.items()))
    bound = {name for term in (before, *conditions) for name in variables_of(term)}
    if loose := sorted(set(variables_of(after)) - bound):
        raise TypeError(f"rule {statement.__name__}: the right side uses {', '.join(loose)}, which the left side does not bind")
    return Rule(statement.__name__, doc, variables, before, after, tuple(conditions))


def variables_of(term: Any) -> list[str]:
    """The names of the variables in a term, in order of appearance."""
    if (name := egglog.get_var_name(term)) is not None:
        return [name]
    if egglog.get_literal_value(term) is not None:
        return []
    return [name for argument in egglog.get_callable_args(term) or () for name in variables_of(argument)]


def expression(term: Any) -> str:
    """A term of a rule in egglog's own syntax. Rules are ours: nothing of a program ever passes through here."""
    if (name := egglog.get_var_name(term)) is not None:
        return name
    if (literal := egglog.get_literal_value(term)) is not None:
        return str(literal)
    arguments = map(expression, egglog.get_callable_args(term) or ())
    return f"({' '.join((symbol_of(term), *arguments))})"


def symbol_of(term: Any) -> str:
    """The name of the symbol that a term applies."""
    return str(egglog.get_callable_fn(term)).rsplit(".", 1)[-1]


def text(term: Any) -> str:
    """A term of a rule as a reader writes it, on one line."""
    return " ".join(str(term).split())
