"""Shared and tensor memory by allocation: reads keep their places among writes through other views, waits and releases.

The programs are what Triton 3.6 accepts. In each, a view's type says that nothing is written through it, and something is written all
the same; wrong ones, where a read stood elsewhere, are what merging reads by their types alone gives.
"""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt import optimize
from egraph_opt.baseline import libtriton
from egraph_opt.interpret import NotModelled, interpret
from egraph_opt.ir import Module, Op, Value
from egraph_opt.memory import Memory, is_descriptor
from egraph_opt.text import read

HEAD = """#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#B = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#S2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, rank = 1}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(!ttg.memdesc<512xi32, #S, #smem>)
  tt.func public @k(%in: !tt.ptr<i32>, %p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32, %d: !tt.tensordesc<tensor<512xi32, #N>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %b = arith.cmpi sgt, %n, %c1 : i32
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #A>
    %in0 = tt.splat %in : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #A>
    %in1 = tt.addptr %in0, %r : tensor<512x!tt.ptr<i32>, #A>, tensor<512xi32, #A>
    %rb = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #B>
    %p0 = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #B>
    %p1 = tt.addptr %p0, %rb : tensor<512x!tt.ptr<i32>, #B>, tensor<512xi32, #B>
    %q0 = tt.splat %q : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #B>
    %q1 = tt.addptr %q0, %rb : tensor<512x!tt.ptr<i32>, #B>, tensor<512xi32, #B>
    %x = tt.splat %n : i32 -> tensor<512xi32, #A>
    %y = arith.addi %x, %r : tensor<512xi32, #A>
"""
TAIL = "    tt.return\n  }\n}\n"
MUT, IMM = "!ttg.memdesc<512xi32, #S, #smem, mutable>", "!ttg.memdesc<512xi32, #S, #smem>"
MUT2 = "!ttg.memdesc<2x512xi32, #S2, #smem, mutable>"
BAR = "!ttg.memdesc<1xi64, #S, #smem, mutable>"
NMUT, NIMM = MUT.replace("#S", "#N"), IMM.replace("#S", "#N")


def alloc(name: str = "%m", of: str = "", type: str = MUT) -> str:
    return f"%{name[1:]} = ttg.local_alloc {of} : ({'tensor<512xi32, #A>' if of else ''}) -> {type}\n"


def view(name: str, of: str, source: str = MUT, target: str = IMM) -> str:
    return f"{name} = ttg.memdesc_reinterpret {of} : {source} -> {target}\n"


def load(name: str, of: str, type: str = IMM) -> str:
    return f"{name} = ttg.local_load {of} : {type} -> tensor<512xi32, #A>\n"


def store(value: str, to: str, type: str = MUT) -> str:
    return f"ttg.local_store {value}, {to} : tensor<512xi32, #A> -> {type}\n"


def out(value: str, to: str) -> str:
    """A value stored in the other layout: it pays to read it in that one, or not to read it twice."""
    return (
        f"{value}B = ttg.convert_layout {value} : tensor<512xi32, #A> -> tensor<512xi32, #B>\n"
        f"tt.store {to}, {value}B : tensor<512x!tt.ptr<i32>, #B>\n"
    )


def around(view: str, write: str, type: str = IMM) -> str:
    """Two equal reads with a write between them."""
    return load("%u", view, type) + write + load("%v", view, type) + out("%u", "%p1") + out("%v", "%q1")


