"""Check of a proof by runs: values of the normal form are compared with results of the reference interpreter for both sides.

A fault in lifting (symbolic execution), or in a law of the normal form, would give other numbers.
"""

from __future__ import annotations

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.verifier.lift.launch_sequence import Lifted
from egraph_opt.verifier.proof.reals.evaluation import Evaluation, flat_contents
from egraph_opt.verifier.proof.reals.machine_integers import NotEvaluated
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.run.exposing_inputs import contents_of
from egraph_opt.verifier.run.reference_run import run_reference
from egraph_opt.verifier.run.side_execution import Contents, Outcome, Work, WorkLimit, has_wide_form, run_side
from egraph_opt.verifier.side import Question, Side

WORK = 200_000_000
"""Limit on one run, in elements that are computed."""
ELEMENTS = 512
"""Largest number of elements of each result whose normal form is evaluated; more are chosen evenly."""
NARROW, WIDE = 0.05, 1e-6
"""Tolerated difference, relative to the largest element: for runs in the types of the kernels, and for runs in float64."""


def replay(question: Question, ring: Ring, lifted: Lifted) -> str:
    """Return how runs contradict the normal form that both sides share, or why they fail; empty if they confirm it."""
    wide = has_wide_form(question.old) and has_wide_form(question.new)
    strides = {name: spec.strides for name, spec in question.arrays.items()}
    for kind, seed in (("normal", 1), ("positive", 2)):
        contents = contents_of(question, kind, seed)  # type: ignore[arg-type]
        try:
            outcomes = [run(question, side, contents, wide) for side in (question.old, question.new)]
        except WorkLimit:
            return "the runs take more work than the limit allows"
        except NotModelled as error:
            return str(error)
        evaluation = Evaluation(ring, flat_contents(contents, strides))
        for side, outcome in zip((question.old, question.new), outcomes, strict=True):
            if outcome.error:
                return f"{side.name}: {outcome.error}"
            for name in question.results:
                ran = np.asarray(outcome.arrays[name], np.float64).reshape(-1)
                if fault := contradiction(evaluation, lifted.results[name].tolist(), ran, WIDE if wide else NARROW):
                    return f"{side.name}: {name}: {fault}"
    return ""


def run(question: Question, side: Side, contents: Contents, wide: bool) -> Outcome:
    """Run one side with the reference interpreter, or call its NumPy or PyTorch function; `wide`: with all floats as `f64`."""
    if side.reference is not None:
        return run_reference(question, side, contents, wide)
    return run_side(question, side, contents, Work(WORK), wide=wide)


def contradiction(evaluation: Evaluation, numbers: list[int], ran: Array, tolerance: float) -> str:
    """Describe the first element whose normal form has another value than a run gave; empty if there is none."""
    finite = ran[np.isfinite(ran)]
    scale = float(np.max(np.abs(finite), initial=0.0))
    for i in range(0, len(numbers), max(1, len(numbers) // ELEMENTS)):
        try:
            value = evaluation.polynomial(numbers[i])
        except NotEvaluated:
            continue
        if np.isfinite(value) and np.isfinite(ran[i]) and abs(value - ran[i]) > tolerance * max(scale, 1e-3):
            return f"element {i} is {ran[i]:.7g} in a run, and {value:.7g} in normal form"
    return ""
