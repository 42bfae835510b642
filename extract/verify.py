"""Checker of selections, independent of the rest of the package.

A selection picks one node per needed e-class. The roots and the children of picked nodes are needed. A picked node belongs to its e-class.
No e-class needs itself, directly or indirectly, except by back edges. The cost is the exact sum over the needed e-classes.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple


class Wrong(ValueError):
    """Error for an invalid selection; the message names the e-class and the reason."""


class PickedNode(NamedTuple):
    """Node with its e-class, cost, children by forward edges, and children by back edges."""

    of: Hashable
    cost: float
    needs: Sequence[Hashable]
    back: Sequence[Hashable] = ()


def verify(roots: Iterable[Hashable], selection: Mapping[Any, PickedNode]) -> Fraction:
    """Return the exact cost of a selection (picked node per e-class), ignoring unneeded e-classes. Raises `Wrong`."""
    needed: dict[Hashable, None] = {}  # in the order of discovery, so that messages are deterministic
    pending = list(roots)
    while pending:
        cls = pending.pop()
        if cls in needed:
            continue
        needed[cls] = None
        if cls not in selection:
            raise Wrong(f"class {cls!r} is needed, but nothing is picked for it")
        node = selection[cls]
        if node.of != cls:
            raise Wrong(f"what is picked for class {cls!r} belongs to class {node.of!r}")
        pending.extend(node.needs)
        pending.extend(node.back)
    _refuse_cycles(needed, selection)
    return exact_sum(selection[cls].cost for cls in needed)


def exact_sum(costs: Iterable[float]) -> Fraction:
    over: dict[int, int] = {}
    for cost in costs:
        numerator, denominator = cost.as_integer_ratio() if type(cost) is float else Fraction(cost).as_integer_ratio()
        over[denominator] = over.get(denominator, 0) + numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in over.items()), Fraction(0))


def _refuse_cycles(needed: Iterable[Hashable], selection: Mapping[Any, PickedNode]) -> None:
    """Raise `Wrong` if an e-class needs itself by forward edges (depth-first search)."""
    done: set[Hashable] = set()
    for start in needed:
        if start in done:
            continue
        above = {start}
        path = [(start, iter(selection[start].needs))]
        while path:
            cls, rest = path[-1]
            for child in rest:
                if child in above:
                    raise Wrong(f"class {child!r} needs itself")
                if child not in done:
                    above.add(child)
                    path.append((child, iter(selection[child].needs)))
                    break
            else:
                path.pop()
                above.discard(cls)
                done.add(cls)


def alive(
    order: Sequence[Hashable], roots: Iterable[Hashable], selection: Mapping[Any, PickedNode], sizes: Mapping[Any, int]
) -> int:
    """Return the maximum number of live registers, counted right after each computation, if e-classes are computed in `order`.

    A value is live until all its users are computed; roots and targets of back edges stay live to the end. `sizes` are the registers per
    e-class. Raises `Wrong`.
    """
    needed = {child for cls in order for child in selection[cls].needs}
    staying = {*roots, *(child for cls in order for child in selection[cls].back)}
    if len(set(order)) < len(order) or not needed | staying <= set(order):
        raise Wrong("an order has each needed class once")
    users = {cls: {user for user in order if cls in selection[user].needs} for cls in order}
    most, done = 0, set[Hashable]()
    for cls in order:
        done.add(cls)
        if not done.issuperset(selection[cls].needs):
            raise Wrong(f"class {cls!r} comes before what it needs")
        live = [each for each in done if each == cls or each in staying or not users[each] <= done]
        most = max(most, sum(sizes[each] for each in live))
    return most


def verify_json(text: str | bytes, choices: Mapping[str, str]) -> Fraction:
    """Return the exact cost of a selection in egraph-serialize JSON, given the picked node name per e-class name. Raises `Wrong`.

    Only the original format is accepted, in which children name nodes and the text has roots.
    """
    graph = json.loads(text)
    nodes = graph["nodes"]
    selection = {}
    for cls, name in choices.items():
        if name not in nodes:
            raise Wrong(f"class {cls!r} picks {name!r}, but there is no such node")
        node = nodes[name]
        needs = [nodes[child]["eclass"] for child in node.get("children", ())]
        selection[cls] = PickedNode(node["eclass"], node.get("cost", 1.0), needs)
    return verify(graph["root_eclasses"], selection)
