"""The cost model `time`: forms of computations, times of the nearest measured ones, and what is done about unknown ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.iree.calibrate import MODEL, TABLE, fit
from benchmarks.iree.dispatches import load, write
from benchmarks.iree.generate import function, loops, programs
from egraph_opt import optimize
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.calibrate.dispatch_times import dispatches, fastest
from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch, TimedProgram
from egraph_opt.families.region.choice.pricing import timing_model
from egraph_opt.families.region.choice.pricing.cost import cost_model, margin, unpriced_nests
from egraph_opt.families.region.choice.pricing.timing_table import FARTHEST, TimingTable, table, table_of
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.compare import compare_module
from egraph_opt.families.region.encode.dispatch_reader import WORKGROUPS
from egraph_opt.families.region.encode.generic_op_builder import generic
from egraph_opt.families.region.encode.loop_nest import Nest, copying, nest_of, pieces
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Block, Op, Region
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import available
from egraph_opt.text import read
from tests.support.kernels import ROOT

PRODUCT = Nest("a,c c,b a,b", (64, 128, 32), 1, 2)
CONSTANTS = dict.fromkeys(("call", "dispatch", "byte", "element", "slow", "special"), 1e-9)
needs_iree = pytest.mark.skipif(not available(), reason="needs IREE")


def generic_op(maps: str) -> Op:
    body = Region((Block((), (generic("arith.mulf", [], []),)),))
    return replace(generic("linalg.generic", [], [], "", [body]), attributes={"indexing_maps": f"[{maps}]"})


def maps(*rows: str, dims: str = "d0, d1, d2") -> str:
    return ", ".join(f"affine_map<({dims}) -> ({row})>" for row in rows)


def test_factors_commute_and_extents_of_one_do_not_count() -> None:
    one = nest_of(generic_op(maps("d0, d2", "d2, d1", "d0, d1")), [(64, 32), (32, 128), (64, 128)])
    other = nest_of(generic_op(maps("d2, d1", "d0, d2", "d0, d1")), [(32, 128), (64, 32), (64, 128)])
    four = maps("d3, d0, d2", "d3, d2, d1", "d0, d1", dims="d0, d1, d2, d3")
    third = nest_of(generic_op(four), [(1, 64, 32), (1, 32, 128), (64, 128)])
    assert one == other == third
    assert one is not None and (one.form, one.extents, one.points) == ("a,c c,b a,b", (64, 128, 32), 64 * 128 * 32)
    turned = nest_of(generic_op(maps("d0, d2", "d1, d2", "d0, d1")), [(64, 32), (128, 32), (64, 128)])
    assert turned is not None and turned.form != one.form
    assert not one.parallel and Nest("a,b b a,b", (4, 4)).parallel and not copying(4, 4).parallel


def test_windows_and_repeated_loops() -> None:
    dims = "d0, d1, d2, d3, d4, d5, d6"
    op = generic_op(maps("d0, d4, d2 * 2 + d5, d3 * 2 + d6", "d1, d4, d5, d6", "d0, d1, d2, d3", dims=dims))
    found = nest_of(op, [(2, 8, 17, 17), (16, 8, 3, 3), (2, 16, 8, 8)])
    assert found is not None and (found.times, found.points) == (2, 2 * 16 * 8 * 8 * 8 * 3 * 3)
    assert found.form == "a,d,e,f d,b*2+e,c*2+f a,b,c"


@pytest.mark.parametrize(
    ("base", "sizes", "strides", "expected"),
    [
        ((4, 8), (4, 8), (1, 1), (1, 32)),
        ((4, 8), (4, 6), (1, 1), (4, 6)),
        ((4, 8), (2, 8), (1, 1), (1, 16)),
        ((4, 8), (4, 4), (1, 2), (16, 1)),
    ],
)
def test_contiguous_pieces(
    base: tuple[int, ...], sizes: tuple[int, ...], strides: tuple[int, ...], expected: tuple[int, int]
) -> None:
    assert pieces(base, sizes, strides) == expected


def test_a_measured_computation_takes_what_it_took() -> None:
    far = Nest(PRODUCT.form, tuple(16 * n for n in PRODUCT.extents), 1, 2)
    known = table_of([(PRODUCT, 1e-5), (far, 1.0)], CONSTANTS)
    assert known.seconds(PRODUCT) == pytest.approx(1e-5, rel=0.1)
    assert known.seconds(Nest(PRODUCT.form, (64, 128, 64), 1, 2)) == pytest.approx(2e-5, rel=0.3)
    between = known.seconds(Nest(PRODUCT.form, (256, 512, 128), 1, 2))
    assert between is not None and 1e-5 * 64 < between < 1.0


def test_what_is_far_from_all_that_was_measured_is_unknown() -> None:
    known = table_of([(PRODUCT, 1e-5)], CONSTANTS)
    near = tuple(round(n * 2 ** (FARTHEST / 3)) for n in PRODUCT.extents)
    assert known.seconds(Nest(PRODUCT.form, tuple(4 * n for n in near), 1, 2)) is None
    assert known.seconds(Nest("a,b,c a", (2, 2, 2))) is None  # another form
    assert known.seconds(Nest("a,b b a,b", (8, 8), 1, 1)) == pytest.approx(64e-9)  # element by element: a rate for all


@pytest.fixture
def nothing_measured(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(timing_model, "table", lambda name: TimingTable("", CONSTANTS, {}))
    yield


def test_a_choice_that_changes_what_is_unknown_is_not_made(nothing_measured: None) -> None:
    """Some rows of a product with a bias need some rows of one factor. The smaller product has another unknown time."""
    path = ROOT / "benchmarks/corpus/regions/part_of_product_mm.mlir"
    result = optimize(path, rules="region", cost="time", check=False)
    assert result.ir == path.read_text()


def test_the_same_choice_is_made_if_all_is_known() -> None:
    path = ROOT / "benchmarks/corpus/regions/part_of_product_mm.mlir"
    result = optimize(path, rules="region", cost="time", check=False)
    assert result.ir != path.read_text() and result.cost_after < 0.95 * result.cost_before


def test_unknown_commands_and_the_margin() -> None:
    model = cost_model("time:margin=0.2")
    odd = Nest("iree_linalg_ext.sort", (3, 5))
    assert margin(model) == 0.2 and margin(cost_model("latency")) == 0.0
    made = CommandSchedule([DeviceCommand("dispatch", (), (), 0.0, 0, (odd, PRODUCT))], [0])
    assert list(unpriced_nests(model, made)) == [odd] and not unpriced_nests(cost_model("bytes"), made)
    assert model.price(made) > table().constants["call"] > 0.0


def test_the_fastest_call_counts_and_odd_calls_do_not() -> None:
    def event(call: int, key: str, ns: int) -> dict[str, object]:
        return {"submission_id": call, "key": key, "duration_ns": ns}

    events = [event(1, "a", 9), event(1, "b", 20), event(2, "a", 7), event(2, "b", 30), event(3, "a", 1)]
    assert [(ran.name, round(ran.seconds * 1e9)) for ran in fastest(events)] == [("a", 7), ("b", 20)]
    assert fastest([]) == []


def test_the_table_of_the_model_is_made_from_the_measurements() -> None:
    known, made = load(TABLE), table()
    again = fit(known)
    assert {form: len(found) for form, found in again.known.items()} == {form: len(found) for form, found in made.known.items()}
    assert {name: pytest.approx(value, rel=0.01) for name, value in again.constants.items()} == made.constants
    assert made.machine in TABLE.read_text() and MODEL.is_file()
    assert sum(len(found) for found in made.known.values()) > 300


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    one = TimedProgram("p", "IREE", 2e-6, 64, 16, (Dispatch((PRODUCT, Nest("a a", (8,), 2, 1, 1, 1)), 3e-7),))
    write(tmp_path / "table.tsv", [one, TimedProgram("q", "IREE", 1e-6, 0, 0, ())])
    assert load(tmp_path / "table.tsv") == [one, TimedProgram("q", "IREE", 1e-6, 0, 0, ())]


def test_generated_programs_are_the_same_for_a_seed() -> None:
    assert list(programs(20, 1)) == list(programs(20, 1)) != list(programs(20, 2))


@needs_iree
def test_dispatches_of_a_program_that_runs(tmp_path: Path) -> None:
    made = function("sum", [[64, 32]], [64, 32], loops("r", [64, 32], [("0", (0, 1))], (0, 1), "%y = arith.negf %x0 : f32"))
    bench = Bench(read_any(made.text, ""), made.text, tmp_path, 1)
    from egraph_opt.iree.compiler import DEFAULT

    (ran,) = dispatches(bench.compile(made.text, DEFAULT), bench.calls[0][1], tmp_path, 0.001)
    assert "elementwise" in ran.name and ran.seconds > 0.0


@needs_iree
def test_imports_come_before_dispatches() -> None:
    """IREE ends an execution at an import. With one in the middle, it allocates and waits twice."""
    path = ROOT / "benchmarks/corpus/regions/concat1_mm.mlir"
    result = optimize(path, rules="region", cost="dispatches", start="iree", check=False)
    names = [op.name for op in read(result.ir).op.walk()]
    assert result.ir != path.read_text() and names.count("hal.tensor.import") == 4
    assert max(n for n, name in enumerate(names) if name == "hal.tensor.import") < names.index(WORKGROUPS)


@needs_iree
def test_a_bound_on_what_is_predicted_is_none_on_a_schedule_that_costs_less() -> None:
    """From the input, IREE still fuses what the e-graph prices apart."""
    path = ROOT / "benchmarks/corpus/blocks/rope.mlir"
    row = compare_module(path.name, path.read_text(), RegionOptions("time"))
    assert row.ours is not None and row.ours.cost < row.predicted
    assert (row.lower_bound, row.optimal, row.state) == (0.0, False, "no bound on IREE's schedule")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("latency:streams=0", "parameter 'streams' of cost model 'latency' must be above 0"),
        ("latency:bandwidth=0", "parameter 'bandwidth' of cost model 'latency' must be above 0"),
        ("time:margin=1", "parameter 'margin' of cost model 'time' must be at least 0 and below 1"),
    ],
)
def test_a_parameter_that_means_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cost_model(text)
