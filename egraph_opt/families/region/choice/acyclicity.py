"""Checks that a choice of nodes can be computed: in some order, and in time for the operations that stay in place."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.saturate import Node
from egraph_opt.families.region.encode.tensor_program import EncodedFunction


class Cyclic(EgraphOptError):
    """The choice is cyclic: a value is needed to compute itself."""


class TooEarly(EgraphOptError):
    """The choice needs a value in an operation before the one that makes it."""


def reachable_classes(choice: dict[int, Node], roots: tuple[int, ...]) -> list[int]:
    """Return the classes that results need, in an order that follows from their nodes alone.

    Raises:
        Cyclic: a class is needed to make itself.
    """
    found: list[int] = []
    inside: dict[int, bool] = {}
    """For each class, whether what it needs is still being looked at."""
    stack = list(roots)
    while stack:
        c = stack.pop()
        if c < 0:
            inside[~c] = False
        elif c not in inside:
            inside[c] = True
            found.append(c)
            stack.append(~c)
            for x in choice[c].children:
                if inside.get(x):
                    raise Cyclic
                stack.append(x)
    return found


def check_in_time(program: EncodedFunction, choice: dict[int, Node], roots: tuple[int, ...]) -> None:
    """Raise `TooEarly` if an operand of an operation of the skeleton depends on a later operation."""
    seen: set[int] = set()
    for at, root in zip(program.root_at, roots, strict=True):
        stack = [root]
        while stack:
            c = stack.pop()
            if c not in seen:
                seen.add(c)  # a value available to an earlier operation is available to this one
                if choice[c].symbol == "tensor" and program.known_from[choice[c].numbers[0]] > at:
                    raise TooEarly
                stack += choice[c].children
