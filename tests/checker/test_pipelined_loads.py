"""Loads that a loop carries: the checker knows what they stand for, and takes no program that does it wrong for one that does it right."""

from __future__ import annotations

import random

import pytest

from benchmarks.trust.mutants.programs import mutants
from egraph_opt.checker import check
from egraph_opt.families.layout.emit.load_pipelining import loads_carried
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write
from tests.support.kernels import kernels

HEAD = """#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#B = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %k: i32, %by: i32, %c: i1) {
    %ins = tt.splat %in : !tt.ptr<f32> -> @P
    %outs = tt.splat %out : !tt.ptr<f32> -> @P
    %zero = arith.constant dense<0.0> : @F
    %mr = tt.make_range {end = 128 : i32, start = 0 : i32} : @I
"""
TYPES = {
    "@P": "tensor<128x!tt.ptr<f32>, #A>",
    "@F": "tensor<128xf32, #A>",
    "@I": "tensor<128xi32, #A>",
    "@M": "tensor<128xi1, #A>",
    "@N": "tensor<128xi1, #B>",
}
TAIL = "\n    tt.return\n  }\n}\n"


def program(body: str) -> str:
    return HEAD + body + TAIL


def module(text: str) -> Module:
    for short, type in TYPES.items():
        text = text.replace(short, type)
    return read(text)


def address(name: str, of: str, mask: str = "") -> str:
    """`%pNAME` and `%mNAME`: pointers and mask of the iteration with that counter."""
    return f"""%s{name} = tt.splat {of} : i32 -> @I
%a{name} = arith.addi %s{name}, %mr : @I
%p{name} = tt.addptr %ins, %a{name} : @P, @I
%l{name} = tt.splat {mask or "%k"} : i32 -> @I
%m{name} = arith.cmpi slt, %a{name}, %l{name} : @I
"""


def guarded(name: str, test: str, mask: str = "") -> str:
    """`%xNAME`: a load of `address` under a test, and the mask."""
    return f"""%g{name} = tt.splat {test} : i1 -> @M
%b{name} = arith.andi %g{name}, {mask or "%m" + name} : @M
%x{name} = tt.load %p{name}, %b{name}, %zero : @P
"""


STORE = "%q = tt.addptr %outs, %ai : @P, @I\ntt.store %q, {0} : @P\n"
PLAIN = program(
    "scf.for %i = %n to %k step %by : i32 {\n"
    + address("i", "%i")
    + "%x = tt.load %pi, %mi, %zero : @P\n"
    + STORE.format("%x")
    + "}"
)
FIRST = "%runs = arith.cmpi slt, %n, %k : i32\n"
NEXT = "%j = arith.addi %i, %by : i32\n%more = arith.cmpi slt, %j, %k : i32\n"
LOOP = "%r = scf.for %i = %n to %k step %by iter_args(%x = %x0) -> (@F) : i32 {\n"
YIELD = "scf.yield %xj : @F\n}"


def rotated(
    before: str = address("0", "%n") + FIRST + guarded("0", "%runs"), loop: str = LOOP,
    head: str = NEXT + address("j", "%j") + guarded("j", "%more"), work: str = address("i", "%i") + STORE.format("%x"), end: str = YIELD,
) -> str:  # fmt: skip
    return program(before + loop + head + work + end)


def proved(after: str, before: str = PLAIN, no_alias: bool = True) -> bool:
    old, new = module(before), module(after)
    assert check(old, old, no_alias=no_alias).equal and check(new, new, no_alias=no_alias).equal
    return check(old, new, no_alias=no_alias).equal


