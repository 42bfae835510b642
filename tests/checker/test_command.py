"""`egraph-opt check`: to the last bit unless it is told otherwise, and then it says what differs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.command.cli import main
from egraph_opt.iree import tool_process as iree
from tests.checker.programs import program, reduction
from tests.support.kernels import ROOT

SUM, OTHER = (program(reduction("arith.addf %u0, %u1", layout)) for layout in ("#c", "#d"))
LARGEST = program(reduction("arith.maxnumf %u0, %u1", "#d"))


def run(folder: Path, before: str, after: str, *options: str) -> tuple[int, str]:
    for name, text in (("before.ttgir", before), ("after.ttgir", after)):
        (folder / name).write_text(text)
    result = CliRunner().invoke(main, ["check", str(folder / "before.ttgir"), str(folder / "after.ttgir"), *options])
    return result.exit_code, result.stdout


def test_sums_of_floats_have_an_order(tmp_path: Path) -> None:
    code, said = run(tmp_path, SUM, OTHER)
    assert code == 5 and "other layouts: tt.reduce (line 11) in the input, tt.reduce (line 12) in the output" in said


def test_what_is_let_through_is_named(tmp_path: Path) -> None:
    both = "\n// -----\n".join
    code, said = run(tmp_path, both([SUM, SUM]), both([OTHER, OTHER]), "--allow-reassociation")
    assert code == 0
    assert said == (
        "equal, where these may take their elements in another order:\n"
        "  tt.reduce in @f (line 11 in the input, line 12 in the output)\n"
        "  tt.reduce in @f (line 31 in the input, line 33 in the output)\n"
    )


@pytest.mark.parametrize("after", [SUM, SUM.replace("tt.return }", "tt.return\n}")])
def test_nothing_is_named_where_nothing_is_let_through(tmp_path: Path, after: str) -> None:
    assert run(tmp_path, SUM, after, "--allow-reassociation") == (0, "equal\n")
    assert run(tmp_path, LARGEST, LARGEST, "--allow-reassociation") == (0, "equal\n")


def test_other_differences_are_not_let_through(tmp_path: Path) -> None:
    assert run(tmp_path, SUM, LARGEST, "--allow-reassociation")[0] == 5
    assert run(tmp_path, SUM, f"{SUM}\n// -----\n{SUM}", "--allow-reassociation")[0] == 5


def test_programs_of_iree_are_read_by_iree(tmp_path: Path) -> None:
    """In pretty form too: they equal themselves, and another one is not."""
    if not iree.available():
        pytest.skip("IREE is not installed")
    program = (ROOT / "benchmarks/corpus/regions/chain_unsorted_mm.mlir").read_text()
    assert run(tmp_path, program, program)[0] == 0
    code, said = run(tmp_path, program, program.replace("constant 0.0", "constant 1.0"))
    assert code == 5 and "was changed" in said


COPY = ROOT / "tests/cases/pointer/copy.mlir"
SWEEP = ROOT / "benchmarks/corpus/kernels/gems.sweep/input.ttir"


@pytest.mark.parametrize(
    ("before", "rules", "options"),
    [
        (COPY, "pointer", {"target": "tts"}),
        (COPY, "pointer", {"target": "tts", "assume_positive": True}),
        (SWEEP, "algebra", {}),
    ],
)
def test_outputs_of_other_families_are_proved_by_their_own_laws_and_never_called_different(
    before: Path, rules: str, options: dict[str, object], tmp_path: Path
) -> None:
    made, wrong = tmp_path / "made.ttir", tmp_path / "wrong.ttir"
    other = ("arith.muli", "arith.addi") if rules == "algebra" else ("arith.addi", "arith.subi")
    made.write_text(optimize(before, rules=rules, **options).ir)
    wrong.write_text(made.read_text().replace(*other))
    assert made.read_text() != before.read_text()
    for after, named, code, said in (
        (made, (), 5, "not proved: "),
        (made, ("--rules", rules), 0, "equal\n"),
        (wrong, ("--rules", rules), 5, "not proved: "),
    ):
        found = CliRunner().invoke(main, ["check", str(before), str(after), *named])
        assert (found.exit_code, found.stdout[: len(said)]) == (code, said)
        assert ("--rules algebra or pointer uses their laws" in found.stderr) == (not named)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rules", "numerics"], "no use with --rules numerics: what they make is not equal: its errors are bounded"),
        (["--rules", "pointer", "--assume-no-alias"], "--assume-no-alias: no use with --rules pointer"),
        (["--rules", "pinter"], "did you mean pointer"),
    ],
)
def test_rules_without_laws_of_their_own_are_refused(options: list[str], said: str) -> None:
    found = CliRunner().invoke(main, ["check", str(COPY), str(COPY), *options])
    assert found.exit_code == 2 and said in found.stderr
