"""The value graph of two functions: one node for each value and each state of memory, both functions in one graph."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from egraph_opt.checker.values.tensor import tensor_type
from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import Op, Value


class Kind(IntEnum):
    """How the value number of a node follows from those of its operands."""

    PLAIN = 0
    """Equal labels and equal operands in their order."""
    PHI = 1
    """What a loop or block receives: operand 0 on the first way in, the others on the other ways."""
    EXIT = 2
    """What operand 0 is when a loop ends; the other operands say when that is."""
    CHOICE = 3
    """Operand 1 where operand 0 holds, else operand 2."""
    SPREAD = 4
    """As PLAIN; but of a constant whose elements are all equal it makes one again."""
    SUM = 5
    """Equal labels and equal operands in any order."""
    SET = 6
    """Equal labels and equal operands in any order and number; what has one operand is that operand."""
    PICK = 7
    """Of each element operand 1 or 2, as operand 0 says: nothing where both are equal; what a choice by the same operand leaves out
    is left out."""


class Unmodelled(EgraphOptError):
    """The checker does not know what an operation means here; at what line it stands, and why."""

    def __init__(self, op: Op, reason: str):
        super().__init__(reason)
        self.op, self.reason = op, reason


class Exhausted(Unmodelled):
    """The check would take too long, or too much memory."""


BY_ELEMENT = frozenset((Kind.SUM, Kind.SET, Kind.PICK))
"""Kinds that `elements` alone makes."""
HAND_ON = frozenset((Kind.CHOICE, Kind.EXIT, Kind.SET, Kind.PICK))
"""Kinds of what may be one of its operands."""
OPERATION = 10
"""Steps that an operation counts for, whose nodes are made and stay."""
STEPS = 20_000_000
"""What one check may do: some twenty seconds, and two million nodes."""


@dataclass(slots=True)
class Budget:
    """What a check has done, in steps: nodes made, nodes numbered, edges followed. The same for the same input, on any machine."""

    limit: int = STEPS
    steps: int = 0

    def spend(self, steps: int, op: Op) -> None:
        """Count some steps.

        Raises:
            Exhausted: there are more than the limit.
        """
        self.steps += steps
        if self.steps > self.limit:
            raise Exhausted(op, f"given up: the check takes more than {self.limit:,} steps")


def erased(op: Op, value: Value) -> str:
    """The type of a value that an operation has, without the encoding of a tensor.

    Raises:
        Unmodelled: a type of tensors that cannot be read.
    """
    if not value.type.startswith("tensor<"):
        return value.type
    tensor = tensor_type(value.type)
    if tensor is None:
        raise Unmodelled(op, f"cannot read the type {value.type}")
    return str(tensor._replace(encoding=None))


@dataclass(slots=True)
class Graph:
    """Nodes in an order in which operands come first, but for the later operands of a PHI."""

    budget: Budget = field(default_factory=Budget)
    kinds: list[Kind] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    args: list[tuple[int, ...]] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    """How many loops the value varies with, at most: it is constant within the loop at any depth beyond."""
    ops: list[Op] = field(default_factory=list)
    phis: list[int] = field(default_factory=list)
    splats: dict[int, Hashable] = field(default_factory=dict)
    """Label of a constant with equal elements -> that element."""
    before: dict[int, int] = field(default_factory=dict)
    """State of memory -> the state before the operation that made it: the effects in order."""
    keys: dict[Hashable, int] = field(default_factory=dict)
    """Labels numbered: equal numbers are equal labels."""
    named: list[Hashable] = field(default_factory=list)
    """Labels by number, as far as they were asked for."""

    def label(self, key: Hashable) -> int:
        """The number of a label."""
        return self.keys.setdefault(key, len(self.keys))

    def key_of(self, label: int) -> Hashable:
        """The label of a number."""
        if len(self.named) < len(self.keys):
            self.named.extend(list(self.keys)[len(self.named) :])
        return self.named[label]

    def constant(self, op: Op, type: str, value: Hashable) -> int:
        """The node of a constant; `value` is that of all its elements, where it is a number, or text, or else whatever tells it."""
        label = self.label(("constant", type, value))
        if isinstance(value, (int, str)):
            self.splats[label] = value
        return self.add(Kind.PLAIN, label, (), op)

    def add(self, kind: Kind, label: int, args: Sequence[int], op: Op, depth: int = 0) -> int:
        """A new node; `depth` is that of the loop it varies with by itself, for an EXIT that of the loops around its loop."""
        node, depths = len(self.kinds), self.depths
        if kind is not Kind.EXIT:
            for arg in args:
                if depths[arg] > depth:
                    depth = depths[arg]
        self.kinds.append(kind)
        self.labels.append(label)
        self.args.append(tuple(args))
        depths.append(depth)
        self.ops.append(op)
        if kind is Kind.PHI:
            self.phis.append(node)
        return node
