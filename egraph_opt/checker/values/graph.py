"""Value graph of two functions: one node for each value and each state of memory, both functions in one graph."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any

from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.tensor import tensor_type
from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import Op, Value


class NodeKind(IntEnum):
    """Kind of node: how its value number follows from those of its operands."""

    PLAIN = 0
    """Equal if labels are equal and operands are equal in order."""
    PHI = 1
    """Value that a loop or block receives: operand 0 on the first way in, the others on the other ways."""
    EXIT = 2
    """Value of operand 0 when a loop ends. The other operands determine the last iteration."""
    CHOICE = 3
    """Operand 1 if operand 0 holds, else operand 2."""
    SPREAD = 4
    """PLAIN, but a constant whose elements are all equal gives such a constant again."""
    SUM = 5
    """Equal if labels are equal and operands are equal in any order."""
    SET = 6
    """Equal if labels are equal and operands are equal in any order and number. With one operand, it is that operand."""
    PICK = 7
    """Elementwise operand 1 or 2, as operand 0 says. If both are equal, it is that operand. A nested choice by the same operand
    is reduced to the part that can be chosen.
    """


class Unmodelled(EgraphOptError):
    """Operation whose meaning here the checker does not know, with its line and the reason."""

    def __init__(self, op: Op, reason: str):
        super().__init__(reason)
        self.op, self.reason = op, reason


class CheckExhausted(Unmodelled):
    """Check that would take too long or too much memory."""


BY_ELEMENT = frozenset((NodeKind.SUM, NodeKind.SET, NodeKind.PICK))
"""Kinds that only `elements` makes."""
HAND_ON = frozenset((NodeKind.CHOICE, NodeKind.EXIT, NodeKind.SET, NodeKind.PICK))
"""Kinds whose nodes may equal one of their operands."""
OPERATION = 10
"""Steps that count for an operation whose nodes are made and kept."""
STEPS = 20_000_000
"""Steps that one check may take: some twenty seconds, and two million nodes."""


@dataclass(slots=True)
class CheckBudget:
    """Steps of a check: nodes made, nodes numbered, edges followed. They are the same for the same input on any machine."""

    limit: int = STEPS
    steps: int = 0

    def spend(self, steps: int, op: Op) -> None:
        """Count some steps.

        Raises:
            Exhausted: the steps exceed the limit.
        """
        self.steps += steps
        if self.steps > self.limit:
            raise CheckExhausted(op, f"given up: the check takes more than {self.limit:,} steps")


def erase_encoding(op: Op, result: Value) -> str:
    """Return the type of an operation's value, without the encoding of a tensor.

    Raises:
        Unmodelled: the type of a tensor cannot be parsed.
    """
    if not result.type.startswith("tensor<"):
        return scalar_type(result.type)
    tensor = tensor_type(result.type)
    if tensor is None:
        raise Unmodelled(op, f"cannot read the type {result.type}")
    return str(tensor._replace(element=scalar_type(tensor.element), encoding=None))


@lru_cache(maxsize=1 << 12)
def scalar_type(text: str) -> str:
    """Return a type that is not a tensor in one spelling."""
    return repr(value(text)) if "<" in text else text


@dataclass(slots=True)
class Graph:
    """Nodes in an order in which operands come first, except for the later operands of a PHI."""

    budget: CheckBudget = field(default_factory=CheckBudget)
    kinds: list[NodeKind] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    args: list[tuple[int, ...]] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    """Largest number of loops that the value varies with. It is constant within loops at any greater depth."""
    ops: list[Op] = field(default_factory=list)
    phis: list[int] = field(default_factory=list)
    splats: dict[int, Hashable] = field(default_factory=dict)
    """Label of a constant with equal elements -> that element."""
    before: dict[int, int] = field(default_factory=dict)
    """State of memory -> the state before the operation that made it. This is the order of effects."""
    types: dict[int, str] = field(default_factory=dict)
    """Erased type of a node's value."""
    steps: dict[int, Any] = field(default_factory=dict)
    """Movement that a node is of its operand."""
    exact: bool = True
    """True if the label of each operation holds the whole type of its result."""
    keys: dict[Hashable, int] = field(default_factory=dict)
    """Numbers of labels. Equal numbers mean equal labels."""
    named: list[Hashable] = field(default_factory=list)
    """Labels by number."""

    def label(self, key: Hashable) -> int:
        """Return the number of a label."""
        found = self.keys.setdefault(key, len(self.keys))
        if found == len(self.named):
            self.named.append(key)
        return found

    def key_of(self, label: int) -> Hashable:
        """Return the label with a number."""
        return self.named[label]

    def constant(self, op: Op, type: str, value: Hashable) -> int:
        """Return the node of a constant. `value` is the number or text of all its elements if they are equal, or else any key
        that identifies it.
        """
        label = self.label(("constant", type, value))
        if isinstance(value, (int, str)):
            self.splats[label] = value
        return self.add(NodeKind.PLAIN, label, (), op)

    def add(self, kind: NodeKind, label: int, args: Sequence[int], op: Op, depth: int = 0) -> int:
        """Add a node and return it. `depth` is the depth of the loop it varies with by itself; for an EXIT, the depth of the
        loops around its loop.
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
