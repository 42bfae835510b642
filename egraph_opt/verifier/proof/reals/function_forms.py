"""Powers, exponential functions and logarithms of polynomials in normal form."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sympy import factorint

from egraph_opt.verifier.proof.reals.polynomials.hash_consing import (
    FINITE,
    MINUS,
    NAN,
    NOTHING,
    ONE,
    PLUS,
    UNDEFINED,
    UNIT,
    ZERO,
    Need,
    Rational,
    whole,
)
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

LARGEST_FACTORED = 1 << 80
"""Largest number that is factorised into primes."""


def log_prime(ring: Ring, prime: int) -> int:
    """Return the logarithm of a prime."""
    return ring.variable("log_prime", prime)


def exponential(ring: Ring, p: int) -> int:
    """Return exp(p); logarithms in the exponent become powers: exp(k log x) is x ** k."""
    if p < FINITE:
        return ZERO if p == MINUS else p
    if p == ZERO:
        return ONE
    p = ring.resolve_sums(p)
    if not any(m in ring.singles for m, _ in ring.parts[p]):
        return ring.polynomial({ring.monomial(UNIT, ring.bare(p)): 1}, ring.needs[p])
    kept = {}
    factors = []
    for m, c in ring.terms(p):
        atom = ring.singles.get(m)
        if atom is not None and is_log(ring, atom) and is_plain(c):
            kind, key = ring.atoms[atom].kind, ring.atoms[atom].key
            base = ring.constant(key[0]) if kind == "log_prime" else key[1]
            factors.append(power_of(ring, base, c))
        else:
            kept[m] = c
    exponent = ring.polynomial(kept)
    found = ring.polynomial({ring.monomial(UNIT, exponent): 1}, ring.needs[p])
    if factors:
        ring.laws.add("exponential_of_logarithm")
    for factor in factors:
        found = ring.product(found, factor)
    return found


def is_log(ring: Ring, atom: int) -> bool:
    """Return whether an atom is a logarithm."""
    found = ring.atoms[atom]
    return found.kind == "log_prime" or (found.kind == "function" and found.key[0] == "log")


def is_plain(k: Rational) -> bool:
    """Return whether an exponent is a small integer or half of one, so that the power becomes a product of atoms."""
    return (k * 2) == int(k * 2) and abs(Fraction(k)) <= 16


def exponential_to_base_2(ring: Ring, p: int) -> int:
    """Return 2 ** p = exp(p * ln 2)."""
    ring.laws.add("exponential_to_base_2")
    return exponential(ring, ring.product(p, log_prime(ring, 2)))


def primes_of(x: Rational) -> dict[int, int] | None:
    """Return the exponents in the prime factorisation of a positive rational number; None if it is too large to factorise."""
    if max(x.numerator, x.denominator) > LARGEST_FACTORED:
        return None
    found = dict(factorint(x.numerator))
    for prime, k in factorint(x.denominator).items():
        found[prime] = -k
    return {int(prime): int(k) for prime, k in found.items()}


def power_of(ring: Ring, p: int, k: Rational) -> int:
    """Return p ** k for an integer k or half of one, with the conditions under which it is defined."""
    if p < FINITE:
        return {PLUS: PLUS if k > 0 else ZERO, NAN: NAN}.get(p, UNDEFINED)
    if k == 0:
        return ONE
    if isinstance(k, int) and k > 0:
        found = p
        for _ in range(k - 1):
            found = ring.product(found, p)
        if k % 2 == 0 and found >= FINITE and not ring.is_partial(p):
            ring.learn_sign(found, 1)
        return found
    if not ring.parts[p]:
        return p if k > 0 else UNDEFINED
    integral = isinstance(k, int)
    p = ring.resolve_sums(p)
    content, powers, exponent, rest = ring.primitive(p, positive=not integral)
    ring.laws.add("power_of_product")
    if not integral and content < 0:
        return UNDEFINED
    needs = needs_of(ring, p, rest, k)
    scale = content_power(ring, content, k)
    if scale is None:  # the content stays inside
        content, powers, exponent, rest = 1, UNIT, ZERO, ring.bare(p)
        scale = ONE
    factors: dict[int, Rational] = {a: whole(e * k) for a, e in ring.powers[powers]}
    if rest != ONE:
        for atom, e in atoms_of(ring, rest, integral):
            factors[atom] = whole(factors.get(atom, 0) + e * k)
    factor: Rational = 1
    for atom in [a for a in factors if ring.atoms[a].kind == "prime"]:
        factor *= ring.reduce_power(factors, atom)
    monomial = ring.monomial(ring.power(tuple(sorted((a, e) for a, e in factors.items() if e))), ring.scale(exponent, k))
    return ring.product(scale, ring.polynomial({monomial: whole(factor)}, ring.needs[p] | needs))


def atoms_of(ring: Ring, p: int, integral: bool) -> tuple[tuple[int, Rational], ...]:
    """Return atoms whose product is a polynomial: those of a single monomial, else one `sum` atom for the polynomial."""
    terms = ring.terms(p)
    if len(terms) == 1 and terms[0][1] == 1:
        power, exponent = ring.monomials[terms[0][0]]
        atoms = ring.powers[power]
        if exponent == ZERO and (integral or (len(atoms) == 1 and atoms[0][1] == 1)):
            return atoms
    return ((ring.atom("sum", p), 1),)


def content_power(ring: Ring, content: Rational, k: Rational) -> int | None:
    """Return a rational number to an integer or half-integer power; None if it is too large to factorise."""
    if isinstance(k, int):
        return ring.constant(Fraction(content) ** k)
    primes = primes_of(content)
    if primes is None:
        return None
    found = ONE
    for prime, e in sorted(primes.items()):
        exponent = Fraction(e) * k
        integral = exponent.numerator // exponent.denominator
        found = ring.product(found, ring.constant(Fraction(prime) ** integral))
        if exponent != integral:
            atom = ring.atom("prime", prime)
            monomial = ring.monomial(ring.power(((atom, exponent - integral),)), ZERO)
            found = ring.product(found, ring.polynomial({monomial: 1}))
    return found


def needs_of(ring: Ring, p: int, rest: int, k: Rational) -> frozenset[Need]:
    """Return the unproved conditions under which p ** k is defined; `rest`: p without its common factors."""
    if ring.sign(p) == 2:
        return NOTHING
    sign = ring.sign(rest)
    if isinstance(k, int):  # the factors that were split off may be zero, too
        return frozenset((*(() if sign == 2 else (("nonzero", rest),)), *monomial_needs(ring, p)))
    sign = max(sign, ring.sign(p))
    if sign == 2:
        return NOTHING
    if k > 0:
        return NOTHING if sign else frozenset((("nonnegative", rest),))
    return frozenset((("nonzero" if sign else "positive", rest),))


def monomial_needs(ring: Ring, p: int) -> list[Need]:
    """Return the conditions that a polynomial's common factors are not zero, except for those proved positive."""
    powers = ring.primitive(p, positive=False)[1]
    found: list[Need] = []
    for atom, _ in ring.powers[powers]:
        if ring.atom_sign(atom) < 2:
            found.append(("nonzero", base_of(ring, atom)))
    return found


