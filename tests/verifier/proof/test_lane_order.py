"""Accesses of one program to one element: only a barrier orders those of different lanes."""

import numpy as np
import pytest

from egraph_opt.verifier.lift.lane_order import LaneOrder, Lanes
from tests.verifier.questions import answer, double

LINE = "    tt.return"
BARRIER = "    gpu.barrier\n"
LAST = """    %seven = arith.constant dense<7> : tensor<8xi32>
    %j = arith.subi %seven, %range : tensor<8xi32>
    %pj = tt.addptr %ys, %j : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
"""
SAME, OTHER = (f"    %u = tt.load %{of} : tensor<8x!tt.ptr<f32>>\n" for of in ("py", "pj"))
HALF = """    %h = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %hs = tt.splat %y : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %ph = tt.addptr %hs, %h : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %uh = tt.load %ph : tensor<4x!tt.ptr<f32>>
"""
SCALAR = "    %us = tt.load %y : !tt.ptr<f32>\n"
STORED = "    tt.store %{}, %{} : tensor<8x!tt.ptr<f32>>\n"
CASES = {
    "its own lane loads": (SAME + STORED.format("py", "u"), True),
    "another lane loads": (OTHER + STORED.format("pj", "u"), False),
    "behind a barrier": (BARRIER + OTHER + STORED.format("pj", "u"), True),
    "a lane of a smaller tensor loads": (HALF, False),
    "all threads load": (SCALAR, False),
    "behind a barrier all threads load": (BARRIER + SCALAR, True),
    "another lane stores what it loads": (BARRIER + SAME + STORED.format("pj", "u"), False),
    "another lane stores behind a barrier": (BARRIER + SAME + BARRIER + STORED.format("pj", "u"), True),
    "its own lane stores again": (STORED.format("py", "v") + STORED.format("py", "w"), True),
    "another lane stores again": (STORED.format("pj", "v"), False),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_another_lane_stored_is_not_proved_to_be_seen(name: str) -> None:
    """Triton inserts no barrier for global memory: a thread may load before another one has stored."""
    more, is_proved = CASES[name]
    program = double(8, (LINE, LAST + more + LINE))
    verdict = answer(program, n=8, old=program, fast=False)
    assert verdict.equal is is_proved, str(verdict)
    assert is_proved or "without tl.debug_barrier()" in str(verdict)


def test_an_element_of_several_lanes() -> None:
    order, one, all_of = LaneOrder.of_size(4), np.array([1]), np.array([1, 1, 1])
    assert order.note_load(Lanes(1, 3, np.arange(3)), all_of)
    assert not order.note_store(Lanes(1, 3, np.array([2])), one, np.array([True]))
    assert order.note_store(Lanes(2, 3, np.array([2])), one, np.array([True]))


def test_the_later_users_of_two_branches_count() -> None:
    order, one = LaneOrder.of_size(4), np.array([1])
    other = order.copy()
    assert other.note_store(Lanes(1, 4, np.array([3])), one, np.array([True]))
    order.merge(other)
    assert not order.note_load(Lanes(1, 4, one), one) and order.note_load(Lanes(1, 4, np.array([3])), one)
