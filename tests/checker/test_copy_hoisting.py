"""Copies that a loop issues earlier: every place between the last wait for products and the end of the body is equal, and no other.

The loop has the form of Triton 3.6's attention: two buffers with slots and barriers that are counted, two products, one wait.
"""

from __future__ import annotations

import pytest

from egraph_opt.checker import check
from egraph_opt.checker.access.copy_hoisting import hoist_copies
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write

HEAD = """#A = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#D = #ttg.dot_op<{opIdx = 0, parent = #A, kWidth = 2}>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#B = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bufs = !ttg.memdesc<2x64x64xf16, #N, #smem, mutable>
!buf = !ttg.memdesc<64x64xf16, #N, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #B, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #B, #smem, mutable>
!sum = tensor<64x64xf32, #A>
!factor = tensor<64x64xf16, #D>
!tile = !tt.tensordesc<tensor<64x64xf16, #N>>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%dk: !tile, %dv: !tile, %out: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant dense<0.0> : !sum
    %q = arith.constant dense<1.0> : !factor
    %zh = arith.constant dense<0.0> : tensor<64x64xf16, #A>
    %m1 = arith.constant -1 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c64 = arith.constant 64 : i32
    %true = arith.constant true
    %k = ttg.local_alloc : () -> !bufs
    %v = ttg.local_alloc : () -> !bufs
    %bk = ttg.local_alloc : () -> !bars
    %bv = ttg.local_alloc : () -> !bars
    %bk0 = ttg.memdesc_index %bk[%c0] : !bars -> !bar
    %bv0 = ttg.memdesc_index %bv[%c0] : !bars -> !bar
    ttng.init_barrier %bk0, 1 : !bar
    ttng.init_barrier %bv0, 1 : !bar
    %l:4 = scf.for %i = %c0 to %n step %c64 iter_args(%acc = %zero, %ahead = %c0, %now = %m1, %ph = %c0) -> (!sum, i32, i32, i32)  : i32 {
"""
COUNT = """      %n1 = arith.addi %now, %c1 : i32
      %n2 = arith.cmpi sge, %n1, %c2 : i32
      %slot = arith.select %n2, %c0, %n1 : i32
      %p1 = arith.xori %ph, %c1 : i32
      %p2 = arith.select %n2, %p1, %ph : i32
      %a1 = arith.addi %ahead, %c1 : i32
      %a2 = arith.cmpi sge, %a1, %c2 : i32
      %next = arith.select %a2, %c0, %a1 : i32
"""
FIRST = """      %wk = ttg.memdesc_index %bk[%slot] : !bars -> !bar
      ttng.wait_barrier %wk, %p2 : !bar
      %rk = ttg.memdesc_index %k[%slot] : !bufs -> !buf
      %s = ttng.warp_group_dot %q, %rk, %zero {inputPrecision = 0 : i32, isAsync = true} : !factor * !buf -> !sum
"""
WAIT = """      %w:2 = ttng.warp_group_dot_wait %s, %acc {pendings = 0 : i32} : !sum, !sum
"""
MIDDLE = """      %e = math.exp2 %w#0 : !sum
      %h = arith.truncf %e : !sum to tensor<64x64xf16, #A>
      %p = ttg.convert_layout %h : tensor<64x64xf16, #A> -> !factor
"""
AWAIT = """      %wv = ttg.memdesc_index %bv[%slot] : !bars -> !bar
      ttng.wait_barrier %wv, %p2 : !bar
"""
LAST = """      %rv = ttg.memdesc_index %v[%slot] : !bufs -> !buf
      %o = ttng.warp_group_dot %p, %rv, %w#1 {inputPrecision = 0 : i32, isAsync = true} : !factor * !buf -> !sum
"""
COPY_K = """      %tk = ttg.memdesc_index %bk[%next] : !bars -> !bar
      ttng.barrier_expect %tk, 8192, %true : !bar
      %ck = ttg.memdesc_index %k[%next] : !bufs -> !buf
      ttng.async_tma_copy_global_to_local %dk[%i, %c0] %ck, %tk, %true : !tile, !bar -> !buf
"""
COPY_V = COPY_K.replace("k[", "v[").replace("%tk", "%tv").replace("%ck", "%cv").replace("%dk", "%dv")
TAIL = """      scf.yield %o, %next, %slot, %p2 : !sum, i32, i32, i32
    }
    %end = ttng.warp_group_dot_wait %l#0 {pendings = 0 : i32} : !sum
    ttg.local_dealloc %k : !bufs
    ttg.local_dealloc %v : !bufs
    %sum = "tt.reduce"(%end) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %xy = arith.addf %x, %y : f32
      tt.reduce.return %xy : f32
    }) : (!sum) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #A}>>
    %ptr = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #A}>>
    tt.store %ptr, %sum : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #A}>>
    tt.return
  }
}
"""
OWN = (FIRST, WAIT, MIDDLE, AWAIT, LAST, COPY_K, COPY_V)
EQUAL = {
    "both after the wait": (FIRST, WAIT, COPY_K, COPY_V, MIDDLE, AWAIT, LAST),
    "both beside the computation": (FIRST, WAIT, MIDDLE, COPY_K, COPY_V, AWAIT, LAST),
    "both before the last product": (FIRST, WAIT, MIDDLE, AWAIT, COPY_K, COPY_V, LAST),
    "one after the wait": (FIRST, WAIT, COPY_K, MIDDLE, AWAIT, LAST, COPY_V),
    "each elsewhere": (FIRST, WAIT, COPY_K, MIDDLE, AWAIT, COPY_V, LAST),
}
ARM_K, START_K = COPY_K[: COPY_K.index("      %ck")], COPY_K[COPY_K.index("      %ck") :]
WRONG = {
    "above the wait for the product that reads the slot": (FIRST, COPY_K, COPY_V, WAIT, MIDDLE, AWAIT, LAST),
    "at the head of the body": (COPY_K, COPY_V, *OWN[:5]),
    "copies in another order": (*OWN[:5], COPY_V, COPY_K),
    "a copy that signals another barrier": (FIRST, WAIT, ARM_K, START_K.replace(", %tk", ", %wk"), MIDDLE, AWAIT, LAST, COPY_V),
    "a barrier that is armed before its copy's place": (FIRST, WAIT, ARM_K, MIDDLE, AWAIT, LAST, START_K, COPY_V),
    "a copy twice": (FIRST, WAIT, COPY_K, MIDDLE, AWAIT, LAST, COPY_K.replace("%tk", "%t2").replace("%ck", "%c2k"), COPY_V),
    "a copy less": (FIRST, WAIT, COPY_K, MIDDLE, AWAIT, LAST),
    "another slot": (FIRST, WAIT, COPY_K.replace("%next", "%slot"), MIDDLE, AWAIT, LAST, COPY_V),
    "other coordinates": (FIRST, WAIT, COPY_K.replace("[%i,", "[%c0,"), MIDDLE, AWAIT, LAST, COPY_V),
    "a wait moves with it": (FIRST, AWAIT, WAIT, COPY_K, MIDDLE, LAST, COPY_V),
}


