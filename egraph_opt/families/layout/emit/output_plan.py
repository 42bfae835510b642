"""Plan of the output function: its values, and the position of each operation.

A value of the output function is an `Item`. An operation selected in its original layout keeps its position. Each further layout
adds a copy of the operation, which the module `placement` places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from egraph_opt.families.layout.choice.extraction_node import Class, Node
from egraph_opt.families.layout.choice.extraction_problem import CONTROL, PosedFunction
from egraph_opt.families.layout.emit.loop_carried_layouts import fresh_name
from egraph_opt.families.layout.emit.placement import BlockEnds, Position, is_before, latest
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.ir.control_flow import BRANCHES
from egraph_opt.ir.declaration_lookup import Effect
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type

FLOATING = (
    "convert_layout", "pointwise", "generate", "broadcast", "expand_dims", "reindex", "interleave", "reduce", "reduce_to_scalar", "scan",
    "separate", "reorder", "whole", "read",
)  # fmt: skip
"""Symbols of nodes whose operation may be placed elsewhere than in the input."""

MULTI_RESULT_NODES = ("reduce", "reduce_to_scalar", "scan", "separate")
"""Symbols of operations with several results. One output operation computes all results in one layout."""


Team = tuple[Op, tuple[Class, ...], str | None]
"""Key of an output operation that computes several values: its input operation, its operands, and the layout of its results."""


@dataclass(slots=True, eq=False)
class Item:
    """Value of the output function, with its selected node, and the operation of the input that computes it, if any."""

    node: Node
    children: list[int]
    """Classes of the extraction problem for the node's children."""
    value: Value
    op: Op | None
    uses: list[Position] = field(default_factory=list)


