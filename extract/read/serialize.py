"""Reader and writer of the JSON of egraph-serialize (shared by egg, egglog and extraction-gym) and of its dialects.

>>> text = '{"nodes": {"f": {"op": "f", "children": ["x"], "eclass": "a", "cost": 1}, "x": {"op": "x", "eclass": "b", "cost": 2}},'
>>> named = read(text + ' "root_eclasses": ["a"]}')
>>> named.problem.cost.tolist(), named.choices([0, 1])
([1.0, 2.0], {'a': 'f', 'b': 'x'})

In the format, a child names a node and denotes the node's e-class. `dialect` lists the accepted dialects.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import FloatArray, Infeasible, IntArray, Problem
from egraph_opt.extract.read import dialect, json_position
from egraph_opt.extract.read.dialect import InvalidEGraph


@dataclass(frozen=True, eq=False)
class NamedProblem:
    """Problem with the e-class names, node names and node operations of its text.

    `class_data` is the text's JSON object of that name, unchanged. `further` has one array for each additional numeric key of nodes (NaN if
    absent). `remarks` mention roots that were dropped or guessed.
    """

    problem: Problem
    classes: tuple[str, ...]
    nodes: tuple[str, ...]
    ops: tuple[str, ...]
    class_data: Mapping[str, Any] = field(default_factory=dict)
    further: Mapping[str, FloatArray] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def choices(self, choice: IntArray | Sequence[int]) -> dict[str, str]:
        """Return the name of the chosen node by e-class name, the output format of extraction-gym."""
        return {name: self.nodes[node] for name, node in zip(self.classes, choice, strict=True) if node >= 0}


def read_file(path: str | os.PathLike[str], *, subsumed: bool = False, roots: Sequence[str] = ()) -> NamedProblem:
    """Read a file as `read` does; messages of `InvalidEGraph` include the position in the file. Raises OSError."""
    text = Path(path).read_bytes()
    try:
        return read(text, subsumed=subsumed, roots=roots)
    except InvalidEGraph as error:
        decoded = text.decode(errors="replace")
        at = error.at if error.at is not None else json_position.offset(decoded, error.path) if error.path else None
        file = os.fspath(path)
        error.args = (f"{file}: error: {error}" if at is None else json_position.point_at(file, decoded, at, str(error)),)
        raise


def read(text: str | bytes, *, subsumed: bool = False, roots: Sequence[str] = ()) -> NamedProblem:
    """Parse the extraction problem of an e-graph; `subsumed` includes subsumed nodes.

    A missing cost is 1; missing children are none. `roots` are e-class names that replace the roots of the text. A root of the text without
    nodes is dropped. Without any root, the roots are the derivable e-classes that no other e-class needs. Raises `InvalidEGraph` for an
    invalid text, or if a root has no acyclic derivation.
    """
    with pause_collection():
        return _read(text, subsumed, roots)


def _read(text: str | bytes, subsumed: bool, roots: Sequence[str]) -> NamedProblem:
    graph = dialect.parse_object(text)
    entries = dialect.nodes(graph)
    classes, class_of = dialect.classes(entries)
    names = tuple(name for name, node in entries.items() if subsumed or not node.get("subsumed"))
    children = dialect.children(entries, names, classes, class_of)
    remarks: list[str] = []
    wanted = dialect.roots(graph, classes, roots, remarks)
    hint = "; subsumed nodes are left out (subsumed=True, or --subsumed, keeps them)" * (len(names) < len(entries))
    with _rename_roots(wanted, tuple(classes), hint):
        posed = [c for _, c in wanted] or dialect.unused_classes(class_of, names, children, remarks)
        problem = Problem(
            node_class=np.array([class_of[name] for name in names], dtype=np.int64),
            cost=_costs(entries, names, remarks),
            child_start=np.cumsum([0, *map(len, children)]),
            child_class=np.array(list(chain.from_iterable(children)), dtype=np.int64),
            back=np.zeros(sum(map(len, children)), dtype=np.bool_),
            roots=np.array(posed, dtype=np.int64),
            class_count=len(classes),
        )
        _ = problem.graph  # if a root that cannot be derived is found
    ops = tuple(str(entries[name].get("op", "")) for name in names)
    data = dialect.as_object(graph.get("class_data") or {}, ("class_data",))
    return NamedProblem(problem, tuple(classes), names, ops, data, _extra_numbers(entries, names), tuple(remarks))


def write(named: NamedProblem) -> str:
    """Return the JSON text of a named problem.

    Raises `InvalidEGraph` for back edges and empty e-classes, which the format cannot express.
    """
    problem = named.problem
    if problem.back.any():
        raise InvalidEGraph((), "the format has no back edges")
    first: dict[int, str] = {}
    for name, c in zip(named.nodes, problem.node_class.tolist(), strict=True):
        first.setdefault(c, name)
    for c in range(problem.class_count):
        if c not in first:
            raise InvalidEGraph((), f"class {named.classes[c]!r} has no nodes, so no child can name it")
    nodes = {
        name: {
            "op": named.ops[i],
            "children": [first[c] for c, _ in problem.children(i)],
            "eclass": named.classes[int(problem.node_class[i])],
            "cost": float(problem.cost[i]),
            **{key: float(row[i]) for key, row in named.further.items() if isfinite(row[i])},
        }
        for i, name in enumerate(named.nodes)
    }
    roots = [named.classes[c] for c in problem.roots.tolist()]
    return json.dumps({"nodes": nodes, "root_eclasses": roots, "class_data": dict(named.class_data)}, indent=2) + "\n"


def _costs(entries: Mapping[str, Mapping[str, Any]], names: Sequence[str], remarks: list[str]) -> FloatArray:
    """Return the cost per node, by default 1. The value `null`, which may mean an infinite cost, adds a remark."""
    found = [entries[name].get("cost", 1.0) for name in names]
    if not {type(cost) for cost in found} <= {float, int}:
        if count := sum(cost is None for cost in found):
            remarks.append(f"nodes whose cost is null, of which there are {count}, cost 1")
        found = [1.0 if cost is None else cost for cost in found]
    for name, cost in zip(names, found, strict=True):
        if not _is_finite(cost):
            raise InvalidEGraph(("nodes", name, "cost"), f"is {dialect.format_json(cost)}, but a cost is a finite number")
    return np.array(found, dtype=np.float64)


def _is_finite(cost: Any) -> bool:
    try:
        return (type(cost) is float or type(cost) is int) and isfinite(cost)
    except OverflowError:  # an integer that no float represents
        return False


def _extra_numbers(entries: Mapping[str, Mapping[str, Any]], names: Sequence[str]) -> dict[str, FloatArray]:
    """Return one array for each numeric node key that the format does not define."""
    found: dict[str, FloatArray] = {}
    for i, name in enumerate(names):
        if entries[name].keys() <= dialect.NODE_KEYS:
            continue
        for key, value in entries[name].items():
            if key not in dialect.NODE_KEYS and _is_finite(value):
                found.setdefault(key, np.full(len(names), np.nan))[i] = value
    return found


@contextmanager
def _rename_roots(wanted: Sequence[tuple[int, int]], classes: Sequence[str], hint: str) -> Iterator[None]:
    """Replace the root number in an `Infeasible` error by the root's name and position in the text, and append `hint`."""
    try:
        yield
    except InvalidEGraph as error:
        raise InvalidEGraph(error.path, error.what + hint, error.at) from None
    except Infeasible as error:
        place = next((("root_eclasses", i) for i, c in wanted if c == error.root), ())
        raise InvalidEGraph(place, f"class {dialect.format_json(classes[error.root])} {error.why}{hint}") from None
