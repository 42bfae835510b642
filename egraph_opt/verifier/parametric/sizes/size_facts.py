"""Facts about symbols (such as their ranges), and queries to z3: whether the facts imply a condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.errors import EgraphOptError
from egraph_opt.prover import ask_for_solver
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import (
    IndexAtom,
    Polynomial,
    atoms_of,
    quotient,
    split_multiple,
    symbol,
    symbols_of_atom,
    whole,
)

STEPS = 400_000
"""Resource limit (`rlimit`) of one query to z3."""
QUESTIONS = 6_000
"""Largest number of queries to z3 in one proof."""


class NotDecided(EgraphOptError):
    """Error raised if a proof for all sizes fails, with the reason and the operation."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place


@dataclass(slots=True)
class Facts:
    """Facts about symbols and about integers loaded from arrays.

    Attributes:
        always: assumptions on sizes.
        about: conditions on each symbol by name, mostly its range, which may depend on other symbols.
        ranges: lower bound and excluded upper bound of the integers in each array.
    """

    always: list[Condition] = field(default_factory=list)
    about: dict[str, tuple[Condition, ...]] = field(default_factory=dict)
    ranges: dict[str, tuple[Polynomial, Polynomial]] = field(default_factory=dict)
    indices: set[str] = field(default_factory=set)
    """Names of the integer arrays for which the user gave a range, written `name[]`."""
    implied: set[Condition] = field(default_factory=set)
    """Facts in `about` that follow from others, and are recorded only to help z3."""
    answers: dict[tuple[str, ...], bool] = field(default_factory=dict)
    questions: int = 0
    fresh: int = 0

    def new_symbol(self, letter: str) -> str:
        """Return the name of a symbol that is not in use."""
        self.fresh += 1
        return f"{letter}.{self.fresh}"

    def tile_axis(self, position: int, extent: int) -> Polynomial:
        """Return the symbol for the index along a tile axis, shared by all axes of that position and extent; 0 for one element."""
        if extent == 1:
            return whole(0)
        name = f"l{position}:{extent}"
        found = symbol(name)
        self.about.setdefault(name, (at_least(found), less(found, extent)))
        return found

    def holds(self, condition: Condition, given: Iterable[Condition] = ()) -> bool:
        """Return whether the facts and the given conditions are proved to imply a condition."""
        known = condition.truth
        return known if known is not None else self.excludes((*given, condition.opposite()))

    def excludes(self, given: Sequence[Condition]) -> bool:
        """Return whether conditions are proved to contradict each other or the facts."""
        rest = [each for each in given if not each.truth]
        if any(each.truth is False for each in rest):
            return True
        if not rest:
            return False
        key = tuple(sorted({each.text for each in rest}))
        found = self.answers.get(key)
        if found is None:
            found = self.answers[key] = self.ask(rest)
        return found

    def closure(self, conditions: Sequence[Condition]) -> tuple[list[Condition], dict[str, IndexAtom]]:
        """Return conditions together with the facts about all their atoms, and these atoms by text."""
        found = list(dict.fromkeys((*conditions, *self.always)))
        atoms: dict[str, IndexAtom] = {}
        position = 0
        while position < len(found):
            for text, atom in atoms_of((found[position].polynomial,)).items():
                if text not in atoms:
                    atoms[text] = atom
                    found += [each for each in self.facts_of(atom) if each not in found]
            position += 1
        return found, atoms

    def facts_of(self, atom: IndexAtom) -> tuple[Condition, ...]:
        """Return the facts about an atom: those about a symbol, or the range of a loaded integer."""
        if atom.kind == "symbol":
            return self.about.get(atom.text, ())
        here = Polynomial({(atom,): 1})
        if atom.kind == "element" and atom.key[0] in self.ranges:
            low, high = self.ranges[str(atom.key[0])]
            return at_least(here, low), less(here, high)
        return ()

    def ask(self, conditions: Sequence[Condition]) -> bool:
        """Return whether z3 refutes conditions. Products of atoms are unknown integers at first, and products in a second query."""
        ask_for_solver()
        self.questions += 1
        if self.questions > QUESTIONS:
            raise NotDecided("there are more questions about indices than the limit allows")
        found, atoms = self.closure(conditions)
        products = any(len(m) > 1 for each in found for m, _ in each.polynomial.terms)
        return is_contradiction(found, atoms, False) or (products and is_contradiction(found, atoms, True))

    def divide(self, p: Polynomial, divisor: Polynomial, given: Sequence[Condition] = ()) -> Polynomial:
        """Return the floor of `p / divisor`, simplified by the facts and the given conditions."""
        if divisor.constant is None and not self.holds(at_least(divisor, 1)):
            raise NotDecided("a divisor that may not be positive")
        whole_part, rest = split_multiple(p, divisor)
        if rest.constant is None and self.holds(at_least(rest), given) and self.holds(less(rest, divisor), given):
            return whole_part
        if rest.constant is None and self.holds(at_least(rest, divisor), given) and self.holds(less(rest, divisor * 2), given):
            return whole_part + 1
        return quotient(p, divisor)


def is_contradiction(conditions: Sequence[Condition], atoms: Mapping[str, IndexAtom], products: bool) -> bool:
    """Return whether z3 proves that conditions contradict each other.

    Args:
        products: pass a product of atoms to z3 as a product; otherwise as an unknown integer.
    """
    import z3

    numbers: dict[str, Any] = {}

    def value(p: Polynomial) -> Any:
        total = z3.IntVal(0)
        for m, c in p.terms:
            if len(m) > 1 and not products:
                name = "*".join(atom.text for atom in m)
                term = numbers.setdefault(name, z3.Int(name))
            else:
                term = z3.IntVal(1)
                for atom in m:
                    term = numbers[atom.text] if len(m) == 1 else term * numbers[atom.text]
            total = total + c * term
        return total

    for text, atom in atoms.items():  # operands come first
        if atom.kind in ("min", "max"):
            a, b = map(value, atom.operands)
            numbers[text] = z3.If((a <= b) if atom.kind == "min" else (a >= b), a, b)
            continue
        below = atom.operands[1].constant if atom.kind == "quotient" else None
        numbers[text] = value(atom.operands[0]) / below if below is not None and below > 0 else z3.Int(text)
    rules = []
    for atom in atoms.values():
        if atom.kind == "quotient" and atom.operands[1].constant is None:
            (a, b), here = atom.operands, Polynomial({(atom,): 1})
            rest = a - b * here
            for atom_of_product in atoms_of((rest,)).values():
                numbers.setdefault(atom_of_product.text, z3.Int(atom_of_product.text))
            rules.append(z3.Implies(value(b) >= 1, z3.And(value(rest) >= 0, value(rest - b) < 0)))
    solver = z3.Solver()
    solver.add(*rules)
    solver.set("rlimit", STEPS if not products else STEPS // 2)
    for each in conditions:
        p = value(each.polynomial)
        solver.add(p >= 0 if each.kind == ">=" else p == 0 if each.kind == "==" else p != 0)
    return bool(solver.check() == z3.unsat)


__all__ = ["Facts", "NotDecided", "symbols_of_atom"]
