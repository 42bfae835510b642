"""Extraction problem as plain data: e-classes, nodes, costs, children, roots.

A selection chooses one node per needed e-class. A valid selection is closed (has a node for the roots and every chosen node's children) and
acyclic (every cycle has a back edge). The cost is a DAG cost: each needed e-class counts once, whatever the number of its users.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from egraph_opt.extract.base.pruned_graph import Graph

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class InvalidProblem(ValueError):
    """Error for arrays that are no extraction problem; the message says what is wrong and where."""


class Infeasible(InvalidProblem):
    """Error for a root from which no finite term can be built; the message names the e-class."""

    def __init__(self, root: int, why: str) -> None:
        super().__init__(f"root class {root} {why}")
        self.root, self.why = root, why


class InvalidSelection(ValueError):
    """Error for a selection that is not closed, has a node of another e-class, or has a cycle of forward edges."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Nodes grouped in e-classes, with children in CSR form: node `i` has `child_class[child_start[i]:child_start[i + 1]]`.

    `cost` is per node, finite, in any unit; weights such as trip counts are already multiplied in. `back` is per child entry: a back edge
    requires the child, but may close a cycle (a loop-carried value). `resources` has one row per additional cost and one column per node.
    Raises `InvalidProblem`, and `Infeasible` for a root without nodes. The arrays are copied and made read-only.
    """

    node_class: IntArray
    cost: FloatArray
    child_start: IntArray
    child_class: IntArray
    back: BoolArray
    roots: IntArray
    class_count: int
    resources: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))

    def __post_init__(self) -> None:
        for name in ("node_class", "child_start", "child_class", "roots"):
            object.__setattr__(self, name, _integers(name, getattr(self, name)))
        object.__setattr__(self, "cost", _floats("cost", self.cost, 1))
        object.__setattr__(self, "back", _freeze(_array("back", self.back).astype(np.bool_)))
        resources = _array("resources", self.resources)
        none = np.zeros((0, len(self.cost)))
        object.__setattr__(self, "resources", _floats("resources", resources if resources.size else none, 2))
        if not isinstance(self.class_count, int | np.integer) or not 0 <= self.class_count < 2**31:
            raise InvalidProblem(f"class_count is {self.class_count!r:.60}, but must be the number of classes")
        self._validate()

    def _validate(self) -> None:
        nodes, entries = len(self.node_class), len(self.child_class)
        for name, found, wanted in (
            ("cost", self.cost.shape, (nodes,)),
            ("child_start", self.child_start.shape, (nodes + 1,)),
            ("back", self.back.shape, (entries,)),
            ("resources", self.resources.shape, (len(self.resources), nodes)),
        ):
            if found != wanted:
                raise InvalidProblem(f"{name} has shape {found}, but {nodes} nodes with {entries} children need {wanted}")
        if self.child_start[0] != 0 or self.child_start[-1] != entries or (np.diff(self.child_start) < 0).any():
            raise InvalidProblem(f"child_start must rise from 0 to {entries}, the number of child entries")
        for name, classes in (("node_class", self.node_class), ("child_class", self.child_class), ("roots", self.roots)):
            bad = np.flatnonzero((classes < 0) | (classes >= self.class_count))
            if bad.size:
                raise InvalidProblem(f"{name}[{bad[0]}] is class {classes[bad[0]]}, but there are {self.class_count} classes")
        for name, costs in (("cost", self.cost), *((f"resources[{i}]", row) for i, row in enumerate(self.resources))):
            bad = np.flatnonzero(~np.isfinite(costs))
            if bad.size:
                raise InvalidProblem(f"{name}[{bad[0]}] is {costs[bad[0]]}, but a cost is finite; leave out forbidden nodes")
        if not self.roots.size:
            raise InvalidProblem("there are no roots; add at least one with add_root")
        has_node = np.zeros(self.class_count, dtype=np.bool_)
        has_node[self.node_class] = True
        for root in self.roots:
            if not has_node[root]:
                raise Infeasible(int(root), "has no nodes")

    @cached_property
    def graph(self) -> Graph:
        """Return the graph of nodes that a valid selection may contain, as Python lists. Raises `Infeasible`."""
        graph = Graph.from_arrays(
            self.node_class.tolist(),
            self.cost.tolist(),
            self.child_start.tolist(),
            self.child_class.tolist(),
            self.back.tolist(),
            self.roots.tolist(),
            self.class_count,
        )
        return _feasible(graph)

    def without(self, nodes: Collection[int]) -> Problem:
        """Return this problem without `nodes`; other nodes keep their numbers. Raises `Infeasible` if a root can no longer be extracted."""
        restricted = replace(self)
        restricted.__dict__["graph"] = _feasible(self.graph.drop_nodes(nodes))
        return restricted

    def children(self, node: int) -> list[tuple[int, bool]]:
        """Return the children of a node as pairs (e-class, is a back edge)."""
        start = self._starts
        return self._entries[start[node] : start[node + 1]]

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = self.child_start.tolist()
        return starts

    @cached_property
    def _entries(self) -> list[tuple[int, bool]]:
        return list(zip(self.child_class.tolist(), self.back.tolist(), strict=True))


def _feasible(graph: Graph) -> Graph:
    """Return the graph. Raises `Infeasible` if no finite term can be built from a root."""
    for root in graph.roots:
        if not graph.nodes_of[root]:
            why = "each of its nodes needs a class that cannot be derived, or not without it"
            raise Infeasible(root, f"has no acyclic derivation: {why}")
    return graph


@dataclass(frozen=True, eq=False)
class Result:
    """Result of an extractor; `choice` has a node per e-class, -1 if the e-class is not needed.

    `lower_bound` is at most the cost of every valid selection. `optimal` is true if cost and lower bound agree to a relative 1e-6.
    `stopped_by` is "" after a complete run, else the limit that ended the run: "work" (deterministic), "seconds", "wall" or "memory".
    `stopped_by` is "solver" if the solver gave up. `seconds` is the CPU time, `steps` the work used. With a register limit, `order` is an
    evaluation order of the chosen nodes within the limit.
    """

    choice: IntArray
    cost: float
    lower_bound: float
    optimal: bool
    stopped_by: str
    seconds: float
    steps: float = 0.0
    order: IntArray | None = None


class ProblemBuilder:
    """Builder of a `Problem` that collects e-classes and nodes one by one; `build` validates the problem."""

    def __init__(self) -> None:
        self._class_count = 0
        self._node_class: list[int] = []
        self._cost: list[float] = []
        self._child_start = [0]
        self._child_class: list[int] = []
        self._back: list[bool] = []
        self._roots: list[int] = []
        self._resources: list[tuple[float, ...]] = []

    def add_class(self) -> int:
        """Add an e-class without nodes; return its number."""
        self._class_count += 1
        return self._class_count - 1

    def add_node(
        self, cls: int, cost: float, children: Sequence[int] = (), back: Sequence[int] = (), resources: Sequence[float] = ()
    ) -> int:
        """Add a node to an e-class; return the node's number. E-classes in `back` are children that may themselves need `cls`.

        `resources` are additional costs, equally many for every node.
        """
        try:
            ahead, behind, further = tuple(children), tuple(back), tuple(resources)
        except TypeError as error:
            raise InvalidProblem(f"node {len(self._cost)}: children, back and resources are sequences ({error})") from None
        self._node_class.append(cls)
        self._cost.append(cost)
        self._resources.append(further)
        self._child_class += ahead + behind
        self._back += [False] * len(ahead) + [True] * len(behind)
        self._child_start.append(len(self._child_class))
        return len(self._cost) - 1

    def add_root(self, cls: int) -> None:
        """Add an e-class that every selection must contain."""
        self._roots.append(cls)

    def build(self) -> Problem:
        for node, resources in enumerate(self._resources):
            if len(resources) != len(self._resources[0]):
                raise InvalidProblem(f"node {node} has {len(resources)} resources, but node 0 has {len(self._resources[0])}")
        return Problem(
            node_class=_integers("node_class", self._node_class),
            cost=_floats("cost", self._cost, 1),
            child_start=_integers("child_start", self._child_start),
            child_class=_integers("child_class", self._child_class),
            back=np.array(self._back, dtype=np.bool_),
            roots=_integers("roots", self._roots),
            class_count=self._class_count,
            resources=_floats("resources", self._resources, 2).T if any(self._resources) else np.zeros((0, 0)),
        )


def closure(problem: Problem, choice: IntArray | Sequence[int]) -> IntArray:
    """Return the e-classes that the roots need under `choice`, in ascending order. Raises `InvalidSelection` if `choice` is not closed."""
    chosen = _choice_list(problem, choice)
    class_of = problem.node_class.tolist()
    needed = set(problem.roots.tolist())
    pending = sorted(needed)
    while pending:
        cls = pending.pop()
        node = chosen[cls]
        if node == -1:
            raise InvalidSelection(f"class {cls} is needed, but no node is chosen for it")
        if not 0 <= node < len(class_of):
            raise InvalidSelection(f"class {cls} chooses node {node}, but there are {len(class_of)} nodes")
        if class_of[node] != cls:
            raise InvalidSelection(f"class {cls} chooses node {node}, which belongs to class {class_of[node]}")
        for child, _ in problem.children(node):
            if child not in needed:
                needed.add(child)
                pending.append(child)
    return np.array(sorted(needed), dtype=np.int64)


def check(problem: Problem, choice: IntArray | Sequence[int]) -> float:
    """Recompute the DAG cost of a selection, independently of the extractors. Raises `InvalidSelection`.

    Entries of unneeded e-classes are ignored.
    """
    return cost_of(problem, choice, closure(problem, choice))


def cost_of(problem: Problem, choice: IntArray | Sequence[int], closed: IntArray) -> float:
    """Check a selection with the known closure `closed`, and return its DAG cost."""
    chosen, needed = _choice_list(problem, choice), closed.tolist()
    users: dict[int, list[int]] = {cls: [] for cls in needed}
    missing = dict.fromkeys(needed, 0)
    for cls in needed:
        for child, is_back in problem.children(chosen[cls]):
            if not is_back:
                users[child].append(cls)
                missing[cls] += 1
    # Kahn's algorithm: a class is removed after all its forward children; only cycles remain.
    ready = [cls for cls in needed if not missing[cls]]
    for cls in ready:
        for user in users[cls]:
            missing[user] -= 1
            if not missing[user]:
                ready.append(user)
    if len(ready) < len(needed):
        stuck = [cls for cls in needed if missing[cls]]
        raise InvalidSelection(f"the chosen nodes of classes {stuck[:8]} form or need a cycle of forward edges")
    return fsum(float(problem.cost[chosen[cls]]) for cls in needed)


def _choice_list(problem: Problem, choice: IntArray | Sequence[int]) -> list[int]:
    if not isinstance(problem, Problem):
        raise InvalidProblem(f"a choice is one of a Problem, not of a {type(problem).__name__}")
    chosen: list[int] = chosen_nodes(choice).tolist()
    if len(chosen) != problem.class_count:
        raise InvalidSelection(f"the choice has {len(chosen)} entries, but there are {problem.class_count} classes")
    return chosen


def chosen_nodes(choice: Any) -> IntArray:
    """Convert a choice (node per e-class, or -1) to an array. Raises `InvalidSelection` if the choice is no list of integers."""
    try:
        given = np.asarray(choice)
    except (TypeError, ValueError, OverflowError):
        given = np.array(None)
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise InvalidSelection("a choice must be a flat list of integers: for each class its node, or -1")
    return given


def _array(name: str, values: Any) -> NDArray[Any]:
    try:
        array = np.array(values)
    except (TypeError, ValueError, OverflowError):
        array = np.array(None)
    if array.dtype.kind not in "biuf":
        raise InvalidProblem(f"{name} is {' '.join(repr(values).split()):.60}, but must be an array of numbers")
    return array


def _floats(name: str, values: Any, dimensions: int) -> FloatArray:
    array = _array(name, values)
    if array.ndim != dimensions:
        raise InvalidProblem(
            f"{name} must be a {dimensions}-dimensional array of numbers, not {array.ndim}-dimensional {array.dtype}"
        )
    frozen: FloatArray = _freeze(array.astype(np.float64))
    return frozen


def _integers(name: str, values: ArrayLike | Iterable[int]) -> IntArray:
    array = _array(name, values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InvalidProblem(f"{name} must be a flat array of integers, not {array.ndim}-dimensional {array.dtype}")
    copied: IntArray = _freeze(array.astype(np.int64))
    return copied


def _freeze(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
