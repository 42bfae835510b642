"""Machine code: read as it is printed, followed for one warp, and what it says of a program's time beside another's."""

import re
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import triton
from triton import knobs
from triton.backends.compiler import GPUTarget

from egraph_opt.baseline.ptxas_counts import Static, counts
from egraph_opt.cost.target import target
from egraph_opt.machine.prediction import ResourceUse, predict_saving, use_of
from egraph_opt.machine.sass import GLOBAL, OPCODES, SIZE, Instruction, SassKernel, read
from egraph_opt.machine.sector_overfetch import sector_overfetch
from egraph_opt.machine.stalls import BARRIERS, CAUSES, ISSUE, waits
from egraph_opt.machine.stalls import GLOBAL as FROM_GLOBAL
from egraph_opt.machine.warp_latency import BANDWIDTH, BARRIER, LATENCY, PRODUCTS, TRIPS, path
from egraph_opt.text import read as read_program
from egraph_opt.triton.compile.least_savings import WORTH
from tests.support.kernels import ROOT

INSTRUCTIONS = (ROOT / "tests/cases/machine/instructions.ptx").read_text()
SM90 = target("sm90")
BACK = Instruction("BRA", conditional=True, target=0)
LINE = re.compile(
    r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@(!?U?P\w+)\s+)?([A-Z]\w*)([\w.]*)\s*(.*?)\s*;\s+/\*.*\*/\n"
    r"\s+/\* 0x([0-9a-f]{16}) \*/",
    re.M,
)
"""A guard, a name, what follows it, operands, and the upper half, as nvdisasm prints them."""


def tool(*command: str) -> str:
    path = Path(knobs.nvidia.cuobjdump.path).parent / command[0]
    return subprocess.run([str(path), *command[1:]], capture_output=True, text=True, check=True).stdout


def assembled(arch: str, folder: Path) -> bytes:
    ptx, cubin = folder / "instructions.ptx", folder / "instructions.cubin"
    text = INSTRUCTIONS if arch != "sm_80" else re.sub(r"// since 9.0.*?// end", "", INSTRUCTIONS, flags=re.S)
    text = text if arch == "sm_90a" else re.sub(r"// only 9.0.*?// stop", "", text, flags=re.S)
    ptx.write_text(f".version {'8.7' if arch == 'sm_100a' else '8.4'}\n.target {arch}\n.address_size 64\n{text}")
    tool("ptxas-blackwell" if arch == "sm_100a" else "ptxas", f"--gpu-name={arch}", str(ptx), "-o", str(cubin))
    return cubin.read_bytes()


@cache
def kernel() -> Any:
    path = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/final.ttgir"
    return triton.compile(str(path), target=GPUTarget("cuda", 90, 32))


def alone(*instructions: Instruction) -> float:
    return path(SassKernel((*instructions, Instruction("EXIT"), *(Instruction("NOP"),) * 3), 32, 0), 4).cycles


def load(counter: int) -> Instruction:
    return Instruction("LDG", written=counter, bytes=4)


def use(counter: int) -> Instruction:
    return Instruction("FADD", wait=1 << counter)


