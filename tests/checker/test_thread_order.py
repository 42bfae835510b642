"""Layouts of accesses that are ordered because one thread makes them."""

import pytest

from egraph_opt.checker import Outcome, check
from egraph_opt.checker.access import thread_order
from egraph_opt.ir.analysis import same_thread_accesses
from egraph_opt.text import read
from tests.checker.programs import loop, program

STORE, LOAD = "tt.store %p, %x : @P\n", "%v = tt.load %p : @P\n"
OUT = "tt.store %q, %v : @P\n"
POINTERS = "%pb = ttg.convert_layout %p : @P -> @Q\n"
MOVED_LOAD = f"{POINTERS}%l = tt.load %pb : @Q\n%v = ttg.convert_layout %l : @B -> @A\n"
MOVED_STORE = f"{POINTERS}%s0 = ttg.convert_layout %x : @A -> @B\ntt.store %pb, %s0 : @Q\n"
LAST = "tt.store %p, %y : @P\n"
SUM = "%v = tt.atomic_rmw fadd, relaxed, gpu, %p, %y, %t : (@P, @A, tensor<128xi1, #a>) -> @A\n"
BUFFER = """%o = arith.constant dense<0> : tensor<128xi32, #a>
%w = tt.splat %s : !tt.ptr<f32> -> @P
amdg.buffer_store %x, %s[%o] : @A
"""
NEXT = f"{OUT}scf.yield %a0 : @A"
BARRIER = "gpu.barrier\n"
TRUE = "%t = arith.constant dense<true> : tensor<128xi1, #a>\n"
CHOSEN = "%w = arith.select %c, %p, %q : @P\n"

CASES = {
    "a load of what was stored": (STORE + LOAD + OUT, STORE + MOVED_LOAD + OUT, False),
    "a store before a load": (STORE + LOAD + OUT, MOVED_STORE + LOAD + OUT, False),
    "a load before a store": (LOAD + OUT + LAST, MOVED_LOAD + OUT + LAST, False),
    "two stores": (STORE + LAST, MOVED_STORE + LAST, False),
    "an atomic operation after a store": (TRUE + STORE + SUM + OUT, TRUE + MOVED_STORE + SUM + OUT, False),
    "a store by pointers that may be the same": (
        CHOSEN + LOAD + "tt.store %w, %v : @P\n", CHOSEN + MOVED_LOAD + "tt.store %w, %v : @P\n", False,
    ),
    "a load of an array that is not stored": (LOAD + OUT, MOVED_LOAD + OUT, True),
    "two loads": (
        LOAD + LOAD.replace("%v", "%u") + OUT + OUT.replace("%v", "%u"),
        MOVED_LOAD + LOAD.replace("%v", "%u") + OUT + OUT.replace("%v", "%u"),
        True,
    ),
    "behind a barrier": (STORE + BARRIER + LOAD + OUT, STORE + BARRIER + MOVED_LOAD + OUT, True),
    "behind a barrier that is in a loop": (
        loop(STORE + BARRIER + LOAD + NEXT, after=""), loop(STORE + BARRIER + MOVED_LOAD + NEXT, after=""), False,
    ),
    "behind a barrier for another load": (
        STORE + BARRIER + LAST + LOAD + OUT, STORE + BARRIER + LAST + MOVED_LOAD + OUT, False,
    ),
    "a load of what AMD's buffer operation stored": (
        BUFFER + LOAD.replace("%p", "%w") + OUT, BUFFER + MOVED_LOAD.replace("%p :", "%w :") + OUT, False,
    ),
    "the only store of an array": (STORE, MOVED_STORE, True),
}  # fmt: skip


@pytest.mark.parametrize("strict", (False, True))
@pytest.mark.parametrize("name", CASES)
def test_a_layout_orders_accesses(name: str, strict: bool) -> None:
    """No barrier orders a thread's access with another thread's: a load may then come before the store whose value it must see."""
    before, after, is_equal = CASES[name]
    verdict = check(read(program(before)), read(program(after)), strict=strict)
    assert verdict.outcome is (Outcome.EQUAL if is_equal else Outcome.NOT_PROVED), str(verdict)


@pytest.mark.parametrize("name", CASES)
def test_the_optimiser_keeps_what_the_checker_asks_for(name: str) -> None:
    (function,) = read(program(CASES[name][0])).functions()
    assert same_thread_accesses.accesses_by_thread(function) >= thread_order.accesses_by_thread(function)


def test_pointers_of_a_called_function_may_be_the_same() -> None:
    before, after = (program(body).replace("public", "private") for body in (LOAD + OUT, MOVED_LOAD + OUT))
    assert check(read(before), read(after)).outcome is Outcome.NOT_PROVED
