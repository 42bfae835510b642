"""What is proved before the work ends stays raised, and nothing else does."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
import z3

from egraph_opt.core.result import Result
from egraph_opt.extract.base.work import Work
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.form_choice import WORK_ENDED_REASON, accesses
from egraph_opt.families.pointer.forms.raising_plan import RaisePlan
from egraph_opt.families.pointer.function_raising import raise_function
from egraph_opt.families.pointer.pair_check import check
from egraph_opt.families.pointer.prepare.shadow_access import access_key
from egraph_opt.families.pointer.raising_attempt import (
    MIN_WORK_FRACTION,
    REPEATED_WORK_RATIO,
    Attempt,
    ProvedAccesses,
    Repeatable,
)
from egraph_opt.families.pointer.symbolic.entailment import Growing, refute
from egraph_opt.families.pointer.symbolic.solver import SolverExhausted, current_session, limit_work, solver_session, spend
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import AccessKey, Proofs, validate
from egraph_opt.text import read, write
from tests.support.kernels import ROOT

KERNEL = ROOT / "benchmarks/corpus/kernels/gems.batch_norm_forward_kernel/input.ttir"
LIMITS = (100_000, 425_000, 450_000, 475_000, 500_000, 700_000)
MATMUL = ROOT / "tests/cases/pointer/matmul.mlir"
MOVED = (("[%1, %c0_i32]", "[%6, %c0_i32]"), ("[%c0_i32, %6]", "[%c0_i32, %1]"), ("[%1, %6]", "[%6, %1]"))
"""Offsets of each access of its product to block pointers, and wrong ones."""


@cache
def raised(target: str, work: int) -> Result:
    """Return a kernel raised under a guard, with so many steps of work."""
    return raise_text(KERNEL.read_text(), "kernel", target, "loop", work_limit=work)


@pytest.mark.parametrize("target", ["block-pointer", "tts"])
def test_more_work_raises_at_least_as_many(target: str) -> None:
    results = [raised(target, work) for work in LIMITS]
    counts = [sum(report.raised for report in result.reports) for result in results]
    forms = [sum(report.structured for report in result.reports) for result in results]
    assert counts == sorted(counts) and forms == sorted(forms)
    assert counts[0] == 0 and len({*zip(counts, forms, strict=True)}) > 3, forms  # none, some, more, all
    assert results[0].stopped_by == "work" and not results[-1].stopped_by
    for result in results:
        assert check(read(KERNEL.read_text()), read(result.ir)).equal


def test_what_is_left_has_a_reason_and_a_remark() -> None:
    results = [raised("block-pointer", work) for work in LIMITS]
    result = next(result for result in results if result.stopped_by and any(report.raised for report in result.reports))
    left = [report for report in result.reports if report.reason == WORK_ENDED_REASON]
    assert left and not any(report.raised for report in left)
    remark = f"{len(left)} of {len(result.reports)} accesses left: stopped by the limit of work"
    assert f"@batch_norm_forward_kernel: {remark}" in result.remarks


def test_the_others_are_left_or_have_an_offset_for_each_lane() -> None:
    module = read(MATMUL.read_text())
    (function,) = module.functions()
    plan = RaisePlan("tts", False, None, version="kernel")
    places = [access_key(op) for op in accesses(function)]
    forms = [("tts.load", "tts.store"), ("tts.gather", "tts.scatter")]
    for only in ({places[0]}, {*places[1:]}):
        for others in (set(), {*places} - only, {places[-1]} - only):
            with solver_session():
                part = replace(plan, only=frozenset(only), others=frozenset(others))
                new, reasons, _ = raise_function(function, part)
                validate(module, read(write(module.replace_functions({function: new}))))
            lines = [{op.line for op in new.walk() if op.name in names} for names in forms]
            assert lines == [{line for line, _ in some} for some in (only, others)]
            assert {access_key(op) for op in reasons if op.name.startswith("tt.")} == {*places} - only - others
            assert {op.line for op in reasons} == {line for line, _ in {*places} - only} and {*reasons.values()} == {
                WORK_ENDED_REASON
            }


def test_what_is_refused_is_not_among_the_proofs() -> None:
    """The wrong access is not noted, nor are those after it."""
    old = MATMUL.read_text()
    new = raise_text(old, "matmul", "block-pointer", "kernel").ir
    proofs = Proofs()
    with solver_session():
        validate(read(old), read(new), proofs)
        assert {name for _, name in proofs.steps} == {"tt.load", "tt.store"}
        places = [*proofs.steps]
    for count, (right, wrong) in enumerate(MOVED):
        assert right in new
        some = Proofs()
        with solver_session(), pytest.raises(RaiseRefused) as refused:
            validate(read(old), read(new.replace(right, wrong)), some)
        assert refused.value.access_key == places[count] and [*some.steps] == places[:count]
    with solver_session():
        proofs.drop(next(op for op in read(old).op.walk() if (op.line, op.name) == places[0]))
    assert [*proofs.steps] == places[1:]


def test_a_part_is_what_the_work_suffices_for() -> None:
    first, second, third = (1, "tt.load"), (2, "tt.load"), (3, "tt.store")
    costs: dict[AccessKey, float] = {first: 10, second: 20, third: 40}

    def only(steps: float, reached: ProvedAccesses) -> set[AccessKey]:
        plan = reached.restrict_plan(steps)
        return {*(plan.only or ())} if plan else set()

    whole = ProvedAccesses(RaisePlan("buffer", False, None), costs)
    found = [only(REPEATED_WORK_RATIO * cost + more, whole) for cost in costs.values() for more in (-1, 1)]
    assert found == [set(), {first}, {first}, {first, second}, {first, second}, {*costs}]
    part = whole.plan.restrict(frozenset((first, second)))
    assert only(60, ProvedAccesses(part, {first: 10})) == {first}
    assert only(60, ProvedAccesses(part, {first: 10, second: 20})) == set()  # the same again would end as it did


def test_as_much_work_is_kept_as_the_same_takes_again() -> None:
    with solver_session():
        whole = Work(1_000)
        part = Repeatable(whole, 900)
        with limit_work(part):
            spend(400)
            assert 1_000 - 400 - REPEATED_WORK_RATIO * 400 < part.left == 1_000 * MIN_WORK_FRACTION - 400 and not part.over()
            current_session.get().solved += 400  # a solver took them: its answer is known the next time
            assert part.left == 500 and not part.over()
            spend(250)
            assert part.left == 1_000 - 650 - REPEATED_WORK_RATIO * 250 and not part.over()
            whole.spend(50)
        assert part.left < 0 and part.over() and not whole.over()


def test_an_attempt_is_worse_if_it_raises_fewer() -> None:
    function = next(iter(read(MATMUL.read_text()).functions()))
    places = [(line, "tt.load") for line in range(3)]
    fewer, more = (Attempt(function, dict.fromkeys(places[:n], "why")) for n in (2, 1))
    lanes = Attempt(function, more.lines, single={places[1]: "why"})
    assert fewer.is_improved_by(more) and lanes.is_improved_by(more) and fewer.is_improved_by(lanes)
    assert not more.is_improved_by(fewer) and not more.is_improved_by(lanes) and not more.is_improved_by(more)


def test_a_known_answer_costs_nothing_and_one_that_was_cut_short_is_asked_again() -> None:
    work = Work(1_000_000)
    with solver_session(), limit_work(work.part()):
        x, y, z = z3.Ints("grown_x grown_y grown_z")
        assert Growing([x > 3]).holds(x > 2, 1_000)
        facts = Growing([x > 3, y > x])
        assert facts.holds(y > 4, 10_000) and not facts.holds(y > z, 10_000)
        facts.tell(z < 4)
        assert facts.holds(y > z, 10_000)
        before = work.spent
        again = Growing([x > 3, y > x])
        assert again.holds(y > 4, 10_000) and not again.holds(y > z, 10_000)
        assert work.spent == before and again.solver is None
        assert not Growing([x > 3]).holds(y > 4, 10_000)  # other facts
        question = [x * y * z == 1001 * y + 7, x > 3, y > 5], x * y > 20
        with limit_work(work.part(500)), suppress(SolverExhausted):
            refute(*question, 10_000)
        assert not any(kept[1][0] == z3.unknown for kept in current_session.get().answers.values())
        assert Growing(question[0]).holds(question[1], 100_000)
