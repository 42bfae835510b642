"""Copies that are issued earlier in a loop: real programs of Triton for Hopper, without a GPU."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from egraph_opt.checker import check
from egraph_opt.text import read, write
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice.copy_scheduling import (
    COPY,
    DOT,
    PLACES,
    WAIT,
    copies_follow_barriers,
    issue_earlier,
    with_copies_earlier,
)
from egraph_opt.triton.compile.text_compile import compile_equal, compile_text
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, compile_for, warm_up
from tests.triton.launches.test_timed_choice import Machine, launch

TARGET = "cuda:90"
own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


@triton.jit
def attention(q, k, v, out, n, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    """Attention without the maximum: two products, whose second factors are loaded by descriptors."""
    keys = tl.make_tensor_descriptor(k, shape=[n, D], strides=[D, 1], block_shape=[N, D])
    values = tl.make_tensor_descriptor(v, shape=[n, D], strides=[D, 1], block_shape=[N, D])
    at = tl.arange(0, M)[:, None] * D + tl.arange(0, D)[None, :]
    rows = tl.load(q + at)
    total = tl.zeros((M, D), dtype=tl.float32)
    for start in range(0, n, N):
        weights = tl.math.exp2(tl.dot(rows, keys.load([start, 0]).T))
        total = tl.dot(weights.to(tl.float16), values.load([start, 0]), total)
    tl.store(out + at, total)


TYPES = dict(q="*fp16", k="*fp16", v="*fp16", out="*fp32", n="i32")
CONSTANTS = dict(D=64, M=64, N=64)


def source() -> ASTSource:
    divisible = {(i,): [["tt.divisibility", 16]] for i in range(len(TYPES))}
    return ASTSource(attention, {**TYPES, **dict.fromkeys(CONSTANTS, "constexpr")}, CONSTANTS, divisible)


def program(**options: Any) -> str:
    return str(triton.compile(source(), target=target_of(TARGET), options=options).asm["ttgir"])


def body(text: str) -> list[str]:
    """The names of the operations in the loop that tell where it copies."""
    (loop,) = (op for function in read(text).functions() for op in function.walk() if op.name == "scf.for")
    return [op.name.partition(".")[2] for op in loop.regions[0].blocks[0].ops if op.name in (COPY, DOT, WAIT, "math.exp2")]


def test_each_variant_has_its_places_and_is_equal() -> None:
    text = program(num_stages=3)
    variants = with_copies_earlier(text)
    copy, dot, wait = (name.partition(".")[2] for name in (COPY, DOT, WAIT))
    assert body(text) == [dot, wait, "exp2", dot, copy, copy]
    assert {name: body(each) for name, each in variants.items()} == {
        "copies_beside": [dot, wait, "exp2", copy, copy, dot],
        "first_copy": [dot, wait, copy, "exp2", dot, copy],
    }
    for each in variants.values():
        assert check(read(text), read(each)).equal
        assert Counter(op.name for op in read(each).op.walk()) == Counter(op.name for op in read(text).op.walk())


@pytest.mark.parametrize(("stages", "warps"), [(2, 4), pytest.param(3, 8, marks=pytest.mark.slow)])
def test_triton_compiles_the_variants_with_a_barrier_before_each_copy(stages: int, warps: int) -> None:
    variants = with_copies_earlier(program(num_stages=stages, num_warps=warps))
    assert list(variants) == list(PLACES)
    for text in variants.values():
        made = compile_text(text, "ttgir", target_of(TARGET), {"num_warps": warps})
        assert copies_follow_barriers(made.asm["ptx"])


def test_a_copy_above_the_wait_is_not_proved() -> None:
    """The place -1 is before the wait for the product that reads the second copy's slot."""
    module = read(program(num_stages=2))
    for places in ((-1.0, -1.0), (1.0, -1.0)):
        new = module.replace_functions({function: issue_earlier(function, places) for function in module.functions()})
        assert write(new) != write(module) and not check(module, new).equal


def test_a_copy_without_a_barrier_after_the_wait_is_found() -> None:
    wait = "wgmma.wait_group.sync.aligned 0;\n"
    copy = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r];\n"
    assert copies_follow_barriers(copy + wait + "bar.sync 0;\n" + copy)
    assert not copies_follow_barriers("bar.sync 0;\n" + wait + copy)


def test_other_programs_have_no_variants() -> None:
    assert with_copies_earlier(compile_for(TARGET, "matmul").asm["ttgir"]) == {}
    assert with_copies_earlier(program(num_stages=1)) == {}
    assert with_copies_earlier(f"{COPY} {DOT} {WAIT}") == {}


def test_the_variants_are_timed_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ARGUMENTS, "attention", (attention, TYPES, CONSTANTS))
    machine = Machine(monkeypatch, plain_first_copy=0.5)
    with driver(target_of(TARGET)):
        plugin.enable(tune=True)
        launch(warm_up("attention"), 12)
        assert {"plain_copies_beside", "plain_first_copy"} <= set().union(*machine.timed)
        assert plugin.report().tuned[0].chosen == "plain_first_copy"
        assert body(machine.launched[-1].asm["ttgir"])[2].startswith("async_tma_copy")


@triton.jit
def copy_tile(descriptor, out):
    at = tl.arange(0, 64)[:, None] * 64 + tl.arange(0, 64)[None, :]
    tl.store(out + at, descriptor.load([0, 0]))


def test_a_program_made_from_ttgir_takes_descriptors_as_the_kernel_does() -> None:
    """The launcher encodes a descriptor argument by metadata, which Triton adds before TTGIR is finished."""
    target = target_of(TARGET)
    kernel = triton.compile(ASTSource(copy_tile, {"descriptor": "tensordesc<fp16[64,64]>", "out": "*fp16"}), target=target)
    made = compile_equal(kernel.asm["ttgir"], "ttgir", kernel, target, {})
    assert made.metadata.tensordesc_meta == kernel.metadata.tensordesc_meta != []
