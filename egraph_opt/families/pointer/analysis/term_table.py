"""Table of a function's terms, the facts about them, and the values that the terms represent."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.core.saturation import format_facts, format_terms
from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly


@dataclass(frozen=True, slots=True)
class TermAtom:
    """What an atom (opaque scalar) stands for: `value`, the number of completed iterations of `loop`, or with `trips` its trip count."""

    value: Value | None
    loop: Op | None = None
    trips: bool = False


@dataclass(slots=True)
class TermTable:
    """Hash-consed terms by index, each after its operands; facts as rows; and the values that terms represent."""

    facts: Facts
    terms: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    rows: dict[tuple[str, tuple[int, ...]], None] = field(default_factory=dict)
    unions: list[tuple[int, int]] = field(default_factory=list)
    term: dict[Value, int] = field(default_factory=dict)
    atoms: list[TermAtom] = field(default_factory=list)
    loops: dict[Op, int] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    """Atom (opaque scalar) that represents the number of completed iterations of a loop, by the loop's number."""
    minima: dict[int, tuple[Poly, Poly]] = field(default_factory=dict)
    """Pair of polynomials whose minimum an atom (opaque scalar) represents, by the atom's number."""
    sizes: set[int] = field(default_factory=set)
    """Terms of element sizes in bytes, which are constants."""
    exact_terms: dict[Op, int] = field(default_factory=dict)
    """Terms of the exact results of operations that may overflow."""
    remainders: dict[Op, None] = field(default_factory=dict)
    """Remainders not known to equal their dividend."""
    bounded: set[Op] = field(default_factory=set)
    """Remainders in addresses of accesses that mask all lanes in which the dividend reaches the divisor.

    So the fact that such a remainder equals its dividend holds in active lanes.
    """
    clamps: dict[Op, int] = field(default_factory=dict)
    """Minimums, maximums and selects not known to equal an operand.

    The values are terms. If the term is non-negative, the result equals the operand.
    """
    blocks: dict[Op, tuple[int, int, int]] = field(default_factory=dict)
    """Quotients and remainders in all lanes of a block, not yet known to follow from those of the first lane.

    The values are the terms of the first lane and of the divisor, and the block size.
    """
    limits: dict[Op, list[tuple[int, int, int]]] = field(default_factory=dict)
    """Comparisons with operands not known to be in range: the operands' terms, each with the least and greatest allowed value."""
    opaque: set[Value] = field(default_factory=set)
    """Integer tensors and masks that the vocabulary cannot express."""
    tables: list[Value] = field(default_factory=list)
    """One-dimensional integer tensors and masks that are usable as lookup tables, by index."""
    residual: set[Value] = field(default_factory=set)
    """Conjuncts of masks that are not comparisons; a select can apply them."""
    irregular: set[Value] = field(default_factory=set)
    """Integer tensors not known to be affine in the lane index."""
    depends: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    accesses: list[Op] = field(default_factory=list)
    keys: dict[int, tuple[str | int, ...]] | None = None

    def make(self, symbol: str, *arguments: int) -> int:
        return self.terms.setdefault((symbol, *arguments), len(self.terms))

    def atom(self, atom: TermAtom) -> int:
        self.atoms.append(atom)
        return len(self.atoms) - 1

    def sum_of(self, term: int) -> tuple[int, int] | None:
        """Return the operands of a sum, which may be truncated to 32 bits; None for other terms."""
        if self.keys is None or len(self.keys) != len(self.terms):
            self.keys = {number: key for key, number in self.terms.items()}
        key = self.keys.get(term, ("",))
        if key[0] in ("narrow", "wrapped"):
            key = self.keys[int(key[1])]
        return (int(key[1]), int(key[2])) if key[0] in ("add", "plus") else None

    def fact(self, name: str, *arguments: int) -> None:
        self.rows[name, arguments] = None

    def describe_atom(self, number: int) -> str:
        """Return a description of an atom (opaque scalar): a value's name, or the loop whose iterations it counts."""
        atom = self.atoms[number]
        if atom.value is not None:
            return atom.value.name
        loop = f"the loop of line {atom.loop.line}" if atom.loop is not None else "a loop"
        return f"iterations of {loop}" if atom.trips else f"iterations done of {loop}"

    def _describe_maker(self, number: int) -> str:
        value = self.atoms[number].value
        source = None if value is None else self.facts.defined.get(value)
        return "" if source is None else f": {source.name} at line {source.line} is not analysed further"

    def named_terms(self) -> list[tuple[str, int]]:
        return [(value.name, term) for value, term in self.term.items()]

    def dump_text(self) -> str:
        values = "".join(f"{name} is term {term}\n" for name, term in self.named_terms())
        atoms = "".join(
            f"atom {number} is {self.describe_atom(number)}{self._describe_maker(number)}\n" for number in range(len(self.atoms))
        )
        tables = "".join(f"table {number} has the entries of {value.name}\n" for number, value in enumerate(self.tables))
        loops = "".join(f"loop {number} is that of line {op.line}\n" for op, number in self.loops.items())
        united = "".join(f"term {a} is equal to term {b}\n" for a, b in self.unions)
        return f"{format_terms((n, t) for t, n in self.terms.items())}{format_facts(self.rows)}{united}{values}{atoms}{tables}{loops}"
