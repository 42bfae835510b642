"""Proof that both sides of a question compute the same: their results become expressions in normal form, compared by element."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from egraph_opt.core.engine import SaturationFailed
from egraph_opt.verifier.laws import LAWS
from egraph_opt.verifier.lift.expression_domain import Domain, ElementDependence, Unliftable
from egraph_opt.verifier.lift.launch_sequence import Lifted, lift_side
from egraph_opt.verifier.proof.bit_domain import Bits
from egraph_opt.verifier.proof.equations.operation_record import OperationRecord
from egraph_opt.verifier.proof.equations.recording_domain import RecordingReals
from egraph_opt.verifier.proof.equations.value_equations import find_equations
from egraph_opt.verifier.proof.evaluator.agreement import disagreement
from egraph_opt.verifier.proof.interpreter_replay import replay
from egraph_opt.verifier.proof.reals.element_comparison import Difference, difference
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import WorkLimit
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.reference.reference_lifting import lift_reference
from egraph_opt.verifier.proof.rounding.rounding_bound import RoundingBound, rounding_bound
from egraph_opt.verifier.proof.value_cases import value_cases
from egraph_opt.verifier.side import Question, Side

Verdict = Literal["bits", "reals", "undecided"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on the work of a proof, as counts, so that a verdict does not depend on the load of the machine.

    Attributes:
        steps: largest number of operations that all programs of one side run together.
        terms: largest number of polynomial terms that are computed.
        attempts: settings that are tried in turn. The first number is the largest product of sums (in terms) that is multiplied out.
            The second is the number of terms from which a sum is kept as one atom; 0 for never.
    """

    steps: int = 400_000
    terms: int = 30_000_000
    attempts: tuple[tuple[int, int], ...] = ((64, 32), (20_000, 0))


@dataclass(frozen=True, slots=True)
class Proof:
    """Outcome of a proof.

    Attributes:
        verdict: equal to the last bit, equal over the real numbers, or not decided.
        reason: how the sides were proved equal, or why they were not.
        place: operation, or element of a result, to which the reason refers; empty if equal.
        laws: names of the algebraic laws that were used, sorted.
        assumptions: unproved conditions on which the proof depends, in words.
        all_sizes: whether the proof is valid for all numbers of the open sizes, not only for the given ones.
        rounding: bound on the difference by rounding, for sides that are equal over the real numbers; None if unknown.
    """

    verdict: Verdict
    reason: str
    place: str = ""
    laws: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    all_sizes: bool = False
    rounding: RoundingBound | None = None


NOTHING_WRITTEN = "neither side writes a result"
LEAST_TERMS = 1_000_000
"""Least work of one case of contents."""
METHOD = "at the given sizes every program, tile and iteration was enumerated"
UNCONFIRMED = "the proof is not confirmed by the second evaluation"
ROUNDS = 2
"""Largest number of times that both sides are lifted to find equations between their values."""
FINITE_INPUTS = "all elements of float arrays are finite"


def prove(question: Question, limits: Limits | None = None) -> Proof:
    """Prove that both sides of a question compute the same: bit by bit if possible, else over the real numbers."""
    limits = limits or Limits()
    try:
        return prove_at_once(question, limits)
    except ElementDependence as error:
        cases = value_cases(question)
        return prove_by_values(cases, limits) if cases else undecided_proof(error)