COPY = f"%t = ttg.async_copy_global_to_local %in1, %m : tensor<512x!tt.ptr<i32>, #A> -> {MUT}\n"
COMMIT = "%g = ttg.async_commit_group tokens %t\n"
WAIT = "%w = ttg.async_wait %g {num = 0 : i32}\n"
FILLED = alloc() + store("%x", "%m")
LOOP = "scf.for %i = %c0 to %n step %c1 : i32 {\n"
CASES = {
    "a store past a view of another type": FILLED + view("%o", "%m") + around("%o", store("%y", "%m")),
    "a store through one of two views": (
        alloc(type=MUT2)
        + f"%o = ttg.memdesc_index %m[%c0] : {MUT2} -> {IMM}\n%o2 = ttg.memdesc_index %m[%c0] : {MUT2} -> {MUT}\n"
        + store("%x", "%o2")
        + around("%o", store("%y", "%o2"))
    ),
    "a store through a view of a view": (
        alloc(type=MUT2)
        + view("%m2", "%m", MUT2, MUT2.replace(", mutable", ""))
        + f"%o = ttg.memdesc_index %m2[%c0] : {MUT2.replace(', mutable', '')} -> {IMM}\n"
        + f"%o2 = ttg.memdesc_subslice %m[0, 0] : {MUT2} -> !ttg.memdesc<1x512xi32, #S2, #smem, mutable, 2x512>\n"
        + f"%o3 = ttg.memdesc_reinterpret %o2 : !ttg.memdesc<1x512xi32, #S2, #smem, mutable, 2x512> -> {MUT}\n"
        + store("%x", "%o3")
        + around("%o", store("%y", "%o3"))
    ),
    "an asynchronous copy": FILLED + view("%o", "%m") + around("%o", COPY + COMMIT + WAIT),
    "a copy waited for": FILLED + view("%o", "%m") + COPY + COMMIT + around("%o", WAIT),
    "a copy waited for, of addresses": (
        FILLED + view("%o", "%m") + LOOP + COPY + COMMIT + WAIT + load("%u", "%o")
        + "%in2 = tt.addptr %in0, %u : tensor<512x!tt.ptr<i32>, #A>, tensor<512xi32, #A>\n"
        + "%z = tt.load %in2 : tensor<512x!tt.ptr<i32>, #A>\n" + out("%z", "%p1") + "}\n"
    ),
    "a buffer filled when it is made, and written through a view": (
        alloc(of="%x", type=IMM) + view("%o", "%m", IMM, MUT) + around("%m", store("%y", "%o"))
    ),
    "one of two equal buffers is written": (
        alloc("%a", "%x", IMM) + alloc("%m", "%x", IMM) + view("%o", "%m", IMM, MUT) + store("%y", "%o")
        + load("%u", "%a") + load("%v", "%m") + out("%u", "%p1") + out("%v", "%q1")
    ),
    "one buffer or the other, by scf.if": (
        FILLED + view("%o", "%m") + alloc("%a", "%x", IMM)
        + f"%e = scf.if %b -> {IMM} {{\n scf.yield %o : {IMM}\n}} else {{\n scf.yield %a : {IMM}\n}}\n"
        + around("%e", store("%y", "%m"))
    ),
    "one buffer or the other, by arith.select": (
        FILLED + view("%o", "%m") + alloc("%a", "%x", IMM)
        + f"%e = arith.select %b, %o, %a : {IMM}\n"
        + around("%e", store("%y", "%m"))
    ),
    "what a loop leaves": (
        FILLED + view("%o", "%m") + alloc("%a", "%x", IMM)
        + f"%e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> ({IMM}) : i32 {{\n scf.yield %o : {IMM}\n}}\n"
        + around("%e", store("%y", "%m"))
    ),
    "what a while loop leaves": (
        FILLED + view("%o", "%m")
        + f"%e = scf.while (%s = %o) : ({IMM}) -> {IMM} {{\n %no = arith.constant false\n scf.condition(%no) %s : {IMM}\n"
        + f"}} do {{\n^bb0(%s: {IMM}):\n scf.yield %s : {IMM}\n}}\n"
        + around("%e", store("%y", "%m"))
    ),
    "handed to another block": (
        FILLED + view("%o", "%m") + f"cf.br ^bb1(%o : {IMM})\n^bb1(%e: {IMM}):\n" + around("%e", store("%y", "%m"))
    ),
    "handed to another block, and written through it": (
        alloc(of="%x", type=IMM)
        + f"cf.br ^bb1(%m : {IMM})\n^bb1(%e: {IMM}):\n" + view("%o", "%e", IMM, MUT) + around("%m", store("%y", "%o"))
    ),
    "written in a loop": (
        FILLED + view("%o", "%m") + load("%u", "%o") + LOOP + load("%v", "%o") + out("%v", "%q1") + store("%y", "%m")
        + "}\n" + out("%u", "%p1")
    ),
    "written in a conditional": FILLED + view("%o", "%m") + around("%o", "scf.if %b {\n" + store("%y", "%m") + "}\n"),
    "made anew in a loop that carries it": (
        alloc("%a", "%x", IMM)
        + f"%e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> ({IMM}) : i32 {{\n"
        + load("%u", "%s")
        + "%xi = tt.splat %i : i32 -> tensor<512xi32, #A>\n" + alloc("%m", "%xi", IMM) + out("%u", "%p1")
        + f"scf.yield %m : {IMM}\n}}\n" + load("%v", "%e") + out("%v", "%q1")
    ),
    "given back": (
        alloc(of="%y", type=IMM) + load("%u", "%m") + load("%v", "%m") + f"ttg.local_dealloc %m : {IMM}\n"
        + out("%u", "%p1") + out("%v", "%q1")
    ),
    "given back through a view": (
        alloc("%a", "%y", IMM) + alloc("%m", "%y", IMM) + load("%u", "%a") + view("%o", "%a", IMM, IMM)
        + f"ttg.local_dealloc %o : {IMM}\n" + load("%v", "%m") + out("%u", "%p1") + out("%v", "%q1")
    ),
    "seen by a function": alloc(of="%x", type=IMM) + around("%m", f"tt.call @f(%m) : ({IMM}) -> ()\n"),
    "written by the copy engine": (
        alloc(type=NMUT) + "%bar = ttg.local_alloc : () -> " + BAR + "\n" + "%yes = arith.constant true\n"
        + view("%o", "%m", NMUT, NIMM)
        + around(
            "%o",
            f"ttng.async_tma_copy_global_to_local %d[%c0] %m, %bar, %yes : !tt.tensordesc<tensor<512xi32, #N>>, {BAR} -> {NMUT}\n"
            + f"ttng.wait_barrier %bar, %c0 : {BAR}\n",
            NIMM,
        )
    ),
    "read by the copy engine": (
        alloc(of="%x", type=NIMM)
        + f"ttng.async_tma_copy_local_to_global %d[%c0] %m : !tt.tensordesc<tensor<512xi32, #N>>, {NIMM}\n"
        + around("%m", "ttng.async_tma_store_wait {pendings = 0 : i32}\n", NIMM)
    ),
    "captured by warps that write it": (
        FILLED + view("%o", "%m") + "ttg.warp_specialize(%m, %o, %x, %p1, %q1)\ndefault {\n ttg.warp_yield\n}\n"
        + f"partition0(%mm: {MUT}, %oo: {IMM}, %xx: tensor<512xi32, #A>, %p2: tensor<512x!tt.ptr<i32>, #B>,"
        + " %q2: tensor<512x!tt.ptr<i32>, #B>) num_warps(4) {\n"
        + load("%u", "%oo") + store("%xx", "%mm") + load("%v", "%oo") + out("%u", "%p2") + out("%v", "%q2")
        + f"ttg.warp_return\n}} : ({MUT}, {IMM}, tensor<512xi32, #A>, tensor<512x!tt.ptr<i32>, #B>, tensor<512x!tt.ptr<i32>, #B>) -> ()\n"
    ),
    "captured by warps while others write it": (
        FILLED + view("%o", "%m") + "ttg.warp_specialize(%o, %p1, %q1)\ndefault {\n" + store("%y", "%m") + "ttg.warp_yield\n}\n"
        + f"partition0(%oo: {IMM}, %p2: tensor<512x!tt.ptr<i32>, #B>, %q2: tensor<512x!tt.ptr<i32>, #B>) num_warps(4) {{\n"
        + load("%u", "%oo") + "gpu.barrier\n" + load("%v", "%oo") + out("%u", "%p2") + out("%v", "%q2")
        + f"ttg.warp_return\n}} : ({IMM}, tensor<512x!tt.ptr<i32>, #B>, tensor<512x!tt.ptr<i32>, #B>) -> ()\n"
    ),
}  # fmt: skip
TENSOR_MEMORY = """#T = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#N2 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
#B = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%a: !ttg.memdesc<128x128xf8E5M2, #N, #smem>, %b: !ttg.memdesc<128x128xf8E5M2, #N2, #smem>, %x: tensor<128x128xf32, #B>,
      %p1: tensor<128x128x!tt.ptr<f32>, #B>, %q1: tensor<128x128x!tt.ptr<f32>, #B>) {
    %yes = arith.constant true
    %m = ttng.tmem_alloc %x : (tensor<128x128xf32, #B>) -> !ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable>
    %u = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #B>
    WRITE
    %v = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #B>
    tt.store %p1, %u : tensor<128x128x!tt.ptr<f32>, #B>
    tt.store %q1, %v : tensor<128x128x!tt.ptr<f32>, #B>
"""
ACCUMULATOR = "!ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable>"
WRITES_TENSOR_MEMORY = {
    "a matrix product": (
        "ttng.tc_gen5_mma %a, %b, %m, %yes, %yes : !ttg.memdesc<128x128xf8E5M2, #N, #smem>,"
        f" !ttg.memdesc<128x128xf8E5M2, #N2, #smem>, {ACCUMULATOR}"
    ),
    "a store": f"ttng.tmem_store %x, %m, %yes : tensor<128x128xf32, #B> -> {ACCUMULATOR}",
}
PRODUCT = """#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#M = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xf16, #A>, %acc: tensor<64x64xf32, #M>, %p1: tensor<64x64x!tt.ptr<f16>, #B>,
      %q1: tensor<64x64x!tt.ptr<f16>, #B>, %r1: tensor<64x64x!tt.ptr<f32>, #M>) {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #A>) -> !ttg.memdesc<64x64xf16, #N, #smem>
    ttng.fence_async_shared {bCluster = false}
    %d = ttng.warp_group_dot %m, %m, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #N, #smem>
      * !ttg.memdesc<64x64xf16, #N, #smem> -> tensor<64x64xf32, #M>
    %u = ttg.local_load %m : !ttg.memdesc<64x64xf16, #N, #smem> -> tensor<64x64xf16, #A>
    %e = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32, #M>
    %v = ttg.local_load %m : !ttg.memdesc<64x64xf16, #N, #smem> -> tensor<64x64xf16, #A>
    %uB = ttg.convert_layout %u : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
    %vB = ttg.convert_layout %v : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
    tt.store %p1, %uB : tensor<64x64x!tt.ptr<f16>, #B>
    tt.store %q1, %vB : tensor<64x64x!tt.ptr<f16>, #B>
"""
"""The second read is all that keeps the buffer from being used again while the product reads it."""
PROGRAMS = (
    {name: HEAD + body + TAIL for name, body in CASES.items()}
    | {f"tensor memory and {name}": TENSOR_MEMORY.replace("WRITE", text) + TAIL for name, text in WRITES_TENSOR_MEMORY.items()}
    | {"read by a product until it is waited for": PRODUCT + TAIL}
)
READS = ("ttg.local_load", "ttng.tmem_load")
OPTIONS = ({}, {"read_copies": True, "move_stores": True}, {"loads_first": True, "no_alias": True})


