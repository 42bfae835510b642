"""Signs of polynomials: which are proved positive, or not negative."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, UNIT, Rational, Tables
from egraph_opt.verifier.proof.reals.polynomials.special_values import scaled_special


@dataclass(slots=True)
class Signs(Tables):
    """Hash-consed polynomials with their signs."""

    def classify(self, monomial: int, factors: tuple[tuple[int, Rational], ...], plain: bool) -> None:
        Tables.classify(self, monomial, factors, plain)
        if any((k < 0 or not isinstance(k, int)) and self.atom_sign(atom) < 2 for atom, k in factors):
            self.partial.add(monomial)

    def is_partial(self, p: int) -> bool:
        """Return whether a polynomial is not defined everywhere, so that signs of values computed from it are not recorded."""
        return bool(self.partial) and any(m in self.partial for m, _ in self.parts[p])

    def sign(self, p: int) -> int:
        """Return 2 if a polynomial is proved positive, 1 if it is proved not negative, else 0."""
        if p < FINITE:
            return 0
        terms = self.terms(p)
        known = max(self.signs.get(p, 0), self.signs.get(self.bare(p), 0) if self.needs[p] else 0)
        if known == 2 or not terms:
            return known or 1
        signs = [self.monomial_sign(m) if c > 0 else self.minimum_sign(m) for m, c in terms]
        if all(signs) and max(signs) > known:
            known = self.signs[p] = max(signs)
        return known

    def sign_at_hand(self, p: int) -> int:
        """Return the sign of a polynomial as `sign` does, but 0 instead of examining several terms."""
        return self.signs.get(p, 0) or (self.sign(p) if len(self.parts[p]) < 2 else 0)

    def monomial_sign(self, m: int) -> int:
        """Return the sign of a monomial as `sign` does."""
        found = 2
        for atom, k in self.powers[self.monomials[m][0]]:
            known = self.atom_sign(atom)
            if not known and isinstance(k, int) and k % 2:
                return 0
            found = min(found, 2 if k < 0 else max(known, 1))
        return found

    def minimum_sign(self, m: int) -> int:
        """Return the sign of a negated monomial as `sign` does, if it is a minimum: the negative of a maximum; else 0."""
        atom = self.atoms[self.singles[m]] if m in self.singles else None
        return min(self.sign(self.scale(p, -1)) for p in atom.key) if atom is not None and atom.kind == "max" else 0

    def atom_sign(self, atom: int) -> int:
        """Return the sign of an atom as `sign` does."""
        kind, key = self.atoms[atom].kind, self.atoms[atom].key
        if kind in ("prime", "log_prime", "constant"):
            return 2
        if kind in ("indicator", "nonnegative"):
            return 1
        if kind == "sum":
            return self.sign(key[0])
        if kind == "max":
            best = max(map(self.sign, key))
            return best or int(any(self.scale(p, -1) in key for p in key))
        if kind == "function" and key[0] == "log":
            return self.sign_above_one(key[1])
        return 0

    def sign_above_one(self, p: int) -> int:
        """Return the sign of p - 1 as `sign` does, if p is a constant plus terms that are not negative; else 0."""
        constant, *others = self.terms(p) if self.terms(p)[0][0] == UNIT else (None,)
        if constant is None or constant[1] < 1 or any(c < 0 for _, c in others):
            return 0
        signs = [self.monomial_sign(m) for m, _ in others]
        return 0 if not all(signs) else 2 if constant[1] > 1 or 2 in signs else 1

    def learn_sign(self, p: int, sign: int) -> None:
        """Record the sign of a polynomial, unless a stronger one is recorded."""
        if self.signs.get(p, 0) < sign:
            self.signs[p] = sign

    def scale(self, p: int, factor: Rational) -> int:
        """Return a rational multiple of a value."""
        if p < FINITE:
            return scaled_special(p, factor)
        if factor == 1:
            return p
        up = factor.numerator
        self.spend(len(self.parts[p]))
        numerators = {m: c * up for m, c in self.parts[p]}
        found = self.over_denominator(numerators, self.denominators[p] * factor.denominator, self.needs[p])
        if factor > 0 and p in self.signs:
            self.learn_sign(found, self.signs[p])
        return found
