"""The address arithmetic of a function as terms and facts: what every tensor of pointers and every mask is made of.

Only what addresses and masks depend on is encoded. An operation that the vocabulary does not know becomes an atom (a scalar) or is
opaque (lanes, masks).
"""

from __future__ import annotations

from collections.abc import Collection

from egraph_opt.ir import Op, Value, tensor_type
from egraph_opt.pointer.facts import Facts, width, yielded
from egraph_opt.pointer.loops import Loops
from egraph_opt.pointer.terms import Atom, Terms
from egraph_opt.pointer.words import KNOWN, Words

ACCESSES = ("tt.load", "tt.store")
VIEWS = ("tt.splat", "tt.expand_dims", "tt.broadcast", "tt.trans")
"""Operations that tables pass through."""
DIMENSIONS = 8


def encode(function: Op, assume: bool = False, tables: bool = False, wraps: Collection[Op] = ()) -> Terms:
    """Encode what the accesses of a function depend on.

    With `assume`, facts that were not derived are taken to hold, but for the remainders in `wraps`. With `tables`, lanes and masks of one
    dimension that are not affine, or not known to be, are tables too.
    """
    return _Encoder(function, Facts(function), assume, tables, wraps).run()


class _Encoder:
    def __init__(self, function: Op, facts: Facts, assume: bool, tables: bool, wraps: Collection[Op]) -> None:
        self.function, self.facts, self.tables = function, facts, tables
        self.t = Terms(facts)
        self.words, self.loops = Words(self.t, assume, wraps), Loops(self.t)

    def run(self) -> Terms:
        for op in self.function.walk():
            if op.name in ACCESSES and (tensor := tensor_type(op.operands[0].type)) and tensor.element.startswith("!tt.ptr<"):
                self.t.accesses.append(op)
        wanted = self.slice()
        for value in self.function.regions[0].blocks[0].arguments:
            if value in wanted:
                self.leaf(value)
        for op in self.function.walk():
            if op.name == "scf.for":
                self.loops.enter(op, wanted)
            for result in op.results:
                if result in wanted and result not in self.t.term:
                    self.value(op, result)
        self.loops.close()
        for d in range(DIMENSIONS):
            for e in range(d + 1, DIMENSIONS):
                self.t.fact("precedes", d, e)
        return self.t

    def slice(self) -> set[Value]:
        """Everything that addresses and masks depend on, around loops too."""
        wanted: set[Value] = set()
        todo = [v for op in self.t.accesses for v in (op.operands[0], *op.operands[1 + (op.name == "tt.store") :][:1])]
        while todo:
            value = todo.pop()
            if value in wanted or not width(value.type):
                continue
            wanted.add(value)
            parts: tuple[Value, ...] = ()
            if (loop := self.facts.loops.get(value)) is not None:
                block = loop.op.regions[0].blocks[0]
                number = block.arguments.index(value) - 1
                parts = (*loop.op.operands[:3], block.arguments[0])
                if number >= 0:
                    parts = (*parts, loop.op.operands[3 + number], yielded(block)[number])
            elif tensor_type(value.type) is None and width(value.type) == 1:
                parts = ()  # a scalar truth is not taken apart
            elif (op := self.facts.defined.get(value)) is not None and op.name == "scf.for":
                number = op.results.index(value)
                parts = (*op.operands[:3], op.operands[3 + number], yielded(op.regions[0].blocks[0])[number])
            elif op is not None and op.name in KNOWN:
                parts = op.operands
            self.t.depends[value] = parts
            todo += parts
        return wanted

    def leaf(self, value: Value) -> int:
        """The term of a value that nothing is known of."""
        tensor = tensor_type(value.type)
        number = self.t.atom(Atom(value))
        symbol = "atom" if tensor is None else "opaque_mask" if tensor.element == "i1" else "opaque_lanes"
        found = self.t.term[value] = self.t.make(symbol, number)
        return found

    def table(self, op: Op, value: Value, known: bool) -> None:
        """Lanes of one dimension as a table of themselves, where they are not known to be affine; and so masks that compare."""
        tensor = tensor_type(value.type)
        if tensor is None or op.name == "arith.constant":
            return
        uncertain = not known or op in self.t.needs or op in self.t.remainders
        if uncertain or any(v in self.t.irregular for v in op.operands):
            self.t.irregular.add(value)
        mask = tensor.element == "i1"
        along = [d for d, extent in enumerate(tensor.shape) if extent > 1] or [0]
        if len(along) > 1 or op.name in VIEWS or (value not in self.t.irregular and not mask):
            return
        if mask or (tensor.element in ("i32", "i64") and tensor.shape):
            number = len(self.t.tables)
            self.t.tables.append(value)
            one, none = self.t.make("integer", 1), self.t.make("uniform", self.t.make("integer", 0))
            parts = ("chosen", along[0], number) if mask else ("lookup", along[0], number, one, none)
            self.t.unions.append((self.t.term[value], self.t.make(*parts)))

    def value(self, op: Op, value: Value) -> None:
        found = self.words.of(op)
        if found is None:
            self.leaf(value)
        else:
            self.t.term[value] = found
        if self.tables:
            self.table(op, value, found is not None)
        if found is None:
            return
        if tensor_type(value.type) is None and op.name != "arith.constant":
            self.t.unions.append((found, self.t.make("atom", self.t.atom(Atom(value)))))
