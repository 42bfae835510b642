"""Integer expressions in a normal form: polynomials whose variables are symbols, floor quotients and loaded integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import gcd


class NormalForm:
    """Expression that equals those of its class with the same `text`."""

    __slots__ = ("text",)

    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


class IndexAtom(NormalForm):
    """Variable of a polynomial, given by its kind and a key.

    Kinds and keys: `symbol` (a name), `quotient`, `min` and `max` (two polynomials), `element` (an array, offset or indices),
    `operation` (name, operands).
    """

    __slots__ = ("key", "kind")

    def __init__(self, kind: str, *key: object) -> None:
        self.kind, self.key = kind, key
        if kind == "symbol":
            self.text = str(key[0])
        elif kind == "quotient":
            self.text = f"({key[0]} // {key[1]})"
        elif kind in ("min", "max"):
            self.text = f"{kind}({key[0]}, {key[1]})"
        else:
            self.text = f"{key[0]}[{', '.join(map(str, key[1:]))}]"

    @property
    def operands(self) -> tuple[Polynomial, ...]:
        """Polynomials in the atom's key, such as dividend and divisor."""
        return tuple(each for each in self.key if isinstance(each, Polynomial))


Monomial = tuple[IndexAtom, ...]
"""Product of atoms, sorted by text."""


class Polynomial(NormalForm):
    """Sum of integer multiples of monomials."""

    __slots__ = ("symbols", "terms")

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        kept = [(m, c) for m, c in terms.items() if c]
        kept.sort(key=lambda term: tuple(atom.text for atom in term[0]))
        self.terms: tuple[tuple[Monomial, int], ...] = tuple(kept)
        self.text = " + ".join(print_term(m, c) for m, c in kept) or "0"
        self.symbols: frozenset[str] = frozenset().union(*(symbols_of_atom(atom) for m, _ in kept for atom in m))
        """Names of the symbols in it, and of the arrays that it reads, as `array_symbol` writes them."""

    @property
    def constant(self) -> int | None:
        """Value of a polynomial without variables; None if it has variables."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    @property
    def offset(self) -> int:
        """Constant term of the polynomial."""
        return next((c for m, c in self.terms if not m), 0)

    def __add__(self, other: Polynomial | int) -> Polynomial:
        merged = dict(self.terms)
        for m, c in whole(other).terms:
            merged[m] = merged.get(m, 0) + c
        return Polynomial(merged)

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms})

    def __sub__(self, other: Polynomial | int) -> Polynomial:
        return self + -whole(other)

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        merged: dict[Monomial, int] = {}
        for m, c in self.terms:
            for n, d in whole(other).terms:
                product = tuple(sorted((*m, *n), key=lambda atom: atom.text))
                merged[product] = merged.get(product, 0) + c * d
        return Polynomial(merged)


def print_term(monomial: Monomial, coefficient: int) -> str:
    """Return a term as text."""
    factors = [atom.text for atom in monomial]
    return "*".join([*([str(coefficient)] if coefficient != 1 or not factors else []), *factors])


def array_symbol(array: str) -> str:
    """Return the name, `array[]`, that represents an array in sets of symbols."""
    return f"{array}[]"


def symbols_of_atom(atom: IndexAtom) -> frozenset[str]:
    """Return the names of the symbols and arrays in an atom."""
    if atom.kind == "symbol":
        return frozenset((atom.text,))
    named = frozenset((array_symbol(str(atom.key[0])),)) if atom.kind == "element" else frozenset()
    return named.union(*(each.symbols for each in atom.operands))


def whole(value: Polynomial | int) -> Polynomial:
    """Return a number as a polynomial."""
    return value if isinstance(value, Polynomial) else Polynomial({(): value})


@lru_cache(maxsize=1 << 12)
def symbol(name: str) -> Polynomial:
    """Return the polynomial that is one symbol."""
    return Polynomial({(IndexAtom("symbol", name),): 1})


def atom_polynomial(kind: str, *key: object) -> Polynomial:
    """Return the polynomial that is one atom."""
    return Polynomial({(IndexAtom(kind, *key),): 1})


def divide_term(monomial: Monomial, coefficient: int, divisor: Polynomial) -> tuple[Monomial, int] | None:
    """Divide a term by a divisor of one term; None if it is not a multiple."""
    if len(divisor.terms) != 1:
        return None
    factors, d = divisor.terms[0]
    rest = list(monomial)
    for atom in factors:
        if atom not in rest:
            return None
        rest.remove(atom)
    return (tuple(rest), coefficient // d) if coefficient % d == 0 else None


def split_multiple(p: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return q and r with p = divisor * q + r. The terms of p that are multiples of the divisor go into q."""
    number = divisor.constant
    whole_part: dict[Monomial, int] = {}
    rest: dict[Monomial, int] = {}
    for m, c in p.terms:
        if number is not None:
            whole_part[m], rest[m] = divmod(c, number)
        elif (found := divide_term(m, c, divisor)) is not None:
            whole_part[found[0]] = whole_part.get(found[0], 0) + found[1]
        else:
            rest[m] = c
    quotient, remainder = Polynomial(whole_part), Polynomial(rest)
    if number is None and len(divisor.terms) > 1:
        quotient, remainder = long_division(p, divisor)
    return quotient, remainder