TWICE = "%jj = arith.addi %j, %by : i32\n%more1 = arith.cmpi slt, %jj, %k : i32\n%more2 = arith.andi %more, %more1 : i1\n"
DEEP = rotated(
    address("0", "%n") + FIRST + guarded("0", "%runs")
    + "%n1 = arith.addi %n, %by : i32\n%runs1 = arith.cmpi slt, %n1, %k : i32\n%runs2 = arith.andi %runs, %runs1 : i1\n"
    + address("1", "%n1") + guarded("1", "%runs2"),
    "%r:2 = scf.for %i = %n to %k step %by iter_args(%x = %x0, %y = %x1) -> (@F, @F) : i32 {\n",
    NEXT + TWICE + address("j", "%jj") + guarded("j", "%more2"),
    end="scf.yield %y, %xj : @F, @F\n}",
)  # fmt: skip
RIGHT = {
    "the load of the next iteration": rotated(),
    "of what a branch computed before": rotated(
        f"scf.if %c {{\n{address('z', '%n')}}}\n" + address("0", "%n") + FIRST + guarded("0", "%runs")
    ),
    "of the one after it": DEEP,
    "behind the work": rotated(head=address("i", "%i") + STORE.format("%x"), work=NEXT + address("j", "%j") + guarded("j", "%more")),
    "the test on the other side of the mask": rotated(
        address("0", "%n") + FIRST + guarded("0", "%runs").replace("%g0, %m0", "%m0, %g0"),
        head=NEXT + address("j", "%j") + guarded("j", "%more").replace("%gj, %mj", "%mj, %gj"),
    ),
    "through conversions": rotated(
        head=NEXT + address("j", "%j")
        + "%cj = ttg.convert_layout %mj : @M -> @N\n%dj = ttg.convert_layout %cj : @N -> @M\n"
        + guarded("j", "%more", "%dj")
    ),
}  # fmt: skip


