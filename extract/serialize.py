"""Reads and writes the JSON of egraph-serialize 0.2, which egg, egglog and extraction-gym share.

>>> text = '{"nodes": {"f": {"op": "f", "children": ["x"], "eclass": "a", "cost": 1}, "x": {"op": "x", "eclass": "b", "cost": 2}},'
>>> named = read(text + ' "root_eclasses": ["a"]}')
>>> named.problem.cost.tolist(), named.choices([0, 1])
([1.0, 2.0], {'a': 'f', 'b': 'x'})
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from egraph_opt.extract.problem import Infeasible, IntArray, InvalidProblem, Problem, ProblemBuilder


class InvalidEGraph(InvalidProblem):
    """The text is no e-graph that can be extracted from: where in the JSON, and what is wrong there."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.where, self.what = where, what


@dataclass(frozen=True, eq=False)
class Named:
    """A problem with the names of its classes and nodes in the text, and the operation of each node.

    `class_data` is the text's, unread. Subsumed nodes are not among the nodes.
    """

    problem: Problem
    classes: tuple[str, ...]
    nodes: tuple[str, ...]
    ops: tuple[str, ...]
    class_data: Mapping[str, Any] = field(default_factory=dict)

    def choices(self, choice: IntArray | Sequence[int]) -> dict[str, str]:
        """The chosen node of each class by name, as extraction-gym writes it."""
        return {name: self.nodes[node] for name, node in zip(self.classes, choice, strict=True) if node >= 0}


def read(text: str | bytes, *, subsumed: bool = False) -> Named:
    """The extraction problem of an e-graph; `subsumed` nodes take part only if asked for.

    Children name nodes, and mean their classes. As in egraph-serialize a missing cost is 1, and missing children are none.
    Raises `InvalidEGraph`: no JSON of this format, a cost that is negative or not finite, a child or a root that does not
    exist, no roots, or a root without an acyclic derivation.
    """
    graph = _parse(text)
    entries = _object(graph.get("nodes"), "nodes")
    builder = ProblemBuilder()
    classes: dict[str, int] = {}
    class_of: dict[str, int] = {}
    for name, node in entries.items():
        eclass = _object(node, _at(name)).get("eclass")
        if not isinstance(eclass, str):
            raise InvalidEGraph(_at(name, "eclass"), f"is {_shown(eclass)}, but must be the name of a class")
        if eclass not in classes:
            classes[eclass] = builder.add_class()
        class_of[name] = classes[eclass]
    names: list[str] = []
    for name, node in entries.items():
        if node.get("subsumed") and not subsumed:
            continue
        builder.add_node(class_of[name], _cost(name, node), _children(name, node, class_of))
        names.append(name)
    roots = graph.get("root_eclasses", [])
    if not isinstance(roots, list) or not roots:
        raise InvalidEGraph("root_eclasses", f"is {_shown(roots)}, but must list at least one class")
    for i, root in enumerate(roots):
        if not isinstance(root, str) or root not in classes:
            raise InvalidEGraph(f"root_eclasses[{i}]", f"is {_shown(root)}, but no node is of that class")
        builder.add_root(classes[root])
    ops = tuple(str(entries[name].get("op", "")) for name in names)
    return Named(
        _posed(builder, roots, classes), tuple(classes), tuple(names), ops, _object(graph.get("class_data", {}), "class_data")
    )


def write(named: Named) -> str:
    """The JSON text of a named problem. Raises `InvalidEGraph` for what the format cannot say: back edges, empty classes."""
    problem = named.problem
    if problem.back.any():
        raise InvalidEGraph("", "the format has no back edges")
    first: dict[int, str] = {}
    for name, c in zip(named.nodes, problem.node_class.tolist(), strict=True):
        first.setdefault(c, name)
    for c in range(problem.class_count):
        if c not in first:
            raise InvalidEGraph("", f"class {named.classes[c]!r} has no nodes, so no child can name it")
    nodes = {
        name: {
            "op": named.ops[i],
            "children": [first[c] for c, _ in problem.children(i)],
            "eclass": named.classes[int(problem.node_class[i])],
            "cost": float(problem.cost[i]),
        }
        for i, name in enumerate(named.nodes)
    }
    roots = [named.classes[c] for c in problem.roots.tolist()]
    return json.dumps({"nodes": nodes, "root_eclasses": roots, "class_data": dict(named.class_data)}, indent=2) + "\n"


def _parse(text: str | bytes) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise InvalidEGraph("", f"the name {twice!r} occurs twice in one object")
        return found

    try:
        return _object(json.loads(text, object_pairs_hook=unique), "the text")
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidEGraph("", f"no JSON: {error}") from None


def _posed(builder: ProblemBuilder, roots: list[str], classes: dict[str, int]) -> Problem:
    try:
        problem = builder.build()
        _ = problem.graph
    except Infeasible as error:
        i = next(i for i, root in enumerate(roots) if classes[root] == error.root)
        raise InvalidEGraph(f"root_eclasses[{i}]", f"class {_shown(roots[i])} {error.why}") from None
    return problem


def _cost(name: str, node: dict[str, Any]) -> float:
    cost = node.get("cost", 1.0)
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not isfinite(cost) or cost < 0:
        raise InvalidEGraph(_at(name, "cost"), f"is {_shown(cost)}, but a cost is a finite number >= 0")
    return float(cost)


def _children(name: str, node: dict[str, Any], class_of: dict[str, int]) -> list[int]:
    children = node.get("children", [])
    if not isinstance(children, list):
        raise InvalidEGraph(_at(name, "children"), f"is {_shown(children)}, but must be a list of node names")
    for i, child in enumerate(children):
        if not isinstance(child, str) or child not in class_of:
            raise InvalidEGraph(_at(name, f"children[{i}]"), f"is {_shown(child)}, but there is no such node")
    return [class_of[child] for child in children]


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidEGraph(where, f"is {_shown(value)}, but must be an object")
    return value


def _at(name: str, key: str = "") -> str:
    return f"nodes[{json.dumps(name)}]" + (f".{key}" if key else "")


def _shown(value: Any) -> str:
    text = "missing" if value is None else json.dumps(value)
    return text if len(text) < 60 else text[:56] + " ..."
