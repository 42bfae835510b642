"""New operations in loops whose operations are assigned to warps or stages: they are assigned as their readers are."""

from __future__ import annotations

import re

import pytest

from benchmarks.trust.rest.reach import reached, shortfall
from egraph_opt import optimize
from egraph_opt.baseline.libtriton import ask, available
from egraph_opt.checker import Outcome, check
from egraph_opt.text import read, write
from tests.support.kernels import program_text
from tests.support.task_assignments import (
    CASES,
)

_NEW = re.compile(r"= ttg\.convert_layout (%\w+) ?(\{[^}]*\})? : tensor<4096xf16")


@pytest.mark.parametrize("name", CASES)
def test_a_new_conversion_is_assigned_as_its_readers_are(name: str) -> None:
    text, wanted = CASES[name]
    result = optimize(text)
    found = _NEW.findall(result.ir)
    assert result.functions[0].cost_after < result.functions[0].cost_before
    inside = [marks for value, marks in found if value in ("%v", "%t", "%r")]
    assert inside and all(marks == (wanted or "") for marks in inside), found
    if available():
        before, after = reached([text, result.ir])
        assert before["code"] and not shortfall(before, after)
        assert [answer.error for answer in ask("accept", [text, result.ir])] == ["", ""]


@pytest.mark.parametrize("name", [name for name, (_, marks) in CASES.items() if marks])
def test_a_conversion_without_its_marks_is_not_proved(name: str) -> None:
    """What Triton's verifier refuses, or its passes die of, is no equal program."""
    text, _ = CASES[name]
    right = optimize(text).ir
    wrong = _NEW.sub(lambda found: found[0].replace(found[2], "") if found[2] else found[0], right)
    assert wrong != right
    assert check(read(text), read(right)).equal
    verdict = check(read(text), read(wrong))
    assert verdict.outcome is Outcome.NOT_PROVED and "ttg.convert_layout" in verdict.reason, verdict


def test_the_outputs_of_a_loop_follow_its_results() -> None:
    """A value that is not carried any longer, or in another layout, takes its set of partitions along."""
    text, _ = CASES["a carried value of a partition"]
    ir = optimize(text.replace("tt.store %z, %d#1", "tt.store %z, %init")).ir
    (outputs,) = re.findall(r"ttg\.partition\.outputs = \[([^\]]*)\]", ir)
    results = re.search(r"-> \((.*)\)  ?: i32", ir)
    assert results and results[1].count("tensor") == outputs.count("array")
    assert "array<i32: 1>" in outputs


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("array<i32: 0, 1, 2>, ttg.partition.stages", "array<i32: 0, 1>, ttg.partition.stages"),
        ("ttg.partition.outputs = [array<i32: 1>", "ttg.partition.outputs = [array<i32: 2>"),
        ("ttg.partition.outputs = [array<i32: 1>, ", "ttg.partition.outputs = ["),
    ],
)
def test_other_partitions_of_a_loop_are_not_proved(old: str, new: str) -> None:
    text, _ = CASES["a carried value of a partition"]
    assert old in text
    assert check(read(text), read(text)).equal
    assert not check(read(text), read(text.replace(old, new))).equal


def test_an_operation_before_what_it_reads_is_not_proved() -> None:
    text, _ = CASES["a stage"]
    right = optimize(text).ir
    early = right.replace("%v {loop.cluster = 0 : i32, loop.stage = 2", "%v {loop.cluster = 0 : i32, loop.stage = 0")
    assert early != right
    verdict = check(read(text), read(early))
    assert not verdict.equal and "before those of what it reads" in verdict.reason


def test_loads_of_an_assigned_loop_are_left_to_triton() -> None:
    text, _ = CASES["a stage"]
    result = optimize(text, loads_first=True, carry_loads=1)
    assert "iter_args" not in result.ir and result.ir.count("loop.stage") == text.count("loop.stage")


def test_generic_form_keeps_what_a_loop_says() -> None:
    text, _ = CASES["a carried value of a partition"]
    generic = write(read(text), "generic")
    ir = optimize(generic).ir
    assert ir != generic and "tt.warp_specialize" in ir and "ttg.partition.stages" in ir
    assert check(read(generic), read(ir)).equal
    assert not available() or ask("accept", [ir])[0].error == ""


SUMS = program_text("layout/assignment.sums")


@pytest.mark.parametrize(
    ("rules", "options"), [("algebra", {}), ("pointer", {"target": "tts"}), ("pointer", {"target": "buffer"})]
)
def test_families_that_do_not_assign_leave_assigned_functions_alone(rules: str, options: dict[str, str]) -> None:
    assert not optimize(SUMS, rules=rules, **options).functions[0].stopped_by
    marked = SUMS.replace("tt.load %l :", "tt.load %l {async_task_id = array<i32: 0>} :")
    result = optimize(marked, rules=rules, **options)
    assert result.ir == marked and result.functions[0].stopped_by == "unsupported"
    assert "assigned to warps or stages" in result.functions[0].remark