def program(parts: tuple[str, ...]) -> str:
    return HEAD + COUNT + "".join(parts) + TAIL


def hoist_text(text: str) -> Module:
    module = read(text)
    return module.replace_functions({function: hoist_copies(function) for function in module.functions()})


def effects(module: Module) -> list[str]:
    return [op.name for function in module.functions() for op in function.walk() if "ttng." in op.name]


@pytest.mark.parametrize("name", EQUAL)
def test_a_copy_may_be_issued_between_the_wait_and_the_end(name: str) -> None:
    before, after = read(program(OWN)), read(program(EQUAL[name]))
    assert check(before, after).equal and check(after, before).equal


def test_the_normal_form_is_one_program() -> None:
    forms = [hoist_text(program(parts)) for parts in (OWN, *EQUAL.values())]
    assert all(effects(form) == effects(forms[0]) for form in forms)
    assert all(write(hoist_text(write(form))) == write(form) for form in forms)


@pytest.mark.parametrize("name", WRONG)
def test_no_other_place_and_no_other_copy_is_equal(name: str) -> None:
    verdict = check(read(program(OWN)), read(program(WRONG[name])))
    assert not verdict.equal and not verdict.limited


SYNC = LAST.replace("isAsync = true", "isAsync = false")
UNSOUND = {
    "the reader and the copy have the same slot": ("%ahead = %c0", "%ahead = %m1"),
    "another modulus": ("%a2 = arith.cmpi sge, %a1, %c2", "%a2 = arith.cmpi sge, %a1, %c3"),
    "another comparison": ("%a2 = arith.cmpi sge, %a1, %c2", "%a2 = arith.cmpi sgt, %a1, %c2"),
    "another step": ("%a1 = arith.addi %ahead, %c1", "%a1 = arith.addi %ahead, %c2"),
    "another start after the end": ("%next = arith.select %a2, %c0", "%next = arith.select %a2, %c1"),
    "a counter that starts anywhere": ("%ahead = %c0", "%ahead = %n"),
    "a counter that starts past the slots": ("%ahead = %c0", "%ahead = %c2"),
    "a counter that is not carried": ("scf.yield %o, %next,", "scf.yield %o, %ahead,"),
    "counters that are exchanged": ("scf.yield %o, %next, %slot,", "scf.yield %o, %slot, %next,"),
    "the product waits for others": (LAST, SYNC),
    "warp groups do not wait for each other": ("%acc {pendings = 0 : i32}", "%acc {pendings = 0 : i32, warpGroupLocal}"),
    "the barrier of another slot": ("%tv = ttg.memdesc_index %bv[%next]", "%tv = ttg.memdesc_index %bv[%slot]"),
    "a barrier that is armed by hand": ("    %l:4", "    ttng.arrive_barrier %bv0, 1 : !bar\n    %l:4"),
    "the wait is for the barrier of the copy": ("%wv = ttg.memdesc_index %bv[%slot]", "%wv = ttg.memdesc_index %bv[%next]"),
    "slots of a part of the buffer": (
        "%cv = ttg.memdesc_index %v[%next]",
        "%sv = ttg.memdesc_subslice %v[1, 0, 0] : !bufs -> !bufs\n      %cv = ttg.memdesc_index %sv[%next]",
    ),
    "a buffer that is also stored to": (
        "    %end =",
        "    %u = ttg.memdesc_index %v[%c0] : !bufs -> !buf\n"
        "    ttg.local_store %zh, %u : tensor<64x64xf16, #A> -> !buf\n    %end =",
    ),
}
"""Programs in which the early place of the second copy isn't equal: (what is replaced, by what)."""
EARLY = (FIRST, WAIT, COPY_K, COPY_V, MIDDLE, AWAIT, LAST)


