"""Every shipped kernel at every stage: optimised, never costlier, accepted by Triton, or compiled to PTX where that is possible."""

from collections.abc import Sequence

import pytest
from _pytest.mark import ParameterSet

from egraph_opt.baseline import libtriton
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.cost.model_spec import cost_model
from egraph_opt.families.layout.options import Options
from tests.support.kernels import STAGES, kernels

PARTS = 8
"""Number of tests that share the kernels of a stage, so that parallel test processes finish together."""


def optimise(stage: str, options: Options, part: int | None) -> dict[str, Result]:
    """Optimise all kernels of a stage, or a part of them."""
    chosen = kernels(stage) if part is None else kernels(stage)[part::PARTS]
    return {str(path.parent.name): optimize_text(path.read_text(), str(path), options) for path in chosen}


def failures(task: libtriton.Task, results: dict[str, Result]) -> dict[str, str]:
    answers = libtriton.ask(task, [result.ir for result in results.values()])
    return {name: answer.error for name, answer in zip(results, answers, strict=True) if answer.text is None}


def faults(results: dict[str, Result]) -> dict[str, tuple[str, ...]]:
    """Return internal failures by kernel. Leaving a function unchanged because of its registers is a decision, not a failure."""
    return {name: r.remarks for name, r in results.items() if r.rejected or any(f.stopped_by == "error" for f in r.functions)}


SLOW = pytest.mark.slow
COMPILED = ("rlc3.before", "final")
"""Stages that are late enough for Triton's code generator."""


def parts_of(first: str, others: Sequence[str]) -> list[ParameterSet]:
    """Each part of the first, of which one is not slow, and the others, which are slow, as a whole."""
    parts = [pytest.param(first, part, marks=[SLOW] if part else []) for part in range(PARTS)]
    return [*parts, *(pytest.param(o, None, marks=SLOW) for o in others)]


@pytest.mark.parametrize(("stage", "part"), parts_of("rlc3.before", [s for s in STAGES if s != "rlc3.before"]))
def test_every_kernel_is_optimised_and_accepted(stage: str, part: int | None) -> None:
    results = optimise(stage, Options(extract="dag", candidates=4), part)
    assert faults(results) == {}
    assert [name for name, r in results.items() if r.cost_after > r.cost_before] == []
    least = 30 if part is None else 4
    assert sum(r.cost_after < r.cost_before for r in results.values()) >= least, "most kernels with conversions can be improved"
    assert failures("ptx" if stage in COMPILED else "accept", results) == {}


@pytest.mark.parametrize(("model", "part"), parts_of("cycles", ("converts", "shared_bytes")))
def test_exact_extraction_proves_most_kernels(model: str, part: int | None) -> None:
    results = optimise("rlc3.before", Options(cost=cost_model(model), work_limit=1_000_000, candidates=4), part)
    assert faults(results) == {}
    assert [name for name, r in results.items() if r.cost_after > r.cost_before] == []
    assert sum(r.optimal for r in results.values()) >= (90 if part is None else len(results) - 1)
    assert failures("accept", results) == {}


@pytest.mark.parametrize(
    "kernel",
    ["fla.chunk_gated_delta_rule_fwd_kkt_solve_kernel", pytest.param("fla.chunk_kda_fwd_kernel_inter_solve_fused", marks=SLOW)],
)
def test_the_largest_problems_are_posed_and_searched_without_a_fault(kernel: str) -> None:
    path = next(p for p in kernels("rlc1.before") if p.parent.name == kernel)
    assert faults({kernel: optimize_text(path.read_text(), str(path), Options(work_limit=2_000_000))}) == {}
