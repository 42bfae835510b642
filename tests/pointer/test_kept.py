"""What is proved before the work ends stays raised, and nothing else does."""

from __future__ import annotations

from contextlib import suppress

import pytest
import z3

from egraph_opt.core.result import Result
from egraph_opt.extract.base.work import Work
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.attempt import AGAIN, Attempt, Reached, Repeatable
from egraph_opt.families.pointer.checking import check
from egraph_opt.families.pointer.forms.choice import ENDED, Aim
from egraph_opt.families.pointer.symbolic.ask import Exhausted, allowing, asked, spend, together
from egraph_opt.families.pointer.symbolic.refute import Growing, refute
from egraph_opt.families.pointer.validation.proofs import Place, Proofs
from egraph_opt.families.pointer.validation.refused import Refused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.support.kernels import ROOT

KERNEL = ROOT / "benchmarks/corpus/kernels/gems.batch_norm_forward_kernel/input.ttir"
LIMITS = (100_000, 200_000, 300_000, 400_000, 500_000, 700_000)
MATMUL = ROOT / "tests/cases/pointer/matmul.mlir"
MOVED = (("[%1, %c0_i32]", "[%6, %c0_i32]"), ("[%c0_i32, %6]", "[%c0_i32, %1]"), ("[%1, %6]", "[%6, %1]"))
"""Offsets of each access of its product to block pointers, and wrong ones."""


def raised(target: str, work: int) -> Result:
    """Return a kernel raised under a guard, with so many steps of work."""
    return raise_text(KERNEL.read_text(), "kernel", target, "loop", work_limit=work)


@pytest.mark.parametrize(("target", "parts"), [("block-pointer", 2), ("tts", 1)])
def test_more_work_raises_at_least_as_many(target: str, parts: int) -> None:
    results = [raised(target, work) for work in LIMITS]
    counts = [sum(report.raised for report in result.reports) for result in results]
    forms = [sum(report.structured for report in result.reports) for result in results]
    assert counts == sorted(counts) and forms == sorted(forms)
    assert len({*forms}) >= 2 + parts, forms  # none, some, all
    assert not results[-1].stopped_by and all(result.stopped_by == "work" for result in results[:-1])
    for result in results:
        assert check(read(KERNEL.read_text()), read(result.ir)).equal


def test_what_is_left_has_a_reason_and_a_remark() -> None:
    result = raised("block-pointer", 400_000)
    left = [report for report in result.reports if report.reason == ENDED]
    assert left and not any(report.raised for report in left)
    remark = f"{len(left)} of {len(result.reports)} accesses left: stopped by the limit of work"
    assert f"@batch_norm_forward_kernel: {remark}" in result.remarks


def test_what_may_have_an_offset_for_each_lane_gets_it() -> None:
    results = [raised("tts", work) for work in LIMITS]
    some = [result for result in results if result.stopped_by and any(report.structured for report in result.reports)]
    assert some
    for result in some:
        reasons = {report.reason for report in result.reports if report.raised and not report.structured}
        assert ENDED in reasons and all(report.raised for report in result.reports)


def test_what_is_refused_is_not_among_the_proofs() -> None:
    """The wrong access is not noted, nor are those after it."""
    old = MATMUL.read_text()
    new = raise_text(old, "matmul", "block-pointer", "kernel").ir
    proofs = Proofs()
    with together():
        validate(read(old), read(new), proofs)
        assert {name for _, name in proofs.steps} == {"tt.load", "tt.store"}
        places = [*proofs.steps]
    for count, (right, wrong) in enumerate(MOVED):
        assert right in new
        some = Proofs()
        with together(), pytest.raises(Refused) as refused:
            validate(read(old), read(new.replace(right, wrong)), some)
        assert refused.value.place == places[count] and [*some.steps] == places[:count]
    with together():
        proofs.drop(next(op for op in read(old).op.walk() if (op.line, op.name) == places[0]))
    assert [*proofs.steps] == places[1:]


def test_the_part_is_what_the_room_suffices_for() -> None:
    first, second, third = (1, "tt.load"), (2, "tt.load"), (3, "tt.store")
    costs: dict[Place, float] = {first: 10, second: 20, third: 40}
    whole = Reached(Aim("buffer", False, None), costs)
    parts = {room: whole.part(room, costs) for room in (5, 10, 30, 40)}
    assert [part and part.only for part in parts.values()] == [None, {first}, {first, second}, {*costs}]
    again = Reached(parts[30] or whole.aim, {first: 10})
    assert (part := again.part(40, costs)) and part.only == {first} and not part.others
    assert Reached(part, {first: 10}).part(40, costs) is None  # the same again would end as it did
    lists = Reached(Aim("tts", False, None), {first: 10})
    assert (part := lists.part(40, costs)) and (part.only, part.others) == ({first}, {second, third})
    assert (part := Reached(part, {first: 10, third: 20}).part(40, costs)) and (part.only, part.others) == ({first}, {third})


def test_as_much_work_is_kept_as_the_same_takes_again() -> None:
    with together():
        whole = Work(1_000)
        part = Repeatable(whole, 900)
        with allowing(part):
            spend(300)
            assert part.left == 1_000 - 300 - AGAIN * 300 and not part.over()
            asked.get().solved += 300  # a solver took them: its answer is known the next time
            assert part.left == 600 and not part.over()
            whole.spend(290)
        assert part.left < 0 and part.over() and not whole.over()


def test_an_attempt_is_worse_if_it_raises_fewer() -> None:
    function = next(iter(read(MATMUL.read_text()).functions()))
    places = [(line, "tt.load") for line in range(3)]
    fewer, more = (Attempt(function, dict.fromkeys(places[:n], "why")) for n in (2, 1))
    lanes = Attempt(function, more.lines, single={places[1]: "why"})
    assert fewer.worse(more) and lanes.worse(more) and fewer.worse(lanes)
    assert not more.worse(fewer) and not more.worse(lanes) and not more.worse(more)


def test_a_known_answer_costs_nothing_and_one_that_was_cut_short_is_asked_again() -> None:
    work = Work(1_000_000)
    with together(), allowing(work.part()):
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
        with allowing(work.part(500)), suppress(Exhausted):
            refute(*question, 10_000)
        assert not any(kept[1][0] == z3.unknown for kept in asked.get().answers.values())
        assert Growing(question[0]).holds(question[1], 100_000)
