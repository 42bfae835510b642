"""The command line: what goes where, exit codes, and one clear message for bad input."""

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from egraph_opt.command.cli import main
from egraph_opt.core.family import families
from tests.support.kernels import ROOT

CASE = ROOT / "tests/cases/layout/fan_out.mlir"
KERNEL = ROOT / "benchmarks/corpus/kernels/liger._swiglu_forward_kernel/rlc3.before.ttgir"


def run(*arguments: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], input=stdin)


def test_ir_on_stdout_and_the_rest_on_stderr() -> None:
    result = run(CASE)
    assert result.exit_code == 0
    assert "module attributes" in result.stdout and result.stdout.endswith("\n")
    remark, summary = result.stderr.splitlines()
    assert "remark: @k: not searched" in remark and "3 -> 1 conversions" in summary


def test_stdin_and_the_command_by_name() -> None:
    assert run("-", stdin=CASE.read_text()).stdout == run("opt", CASE).stdout


def test_output_file(tmp_path: Path) -> None:
    target = tmp_path / "out.mlir"
    assert run(CASE, "-o", target).stdout == ""
    assert target.read_text() == run(CASE).stdout
    assert [p.name for p in tmp_path.iterdir()] == ["out.mlir"]


def test_an_output_stays_the_link_or_the_pipe_that_it_is(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "out.mlir", tmp_path / "link.mlir", tmp_path / "pipe"
    target.touch(0o640)
    link.symlink_to(target)
    run(CASE, "-o", link)
    assert link.is_symlink() and target.read_text() == run(CASE).stdout and target.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as reader:
        text = reader.submit(pipe.read_text)
        run(CASE, "-o", pipe)
        assert pipe.is_fifo() and text.result(10) == target.read_text()


def test_json_and_generic_and_timing() -> None:
    data = json.loads(run(CASE, "--emit", "json").stdout)
    assert data["schema_version"] == 1 and data["functions"][0]["converts_after"] == 1
    assert '"ttg.convert_layout"(' in run(CASE, "--emit", "generic").stdout
    assert "saturate" in run(CASE, "--timing").stderr


BAD = {
    "truncated": ("module {\n  tt.func @k(%a: i32) {\n    %0 = arith.addi %a,", r"bad.mlir:3:"),
    "undefined value": ("module {\n  tt.func @k() {\n    tt.return %x : i32\n  }\n}\n", r"bad.mlir:3:15: error: .*%x"),
    "garbage": ("\x01\x02 what? " * 50, r"bad.mlir:1:"),
    "nested": ("module {\n" + "  scf.if %c {\n" * 5000, r"bad.mlir:\d+:\d+: error"),
    "empty region": ("module {", r"bad.mlir:1:"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_one_message(name: str, tmp_path: Path) -> None:
    text, message = BAD[name]
    source, target = tmp_path / "bad.mlir", tmp_path / "out.mlir"
    target.write_text("old")
    source.write_text(text)
    result = run(source, "-o", target)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "Traceback" not in result.stderr and result.stderr.count("error:") == 1
    import re

    assert re.search(message, result.stderr), result.stderr
    assert "^" in result.stderr
    assert target.read_text() == "old"


LOOP = """module {
  FUNC @f(%n: index) {
    %r = scf.for %i = %n to %n step %n iter_args(%s = %a) -> (index)  : index {
      %a = arith.addi %s, %i : index
      scf.yield %a : index
    }
    RETURN
  }
}
"""


@pytest.mark.parametrize("family", families())
@pytest.mark.parametrize("command", ["opt", "check"])
def test_all_families_refuse_a_value_that_its_use_does_not_see(family: str, command: str, tmp_path: Path) -> None:
    theirs = families()[family].programs.endswith("IREE")  # IREE's own parser, where it is installed, says it in its own words
    dialect, target = "func" if theirs else "tt", ["--target", "tts"] if family == "pointer" else []
    source = tmp_path / "bad.mlir"
    source.write_text(LOOP.replace("FUNC", f"{dialect}.func").replace("RETURN", f"{dialect}.return"))
    result = run(command, source, "--rules", family, *target) if command == "opt" else run(command, source, source)
    said = f"{source}:3:55: error: {'' if theirs and command == 'opt' else '%a is used here, but defined in line 4, inside the loop'}"
    assert (result.exit_code, result.stdout) == (1, "") and result.stderr.startswith(said), result.stderr


def test_ten_megabytes_of_garbage(tmp_path: Path) -> None:
    source = tmp_path / "bad.mlir"
    source.write_text("%%%{[(<" * 1_500_000)
    result = run(source)
    assert result.exit_code == 1 and result.stderr.count("error:") == 1


def test_a_layout_that_holds_not_every_element_is_named(tmp_path: Path) -> None:
    """No basis reaches the rows 2, 6, 10 ... of the tile."""
    text = CASE.read_text().replace(
        "#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>",
        "#A = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [1, 0], [1, 0]], warp = [[8, 0], [4, 0]], block = []}>",
    )
    source = tmp_path / "bad.mlir"
    source.write_text(text)
    result = run(source)
    assert result.exit_code == 1, result.stderr
    assert "bad.mlir:" in result.stderr and "error:" in result.stderr and "does not" in result.stderr


@pytest.mark.parametrize(
    "arguments", [["--cost", "speed"], ["--rules", "none"], ["--extract", "magic"], ["--candidates", "0"], ["-x"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    result = run(CASE, *arguments)
    assert result.exit_code == 2 and "Traceback" not in result.stderr


def test_strict_reports_a_limit() -> None:
    kernel = ROOT / "benchmarks/corpus/kernels/fla.chunk_kda_fwd_kernel_inter_solve_fused/rlc3.before.ttgir"
    assert run(kernel, "--time-limit", "0", "--strict").exit_code == 4
    assert run(kernel, "--time-limit", "0").exit_code == 0


@pytest.mark.parametrize("arguments", [(KERNEL,), (ROOT / "benchmarks/corpus/regions/insert0_fill_mm.mlir", "--rules", "region")])
def test_a_limit_of_nodes_ends_the_search(arguments: tuple[object, ...]) -> None:
    if "region" in arguments:
        pytest.importorskip("iree.compiler")
    result = run(*arguments, "--max-nodes", "5", "--strict", "--no-isolate")
    assert result.exit_code == 4 and "stopped by nodes" in result.stderr
    assert len(result.stdout.splitlines()) > 2
    assert run(*arguments, "--max-nodes", "0").exit_code == 2


def test_compare(tmp_path: Path) -> None:
    pytest.importorskip("triton")
    records = tmp_path / "records.json"
    result = run(
        "compare", CASE, KERNEL, "--against", "triton", "--cost", "shared_bytes", "--cost", "converts", "--json", records
    )
    assert result.exit_code == 0, result.output
    first, second, third, *_ = result.stdout.rstrip().splitlines()[-5:]
    assert first == "2 functions: under shared_bytes: 1 better, 1 same, 0 worse"
    assert second == "  under converts: 1 better, 1 same, 0 worse" and third.startswith("  modelled shared_bytes ×")
    data = json.loads(records.read_text())
    assert data["schema_version"] == 1
    record = data["records"][0]
    assert record["converts"] == {side: {"total": n, "in_loops": 0} for side, n in (("input", 3), ("greedy", 3), ("egraph", 1))}
    assert set(record["cost"]) == {"shared_bytes", "converts"}
    assert set(record["cost"]["converts"]) == {
        "input",
        "greedy",
        "egraph",
        "lower_bound",
        "optimal",
        "state",
        "stopped_by",
        "converts",
    }
    assert record["accepted_by_triton"] is True
    assert set(record["seconds"]) == {"read", "encode", "saturate", "extract", "decode", "check"}


def test_compare_without_triton() -> None:
    result = run("compare", CASE, "--against", "none")
    assert result.exit_code == 0
    assert "1 function: 1 better" in result.stdout


def test_compare_counts_machine_code(tmp_path: Path) -> None:
    pytest.importorskip("triton")
    target = tmp_path / "records.json"
    result = run("compare", CASE, "--static", "--json", target)
    assert result.exit_code == 0 and "instructions" in result.stdout
    (record,) = json.loads(target.read_text())["records"]
    assert record["static"]["egraph"]["barriers"] <= record["static"]["input"]["barriers"]
    assert record["static"]["input"]["path_cycles"] > record["static"]["input"]["instructions"] > 0
    assert record["predicted"]["input"] == 1 and 0.2 < record["predicted"]["egraph"] < 5
    times = " → ".join(f"{record['predicted'][side]:.2f}" for side in ("input", "greedy", "egraph"))
    assert times in " ".join(result.stdout.split())


def test_layouts_that_were_not_tried_are_listed() -> None:
    (function,) = json.loads(run(CASE, "--emit", "json", "--candidates", 1).stdout)["functions"]
    assert function["dropped"] and any("limit of 1" in line for line in function["dropped"])
    assert 0 < function["classes"] <= function["nodes"]


def test_synthesised_layouts_are_an_option() -> None:
    path = ROOT / "benchmarks/corpus/kernels/fla.mean_pooling_bwd_kernel/rlc3.before.ttgir"
    costs = [
        json.loads(run(path, "--emit", "json", *more).stdout)["functions"][0]["cost_after"] for more in ([], ["--synthesise"])
    ]
    assert costs[1] < costs[0]


def test_lists() -> None:
    assert ["converts", "conversions"] in [line.split()[:2] for line in run("costs").stdout.splitlines()]
    proved = run("prove", "cancel_conversion")
    assert proved.exit_code == 0 and "cancel_conversion" in proved.stdout and "proved for all values" in proved.stdout
    assert run("prove", "no_such_rule").exit_code == 2
    assert json.loads(run("prove", "--json", "drop_conversion").stdout)["rules"][0]["failure"] == ""


def test_each_cost_model_has_its_own_program_and_line() -> None:
    kernel = ROOT / "benchmarks/corpus/kernels/fla.chunk_fwd_kernel_h__3/rlc3.before.ttgir"
    asked = "compare", kernel, "--against", "none", "--cost", "cycles", "--cost", "converts"
    lines = run(*asked, "--wide").stdout.splitlines()
    cells = {model: re.split(r"  +", line)[1:] for line in lines[1:3] for model in [re.split(r"  +", line)[1]]}
    assert set(cells) == {"cycles", "converts"} and cells["cycles"][1] != cells["converts"][1]
    assert "modelled cycles ×" in lines[-1] and "of the input's (geomean)" in lines[-1] and "under cycles: converts" in lines[-1]
    blocks = run(*asked).stdout.splitlines()
    assert [line.split()[2] for line in blocks if line.startswith("  cost model ")] == ["cycles", "converts"]
    assert blocks.count(lines[1].split("  ")[0]) == 1 and max(map(len, blocks)) <= 80


def test_what_a_cost_model_of_the_users_prints_is_no_output(tmp_path: Path) -> None:
    file = tmp_path / "prints.py"
    file.write_text("""
from egraph_opt.cost import Converts
print("loaded")
class Prints(Converts):
    def cost(self, name, *about):
        print("asked of", name)
        return super().cost(name, *about)
""")
    printed = run(CASE, "--cost", f"{file}:Prints")
    assert printed.exit_code == 0 and printed.stdout == run(CASE, "--cost", "converts").stdout
    assert "loaded" in printed.stderr
