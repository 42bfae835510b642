"""Encoding of a function as e-graph terms.

Operations with effects or regions, and terminators, stay outside the e-graph in their order; their operands are the roots. Pure
tensor operations become terms. Every other operation or value (arguments, loads, dots, scalars) is a `leaf` without children.
Value numbering shares common subexpressions and ignores layouts: an address computed in two layouts is one value in two layouts.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.families.layout.encode.encoded_function import Encoding, FunctionNumber
from egraph_opt.families.layout.encode.op_encoding import Operations, laid_out
from egraph_opt.families.layout.encode.value_numbering import NO_MOVES, Moves
from egraph_opt.ir.analysis.trip_count import trip_count
from egraph_opt.ir.control_flow import BRANCHES
from egraph_opt.ir.module import Op, Value


def encode(
    function: Op, threads: int = 128, reassociate: bool = False, moves: Moves = NO_MOVES, memory: FunctionBuffers | None = None
) -> Encoding:
    """Encode a function for program instances of `threads` threads.

    `reassociate`: every reduction may reorder its elements. `moves`: accesses whose layout may change. `memory`: alias analysis
    of the enclosing function, if any.
    """
    return _Encoder(function, threads, reassociate, moves, memory or FunctionBuffers(function)).run()


def _runs_one_region(op: Op) -> bool:
    """Return whether an operation runs one of its regions, each of a single block, and may be rebuilt with other results."""
    blocks = [len(region.blocks) for region in op.regions]
    if op.name == "scf.if":
        return blocks in ([1], [1, 1], [1, 0])
    return op.name in BRANCHES and all(n == 1 for n in blocks) and "no_inline" not in op.attributes


class _Encoder(Operations):
    def run(self) -> Encoding:
        out = self.out
        out.scopes.add(out.function, -1, 1.0)
        for i, place in enumerate(tuple(out.scopes.places)):
            for index, argument in enumerate(place.block.arguments):
                self.leaf(argument, out.function, index, i)
        for i in range(len(out.scopes.places)):
            self.block(i)
        return out

    # --- walking
    def block(self, place: int) -> None:
        out = self.out
        for op in out.scopes.places[place].block.ops:
            out.order[op], out.place[op] = len(out.order), place
            out.defined_by.update(dict.fromkeys(op.results, op))
            blocks = [len(r.blocks) for r in op.regions]
            if op.name in ("scf.for", "scf.while") and blocks in ([1], [1, 1], [1, 0]):
                getattr(self, op.name.replace(".", "_"))(op, place)
            elif _runs_one_region(op):
                self.branches(op, place)
            else:
                self.operation(op, place)

    def body(self, op: Op, place: int, trips: float) -> list[int]:
        first = len(self.out.scopes.places)
        self.epoch += 1
        self.out.scopes.add(op, place, trips)
        return list(range(first, len(self.out.scopes.places)))

    def terminator(self, place: int, name: str) -> tuple[Value, ...]:
        ops = self.out.scopes.places[place].block.ops
        return ops[-1].operands if ops and ops[-1].name == name else ()

    # --- structured control flow
    def scf_for(self, op: Op, place: int) -> None:
        out = self.out
        (body,) = self.body(op, place, trip_count(op, self.constants))
        out.roots += [(v, op) for v in op.operands[:3]]
        arguments = out.scopes.places[body].block.arguments
        self.leaf(arguments[0], op, -1, body)
        inits = op.operands[3:]
        leaves = self.enter(op, arguments[1:], body)
        self.block(body)
        self.close(leaves, arguments[1:], inits, self.terminator(body, "scf.yield"))
        self.leave(op, arguments[1:], place)

    def scf_while(self, op: Op, place: int) -> None:
        out = self.out
        before, after = self.body(op, place, trip_count(op, self.constants))
        arguments = out.scopes.places[before].block.arguments
        leaves = self.enter(op, arguments, before)
        self.block(before)
        condition = self.terminator(before, "scf.condition")
        out.roots.append((condition[0], out.scopes.places[before].block.ops[-1]))
        handed = out.scopes.places[after].block.arguments
        for i, (argument, value) in enumerate(zip(handed, condition[1:], strict=True)):
            self.step(argument, op, i, after, value)
        self.block(after)
        self.close(leaves, arguments, op.operands, self.terminator(after, "scf.yield"))
        self.leave(op, condition[1:], place)

    def branches(self, op: Op, place: int) -> None:
        """Encode an operation that runs one of its regions, whose yielded values are its results."""
        out = self.out
        out.roots += [(v, op) for v in op.operands]
        branches = self.body(op, place, 1.0)
        for branch in branches:
            self.block(branch)
        yields = [self.terminator(branch, "scf.yield") for branch in branches]
        for i, result in enumerate(op.results):
            values = tuple(y[i] for y in yields)
            if not laid_out(result):
                self.leaf(result, op, i, place, values)
            elif op.name == "scf.if":
                f = self.number(None, FunctionNumber(op, i, result, place))
                self.bind(result, out.intern("choose", f, *(out.term[v] for v in values)), f)
                self.tie(result, *values)
            else:
                self.transfer(result, op, i, place, values)

    def enter(self, op: Op, arguments: tuple[Value, ...], body: int) -> list[int]:
        """Return a placeholder leaf for each loop argument, until the body is encoded."""
        return [self.leaf(argument, op, i, body) for i, argument in enumerate(arguments)]

    def close(self, leaves: list[int], arguments: tuple[Value, ...], inits: tuple[Value, ...], yields: tuple[Value, ...]) -> None:
        """After the body is encoded, equate each loop argument with the `carried` term of its initial and next value."""
        out = self.out
        for f, argument, init, handed in zip(leaves, arguments, inits, yields, strict=True):
            out.functions[f] = replace(out.functions[f], children=(init,), back=(handed,))
            if laid_out(argument):
                out.anchors.remove(argument)
                out.unions.append((out.term[argument], out.intern("carried", f, out.term[init], out.term[handed])))
                out.placeholders.add(f)
                self.tie(argument, init, handed)

    def leave(self, op: Op, last: tuple[Value, ...], place: int) -> None:
        for i, (result, value) in enumerate(zip(op.results, last, strict=True)):
            self.step(result, op, i, place, value)

    def step(self, value: Value, op: Op, index: int, place: int, source: Value) -> None:
        """Encode `value` as the term `final`: the value of `source` when control leaves the loop region that computes `source`."""
        if laid_out(value):
            f = self.number(None, FunctionNumber(op, index, value, place))
            self.bind(value, self.out.intern("final", f, self.out.term[source]), f)
            self.tie(value, source)
        else:
            self.leaf(value, op, index, place, (source,))
