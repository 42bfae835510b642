"""New operations in loops whose operations are assigned to warps or stages: they are assigned as their readers are."""

from __future__ import annotations

import re

import pytest

from benchmarks.trust.rest.reach import reached, shortfall
from egraph_opt import optimize
from egraph_opt.baseline.libtriton import ask, available
from egraph_opt.checker import Outcome, check
from egraph_opt.text import read, write

HEAD = """#a = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: tensor<4096x!tt.ptr<f16>, #a>, %y: tensor<4096x!tt.ptr<f32>, #b>, %z: tensor<4096x!tt.ptr<f32>, #b>,
                    %n: i32, %if: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %init = arith.constant dense<0.0> : tensor<4096xf32, #b>
"""
TAIL = "    tt.return\n  }\n}\n"


def one_reader(load: str, last: str, loop: str) -> str:
    """A wide value is converted; converting the narrow one is cheaper."""
    return f"""{HEAD}    scf.for %i = %c0 to %n step %c1  : i32 {{
      %v = tt.load %x {load} : tensor<4096x!tt.ptr<f16>, #a>
      %w = arith.extf %v {last} : tensor<4096xf16, #a> to tensor<4096xf32, #a>
      %o = ttg.convert_layout %w {last} : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
      tt.store %y, %o {last} : tensor<4096x!tt.ptr<f32>, #b>
    }} {loop}
{TAIL}"""


def two_readers(load: str, first: str, second: str, loop: str) -> str:
    """Two conversions of wide values become one of the narrow one, which both need."""
    return f"""{HEAD}    scf.for %i = %c0 to %n step %c1  : i32 {{
      %v = tt.load %x {load} : tensor<4096x!tt.ptr<f16>, #a>
      %w = arith.extf %v {first} : tensor<4096xf16, #a> to tensor<4096xf32, #a>
      %o = ttg.convert_layout %w {first} : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
      tt.store %y, %o {first} : tensor<4096x!tt.ptr<f32>, #b>
      %h = arith.negf %v {second} : tensor<4096xf16, #a>
      %k = arith.extf %h {second} : tensor<4096xf16, #a> to tensor<4096xf32, #a>
      %p = ttg.convert_layout %k {second} : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
      tt.store %z, %p {second} : tensor<4096x!tt.ptr<f32>, #b>
    }} {loop}
{TAIL}"""


def carried(load: str, sum: str, ends: str, loop: str) -> str:
    """A sum that the loop carries in the layout of the load is carried in that of the store."""
    return f"""{HEAD}    %s = arith.constant dense<0.0> : tensor<4096xf16, #a>
    %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s, %u = %init) -> (tensor<4096xf16, #a>, tensor<4096xf32, #b>)  : i32 {{
      %v = tt.load %x {load} : tensor<4096x!tt.ptr<f16>, #a>
      %r = arith.addf %t, %v {sum} : tensor<4096xf16, #a>
      %w = arith.extf %r {sum} : tensor<4096xf16, #a> to tensor<4096xf32, #a>
      %o = ttg.convert_layout %w {sum} : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
      tt.store %y, %o {sum} : tensor<4096x!tt.ptr<f32>, #b>
      scf.yield {ends} %r, %o : tensor<4096xf16, #a>, tensor<4096xf32, #b>
    }} {loop}
    tt.store %z, %d#1 : tensor<4096x!tt.ptr<f32>, #b>
    %m = arith.extf %d#0 : tensor<4096xf16, #a> to tensor<4096xf32, #a>
    %q = ttg.convert_layout %m : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
    tt.store %y, %q : tensor<4096x!tt.ptr<f32>, #b>
{TAIL}"""


def nested(load: str, inner: str, outer: str, loop: str) -> str:
    """The conversion stands in a conditional, and moves out or stays."""
    return f"""{HEAD}    scf.for %i = %c0 to %n step %c1  : i32 {{
      %v = tt.load %x {load} : tensor<4096x!tt.ptr<f16>, #a>
      scf.if %if {{
        %w = arith.extf %v {inner} : tensor<4096xf16, #a> to tensor<4096xf32, #a>
        %o = ttg.convert_layout %w {inner} : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
        tt.store %y, %o {inner} : tensor<4096x!tt.ptr<f32>, #b>
      }} {outer}
    }} {loop}
{TAIL}"""


