"""Emission of the selected terms. Each operation is placed where the input computes the same value, or just before its first use.

So no operation moves into a loop, and no division is speculated. A value that does not dominate a use is recomputed there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from egraph_opt.core.saturation import Key
from egraph_opt.errors import Unsupported
from egraph_opt.families.algebra.encode import EncodedFunction, is_open, used_values
from egraph_opt.families.algebra.vocabulary import words
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_uses
from egraph_opt.operations.additive_task import ENode, Selection


class FunctionEmitter:
    """Emitter of one output function from a selection of e-nodes."""

    def __init__(self, program: EncodedFunction, best: Selection) -> None:
        self.program, self.best, self.tables = program, best, program.tables
        texts = {value: key for key, value in program.tables.literals.items()}
        self.constants = {n: texts[v] for n, v in enumerate(program.values) if v in texts}
        """Text and type of external values that are constants, rebuilt at each use."""
        self.node_of = {op: self.input_node(program.keys[number]) for op, number in program.computing.items()}
        self.operation = {enode: op for op, enode in reversed(self.node_of.items())}
        self.used: set[Op] = set()
        """Operations of the input that appear in the output."""
        self.needed = self.below(best.of[root] for root in program.roots)
        self.made: dict[int, list[tuple[int, Value]]] = {}
        """By e-class, pairs (block, value) of the definitions emitted so far."""
        self.here: dict[Value, int] = {}
        """Block of each external value."""

    def function(self) -> Op:
        """Return the whole function.

        Raises:
            Unsupported: the selection uses a value before its definition.
        """
        function = self.program.function
        return map_blocks(function, self.block)

    def block(self, block: Block) -> Block:
        """Return a block with encoded operations replaced by the selected ones."""
        number = self.program.scopes.inside[block]
        ops: list[Op] = []
        self.here.update((v, number) for v in block.arguments)
        for op in block.ops:
            if op in self.program.computing:
                c = self.best.of[self.program.number[op.results[0]]]
                if c in self.needed and self.visible(c, number) is None:
                    self.make(c, number, op, ops)
                continue
            names = {}
            for v in dict.fromkeys(used_values(op)):
                if v in self.program.number:
                    new = self.make(self.best.of[self.program.number[v]], number, op, ops)
                    names.update({v: new} if new is not v else {})
            kept = replace(op, operands=tuple(names.get(v, v) for v in op.operands)) if is_open(op) else replace_uses(op, names)
            if is_open(op):
                kept = map_blocks(kept, self.block)
            self.here.update((v, number) for v in op.results)
            ops.append(kept)
        return replace(block, ops=tuple(ops))

    def visible(self, c: int, number: int) -> Value | None:
        """Return a value of e-class `c` whose definition dominates block `number`, or None."""
        return next((v for b, v in self.made.get(c, ()) if self.program.scopes.dominates(b, number)), None)

    def make(self, c: int, number: int, near: Op, ops: list[Op]) -> Value:
        """Return the value of e-class `c` in block `number`.

        If no definition dominates the block, emit the value there with its operands.
        """
        todo = [c]
        while todo:
            current = todo[-1]
            if self.visible(current, number) is not None:
                todo.pop()
                continue
            if missing := [child for child in self.children(current) if self.visible(child, number) is None]:
                todo += missing
                if len(todo) > 100_000:
                    raise Unsupported("the choice goes in a circle")
                continue
            todo.pop()
            self.made.setdefault(current, []).append((number, self.value(current, number, near, ops)))
        return self.must(c, number)

    def value(self, c: int, number: int, near: Op, ops: list[Op]) -> Value:
        """Emit the value of an e-class, whose operands are already emitted."""
        enode = self.best.selected[c]
        if enode[0] == "value" and enode[1][0] not in self.constants:
            v = self.program.values[enode[1][0]]
            if v not in self.here or not self.program.scopes.dominates(self.here[v], number):
                raise Unsupported(f"the choice needs {v.name} before it is there")
            return v
        given = tuple(self.must(child, number) for child in self.children(c))
        old = near if self.node_of.get(near) == enode else self.operation.get(enode)
        if self.literal(c) is not None:  # a splat of a constant is emitted as a constant
            old = None
        op = replace(old, operands=given) if old is not None else self.build_op(c, given, near.line)
        if old is not None and old not in self.used:
            self.used.add(old)
            op = old if old.operands == given else op
        elif old is not None:
            op = replace(op, results=(Value(old.results[0].type, old.results[0].name),))
        ops.append(op)
        return op.results[0]

    def input_node(self, key: Key) -> ENode:
        terms = words.words[str(key[0])].terms
        arguments = zip(key[1:], terms, strict=True)
        return str(key[0]), tuple(self.best.of[int(a)] if is_term else int(a) for a, is_term in arguments)

    def build_op(self, c: int, given: tuple[Value, ...], line: int) -> Op:
        """Build the operation of an e-node that the input does not contain."""
        symbol, numbers = self.best.selected[c][0], self.best.numbers(c)
        if (literal := self.literal(c)) is not None:
            shape = () if symbol == "value" else self.tables.movement_of(numbers[0]).given
            return self.tables.constant(*literal, shape, line)
        if symbol == "move":
            return self.tables.apply_movement(numbers[0], given[0], line)
        return self.tables.apply_form(numbers[1], self.tables.extents_of(numbers[2]), given, line)

    def literal(self, c: int) -> tuple[str, str] | None:
        """Return the text and type of a constant e-class's elements, or None."""
        enode = self.best.selected[c]
        if enode[0] == "move" and self.tables.movement_of(enode[1][0]).name == "tt.splat":
            enode = self.best.selected[self.best.children(c)[0]]
        return self.constants.get(enode[1][0]) if enode[0] == "value" else None

    def children(self, c: int) -> list[int]:
        return [] if self.literal(c) is not None else self.best.children(c)

    def below(self, roots: Iterable[int]) -> set[int]:
        """Return the e-classes that `roots` depend on, including `roots`."""
        found: set[int] = set()
        todo = list(roots)
        while todo:
            if (c := todo.pop()) not in found:
                found.add(c)
                todo += self.children(c)
        return found

    def must(self, c: int, number: int) -> Value:
        """Return a value of an e-class that dominates a block.

        Raises:
            Unsupported: no value of the e-class dominates the block.
        """
        value = self.visible(c, number)
        if value is None:
            raise Unsupported("the choice goes in a circle")
        return value
