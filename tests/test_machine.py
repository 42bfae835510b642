"""Machine code: read as it is printed, followed for one warp, and what it says of a program's time beside another's."""

from pathlib import Path

import pytest

from egraph_opt.baseline.static import Static, counts
from egraph_opt.cost.target import target
from egraph_opt.machine.path import BARRIER, LATENCY, TRIPS, cycles
from egraph_opt.machine.sass import NO_COUNTER, Code, Instruction, disassembled, read
from egraph_opt.machine.use import Use, predicted, use_of
from egraph_opt.triton.confirm import WORTH

KERNELS = Path(__file__).resolve().parent.parent / "benchmarks" / "kernels"
SM90 = target("sm90")


def instruction(
    name: str, modifiers: str = "", operands: str = "", guard: str = "", written: int = NO_COUNTER, wait: int = 0, to: int = -1
) -> Instruction:
    return Instruction(name, modifiers, operands, guard, 1, written, NO_COUNTER, wait, to)


def alone(*instructions: Instruction) -> float:
    return cycles(Code((*instructions, instruction("EXIT"), *(instruction("NOP"),) * 3), 32, 0))


def load(counter: int) -> Instruction:
    return instruction("LDG", ".E", "R2, [R4]", written=counter)


def use(counter: int) -> Instruction:
    return instruction("FADD", "", "R2, R2, R2", wait=1 << counter)


# --- reading
def test_real_machine_code() -> None:
    """What a kernel takes is what ptxas says of it, its branches lead to instructions, and each load from memory is counted on."""
    import triton
    from triton.backends.compiler import GPUTarget

    path = KERNELS / "fla.chunk_gla_bwd_kernel_intra" / "final.ttgir"
    kernel = triton.compile(str(path), target=GPUTarget("cuda", 90, 32))
    code = read(disassembled(kernel.kernel))
    (said,) = counts([path.read_text()])
    assert isinstance(said, Static) and code.registers == said.registers
    assert sum(i.name != "NOP" for i in code.instructions) == said.instructions
    assert sum(i.name == "BAR" for i in code.instructions) == said.barriers
    branches = [i for i in code.instructions if i.name == "BRA"]
    assert branches and all(0 <= i.target < len(code.instructions) for i in branches)
    assert all(i.written != NO_COUNTER for i in code.instructions if i.name == "LDG")
    assert any(i.wait for i in code.instructions) and all(i.stall < 16 for i in code.instructions)
    found = use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)
    assert (found.registers, found.spilled, found.path) == (code.registers, code.stack, cycles(code))


def test_what_is_no_machine_code() -> None:
    with pytest.raises(ValueError, match="cuobjdump does not say"):
        read("cuobjdump fatal   : file is not an ELF\n")


# --- the path of a warp
def test_loads_that_are_under_way_together_cost_once() -> None:
    together = alone(load(0), load(1), load(2), use(0), use(1), use(2))
    apart = alone(load(0), use(0), load(1), use(1), load(2), use(2))
    assert together < 1.1 * LATENCY["LDG"] and apart > 3 * LATENCY["LDG"]


def test_a_loop_counts_its_iterations() -> None:
    body = (load(0), use(0))
    once = alone(*body)
    back = instruction("BRA", "", "`(.L_x_0)", guard="P0", to=0)
    assert TRIPS * LATENCY["LDG"] < alone(*body, back) < (TRIPS + 1) * once
    nested = alone(*body, back, instruction("BRA", "", "`(.L_x_0)", guard="P1", to=0))
    assert TRIPS**2 * LATENCY["LDG"] < nested < (TRIPS**2 + TRIPS) * once


def test_loads_of_the_next_iteration() -> None:
    """A load whose result is awaited an iteration later costs less than one that is awaited at once."""
    work = (instruction("MUFU", written=1), instruction("FADD", wait=2)) * 30
    back = instruction("BRA", "", "`(.L_x_0)", guard="P0", to=0)
    assert alone(use(0), load(0), *work, back) < 0.8 * alone(load(0), use(0), *work, back)


def test_the_way_with_more_instructions() -> None:
    slow = (load(0), use(0))
    over = instruction("BRA", "", "`(.L_x_1)", guard="P0", to=3)
    assert alone(over, *slow, instruction("NOP")) > LATENCY["LDG"]
    early = instruction("BRA", "", "`(.L_x_1)", guard="P0", to=2)
    assert alone(early, instruction("EXIT"), *slow) > LATENCY["LDG"]
    assert alone(instruction("EXIT"), *slow) < LATENCY["LDG"]


def test_copies_are_awaited_by_group() -> None:
    copy, commit = instruction("LDGSTS"), instruction("LDGDEPBAR")
    late = (instruction("MUFU", written=1), instruction("FADD", wait=2)) * 10
    one_left = instruction("DEPBAR", ".LE", "SB0, 0x1")
    none_left = instruction("DEPBAR", ".LE", "SB0, 0x0")
    assert alone(copy, commit, *late, copy, commit, one_left) + 100 < alone(copy, commit, *late, copy, commit, none_left)


def test_products_and_barriers_are_awaited() -> None:
    product, end = instruction("HGMMA", ".64x64x16.F32"), instruction("WARPGROUP", ".DEPBAR.LE", "gsb0, 0x0")
    assert alone(product, end) > LATENCY["HGMMA"] > alone(product)
    assert alone(instruction("BAR", ".SYNC")) > BARRIER


# --- what it says of time
# registers, shared memory and warps of programs, and how many of each an H200's driver says a multiprocessor holds
HELD = [
    (64, 32, 1, 32),
    (252, 6144, 2, 4),
    (173, 90112, 4, 2),
    (168, 40960, 2, 5),
    (96, 21632, 2, 10),
    (71, 512, 4, 7),
    (80, 1024, 8, 3),
]


@pytest.mark.parametrize(("registers", "shared", "warps", "held"), HELD)
def test_occupancy_is_what_the_driver_says(registers: int, shared: int, warps: int, held: int) -> None:
    assert Use(registers, 0, shared, warps, 1.0).occupancy(SM90) == held


def test_spills_and_occupancy_outweigh_small_gains() -> None:
    one, spilling, wider = Use(128, 0, 1024, 4, 9.0), Use(255, 128, 1024, 4, 9.0), Use(64, 0, 1024, 4, 9.0)
    assert predicted((1.0, 1.0), one, one, SM90) == 0.0
    assert predicted((1.1, 1.0), one, one, SM90) > WORTH
    assert predicted((1.1, 1.0), one, spilling, SM90) < 0.0 < predicted((1.0, 1.0), one, wider, SM90)


def test_a_shorter_path_outweighs_small_losses() -> None:
    one, shorter = Use(64, 0, 1024, 4, 1000.0), Use(64, 0, 1024, 4, 500.0)
    assert predicted((1.0, 1.05), one, shorter, SM90) > WORTH > 0.0 > predicted((1.05, 1.0), shorter, one, SM90)
