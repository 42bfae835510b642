"""Programs whose operations are assigned to stages, tasks and partitions."""

from __future__ import annotations

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


ALL_PARTITIONS = "{tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.stages = [0 : i32, 0 : i32, 0 : i32]%s}"
OUTPUTS = ALL_PARTITIONS % ", ttg.partition.outputs = [array<i32: 1>, array<i32: 0>]"

PARTITIONED = ALL_PARTITIONS % ""

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
