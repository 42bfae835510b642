"""Long functions in parts, of which those that differ in names only are searched once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from egraph_opt.core.task import Clock
from egraph_opt.families.region import optimize
from egraph_opt.families.region.encode.splitting import partition
from egraph_opt.families.region.encode.splitting.blocks import FunctionBlocks
from egraph_opt.families.region.encode.splitting.partition import merge_parts, split_block
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, EncodedFunction
from egraph_opt.families.region.optimize import RegionTask
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.two_phase_search import SearchPhases
from egraph_opt.families.region.validation.validate import same
from egraph_opt.ir.module import Op
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import available
from egraph_opt.text import write
from tests.support.networks import NETWORKS, densenet
from tests.support.region_inputs import program
from tests.support.unseen_networks import NETWORKS as UNSEEN

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def function_of(text: str) -> Op:
    return next(op for op in read_any(text, "").op.walk() if op.name in FUNCTIONS)


def test_a_network_is_cut_into_small_parts_that_make_up_the_whole() -> None:
    function = function_of(densenet())
    whole = split_block(function)
    blocks = whole.regions[0].blocks
    assert len(blocks) > 10
    assert max(len(block.ops) for block in blocks) <= 2 * partition.MIN_BLOCK_OPS + 1
    assert merge_parts(whole).regions[0].blocks[0].ops == function.regions[0].blocks[0].ops


def test_parts_put_back_compute_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition, "MAX_BLOCK_OPS", 1)
    monkeypatch.setattr(partition, "MIN_BLOCK_OPS", 2)
    function = function_of(program("chain_unsorted_mm"))
    whole = split_block(function)
    blocks = FunctionBlocks(whole)
    assert len(blocks.of) > 1
    assert same(function, merge_parts(blocks.put_back(blocks.alone())))


def test_a_short_function_is_not_divided() -> None:
    function = function_of(program("chain_unsorted_mm"))
    assert split_block(function) is function


SQUARE, TALL, BROAD = "tensor<8x8xf32>", "tensor<16x8xf32>", "tensor<8x16xf32>"
LAYER = f"""
  %a{{n}} = util.global.load @a{{n}} : {SQUARE}
  %b{{n}} = util.global.load @b{{n}} : {BROAD}
  %z{{n}} = linalg.fill ins(%zero : f32) outs(%empty : {SQUARE}) -> {SQUARE}
  %m{{n}} = linalg.matmul ins(%x{{n}}, %a{{n}} : {SQUARE}, {SQUARE}) outs(%z{{n}} : {SQUARE}) -> {SQUARE}
  %k{{n}} = linalg.matmul ins(%a{{n}}, %x{{n}} : {SQUARE}, {SQUARE}) outs(%z{{n}} : {SQUARE}) -> {SQUARE}
  %w{{n}} = linalg.fill ins(%zero : f32) outs(%tall : {TALL}) -> {TALL}
  %i{{n}} = tensor.insert_slice %m{{n}} into %w{{n}}[0, 0] [8, 8] [1, 1] : {SQUARE} into {TALL}
  %j{{n}} = tensor.insert_slice %k{{n}} into %i{{n}}[8, 0] [8, 8] [1, 1] : {SQUARE} into {TALL}
  %x{{next}} = linalg.matmul ins(%b{{n}}, %j{{n}} : {BROAD}, {TALL}) outs(%z{{n}} : {SQUARE}) -> {SQUARE}"""
HEAD = f"""
util.func public @f(%x0: {SQUARE}) -> {SQUARE} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {SQUARE}
  %tall = tensor.empty() : {TALL}"""


def layers(count: int) -> str:
    """Return a network of equal layers, each with its own weights."""
    named = [(f"{name}{n}", shape) for n in range(count) for name, shape in (("a", SQUARE), ("b", BROAD))]
    weights = "\n".join(f'util.global private @{name} = #flow.parameter.named<"{name}"> : {shape}' for name, shape in named)
    body = "".join(LAYER.format(n=n, next=n + 1) for n in range(count))
    return f"{weights}{HEAD}{body}\n  util.return %x{count} : {SQUARE}\n}}\n"


def test_parts_that_differ_in_names_only_are_searched_and_proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is the one of a search of each of them."""
    monkeypatch.setattr(partition, "MAX_BLOCK_OPS", 10)
    monkeypatch.setattr(partition, "MIN_BLOCK_OPS", 10)
    text, options = layers(12), RegionOptions(cost="dispatches", check=False)
    searches = list[EncodedFunction]()
    once, every = (RegionTask(read_any(text, ""), options, Clock(), text) for _ in range(2))
    searched = RegionTask.searches

    def counted(task: RegionTask, program: EncodedFunction) -> SearchPhases:
        searches.append(program)
        return searched(task, program)

    monkeypatch.setattr(RegionTask, "searches", counted)
    new, records = once.search_module()
    assert len(once.shown) == len(searches) == 3
    number = count()
    monkeypatch.setattr(optimize, "alpha_digest", lambda *texts: next(number))
    expected, known = every.search_module()
    assert len(every.shown) == len(searches) - 3 == 7
    assert write(new) == write(expected) != write(once.module) and records == known


@pytest.mark.parametrize("made", [*NETWORKS.values(), *UNSEEN.values()])
def test_iree_reads_the_networks(made: Callable[[], str]) -> None:
    assert function_of(made()).results == ()
