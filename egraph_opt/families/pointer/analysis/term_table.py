"""Terms of the vocabulary for one function, facts about them, and the values that they stand for."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.core.saturation import format_facts, format_terms
from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly


@dataclass(frozen=True, slots=True)
class TermAtom:
    """Scalar that is not analysed further, or the number of iterations that a loop has done; with `trips`, of all its iterations."""

    value: Value | None
    loop: Op | None = None
    trips: bool = False


@dataclass(slots=True)
class TermTable:
    """Terms by number, each after its parts; facts as rows; and the values that terms stand for."""

    facts: Facts
    terms: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    rows: dict[tuple[str, tuple[int, ...]], None] = field(default_factory=dict)
    unions: list[tuple[int, int]] = field(default_factory=list)
    term: dict[Value, int] = field(default_factory=dict)
    atoms: list[TermAtom] = field(default_factory=list)
    loops: dict[Op, int] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    """Atom for the number of iterations done, per loop."""
    minima: dict[int, tuple[Poly, Poly]] = field(default_factory=dict)
    """Atoms that are the smaller of two numbers, to be computed on demand."""
    sizes: set[int] = field(default_factory=set)
    """Terms that are the bytes of an element: the same at every place."""
    needs: dict[Op, int] = field(default_factory=dict)
    """Operations that are not known to be exact, and the terms of their exact results."""
    remainders: dict[Op, None] = field(default_factory=dict)
    """Remainders of lanes or scalars that are not known to equal their dividend."""
    bounded: set[Op] = field(default_factory=set)
    """Remainders whose dependent accesses all mask the lanes in which the dividend reaches the divisor: facts about such a
    remainder hold in the lanes that are read.
    """
    clamps: dict[Op, int] = field(default_factory=dict)
    """Clamps that are not known to equal their operand, and the terms that are then not negative in any lane."""
    blocks: dict[Op, tuple[int, int, int]] = field(default_factory=dict)
    """Quotients and remainders of a block's lanes that are not known to be those of its first lane: the terms of the first lane and the
    divisor, and the size of the block.
    """
    limits: dict[Op, list[tuple[int, int, int]]] = field(default_factory=dict)
    """Comparisons of numbers that are not known to be within the limits in which they are bounds: terms with their limits."""
    opaque: set[Value] = field(default_factory=set)
    """Lanes and masks without a word in the vocabulary."""
    tables: list[Value] = field(default_factory=list)
    """Lanes of one dimension that addresses may be gathered by, and masks of one dimension, each by its number."""
    residual: set[Value] = field(default_factory=set)
    """Parts of masks that are no comparisons; a select can apply them."""
    irregular: set[Value] = field(default_factory=set)
    """Lanes that are not known to be an affine function of their index."""
    depends: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    accesses: list[Op] = field(default_factory=list)
    keys: dict[int, tuple[str | int, ...]] | None = None

    def make(self, symbol: str, *arguments: int) -> int:
        return self.terms.setdefault((symbol, *arguments), len(self.terms))

    def atom(self, atom: TermAtom) -> int:
        """Return the number of a new atom."""
        self.atoms.append(atom)
        return len(self.atoms) - 1

    def sum_of(self, term: int) -> tuple[int, int] | None:
        """Return the two operands of a term that is a sum, whatever width the sum is cut to."""
        if self.keys is None or len(self.keys) != len(self.terms):
            self.keys = {number: key for key, number in self.terms.items()}
        key = self.keys.get(term, ("",))
        if key[0] in ("narrow", "wrapped"):
            key = self.keys[int(key[1])]
        return (int(key[1]), int(key[2])) if key[0] in ("add", "plus") else None

    def fact(self, name: str, *arguments: int) -> None:
        self.rows[name, arguments] = None

    def describe_atom(self, number: int) -> str:
        """Return text for people about an atom: the name of a value, or the loop whose iterations it counts."""
        atom = self.atoms[number]
        if atom.value is not None:
            return atom.value.name
        loop = f"the loop of line {atom.loop.line}" if atom.loop is not None else "a loop"
        return f"iterations of {loop}" if atom.trips else f"iterations done of {loop}"

    def _describe_maker(self, number: int) -> str:
        """Return text for people about the operation that makes an atom, for which there is no word; empty for arguments."""
        value = self.atoms[number].value
        source = None if value is None else self.facts.defined.get(value)
        return "" if source is None else f": {source.name} at line {source.line} is not analysed further"

    def named_terms(self) -> list[tuple[str, int]]:
        """Return the names and terms of the values that have terms."""
        return [(value.name, term) for value, term in self.term.items()]

    def dump_text(self) -> str:
        """Return a text of the terms by number, of the facts, and of the values that terms, atoms, tables and loops stand for."""
        values = "".join(f"{name} is term {term}\n" for name, term in self.named_terms())
        atoms = "".join(
            f"atom {number} is {self.describe_atom(number)}{self._describe_maker(number)}\n" for number in range(len(self.atoms))
        )
        tables = "".join(f"table {number} has the entries of {value.name}\n" for number, value in enumerate(self.tables))
        loops = "".join(f"loop {number} is that of line {op.line}\n" for op, number in self.loops.items())
        united = "".join(f"term {a} is equal to term {b}\n" for a, b in self.unions)
        return f"{format_terms((n, t) for t, n in self.terms.items())}{format_facts(self.rows)}{united}{values}{atoms}{tables}{loops}"
