"""Simulation of resident warps: what they wait for, what they share, and how near it is to times of an H200."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.gpu.tuning import read_kernels, simulated_rates
from egraph_opt.machine.launch_cycles import InstanceWork
from egraph_opt.machine.resident_warps import ACCESS, CACHE_LATENCY, CONVERSION, L2, STACK, ResidentInstances
from egraph_opt.machine.sass import Instruction, SassKernel

LOAD, USE = Instruction("LDG", written=0, bytes=4), Instruction("FADD", wait=1)
LOOP = Instruction("BRA", conditional=True, target=0)


def instances(
    *code: Instruction, warps: int = 4, trips: float = 10.0, moved: float = 512.0, products: float = 0.0
) -> ResidentInstances:
    kernel = SassKernel((*code, Instruction("EXIT")), 32, 0)
    return ResidentInstances(kernel, warps, InstanceWork((trips,), moved, products), 1.0)


def test_waits_of_instances_overlap_and_iterations_add_up() -> None:
    once, loop = instances(LOAD, USE), instances(LOAD, USE, LOOP)
    assert CACHE_LATENCY < once.cycles(1) < CACHE_LATENCY + 60
    assert once.cycles(4) < 1.1 * once.cycles(1)
    assert loop.cycles(1) == pytest.approx(10 * once.cycles(1), rel=0.05)


@pytest.mark.parametrize(
    ("i", "cycles"),
    [(Instruction("MUFU"), CONVERSION), (Instruction("LDL"), 4 * STACK), (Instruction("LDS", shared=4), 4 * ACCESS)],
)
def test_units_are_shared(i: Instruction, cycles: float) -> None:
    for count in (1, 2, 8):
        assert instances(i, LOOP, trips=400.0).cycles(count) == pytest.approx(400 * count * cycles, rel=0.3)


def test_bytes_pass_the_cache_at_its_rate_whoever_copies_them() -> None:
    loads = instances(LOAD, LOOP, trips=1000.0, moved=4e6)
    bulk = instances(Instruction("UTMALDG"), LOOP, trips=1000.0, moved=4e6)
    assert loads.cycles(4) == pytest.approx(4 * 4e6 / L2, rel=0.3)
    assert bulk.cycles(4) == pytest.approx(4 * 4e6 / L2, rel=0.1)


def test_matrix_products_of_a_warp_wait_and_those_of_a_group_queue() -> None:
    steps = (Instruction("FADD"),) * 8
    for name, wait in (("HMMA", ()), ("IGMMA", (Instruction("WARPGROUP", left=0),))):
        busy = instances(Instruction(name), *steps, *wait, LOOP, trips=200.0, products=200.0 * 4 * 512 * 16)
        assert busy.cycles(4) >= 200 * 4 * 16


def test_barriers_join_the_warps_of_an_instance() -> None:
    apart = [Instruction("MUFU", written=0), Instruction("FADD", wait=1)]
    meet = instances(*apart * 4, Instruction("BAR"), *apart * 4, warps=16)
    free = instances(*apart * 8, warps=16)
    assert meet.cycles(1) > free.cycles(1)


def test_copies_are_awaited_by_group() -> None:
    copy, commit = Instruction("LDGSTS", bytes=16), Instruction("LDGDEPBAR")
    early, late = (instances(copy, commit, Instruction("DEPBAR", left=left)).cycles(1) for left in (1, 0))
    assert late > CACHE_LATENCY > early


def test_waves_follow_each_other() -> None:
    of = instances(LOAD, USE)
    alone = of.cycles(1)
    assert of.launch_cycles(0.5, 4, alone) == alone
    assert of.launch_cycles(8.0, 4, alone) > 1.5 * of.launch_cycles(4.0, 4, alone)
    assert of.launch_cycles(4.2, 4, alone) < of.launch_cycles(8.0, 4, alone) < of.launch_cycles(80.0, 4, alone)


def test_simulated_cycles_are_near_the_times_of_an_h200() -> None:
    rates = simulated_rates(read_kernels())
    assert 0.9 <= np.median(rates) <= 1.1 and ((rates >= 0.5) & (rates <= 1.7)).mean() >= 0.88
