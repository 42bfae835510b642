"""Encoding of a function as terms: results of elementwise operations and of data movements, through loops and conditionals.

Unencoded operations stay in place, and their operands are the roots of extraction. The results of unencoded operations, and loop-carried
values, are external values.
"""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.core.saturation import Key
from egraph_opt.families.algebra.interning import Tables, extents
from egraph_opt.ir.analysis.dominance import Scopes
from egraph_opt.ir.analysis.trip_count import integer_constants, trip_count
from egraph_opt.ir.control_flow import LOOPS
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.operations.additive_task import FunctionTerms


@dataclass(frozen=True)
class EncodedFunction(FunctionTerms):
    """Function encoded as terms.

    Attributes:
        function: the function.
        tables: operations, movements and shapes by number.
        number: term number of each encoded value.
        values: external values (used by terms, but not encoded), by the number in their `value` term.
        weights: executions of each term's block per execution of the function.
        scopes: the blocks with their dominance.
        computing: encoded operations, with their term numbers.
    """

    function: Op
    tables: Tables
    number: dict[Value, int]
    values: list[Value]
    weights: list[float]
    scopes: Scopes
    computing: dict[Op, int]

    def named_terms(self) -> list[tuple[str, int]]:
        return [(value.name, term) for value, term in self.number.items() if value.name]

    def dump_text(self) -> str:
        named = "".join(f"{name} is term {term}\n" for name, term in self.named_terms())
        return f"{super().dump_text()}{named}{self.tables.dump_text()}"


def is_open(op: Op) -> bool:
    """Return whether an operation is a loop or conditional, whose regions are encoded too."""
    return bool(op.regions) and op.name in (*LOOPS, "scf.if")


def used_values(op: Op) -> list[Value]:
    """Return the values that an unencoded operation uses, including those used in its regions if these are not encoded."""
    return list(op.operands) if is_open(op) or not op.regions else [v for inner in op.walk() for v in inner.operands]


class Encoder:
    """Encoder of one function."""

    def __init__(self, function: Op) -> None:
        self.tables, self.scopes = Tables(), Scopes()
        self.keys: list[Key] = []
        self.roots: list[int] = []
        self.weights: list[float] = []
        self.number: dict[Value, int] = {}
        self.values: list[Value] = []
        self.computing: dict[Op, int] = {}
        self.constants = integer_constants(function)
        self.scopes.add(function, -1, 1.0)
        for block in function.regions[0].blocks:
            self.block(block)

    def block(self, block: Block) -> None:
        """Encode the operations of a block and of nested loops and conditionals."""
        weight = self.scopes.places[self.scopes.inside[block]].weight
        for v in block.arguments:
            self.outside(v, weight)
        for op in block.ops:
            if (key := self.key(op, weight)) is not None:
                self.number[op.results[0]] = self.add(key, weight)
                self.computing[op] = self.number[op.results[0]]
                continue
            self.roots += [self.number[v] for v in used_values(op) if v in self.number]
            if is_open(op):
                trips = trip_count(op, self.constants) if op.name in LOOPS else 1.0
                self.scopes.add(op, self.scopes.inside[block], trips)
                for inner in [b for region in op.regions for b in region.blocks]:
                    self.block(inner)
            for v in op.results:
                self.outside(v, weight)

    def key(self, op: Op, weight: float) -> Key | None:
        """Return the term of an operation, or None if it cannot be encoded."""
        if (literal := self.tables.literal(op)) is not None:
            value, splat = literal
            self.outside(value, 1.0)
            return self.keys[self.number[value]] if splat is None else ("move", splat, self.number[value])
        if any(v not in self.number for v in op.operands):
            return None
        if (movement := self.tables.moves(op)) is not None:
            return "move", movement, self.number[op.operands[0]]
        if (applied := self.tables.applies(op)) is not None:
            return f"apply{len(op.operands)}", *applied, *(self.number[v] for v in op.operands)
        return None

    def outside(self, v: Value, weight: float) -> None:
        """Add an external value: one that terms use but that is not encoded."""
        shape = extents(v.type)
        if v in self.number or shape is None:
            return
        self.values.append(v)
        self.number[v] = self.add(("value", len(self.values) - 1, self.tables.shape(shape)), weight)

    def add(self, key: Key, weight: float) -> int:
        self.keys.append(key)
        self.weights.append(weight)
        return len(self.keys) - 1


def encode(function: Op) -> EncodedFunction | None:
    """Encode a function, or return None if no term could change."""
    e = Encoder(function)
    if not e.roots or not any(str(key[0]).startswith("apply") for key in e.keys):
        return None
    facts = e.tables.facts()
    return EncodedFunction(e.keys, e.roots, facts, function, e.tables, e.number, e.values, e.weights, e.scopes, e.computing)
