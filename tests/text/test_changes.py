"""The line that says what changed: loads that pass operations at which threads wait."""

from __future__ import annotations

import pytest

from egraph_opt.text.difference.changes import changes

LOAD = "%x = tt.load %p : tensor<64x!tt.ptr<f32>, #blocked>"
WAITS = {
    "ttg.async_wait": "%t = ttg.async_wait %a {num = 2 : i32}",
    "ttng.warp_group_dot_wait": "%d:3 = ttng.warp_group_dot_wait %a, %b, %c {pendings = 0 : i32} : tensor<64xf32>",
    "ttng.warp_group_dot": "%d = ttng.warp_group_dot %a, %b, %c : tensor<64xf32>",
    "ttng.wait_barrier": "ttng.wait_barrier %a, %b : !ttg.memdesc<1xi64>",
    "ttng.async_tma_store_wait": "ttng.async_tma_store_wait {pendings = 0 : i32}",
    "tt.reduce": '%d = "tt.reduce"(%a) <{axis = 1 : i32}> ({',
    "tt.atomic_rmw": "%d = tt.atomic_rmw fadd, acq_rel, gpu, %a, %b, %c : (!tt.ptr<f32>, f32, i1) -> f32",
    "ttg.local_alloc": "%d = ttg.local_alloc %a : (tensor<64xf32>) -> !ttg.memdesc<64xf32>",
    "gpu.barrier": "gpu.barrier",
    "ttg.barrier": "ttg.barrier local",
    "amdg.async_wait": "%d = amdg.async_wait %a {num_inst = 2 : i32}",
}
OTHERS = [
    "%i = arith.addi %a, %b : i32",
    "ttng.init_barrier %a, 1 : !ttg.memdesc<1xi64>",
    "%w = ttg.convert_layout %a : tensor<64xf32>",
]


def program(*lines: str) -> str:
    return "".join(f"    {line} loc(#loc)\n" for line in lines)


@pytest.mark.parametrize("name", WAITS)
def test_a_load_that_passes_what_threads_wait_at_is_earlier(name: str) -> None:
    wait = WAITS[name]
    assert changes(program(wait, LOAD), program(LOAD, wait)) == "1 of 1 load earlier"
    assert changes(program(LOAD, wait), program(LOAD, wait)) == "operations in another order"


@pytest.mark.parametrize("line", OTHERS)
def test_a_load_that_passes_others_is_not(line: str) -> None:
    assert "earlier" not in changes(program(line, LOAD), program(LOAD, line))


def test_a_load_that_passes_one_and_follows_another_is_earlier() -> None:
    wait, dot = WAITS["ttg.async_wait"], WAITS["ttng.warp_group_dot"]
    assert changes(program(dot, wait, LOAD), program(LOAD, dot, wait)) == "1 of 1 load earlier"
    assert changes(program(dot, LOAD, wait, LOAD), program(LOAD, LOAD, dot, wait)) == "2 of 2 loads earlier"


def test_operations_that_are_gone_move_no_load() -> None:
    wait, allocation = WAITS["ttg.async_wait"], WAITS["ttg.local_alloc"]
    assert "earlier" not in changes(program(allocation, wait, LOAD), program(wait, LOAD))
    assert changes(program(allocation, wait, LOAD), program(LOAD, wait)) == "1 of 1 load earlier"
