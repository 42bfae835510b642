"""Terms and facts about `scf.for`: invariants, the increment of each iteration, and values after the loop.

Only sums are analysed: each iteration adds the same amount to a carried value, by one or more additions. An inner loop counts as one
addition of its total increment.
"""

from __future__ import annotations

from egraph_opt.families.pointer.analysis.term_table import TermAtom, TermTable
from egraph_opt.families.pointer.integers.interval_analysis import find_varying, yield_values
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits, tensor_type


class LoopTerms:
    """Encoder of `scf.for`: call `enter` before each body, and `close` when all terms exist."""

    def __init__(self, terms: TermTable) -> None:
        self.t, self.facts = terms, terms.facts
        self.arguments: dict[Value, int] = {}
        self.changes: dict[tuple[Op, int], int | None] = {}
        """Term of the amount that an iteration adds to a carried value; None for zero. A missing entry is unknown."""

    def enter(self, op: Op, wanted: set[Value]) -> None:
        number = self.t.loops[op] = len(self.t.loops)
        counter, *carried = op.regions[0].blocks[0].arguments
        if counter in wanted:
            self.name(counter, self.t.make("counter", number))
        for argument, result in zip(carried, op.results, strict=True):
            if argument not in wanted:
                continue
            f = self.arguments[argument] = len(self.arguments)
            sort = "lanes" if tensor_type(argument.type) else "number"
            self.name(argument, self.t.make(f"carried_{sort}", f))
            if result in wanted:
                self.name(result, self.t.make(f"result_{sort}", f))

    def name(self, value: Value, term: int) -> None:
        """Assign a term to a value. For a scalar, add an equal atom (opaque scalar), to be used if the rules find no polynomial."""
        self.t.term[value] = term
        if not tensor_type(value.type):
            self.t.unions.append((term, self.t.make("atom", self.t.atom(TermAtom(value)))))

    def close(self) -> None:
        """Add the facts of all loops, after all carried values have terms."""
        for op in self.t.loops:
            self.invariants(op)
        for op in reversed(self.t.loops):  # inner loops first
            if "unsignedCmp" not in op.attributes:  # signed arithmetic cannot derive the iteration from the induction variable
                self.encode_carried(op)

    def invariants(self, op: Op) -> None:
        number = self.t.loops[op]
        inside = inner_values(op).union(op.results)
        self.t.counts[number] = self.t.atom(TermAtom(None, op))
        if "unsignedCmp" not in op.attributes and all(v in self.t.term for v in op.operands[:3]):
            self.t.fact("counts", number, self.t.term[op.operands[0]], self.t.term[op.operands[2]])
        changing = find_varying(op)
        for value, term in list(self.t.term.items()):
            if value not in changing and integer_bits(value.type) and (value in inside or not self.deeper(value, op)):
                tensor = tensor_type(value.type)
                if tensor is None or tensor.element != "i1":
                    self.t.fact("invariant" if tensor else "invariant_number", number, term)
        for name, symbol in (("invariant", "multiply"), ("invariant_number", "times")):
            for (found, *arguments), term in list(self.t.terms.items()):
                if found == symbol and (name, (number, int(arguments[1]))) in self.t.rows and int(arguments[0]) in self.t.sizes:
                    self.t.fact(name, number, term)

    def deeper(self, value: Value, op: Op) -> bool:
        """Return whether a value is defined in a loop other than loop `op` and the loops around it."""
        home = self.facts.defined.get(value)
        loops = self.facts.inside.get(home, ()) if home is not None else ()
        if value in self.facts.loops:
            loops = (*self.facts.loops[value].around, self.facts.loops[value].op)
        return not set(loops) <= {op, *self.facts.inside.get(op, ())}

    # --- amount added by an iteration
    def encode_carried(self, op: Op) -> None:
        block, number = op.regions[0].blocks[0], self.t.loops[op]
        trips: int | None = None
        for i, (argument, initial, following) in enumerate(
            zip(block.arguments[1:], op.operands[3:], yield_values(block), strict=True)
        ):
            if argument not in self.arguments or initial not in self.t.term or following not in self.t.term:
                continue
            sort = "" if tensor_type(argument.type) else "_number"
            f, start, end = self.arguments[argument], self.t.term[initial], self.t.term[following]
            self.t.fact(f"repeats{sort}", f, number, start, end)
            if (increments := [] if following is initial else self.increments(following, argument, op)) is None:
                continue
            self.changes[op, i] = self.total(increments, sort, number)
            if op.results[i] in self.t.term:
                trips = self.trips(op) if trips is None else trips
                self.t.fact(f"leaves{sort}", f, number, trips, start, end)

    def increments(self, value: Value, argument: Value, loop: Op) -> list[int] | None:
        """Return the terms that a loop's iteration adds to `argument` to get `value`, last first; None if a term is not invariant."""
        found: list[int] = []
        sort = "" if tensor_type(argument.type) else "_number"
        while value is not argument:
            op = self.facts.defined.get(value)
            if op is None:
                return None
            if op.name == "scf.for":
                i = op.results.index(value)
                if (op, i) not in self.changes:
                    return None
                if (change := self.changes[op, i]) is not None:
                    found.append(self.whole(change, op, sort))
                value = op.operands[3 + i]
                continue
            term = self.t.term.get(value, -1)
            parts = self.t.sum_of(term)
            if op.name not in ("tt.addptr", "arith.addi", "arith.subi") or parts is None:
                return None
            sides = (0, 1) if op.name == "arith.addi" else (0,)
            number = self.t.loops[loop]
            side = next((s for s in sides if self.is_invariant(parts[1 - s], sort, number)), None)
            if side is None:
                return None
            found.append(parts[1 - side])
            value = op.operands[side]
        return found if all(self.is_invariant(term, sort, self.t.loops[loop]) for term in found) else None

    def is_invariant(self, term: int, sort: str, loop: int) -> bool:
        return (f"invariant{sort}", (loop, term)) in self.t.rows

    def total(self, increments: list[int], sort: str, loop: int) -> int | None:
        """Return the term of the sum of `increments`, the terms that one iteration adds to a value.

        Add `assembles` facts, which let rules combine these terms.
        """
        total: int | None = None
        for term in increments:
            if total is not None:
                self.t.fact(f"assembles{sort}", term, total)
                parts = (term, total)
                total = self.t.make("plus" if sort else "add", *parts)
                self.add_invariance(total, parts, sort)
            else:
                total = term
        return total

    def whole(self, change: int, op: Op, sort: str) -> int:
        """Return the term of the amount that all iterations of a loop add to a value with increment `change`."""
        trips = self.trips(op)
        times = trips if sort else self.t.make("uniform", trips)
        found = self.t.make("times" if sort else "multiply", times, change)
        for number in self.t.loops.values():
            if self.is_invariant(trips, "_number", number) and self.is_invariant(change, sort, number):
                self.t.fact(f"invariant{sort}", number, found)
        return found

    def add_invariance(self, term: int, parts: tuple[int, ...], sort: str) -> None:
        for number in self.t.loops.values():
            if all(self.is_invariant(part, sort, number) for part in parts):
                self.t.fact(f"invariant{sort}", number, term)

    def trips(self, op: Op) -> int:
        ranges = [self.facts.of(v) for v in op.operands[:3]]
        if all(r.low == r.high for r in ranges) and ranges[2].low > 0 and "unsignedCmp" not in op.attributes:
            count = max(0, -(-(ranges[1].low - ranges[0].low) // ranges[2].low))
            found = self.t.make("integer", count)
            for number in self.t.loops.values():
                self.t.fact("invariant_number", number, found)
            return found
        known = next((n for n, atom in enumerate(self.t.atoms) if atom.trips and atom.loop is op), None)
        found = self.t.make("atom", known if known is not None else self.t.atom(TermAtom(None, op, trips=True)))
        bounds = [self.t.term.get(v, -1) for v in op.operands[:3]]
        for number in self.t.loops.values():
            if all(self.is_invariant(bound, "_number", number) for bound in bounds):
                self.t.fact("invariant_number", number, found)
        return found
