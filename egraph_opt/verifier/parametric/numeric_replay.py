"""Check of a proof for all sizes: at small sizes, its symbolic results are evaluated and compared with interpreter runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.verifier.parametric.execution.symbolic_arrays import Contents
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.numeric_evaluation import CELLS, NumericEvaluation
from egraph_opt.verifier.proof.interpreter_replay import NARROW, WIDE, WORK
from egraph_opt.verifier.proof.reals.evaluation import flat_contents
from egraph_opt.verifier.proof.reals.machine_integers import NotEvaluated
from egraph_opt.verifier.run.exposing_inputs import contents_of
from egraph_opt.verifier.run.reference_run import run_reference
from egraph_opt.verifier.run.side_execution import Work, WorkLimit, has_wide_form, run_side
from egraph_opt.verifier.side import ArraySpec, Question

ELEMENTS = 96
"""Largest number of elements of a result that are evaluated; they are chosen evenly."""


def replay_at(question: Question, ring: SymbolicRing, lifted: Sequence[Mapping[str, Contents]]) -> str | None:
    """Return how interpreter runs contradict the symbolic results; empty if they agree, None if nothing can be compared."""
    wide = has_wide_form(question.old) and has_wide_form(question.new)
    strides = {name: spec.strides for name, spec in question.arrays.items()}
    contents = contents_of(question, "normal", 1)
    starts = {name: np.zeros_like(held) if question.arrays[name].start == "zeros" else held for name, held in contents.items()}
    compared = False
    for side, forms in zip((question.old, question.new), lifted, strict=True):
        try:
            if side.reference is not None:
                outcome = run_reference(question, side, contents, wide)
            else:
                outcome = run_side(question, side, contents, Work(WORK), wide=wide)
        except (WorkLimit, NotModelled):
            return None
        if outcome.error:
            return f"{side.name}: {outcome.error}"
        for name in question.results:
            spec, form = question.arrays[name], forms[name]
            reach = 1 + max([*question.sizes.values(), *(each.extent for each in question.arrays.values())])
            count = min(spec.size, ELEMENTS, max(4, CELLS // reach))
            places = np.unique(np.linspace(0, spec.size - 1, count).astype(np.int64))
            numbers = {**question.sizes, **index_numbers(spec, form, places)}
            evaluation = NumericEvaluation(ring, flat_contents(starts, strides), numbers, reach)
            assert form.value is not None
            try:
                with np.errstate(all="ignore"):
                    values = np.broadcast_to(evaluation.value(form.value), places.shape)
            except NotEvaluated:
                return None
            ran = np.asarray(outcome.arrays[name], np.float64).reshape(-1)[places]
            written = outcome.written[name].reshape(-1)[places]
            if fault := contradiction(values, ran, written, places, spec, WIDE if wide else NARROW):
                return f"{side.name}: {name}: {fault}"
            compared = compared or bool(spec.size)
    return "" if compared else None


def index_numbers(spec: ArraySpec, form: Contents, places: Array) -> dict[str, Array]:
    """Return the values of an array's index symbols at some elements, given by row-major number."""
    symbols = [each.text for each in form.array.index_symbols(form.flat)]
    if form.flat:
        return {symbols[0]: places}
    return dict(zip(symbols, np.unravel_index(places, spec.shape), strict=True))


def contradiction(values: Array, ran: Array, written: Array, places: Array, spec: ArraySpec, tolerance: float) -> str:
    """Describe the first element whose evaluated value differs from that of a run; empty if there is none."""
    unknown = np.isnan(values)
    if spec.start == "undefined" and np.any(unknown & written & np.isfinite(ran)):
        return f"element {places[np.argmax(unknown & written)]} is written in a run, and has no value in the proof"
    if spec.start == "undefined" and np.any(~unknown & ~written):
        return f"element {places[np.argmax(~unknown & ~written)]} is not written in a run, and has a value in the proof"
    both = np.isfinite(values) & np.isfinite(ran)
    scale = max(float(np.max(np.abs(ran[both]), initial=0.0)), 1e-3)
    apart = both & (np.abs(values - ran) > tolerance * scale)
    if np.any(apart):
        first = int(np.argmax(apart))
        return f"element {places[first]} is {ran[first]:.7g} in a run, and {values[first]:.7g} in the proof"
    return ""
