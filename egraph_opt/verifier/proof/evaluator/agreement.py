"""Check of a proof by evaluation: both sides give the same numbers, and each side's normal forms have these values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from egraph_opt.verifier.lift.launch_sequence import Lifted
from egraph_opt.verifier.proof.evaluator.program_evaluator import evaluate_side
from egraph_opt.verifier.proof.evaluator.tile_values import Array, Fault, Unknown, is_float, residue, width_of
from egraph_opt.verifier.proof.reals.evaluation import Evaluation, flat_contents
from egraph_opt.verifier.proof.reals.machine_integers import NotEvaluated
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.side import ArraySpec, Question, Side

SEEDS = (11, 12)
ELEMENTS = 512
"""Largest number of elements of each result whose normal form is evaluated; more are chosen evenly."""
TOLERANCE = 1e-6
"""Tolerated difference, relative to the largest element: kernels round constants such as log2(e) to `f32`, normal forms do not."""
Results = Mapping[str, tuple[Array, Array]]


def disagreement(question: Question, lifted: Sequence[Lifted], ring: Ring | None = None) -> str:
    """Return how the evaluation contradicts a proof, or why the sides cannot be evaluated; empty if it confirms the proof.

    Args:
        lifted: result expressions of the old and of the new side.
        ring: table of the polynomials that these expressions are; None for expressions of the bitwise proof.
    """
    sides = (question.old, question.new)
    for seed in SEEDS:
        try:
            contents, found = evaluate_sides(question, seed)
        except (Unknown, Fault) as error:
            return str(error)
        for name in question.results:
            if all(name in each for each in found) and (fault := differing_element(found[0][name], found[1][name])):
                return f"{name}: {fault}"
        if ring is None:
            continue
        strides = {name: spec.strides for name, spec in question.arrays.items()}
        evaluation = Evaluation(ring, flat_contents(signed_contents(question, contents), strides))
        for side, results, expressions in zip(sides, found, lifted, strict=True):
            for name, (values, written) in results.items():
                if fault := contradiction(evaluation, expressions.results[name].tolist(), values, written):
                    return f"{side.name}: {name}: {fault}"
    return ""


def evaluate_sides(question: Question, seed: int) -> tuple[dict[str, Array], list[Results]]:
    """Return random array contents and each side's results on them; no results for a NumPy or PyTorch side. Raises Unknown, Fault."""
    error: Fault | None = None
    for low, high in ((-7, 8), (0, 2)):  # integers without a range may be indices
        contents = random_contents(question, seed, low, high)
        try:
            return contents, [_results(question, side, contents) for side in (question.old, question.new)]
        except Fault as fault:
            error = error or fault
    assert error is not None
    raise error


def _results(question: Question, side: Side, contents: Mapping[str, Array]) -> Results:
    return {} if side.reference is not None else evaluate_side(question, side, contents)


def random_contents(question: Question, seed: int, low: int, high: int) -> dict[str, Array]:
    """Return random contents of all arrays: floats of both signs; integers in their declared range, else from `low` to `high`."""
    found = {}
    for place, (name, spec) in enumerate(sorted(question.arrays.items())):
        random = np.random.Generator(np.random.PCG64([seed, place]))
        found[name] = _random_array(spec, random, low, high)
    return found


def _random_array(spec: ArraySpec, random: np.random.Generator, low: int, high: int) -> Array:
    if spec.contents is not None:
        return residue(np.reshape(spec.contents, spec.shape), width_of(spec.dtype))
    if is_float(spec.dtype):
        return random.normal(0.0, 1.0, spec.shape)
    if spec.dtype == "i1":
        return random.integers(0, 2, spec.shape).astype(np.uint64)
    first = low if spec.low is None else spec.low
    last = spec.high if spec.high is not None else max(high, first + 1)
    return residue(random.integers(first, max(last, first + 1), spec.shape), width_of(spec.dtype))


def signed_contents(question: Question, contents: Mapping[str, Array]) -> dict[str, Array]:
    """Return array contents in which unsigned residues of integers are replaced by the signed numbers."""
    found = {}
    for name, values in contents.items():
        element = question.arrays[name].dtype
        width = 0 if is_float(element) or element == "i1" else width_of(element)
        found[name] = values if not width else np.where(values >= 1 << width - 1, values.astype(np.float64) - 2.0**width, values)
    return found


def differing_element(old: tuple[Array, Array], new: tuple[Array, Array]) -> str:
    """Describe the first element of a result that differs between both sides; empty if there is none."""
    (a, wrote), (b, wrote_too) = old, new
    counts = np.flatnonzero((wrote | wrote_too) & (np.isfinite(a) | np.isfinite(b)))
    scale = max(float(np.max(np.abs(a[np.isfinite(a)]), initial=0.0)), 1e-3)
    with np.errstate(all="ignore"):
        bad = counts[~(np.abs(a[counts] - b[counts]) <= TOLERANCE * scale)]
    return f"element {bad[0]} is {a[bad[0]]:.7g} in old and {b[bad[0]]:.7g} in new" if bad.size else ""


def contradiction(evaluation: Evaluation, numbers: list[int], values: Array, written: Array) -> str:
    """Describe the first written element whose normal form has another value than the evaluation gave; empty if there is none."""
    scale = max(float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0)), 1e-3)
    for i in range(0, len(numbers), max(1, len(numbers) // ELEMENTS)):
        if not written[i]:
            continue
        try:
            expected = evaluation.polynomial(numbers[i])
        except NotEvaluated:
            continue
        if np.isfinite(expected) and not abs(values[i] - expected) <= TOLERANCE * scale:
            return f"element {i} is {values[i]:.7g} when evaluated, and {expected:.7g} in normal form"
    return ""
