"""Shared and tensor memory by allocation: reads keep their places among writes through other views, waits and releases.

The programs are what Triton 3.6 accepts. In each, a view's type says that nothing is written through it, and something is written all
the same; wrong ones, where a read stood elsewhere, are what merging reads by their types alone gives.
"""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt import optimize
from egraph_opt.baseline import libtriton
from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers, is_descriptor
from egraph_opt.interpret import NotModelled, interpret
from egraph_opt.ir.module import Module, Op, Value
from egraph_opt.text import read
from tests.support.memory_programs import (
    ACCUMULATOR,
    CASES,
    HEAD,
    IMM,
    MUT,
    NIMM,
    PROGRAMS,
    TAIL,
    TENSOR_MEMORY,
    WRITES_TENSOR_MEMORY,
    alloc,
    around,
    out,
    store,
    view,
)

READS = ("ttg.local_load", "ttng.tmem_load")
OPTIONS = ({}, {"read_copies": True, "move_stores": True}, {"loads_first": True, "assume_no_alias": True})


def is_event(op: Op) -> bool:
    """Return whether an operation may write, release or wait for something, or start or end it."""
    return op.name not in READS and not op.name.startswith(("arith.", "ttg.memdesc_", "ttg.convert_layout", "tt."))


def places(module: Module) -> list[tuple[str, int]]:
    """For each store to global memory, after which event of the program its value was read from the chip's memory."""
    made: dict[Value, Op] = {}
    when: dict[Op, int] = {}
    found, events = [], 0
    for op in module.op.walk():
        events += is_event(op) or op.name == "tt.call"
        when[op] = events
        made.update(dict.fromkeys(op.results, op))
        if op.name == "tt.store":
            source = made[op.operands[1]]
            while source.name in ("ttg.convert_layout", "tt.load", "tt.addptr"):
                source = made[source.operands[-1]]
            assert source.name in READS
            found.append((op.operands[0].name, when[source]))
    return found


def events(module: Module) -> list[str]:
    return [op.name for op in module.op.walk() if is_event(op)]


def ran(text: str, n: int) -> list[list[int]] | None:
    """Return the memory that a program stores, or None if the interpreter does not know an operation of it."""
    functions = {f.attributes["sym_name"].strip('"'): f for f in read(text).functions()}
    buffers = [np.arange(512, dtype=np.int32) * 7 % 512, np.zeros(512, np.int32), np.zeros(512, np.int32)]
    try:
        interpret(functions["k"], [*buffers, n, np.zeros(1, np.int32)])
    except NotModelled:
        return None
    return [buffer.tolist() for buffer in buffers]