def prove_by_values(cases: Sequence[Question], limits: Limits) -> Proof:
    """Prove a question for all values of its integer elements, one case each."""
    few = replace(limits, terms=max(limits.terms // len(cases), LEAST_TERMS))
    proofs = []
    for case in cases:
        try:
            proof = prove_at_once(case, few)
        except ElementDependence as error:
            return undecided_proof(error)
        if proof.verdict != "undecided":
            proofs.append(proof)
        elif proof.reason != NOTHING_WRITTEN:
            return proof
    if not proofs:
        return Proof("undecided", NOTHING_WRITTEN)
    laws = sorted({"equality_by_values"}.union(*(proof.laws for proof in proofs)))
    taken = dict.fromkeys(each for proof in proofs for each in proof.assumptions)
    if all(proof.verdict == "bits" for proof in proofs):
        return Proof("bits", f"{proofs[0].reason}, for each of {len(cases)} contents of integer arrays", assumptions=tuple(taken))
    reason = f"equal over the real numbers; {METHOD}, for each of {len(cases)} contents of integer arrays"
    return Proof("reals", reason, laws=tuple(laws), assumptions=tuple(taken))


def prove_at_once(question: Question, limits: Limits) -> Proof:
    """Prove a question without cases of contents. Raises ElementDependence."""
    try:
        return bits_of(question, limits) or prove_reals(question, limits)
    except ElementDependence:
        raise
    except Unliftable as error:
        return undecided_proof(error)
    except WorkLimit:
        return Proof("undecided", "the expressions have more terms than the limit allows; smaller sizes may be decided")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return Proof("undecided", "the prover failed, which is a fault of it: please report this question")


def undecided_proof(error: Unliftable) -> Proof:
    """Return the proof that is not decided for the reason and at the place of an error."""
    return Proof("undecided", error.reason, error.place)


def bits_of(question: Question, limits: Limits) -> Proof | None:
    """Return the proof that the results are equal bit by bit; None if it fails, also for an operation that cannot be lifted."""
    try:
        return prove_bits(question, limits)
    except Unliftable:
        return None


def prove_bits(question: Question, limits: Limits) -> Proof | None:
    """Return the proof that both sides apply the same operations in the same order, or None. Raises Unliftable."""
    if question.old.reference is not None or question.new.reference is not None:
        return None
    domain = Bits(limits.terms)
    old, new = (lift_side(question, side, domain, limits.steps) for side in (question.old, question.new))
    if old.unordered or new.unordered:
        return None
    if any(np.any(old.results[name] != new.results[name]) for name in question.results):
        return None
    undefined_element(question, domain, old, new)
    require_bounds(old, new)
    if fault := disagreement(question, (old, new)):
        return Proof("undecided", f"{UNCONFIRMED}: {fault}")
    taken = kernel_assumptions(old, new)
    return Proof("bits", f"the same operations in the same order; {METHOD}", assumptions=taken)


def kernel_assumptions(*sides: Lifted) -> tuple[str, ...]:
    """Return the assumption, in words, that a proof makes if kernels assume or assert conditions on array elements."""
    return ("what the kernels assume or assert of elements of arrays holds",) if any(side.assumes for side in sides) else ()


def prove_reals(question: Question, limits: Limits) -> Proof:
    """Return the proof that both sides are equal over the real numbers, or an undecided one with the reason."""
    found = None
    for expand, name_sums in limits.attempts:
        ring = Ring(expand=expand, work=limits.terms, name_sums=name_sums)
        domain = Reals(ring, tuple(question.arrays.values()))
        try:
            old, new = (lift_reals(question, side, domain, limits.steps) for side in (question.old, question.new))
            undefined_element(question, domain, old, new)
            require_bounds(old, new)
            apart = difference(question, ring, old, new)
        except WorkLimit:
            if found is None:
                raise
            break
        if apart is None:
            return confirm(question, ring, old, new, limits)
        found = found or apart
    assert found is not None
    try:
        by_equations = prove_by_equations(question, limits)
    except (WorkLimit, Unliftable, SaturationFailed):
        by_equations = None
    return by_equations or Proof("undecided", found.reason, found.place)


def prove_by_equations(question: Question, limits: Limits) -> Proof | None:
    """Return the proof that equations between values make possible, which an e-graph finds; None if they do not suffice."""
    ring = Ring(work=limits.terms)
    record = OperationRecord(ring)
    domain = RecordingReals(record, tuple(question.arrays.values()))
    rules: set[str] = set()
    for _ in range(ROUNDS):
        old, new = (lift_reals(question, side, domain, limits.steps) for side in (question.old, question.new))
        undefined_element(question, domain, old, new)
        require_bounds(old, new)
        if rules and difference(question, ring, old, new) is None:
            return confirm(question, ring, old, new, limits, rules)
        pairs = [(old.results[name], new.results[name]) for name in question.results]
        apart = {pair: None for a, b in pairs for pair in zip(a[a != b].tolist(), b[a != b].tolist(), strict=True)}
        found = find_equations(record, list(apart))
        if not found:
            break
        rules |= found
    return None


def confirm(question: Question, ring: Ring, old: Lifted, new: Lifted, limits: Limits, rules: Iterable[str] = ()) -> Proof:
    """Return the proof that equal normal forms give, if runs and the second evaluation confirm it; else an undecided one."""
    if fault := replay(question, ring, old):
        return Proof("undecided", f"the proof is not confirmed by a run: {fault}")
    if fault := disagreement(question, (old, new), ring):
        return Proof("undecided", f"{UNCONFIRMED}: {fault}")
    laws = tuple(sorted(ring.laws))
    if unknown := [name for name in laws if name not in LAWS]:
        return Proof("undecided", f"the law {unknown[0]} is not in the book of laws")
    taken = (*assumptions_of(ring), *kernel_assumptions(old, new))
    bound = rounding_bound(question, limits.steps)
    return Proof("reals", f"equal over the real numbers; {METHOD}", "", (*laws, *sorted(rules)), taken, rounding=bound)


def lift_reals(question: Question, side: Side, domain: Reals, steps: int) -> Lifted:
    """Execute a side symbolically over the real numbers: its kernel launches, or its NumPy or PyTorch function."""
    return lift_side(question, side, domain, steps) if side.reference is None else lift_reference(question, side, domain)


def assumptions_of(ring: Ring) -> tuple[str, ...]:
    """Return the assumptions, in words, of a proof over the real numbers."""
    found = [FINITE_INPUTS, "float constants stand for the simplest numbers that round to them"]
    if "element_by_index" in ring.laws or any(a.kind == "function" and a.key[0] == "element" for a in ring.atoms):
        found.append("indices that are loaded lie inside their arrays")
    return tuple(found)


def require_bounds(old: Lifted, new: Lifted) -> None:
    """Raise Unliftable if new may read outside of an array, at an address that depends on elements and that old does not read."""
    for load in sorted(new.unbounded - old.unbounded, key=lambda each: (each.array, each.address)):
        if load._replace(mask=None) not in old.unbounded:
            raise Unliftable(f"new may read outside of {load.array}, at an address that old does not read")


def undefined_element(question: Question, domain: Domain, old: Lifted, new: Lifted) -> None:
    """Raise Unliftable for an undefined element of a result, except for elements that neither side writes."""
    counts = {name: old.written[name] | new.written[name] for name in question.results}
    if not any(np.any(each) for each in counts.values()):
        raise Unliftable(NOTHING_WRITTEN)
    for side, lifted in ((question.old, old), (question.new, new)):
        for name in question.results:
            bad = np.flatnonzero((lifted.results[name] == domain.undefined) & counts[name])
            if not bad.size:
                continue
            index = tuple(int(i) for i in np.unravel_index(bad[0], question.arrays[name].shape))
            error = Unliftable(
                "its value is not known: it is not written, it depends on elements that a load masks out, or on an infinity"
                if lifted.written[name][bad[0]] or question.arrays[name].start == "given"
                else "no program writes it, and the other side writes it"
            )
            error.place = f"{side.name}: {name}{list(index)}"
            raise error


__all__ = ["Difference", "Limits", "Proof", "prove"]