def base_of(ring: Ring, atom: int) -> int:
    """Return an atom as a polynomial: the sum in it for a `sum` atom."""
    found = ring.atoms[atom]
    return int(found.key[0]) if found.kind == "sum" else ring.polynomial({ring.monomial(ring.power(((atom, 1),)), ZERO): 1})


def logarithm(ring: Ring, p: int) -> int:
    """Return log(p), as a sum of the logarithms of p's positive factors and of the rest."""
    if p < FINITE:
        return {PLUS: PLUS, NAN: NAN}.get(p, UNDEFINED)
    if not ring.parts[p]:
        return UNDEFINED if ring.needs[p] else MINUS
    p = ring.resolve_sums(p)
    content, powers, exponent, rest = ring.primitive(p, positive=True)
    if content < 0 and ring.rational(rest) is not None:
        return UNDEFINED
    primes = primes_of(abs(Fraction(content)))
    if primes is None or content < 0:
        content, rest = 1, ring.scale(rest, content)
        primes = {}
    summands = [ring.scale(log_prime(ring, prime), k) for prime, k in sorted(primes.items())]
    summands.append(exponent)
    for atom, k in ring.powers[powers]:
        summands.append(ring.scale(logarithm_of_atom(ring, atom), k))
    needs = ring.needs[p]
    if rest != ONE:
        if max(ring.sign(rest), ring.sign(p)) < 2:
            needs |= {("positive", rest)}
        summands.append(ring.variable("function", "log", rest))
    if len(summands) > 1:
        ring.laws.add("logarithm_of_product")
    return ring.with_needs(ring.total(summands), needs)


def logarithm_of_atom(ring: Ring, atom: int) -> int:
    """Return the logarithm of a positive atom."""
    found = ring.atoms[atom]
    if found.kind == "prime":
        return log_prime(ring, found.key[0])
    return ring.variable("function", "log", base_of(ring, atom))