@pytest.fixture(scope="module")
def accepted() -> dict[str, str]:
    pytest.importorskip("triton")
    return dict(zip(PROGRAMS, (a.error for a in libtriton.ask("accept", list(PROGRAMS.values()))), strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_triton_accepts_it(accepted: dict[str, str], name: str) -> None:
    assert accepted[name] == ""


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("name", PROGRAMS)
def test_reads_keep_their_places(name: str, options: dict[str, bool]) -> None:
    """Not even what leaves without being checked has a read that passes a write, a wait or a release."""
    text = PROGRAMS[name]
    result = optimize(text, check=False, min_gain=0.0, **options)  # type: ignore[arg-type]
    assert places(read(result.ir)) == places(read(text)), result.ir
    assert events(read(result.ir)) == events(read(text))
    assert not [f.remark for f in result.functions if "Error" in f.remark]
    if name in CASES:
        assert [ran(result.ir, n) for n in (0, 3)] == [ran(text, n) for n in (0, 3)]


VALUES = {
    "a buffer filled when it is made": alloc(of="%x", type=IMM) + around("%m", "gpu.barrier\n"),
    "a view of it": alloc(of="%x", type=IMM) + view("%o", "%m", IMM, IMM) + around("%o", "gpu.barrier\n"),
    "one of two, by scf.if": (
        alloc("%a", "%x", IMM) + alloc("%m", "%y", IMM)
        + f"%e = scf.if %b -> {IMM} {{\n scf.yield %a : {IMM}\n}} else {{\n scf.yield %m : {IMM}\n}}\n" + around("%e", "gpu.barrier\n")
    ),
    "two that a loop swaps": (
        alloc("%a", "%x", IMM) + alloc("%m", "%y", IMM)
        + f"%e:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %m) -> ({IMM}, {IMM}) : i32 {{\n"
        + around("%s", "gpu.barrier\n") + f" scf.yield %t, %s : {IMM}, {IMM}\n}}\n"
    ),
    "captured by warps that read it": (
        alloc(of="%x", type=IMM) + "ttg.warp_specialize(%m, %p1, %q1)\ndefault {\n ttg.warp_yield\n}\n"
        + f"partition0(%oo: {IMM}, %p2: tensor<512x!tt.ptr<i32>, #B>, %q2: tensor<512x!tt.ptr<i32>, #B>) num_warps(4) {{\n"
        + around("%oo", "gpu.barrier\n").replace("%p1", "%p2").replace("%q1", "%q2")
        + f"ttg.warp_return\n}} : ({IMM}, tensor<512x!tt.ptr<i32>, #B>, tensor<512x!tt.ptr<i32>, #B>) -> ()\n"
    ),
}  # fmt: skip
"""Memory that never changes is read once, in the better layout."""


@pytest.mark.parametrize("name", VALUES)
def test_what_never_changes_is_as_good_as_a_value(name: str) -> None:
    text = HEAD + VALUES[name] + TAIL
    assert [a.error for a in libtriton.ask("accept", [text])] == [""]
    result = optimize(text, min_gain=0.0)
    assert not result.rejected and result.ir.count("ttg.local_load") == 1 and "ttg.convert_layout" not in result.ir
    assert [ran(result.ir, n) for n in (0, 3)] == [ran(text, n) for n in (0, 3)]


@pytest.mark.parametrize("freed", [False, True])
def test_no_copy_is_read_that_may_be_written_or_is_given_back(freed: bool) -> None:
    """A conversion is a read of a copy only where the copy is still what was converted."""
    written = view("%o", "%m", IMM, MUT) + store("%y", "%o")
    body = alloc(of="%x", type=IMM) + (f"ttg.local_dealloc %m : {IMM}\n" if freed else written) + out("%x", "%p1")
    text = HEAD.replace("%x = tt.splat %n : i32 -> tensor<512xi32, #A>", "%x = tt.load %in1 : tensor<512x!tt.ptr<i32>, #A>")
    result = optimize(text + body + TAIL, check=False, min_gain=0.0, read_copies=True, keep_accesses=True)
    assert result.ir.count("ttg.convert_layout") == 1 and "local_load" not in result.ir
    kept = (
        alloc(of="%x", type=NIMM)
        + f"ttng.async_tma_copy_local_to_global %d[%c0] %m : !tt.tensordesc<tensor<512xi32, #N>>, {NIMM}\n"
    )
    result = optimize(text + kept + out("%x", "%p1") + TAIL, check=False, min_gain=0.0, read_copies=True, keep_accesses=True)
    assert "ttg.convert_layout" not in result.ir and result.ir.count("local_load") == 1, (
        "what only reads it leaves it what it was"
    )


def test_tensor_memory_has_buffers_too() -> None:
    """Of what is filled when it is made, and only read, descriptors stand for values; what a product adds to changes."""
    body = TENSOR_MEMORY.replace("WRITE", WRITES_TENSOR_MEMORY["a matrix product"]).replace(
        "%u =", f"%w = ttng.tmem_alloc %x : (tensor<128x128xf32, #B>) -> {ACCUMULATOR.replace(', mutable', '')}\n%u ="
    )
    (function,) = read(body + TAIL).functions()
    memory = FunctionBuffers(function)
    named = {v.name: memory.unchanging(v) for op in function.walk() for v in (*op.operands, *op.results) if is_descriptor(v)}
    assert named == {"%a": False, "%b": False, "%m": False, "%w": True}
