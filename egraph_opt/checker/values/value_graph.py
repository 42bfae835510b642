"""Value graph of two functions: one node per value and per memory state, both functions in one graph."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any

from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import Op, Value


class NodeKind(IntEnum):
    """Kind of a node: how its value number follows from the value numbers of its operands."""

    PLAIN = 0
    """Equal if labels and ordered operands are equal."""
    PHI = 1
    """Loop or block argument: operand 0 on the first incoming edge, the other operands on further edges."""
    EXIT = 2
    """Value of operand 0 when a loop ends; the other operands determine the last iteration."""
    CHOICE = 3
    """Operand 1 if operand 0 is true, else operand 2."""
    SPREAD = 4
    """Operation such as `tt.splat`: like PLAIN, but a splat of a constant is folded to a constant."""
    SUM = 5
    """Equal if labels are equal and operands are equal as multisets."""
    SET = 6
    """Equal if labels are equal and operands are equal as sets. A node with one distinct operand equals that operand."""
    PICK = 7
    """Elementwise select of operand 1 or 2 by operand 0. Equal operands fold, and so do nested selects on the same operand 0."""


class Unmodelled(EgraphOptError):
    """Error for an operation that the checker cannot model, with the reason."""

    def __init__(self, op: Op, reason: str):
        super().__init__(reason)
        self.op, self.reason = op, reason


class CheckExhausted(Unmodelled):
    """Error for a check that exceeds its step limit."""


BY_ELEMENT = frozenset((NodeKind.SUM, NodeKind.SET, NodeKind.PICK))
"""Kinds of nodes that occur only if a check has the option `elements` (elementwise operations commute with data movement)."""
HAND_ON = frozenset((NodeKind.CHOICE, NodeKind.EXIT, NodeKind.SET, NodeKind.PICK))
"""Kinds of nodes whose value may be that of one of their operands."""
OPERATION = 10
"""Steps that a check charges for each operation."""
STEPS = 20_000_000
"""Default step limit of a check: about twenty seconds and two million nodes."""


@dataclass(slots=True)
class CheckBudget:
    """Step counter of a check: nodes created, nodes numbered, edges followed. The count is the same on every machine."""

    limit: int = STEPS
    steps: int = 0

    def spend(self, steps: int, op: Op) -> None:
        """Charge `steps` to the budget.

        Raises:
            CheckExhausted: the limit is exceeded.
        """
        self.steps += steps
        if self.steps > self.limit:
            raise CheckExhausted(op, f"given up: the check takes more than {self.limit:,} steps")


def erase_encoding(op: Op, result: Value) -> str:
    """Return the type of a value, without a tensor's encoding.

    Raises:
        Unmodelled: the tensor type cannot be parsed.
    """
    if not result.type.startswith("tensor<"):
        return scalar_type(result.type)
    plain = _plain_tensor(result.type)
    if plain is None:
        raise Unmodelled(op, f"cannot read the type {result.type}")
    return plain


@lru_cache(maxsize=1 << 12)
def _plain_tensor(text: str) -> str | None:
    tensor = tensor_type(text)
    return str(tensor._replace(element=scalar_type(tensor.element), encoding=None)) if tensor else None


@lru_cache(maxsize=1 << 12)
def scalar_type(text: str) -> str:
    return repr(value(text)) if "<" in text else text


@dataclass(slots=True)
class Graph:
    """Value graph: nodes in topological order, except for the back-edge operands of PHIs."""

    budget: CheckBudget = field(default_factory=CheckBudget)
    kinds: list[NodeKind] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    args: list[tuple[int, ...]] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    """Loop depth at which each node's value changes; the value is invariant in deeper loops."""
    ops: list[Op] = field(default_factory=list)
    phis: list[int] = field(default_factory=list)
    splats: dict[int, Hashable] = field(default_factory=dict)
    """Label of a constant with equal elements -> that element."""
    before: dict[int, int] = field(default_factory=dict)
    """Memory state -> the previous state, in the order of effects."""
    types: dict[int, str] = field(default_factory=dict)
    """Node -> type without layout."""
    steps: dict[int, Any] = field(default_factory=dict)
    """Node of an operation that only moves elements, such as `tt.broadcast` -> its index map."""
    exact: bool = True
    """True if the label of each operation contains the full type of its result, including the shape."""
    keys: dict[Hashable, int] = field(default_factory=dict)
    """Label -> its number; equal numbers mean equal labels."""
    named: list[Hashable] = field(default_factory=list)

    def label(self, key: Hashable) -> int:
        found = self.keys.setdefault(key, len(self.keys))
        if found == len(self.named):
            self.named.append(key)
        return found

    def key_of(self, label: int) -> Hashable:
        """Return the label that has the number `label`."""
        return self.named[label]

    def constant(self, op: Op, type: str, value: Hashable) -> int:
        """Return the node of a constant; `value` is the element of a splat, or any key that identifies the constant."""
        label = self.label(("constant", type, value))
        if isinstance(value, (int, str)):
            self.splats[label] = value
        return self.add(NodeKind.PLAIN, label, (), op)

    def add(self, kind: NodeKind, label: int, args: Sequence[int], op: Op, depth: int = 0) -> int:
        """Add a node and return its number.

        `depth` is the loop depth at which the node's value changes; for an EXIT, the depth outside its loop.
        """
        node, depths = len(self.kinds), self.depths
        if kind is not NodeKind.EXIT:
            for arg in args:
                if depths[arg] > depth:
                    depth = depths[arg]
        self.kinds.append(kind)
        self.labels.append(label)
        self.args.append(tuple(args))
        depths.append(depth)
        self.ops.append(op)
        if kind is NodeKind.PHI:
            self.phis.append(node)
        return node