def is_event(op: Op) -> bool:
    """Whether anything may be written, released, waited for, or begun or ended."""
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
    """What a program stores, or None where the interpreter does not know an operation of it."""
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
"""What never changes is read once, in whichever layout is the better one."""


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
    result = optimize(text + body + TAIL, check=False, min_gain=0.0, read_copies=True)
    assert result.ir.count("ttg.convert_layout") == 1 and "local_load" not in result.ir
    kept = (
        alloc(of="%x", type=NIMM)
        + f"ttng.async_tma_copy_local_to_global %d[%c0] %m : !tt.tensordesc<tensor<512xi32, #N>>, {NIMM}\n"
    )
    result = optimize(text + kept + out("%x", "%p1") + TAIL, check=False, min_gain=0.0, read_copies=True)
    assert "ttg.convert_layout" not in result.ir and result.ir.count("local_load") == 1, (
        "what only reads it leaves it what it was"
    )


def test_tensor_memory_has_buffers_too() -> None:
    """Of what is filled when it is made, and only read, descriptors stand for values; what a product adds to changes."""
    body = TENSOR_MEMORY.replace("WRITE", WRITES_TENSOR_MEMORY["a matrix product"]).replace(
        "%u =", f"%w = ttng.tmem_alloc %x : (tensor<128x128xf32, #B>) -> {ACCUMULATOR.replace(', mutable', '')}\n%u ="
    )
    (function,) = read(body + TAIL).functions()
    memory = Memory(function)
    named = {v.name: memory.unchanging(v) for op in function.walk() for v in (*op.operands, *op.results) if is_descriptor(v)}
    assert named == {"%a": False, "%b": False, "%m": False, "%w": True}