def long_division(p: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return quotient and remainder of a polynomial division by a divisor of several terms."""
    leading = next(((m, c) for m, c in reversed(divisor.terms) if m), None)
    quotient = whole(0)
    if leading is None:
        return quotient, p
    head = Polynomial({leading[0]: leading[1]})
    for _ in range(len(p.terms)):
        step = next((found for m, c in reversed(p.terms) if m and (found := divide_term(m, c, head)) is not None), None)
        if step is None:
            break
        multiple = Polynomial({step[0]: step[1]})
        quotient, p = quotient + multiple, p - divisor * multiple
    return quotient, p


def quotient(p: Polynomial, divisor: Polynomial) -> Polynomial:
    """Return the floor of p / divisor, for a positive divisor."""
    whole_part, rest = split_multiple(p, divisor)
    number = divisor.constant
    if not rest.terms or number == 1:
        return whole_part if number != 1 else p
    if number is not None:
        if rest.constant is not None:
            return whole_part + rest.constant // number
        shared = gcd(number, *(c for m, c in rest.terms if m))
        if shared > 1:
            rest = Polynomial({m: c // shared for m, c in rest.terms})
            return whole_part + quotient(rest, whole(number // shared))
        if len(rest.terms) == 1 and rest.terms[0][1] == 1 and len(rest.terms[0][0]) == 1:
            inner = rest.terms[0][0][0]
            if inner.kind == "quotient" and (below := inner.operands[1].constant) is not None:
                return whole_part + quotient(inner.operands[0], whole(number * below))
    return whole_part + atom_polynomial("quotient", rest, divisor)


Quotient = Callable[[Polynomial, Polynomial], Polynomial]


def substitute_symbols(p: Polynomial, values: Mapping[str, Polynomial], divide: Quotient = quotient) -> Polynomial:
    """Return a polynomial with polynomials in place of some symbols."""
    if p.symbols.isdisjoint(values):
        return p
    found: list[Polynomial] = []
    kept: dict[Monomial, int] = {}
    for m, c in p.terms:
        if all(symbols_of_atom(atom).isdisjoint(values) for atom in m):
            kept[m] = c
            continue
        product = whole(c)
        for atom in m:
            product = product * substitute_atom(atom, values, divide)
        found.append(product)
    total = Polynomial(kept)
    for each in found:
        total = total + each
    return total


def substitute_atom(atom: IndexAtom, values: Mapping[str, Polynomial], divide: Quotient) -> Polynomial:
    """Return an atom with polynomials in place of some symbols."""
    if atom.kind == "symbol":
        return values.get(atom.text) or Polynomial({(atom,): 1})
    if symbols_of_atom(atom).isdisjoint(values):
        return Polynomial({(atom,): 1})
    operands = [substitute_symbols(each, values, divide) for each in atom.operands]
    if atom.kind == "quotient":
        return divide(operands[0], operands[1])
    return atom_polynomial(atom.kind, *(each for each in atom.key if not isinstance(each, Polynomial)), *operands)


def linear_part(p: Polynomial, name: str) -> tuple[Polynomial, Polynomial] | None:
    """Return a and b with p = a * symbol + b, for the named symbol; None if p is not linear in it."""
    factor: dict[Monomial, int] = {}
    rest: dict[Monomial, int] = {}
    for m, c in p.terms:
        here = [atom for atom in m if name in symbols_of_atom(atom)]
        if not here:
            rest[m] = c
        elif len(here) == 1 and here[0].kind == "symbol":
            others = tuple(atom for atom in m if atom is not here[0])
            factor[others] = factor.get(others, 0) + c
        else:
            return None
    return Polynomial(factor), Polynomial(rest)


def atoms_of(polynomials: Iterable[Polynomial]) -> dict[str, IndexAtom]:
    """Return all atoms in some polynomials by text, including nested ones. Operands come before the atoms that contain them."""
    found: dict[str, IndexAtom] = {}

    def enter(p: Polynomial) -> None:
        for m, _ in p.terms:
            for atom in m:
                if atom.text not in found:
                    for operand in atom.operands:
                        enter(operand)
                    found[atom.text] = atom

    for each in polynomials:
        enter(each)
    return found