# --- reading
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a", "a kernel"])
def test_what_nvdisasm_prints(arch: str, tmp_path: Path) -> None:
    """Names, guards, scheduling, where branches lead, and how many groups of copies are left under way."""
    cubin = kernel().kernel if arch == "a kernel" else assembled(arch, tmp_path)
    file = tmp_path / "kernel.cubin"
    file.write_bytes(cubin)
    printed = LINE.findall(tool("cuobjdump", "-sass", str(file)))
    code = read(cubin)
    found = code.instructions
    used = re.findall(r" Function (\S+):\n\s+REG:(\d+) STACK:(\d+)", tool("cuobjdump", "-res-usage", str(file)))
    assert [(int(registers), int(stack)) for _, registers, stack in used] == [(code.registers, code.stack)]
    assert len(found) == len(printed) > 100
    seen = set()
    for number, (i, (guard, name, more, operands, upper)) in enumerate(zip(found, printed, strict=True)):
        name = {"REDG": "RED"}.get(name, name)
        assert i.name == (name if name in OPCODES.values() else ""), (number, name, i)
        assert i.conditional == bool(guard) or name == "BRA"
        if name in GLOBAL:
            width = re.search(r"\.(?:[US]?(8|16)|(64|128))(?:\.|$)", more)
            assert 8 * i.bytes == (int(width[1] or width[2]) if width else 32), (number, more)
        if name == "BRA":
            assert i.target == int(re.findall(r"0x[0-9a-f]+", operands)[-1], 16) // SIZE
            assert i.conditional == (bool(guard) or "P" in operands)
        if name == "DEPBAR":
            assert i.left == int(operands.rpartition("0x")[2], 16)
        if name == "WARPGROUP":
            assert i.left == (int(operands.rpartition("0x")[2], 16) if "DEPBAR" in more else -1)
        control = int(upper, 16) >> 41
        assert (i.stall, i.written, i.read, i.wait) == (control & 15, control >> 5 & 7, control >> 8 & 7, control >> 11 & 63)
        seen.add(i.name)
    if arch != "a kernel":
        wanted = {
            "LD",
            "LDG",
            "LDS",
            "ST",
            "STG",
            "STS",
            "ATOM",
            "ATOMG",
            "ATOMS",
            "RED",
            "LDGSTS",
            "LDGDEPBAR",
            "DEPBAR",
            "BAR",
            "BRA",
        }
        wanted |= {
            "HMMA",
            "IMMA",
            "MUFU",
            "FFMA",
            "FADD",
            "FMUL",
            "LDSM",
            "SHFL",
            "REDUX",
            "POPC",
            "F2I",
            "I2F",
            "F2F",
            "S2R",
            "EXIT",
        }
        wanted |= {"UTMALDG", "UTMASTG", "STSM"} if arch != "sm_80" else set()
        wanted |= {"HGMMA", "WARPGROUP"} if arch == "sm_90a" else set()
        assert wanted <= seen


def test_what_a_kernel_takes_is_what_ptxas_says() -> None:
    code = read(kernel().kernel)
    (said,) = counts([str(kernel().asm["ttgir"])])
    assert isinstance(said, Static) and (code.registers, code.stack) == (said.registers, said.stack_bytes)
    found = use_of(kernel().kernel, kernel().metadata.shared, kernel().metadata.num_warps)
    cycles, memory, issued, _ = path(code, kernel().metadata.num_warps)
    assert (found.registers, found.spilled, found.path, found.memory) == (code.registers, code.stack, cycles, memory)
    assert (said.use.path, said.use.memory) == (round(cycles), round(memory)) and memory > 0
    assert found.issued == issued > len(code.instructions) / 2 and said.use.issued == round(issued)
    assert said.warps == kernel().metadata.num_warps


@pytest.mark.parametrize("damage", [b"", b"no ELF file at all", b"\x7fELF\x02 and then nothing"])
def test_what_is_no_machine_code(damage: bytes) -> None:
    with pytest.raises(ValueError, match="cubin"):
        read(damage)


def test_machine_code_that_is_cut_off() -> None:
    with pytest.raises(ValueError, match=r"cut off|does not say"):
        read(kernel().kernel[:2000])


# --- the path of a warp
def test_loads_that_are_under_way_together_cost_once() -> None:
    together = alone(load(0), load(1), load(2), use(0), use(1), use(2))
    apart = alone(load(0), use(0), load(1), use(1), load(2), use(2))
    transfers = 3 * 4 * 32 * 4 / BANDWIDTH  # of three loads, by 32 lanes of 4 warps, of 4 bytes
    assert together - transfers < 1.1 * LATENCY["LDG"] and apart > 3 * LATENCY["LDG"]


def test_a_load_behind_copies_arrives_behind_them() -> None:
    """Measured: above the wait of a pipelined loop, a load arrives as late as the copies for later iterations."""
    copies = (Instruction("LDGSTS", bytes=16),) * 16
    behind, before = alone(*copies, load(0), use(0)), alone(load(0), *copies, use(0))
    assert behind - before > 15 * 16 * 32 * 4 / BANDWIDTH - len(copies) * 2


def test_a_loop_counts_its_iterations() -> None:
    body = (load(0), use(0))
    once = alone(*body)
    assert TRIPS * LATENCY["LDG"] < alone(*body, BACK) < (TRIPS + 1) * once
    nested = alone(*body, BACK, BACK)
    assert TRIPS**2 * LATENCY["LDG"] < nested < (TRIPS**2 + TRIPS) * once


def test_a_loop_issues_what_its_iterations_do() -> None:
    body = (Instruction("FADD"),) * 10

    def issued(*instructions: Instruction) -> float:
        return path(SassKernel((*instructions, Instruction("EXIT")), 32, 0), 4).issued

    assert issued(*body) == 11 and issued(*body, BACK) == 11 * TRIPS + 1
    assert issued(*body, BACK, BACK) == (11 * TRIPS + 1) * TRIPS + 1


