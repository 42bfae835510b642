"""Construction of the output function from the selected nodes.

The decoder walks over the operations outside the e-graph, and inserts the selected operations. Loops and conditionals get a
carried value or result for each selected layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.families.layout.choice.extraction_node import Class
from egraph_opt.families.layout.choice.extraction_problem import CONTROL, PosedFunction
from egraph_opt.families.layout.emit.loop_carried_layouts import CarriedEntry, fresh_name, name_missing, order_entries
from egraph_opt.families.layout.emit.output_plan import EmissionPlan, Item
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.encode.op_encoding import WAIT
from egraph_opt.ir.control_flow import (
    BRANCHES,
    keep_outputs,
    rebuild_conditional,
    rebuild_loop,
    rebuild_switch,
    rebuild_terminator,
    rebuild_while,
)  # fmt: skip
from egraph_opt.ir.module import Block, Op, Operand, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import map_ops, replace_body, replace_uses
from egraph_opt.ir.types import tensor_type, with_encoding


def decode(encoding: Encoding, posed: PosedFunction, choice: Sequence[int]) -> Op:
    """Build the output function. `choice` has the node selected for each class of the extraction problem."""
    return _Decoder(encoding, posed, choice).function()


class _Decoder(EmissionPlan):
    def function(self) -> Op:
        function = self.encoding.function
        return replace_body(function, *(self.block(i) for i in self.inside[function]))

    def block(self, place: int) -> Block:
        block = self.scopes.places[place].block
        ops: list[Op] = []
        for op in block.ops:
            ops += [self.emit(item) for item in reversed(self.before.get(self.encoding.order[op], ()))]
            ops += [self.emit(item) for item in self.at.get(op, ())]
            if op.name in CONTROL and op in self.inside:
                ops.append(self.control(op))
            elif op.name == WAIT:
                ops.append(self.wait(op))
            elif op.name not in ("scf.yield", "scf.condition") and op in self.kept:
                inside = {v: new for v in self.encoding.captured.get(op, ()) if (new := self.stand_in(v)) is not v}
                token = self.encoding.tokens.get(op)
                wanted = (token,) if token else op.operands
                operands = tuple(x for v in wanted for x in self.item_values(self.available(self.posed.class_of[v])))
                ops.append(map_ops(replace(op, operands=operands), lambda inner, new=inside: replace_uses(inner, new)))  # type: ignore[misc]
        return replace(block, ops=tuple(ops))

    def emit(self, item: Item) -> Op:
        node = item.node
        if node.symbol == "convert_layout":
            (source,) = self.inputs(item)
            if item.op is not None:
                return replace(item.op, operands=(source.value,), results=(item.value,))
            maker = source.op or (self.functions[source.node.f].op if source.node.f >= 0 else self.encoding.function)
            # An operation without a location gets that of the file it is read from.
            location = maker.location or self.encoding.function.location
            pieces = ("ttg.convert_layout ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
            return Op("ttg.convert_layout", (source.value,), (item.value,), {}, pieces=pieces, location=location)
        op = item.op or self.functions[node.f].op
        operands = tuple(value for given in self.inputs(item) for value in self.item_values(given))
        siblings = self.together.get(self.team(item))
        if siblings:
            given = {self.functions[s.node.f].index: s.value for s in siblings}
            held = tensor_type(item.value.type)
            results = tuple(
                given.get(i) or Value(with_encoding(v.type, held.encoding) if held else v.type, fresh_name(v))
                for i, v in enumerate(op.results)
            )
            return replace(op, operands=operands, results=results)
        attributes = op.attributes
        if item.value.type != op.results[0].type:
            attributes = {k: v.replace(op.results[0].type, item.value.type) for k, v in attributes.items()}
        changed = replace(op, operands=operands, results=(item.value,), attributes=attributes)
        generic = str(op.pieces[0]).startswith('"')  # then its attributes are written out
        return replace(changed, pieces=()) if generic and attributes != op.attributes else changed

    def control(self, op: Op) -> Op:
        """Rebuild a loop or conditional with a carried value or result for each selected layout."""
        blocks = [self.block(place) for place in self.inside[op]]
        items = self.of_control.get(op, [])
        if op.name in BRANCHES:
            return self.branches(op, items, blocks)
        carried = [self.entry(item, item.value) for item in items if item.node.back]
        left = [item for item in items if not item.node.back]
        return (self.for_loop if op.name == "scf.for" else self.while_loop)(op, carried, left, blocks)

    def entry(self, item: Item, argument: Value | None = None, result: Value | None = None) -> CarriedEntry:
        inputs = tuple(given.value for given in self.inputs(item))
        return CarriedEntry(self.functions[item.node.f].index, item.value.type, argument, result, inputs)

    def wait(self, op: Op) -> Op:
        """Rebuild a `ttng.warp_group_dot_wait`, with one operand and result for each selected layout of a value."""
        entries = [self.entry(item, result=item.value) for item in self.of_control.get(op, [])]
        free = {entry.index for entry in entries}
        fixed = [
            (i, self.stand_in(given), made)
            for i, (given, made) in enumerate(zip(op.operands, op.results, strict=True))
            if i not in free
        ]
        pairs = sorted((*fixed, *((e.index, e.inputs[0], e.result) for e in entries if e.result)), key=lambda pair: pair[0])
        changed = replace(op, operands=tuple(given for _, given, _ in pairs), results=tuple(made for _, _, made in pairs))
        return changed if len(pairs) == len(op.operands) else replace(changed, pieces=())

    def branches(self, op: Op, items: list[Item], blocks: list[Block]) -> Op:
        entries = order_entries([self.entry(item, result=item.value) for item in items], op.results)
        inside = self.inside[op]
        explicit = op.name != "scf.if"
        branches = [self.end_block(b, inside[n], tuple(e.inputs[n] for e in entries), explicit) for n, b in enumerate(blocks)]
        op = keep_outputs(op, [e.index for e in entries])
        operands, results = tuple(map(self.stand_in, op.operands)), tuple(e.result for e in entries if e.result)
        return (rebuild_conditional if op.name == "scf.if" else rebuild_switch)(op, operands, results, branches)

    def for_loop(self, op: Op, entries: list[CarriedEntry], left: list[Item], blocks: list[Block]) -> Op:
        for item in left:
            argument = self.inputs(item)[0].value
            next(e for e in entries if e.argument is argument).result = item.value
        entries = order_entries(entries, op.results)
        name_missing(entries, op.results, "result")
        body = self.end_block(blocks[0], self.inside[op][0], tuple(e.inputs[1] for e in entries))
        body = replace(body, arguments=(body.arguments[0], *(e.argument for e in entries if e.argument)))
        operands = (*(self.stand_in(v) for v in op.operands[:3]), *(e.inputs[0] for e in entries))
        return rebuild_loop(
            keep_outputs(op, [e.index for e in entries]), operands, tuple(e.result for e in entries if e.result), body
        )

    def while_loop(self, op: Op, entries: list[CarriedEntry], left: list[Item], blocks: list[Block]) -> Op:
        first, second = self.inside[op]
        before, after = self.scopes.places[first].block, self.scopes.places[second].block
        entries = order_entries(entries, before.arguments)
        handed: dict[tuple[int, Class], CarriedEntry] = {}
        for item in left:
            entry = handed.setdefault((self.functions[item.node.f].index, item.node.children[0]), self.entry(item))
            if self.functions[item.node.f].place == second:
                entry.argument = item.value
            else:
                entry.result = item.value
        passed = order_entries(list(handed.values()), op.results)
        name_missing(passed, op.results, "result")
        name_missing(passed, after.arguments, "argument")
        condition = before.ops[-1]
        ends = rebuild_terminator(condition, (self.stand_in(condition.operands[0]), *(e.inputs[0] for e in passed)), leading=1)
        test = replace(blocks[0], ops=(*blocks[0].ops, ends), arguments=tuple(e.argument for e in entries if e.argument))
        body = self.end_block(blocks[1], second, tuple(e.inputs[1] for e in entries))
        body = replace(body, arguments=tuple(e.argument for e in passed if e.argument))
        results = tuple(e.result for e in passed if e.result)
        op = keep_outputs(op, [e.index for e in passed])
        return rebuild_while(op, tuple(e.inputs[0] for e in entries), results, test, body)

    def end_block(self, block: Block, place: int, values: tuple[Value, ...], explicit: bool = False) -> Block:
        """Append an `scf.yield` of `values` if the input's block has one. A yield that loses all its values is kept only if `explicit`."""
        written = self.scopes.places[place].block.ops
        terminator = written[-1] if written and written[-1].name == "scf.yield" else None
        if terminator is None or (terminator.operands and not values and not explicit):
            return block
        return replace(block, ops=(*block.ops, rebuild_terminator(terminator, values)))
