"""Waits of warp groups for each other, and fences, that a program does without: no warp group may overwrite what another still reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.text import read
from egraph_opt.text.difference.changes import changes
from egraph_opt.triton.choice.fence_removal import DOT, FENCE, LOCAL, WAIT, FunctionWaits, with_fewer_waits

DOTS, WRITES = ("dot a", "dot b"), ("write a", "write b")
BUFFERS = {name: Value("!ttg.memdesc<64x64xbf16, #shared, #smem, mutable>", f"%{name}") for name in "ab"}
ALLOCATIONS = {value: Op("ttg.local_alloc", results=(value,)) for value in BUFFERS.values()}
TRACE = 3
"""Iterations of a loop: a race between two of them shows between the first three."""

Line = tuple[str, ...]


def operation(step: str) -> Op:
    name, _, buffer = step.partition(" ")
    if name == "dot":
        return Op(DOT, (BUFFERS[buffer],), (Value("tensor", "%d"),), {"isAsync": "true"})
    if name == "write":
        return Op("ttg.local_store", (BUFFERS[buffer],))
    return Op(WAIT, attributes={"pendings": "0 : i32"})


def local_waits(line: Line) -> list[bool]:
    """Say of each step of a loop's body whether it is a wait that becomes local."""
    ops = tuple(map(operation, line))
    loop = Op("scf.for", regions=(Region((Block(ops=ops),)),))
    waits = FunctionWaits(ALLOCATIONS)
    waits.follow(Op("tt.func", regions=(Region((Block(ops=(loop,)),)),)), frozenset())
    return [waits.local.get(op, False) for op in ops]


def barriers(line: Line, local: Sequence[bool]) -> list[bool]:
    """Say of each step of a loop's body whether Triton puts a barrier before it: where a buffer was read or written since the last
    barrier, and the step does the other. A wait that is not local has one after it."""
    entry: set[str] = set()
    while True:
        since, before = set(entry), []
        for step, alone in zip(line, local, strict=True):
            kind, _, buffer = step.partition(" ")
            clash = {"dot": {f"write {buffer}"}, "write": {f"write {buffer}", f"dot {buffer}"}, "wait": set()}[kind]
            before.append(bool(clash & since))
            if before[-1] or (kind == "wait" and not alone):
                since.clear()
            if kind != "wait":
                since.add(step)
        if since <= entry:
            return before
        entry |= since


def races(line: Line, local: Sequence[bool]) -> bool:
    """Return whether one warp group may read a buffer while another one writes to it. Both run the same steps, and only a barrier
    orders them; a product reads from its issue until its warp group's next wait."""
    before = barriers(line, local)
    trace: list[str] = []
    for _ in range(TRACE):
        for step, barrier, alone in zip(line, before, local, strict=True):
            trace += ["barrier"] * barrier + [step] + ["barrier"] * (step == "wait" and not alone)
    for at, step in enumerate(trace):
        if step in DOTS:
            done = next((n for n in range(at, len(trace)) if trace[n] == "wait"), len(trace))
            for other, write in enumerate(trace):
                if write == f"write {step[-1]}" and "barrier" not in (trace[done:other] if other > at else trace[other:at]):
                    return True
    return False


def lines() -> Iterator[Line]:
    """Yield all bodies of up to six steps in which no product and no write race in the program as it is."""
    for length in range(2, 7):
        for line in product((*DOTS, "wait", *WRITES), repeat=length):
            if "wait" in line and {*DOTS} & {*line} and not races(line, [False] * length):
                yield line


def test_no_warp_group_overwrites_what_another_reads() -> None:
    found = [(line, local_waits(line)) for line in lines()]
    assert not [line for line, local in found if races(line, local)]
    assert sum(any(local) for _, local in found) > 200


@pytest.mark.parametrize("wrong", ["every wait is local", "what was issued before a barrier is forgotten"])
def test_a_wrong_rule_is_refuted(wrong: str) -> None:
    def marked(line: Line) -> list[bool]:
        if wrong == "every wait is local":
            return [step == "wait" for step in line]
        return [step == "wait" and at > 0 and line[at - 1] in DOTS for at, step in enumerate(line)]

    assert any(races(line, marked(line)) for line in lines())


PROGRAM = """#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%arg0: i32, %arg1: tensor<128x64xf32, #mma>) {
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x128x64xbf16, #shared, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xbf16, #shared, #smem, mutable>
    %v = ttg.memdesc_index %a[%arg0] : !ttg.memdesc<2x128x64xbf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xbf16, #shared, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    %0 = ttng.warp_group_dot %v, %b, %arg1 {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<128x64xbf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xbf16, #shared, #smem, mutable> -> tensor<128x64xf32, #mma>
    %1:2 = ttng.warp_group_dot_wait %0, %v {pendings = 0 : i32} : tensor<128x64xf32, #mma>, !ttg.memdesc<128x64xbf16, #shared, #smem, mutable>
    %2 = arith.addf %1#0, %arg1 : tensor<128x64xf32, #mma>
    ttng.fence_async_shared {bCluster = false}
    %3 = ttng.warp_group_dot %1#1, %b, %2 {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<128x64xbf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xbf16, #shared, #smem, mutable> -> tensor<128x64xf32, #mma>
    %4 = ttng.warp_group_dot_wait %3 {pendings = 0 : i32} : tensor<128x64xf32, #mma>
    tt.return
  }
}
"""  # noqa: E501


def names(text: str) -> list[str]:
    return [op.name for function in read(text).functions() for op in function.walk()]


def test_waits_and_fences_of_a_program() -> None:
    new = with_fewer_waits(PROGRAM)
    assert new is not None and len(re.findall(rf"pendings = 0 : i32, {LOCAL}\}}", new)) == 2
    assert [name for name in names(new) if name in (FENCE, DOT, WAIT)] == [FENCE, DOT, WAIT, DOT, WAIT]
    assert with_fewer_waits(new) is None
    assert changes(PROGRAM, new) == "2 waits for the own warp group only, 1 fence gone"


def test_one_warp_group_waits_for_none() -> None:
    new = with_fewer_waits(PROGRAM.replace('num-warps" = 8', 'num-warps" = 4'))
    assert new is not None and LOCAL not in new and names(new).count(FENCE) == 1


def test_a_fence_after_a_write_stays() -> None:
    written = PROGRAM.replace(
        "%2 = arith",
        "ttg.local_store %s, %b : tensor<64x64xbf16, #mma> -> !ttg.memdesc<64x64xbf16, #shared, #smem, mutable>\n    %2 = arith",
    )
    written = written.replace("%arg0: i32,", "%arg0: i32, %s: tensor<64x64xbf16, #mma>,")
    new = with_fewer_waits(written)
    assert new is not None and names(new).count(FENCE) == 2


@pytest.mark.parametrize(
    "text", ["module {}", PROGRAM[:300], PROGRAM.replace("tt.return", "tt.call @f() : () -> ()\n    tt.return")]
)
def test_other_programs_stay(text: str) -> None:
    assert with_fewer_waits(text) is None
