"""Reader of dialects of egraph-serialize's JSON, with nodes and e-classes by name and children as e-classes.

In the original format (extraction-gym), a child names a node. e-boost writes e-classes and children as integers; a child is an e-class.
SmoothE writes `nodes`, each a list of child e-classes, and `classes`, each a list of nodes. lean-egg writes roots without nodes; some
dialects have no roots.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from egraph_opt.extract.base.problem import InvalidProblem
from egraph_opt.extract.read.json_position import Path

Entries = dict[str, dict[str, Any]]
"""Nodes by name."""
Classes = dict[str, int]
"""E-class numbers by name, in order of the first node of each e-class."""

NODE_KEYS = frozenset(("op", "children", "eclass", "cost", "subsumed", "id"))
"""Keys of a node that the format defines. Other numeric keys are additional costs."""


class InvalidEGraph(InvalidProblem):
    """Error for a text that is no extractable e-graph; the message gives the JSON path and the reason."""

    def __init__(self, path: Path, what: str, at: int | None = None) -> None:
        self.path, self.where, self.what, self.at = path, _format_path(path), what, at
        super().__init__(f"{self.where}: {what}" if self.where else what)


def parse_object(text: str | bytes) -> dict[str, Any]:
    """Parse the outermost JSON object. A duplicate key in an object is an error."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise InvalidEGraph((), f"the name {twice!r} occurs twice in one object")
        return found

    if not isinstance(text, str | bytes):
        raise InvalidEGraph((), f"the text of an e-graph is a str or bytes, not a {type(text).__name__}")
    try:
        return as_object(json.loads(text, object_pairs_hook=unique), ())
    except json.JSONDecodeError as error:
        raise InvalidEGraph((), f"no JSON: {error}", error.pos) from None
    except (UnicodeDecodeError, RecursionError) as error:
        raise InvalidEGraph((), f"no JSON: {error}") from None


def nodes(graph: Mapping[str, Any]) -> Entries:
    """Return the nodes as objects by name. In a list, the name of a node is its `id` or its index."""
    found = graph.get("nodes")
    if isinstance(found, list):
        named = {str(node.get("id", i) if isinstance(node, dict) else i): node for i, node in enumerate(found)}
        if len(named) < len(found):
            raise InvalidEGraph(("nodes",), "two nodes have one `id`")
        found = named
    entries = as_object(found, ("nodes",))
    if not entries:
        raise InvalidEGraph(("nodes",), "is empty, so there is nothing to extract")
    if "classes" in graph:
        return _beside_classes(entries, graph["classes"], graph.get("labels"))
    for name, node in entries.items():
        if not isinstance(node, dict):
            as_object(node, ("nodes", name))
    return entries


def _beside_classes(entries: Mapping[str, Any], table: Any, labels: Any) -> Entries:
    """Return the nodes of a SmoothE text, which lists e-classes in a separate table."""
    items: Iterable[tuple[str, Any]] = enumerate(table) if isinstance(table, list) else as_object(table, ("classes",)).items()  # type: ignore[assignment]
    found: Entries = {}
    for cls, members in items:
        for i, member in enumerate(_list(members, ("classes", cls), "node names")):
            name = str(member)
            if name not in entries or name in found:
                why = "which is in another class too" if name in found else "but there is no such node"
                raise InvalidEGraph(("classes", cls, i), f"is {format_json(member)}, {why}")
            below = _list(entries[name], ("nodes", name), "classes")
            op = labels.get(name, "") if isinstance(labels, dict) else ""
            found[name] = {"op": op, "eclass": str(cls), "children": below, "classes": True}
    for name in entries:
        if name not in found:
            raise InvalidEGraph(("nodes", name), "is in none of `classes`")
    return {name: found[name] for name in entries}


def classes(entries: Entries) -> tuple[Classes, dict[str, int]]:
    """Return the e-classes, and the e-class of each node. An integer and its decimal string name the same e-class."""
    found: Classes = {}
    class_of: dict[str, int] = {}
    for name, node in entries.items():
        eclass = node.get("eclass")
        if type(eclass) is not str:
            if type(eclass) is not int:
                raise InvalidEGraph(("nodes", name, "eclass"), f"is {format_json(eclass)}, but must be the name of a class")
            eclass = str(eclass)
        class_of[name] = found.setdefault(eclass, len(found))
    return found, class_of


def children(entries: Entries, names: Sequence[str], classes: Classes, class_of: Mapping[str, int]) -> list[list[int]]:
    """Return the child e-classes of each node. A string names a node, or an e-class if no child in the text names a node."""
    meant = _strings(entries, classes, class_of)
    found = []
    for name in names:
        below = entries[name].get("children")
        try:
            found.append([meant[child] for child in below] if type(below) is list else _no_list(below))
        except (KeyError, TypeError):
            found.append(_mixed_children(name, below, meant, classes, meant is class_of))
    return found


