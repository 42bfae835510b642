"""Values in a normal form: what MLIR's and Triton's folders and canonicalisation make of operations that compute values.

All of it holds for all operands: integers wrap around, and zeros of floats have signs. As in MLIR, the payload of a NaN is no value,
unless it may be that of another operand. The rules (`folds`) are those of `arith` (ArithOps.cpp, ArithCanonicalization.td), on numbers
of nodes: so they apply where operands are equal, however they were computed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from egraph_opt.checker.elementwise_form import PlaceMap, join_steps
from egraph_opt.checker.folds import COMMUTATIVE, RULES, SYMMETRIC_FLOATS, NumberForm, OperationLabel
from egraph_opt.checker.function import Label
from egraph_opt.checker.values.arithmetic import element_of, width_of
from egraph_opt.checker.values.graph import Graph


@dataclass(slots=True)
class NumberFacts:
    """Facts about the numbers of one pass over a graph."""

    graph: Graph
    known: dict[Hashable, int]
    """Key that makes nodes equal -> their number."""
    elements: dict[int, Hashable]
    """Number of a tensor whose elements are all equal and known -> that element."""
    forms: dict[int, NumberForm] = field(default_factory=dict)
    types: dict[int, str] = field(default_factory=dict)
    """Types of numbers that are no node's."""
    moved: dict[int, tuple[tuple[PlaceMap, ...], int]] = field(default_factory=dict)
    """Number of a moved value -> the steps, and the number of what is moved."""
    picks: dict[int, list[int]] = field(default_factory=dict)
    """Number of an elementwise choice -> the numbers of its operands."""

    def copy(self) -> NumberFacts:
        """Return facts that later ones may be added to."""
        return NumberFacts(
            self.graph, self.known.copy(), self.elements.copy(), self.forms.copy(), self.types.copy(), self.moved.copy(), self.picks.copy()
        )  # fmt: skip

    def type_of(self, number: int) -> str:
        return self.types.get(number) or self.graph.types.get(number, "")

    def number_key(self, key: Hashable, type: str) -> int:
        """Return the number of a key; a new one is no node's."""
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = len(self.graph.kinds) + len(self.types)
            self.types[found] = type
        return found

    def constant(self, type: str, bits: int | str) -> int:
        """Return the number of an integer constant, or of the bits of a float, or of a float of another format by its text."""
        width = width_of(element_of(type))
        element = bits % (1 << width) if width and isinstance(bits, int) else bits
        number = self.number_key((self.graph.label(("constant", type, element)),), type)
        self.elements[number] = element
        return number

    def bits(self, number: int) -> int | None:
        """Return the bits of all elements of a number, if they are known."""
        element = self.elements.get(number)
        return element if isinstance(element, int) else None

    def move(self, step: PlaceMap, number: int, node: int) -> int:
        """Return the number of a moved value, which a node is."""
        steps, leaf = self.moved.get(number, ((), number))
        steps = join_steps((*steps, step))
        if not steps:
            return leaf
        found = self.known.setdefault(("moved", steps, leaf), node)
        self.moved[found] = steps, leaf
        return found

    def defining_operands(self, number: int, name: str) -> tuple[int, ...] | None:
        """Return the operands of the operation that made a number, if it has a name."""
        form = self.forms.get(number)
        return form.args if form is not None and form.shape.name == name else None

    def add(self, shape: OperationLabel, args: Sequence[int]) -> int:
        """Return the number of an operation on numbers, in its normal form."""
        arity, rule = RULES[shape.name]
        found = rule(self, shape, *args) if len(args) == arity else None
        if found is not None:
            return found
        if shape.name in COMMUTATIVE or (shape.name == "cmpi" and shape.predicate < 2):
            args = sorted(args)
        if shape.name == "cmpf" and shape.predicate in SYMMETRIC_FLOATS:
            args = sorted(args)
        number = self.number_key((shape, *args), shape.type)
        self.forms[number] = NumberForm(shape, tuple(args))
        return number


@lru_cache(maxsize=1 << 12)
def shape_of(label: Hashable) -> OperationLabel | None:
    """Return the operation of a label, or None if it has no rules."""
    if not isinstance(label, Label) or len(label.types) != 1 or label.words or label.layouts:
        return None
    dialect, _, name = label.name.partition(".")
    name = name if dialect == "arith" else label.name
    if name not in RULES:
        return None
    (type,) = label.types
    if not isinstance(type, str) or not isinstance(label.attributes, tuple):
        return None
    attributes = dict(label.attributes)
    given = attributes.pop("predicate", ("number", "i64", -1))
    predicate = given[2] if isinstance(given, tuple) and isinstance(given[2], int) else -1
    if label.name in ("arith.cmpi", "arith.cmpf") and not 0 <= predicate < 16:
        return None
    return OperationLabel(name, predicate, type, (tuple(attributes.items()), label.regions))


def choice(type: str) -> OperationLabel:
    """Return the operation that chooses by one condition."""
    return OperationLabel("select", -1, type, ((), None))
