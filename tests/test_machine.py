"""Machine code read, followed and simulated: small programs whose answers are known, and one of a real kernel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egraph_opt.machine.access import cost
from egraph_opt.machine.constants import constants
from egraph_opt.machine.logic import partly
from egraph_opt.machine.predict import Launch, argument_words, microseconds, resident
from egraph_opt.machine.sass import Code, Instruction, read
from egraph_opt.machine.trace import Touched, follow, iterations_left

REAL = Path(__file__).parent / "cases" / "machine" / "gla_intra.sass"
BOUND = "c[0x0][0x210]"


def instruction(text: str, stall: int = 1, written: int = 7, wait: int = 0) -> Instruction:
    """From `@P0 BRA 0x10`, as ptxas would have it with no more scheduling than is said."""
    control = stall | 7 << 8 | written << 5 | wait << 11
    lines = f"  /*0000*/ {text} ; /* 0x{0:016x} */\n  /* 0x{control << 41:016x} */\n REG:32 STACK:0"
    return read(lines).instructions[0]


def code(*texts: str | Instruction) -> Code:
    return Code(tuple(each if isinstance(each, Instruction) else instruction(each) for each in texts), 32, 0)


def launch(warps: int = 1, grid: tuple[int, int, int] = (132, 1, 1), shared: int = 0, argument: int = 64) -> Launch:
    return Launch(grid, warps, shared, argument_words([("i32", argument)]))


def took(program: Code, **how: int) -> float:
    found = microseconds(program, launch(**how))
    assert found is not None
    return found


def test_fields_of_a_real_instruction() -> None:
    found = read(REAL.read_text())
    assert (found.registers, found.stack, len(found.instructions)) == (32, 0, 192)
    assert found.instructions[0].opcode[0] == "LDC"
    branch = [i for number, i in enumerate(found.instructions) if i.name == "BRA" and i.target < number]
    assert [i.target for i in branch] == [110]
    line = "  /*0030*/ @!P0 LDG.E.128 R4, desc[UR4][R2.64+0x10] ; /* 0x0000000402047981 */\n  /* 0x0042a8000c1e1d00 */\nREG:9 STACK:8"
    (loaded,) = read(line).instructions
    assert (loaded.guard, loaded.words, loaded.operands) == ("!P0", 4, ("R4", "desc[UR4][R2.64+0x10]"))
    assert (loaded.stall, loaded.written, loaded.read, loaded.wait) == (4, 2, 1, 4)


def test_text_without_a_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match="no kernel"):
        read("cuobjdump fatal: no such file")


def test_a_real_loop_runs_as_often_as_its_source_says() -> None:
    kinds = [("*bf16", None), ("*bf16", None), ("*fp32", None), ("*fp32", None), ("fp32", None), ("i32", 4096)]
    found = follow(read(REAL.read_text()), argument_words(kinds), (20, 2, 5))
    assert found.whole and dict(found.trips) == {160: [16.0]}
    outside = follow(read(REAL.read_text()), argument_words([*kinds[:-1], ("i32", 8)]), (20, 2, 5))
    assert outside.whole and not outside.trips  # the block's rows are past the end


def test_a_long_loop_is_counted_after_a_few_iterations_and_registers_are_set_forward() -> None:
    first = ["MOV R0, RZ", "IADD3 R0, R0, 0x4, RZ", f"ISETP.GE.AND P0, PT, R0, {BOUND}, PT", "@!P0 BRA 0x10"]
    second = ["MOV R1, RZ", "VIADD R1, R1, 0x1", "ISETP.NE.AND P0, PT, R1, R0, PT", "@P0 BRA 0x50", "EXIT"]
    texts = [*first, *second]
    found = follow(code(*texts), argument_words([("i32", 40_000)]), (0, 0, 0))
    assert found.whole and dict(found.trips) == {3: [10_000.0], 7: [40_000.0]}


def test_a_loop_that_data_ends_is_a_guess() -> None:
    texts = ["LDG.E R2, desc[UR4][R4.64]", "ISETP.NE.AND P0, PT, R2, RZ, PT", "@P0 BRA 0x0", "EXIT"]
    found = follow(code(*texts), {}, (0, 0, 0))
    assert found.whole and found.unknown == {2}


def test_a_condition_that_was_packed_beside_unknown_ones_is_known() -> None:
    """Unknown, the branch would not be taken: more instructions follow it than its target."""
    packed = ["ISETP.EQ.AND P0, PT, RZ, RZ, PT", "FSETP.GT.AND P1, PT, R9, R8, PT", "P2R R3, PR, RZ, 0x3"]
    for mask, taken in (("0x1", [0, 1]), ("0x2", [1, 0])):
        texts = [*packed, f"LOP3.LUT P2, RZ, R3, {mask}, RZ, 0xc0, !PT", "@P2 BRA 0x70", "NOP", "NOP", "EXIT"]
        assert follow(code(*texts), {}, (0, 0, 0)).branches[4] == taken


@given(st.integers(0, 255), st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), min_size=3, max_size=3), st.data())
def test_known_bits_hold_for_every_completion(table: int, words: list[tuple[int, int]], data: st.DataObject) -> None:
    value, known = partly(table, words)
    full = [word & mask | data.draw(st.integers(0, 255)) & ~mask for word, mask in words]
    truth = sum((table >> (4 * (full[0] >> n & 1) + 2 * (full[1] >> n & 1) + (full[2] >> n & 1)) & 1) << n for n in range(8))
    assert (value ^ truth) & known & 255 == 0


@given(st.sampled_from(["GE", "GT", "LT", "LE", "NE"]), st.integers(-300, 300), st.integers(-9, 9))
def test_iterations_left_are_those_counted(relation: str, a: int, step: int) -> None:
    holds = {
        "GE": lambda x: x >= 0,
        "GT": lambda x: x > 0,
        "LT": lambda x: x < 0,
        "LE": lambda x: x <= 0,
        "NE": lambda x: x != 0,
    }[relation]
    counted = next((n for n in range(1, 700) if holds(a + n * step) != holds(a)), None)
    found = iterations_left([(relation, a - step, 0), (relation, a, 0)])
    assert found == counted or (relation == "NE" and found is None)


def lanes(step: int, active: int = 32) -> list[Touched]:
    return [(np.arange(32) * step, np.arange(32) < active)]


@pytest.mark.parametrize(
    ("opcode", "step", "passes"),
    [("LDS R0, [R1]", 4, 1), ("LDS R0, [R1]", 128, 32), ("LDS R0, [R1]", 8, 2), ("LDS R0, [R1]", 0, 1), ("STS.128 [R1], R4", 16, 4),
     ("LDS.64 R0, [R1]", 8, 2), ("STS.64 [R1], R0", 256, 32), ("LDSM.16.M88.4 R0, [R1]", 16, 4), ("LDSM.16.M88.4 R0, [R1]", 128, 32)],
)  # fmt: skip
def test_bank_conflicts(opcode: str, step: int, passes: float) -> None:
    assert cost(instruction(opcode), lanes(step), set()) == (passes, 0.0)


def test_sectors_of_global_memory_are_loaded_once() -> None:
    load, cached = instruction("LDG.E R0, desc[UR4][R2.64]"), set()
    assert cost(load, lanes(4), cached) == (1.0, 128.0)
    assert cost(load, lanes(4), cached) == (1.0, 0.0)
    assert cost(load, lanes(32), set()) == (8.0, 1024.0)
    assert cost(load, lanes(4, active=0), set()) == (0.0, 0.0)
    assert cost(load, [None], set()) is None


def test_time_is_stalls_and_waiting() -> None:
    base = took(code("EXIT"))
    cycles = constants()["clock"] * 1e3
    assert (took(code(*[instruction("NOP", stall=10)] * 7, "EXIT")) - base) * cycles == pytest.approx(70)
    wait = code(instruction("LDS R2, [RZ]", written=0), instruction("NOP", wait=1), "EXIT")
    free = code(instruction("LDS R2, [RZ]", written=0), "NOP", "EXIT")
    assert (took(wait) - took(free)) * cycles > constants()["latency_shared"]


def test_warps_of_one_scheduler_share_its_units_and_a_barrier_waits_for_the_last() -> None:
    work = [instruction("MUFU.EX2 R0, R0")] * 50
    one, more = took(code(*work, "EXIT"), warps=4), took(code(*work, "EXIT"), warps=8)
    assert more - 2 == pytest.approx(2 * (one - 2), rel=0.05)  # two microseconds are the launch
    then = [instruction("HMMA.16816.F32.BF16 R4, R0, R2, R4")] * 50
    apart, together = code(*work, *then, "EXIT"), code(*work, "BAR.SYNC 0x0", *then, "EXIT")
    cycles = (took(together, warps=8) - took(apart, warps=8)) * constants()["clock"] * 1e3
    assert cycles > 250  # the first warp's second half runs beside the second warp's first half, unless it has to wait


def test_conflicts_and_iterations_take_longer_and_results_repeat() -> None:
    def program(shift: str) -> Code:
        head = ["S2R R0, SR_TID.X", f"IMAD.SHL.U32 R1, R0, {shift}, RZ", "MOV R3, RZ"]
        body = [
            *[instruction("STS [R1], R5")] * 20,
            "VIADD R3, R3, 0x1",
            f"ISETP.NE.AND P0, PT, R3, {BOUND}, PT",
            "@P0 BRA 0x30",
            "EXIT",
        ]
        return code(*head, *body)

    assert took(program("0x80"), warps=4) > 3 * took(program("0x4"), warps=4)
    times = [took(program("0x4"), warps=4, argument=n) for n in (100, 200, 300)]
    assert times[1] - times[0] == pytest.approx(times[2] - times[1])
    assert took(program("0x4"), warps=4) == took(program("0x4"), warps=4)


def test_resident_blocks() -> None:
    program = code("EXIT")
    assert resident(program, launch(warps=4)) == 16
    assert resident(replace(program, registers=255), launch(warps=4)) == 2
    assert resident(program, launch(warps=4, shared=100_000)) == 2


def test_every_constant_has_unit_and_source() -> None:
    assert all(value > 0 for value in constants().values())


def test_a_real_kernel_takes_about_what_it_took() -> None:
    """101 microseconds on an H200."""
    kinds = [("*bf16", None), ("*bf16", None), ("*fp32", None), ("*fp32", None), ("fp32", None), ("i32", 4096)]
    found = microseconds(read(REAL.read_text()), Launch((64, 4, 32), 8, 64, argument_words(kinds)))
    assert found is not None and 50 < found < 200