@pytest.mark.parametrize("after", RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_proved_by_promise(after: str) -> None:
    assert proved(after)
    assert proved(PLAIN, after), "and backwards"
    assert not proved(after, no_alias=False)


HERE, BEFORE = address("j", "%j"), address("0", "%n") + FIRST + guarded("0", "%runs")
WRONG = {
    "no test in the loop": rotated(head=NEXT + HERE + "%xj = tt.load %pj, %mj, %zero : @P\n"),
    "no test before the loop": rotated(before=address("0", "%n") + "%x0 = tt.load %p0, %m0, %zero : @P\n"),
    "the test of this iteration": rotated(head=NEXT.replace("slt, %j", "slt, %i") + HERE + guarded("j", "%more")),
    "one iteration too many": rotated(head=NEXT.replace("slt, %j", "sle, %j") + HERE + guarded("j", "%more")),
    "one iteration too few": rotated(
        head=NEXT + "%jj = arith.addi %j, %by : i32\n%less = arith.cmpi slt, %jj, %k : i32\n" + HERE + guarded("j", "%less")
    ),
    "a test without signs": rotated(head=NEXT.replace("slt, %j", "ult, %j") + HERE + guarded("j", "%more")),
    "another loop's end": rotated(head=NEXT.replace("slt, %j, %k", "slt, %j, %by") + HERE + guarded("j", "%more")),
    "the test before the loop of the second": rotated(
        before=address("0", "%n")
        + "%n1 = arith.addi %n, %by : i32\n"
        + FIRST.replace("slt, %n", "slt, %n1")
        + guarded("0", "%runs")
    ),
    "another step": rotated(head=NEXT.replace("%i, %by", "%i, %n") + HERE + guarded("j", "%more")),
    "this iteration's address": rotated(head=NEXT + address("j", "%i") + guarded("j", "%more")),
    "the first address before the loop is another": rotated(before=address("0", "%by") + FIRST + guarded("0", "%runs")),
    "another initial value": rotated(loop=LOOP.replace("%x = %x0", "%x = %zero")),
    "another mask": rotated(head=NEXT + address("j", "%j", "%by") + guarded("j", "%more")),
    "this iteration's mask": rotated(head=NEXT + HERE + address("i", "%i") + guarded("j", "%more", "%mi"), work=STORE.format("%x")),
    "another value beyond the mask": rotated(head=NEXT + HERE + guarded("j", "%more").replace("%zero", "%x")),
    "a test that is one of two": rotated(head=NEXT + HERE + guarded("j", "%more").replace("arith.andi %gj", "arith.ori %gj")),
    "a test within a choice": rotated(
        head=NEXT + HERE + guarded("j", "%more").replace("arith.andi %gj, %mj : @M", "arith.select %c, %gj, %mj : i1, @M")
    ),
    "what is loaded late is used at once": rotated(work=address("i", "%i") + STORE.format("%xj")),
    "a loop that counts without signs": rotated(loop=LOOP.replace("scf.for %i", "scf.for unsigned %i")),
    "the load of this iteration is carried": rotated(head=NEXT + HERE + guarded("j", "%more") + address("h", "%i")
                                                     + "%h = tt.load %ph, %mh, %zero : @P\n", end="scf.yield %h : @F\n}"),
    "one iteration ahead, as if it were two": DEEP.replace("scf.yield %y, %xj", "scf.yield %xj, %xj"),
    "two iterations ahead, tested for one": DEEP.replace("%gj = tt.splat %more2", "%gj = tt.splat %more"),
    "two iterations ahead, the second loaded first": DEEP.replace("%x = %x0, %y = %x1", "%x = %x1, %y = %x0"),
    "a store to the same array": rotated(work=address("i", "%i") + STORE.format("%x").replace("%outs", "%ins")),
    "a load where the loop may not come": rotated(
        before=address("0", "%n") + FIRST + guarded("0", "%runs") + "scf.if %c {\n", end=YIELD + "\n}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused(name: str) -> None:
    before = PLAIN
    if name == "a loop that counts without signs":
        before = PLAIN.replace("scf.for %i", "scf.for unsigned %i")
    elif name == "a store to the same array":
        before = PLAIN.replace("tt.addptr %outs", "tt.addptr %ins")
    elif name == "a load where the loop may not come":
        before = PLAIN.replace("scf.for", "scf.if %c {\nscf.for").replace("}\n    tt.return", "}\n}\n    tt.return")
    assert not proved(WRONG[name], before)


def test_what_a_loop_leaves_is_no_load_of_an_iteration() -> None:
    """Behind the last iteration it is what was not loaded, and not what the last iteration worked with."""
    use = RESULT.format("%r")
    kept = (
        LOOP.replace("%x = %x0", "%t = %zero") + address("i", "%i") + "%x = tt.load %pi, %mi, %zero : @P\n" + STORE.format("%x")
    )
    assert not proved(rotated(end=YIELD + use), program(kept + "scf.yield %x : @F\n}" + use))


RESULT = "\ntt.store %outs, {} : @P"
SUM = "%z = arith.addf %t, %x : @F\n"


def sums(between: str = "", early: str = "", within: str = "") -> tuple[str, str]:
    """A loop that adds up what it loads, and one that carries it; what stands right before the loop, before that, and in the loop."""
    before = (
        "%r = scf.for %i = %n to %k step %by iter_args(%t = %zero) -> (@F) : i32 {\n"
        + address("i", "%i") + "%x = tt.load %pi, %mi, %zero : @P\n" + SUM + within + "scf.yield %z : @F\n}" + RESULT.format("%r")
    )  # fmt: skip
    after = (
        "%r:2 = scf.for %i = %n to %k step %by iter_args(%x = %x0, %t = %zero) -> (@F, @F) : i32 {\n"
        + NEXT + HERE + guarded("j", "%more") + SUM + within + "scf.yield %xj, %z : @F, @F\n}" + RESULT.format("%r#1")
    )  # fmt: skip
    return program(early + between + before), program(early + BEFORE + between + after)


WRITES = {
    "a store": "tt.store %outs, %zero : @P\n",
    "a barrier": "gpu.barrier\n",
    "nobody knows what": '"some.op"() : () -> ()\n',
}


def test_a_loop_that_writes_nothing_needs_no_promise() -> None:
    before, after = sums()
    assert proved(after, before, no_alias=False)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_without_a_promise_nothing_may_write_from_the_first_load_to_the_last(write: str) -> None:
    for place, expected in (("early", True), ("between", False), ("within", False)):
        before, after = sums(**{place: write})
        assert proved(after, before, no_alias=False) == expected


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        pytest.param(name, depth, marks=pytest.mark.slow if (n + depth) % 2 else [])
        for n, name in enumerate(("fla.fused_recurrent_fwd_kernel", "fla.chunk_dplr_fwd_kernel_h", "gems.mv_kernel"))
        for depth in (1, 2)
    ],
)
def test_no_mistake_in_a_real_kernel_passes(name: str, depth: int) -> None:
    """One thing is changed in what was proved: an operand, a constant, a predicate, a mask, what a loop begins or goes on with ...

    Each kernel at one depth, by turns; at the other one it is slow.
    """
    (file,) = (file for file in kernels("final") if file.parent.name == name)
    before = read(file.read_text())
    after = before.replace_functions({f: loads_carried(f, depth, no_alias=True) for f in before.functions()})
    after = read(write(after))
    assert check(before, after, no_alias=True).equal
    made = [mutant for mutant in mutants(after, random.Random(f"{name} {depth}"), 2)]
    made = [mutant for mutant in made if not mutant.strict and mutant.kind != "move_load"]  # past other arrays, by promise
    assert len({mutant.kind for mutant in made}) >= 8
    assert [m for m in made if check(before, read(m.text), no_alias=True).equal] == []
