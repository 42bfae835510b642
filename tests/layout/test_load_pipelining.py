"""Loads carried round the loop: the same stores for any number of iterations, no address that the input does not read, and what is left."""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt import optimize
from egraph_opt.checker import check
from egraph_opt.families.layout.emit.load_pipelining import loads_carried
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.interpret import OutOfBounds, interpret
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import read, write
from tests.support.kernels import kernels

HEAD = """#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#B = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%in: !tt.ptr<f32>, %more: !tt.ptr<f32>, %out: !tt.ptr<f32>, %from: i32, %to: i32, %by: i32, %m: i32) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %v128 = arith.constant dense<128> : tensor<128xi32, #A>
    %zero = arith.constant dense<0.0> : tensor<128xf32, #A>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #A>
    %ins = tt.splat %in : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #A>
    %mores = tt.splat %more : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #A>
    %first = tt.addptr %ins, %r : tensor<128x!tt.ptr<f32>, #A>, tensor<128xi32, #A>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #A>
    %limit = tt.splat %m : i32 -> tensor<128xi32, #A>
"""
TAIL = "\n    tt.return\n  }\n}\n"
OFFSET = """      %o = arith.muli %i, %c128 : i32
      %os = tt.splat %o : i32 -> tensor<128xi32, #A>
      %at = arith.addi %os, %r : tensor<128xi32, #A>
"""
ADDRESS = (
    OFFSET
    + """      %p = tt.addptr %ins, %at : tensor<128x!tt.ptr<f32>, #A>, tensor<128xi32, #A>
"""
)
MASK = "      %mask = arith.cmpi slt, %at, %limit : tensor<128xi32, #A>\n"
STORE = """      %po = tt.addptr %outs, %at : tensor<128x!tt.ptr<f32>, #A>, tensor<128xi32, #A>
      tt.store %po, %z : tensor<128x!tt.ptr<f32>, #A>
"""
SUM = "      %z = arith.addf %x, %x : tensor<128xf32, #A>\n"
PLAIN = ADDRESS + "      %x = tt.load %p : tensor<128x!tt.ptr<f32>, #A>\n" + SUM + STORE


def loop(body: str, carried: str = "", after: str = "") -> str:
    """A kernel with one loop; `carried` is the list of what it carries, with types."""
    return f"{HEAD}    {carried}scf.for %i = %from to %to step %by {{}} : i32 {{\n{body}    }}\n{after}{TAIL}".replace(" {}", "")


ADVANCED = f"""{HEAD}    %l = scf.for %i = %from to %to step %by iter_args(%p = %first) -> (tensor<128x!tt.ptr<f32>, #A>) : i32 {{
{OFFSET}      %x = tt.load %p : tensor<128x!tt.ptr<f32>, #A>
{SUM}{STORE}      %q = tt.addptr %p, %v128 : tensor<128x!tt.ptr<f32>, #A>, tensor<128xi32, #A>
      scf.yield %q : tensor<128x!tt.ptr<f32>, #A>
    }}{TAIL}"""
STATE = f"""{HEAD}    %l = scf.for %i = %from to %to step %by iter_args(%s = %zero) -> (tensor<128xf32, #A>) : i32 {{
{ADDRESS}{MASK}      %x = tt.load %p, %mask, %zero : tensor<128x!tt.ptr<f32>, #A>
      %z = arith.addf %x, %s : tensor<128xf32, #A>
{STORE}      scf.yield %z : tensor<128xf32, #A>
    }}
    tt.store %outs, %l : tensor<128x!tt.ptr<f32>, #A>{TAIL}"""
SCALAR = loop(
    OFFSET
    + """      %p = tt.addptr %in, %i : !tt.ptr<f32>, i32
      %e = tt.load %p : !tt.ptr<f32>
      %x = tt.splat %e : f32 -> tensor<128xf32, #A>
"""
    + SUM
    + STORE
)
MASKED = loop(ADDRESS + MASK + "      %x = tt.load %p, %mask : tensor<128x!tt.ptr<f32>, #A>\n" + SUM.replace("%z", "%y")
              + "      %z = arith.select %mask, %y, %zero : tensor<128xi1, #A>, tensor<128xf32, #A>\n" + STORE)  # fmt: skip
