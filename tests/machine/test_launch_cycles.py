"""Cycles of launches: trip counts in machine code, and limits of resources."""

from __future__ import annotations

import pytest

from egraph_opt.cost.target import target
from egraph_opt.machine.launch_cycles import InstanceWork, cycles, fits, parts, rounds
from egraph_opt.machine.sass import Instruction, SassKernel
from egraph_opt.machine.warp_latency import TRIPS, path

H200 = target("sm90")


def loop(length: int, first: int, name: str = "") -> list[Instruction]:
    return [Instruction(name, stall=2) for _ in range(length - 1)] + [Instruction("BRA", conditional=True, target=first)]


def code(*instructions: Instruction, registers: int = 32) -> SassKernel:
    return SassKernel((*instructions, Instruction("EXIT")), registers, 0)


NEST = code(Instruction(""), *loop(4, 1), Instruction(""), *loop(6, 6))
"""Two loops, one after the other."""


def test_loops_run_as_often_as_is_known() -> None:
    assert path(NEST, 4, [TRIPS, TRIPS]) == path(NEST, 4)
    assert path(NEST, 4, [3, 5]).issued == 1 + 3 * 4 + 1 + 5 * 6 + 1
    assert path(NEST, 4, [5, 3]).issued == 1 + 5 * 4 + 1 + 3 * 6 + 1


def test_loops_that_machine_code_does_not_have_were_unrolled() -> None:
    assert path(NEST, 4, [2, 30, 40]) == path(NEST, 4, [30, 40])


def test_loops_that_the_source_does_not_have_run_as_the_shortest() -> None:
    assert path(NEST, 4, [7]) == path(NEST, 4, [7, 7])
    assert path(NEST, 4, []) == path(NEST, 4, [1, 1])


def test_what_is_left_of_an_unrolled_loop_is_not_run_again() -> None:
    unrolled = code(*loop(9, 0, "FFMA"), *loop(3, 9, "FFMA"))
    assert path(unrolled, 4, [16]).issued == 4 * 9 + 3 + 1


def test_accesses_to_the_stack_are_counted() -> None:
    assert path(code(*loop(3, 0, "LDL")), 4, [10]).local == 20


def test_rounds_are_whole_until_there_are_many() -> None:
    assert [rounds(count) for count in (0.1, 1.0, 1.01, 15.5, 100.0)] == [1, 1, 2, 16, 100.5]


def test_waiting_ends_sooner_where_more_instances_are_held() -> None:
    work = InstanceWork((10.0, 10.0), 1e5, 1e6)
    one = parts(NEST, 200_000, 4, work, 132 * 4, 132, H200)
    four = parts(NEST, 50_000, 4, work, 132 * 4, 132, H200)
    assert one.waiting == 4 * four.waiting and one[1:] == four[1:]
    assert cycles(four) < cycles(one)


@pytest.mark.parametrize(
    ("registers", "shared", "warps", "expected"),
    [
        (255, 0, 8, True),  # 8 warps of 256 registers a thread fill a multiprocessor
        (255, 0, 16, False),
        (128, 0, 16, True),
        (129, 0, 16, False),  # given by 8
        (64, 0, 32, True),
        (65, 0, 32, False),
        (32, 0, 64, False),
        (32, 232448, 4, True),
        (32, 232449, 4, False),
    ],
)
def test_what_fits_is_what_a_launch_takes(registers: int, shared: int, warps: int, expected: bool) -> None:
    assert fits(code(registers=registers), shared, warps, 232448, H200) is expected
