"""Threads get all registers that fit where ptxas takes few and keeps the rest on the stack."""

from __future__ import annotations

import re
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from egraph_opt.checker import check
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.text import read
from egraph_opt.text.difference.changes import changes
from egraph_opt.text.register_attributes import MOST, STEP, request_scheduling
from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.choice.kernel_search import SearchResult
from egraph_opt.triton.compile.least_savings import WORTH
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.compile.register_limits import KEPT, RATIO, denser, most_registers, scheduled_for_registers
from egraph_opt.triton.compile.sched4reg import OPTION, by_module
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.compile.variant_selection import adjust_registers
from egraph_opt.triton.launches.version_search import use
from tests.support import jit_kernels

KERNELS = Path(__file__).parents[3] / "benchmarks" / "corpus" / "kernels"
own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


@triton.jit
def greedy(out_ptr, a_ptr, b_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Two tensors that are held until their sums are known: more than registers hold."""
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    a, b = tl.load(a_ptr + at).to(tl.float32), tl.load(b_ptr + at).to(tl.float32)
    tl.store(out_ptr + at, a * tl.sum(a * b, axis=1)[:, None] + b * tl.sum(a, axis=0)[None, :])


@triton.jit
def products(out_ptr, x_ptr, h_ptr, g_ptr, n, BLOCK: tl.constexpr):
    """Products with two tensors of 32 bits that the pipeliner reads from shared memory at once, and that are used one after the other."""
    rows, columns = tl.arange(0, 64), tl.arange(0, BLOCK)
    square = tl.arange(0, BLOCK)[:, None] * BLOCK + columns[None, :]
    one, other, sums = tl.zeros((64, BLOCK), tl.float32), tl.zeros((64, BLOCK), tl.float32), tl.zeros((64, 64), tl.float32)
    for i in range(n):
        x = tl.load(x_ptr + i * 64 * BLOCK + rows[:, None] * BLOCK + columns[None, :])
        h, g = tl.load(h_ptr + i * BLOCK * BLOCK + square), tl.load(g_ptr + i * BLOCK * BLOCK + square)
        sums = tl.dot(x, tl.trans(x), sums)
        one = tl.dot(x, h.to(tl.bfloat16), one)
        other = tl.dot(x, g.to(tl.bfloat16), other)
    tl.store(out_ptr + rows[:, None] * BLOCK + columns[None, :], one * other * tl.sum(sums, axis=1)[:, None])


def test_tensors_in_shared_memory_are_read_when_they_are_needed() -> None:
    signature = {"out_ptr": "*fp32", "x_ptr": "*bf16", "h_ptr": "*fp32", "g_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    source = ASTSource(products, signature, {(5,): 128}, {(i,): [["tt.divisibility", 16]] for i in range(4)})

    def make() -> triton.compiler.CompiledKernel:
        return triton.compile(source, target=target_of("cuda:90"), options={"num_warps": 4, "num_stages": 2})

    plain = use(make())
    assert plain.spilled > 0, "ptxas has changed: this test needs another program"
    with plugin.enabled():
        ours = use(make())
    assert ours.spilled < plain.spilled / 2 and ours.issued < 0.9 * plain.issued


def test_another_order_of_operations_makes_room_for_more_instances() -> None:
    """Nothing spills in this kernel of flash-linear-attention; four of its instances run at once, and six with fewer registers."""
    text, processor = (KERNELS / "fla.chunk_dplr_bwd_o_kernel/final.ttgir").read_text(), processor_of("cuda:90")
    assert processor is not None

    def make(text: str) -> Future[StageResults]:
        kernel, made = compile_text(text, "ttgir", target_of("cuda:90"), {}), Future[StageResults]()
        made.set_result(StageResults({"cubin": kernel.kernel}, kernel.metadata._asdict(), 0.0))
        return made

    plain = make(text).result()
    found, made = adjust_registers(SearchResult(None), plain, text, plain.use, make, processor, False, False)
    assert plain.use.spilled == made.use.spilled == 0, "ptxas has changed: this test needs another program"
    assert made.use.occupancy(processor) > plain.use.occupancy(processor) and made.use.path < plain.use.path
    assert found.text is not None and check(read(text), read(found.text), strict=True).equal
    assert found.prediction is not None and found.prediction.saves > WORTH


def compiled(**options: int | bool) -> triton.compiler.CompiledKernel:
    signature = {"out_ptr": "*fp32", "a_ptr": "*bf16", "b_ptr": "*bf16", "ROWS": "constexpr", "COLUMNS": "constexpr"}
    aligned = {(i,): [["tt.divisibility", 16]] for i in range(3)}
    source = ASTSource(greedy, signature, {(3,): 32, (4,): 512}, aligned)
    return triton.compile(source, target=target_of("cuda:90"), options={"num_warps": 2, **options})


def limits(kernel: triton.compiler.CompiledKernel) -> list[str]:
    return re.findall(r"ttg\.maxnreg\"? = (\d+)", kernel.asm["ttgir"])


def test_a_program_that_ptxas_gives_few_registers_is_given_all() -> None:
    plain = use(compiled())
    assert plain.registers < MOST and plain.spilled > 0, "ptxas has changed: this test needs another program"
    with plugin.enabled():
        kernel = compiled()
    ours = use(kernel)
    assert limits(kernel) == [str(MOST)]
    assert ours.registers == MOST and ours.spilled < plain.spilled / 2 and ours.path < plain.path / 2
    (record,) = plugin.report().kernels
    assert record.outcome == "changed" and f"up to {MOST} registers" in record.change
    assert record.predicted is not None and record.predicted.saves > 0.2


def test_a_users_own_limit_stays() -> None:
    with plugin.enabled():
        kernel = compiled(maxnreg=64)
    assert limits(kernel) == ["64"]


@pytest.mark.parametrize(("warps", "most"), [(1, 255), (8, 255), (16, 128), (32, 64)])
def test_no_more_registers_than_a_multiprocessor_has(warps: int, most: int) -> None:
    processor = processor_of("cuda:90")
    assert processor is not None and most_registers(warps, processor) == most
    assert ResourceUse(most, 0, 0, warps, 1.0).occupancy(processor) * warps * 32 * most <= processor.registers


def test_a_limit_is_said() -> None:
    text = 'module attributes {"ttg.num-warps" = 2 : i32} {\n}\n'
    assert changes(text, text.replace("{", '{"ttg.maxnreg" = 255 : i32, ', 1)) == "up to 255 registers"


@pytest.mark.parametrize("warps", [1, 2, 4, 8])
def test_a_limit_for_more_instances_is_the_largest_and_worth_its_registers(warps: int) -> None:
    processor = processor_of("cuda:90")
    assert processor is not None
    found = 0
    for registers in range(24, MOST + 1):
        use = ResourceUse(registers, 0, 0, warps, 1.0)
        held = {limit: replace(use, registers=limit).occupancy(processor) for limit in range(STEP, registers + 1, STEP)}
        more = [limit for limit in held if held[limit] > use.occupancy(processor)]
        gains = held[max(more)] / use.occupancy(processor) - 1.0 if more else 0.0
        worth = bool(more) and max(more) >= int(KEPT * registers) and gains >= RATIO * (1.0 - max(more) / registers)
        assert denser(use, processor) == (max(more) if worth and max(more) >= 24 else None), registers
        assert denser(replace(use, issued=1000.0), processor) is None  # the schedulers are busy already
        found += worth
    assert found > 10


def test_only_programs_that_lack_registers_are_scheduled_for_fewer() -> None:
    processor, text = processor_of("cuda:90"), "module {\n}\n"
    assert processor is not None
    enough, spills = ResourceUse(64, 0, 0, 4, 1.0), ResourceUse(255, 8, 0, 4, 1.0)
    assert scheduled_for_registers(text, enough, processor) is None
    assert (once := scheduled_for_registers(text, spills, processor)) == request_scheduling(text)
    assert once is not None and scheduled_for_registers(once, spills, processor) is None
    assert changes(text, once) == "instructions scheduled for fewer registers"


def test_a_modules_attribute_does_what_tritons_option_does() -> None:
    plain = compiled(num_warps=4)
    text, target = plain.asm["ttgir"], target_of("cuda:90")
    options = {"num_warps": 4}
    with plugin.enabled(background=False):
        ours = compile_text(request_scheduling(text), "ttgir", target, options)
    if not hasattr(plain.metadata, OPTION):
        assert ours.asm["ptx"] == plain.asm["ptx"], "Triton has no such option before 3.9"
        return
    theirs = compiled(num_warps=4, sched4reg=True)
    assert ours.metadata.sched4reg and ours.asm["ptx"] == theirs.asm["ptx"] != plain.asm["ptx"]


def test_stages_stay_where_triton_has_no_schedule_to_choose_or_the_user_asks_for_it_anyway() -> None:
    class Options:
        def __init__(self, **given: bool) -> None:
            self.__dict__.update(given)

    stages = {"llir": print, "ptx": print, "cubin": print}
    assert by_module(None, stages, Options()) == by_module(None, stages, Options(sched4reg=True)) == {}
    assert by_module(None, {"llir": print, "amdgcn": print}, Options(sched4reg=False)) == {}
    assert by_module(None, stages, Options(sched4reg=False)).keys() == {"llir", "ptx"}