TWO = loop(
    ADDRESS
    + """      %pm = tt.addptr %mores, %at : tensor<128x!tt.ptr<f32>, #A>, tensor<128xi32, #A>
      %x = tt.load %p : tensor<128x!tt.ptr<f32>, #A>
      %y = tt.load %pm : tensor<128x!tt.ptr<f32>, #A>
      %z = arith.addf %x, %y : tensor<128xf32, #A>
"""
    + STORE
)
ROTATED = {
    "an address that the counter gives": loop(PLAIN),
    "a pointer that the loop advances": ADVANCED,
    "a state, a mask, and what else": STATE,
    "one number": SCALAR,
    "a mask": MASKED,
    "two loads": TWO,
}


def carried(text: str, depth: int = 1, no_alias: bool = True) -> Module:
    module = read(text)
    made = {f: loads_first(loads_carried(f, depth, no_alias), no_alias) for f in module.functions()}
    return read(write(module.replace_functions(made)))


def loops_carry(module: Module) -> list[int]:
    return [len(op.operands) - 3 for op in module.op.walk() if op.name == "scf.for"]


def stored(module: Module, begin: int, end: int, step: int, limit: int) -> np.ndarray:
    """Return the memory after a kernel, with inputs exactly as long as the plain loop reads."""
    counters = range(begin, end, step)
    length = 128 * (len(counters) if "%p = %first" in write(module) else max((*counters, -1)) + 1)
    rng = np.random.default_rng(7)
    given, more = (rng.standard_normal(length).astype(np.float32) for _ in range(2))
    out = np.zeros(128 * 12, np.float32)
    (function,) = module.functions()
    interpret(function, [given, more, out, begin, end, step, limit])
    return out


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("text", ROTATED.values(), ids=ROTATED)
def test_it_stores_the_same_for_any_number_of_iterations_and_reads_nothing_else(text: str, depth: int) -> None:
    before, after = read(text), carried(text, depth)
    assert loops_carry(after)[0] > loops_carry(before)[0]
    for begin, end, step in ((0, 0, 1), (3, 1, 1), (0, 1, 1), (2, 3, 1), (0, 2, 1), (0, 5, 1), (1, 8, 3), (0, 9, 4), (0, 1, 5)):
        for limit in (0, 200, 5000):
            expected, found = (stored(each, begin, end, step, limit) for each in (before, after))
            assert (expected == found).all()


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("text", ROTATED.values(), ids=ROTATED)
def test_the_checker_proves_it_by_promise_alone(text: str, depth: int) -> None:
    before, after = read(text), carried(text, depth)
    assert check(before, after, no_alias=True).equal
    assert not check(before, after).equal, "a store may change what the next iteration loads"


@pytest.mark.parametrize("depth", [1, 2])
def test_without_the_guard_it_would_read_what_is_not_there(depth: int) -> None:
    """The test above can fail: the same program whose guard is always true reads beyond its array."""
    text = write(carried(loop(PLAIN), depth)).replace("arith.cmpi slt, %following", "arith.cmpi sle, %following")
    with pytest.raises(OutOfBounds):
        stored(read(text), 0, 3, 1, 0)


def test_a_loop_that_writes_nothing_needs_no_promise() -> None:
    body = ADDRESS + "      %x = tt.load %p : tensor<128x!tt.ptr<f32>, #A>\n      %z = arith.addf %x, %s : tensor<128xf32, #A>\n"
    head = "%l = scf.for %i = %from to %to step %by iter_args(%s = %zero) -> (tensor<128xf32, #A>) : i32 {\n"
    text = f"{HEAD}    {head}{body}      scf.yield %z : tensor<128xf32, #A>\n    }}\n"
    text += f"    tt.store %outs, %l : tensor<128x!tt.ptr<f32>, #A>{TAIL}"
    after = carried(text, no_alias=False)
    assert loops_carry(after) == [2]
    assert check(read(text), after).equal


