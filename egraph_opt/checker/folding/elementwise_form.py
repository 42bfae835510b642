"""Values as functions of tensor indices: one normal form for all orders of elementwise computation and data movement.

If a check has the option `elements`, moving the result of an elementwise operation equals the operation on moved operands. Movements are
pushed down to operations that are not elementwise, where consecutive movements become one index map. Wrapping integer sums, products and
conjunctions, and address offsets, are multisets. The normal form is bit-exact: an elementwise operation is the same at each index, and
integers modulo a power of two form a ring (MLIR's ArithOps.td; TritonOps.td, AddPtrOp).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

from egraph_opt.checker.access.effects import DIVISIONS
from egraph_opt.checker.operations.hints import without_hints
from egraph_opt.checker.values.tensor_type_parser import ParsedTensorType, tensor_type
from egraph_opt.checker.values.value_graph import Graph, NodeKind
from egraph_opt.ir.module import Op

Shape = tuple[int, ...]
MULTISETS = {"arith.addi": NodeKind.SUM, "arith.muli": NodeKind.SUM, "arith.andi": NodeKind.SET, "arith.ori": NodeKind.SET}
_NOT_ELEMENTWISE = frozenset(("arith.constant", *DIVISIONS))
_ELEMENTWISE_OPS = frozenset(("tt.addptr", "tt.bitcast", "tt.fp_to_fp", "tt.clampf", "tt.mulhiui", "tt.precise_divf", "tt.precise_sqrt",
                     "tt.approx_divf", "tt.ptr_to_int", "tt.int_to_ptr", "tt.extern_elementwise"))  # fmt: skip


class PlaceMap(NamedTuple):
    """Map from an index of a data movement's result to the index of the operand's element that moves there.

    With `axes`, each result axis names the operand axis with the same index, or -1 if the operand's extent there is 1. All other operand
    axes have extent 1. Without `axes`, the linear element order is preserved (a reshape).
    """

    taken: Shape
    given: Shape
    axes: tuple[int, ...] | None


class Pointwise(NamedTuple):
    """Elementwise operation of a node, with the node's kind and label. The label does not contain the tensor's shape."""

    kind: NodeKind
    label: int
    op: Op


class MovedNode(NamedTuple):
    """Node that permutes or replicates the elements of another node, `leaf`, by the index maps `steps`."""

    steps: tuple[PlaceMap, ...]
    leaf: int


@dataclass(slots=True)
class ElementFunctions:
    """Nodes of a value graph whose elements are functions of tensor indices: elementwise operations and data movements."""

    graph: Graph
    pointwise: dict[int, Pointwise] = field(default_factory=dict)
    moved: dict[int, MovedNode] = field(default_factory=dict)
    same: dict[object, int] = field(default_factory=dict)

    def node(self, op: Op, label: int, args: Sequence[int]) -> int | None:
        """Return the node of an elementwise operation or a data movement, or None for other operations; `label` excludes the shape."""
        if (step := step_of(op)) is not None:
            return self.move_node(step, args[0], op)
        if not is_pointwise(op):
            return None
        if op.name == "arith.select":
            return self.add(Pointwise(NodeKind.PICK, label, op), args)
        if op.name == "tt.addptr":
            offset = self.add(
                Pointwise(NodeKind.PLAIN, self.graph.label(("scaled", *(_element(v.type) for v in op.operands))), op), args[1:]
            )
            return self.add(Pointwise(NodeKind.SUM, label, op), (args[0], offset))
        kind = MULTISETS.get(op.name, NodeKind.PLAIN) if len(args) == 2 else NodeKind.PLAIN
        return self.add(Pointwise(kind, label, op), args)

    def add(self, what: Pointwise, args: Sequence[int]) -> int:
        """Return the node of an elementwise operation.

        Nested sums are flattened. A conjunction of one value, or a choice between equal values, is that value.
        """
        if what.kind is NodeKind.PICK and args[1] == args[2]:
            return args[1]
        if what.kind in (NodeKind.SUM, NodeKind.SET):
            flat: list[int] = []
            for arg in args:
                inner = self.pointwise.get(arg)
                flat += self.graph.args[arg] if inner is not None and inner[:2] == what[:2] else (arg,)
            args = sorted(flat) if what.kind is NodeKind.SUM else sorted(set(flat))
            if len(args) == 1:
                return args[0]
        key = (what.kind, what.label, *args)
        if key not in self.same:
            self.graph.budget.spend(len(args), what.op)
            self.same[key] = self.graph.add(what.kind, what.label, args, what.op)
            self.pointwise[self.same[key]] = what
        return self.same[key]

    def move_node(self, step: PlaceMap, node: int, op: Op) -> int:
        """Return the node whose elements are those of `node`, moved by an index map.

        The index map is applied to operands instead, down to operations that are not elementwise.
        """
        memo: dict[int, int] = {}
        todo = [node]
        while todo:
            current = todo[-1]
            if current in memo:
                todo.pop()
                continue
            what = self.pointwise.get(current)
            if what is None:
                memo[todo.pop()] = self.leaf(step, current, op)
            elif missing := [arg for arg in self.graph.args[current] if arg not in memo]:
                todo += missing
            else:
                memo[todo.pop()] = self.add(what, [memo[arg] for arg in self.graph.args[current]])
        return memo[node]

    def leaf(self, step: PlaceMap, node: int, op: Op) -> int:
        """Return the node whose elements are those of `node`, which is not elementwise, moved by an index map.

        A moved constant is a constant, and two movements are composed.
        """
        graph, before = self.graph, self.moved.get(node)
        label = graph.labels[node]
        if label in graph.splats:
            constant: Any = graph.key_of(label)  # made by `Graph.constant`
            type = ParsedTensorType(step.given, _element(constant[1]), None)
            return graph.constant(op, str(type), graph.splats[label])
        steps, leaf = (before.steps, before.leaf) if before else ((), node)
        steps = join_steps((*steps, step))
        if not steps:
            return leaf
        key = ("moved", steps, leaf)
        if key not in self.same:
            graph.budget.spend(1, op)
            self.same[key] = graph.add(NodeKind.PLAIN, graph.label(("moved", steps)), (leaf,), op)
            self.moved[self.same[key]] = MovedNode(steps, leaf)
        return self.same[key]


def is_pointwise(op: Op) -> bool:
    """Return whether an operation is elementwise, and all operands have the extents of the result."""
    if (
        len(op.results) != 1
        or not op.operands
        or op.regions
        or op.name in _NOT_ELEMENTWISE
        or any("." in name for name, _ in without_hints(op))
    ):
        return False  # a dialect attribute may change the semantics
    if not (op.name in _ELEMENTWISE_OPS or op.name.startswith(("arith.", "math."))):
        return False
    return len({_extents(v.type) for v in (*op.operands, *op.results)}) == 1


def step_of(op: Op) -> PlaceMap | None:
    """Return the index map of a data movement such as `tt.splat`, or None for other operations."""
    if len(op.operands) != 1 or len(op.results) != 1 or _element(op.operands[0].type) != _element(op.results[0].type):
        return None
    taken, given = _extents(op.operands[0].type), _extents(op.results[0].type)
    if taken is None or not given:
        return None
    match op.name:
        case "tt.splat" if not taken:
            return PlaceMap((), given, (-1,) * len(given))
        case "tt.broadcast" if len(taken) == len(given) and all(a in (1, b) for a, b in zip(taken, given, strict=True)):
            return PlaceMap(taken, given, tuple(-1 if a == 1 else i for i, a in enumerate(taken)))
        case "tt.expand_dims" if (axis := _number(op.attributes.get("axis", ""))) is not None:
            return reshape_step(taken, given) if given == (*taken[:axis], 1, *taken[axis:]) and axis <= len(taken) else None
        case "tt.reshape" if taken and "allow_reorder" not in op.attributes and prod(taken) == prod(given):
            return reshape_step(taken, given)
        case "tt.trans" if taken:
            order = tuple(int(n) for n in re.findall(r"\d+", op.attributes.get("order", "").partition(":")[2]))
            if sorted(order) == list(range(len(taken))) and tuple(taken[k] for k in order) == given:
                return PlaceMap(taken, given, tuple(-1 if taken[k] == 1 else k for k in order))
    return None


def reshape_step(taken: Shape, given: Shape) -> PlaceMap:
    """Return the index map of an order-preserving reshape, with `axes` if the reshape only adds or removes axes of extent 1."""
    wide = [i for i, extent in enumerate(taken) if extent != 1]
    if [taken[i] for i in wide] != [extent for extent in given if extent != 1]:
        return PlaceMap(taken, given, None)
    left = iter(wide)
    return PlaceMap(taken, given, tuple(-1 if extent == 1 else next(left) for extent in given))


def join_steps(steps: Sequence[PlaceMap]) -> tuple[PlaceMap, ...]:
    """Compose adjacent index maps of the same kind, and drop identities."""
    found: list[PlaceMap] = []
    for step in steps:
        found.append(step)
        if prod(found[0].taken) == 1:  # a single element: every index maps to it
            taken, given = found[0].taken, step.given
            found = [PlaceMap(taken, given, (-1,) * len(given))]
        while len(found) > 1 and (found[-2].axes is None) == (found[-1].axes is None):
            second, first = found.pop(), found.pop()
            if first.axes is None or second.axes is None:
                found.append(reshape_step(first.taken, second.given))
            else:
                found.append(PlaceMap(first.taken, second.given, tuple(-1 if k == -1 else first.axes[k] for k in second.axes)))
        last = found[-1]
        if (
            last.axes is not None
            and last.taken == last.given
            and all(k == i or n == 1 for i, (k, n) in enumerate(zip(last.axes, last.given, strict=True)))
        ):
            found.pop()
    return tuple(found)


def _number(attribute: str) -> int | None:
    found = re.fullmatch(r"(\d{1,9}|0x[0-9A-Fa-f]{1,8})(?: : i32)?", attribute)
    return int(found[1], 16 if "x" in found[1] else 10) if found else None


def _extents(type: str) -> Shape | None:
    tensor = tensor_type(type)
    return tensor.shape if tensor else None if type.startswith("tensor<") else ()


def _element(type: str) -> str:
    tensor = tensor_type(type)
    return tensor.element if tensor else type
