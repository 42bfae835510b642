"""`compare --against fixture`: each access beside what the CHECK lines of another pass expect of it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.families.pointer.compare_fixture import read_expectations

BOTH = """
module {
  tt.func public @add(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %index: tensor<16xi32>) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
// CHECK: tt.func public @add
LINES
"""
RAISED = ('// CHECK: "tts.load"([[PTR]])', '// CHECK-NEXT: "tts.store"([[PTR]]')
LEFT = ("// CHECK: tt.load [[PTR]] : tensor<16x!tt.ptr<f32>>", "// CHECK: tt.store [[PTR]] : tensor<16x!tt.ptr<f32>>")
GATHER = "// CHECK: tts.scatter [[X]] into [[PTR]]"


def test_what_check_lines_expect() -> None:
    assert read_expectations(BOTH.replace("LINES", f"{RAISED[0]}\n{LEFT[1]}")) == {"add": ["raised", "left"]}
    assert read_expectations(BOTH.replace("LINES", f"{LEFT[0]}\n{GATHER}")) == {"add": ["left", "gather"]}


@pytest.mark.parametrize(
    ("lines", "target", "verdicts", "code"),
    [
        ((RAISED[0], LEFT[1]), "tts", ["both", "neither"], 0),
        ((LEFT[0], RAISED[1]), "block-pointer", ["only ours", "only theirs"], 3),
        ((LEFT[0], GATHER), "block-pointer", ["only ours", "neither"], 0),
        ((RAISED[0],), "block-pointer", ["ours", "left"], 0),
    ],
)
def test_compare(tmp_path: Path, lines: tuple[str, ...], target: str, verdicts: list[str], code: int) -> None:
    path = tmp_path / "add.mlir"
    path.write_text(BOTH.replace("LINES", "\n".join(lines)))
    records = tmp_path / "records.json"
    options = ["--rules", "pointer", "--target", target, "--against", "fixture", "--json", str(records)]
    done = CliRunner().invoke(main, ["compare", str(path), *options])
    assert done.exit_code == code, done.output
    assert [r["verdict"] for r in json.loads(records.read_text())["records"]] == verdicts
    assert done.stdout.startswith(f"add: @add: line 7: tt.load: {verdicts[0]}\n")
    if target == "block-pointer":
        assert f"tt.store: {verdicts[1]}: its address has no affine form" in done.stdout


def test_misuse(tmp_path: Path) -> None:
    path = tmp_path / "add.mlir"
    path.write_text(BOTH)
    for options in (["--against", "fixture"], ["--rules", "pointer"]):
        assert CliRunner().invoke(main, ["compare", str(path), *options]).exit_code == 2


def test_a_file_without_lines_of_another_pass_says_so(tmp_path: Path) -> None:
    path = tmp_path / "add.mlir"
    path.write_text(re.sub(r"LINES|.*CHECK.*\n", "", BOTH))
    done = CliRunner().invoke(main, ["compare", str(path), "--rules", "pointer", "--target", "tts", "--against", "fixture"])
    assert done.exit_code == 0 and "no CHECK lines say what another pass makes of all of them" in done.output