IN_IF = """      %c = arith.cmpi sgt, %i, %c0 : i32
      %x = scf.if %c -> (tensor<128xf32, #A>) {
        %w = tt.load %p : tensor<128x!tt.ptr<f32>, #A>
        scf.yield %w : tensor<128xf32, #A>
      } else {
        scf.yield %zero : tensor<128xf32, #A>
      }
"""
LEFT = {
    "a load within a conditional": loop(ADDRESS + IN_IF + SUM + STORE),
    "an address that is loaded": loop(
        ADDRESS
        + "      %j = tt.load %pj : tensor<128x!tt.ptr<i32>, #A>\n".replace("%pj", "%pi")
        + "      %at2 = tt.addptr %ins, %j : tensor<128x!tt.ptr<f32>, #A>, tensor<128xi32, #A>\n"
        + "      %x = tt.load %at2 : tensor<128x!tt.ptr<f32>, #A>\n"
        + SUM
        + STORE
    ).replace(
        "      %j =", "      %pi = tt.bitcast %p : tensor<128x!tt.ptr<f32>, #A> -> tensor<128x!tt.ptr<i32>, #A>\n      %j ="
    ),
    "an address that is divided": loop(PLAIN.replace("arith.muli %i, %c128", "arith.divsi %c128, %i")),
    "a loop that counts without sign": loop(PLAIN).replace("scf.for %i", "scf.for unsigned %i"),
    "an array that is written": loop(PLAIN).replace("%outs, %at", "%ins, %at"),
    "a volatile load": loop(PLAIN.replace("tt.load %p :", "tt.load %p {isVolatile = true} :")),
    "a barrier": loop("      gpu.barrier\n" + PLAIN),
    "the same address each time": loop(PLAIN.replace("tt.load %p :", "tt.load %first :")),
    "a sum that may not overflow": loop(PLAIN.replace("arith.addi %os, %r :", "arith.addi %os, %r overflow<nsw> :")),
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_what_is_left(text: str) -> None:
    (function,) = read(text).functions()
    assert loads_carried(function, 1, True) is function


def test_a_loop_that_stores_is_left_without_the_promise() -> None:
    (function,) = read(loop(PLAIN)).functions()
    assert loads_carried(function, 1) is function


REAL = (
    "fla.fused_recurrent_fwd_kernel",
    "fla.chunk_dplr_fwd_kernel_h",
    "fla.chunk_gated_delta_rule_bwd_kernel_dhu_blockdim64__2",
)


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", REAL)
def test_real_kernels(name: str, depth: int) -> None:
    """Copies that Triton makes in the background stay unchanged."""
    (text,) = (file.read_text() for file in kernels("final") if file.parent.name == name)
    before, after = read(text), carried(text, depth)
    assert sum(loops_carry(after)) > sum(loops_carry(before))
    assert check(before, after, no_alias=True).equal
    assert not check(before, after).equal
    copies = [[op for op in each.op.walk() if op.name == "ttg.async_copy_global_to_local"] for each in (before, after)]
    assert len(copies[0]) == len(copies[1])


def test_it_is_done_where_a_user_asks_for_it() -> None:
    text = loop(PLAIN)
    asked = optimize(text, loads_first=True, carry_loads=2, assume_no_alias=True).ir
    assert loops_carry(read(asked)) == [2]
    assert loops_carry(read(optimize(text, loads_first=True, assume_no_alias=True).ir)) == [0]
    assert loops_carry(read(optimize(text, loads_first=True, carry_loads=1).ir)) == [0]
    with pytest.raises(ValueError, match="carry_loads does nothing without loads_first"):
        optimize(text, carry_loads=1)


def test_programs_in_generic_form() -> None:
    generic = write(read(loop(PLAIN)), "generic")
    after = carried(generic)
    assert loops_carry(after) == [1]
    assert check(read(generic), after, no_alias=True).equal


def names(op: Op) -> list[str]:
    return [inner.name for inner in op.walk()]


def test_the_next_load_stands_before_the_work() -> None:
    (function,) = carried(STATE).functions()
    (body,) = (op for op in function.walk() if op.name == "scf.for")
    assert names(body).index("tt.load") < names(body).index("arith.addf")
