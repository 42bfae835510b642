"""Cycles of tuning configurations: what a launch is charged for, and the order of configurations timed on an H200."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.gpu.tuning import Ranking, count_pairs, read_kernels, to_constants, to_point
from egraph_opt.cost.target import target
from egraph_opt.machine.configuration_cycles import CONSTANTS, LaunchedProgram, load_of, predicted_cycles, relative_times
from egraph_opt.machine.launch_cycles import InstanceWork
from egraph_opt.machine.sass import Instruction, SassKernel

H200 = target("sm90")


def program(*instructions: Instruction, registers: int = 32, instances: int = 132, shared: int = 1024) -> LaunchedProgram:
    code = SassKernel((*instructions, Instruction("EXIT")), registers, 0)
    return LaunchedProgram(code, shared, 4, 2, InstanceWork((10.0,), 1e4, 1e5), 1.0, instances)


def loop(*body: Instruction) -> tuple[Instruction, ...]:
    return (*body, Instruction("BRA", conditional=True, target=0))


def test_counts_are_of_all_iterations_and_instances() -> None:
    body = (Instruction("HMMA"), Instruction("MUFU"), Instruction("LDS", shared=16), Instruction("LDL"))
    one = load_of(program(*loop(*body)), 132, H200).cycles
    assert (one["mma"], one["special"], one["banks"], one["stack"]) == (10 * 16, 10 * 8, 10 * 4 * 4, 10 * 4)
    two = load_of(program(*loop(*body), instances=264), 132, H200).cycles
    assert all(two[name] == 2 * one[name] for name in ("mma", "special", "banks", "stack", "moved", "products", "launched"))
    assert two["issue"] == one["issue"]  # both are resident at a time


def test_waits_are_for_waves_of_resident_instances() -> None:
    wait = (Instruction("LDG", written=0, bytes=4), Instruction("FADD", wait=1))
    few, many = (load_of(program(*wait, instances=132 * 8, shared=shared), 132, H200) for shared in (200_000, 1_000))
    assert few.cycles["global memory"] == 8 * many.cycles["global memory"] > 700 and few.alone and not many.alone
    assert predicted_cycles(many) < predicted_cycles(few)


def test_sectors_and_stages_count() -> None:
    plain = program(Instruction("LDG", bytes=4))
    wasteful, deep = replace_program(plain, requested=8.0), replace_program(plain, stages=4)
    time, more, less = (predicted_cycles(load_of(each, 132, H200)) for each in (plain, wasteful, deep))
    assert more > time and less == pytest.approx(time * math.exp(2 * CONSTANTS["stages"]))
    assert load_of(replace_program(deep, shared=0), 132, H200).stages == 0


def replace_program(of: LaunchedProgram, **changed: object) -> LaunchedProgram:
    return of._replace(**changed)


def test_the_fit_and_the_model_are_the_same_function() -> None:
    kernels = read_kernels()[:20]
    found = Ranking(kernels).logarithms(to_point(CONSTANTS))
    np.testing.assert_allclose(np.exp(found), [time for kernel in kernels for time in relative_times(kernel.loads)], rtol=1e-9)
    assert to_constants(to_point(CONSTANTS)) == pytest.approx(CONSTANTS)


def test_timed_configurations_are_ordered_as_claimed() -> None:
    kernels = read_kernels()
    ranking, point = Ranking(kernels), to_point(CONSTANTS)
    first, three = ranking.slowdowns(point, 1), ranking.slowdowns(point, 3)
    assert len(kernels) == 303
    assert math.expm1(np.log1p(first).mean()) <= 0.0175 and first.max() <= 0.21
    assert math.expm1(np.log1p(three).mean()) <= 0.003 and (three <= 0.02).mean() >= 0.96


def test_configurations_in_one_class_wrote_the_same_bits() -> None:
    pairs = count_pairs()
    merged = {bits: sum(count for (of, *_, same), count in pairs.items() if of == bits and same) for bits in ("bits", "unfused")}
    assert not any(count for (*_, equal, same), count in pairs.items() if same and not equal)
    assert merged["bits"] > 15_000 and merged["unfused"] > 4_800
    assert sum(count for (_, source, equal, _), count in pairs.items() if source and not equal) > 2_000