def test_a_deep_nest_ends() -> None:
    assert alone(load(0), use(0), *(BACK,) * 60) > TRIPS**4 * LATENCY["LDG"]


def test_loads_of_the_next_iteration() -> None:
    """A load whose result is awaited an iteration later costs less than one that is awaited at once."""
    work = (Instruction("MUFU", written=1), Instruction("FADD", wait=2)) * 30
    assert alone(use(0), load(0), *work, BACK) < 0.8 * alone(load(0), use(0), *work, BACK)


def test_the_way_with_more_instructions() -> None:
    slow = (load(0), use(0))
    over = Instruction("BRA", conditional=True, target=3)
    assert alone(over, *slow, Instruction("NOP")) > LATENCY["LDG"]
    early = Instruction("BRA", conditional=True, target=2)
    assert alone(early, Instruction("EXIT"), *slow) > LATENCY["LDG"]
    assert alone(Instruction("EXIT"), *slow) < LATENCY["LDG"]


def test_a_shorter_way_that_is_preferred() -> None:
    over, fast = Instruction("BRA", conditional=True, target=4), Instruction("HMMA")
    code = SassKernel((over, load(0), use(0), Instruction("EXIT"), fast, Instruction("EXIT")), 32, 0)
    assert path(code, 1).cycles > LATENCY["LDG"] > path(code, 1, preferred=PRODUCTS).cycles


def test_copies_are_awaited_by_group() -> None:
    copy, commit = Instruction("LDGSTS"), Instruction("LDGDEPBAR")
    late = (Instruction("MUFU", written=1), Instruction("FADD", wait=2)) * 10
    one_left = Instruction("DEPBAR", left=1)
    none_left = Instruction("DEPBAR")
    assert alone(copy, commit, *late, copy, commit, one_left) + 100 < alone(copy, commit, *late, copy, commit, none_left)


def test_products_and_barriers_are_awaited() -> None:
    product, end = Instruction("HGMMA"), Instruction("WARPGROUP")
    assert alone(product, end) > LATENCY["HGMMA"] > alone(product)
    assert alone(Instruction("BAR")) > BARRIER


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
    assert ResourceUse(registers, 0, shared, warps, 1.0).occupancy(SM90) == held


def test_spills_and_occupancy_outweigh_small_gains() -> None:
    one, spilling, wider = (ResourceUse(*use, 1024, 4, 9.0) for use in ((128, 0), (255, 128), (64, 0)))
    assert predict_saving((1.0, 1.0), one, one, SM90) == predict_saving((0.0, 0.0), one, one, SM90) == 0.0
    assert predict_saving((1.1, 1.0), one, one, SM90) > WORTH
    assert predict_saving((1.1, 1.0), one, spilling, SM90) < 0.0 < predict_saving((1.0, 1.0), one, wider, SM90)


def test_where_schedulers_are_busy_what_is_issued_counts() -> None:
    """Eight programs of eight warps are sixteen warps for each scheduler: 100 instructions of each take 1600 cycles."""
    one = ResourceUse(32, 0, 1024, 8, 1000.0, issued=100.0)
    assert one.occupancy(SM90) == 8 and one.cycles(SM90) == 1600.0
    shorter, leaner = replace(one, path=500.0), replace(one, issued=80.0)
    assert predict_saving((1.0, 1.0), one, shorter, SM90) == 0.0 < WORTH < predict_saving((1.0, 1.0), one, leaner, SM90)
    waiting = replace(one, path=5000.0)
    assert waiting.cycles(SM90) == 5000.0 and predict_saving((1.0, 1.0), waiting, replace(waiting, issued=80.0), SM90) == 0.0


def test_a_shorter_path_outweighs_small_losses() -> None:
    one, shorter = ResourceUse(64, 0, 1024, 4, 1000.0), ResourceUse(64, 0, 1024, 4, 500.0)
    assert predict_saving((1.0, 1.05), one, shorter, SM90) > WORTH > 0.0 > predict_saving((1.05, 1.0), shorter, one, SM90)