def comparison_by_logarithm(ring: Ring, p: int) -> int:
    """Return a polynomial with the same sign as p: log(a) - log(b) if p is a - b for exponentials a and b, else p."""
    terms = ring.terms(p)
    if len(terms) != 2 or any(ring.monomials[m][0] != UNIT for m, _ in terms) or terms[0][1] * terms[1][1] > 0:
        return p
    up, down = sorted(terms, key=lambda term: term[1] < 0)
    if max(ring.monomials[m][1] for m, _ in terms) == ZERO:
        return p
    ring.laws.add("comparison_by_logarithm")
    quotient = logarithm(ring, ring.constant(Fraction(up[1]) / -Fraction(down[1])))
    return ring.total((ring.monomials[up[0]][1], ring.scale(ring.monomials[down[0]][1], -1), quotient))


def hyperbolic_tangent(ring: Ring, p: int) -> int:
    """Return tanh(p) = 1 - 2 / (exp(2 p) + 1)."""
    if p < FINITE:
        return {PLUS: ONE, MINUS: ring.constant(-1)}.get(p, p)
    ring.laws.add("tangent_by_exponentials")
    return ring.total((ONE, ring.scale(power_of(ring, ring.total((exponential(ring, ring.scale(p, 2)), ONE)), -1), -2)))


def floor(ring: Ring, p: int) -> int:
    """Return floor(p), with the whole part of p's constant term taken out."""
    if p < FINITE:
        return p if p in (UNDEFINED, NAN) else UNDEFINED
    terms = ring.terms(ring.resolve_sums(p))
    whole_part = ring.constant(Fraction(terms[0][1]).__floor__()) if terms and terms[0][0] == UNIT else ZERO
    rest = ring.difference(p, whole_part)
    ring.laws.add("floor_and_ceiling")
    return whole_part if ring.rational(rest) is not None else ring.total((whole_part, of_reals("floor")(ring, rest)))


def ceiling(ring: Ring, p: int) -> int:
    """Return ceil(p), as -floor(-p)."""
    return ring.scale(floor(ring, ring.scale(p, -1)), -1) if p >= FINITE else floor(ring, p)


def of_parity(name: str, sign: int) -> Callable[[Ring, int], int]:
    """Return an uninterpreted function f with f(-x) = `sign` * f(x)."""

    def function(ring: Ring, p: int) -> int:
        p = ring.resolve_sums(p)
        if p < FINITE or not ring.parts[p] or ring.parts[p][0][1] > 0:
            return of_reals(name)(ring, p)
        ring.laws.add("odd_and_even")
        return ring.scale(of_reals(name)(ring, ring.scale(p, -1)), sign)

    return function


def hyperbolic(sign: int) -> Callable[[Ring, int], int]:
    """Return the function (exp(p) + `sign` * exp(-p)) / 2: cosh or sinh."""

    def function(ring: Ring, p: int) -> int:
        if p < FINITE:
            return p if p in (UNDEFINED, NAN) else UNDEFINED
        ring.laws.add("hyperbolic_by_exponentials")
        summands = exponential(ring, p), ring.scale(exponential(ring, ring.scale(p, -1)), sign)
        return ring.scale(ring.total(summands), Fraction(1, 2))

    return function


def of_reals(name: str) -> Callable[[Ring, int], int]:
    """Return an uninterpreted function of the given name: only equal arguments are known to give equal results."""

    def opaque(ring: Ring, p: int) -> int:
        if p < FINITE:
            return p if p in (UNDEFINED, NAN) else UNDEFINED
        return ring.variable("function", name, ring.bare(ring.resolve_sums(p)), needs=ring.needs[p])

    return opaque


UNARY: dict[str, Callable[[Ring, int], int]] = {
    "exp": exponential,
    "exp2": exponential_to_base_2,
    "expm1": lambda ring, p: ring.difference(exponential(ring, p), ONE),
    "log": logarithm,
    "log2": lambda ring, p: ring.product(logarithm(ring, p), power_of(ring, log_prime(ring, 2), -1)),
    "log10": lambda ring, p: ring.product(logarithm(ring, p), power_of(ring, logarithm(ring, ring.constant(10)), -1)),
    "log1p": lambda ring, p: logarithm(ring, ring.total((p, ONE))),
    "sqrt": lambda ring, p: power_of(ring, p, Fraction(1, 2)),
    "rsqrt": lambda ring, p: power_of(ring, p, Fraction(-1, 2)),
    "tanh": hyperbolic_tangent,
    "negf": lambda ring, p: ring.scale(p, -1),
}
for _name in "tan asin acos acosh atanh erfc cbrt trunc round roundeven".split():
    UNARY[_name] = of_reals(_name)
UNARY |= {"floor": floor, "ceil": ceiling, "sinh": hyperbolic(-1), "cosh": hyperbolic(1), "cos": of_parity("cos", 1)}
UNARY |= {name: of_parity(name, -1) for name in ("sin", "erf", "atan", "asinh")}
