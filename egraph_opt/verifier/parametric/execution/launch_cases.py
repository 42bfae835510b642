"""Cases of program ids: an id that the kernel divides becomes quotient and remainder, and a condition on ids splits the programs.

A program is executed symbolically again for each case. So offsets are linear in the symbols also if tiles are ordered in groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import (
    Polynomial,
    divide_term,
    split_multiple,
    substitute_symbols,
    symbol,
)
from egraph_opt.verifier.parametric.sizes.piecewise import Branch, Value
from egraph_opt.verifier.parametric.sizes.size_facts import Facts

CASES = 24
"""Largest number of symbolic executions of one launch."""


class SplitIndex(Exception):
    """Raised to request another symbolic execution, with an index written as `divisor * quotient + remainder`."""

    def __init__(self, name: str, divisor: Polynomial) -> None:
        super().__init__(name)
        self.name, self.divisor = name, divisor


class ForkPrograms(Exception):
    """Raised to request two symbolic executions: of the programs that satisfy a condition, and of the others."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(condition.text)
        self.condition = condition


@dataclass(frozen=True, slots=True)
class ProgramCase:
    """The programs of a launch that satisfy some conditions.

    Attributes:
        number: name of the case, which is part of the names of its symbols.
        splits: divisors, by index name, of the indices that are written as `divisor * quotient + remainder`.
    """

    facts: Facts
    sizes: frozenset[str]
    number: str
    conditions: tuple[Condition, ...] = ()
    splits: dict[str, Polynomial] = field(default_factory=dict)

    def is_own(self, names: frozenset[str]) -> bool:
        """Return whether all symbols are sizes or belong to this case."""
        return all(f"/{self.number}" in name or name in self.sizes for name in names)

    def own_symbols(self, p: Polynomial) -> tuple[str, ...]:
        """Return the names of the symbols in a polynomial that belong to this case, sorted."""
        return tuple(sorted(name for name in p.symbols if f"/{self.number}" in name))

    def index(self, name: str, bounds: Sequence[Polynomial]) -> Polynomial:
        """Return a new index with 0 <= index < bound for each bound, and record this as facts."""
        return self.split(f"{name}/{self.number}", bounds)

    def split(self, name: str, bounds: Sequence[Polynomial]) -> Polynomial:
        """Return an index as a symbol, or as `divisor * quotient + remainder` if `splits` names it."""
        here = symbol(name)
        every, bounds = bounds, self.least_bounds(bounds)
        if name not in self.splits:
            self.enter(at_least(here), *(less(here, bound) for bound in bounds))
            self.enter(*(each for each in self.conditions if name in each.symbols))
            self.enter_implied(here, [bound for bound in every if bound not in bounds])
            return here
        divisor = self.splits[name]
        exact = [
            whole_part for bound in bounds if not (found := split_multiple(bound, divisor))[1].terms for whole_part in found[:1]
        ]
        quotient = self.split(f"{name}q", exact)
        others = [bound for bound in bounds if split_multiple(bound, divisor)[1].terms]
        remainder = self.split(f"{name}r", [divisor, *(bound - divisor * quotient for bound in others)])
        for bound in others:
            self.enter(at_least(bound - 1, divisor * quotient), *self.without_factor(bound, divisor, quotient))
        value = divisor * quotient + remainder
        self.enter_implied(value, [bound for bound in every if bound not in others])
        return value

    def enter_implied(self, index: Polynomial, bounds: Sequence[Polynomial]) -> None:
        """Record upper bounds of an index that follow from other facts but help z3."""
        conditions = [less(index, bound) for bound in bounds]
        self.enter(*conditions)
        self.facts.implied.update(conditions)

    def least_bounds(self, bounds: Sequence[Polynomial]) -> list[Polynomial]:
        """Drop bounds that are known to be at least another one."""
        found = list(dict.fromkeys(bounds))
        for bound in list(found):
            if any(other != bound and self.is_not_negative(bound - other) for other in found):
                found.remove(bound)
        return found

    def is_not_negative(self, p: Polynomial) -> bool:
        """Return whether a polynomial is proved nonnegative, directly or after division by a positive factor."""
        if self.facts.holds(at_least(p)):
            return True
        for atom in p.terms[0][0] if p.terms else ():
            factor = Polynomial({(atom,): 1})
            rest, remainder = split_multiple(p, factor)
            if not remainder.terms and self.facts.holds(at_least(factor, 1)) and self.facts.holds(at_least(rest)):
                return True
        return False

    def without_factor(self, bound: Polynomial, divisor: Polynomial, quotient: Polynomial) -> list[Condition]:
        """Return `divisor * quotient < bound` with one positive common factor cancelled, for each such factor."""
        if len(divisor.terms) != 1:
            return []
        found = []
        for atom in divisor.terms[0][0]:
            factor = Polynomial({(atom,): 1})
            parts = [divide_term(m, c, factor) for p in (bound, divisor) for m, c in p.terms]
            if all(part is not None for part in parts) and self.facts.holds(at_least(factor, 1)):
                above, below = (split_multiple(p, factor)[0] for p in (bound, divisor))
                found.append(less(below * quotient, above))
        return found

    def enter(self, *conditions: Condition) -> None:
        """Record conditions as facts about the symbols in them that belong to this case."""
        for condition in conditions:
            for name in self.own_symbols(condition.polynomial):
                known = self.facts.about.get(name, ())
                if condition not in known and condition.truth is None:
                    self.facts.about[name] = (*known, condition)

    def rename_case(self, number: str) -> ProgramCase:
        """Return the case under another name, with its symbols renamed."""

        def rename(p: Polynomial) -> Polynomial:
            names = {name: symbol(name.replace(f"/{self.number}", f"/{number}")) for name in self.own_symbols(p)}
            return substitute_symbols(p, names)

        conditions = tuple(Condition(each.kind, rename(each.polynomial)) for each in self.conditions)
        splits = {name.replace(f"/{self.number}", f"/{number}"): rename(p) for name, p in self.splits.items()}
        return ProgramCase(self.facts, self.sizes, number, conditions, splits)

    def parts(self, request: SplitIndex | ForkPrograms) -> list[ProgramCase]:
        """Return the cases that replace this one: one after a split of an index, two after a fork of the programs."""
        if isinstance(request, SplitIndex):
            changed = [replace(self, splits={**self.splits, request.name: request.divisor})]
        else:
            both = (request.condition, request.condition.opposite())
            changed = [replace(self, conditions=(*self.conditions, each)) for each in both]
        return [each.rename_case(self.facts.new_symbol("c")) for each in changed]

    def ask_for_split(self, found: Polynomial) -> None:
        """Raise SplitIndex if a polynomial has a floor quotient of one of this case's symbols."""
        for m, _ in found.terms:
            for atom in m:
                if atom.kind != "quotient" or not self.is_own(atom.operands[1].symbols):
                    continue
                number = atom.operands[0]
                names = self.own_symbols(number)
                if len(names) == 1 and number == symbol(names[0]):
                    raise SplitIndex(names[0], atom.operands[1])

    def ask_for_fork(self, value: Value) -> None:
        """Raise ForkPrograms if a value depends on a condition on this case's symbols."""
        while isinstance(value, Branch):
            if self.is_own(value.condition.symbols) and self.own_symbols(value.condition.polynomial):
                raise ForkPrograms(value.condition)
            value = value.yes
