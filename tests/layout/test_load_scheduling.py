"""Loads first: what they pass and what they do not, and that the checker tells a wrong order from a right one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egraph_opt import optimize
from egraph_opt.checker import check
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write
from tests.support.kernels import kernels

HEAD = """#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#B = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%in: !tt.ptr<f32>, %more: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %m: !ttg.memdesc<512xf32, #S, #smem, mutable>) {
    %p = tt.splat %in : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #A>
    %x = tt.load %p : tensor<512x!tt.ptr<f32>, #A>
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #A>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %po = tt.splat %out : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #A>
    %q = tt.splat %more : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #A>
    %y = ttg.convert_layout %x : tensor<512xf32, #A> -> tensor<512xf32, #B>
"""
TAIL = "\n    tt.return\n  }\n}\n"
LOAD = """    %qq = tt.addptr %q, %r : tensor<512x!tt.ptr<f32>, #A>, tensor<512xi32, #A>
    %z = tt.load %qq : tensor<512x!tt.ptr<f32>, #A>
"""
KEEP = """    %zz = ttg.convert_layout %z : tensor<512xf32, #A> -> tensor<512xf32, #B>
    %s = arith.addf %y, %zz : tensor<512xf32, #B>
    "their.use"(%s) : (tensor<512xf32, #B>) -> ()
"""
STORE = "    tt.store %po, %x : tensor<512x!tt.ptr<f32>, #A>\n"
PASSED = {
    "a conversion": "",
    "a wait for copies": "    %w = ttg.async_wait {num = 0 : i32}\n",
    "a wait that leaves copies under way": "    %w = ttg.async_wait {num = 4 : i32}\n",
    "a copy in shared memory": "    %a = ttg.local_alloc %y : (tensor<512xf32, #B>) -> !ttg.memdesc<512xf32, #S, #smem>\n",
    "a write to shared memory": "    ttg.local_store %y, %m : tensor<512xf32, #B> -> !ttg.memdesc<512xf32, #S, #smem, mutable>\n",
    "a read of shared memory": (
        "    %a = ttg.local_load %m : !ttg.memdesc<512xf32, #S, #smem, mutable> -> tensor<512xf32, #A>\n"
    ),
}
KEPT = {
    "a store": STORE,
    "an operation nobody knows": '    "their.op"() : () -> ()\n',
    "a barrier": "    gpu.barrier\n",
    "a loop": "    scf.for %i = %c0 to %n step %c1 : i32 {\n" + STORE + "    }\n",
    "a conversion that it needs": (
        "    %r0 = ttg.convert_layout %r : tensor<512xi32, #A> -> tensor<512xi32, #B>\n"
        "    %r1 = ttg.convert_layout %r0 : tensor<512xi32, #B> -> tensor<512xi32, #A>\n"
    ),
}


MADE = """    %one = arith.constant 1 : i64
    %d = tt.make_tensor_descriptor %out, [%n], [%one] : <f32>, <tensor<512xf32>>
"""
COPIES = {
    "a store by a descriptor": MADE
    + "    tt.descriptor_store %d[%c0], %x : !tt.tensordesc<tensor<512xf32>>, tensor<512xf32, #A>\n",
    "a hardware copy from shared memory": MADE
    + """    "ttng.async_tma_copy_local_to_global"(%d, %c0, %m) :
      (!tt.tensordesc<tensor<512xf32>>, i32, !ttg.memdesc<512xf32, #S, #smem, mutable>) -> ()
""",
    "a wait for hardware copies": '    "ttng.async_tma_store_wait"() {pendings = 0 : i32} : () -> ()\n',
    "a wait for a barrier": '    "ttng.wait_barrier"(%m, %c0) : (!ttg.memdesc<512xf32, #S, #smem, mutable>, i32) -> ()\n',
}


STORED = """    %zz = ttg.convert_layout %z : tensor<512xf32, #A> -> tensor<512xf32, #B>
    %s = arith.addf %y, %zz : tensor<512xf32, #B>
    %pb = tt.splat %out : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #B>
    tt.store %pb, %s : tensor<512x!tt.ptr<f32>, #B>
"""
SWAPPED = """    %l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %out, %b = %more) -> (!tt.ptr<f32>, !tt.ptr<f32>) : i32 {
      %pa = tt.splat %a : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #A>
      tt.store %pa, %x : tensor<512x!tt.ptr<f32>, #A>
      scf.yield %b, %a : !tt.ptr<f32>, !tt.ptr<f32>
    }
"""
CHOSEN = """    %cc = arith.cmpi sgt, %n, %c0 : i32
    %po2 = arith.select %cc, %po, %q : tensor<512x!tt.ptr<f32>, #A>
    tt.store %po2, %x : tensor<512x!tt.ptr<f32>, #A>
"""
PASSED_BY_PROMISE = {
    "a store": STORE,
    "a loop that stores": KEPT["a loop"],
    "a loop that does nothing": "    scf.for %i = %c0 to %n step %c1 : i32 {\n    }\n" + STORE,
    "a conditional that stores": "    %c = arith.cmpi sgt, %n, %c0 : i32\n    scf.if %c {\n" + STORE + "    }\n",
}
KEPT_ALL_THE_SAME = {
    "an operation nobody knows": STORE + KEPT["an operation nobody knows"],
    "a barrier": STORE + KEPT["a barrier"],
    "an operation with a region that nobody knows": STORE + '    "their.op"() ({\n    }) : () -> ()\n',
    "an assertion": STORE + '    %ok = arith.cmpi sgt, %n, %c0 : i32\n    cf.assert %ok, "no"\n',
    "an atomic": (
        "    %old = tt.atomic_rmw fadd, acq_rel, gpu, %po, %x : (tensor<512x!tt.ptr<f32>, #A>, tensor<512xf32, #A>)"
        " -> tensor<512xf32, #A>\n"
    ),
    "a store to the same array": STORE.replace("%po", "%q"),
    "a loop that swaps arrays": SWAPPED,
    "a store to one array or the other": CHOSEN,
    "a store anywhere": '    %u = "their.pointers"() : () -> tensor<512x!tt.ptr<f32>, #A>\n' + STORE.replace("%po", "%u"),
}


def first(text: str, no_alias: bool = False) -> Module:
    module = read(text)
    return module.replace_functions({function: loads_first(function, no_alias) for function in module.functions()})


def order(module: Module) -> list[str]:
    return [op.name for op in module.op.walk()]


@pytest.mark.parametrize("between", PASSED.values(), ids=PASSED)
def test_a_load_passes(between: str) -> None:
    text = HEAD + between + LOAD + KEEP + TAIL
    new = first(text)
    names = order(new)
    assert names.index("ttg.convert_layout") > max(i for i, name in enumerate(names) if name == "tt.load")
    assert check(read(text), read(write(new)), strict=True).equal


@pytest.mark.parametrize("between", PASSED_BY_PROMISE.values(), ids=PASSED_BY_PROMISE)
def test_a_load_of_another_array_passes_by_promise(between: str) -> None:
    text = HEAD + between + LOAD + STORED + TAIL
    new = first(text, no_alias=True)
    names = order(new)
    assert names.index("tt.store") > max(i for i, name in enumerate(names) if name == "tt.load")
    assert check(read(text), read(write(new)), strict=True, no_alias=True).equal
    assert not check(read(text), read(write(new)), strict=True).equal, "without the promise it is another program"


@pytest.mark.parametrize("between", KEPT_ALL_THE_SAME.values(), ids=KEPT_ALL_THE_SAME)
def test_what_no_promise_lets_a_load_pass(between: str) -> None:
    """The optimiser leaves it, and the checker, with an analysis of its own, refuses it."""
    before, after = HEAD + between + LOAD + STORED + TAIL, HEAD + LOAD + between + STORED + TAIL
    assert write(first(before, no_alias=True)) == write(read(before))
    assert not check(read(before), read(after), strict=True, no_alias=True).equal


@pytest.mark.parametrize("between", KEPT.values(), ids=KEPT)
def test_a_load_does_not_pass(between: str) -> None:
    load = LOAD.replace("%q, %r ", "%q, %r1 ") if "%r1" in between else LOAD
    text = HEAD + between + load + KEEP + TAIL
    assert write(first(text)) == write(read(text))


@pytest.mark.parametrize("between", COPIES.values(), ids=COPIES)
def test_a_load_does_not_pass_what_the_asynchronous_proxy_does(between: str) -> None:
    """Neither by itself nor by promise, and the checker refuses it."""
    before, after = HEAD + between + LOAD + KEEP + TAIL, HEAD + LOAD + between + KEEP + TAIL
    for promise in (False, True):
        assert write(first(before, promise)) == write(read(before))
        assert not check(read(before), read(after), strict=True, no_alias=promise).equal


@pytest.mark.parametrize("between", [KEPT["a store"], KEPT["an operation nobody knows"], KEPT["a barrier"], KEPT["a loop"]])
def test_the_checker_knows_what_a_load_may_not_pass(between: str) -> None:
    before, after = HEAD + between + LOAD + KEEP + TAIL, HEAD + LOAD + between + KEEP + TAIL
    assert not check(read(before), read(after), strict=True).equal


def test_the_checker_knows_that_reads_of_shared_memory_pass_no_write_to_it() -> None:
    load, write_ = PASSED["a read of shared memory"], PASSED["a write to shared memory"]
    use = '    "their.use"(%a) : (tensor<512xf32, #A>) -> ()\n'
    assert not check(read(HEAD + write_ + load + use + TAIL), read(HEAD + load + write_ + use + TAIL), strict=True).equal


@pytest.mark.parametrize("root", ["%more", "%x"], ids=["what is written", "what may be anything"])
def test_memory_that_the_function_writes_is_read_where_it_was(root: str) -> None:
    """Conversions make barriers that programs may count on between a store and another thread's load."""
    store = STORE.replace("%po", "%q") if root == "%more" else "    tt.store %u, %x : tensor<512x!tt.ptr<f32>, #A>\n"
    unknown = '    %u = "their.pointers"() : () -> tensor<512x!tt.ptr<f32>, #A>\n' if root == "%x" else ""
    text = HEAD + unknown + LOAD + KEEP.replace('    "their', store + '    "their') + TAIL
    text = text.replace(unknown, "").replace("    %p = tt", unknown + "    %p = tt") if unknown else text
    assert write(first(text)) == write(read(text))


@pytest.mark.parametrize("words", ["cacheModifier = cv", "{isVolatile = true}"])
def test_memory_that_others_write_meanwhile_is_read_where_it_was(words: str) -> None:
    load = LOAD.replace("%qq :", f"%qq {words} :")
    before, after = HEAD + STORE + load + STORED + TAIL, HEAD + load + STORE + STORED + TAIL
    assert write(first(before, no_alias=True)) == write(read(before))
    assert not check(read(before), read(after), strict=True, no_alias=True).equal


def test_loads_keep_their_order_and_the_rest_keeps_its_own() -> None:
    text = HEAD + LOAD + LOAD.replace("%qq", "%q2").replace("%z ", "%z2 ") + KEEP + TAIL
    moves = ("tt.load", "tt.addptr", "tt.splat")
    old, new = ([name for name in order(module) if name not in moves] for module in (read(text), first(text)))
    assert old == new
    assert re.findall(r"%(z2?) = tt.load", write(first(text))) == ["z", "z2"]


@pytest.mark.parametrize(
    ("path", "no_alias"),
    [
        pytest.param(path, no_alias, marks=pytest.mark.slow if n % 8 != 4 * no_alias else [], id=f"{path.parent.name}{name}")
        for n, path in enumerate(kernels("final"))
        for no_alias, name in ((False, ""), (True, "-by promise"))
    ],
)
def test_kernels_do_the_same_with_their_loads_first(path: Path, no_alias: bool) -> None:
    """Every fourth kernel, by turns with the promise and without it; the others are slow."""
    module = read(path.read_text(), str(path))
    new = first(path.read_text(), no_alias)
    assert check(module, read(write(new)), strict=True, no_alias=no_alias).equal
    assert sorted(order(new)) == sorted(order(module)) and write(first(write(new), no_alias)) == write(new), "twice is once"


def test_as_an_option_of_a_run() -> None:
    text = HEAD + PASSED["a write to shared memory"] + LOAD + KEEP + TAIL
    assert optimize(text, loads_first=True, min_gain=0.0).ir != optimize(text, min_gain=0.0).ir
    stored = HEAD + STORE + LOAD + STORED + TAIL
    kept, moved = (optimize(stored, loads_first=True, assume_no_alias=promise, min_gain=0.0) for promise in (False, True))
    assert kept.ir != moved.ir and not moved.rejected