class EmissionPlan:
    """Plan of the output function: its operations, each with the input operation before which it is inserted."""

    def __init__(self, encoding: Encoding, posed: PosedFunction, choice: Sequence[int]) -> None:
        self.encoding, self.posed, self.choice = encoding, posed, choice
        self.scopes, self.functions = encoding.scopes, encoding.functions
        places = self.scopes.places
        self.ends = BlockEnds(
            [encoding.order.get(p.owner, -1) for p in places],
            [encoding.order[p.block.ops[-1]] if p.block.ops else -1 for p in places],
        )
        self.inside: dict[Op, list[int]] = {}
        for i, p in enumerate(places):
            self.inside.setdefault(p.owner, []).append(i)
        self.items: dict[int, Item] = {}
        """Item of each class of the extraction problem, except classes with a node `held`."""
        self.before: dict[int, list[Item]] = {}
        self.together: dict[Team, list[Item]] = {}
        self.at: dict[Op, list[Item]] = {}
        self.of_control: dict[Op, list[Item]] = {}
        """Loop-carried values, loop results, results of branches and values that waits hand on, by operation."""
        self.kept: set[Op] = set(encoding.skeleton)
        self.known: dict[int, tuple[Node, list[int]]] = {}
        self.settle()

    def settle(self) -> None:
        items = self.select()
        for value, op in self.encoding.roots:
            self.available(self.posed.class_of[value]).uses.append(self.position(op))
        for item in items:
            self.note_fixed_uses(item)
            if item.node.symbol == "convert_layout":
                continue
            source = self.functions[item.node.f]
            if item.node.symbol == "transfer" or (source.op.name in CONTROL and source.index >= 0):
                self.of_control.setdefault(source.op, []).append(item)
            if item.node.symbol in MULTI_RESULT_NODES or (item.node.symbol == "pointwise" and len(source.op.results) > 1):
                self.together.setdefault(self.team(item), []).append(item)
        for item in reversed(items):
            self.put(item)

    def team(self, item: Item) -> Team:
        held = tensor_type(item.value.type)
        return self.functions[item.node.f].op, item.node.children, held.encoding if held else None

    # --- what is needed
    def select(self) -> list[Item]:
        """Return the output values (items) that fixed operations need, operands first. Values behind loop back edges come last."""
        written: dict[tuple[Class, bool], Value] = {}
        for value, c in self.posed.class_of.items():
            written.setdefault((c, value in self.encoding.converted), value)
        order: list[Item] = []
        opened: set[int] = set()
        rounds = [self.posed.available[self.posed.class_of[v]] for v, _ in self.encoding.roots]
        while rounds:
            todo = [(number, False) for number in reversed(rounds)]
            rounds = []
            while todo:
                number, done = todo.pop()
                node, children = self.chosen_node(number)
                if done:
                    if node.symbol != "held":
                        self.items[number] = self.item(node, children, written)
                        order.append(self.items[number])
                    continue
                if number in opened:
                    continue
                opened.add(number)
                todo.append((number, True))
                ahead = len(children) - node.back
                todo += [(child, False) for child in reversed(children[:ahead])]
                rounds += children[ahead:]
        return order

    def chosen_node(self, number: int) -> tuple[Node, list[int]]:
        """Return the node selected for a class of the extraction problem, and its child classes.

        A child `run` (an operation with several results) is replaced by its own children.
        """
        if (known := self.known.get(number)) is not None:
            return known
        node = self.choice[number]
        children = [child for child, _ in self.posed.problem.children(node)]
        if len(children) == 1 and self.posed.nodes[run := self.choice[children[0]]].symbol == "run":
            children = [child for child, _ in self.posed.problem.children(run)]
        found = self.known[number] = self.posed.nodes[node], children
        return found

    def leaves_loop(self, node: Node) -> bool:
        """Return whether a node is a result of an `scf.for`."""
        return node.symbol == "final" and self.functions[node.f].op.name == "scf.for"

    def item(self, node: Node, children: list[int], written: Mapping[tuple[Class, bool], Value]) -> Item:
        """Build the output value (item) of a node. If the input computes this value in this layout, keep the SSA name and operation."""
        conversion = node.symbol == "convert_layout"
        if node.symbol == "leaf":
            return Item(node, children, self.functions[node.f].value, self.functions[node.f].op)
        if node.symbol != "read" and (value := written.get((node.of, conversion))) is not None:
            return Item(node, children, value, self.encoding.defined_by.get(value, self.functions[node.f].op))
        near = self.at_class(children[0]).value if conversion else self.functions[node.f].value
        return Item(node, children, Value(self.posed.types[node.of], fresh_name(near)), None)

    def at_class(self, number: int) -> Item:
        """Return the output value (item) that a class of the extraction problem selects, directly or through `held` nodes."""
        while number not in self.items:
            _, (number,) = self.chosen_node(number)
        return self.items[number]

    def available(self, c: Class) -> Item:
        return self.at_class(self.posed.available[c])

    def inputs(self, item: Item) -> list[Item]:
        return [self.at_class(child) for child in item.children]

    def item_values(self, item: Item) -> tuple[Value, ...]:
        """Return the SSA value of an output value (item). A node `whole` has no tensor result, so return the values of its operands."""
        return tuple(x.value for x in self.inputs(item)) if item.node.symbol == "whole" else (item.value,)

    def stand_in(self, original: Value) -> Value:
        """Return the output's SSA value that replaces an SSA value of the input."""
        return self.available(self.posed.class_of[original]).value

    # --- placement
    def position(self, op: Op) -> Position:
        return self.encoding.place[op], self.encoding.order[op]

    def end(self, place: int) -> Position:
        return place, self.ends.last[place]

    def note_fixed_uses(self, item: Item) -> None:
        """If an output value (item) is computed at a fixed position, record this position as a use of its operands."""
        node, function = item.node, self.functions[item.node.f]
        if not node.children or node.symbol in FLOATING or self.leaves_loop(node):
            return
        op = function.op
        if op.name not in CONTROL:
            positions = [self.position(op)] * len(node.children)
        elif node.back:
            yields = self.inside[op][-1]
            positions = [self.position(op), self.end(yields)]
        elif op.name in BRANCHES:
            positions = [self.end(branch) for branch in self.inside[op]]
        elif op.name == "scf.while":
            positions = [self.end(self.inside[op][0])]
        else:
            positions = [self.position(op)]
        for given, position in zip(self.inputs(item), positions, strict=False):
            given.uses.append(position)

    def stays(self, item: Item) -> bool:
        """Return whether an output value (item) can stay where the input computes it, since that dominates all its uses."""
        return item.op is not None and all(is_before(self.scopes, self.ends, self.position(item.op), use) for use in item.uses)

    def put(self, item: Item) -> None:
        """Choose the position of the operation that computes an output value (item). All users already have positions."""
        node = item.node
        function = self.functions[node.f]
        if node.symbol in ("carried", "final", "choose", "transfer") or (node.symbol == "leaf" and function.op.name in CONTROL):
            return
        if node.symbol == "leaf" and (function.op.name != "ttg.local_alloc" or self.stays(item)):
            self.kept.add(function.op)
            return
        if node.symbol == "whole":
            for given in self.inputs(item):
                given.uses += item.uses
            return
        converts = node.symbol == "convert_layout"
        siblings = self.together.get(self.team(item), [])
        if siblings and item is not siblings[0]:
            siblings[0].uses += item.uses  # the first of them comes last here, and places them all
            return
        new = converts or node.symbol == "read"
        pinned = not new and self.encoding.memory.declaration(function.op).effect is not Effect.PURE
        if pinned:
            position = self.position(function.op)
            self.at.setdefault(function.op, []).append(item)
        elif item.op is not None and not converts and self.stays(item):
            position = self.position(item.op)
            self.at.setdefault(item.op, []).append(item)
        else:
            home = self.encoding.home[self.posed.group[node.of]]
            position = latest(self.scopes, self.ends, home, item.uses)
            self.before.setdefault(position[1], []).append(item)
        for given in self.inputs(item):
            given.uses.append(position)
