"""Normal form of values: MLIR's and Triton's folders and canonicalisation on value numbers.

All rewrites hold for all operands: integers wrap around, and float zeros are signed. As in MLIR, NaN payloads are not preserved,
except that a NaN operand may be returned. The rules (`fold_rules`) are those of `arith` (ArithOps.cpp, ArithCanonicalization.td). A rule
applies where value numbers are equal, however the values were computed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from egraph_opt.checker.folding.elementwise_form import PlaceMap, join_steps
from egraph_opt.checker.folding.fold_rules import COMMUTATIVE, RULES, SYMMETRIC_FLOATS, NumberForm, OperationLabel
from egraph_opt.checker.values.arithmetic import element_of, width_of
from egraph_opt.checker.values.function_parts import Label
from egraph_opt.checker.values.value_graph import Graph


@dataclass(slots=True)
class NumberFacts:
    """Facts about value numbers (equal numbers are equal values), collected in one pass over a value graph."""

    graph: Graph
    known: dict[Hashable, int]
    """Congruence key (operation and operand numbers) -> value number."""
    elements: dict[int, Hashable]
    """Value number of a tensor with equal, known elements -> its element."""
    forms: dict[int, NumberForm] = field(default_factory=dict)
    types: dict[int, str] = field(default_factory=dict)
    """Types of value numbers without a node."""
    moved: dict[int, tuple[tuple[PlaceMap, ...], int]] = field(default_factory=dict)
    """Value number of a splat, broadcast, transposition or reshape -> (index maps, value number of the source)."""
    picks: dict[int, list[int]] = field(default_factory=dict)
    """Value number of an elementwise select -> value numbers of its operands."""

    def copy(self) -> NumberFacts:
        return NumberFacts(
            self.graph, self.known.copy(), self.elements.copy(), self.forms.copy(), self.types.copy(), self.moved.copy(), self.picks.copy()
        )  # fmt: skip

    def type_of(self, number: int) -> str:
        return self.types.get(number) or self.graph.types.get(number, "")

    def number_key(self, key: Hashable, type: str) -> int:
        """Return the value number of a congruence key: an operation with operand numbers, or a constant.

        A new number has no node in the value graph.
        """
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = len(self.graph.kinds) + len(self.types)
            self.types[found] = type
        return found

    def constant(self, type: str, bits: int | str) -> int:
        """Return the value number of a constant: an integer, float bits, or the text of a float in another format."""
        width = width_of(element_of(type))
        element = bits % (1 << width) if width and isinstance(bits, int) else bits
        number = self.number_key((self.graph.label(("constant", type, element)),), type)
        self.elements[number] = element
        return number

    def bits(self, number: int) -> int | None:
        element = self.elements.get(number)
        return element if isinstance(element, int) else None

    def move(self, step: PlaceMap, number: int, node: int) -> int:
        """Return the number of a value whose elements the index map `step` moves (splat, broadcast, transposition, reshape).

        `number` is the source, and `node` the node of the result.
        """
        steps, leaf = self.moved.get(number, ((), number))
        steps = join_steps((*steps, step))
        if not steps:
            return leaf
        found = self.known.setdefault(("moved", steps, leaf), node)
        self.moved[found] = steps, leaf
        return found

    def defining_operands(self, number: int, name: str) -> tuple[int, ...] | None:
        """Return the operands of the operation `name` that defines a value number, or None for another definition."""
        form = self.forms.get(number)
        return form.args if form is not None and form.shape.name == name else None

    def add(self, shape: OperationLabel, args: Sequence[int]) -> int:
        """Return the value number of the normal form of an operation."""
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
    """Return the operation that a node's label names, or None if no folding rules exist for it."""
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
    return OperationLabel("select", -1, type, ((), None))
