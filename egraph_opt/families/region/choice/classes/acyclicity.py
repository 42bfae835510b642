"""Feasibility of selected nodes: no value depends on itself, and no operation that keeps its position depends on a later one."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.classes.saturate import Node
from egraph_opt.families.region.encode.tensor_program import EncodedFunction


class Cyclic(EgraphOptError):
    """The selected nodes are cyclic: a value depends on itself."""


class TooEarly(EgraphOptError):
    """An opaque operation, which keeps its position in the program, would depend on a later operation."""


def reachable_classes(choice: dict[int, Node], roots: tuple[int, ...]) -> list[int]:
    """Return the e-classes that `roots` reach through the selected nodes `choice`, in a deterministic order.

    Raises:
        Cyclic: an e-class depends on itself.
    """
    found: list[int] = []
    inside: dict[int, bool] = {}
    """For each visited e-class, whether it is on the stack of the depth-first search."""
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
    """Raise `TooEarly` if an opaque operation, which keeps its position in the program, would depend on a later one."""
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
