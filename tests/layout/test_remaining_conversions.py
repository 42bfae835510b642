"""What holds the conversions that stay: the operations that fix the layouts before and after each."""

from __future__ import annotations

from egraph_opt.core.task import Clock
from egraph_opt.families.layout.optimize import LayoutTask, Searched
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.report.remaining_conversions import (
    converting_nodes,
    price_without_conversion,
    remaining_conversions,
)
from egraph_opt.families.layout.report.search_stats import SearchStats
from egraph_opt.reports.report_builder import ReportScope, build
from egraph_opt.reports.text_report import describe_remaining
from egraph_opt.text import read

A = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>"
B = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>"
TEXT = f"""
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @f(%p: tensor<64x64x!tt.ptr<f32>, {A}>, %q: tensor<64x64x!tt.ptr<f32>, {B}>) {{
    %x = tt.load %p : tensor<64x64x!tt.ptr<f32>, {A}>
    %n = arith.negf %x : tensor<64x64xf32, {A}>
    %c = ttg.convert_layout %n : tensor<64x64xf32, {A}> -> tensor<64x64xf32, {B}>
    %w = tt.atomic_rmw fadd, relaxed, gpu, %q, %c : (tensor<64x64x!tt.ptr<f32>, {B}>, tensor<64x64xf32, {B}>) -> tensor<64x64xf32, {B}>
    tt.return
  }}
}}
"""


def search_stats(text: str) -> SearchStats:
    task = LayoutTask(read(text), Options(), Clock(), text)
    task.searched = found = list[Searched]()
    task.optimize_functions()
    (search,) = found
    return SearchStats(search)


def test_both_sides_are_found_through_elementwise_operations() -> None:
    (found,) = remaining_conversions(search_stats(TEXT))
    assert (found.sources, found.targets) == (["tt.load (coalescing)"], ["tt.atomic_rmw (coalescing)"])
    assert found.kind == "lane_shuffle" and found.cost > 0
    assert "stays between tt.load (coalescing) and tt.atomic_rmw (coalescing)" in describe_remaining(found, "cycles")


def test_a_program_without_the_conversion_converts_another_value_or_is_impossible() -> None:
    search = search_stats(TEXT)
    (number,) = converting_nodes(search, search.selected_nodes)
    more, exact = price_without_conversion(search, number, Options())
    assert exact and (more is None or more > 0)


def test_reports_have_them() -> None:
    report = build(TEXT, "f.ttgir", Options(), ReportScope(0, machine=False, others=False))
    assert [each.sources for each in report.parts.remaining] == [["tt.load (coalescing)"]]