@pytest.mark.parametrize("name", UNSOUND)
def test_a_slot_that_may_be_read_is_not_written_earlier(name: str) -> None:
    texts = []
    for parts in (OWN, EARLY):
        text = program(parts)
        changed = text.replace(*UNSOUND[name])
        assert changed != text
        texts.append(changed)
    before, after = map(read, texts)
    assert check(before, before).equal
    assert not check(before, after).equal


@pytest.mark.parametrize(
    "between",
    [
        "      ttng.fence_async_shared {bCluster = false}\n",
        "      gpu.barrier\n",
        "      ttng.async_tma_store_wait {pendings = 0 : i32}\n",
        "      tt.store %out, %f : !tt.ptr<f32>\n",
        "      %z = ttng.warp_group_dot_wait %e {pendings = 0 : i32} : !sum\n",
        "      scf.if %true {\n        tt.print \"x\" {hex = false, isSigned = array<i32>}\n      }\n",
    ],
)  # fmt: skip
def test_nothing_else_is_passed(between: str) -> None:
    constant = "      %f = arith.constant 1.0 : f32\n"
    before = program((FIRST, WAIT, MIDDLE, constant, between, AWAIT, LAST, COPY_K, COPY_V))
    after = program((FIRST, WAIT, COPY_K, MIDDLE, constant, between, AWAIT, LAST, COPY_V))
    late = program((FIRST, WAIT, MIDDLE, constant, between, COPY_K, AWAIT, LAST, COPY_V))
    assert not check(read(before), read(after)).equal
    assert check(read(before), read(late)).equal


def test_another_wait_for_the_same_buffers_is_not_passed() -> None:
    """Two barriers that are signalled for one buffer: a wait for one of them may be for a copy to the slot that is written."""
    second = COPY_K.replace("%tk", "%t2").replace("%ck", "%x2").replace("%bk", "%bv")
    before = program((FIRST, WAIT, MIDDLE, AWAIT, LAST, COPY_K, second))
    after = program((FIRST, WAIT, COPY_K, MIDDLE, AWAIT, LAST, second))
    assert not check(read(before), read(after)).equal
