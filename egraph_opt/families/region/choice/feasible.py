"""Checks that a choice of nodes can be computed: in some order, and in time for the operations that stay in place."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.saturate import Node
from egraph_opt.families.region.encode.function import Program


class Cyclic(EgraphOptError):
    """The choice is cyclic: a value is needed to compute itself."""


class TooEarly(EgraphOptError):
    """The choice needs a value in an operation before the one that makes it."""


def check_acyclic(choice: dict[int, Node], roots: tuple[int, ...]) -> None:
    """Raise `Cyclic` if a class is needed to make itself."""
    state: dict[int, bool] = {}
    stack = [(root, False) for root in roots]
    while stack:
        c, leaving = stack.pop()
        if leaving:
            state[c] = True
        elif c not in state:
            state[c] = False
            stack.append((c, True))
            for x in choice[c].children:
                if state.get(x) is False:
                    raise Cyclic
                stack.append((x, False))


def check_in_time(program: Program, choice: dict[int, Node], roots: tuple[int, ...]) -> None:
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
