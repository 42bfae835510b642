"""The chosen nodes as a function again: operations in order, values named, types and regions rewritten.

The skeleton is walked in its order. An operation chosen in the layout it was written in is emitted as it was read; one chosen in
other layouts too is emitted once for each; what is new goes where `place` says. Loops and conditionals get one carried value or
result for each layout that was chosen, and lose those that nothing needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from egraph_opt.egraph.control import Entry, conditional, fresh_name, loop, name_missing, ordered, while_loop, yielding
from egraph_opt.egraph.encoding import Encoding
from egraph_opt.egraph.place import Ends, Position, is_before, latest
from egraph_opt.egraph.pose import CONTROL, Class, Node, Posed
from egraph_opt.ir import Block, Op, Operand, Region, TypeOf, Value, tensor_type
from egraph_opt.op import Effect, declaration

FLOATING = (
    "convert_layout",
    "pointwise",
    "generate",
    "broadcast",
    "expand_dims",
    "reindex",
    "interleave",
    "reduce",
    "reduce_to_scalar",
    "scan",
    "separate",
    "reorder",
    "whole",
)
"""Nodes whose place is still to be found; the others stand where the skeleton has them."""

TOGETHER = ("reduce", "reduce_to_scalar", "scan", "separate")
"""Nodes of operations with several results: one operation gives those that are wanted in one layout."""


Team = tuple[Op, tuple[Class, ...], str | None]
"""Items that one operation gives, such as the results of a reduction: its operands, and the one layout of its results."""


@dataclass(slots=True, eq=False)
class Item:
    """One value to have: the node that gives it, what it is called, and the operation of the input that gives it, if any."""

    node: Node
    value: Value
    op: Op | None
    uses: list[Position] = field(default_factory=list)


def decode(encoding: Encoding, posed: Posed, choice: Sequence[int]) -> Op:
    """Rebuild the function from the node chosen for each class of the problem."""
    return _Decoder(encoding, posed, choice).run()


class _Decoder:
    def __init__(self, encoding: Encoding, posed: Posed, choice: Sequence[int]) -> None:
        self.encoding, self.posed, self.choice = encoding, posed, choice
        self.scopes, self.functions = encoding.scopes, encoding.functions
        places = self.scopes.places
        self.ends = Ends(
            [encoding.order.get(p.owner, -1) for p in places],
            [encoding.order[p.block.ops[-1]] if p.block.ops else -1 for p in places],
        )
        self.inside: dict[Op, list[int]] = {}
        for i, p in enumerate(places):
            self.inside.setdefault(p.owner, []).append(i)
        self.produced: dict[Class, Item] = {}
        self.converted: dict[Class, Item] = {}
        self.before: dict[int, list[Item]] = {}
        self.together: dict[Team, list[Item]] = {}
        self.at: dict[Op, list[Item]] = {}
        self.of_control: dict[Op, list[Item]] = {}
        """Values that a loop carries or leaves, and results of conditionals, by their operation."""
        self.kept: set[Op] = set(encoding.skeleton)

    def run(self) -> Op:
        items = self.select()
        for value, op in self.encoding.roots:
            self.available(self.posed.class_of[value]).uses.append(self.position(op))
        for item in items:
            self.note_fixed_uses(item)
            if item.node.symbol == "convert_layout":
                continue
            source = self.functions[item.node.f]
            if source.op.name in CONTROL and source.index >= 0:
                self.of_control.setdefault(source.op, []).append(item)
            if item.node.symbol in TOGETHER:
                self.together.setdefault(self.team(item), []).append(item)
        for item in reversed(items):
            self.put(item)
        function = self.encoding.function
        return replace(function, regions=(Region(tuple(self.block(i) for i in self.inside[function])),))

    def team(self, item: Item) -> Team:
        held = tensor_type(item.value.type)
        return self.functions[item.node.f].op, item.node.children, held.encoding if held else None

    # --- what is needed
    def select(self) -> list[Item]:
        """Every chosen value that a root needs, producers before users; what is reached around a loop comes last."""
        written: dict[tuple[Class, bool], Value] = {}
        for value, c in self.posed.class_of.items():
            written.setdefault((c, value in self.encoding.converted), value)
        order: list[Item] = []
        opened: set[tuple[bool, Class]] = set()
        rounds = [(True, self.posed.class_of[v]) for v, _ in self.encoding.roots]
        while rounds:
            todo = [(*entry, False) for entry in reversed(rounds)]
            rounds = []
            while todo:
                available, c, done = todo.pop()
                node = self.posed.nodes[self.choice[(self.posed.available if available else self.posed.produced)[c]]]
                if done:
                    if node.symbol != "held":
                        order.append(self.item(node, written))
                    continue
                if (available, c) in opened:
                    continue
                opened.add((available, c))
                todo.append((available, c, True))
                ahead = len(node.children) - node.back
                todo += [(not (available or self.leaves_loop(node)), child, False) for child in reversed(node.children[:ahead])]
                rounds += [(True, child) for child in node.children[ahead:]]
        return order

    def leaves_loop(self, node: Node) -> bool:
        """Whether a node is the result of a `scf.for`, which is what the loop carries, not what it may convert."""
        return node.symbol == "final" and self.functions[node.f].op.name == "scf.for"

    def item(self, node: Node, written: Mapping[tuple[Class, bool], Value]) -> Item:
        """The item of a node; where the input has this very value, it keeps its name and its operation."""
        conversion = node.symbol == "convert_layout"
        if node.symbol == "leaf":
            item = Item(node, self.functions[node.f].value, self.functions[node.f].op)
        elif (value := written.get((node.of, conversion))) is not None:
            item = Item(node, value, self.encoding.defined_by.get(value, self.functions[node.f].op))
        else:
            near = self.produced[node.children[0]].value if conversion else self.functions[node.f].value
            item = Item(node, Value(self.posed.types[node.of], fresh_name(near)), None)
        (self.converted if conversion else self.produced)[node.of] = item
        return item

    def available(self, c: Class) -> Item:
        return self.converted[c] if self.posed.nodes[self.choice[self.posed.available[c]]].symbol != "held" else self.produced[c]

    def seen(self, c: Class) -> tuple[Value, ...]:
        """The value of a class; all values that an operation looks at where it looks at whole tensors."""
        item = self.available(c)
        return (
            tuple(self.available(child).value for child in item.node.children) if item.node.symbol == "whole" else (item.value,)
        )

    def stand_in(self, original: Value) -> Value:
        """What stands for a value of the input."""
        return self.available(self.posed.class_of[original]).value

    # --- where it goes
    def position(self, op: Op) -> Position:
        return self.encoding.place[op], self.encoding.order[op]

    def end(self, place: int) -> Position:
        return place, self.ends.last[place]

    def note_fixed_uses(self, item: Item) -> None:
        """Uses by operations that do not move: those outside the e-graph, and the edges of control flow."""
        node, function = item.node, self.functions[item.node.f]
        if not node.children or node.symbol in FLOATING or self.leaves_loop(node):
            return
        op = function.op
        if op.name not in CONTROL:
            positions = [self.position(op)] * len(node.children)
        elif node.back:
            yields = self.inside[op][-1]
            positions = [self.position(op), self.end(yields)]
        elif op.name == "scf.if":
            positions = [self.end(branch) for branch in self.inside[op]]
        elif op.name == "scf.while":
            positions = [self.end(self.inside[op][0])]
        else:
            positions = [self.position(op)]
        for child, position in zip(node.children, positions, strict=False):
            self.available(child).uses.append(position)

    def put(self, item: Item) -> None:
        """Place one item, all of whose users are placed."""
        node = item.node
        function = self.functions[node.f]
        if node.symbol in ("carried", "final", "choose") or (node.symbol == "leaf" and function.op.name in CONTROL):
            return
        if node.symbol == "leaf":
            self.kept.add(function.op)
            return
        if node.symbol == "whole":
            for child in node.children:
                self.available(child).uses += item.uses
            return
        converts = node.symbol == "convert_layout"
        siblings = self.together.get(self.team(item), [])
        if siblings and item is not siblings[0]:
            siblings[0].uses += item.uses  # the first of them comes last here, and places them all
            return
        pinned = not converts and declaration(function.op).effect is not Effect.PURE
        if pinned:
            position = self.position(function.op)
            self.at.setdefault(function.op, []).append(item)
        elif (
            item.op is not None
            and all(is_before(self.scopes, self.ends, self.position(item.op), use) for use in item.uses)
            and not converts
        ):
            position = self.position(item.op)
            self.at.setdefault(item.op, []).append(item)
        else:
            home = self.encoding.home[self.posed.group[node.of]]
            position = latest(self.scopes, self.ends, home, item.uses)
            self.before.setdefault(position[1], []).append(item)
        for child in node.children:
            (self.produced[child] if converts else self.available(child)).uses.append(position)

    # --- writing it down
    def block(self, place: int) -> Block:
        block = self.scopes.places[place].block
        ops: list[Op] = []
        for op in block.ops:
            ops += [self.emit(item) for item in reversed(self.before.get(self.encoding.order[op], ()))]
            ops += [self.emit(item) for item in self.at.get(op, ())]
            if op.name in ("scf.for", "scf.while", "scf.if") and op in self.inside:
                ops.append(self.control(op))
            elif op.name not in ("scf.yield", "scf.condition") and op in self.kept:
                mapping = {v: self.stand_in(v) for v in self.encoding.captured.get(op, ())}
                token = self.encoding.tokens.get(op)
                operands = self.seen(self.posed.class_of[token]) if token else tuple(self.stand_in(v) for v in op.operands)
                ops.append(_substitute(replace(op, operands=operands), mapping))
        return replace(block, ops=tuple(ops))

    def emit(self, item: Item) -> Op:
        node = item.node
        if node.symbol == "convert_layout":
            source = self.produced[node.children[0]]
            if item.op is not None:
                return replace(item.op, operands=(source.value,), results=(item.value,))
            maker = source.op or (self.functions[source.node.f].op if source.node.f >= 0 else self.encoding.function)
            # Without a location of its own an operation gets that of the file it is read from.
            location = maker.location or self.encoding.function.location
            pieces = ("ttg.convert_layout ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
            return Op("ttg.convert_layout", (source.value,), (item.value,), {}, pieces=pieces, location=location)
        op = item.op or self.functions[node.f].op
        operands = tuple(value for child in node.children for value in self.seen(child))
        siblings = self.together.get(self.team(item))
        if siblings:
            given = {self.functions[s.node.f].index: s.value for s in siblings}
            types = [tensor_type(v.type) for v in op.results]
            held = tensor_type(item.value.type)
            results = tuple(
                given.get(i) or Value(str(t._replace(encoding=held.encoding)) if t and held else v.type, fresh_name(v))
                for i, (v, t) in enumerate(zip(op.results, types, strict=True))
            )
            return replace(op, operands=operands, results=results)
        attributes = op.attributes
        if item.value.type != op.results[0].type:
            attributes = {k: v.replace(op.results[0].type, item.value.type) for k, v in attributes.items()}
        return replace(op, operands=operands, results=(item.value,), attributes=attributes)

    def control(self, op: Op) -> Op:
        """A loop or conditional with one carried value or result for each layout that was chosen."""
        blocks = [self.block(place) for place in self.inside[op]]
        items = self.of_control.get(op, [])
        if op.name == "scf.if":
            return self.conditional(op, items, blocks)
        carried = [self.entry(item, item.value) for item in items if item.node.back]
        left = [item for item in items if not item.node.back]
        return (self.for_loop if op.name == "scf.for" else self.while_loop)(op, carried, left, blocks)

    def entry(self, item: Item, argument: Value | None = None, result: Value | None = None) -> Entry:
        inputs = tuple(self.available(child).value for child in item.node.children)
        return Entry(self.functions[item.node.f].index, item.value.type, argument, result, inputs)

    def conditional(self, op: Op, items: list[Item], blocks: list[Block]) -> Op:
        entries = ordered([self.entry(item, result=item.value) for item in items], op.results)
        inside = self.inside[op]
        branches = [self.ended(b, inside[n], tuple(e.inputs[n] for e in entries)) for n, b in enumerate(blocks)]
        return conditional(op, self.stand_in(op.operands[0]), tuple(e.result for e in entries if e.result), branches)

    def for_loop(self, op: Op, entries: list[Entry], left: list[Item], blocks: list[Block]) -> Op:
        for item in left:
            argument = self.produced[item.node.children[0]].value
            next(e for e in entries if e.argument is argument).result = item.value
        entries = ordered(entries, op.results)
        name_missing(entries, op.results, "result")
        body = self.ended(blocks[0], self.inside[op][0], tuple(e.inputs[1] for e in entries))
        body = replace(body, arguments=(body.arguments[0], *(e.argument for e in entries if e.argument)))
        operands = (*(self.stand_in(v) for v in op.operands[:3]), *(e.inputs[0] for e in entries))
        return loop(op, operands, tuple(e.result for e in entries if e.result), body)

    def while_loop(self, op: Op, entries: list[Entry], left: list[Item], blocks: list[Block]) -> Op:
        first, second = self.inside[op]
        before, after = self.scopes.places[first].block, self.scopes.places[second].block
        entries = ordered(entries, before.arguments)
        handed: dict[tuple[int, Class], Entry] = {}
        for item in left:
            entry = handed.setdefault((self.functions[item.node.f].index, item.node.children[0]), self.entry(item))
            if self.functions[item.node.f].place == second:
                entry.argument = item.value
            else:
                entry.result = item.value
        passed = ordered(list(handed.values()), op.results)
        name_missing(passed, op.results, "result")
        name_missing(passed, after.arguments, "argument")
        condition = before.ops[-1]
        ends = yielding(condition, (self.stand_in(condition.operands[0]), *(e.inputs[0] for e in passed)), leading=1)
        test = replace(blocks[0], ops=(*blocks[0].ops, ends), arguments=tuple(e.argument for e in entries if e.argument))
        body = self.ended(blocks[1], second, tuple(e.inputs[1] for e in entries))
        body = replace(body, arguments=tuple(e.argument for e in passed if e.argument))
        results = tuple(e.result for e in passed if e.result)
        return while_loop(op, tuple(e.inputs[0] for e in entries), results, test, body)

    def ended(self, block: Block, place: int, values: tuple[Value, ...]) -> Block:
        """A block with its terminator, handing on these values; none where there is nothing to hand on."""
        written = self.scopes.places[place].block.ops
        terminator = written[-1] if written and written[-1].name == "scf.yield" else None
        if terminator is None or (terminator.operands and not values):
            return block
        return replace(block, ops=(*block.ops, yielding(terminator, values)))


def _substitute(op: Op, mapping: Mapping[Value, Value]) -> Op:
    """An opaque operation with the values that its regions use from outside exchanged."""
    if not mapping or all(a is b for a, b in mapping.items()):
        return op
    regions = tuple(
        Region(
            tuple(
                replace(
                    block,
                    ops=tuple(
                        _substitute(replace(inner, operands=tuple(mapping.get(v, v) for v in inner.operands)), mapping)
                        for inner in block.ops
                    ),
                )
                for block in region.blocks
            )
        )
        for region in op.regions
    )
    return replace(op, regions=regions)
