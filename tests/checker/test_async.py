"""Order of the asynchronous proxy: data that it reads must be written before the fence.

Counters of loops are signed or not. All programs here are such as Triton 3.6 accepts.
"""

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read
from tests.support.memory_programs import HEAD, NIMM, PRODUCT, TAIL, alloc, out

A, B = alloc(of="%x", type=NIMM), alloc("%m2", "%y", NIMM)
FENCE = "ttng.fence_async_shared {bCluster = false}\n"
COPY = f"ttng.async_tma_copy_local_to_global %d[%c0] %m : !tt.tensordesc<tensor<512xi32, #N>>, {NIMM}\n"
COPY2 = COPY.replace("%m ", "%m2 ")
WAIT = "ttng.async_tma_store_wait {pendings = 0 : i32}\n"
FREE = f"ttg.local_dealloc %m : {NIMM}\n"
LOOP, END = "scf.for %i = %c0 to %n step %c1 : i32 {\n", "}\n"
CALM = out("%y", "%p1")


def body(text: str) -> str:
    return HEAD + text + TAIL


HOLES = {
    "filled after the fence": (A + FENCE + COPY + WAIT, FENCE + A + COPY + WAIT),
    "filled after a fence in a loop": (LOOP + A + FENCE + COPY + WAIT + END, LOOP + FENCE + A + COPY + WAIT + END),
    "filled after the fence, and kept": (A + FENCE + COPY + WAIT + FREE, FENCE + A + COPY + WAIT + FREE),
    "the first of two fences serves both": (
        A + FENCE + COPY + B + FENCE + COPY2 + WAIT,
        A + FENCE + COPY + FENCE + B + COPY2 + WAIT,
    ),
}


@pytest.mark.parametrize("name", HOLES)
def test_bulk_copies_read_what_was_written_before_the_fence(name: str) -> None:
    before, after = (body(text) for text in HOLES[name])
    assert check(read(before), read(before)).equal
    verdict = check(read(before), read(after))
    assert not verdict.equal and not verdict.limited


def test_what_is_no_fence_may_be_passed() -> None:
    """A store to global memory orders nothing between the program and the asynchronous proxy."""
    assert check(read(body(A + CALM + FENCE + COPY + WAIT)), read(body(CALM + A + FENCE + COPY + WAIT))).equal


@pytest.mark.parametrize("asynchronous", [False, True])
def test_products_read_what_was_written_before_the_fence(asynchronous: bool) -> None:
    """The rejected program is `fence.proxy.async; st.shared; wgmma` in PTX: it writes after the fence."""
    head, alloc, rest = PRODUCT.partition(
        "    %m = ttg.local_alloc %x : (tensor<64x64xf16, #A>) -> !ttg.memdesc<64x64xf16, #N, #smem>\n"
    )
    fence, rest = "    " + FENCE, rest.replace("    " + FENCE, "")
    wait = "%e = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32, #M>\n"
    if asynchronous:
        kept = wait.replace("%e", "%e:2").replace("%d {", "%d, %m {").rstrip() + ", !ttg.memdesc<64x64xf16, #N, #smem>\n"
        rest = rest.replace(wait, kept)
    else:
        rest = rest.replace("isAsync = true", "isAsync = false").replace("    " + wait, "")
    rest += "tt.store %r1, %d : tensor<64x64x!tt.ptr<f32>, #M>\n"
    before, after = (read(head + text + rest + TAIL) for text in (alloc + fence, fence + alloc))
    assert check(before, before).equal
    assert not check(before, after).equal


UNSIGNED = LOOP.replace("scf.for", "scf.for unsigned")
READ = "%z = tt.load %in1 : tensor<512x!tt.ptr<i32>, #A>\n"


@pytest.mark.parametrize(("before", "after"), [(UNSIGNED, LOOP), (LOOP, UNSIGNED)])
@pytest.mark.parametrize("inside", [READ, "%z = arith.divsi %x, %y : tensor<512xi32, #A>\n"])
def test_a_loop_counts_up_to_a_signed_number_or_an_unsigned_one(before: str, after: str, inside: str) -> None:
    """From 0 to -1, one runs never and the other four billion times: what it reads may be no address, even where nobody looks at it."""
    old, new = (read(body(loop + inside + END)) for loop in (before, after))
    assert check(old, old).equal
    verdict = check(old, new)
    assert not verdict.equal and "no such loop" in verdict.reason