def shared(load: str, inner: str, outer: str, last: str, loop: str) -> str:
    """The conversion of a conditional serves what comes behind it, too."""
    return f"""{HEAD}    scf.for %i = %c0 to %n step %c1  : i32 {{
      %v = tt.load %x {load} : tensor<4096x!tt.ptr<f16>, #a>
      scf.if %if {{
        %o = ttg.convert_layout %v {inner} : tensor<4096xf16, #a> -> tensor<4096xf16, #b>
        %w = arith.extf %o {inner} : tensor<4096xf16, #b> to tensor<4096xf32, #b>
        tt.store %y, %w {inner} : tensor<4096x!tt.ptr<f32>, #b>
      }} {outer}
      %p = ttg.convert_layout %v {last} : tensor<4096xf16, #a> -> tensor<4096xf16, #b>
      %q = arith.extf %p {last} : tensor<4096xf16, #b> to tensor<4096xf32, #b>
      tt.store %z, %q {last} : tensor<4096x!tt.ptr<f32>, #b>
    }} {loop}
{TAIL}"""


def partition(*numbers: int) -> str:
    return f"{{ttg.partition = array<i32: {', '.join(map(str, numbers))}>}}"


def task(*numbers: int) -> str:
    return f"{{async_task_id = array<i32: {', '.join(map(str, numbers))}>}}"


def stage(stage: int, cluster: int) -> str:
    return f"{{loop.cluster = {cluster} : i32, loop.stage = {stage} : i32}}"


PARTITIONED = "{tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.stages = [0 : i32, 0 : i32, 0 : i32]%s}"
OUTPUTS = PARTITIONED % ", ttg.partition.outputs = [array<i32: 1>, array<i32: 0>]"
PARTITIONED = PARTITIONED % ""
STAGED = "{tt.scheduled_max_stage = 2 : i32}"
CASES = {
    "a partition": (one_reader(partition(1), partition(0), PARTITIONED), partition(0)),
    "a partition of two groups": (one_reader(partition(1), partition(0, 2), PARTITIONED), partition(0, 2)),
    "two partitions": (two_readers(partition(1), partition(0), partition(2), PARTITIONED), partition(0, 2)),
    "a partition in a conditional": (nested(partition(1), partition(0), partition(0, 2), PARTITIONED), partition(0)),
    "a carried value of a partition": (carried(partition(1), partition(1), partition(0, 1), OUTPUTS), partition(1)),
    "a task": (one_reader(task(0), task(1), ""), task(1)),
    "two tasks": (two_readers(task(0), task(1), task(2), ""), task(1, 2)),
    "a stage": (one_reader(stage(0, 2), stage(2, 0), STAGED), stage(2, 0)),
    "two stages": (two_readers(stage(0, 2), stage(2, 1), stage(1, 0), STAGED), stage(1, 0)),
    "two clusters": (two_readers(stage(0, 2), stage(2, 1), stage(2, 0), STAGED), stage(2, 0)),
    "a stage around a conditional": (nested(stage(0, 2), "", stage(2, 0), STAGED), None),
    "a stage of what a conditional shares": (shared(stage(0, 2), "", stage(1, 0), stage(2, 0), STAGED), stage(1, 0)),
    "a partition of what a conditional shares": (
        shared(partition(1), partition(0), partition(0), partition(2), PARTITIONED),
        partition(0, 2),
    ),
    "a carried value with a stage": (carried(stage(0, 2), stage(1, 0), "", STAGED), stage(1, 0)),
}
"""Programs, and the marks of their new conversions."""
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


SUMS = """module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    scf.for %i = %c0 to %n step %c1  : i32 {
      %k = tt.splat %i : i32 -> tensor<128xi32>
      %l = tt.addptr %a, %k : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
      %v = tt.load %l : tensor<128x!tt.ptr<i32>>
      %m = arith.muli %v, %k : tensor<128xi32>
      %w = arith.addi %m, %k : tensor<128xi32>
      tt.store %l, %w : tensor<128x!tt.ptr<i32>>
    }
    tt.return
  }
}
"""


@pytest.mark.parametrize(
    ("rules", "options"), [("algebra", {}), ("pointer", {"target": "tts"}), ("pointer", {"target": "buffer"})]
)
def test_families_that_do_not_assign_leave_assigned_functions_alone(rules: str, options: dict[str, str]) -> None:
    assert not optimize(SUMS, rules=rules, **options).functions[0].stopped_by
    marked = SUMS.replace("tt.load %l :", "tt.load %l {async_task_id = array<i32: 0>} :")
    result = optimize(marked, rules=rules, **options)
    assert result.ir == marked and result.functions[0].stopped_by == "unsupported"
    assert "assigned to warps or stages" in result.functions[0].remark