def _no_list(below: Any) -> list[int]:
    if below is not None:
        raise TypeError
    return []


def _mixed_children(name: str, below: Any, meant: Mapping[str, int], classes: Classes, nodes_meant: bool) -> list[int]:
    """Return the child e-classes of a node whose child list contains integers or invalid values."""
    try:
        if type(below) is not list:
            raise TypeError
        return [meant[child] if type(child) is str else classes[_digits(child)] for child in below]
    except (KeyError, TypeError):
        raise _no_child(name, below, meant, classes, nodes_meant) from None


def _digits(child: Any) -> str:
    if type(child) is not int:
        raise TypeError
    return str(child)


def _strings(entries: Entries, classes: Classes, class_of: Mapping[str, int]) -> Mapping[str, int]:
    """Return the e-class that each child string denotes: by node name, or by e-class name if no child names a node."""
    if "classes" in next(iter(entries.values()), ()):
        return classes  # the form that `_beside_classes` produces
    first: str | None = None
    for node in entries.values():
        below = node.get("children") or ()
        for child in below if isinstance(below, list) else ():
            if type(child) is str:
                if child in class_of:
                    return class_of
                first = child if first is None else first
    return class_of if first is None or first not in classes else classes


def _no_child(name: str, below: Any, meant: Mapping[str, int], classes: Classes, nodes_meant: bool) -> InvalidEGraph:
    if not isinstance(below, list):
        return InvalidEGraph(("nodes", name, "children"), f"is {format_json(below)}, but must be a list of node names")
    for i, child in enumerate(below):
        if not (child in meant if type(child) is str else type(child) is int and str(child) in classes):
            kind = "node" if type(child) is str and nodes_meant else "class"
            return InvalidEGraph(("nodes", name, "children", i), f"is {format_json(child)}, but there is no such {kind}")
    raise AssertionError(name)


def roots(graph: Mapping[str, Any], classes: Classes, named: Sequence[str], remarks: list[str]) -> list[tuple[int, int]]:
    """Return the root e-classes with their list indices: the e-classes `named`, or else the roots of the text that have nodes."""
    if named:
        for root in named:
            if root not in classes:
                raise InvalidEGraph((), f"the root {root!r} is no class of this e-graph")
        return [(i, classes[root]) for i, root in enumerate(named)]
    found = graph.get("root_eclasses")
    wanted = []
    for i, root in enumerate(_list([] if found is None else found, ("root_eclasses",), "classes")):
        if type(root) not in (str, int):
            raise InvalidEGraph(("root_eclasses", i), f"is {format_json(root)}, but must be the name of a class")
        if str(root) in classes:
            wanted.append((i, classes[str(root)]))
        else:
            remarks.append(f"root_eclasses[{i}] is {format_json(root)}, but no node is of that class: it is left out")
    return wanted


def unused_classes(
    class_of: Mapping[str, int], names: Sequence[str], children: Sequence[Sequence[int]], remarks: list[str]
) -> list[int]:
    """Return the derivable e-classes that no other e-class uses, which serve as roots of a text without roots."""
    own = [class_of[name] for name in names]
    needed = {x for c, below in zip(own, children, strict=True) for x in below if x != c}
    derived: set[int] = set()
    users: dict[int, list[int]] = {}
    missing = []
    for node, below in enumerate(children):
        kinds = set(below)
        missing.append(len(kinds))
        for x in kinds:
            users.setdefault(x, []).append(node)
    ready = [node for node, count in enumerate(missing) if not count]
    for node in ready:
        if own[node] not in derived:
            derived.add(own[node])
            for user in users.get(own[node], ()):
                missing[user] -= 1
                if not missing[user]:
                    ready.append(user)
    found = sorted(derived - needed)
    if not found:
        raise InvalidEGraph(("root_eclasses",), "names no class that has nodes, and each class is needed by another: name roots")
    remarks.append(f"there are no roots: taken are the {len(found)} classes that no other needs")
    return found


def as_object(value: Any, path: Path) -> dict[str, Any]:
    """Return `value` if it is a JSON object. Raises `InvalidEGraph` if `value` is no JSON object."""
    if not isinstance(value, dict):
        what = f"is {format_json(value)}, but must be an object"
        raise InvalidEGraph(path, what if path else f"the text {what}")
    return value


def _list(value: Any, path: Path, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidEGraph(path, f"is {format_json(value)}, but must be a list of {of}")
    return value


def format_json(value: Any) -> str:
    text = "missing" if value is None else json.dumps(value)
    return text if len(text) < 60 else text[:56] + " ..."


def _format_path(path: Path) -> str:
    """Format a JSON path, such as `nodes["f"].children[1]`."""
    text = ""
    for i, key in enumerate(path):
        if isinstance(key, int):
            text += f"[{key}]"
        elif i == 1 and path[0] in ("nodes", "classes"):
            text += f"[{json.dumps(key)}]"
        else:
            text += f".{key}" if text else key
    return text
