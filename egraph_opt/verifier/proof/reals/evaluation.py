"""Values of polynomials in normal form for numbers in place of input elements, computed in float64."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.verifier.proof.reals.machine_integers import NotEvaluated, compare_unsigned, float_of_integer, machine_integer
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, PLUS, UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring


def _half_even(x: float) -> float:
    return float(round(x))


FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name) for name in "sin cos tan asin acos atan sinh cosh asinh acosh atanh erf erfc log cbrt atan2".split()
} | {
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "roundeven": _half_even,
    "round": lambda x: math.copysign(math.floor(abs(x) + 0.5), x),
    "powf": math.pow,
    "remf": math.fmod,
}


@dataclass(slots=True)
class Evaluation:
    """Values of a ring's polynomials in float64 for given contents of the arrays, computed on demand."""

    ring: Ring
    contents: Mapping[str, Array]
    polynomials: dict[int, float] = field(default_factory=dict)
    monomials: dict[int, float] = field(default_factory=dict)
    atoms: dict[int, float] = field(default_factory=dict)

    def polynomial(self, p: int) -> float:
        """Return the value of a polynomial. Raises NotEvaluated."""
        if p < FINITE:
            if p == UNDEFINED:
                raise NotEvaluated("an undefined value")
            return {PLUS: math.inf, MINUS: -math.inf}.get(p, math.nan)
        found = self.polynomials.get(p)
        if found is None:
            parts = [c * self.monomial(m) for m, c in self.ring.parts[p]]
            found = self.polynomials[p] = (
                math.fsum(parts) / self.ring.denominators[p] if all(map(math.isfinite, parts)) else math.nan
            )
        return found

    def monomial(self, m: int) -> float:
        found = self.monomials.get(m)
        if found is None:
            power, exponent = self.ring.monomials[m]
            try:
                found = 1.0 if exponent == ZERO else math.exp(self.polynomial(exponent))
                for atom, k in self.ring.powers[power]:
                    found *= self.atom(atom) ** float(k)
            except (OverflowError, ZeroDivisionError):
                found = math.nan
            if isinstance(found, complex):
                found = math.nan
            self.monomials[m] = found
        return found

    def atom(self, number: int) -> float:
        found = self.atoms.get(number)
        if found is None:
            atom = self.ring.atoms[number]
            try:
                found = self.atoms[number] = float(self.compute_atom(atom.kind, atom.key))
            except ValueError:
                found = self.atoms[number] = math.nan
        return found

    def compute_atom(self, kind: str, key: tuple[object, ...]) -> float:
        match kind, key:
            case "element", (str(array), int(index)):
                return float(self.contents[array][index])
            case "indicator", ("element", str(array), int(index)):
                return float(bool(self.contents[array][index]))
            case "indicator", ("positive", int(p)):
                return float(self.polynomial(p) > 0)
            case "prime", (int(p),):
                return float(p)
            case "log_prime", (int(p),):
                return math.log(p)
            case "constant", (str(), float(value)):
                return value
            case "sum", (int(p),):
                return self.polynomial(p)
            case "max", _:
                values = [self.polynomial(int(p)) for p in key]  # type: ignore[call-overload]
                return math.nan if any(map(math.isnan, values)) else max(values)
            case "function", ("element", int(table), int(offset), int(size)):
                place = int(self.polynomial(offset)) // size
                return self.polynomial(self.ring.arrays[table][place]) if 0 <= place < len(self.ring.arrays[table]) else math.nan
            case "function", ("argmax" | "argmin" as name, *pairs):
                values = [self.polynomial(int(p)) for p in pairs[1::2]]  # type: ignore[call-overload]
                best = max(values) if name == "argmax" else min(values)
                return float(pairs[2 * values.index(best)])  # type: ignore[arg-type]
            case "function", (str(name), *arguments) if name in FUNCTIONS:
                return FUNCTIONS[name](*(self.polynomial(int(p)) for p in arguments))  # type: ignore[call-overload]
        return self.compute_machine_integer(kind, key)

    def compute_machine_integer(self, kind: str, key: tuple[object, ...]) -> float:
        """Return the value of an atom that stands for an operation on fixed-width integers. Raises NotEvaluated."""
        match kind, key:
            case "integer", (str(name), str(element), *arguments):
                return machine_integer(name, element, [self.polynomial(int(p)) for p in arguments])  # type: ignore[call-overload]
            case "indicator", ("unsigned", int(predicate), str(element), int(p), int(q)):
                return float(compare_unsigned(predicate, element, self.polynomial(p), self.polynomial(q)))
            case "function", (str(name), int(p)) if name.startswith(("arith.sitofp ", "arith.uitofp ")):
                return float_of_integer(name, self.polynomial(p))
        raise NotEvaluated(f"{kind} {key[0]}")


def flat_contents(contents: Mapping[str, Array], strides: Mapping[str, tuple[int, ...]]) -> dict[str, Array]:
    """Return flat buffers of arrays, indexed by the element offset that the strides give."""
    found = {}
    for name, values in contents.items():
        flat = np.zeros(1 + sum((n - 1) * s for n, s in zip(values.shape, strides[name], strict=True)) if values.size else 0)
        places = np.zeros((), np.int64)
        for extent, stride in zip(values.shape, strides[name], strict=True):
            places = places[..., None] + np.arange(extent) * stride
        flat[places.reshape(-1)] = values.reshape(-1)
        found[name] = flat
    return found
