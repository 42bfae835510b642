"""Tables of measured times: a user's own computations, measured by IREE's tools on this machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt.apps.iree_tuning.benchmark_inputs import DTYPES
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.calibrate.calibration import INPUT, Calibration, count_ordered_pairs, predict_seconds
from egraph_opt.apps.iree_tuning.calibrate.fit import LEAST_COMMON, of_nests, slowness
from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch, TimedProgram
from egraph_opt.command.cli import main
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.pricing.cost import cost_model, price
from egraph_opt.families.region.choice.pricing.timing_table import CONSTANTS, TableError, rows_of, table, table_of, text_of
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.compiler import target
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import available
from tests.support.kernels import ROOT

ROWS, PRODUCT, SORT = Nest("a,b b a,b", (64, 32)), Nest("a,c c,b a,b", (64, 128, 32), 1, 2), Nest("iree_linalg_ext.sort", (3, 5))
NOTHING = dict.fromkeys(CONSTANTS, 0.0)
HOST = "--iree-llvmcpu-target-cpu=host"
needs_iree = pytest.mark.skipif(not available(), reason="needs IREE")


def test_times_of_computations_add_up_to_those_of_dispatches() -> None:
    found = of_nests(
        [Dispatch((ROWS,), 2e-6), Dispatch((PRODUCT, ROWS), 9e-6), Dispatch((ROWS, PRODUCT), 7e-6), Dispatch((), 1.0)]
    )
    assert found == {ROWS: pytest.approx(2e-6, rel=1e-3), PRODUCT: pytest.approx(6e-6, rel=1e-3)}
    assert of_nests([]) == {}


def test_a_machine_is_as_slow_as_the_computations_that_both_have() -> None:
    known = {Nest("a a", (n << 10,)): 1e-6 * n for n in range(1, 1 + LEAST_COMMON)}
    twice = {nest: 2.0 * seconds for nest, seconds in known.items()}
    assert slowness({**twice, SORT: 1.0}, known) == pytest.approx(2.0)
    assert slowness(dict(list(twice.items())[1:]), known) == slowness({SORT: 1.0}, known) == 1.0


def test_what_was_measured_takes_what_it_took() -> None:
    """Its neighbours do not count."""
    near = Nest(PRODUCT.form, (64, 128, 33), 1, 2)
    assert table_of([(PRODUCT, 1e-5), (near, 1e-3)], NOTHING).seconds(PRODUCT) == pytest.approx(1e-5)


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    (place := tmp_path / "own.json").write_text(text_of("mine", {**NOTHING, "call": 2e-6}, [(SORT, 1.5e-6), (ROWS, 2.125e-8)]))
    assert table(str(place)).machine == "mine" and table(str(place)).constants["call"] == pytest.approx(2e-6)
    assert dict(rows_of(str(place))) == {ROWS: pytest.approx(2.125e-8), SORT: pytest.approx(1.5e-6)}
    assert cost_model(f"time:machine={place}").name == f"time:machine={place}"


CONTENTS = '{"machine": "", "nanoseconds": ' + str(dict.fromkeys(CONSTANTS, 1)).replace("'", '"') + ', "measured": [%s]}'
ROW = '["a a", [%s], %s, 0, 0, 0, %s]'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"machine": "", "nanoseconds": {}, "measured": []}',
        '{"measured": [[1, 2]]}',
        CONTENTS.replace("1", "-1", 1) % "",
    ]
    + [
        CONTENTS % (ROW % row)
        for row in ((0, 1, 5), (-4, 1, 5), ('"7"', 1, 5), (4, 0, 5), (4, 1, -5), (4, 1, "NaN"), (4, 1, "1" + "0" * 400))
    ],
)
def test_another_file_is_no_table(text: str, tmp_path: Path) -> None:
    (place := tmp_path / "own.json").write_text(text)
    with pytest.raises(TableError, match=r"own\.json"):
        cost_model(f"time:machine={place}")
    with pytest.raises(ValueError, match="No such file"):
        cost_model(f"time:machine={tmp_path}/none.json")
    with pytest.raises(ValueError, match="must name a table"):
        cost_model("time:machine=")


def test_pairs_of_one_program_are_ordered() -> None:
    known = table_of([(ROWS, 2e-6), (PRODUCT, 8e-6)], {**NOTHING, "call": 1e-6})
    one, other, equal, apart = (
        TimedProgram(name, "", seconds, 0, 0, (Dispatch(nests, 0.0),))
        for name, seconds, nests in (("p", 3e-6, (ROWS,)), ("p", 9e-6, (PRODUCT,)), ("p", 9.1e-6, (ROWS,)), ("q", 1.0, (ROWS,)))
    )
    assert [predict_seconds(timed, known) for timed in (one, other)] == [pytest.approx(3e-6), pytest.approx(9e-6)]
    assert count_ordered_pairs([one, other, equal, apart], known) == (2, 1)


@needs_iree
def test_the_programs_of_a_file_are_measured(tmp_path: Path) -> None:
    path = ROOT / "benchmarks/corpus/regions/concat1_mm.mlir"
    made = Calibration(RegionOptions(iree_flags=HOST))
    found = list(made.measure(path))
    assert found[0].way == INPUT and len(found) > 1 and found == made.programs
    (place := tmp_path / "own.json").write_text(made.text())
    assert table(str(place)).known.keys() == made.table().known.keys()
    assert table(str(place)).constants["call"] == pytest.approx(made.slowness() * table().constants["call"], rel=1e-3)
    for one in found:
        own = [ran for ran in one.ran if len(ran.nests) == 1 and ran.seconds > 1e-6]
        assert own and all((table(str(place)).seconds(ran.nests[0]) or 0.0) > 0.0 for ran in own)
    schedule = schedule_of(path.read_text(), 1024, RegionOptions(iree_flags=HOST).target)
    assert price(cost_model(f"time:machine={place}"), schedule) == pytest.approx(
        predict_seconds(found[0], table(str(place))), rel=0.2
    )


@needs_iree
def test_the_command_writes_a_table_or_nothing(tmp_path: Path) -> None:
    program, made = ROOT / "benchmarks/corpus/regions/part_of_product_mm.mlir", tmp_path / "own.json"
    run = CliRunner().invoke(main, ["calibrate", str(program), "-o", str(made)])
    assert run.exit_code == 0 and "pairs of these programs" in run.output and made.is_file()
    again = CliRunner().invoke(main, ["calibrate", str(program), "--table", str(made), "-o", str(tmp_path / "more.json")])
    assert again.exit_code == 0 and len(rows_of(str(tmp_path / "more.json"))) >= len(rows_of(str(made)))
    (wrong := tmp_path / "wrong.mlir").write_text("func.func @f(%x: tensor<4xf32> {\n}")
    (copy := tmp_path / "copy.mlir").write_text(program.read_text())
    refused = [str(wrong)], [str(program), "--table", str(wrong)], [str(tmp_path / "none.mlir")], [str(program), str(wrong)]
    for arguments in refused:
        said = CliRunner().invoke(main, ["calibrate", *arguments, "-o", str(tmp_path / "no.json")])
        assert said.exit_code == 1 and "error: " in said.output and not (tmp_path / "no.json").exists()
    for output in (copy, tmp_path, tmp_path / "none" / "own.json"):
        said = CliRunner().invoke(main, ["calibrate", str(copy), "-o", str(output)])
        assert said.exit_code == 1 and "error: " in said.output and copy.read_text() == program.read_text()


@needs_iree
def test_what_cannot_be_measured_does_not_cost_the_rest(tmp_path: Path) -> None:
    program, made = ROOT / "benchmarks/corpus/regions/part_of_product_mm.mlir", tmp_path / "own.json"
    (outside := tmp_path / "outside.mlir").write_text(
        "func.func private @g(tensor<4xf32>) -> tensor<4xf32>\n"
        "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        " %y = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>\n return %y : tensor<4xf32>\n}"
    )
    (same := tmp_path / "same.mlir").write_text(
        "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n return %x : tensor<4xf32>\n}"
    )
    run = CliRunner().invoke(main, ["calibrate", str(outside), str(same), str(program), "-o", str(made)])
    assert run.exit_code == 1 and made.is_file(), run.output
    assert f"{same}: error: it has no dispatch" in run.output and f"{outside}: error: " in run.output


@needs_iree
def test_extents_that_are_known_at_run_time_are_those_that_ran(tmp_path: Path) -> None:
    (path := tmp_path / "rows.mlir").write_text(
        "func.func @f(%x: tensor<?x96xf32>, %y: tensor<?x96xf32>) -> tensor<?x96xf32> {\n"
        " %z = arith.addf %x, %y : tensor<?x96xf32>\n return %z : tensor<?x96xf32>\n}"
    )
    (found,) = Calibration(RegionOptions(iree_flags=HOST, assume_dim=64)).measure(path)
    assert [nest.points for ran in found.ran for nest in ran.nests] == [64 * 96]


@needs_iree
def test_parameters_are_written_as_iree_reads_them(tmp_path: Path) -> None:
    types = [f"tensor<2x3x{element}>" for element in DTYPES]
    named = [f'util.global private @g{n} = #flow.parameter.named<"model"::"p{n}"> : {type}' for n, type in enumerate(types)]
    loads = [f"%{n} = util.global.load @g{n} : {type}" for n, type in enumerate(types)]
    results = f"return {', '.join(f'%{n}' for n in range(len(types)))} : {', '.join(types)}"
    text = "\n".join((*named, f"func.func @f() -> ({', '.join(types)}) {{", *loads, results, "}"))
    bench = Bench(read_any(text, ""), text, tmp_path, 1)
    found = bench.results(bench.compile(text, target("llvm-cpu", "--iree-input-demote-f64-to-f32=false")))
    header, _, data = (tmp_path / "p0.safetensors").read_bytes()[8:].partition(b"}}")
    assert [array.dtype for array in found] == [np.dtype(kind) for kind in DTYPES.values()]
    assert data.strip(b" ") == b"".join(array.tobytes() for array in found) and b"p0" in header


def test_a_program_that_cannot_be_timed_is_refused(tmp_path: Path) -> None:
    (empty := tmp_path / "empty.mlir").write_text('"builtin.module"() ({}) : () -> ()\n')
    with pytest.raises(EgraphOptError, match="no public function"):
        list(Calibration(RegionOptions()).measure(empty))