COLUMNS = """
#rows = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = LAYOUT}>>
    %c = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = LAYOUT}>>
    %r2 = tt.expand_dims %r {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = LAYOUT}>> -> tensor<128x1xi32, LAYOUT>
    %s = tt.splat %stride : i32 -> tensor<128x1xi32, LAYOUT>
    %row = arith.muli %r2, %s : tensor<128x1xi32, LAYOUT>
    %c2 = tt.expand_dims %c {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = LAYOUT}>> -> tensor<1x2xi32, LAYOUT>
    %base = tt.splat %p : !tt.ptr<bf16> -> tensor<128x1x!tt.ptr<bf16>, LAYOUT>
    %q = tt.addptr %base, %row : tensor<128x1x!tt.ptr<bf16>, LAYOUT>, tensor<128x1xi32, LAYOUT>
    %qs = tt.broadcast %q : tensor<128x1x!tt.ptr<bf16>, LAYOUT> -> tensor<128x2x!tt.ptr<bf16>, LAYOUT>
    %cs = tt.broadcast %c2 : tensor<1x2xi32, LAYOUT> -> tensor<128x2xi32, LAYOUT>
    %at = tt.addptr %qs, %cs : tensor<128x2x!tt.ptr<bf16>, LAYOUT>, tensor<128x2xi32, LAYOUT>
    %x = tt.load %at : tensor<128x2x!tt.ptr<bf16>, LAYOUT>
    tt.store %at, %x : tensor<128x2x!tt.ptr<bf16>, LAYOUT>
    tt.return
  }
}
"""
"""Two columns of a matrix are read and written: of each sector four bytes."""


@pytest.mark.parametrize(("layout", "bytes"), [("#rows", 8.0), ("#columns", 8.0), ("#apart", 16.0)])
def test_sectors_that_two_warps_want_are_fetched_twice(layout: str, bytes: float) -> None:
    """In `#apart` the two columns are in two warps, which both read and write each sector."""
    apart = "#apart = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0]}>"
    text = apart + COLUMNS.replace("LAYOUT", layout)
    assert sector_overfetch(read_program(text)) == bytes


def test_a_layout_that_fetches_sectors_twice_loses() -> None:
    """Two kernels of TorchAO do so on an H200: they take 12 and 13 % longer, while all else says that they gain."""
    one = ResourceUse(42, 0, 256, 2, 2000.0, memory=24.0, fetched=5.7)
    shorter = replace(one, path=1900.0, fetched=10.9)
    assert (
        predict_saving((1.0, 1.0), one, shorter, SM90)
        < -0.05
        < 0.0
        < predict_saving((1.0, 1.0), one, replace(shorter, fetched=5.7), SM90)
    )
    assert predict_saving((1.0, 1.0), one, replace(shorter, fetched=0.0), SM90) > 0.0, "nothing is known of its sectors"


def test_what_a_warp_waits_for_adds_up_to_its_path(tmp_path: Path) -> None:
    code = read(assembled("sm_90a", tmp_path))
    for warps in (1, 4, 8):
        found = waits(code, warps)
        assert tuple(found) == CAUSES and all(cycles >= 0 for cycles in found.values())
        assert sum(found.values()) == pytest.approx(path(code, warps).cycles)


def test_each_cause_has_its_cycles() -> None:
    load = Instruction("LDG", stall=2, written=0, bytes=4)
    code = SassKernel((load, Instruction("FADD", wait=1, stall=4), Instruction("BAR", stall=5), Instruction("EXIT")), 32, 0)
    found = waits(code, 4)
    assert found[ISSUE] == 2 + 4 + 5 + 1 and found[BARRIERS] == BARRIER * 4
    assert found[FROM_GLOBAL] == pytest.approx(path(code, 4).cycles - found[ISSUE] - found[BARRIERS])


def test_a_loop_has_all_its_iterations() -> None:
    body = (Instruction("BAR", stall=3), Instruction("BRA", conditional=True, target=0))
    found = waits(SassKernel((*body, Instruction("EXIT")), 32, 0), 2)
    assert found[BARRIERS] == TRIPS * BARRIER * 2


def test_bytes_that_threads_repeat_are_no_unrolled_loop() -> None:
    """An unrolled loop issues more instructions with its accesses; a layout in which threads read the same elements does not."""
    alone = ResourceUse(96, 0, 512, 4, 17_000.0, 400.0, 2_900.0)
    repeated, unrolled = (replace(alone, path=70_000.0, memory=6_400.0, issued=issued) for issued in (4_400.0, 40_000.0))
    assert predict_saving((1.0, 1.0), repeated, alone, SM90) > 0.4
    assert predict_saving((1.0, 1.0), unrolled, alone, SM90) == 0.0
