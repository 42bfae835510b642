"""Texts of results: a line without the program as `repr`; the command's table as `str`. Paths where paths make sense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import egraph_opt
from egraph_opt.command.cli import main
from egraph_opt.core.options import OptionError
from egraph_opt.core.result import FunctionResult
from egraph_opt.ir.module import InputError
from tests.support.kernels import ROOT

CASE = ROOT / "tests/cases/layout/fan_out.mlir"
COPY = ROOT / "tests/cases/pointer/copy.mlir"
RULES = '''from egraph_opt.core.rule import rule
from egraph_opt.families.layout.vocabulary.term import Layout, Value, convert_layout

@rule
def twice(x: Value, a: Layout, b: Layout):
    """The last of two conversions counts."""
    return convert_layout(convert_layout(x, a), b), convert_layout(x, b)

@rule
def thrice(x: Value, a: Layout, b: Layout, c: Layout):
    """The last of three conversions counts."""
    return convert_layout(convert_layout(convert_layout(x, a), b), c), convert_layout(x, c)
'''


def printed(*arguments: object) -> str:
    """What a command prints, without blanks at the ends of lines."""
    done = CliRunner().invoke(main, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return "\n".join(line.rstrip() for line in done.stdout.splitlines())


def line(text: str) -> str:
    assert "\n" not in text and len(text) < 160 and text.startswith("<") and text.endswith(">") and "tt.func" not in text, text
    return text


def test_a_result_is_one_line() -> None:
    found = egraph_opt.optimize(CASE)
    assert line(repr(found)) == "<Result @k: 3 -> 1 conversions, 4705.73 -> 4023.33 cycles, optimal>" == str(found)
    assert line(repr(found.functions[0])) == "<FunctionResult @k: 4705.73 -> 4023.33, optimal>"
    assert line(repr(egraph_opt.optimize(COPY, rules="pointer", target="tts"))) == (
        "<Result @copy_ptr: 2 of 2 accesses raised to tts, no bound>"
    )
    many = egraph_opt.optimize("// -----\n".join(CASE.read_text().replace("@k", f"@k{n}") for n in range(5)))
    assert line(repr(many)).startswith("<Result @k0 @k1 @k2 ...: ")


def test_a_function_that_failed_says_so() -> None:
    assert "stopped by error" in line(repr(FunctionResult("f", 1, 2.0, 2.0, 0.0, False, "error")))


def test_a_comparison_prints_as_the_command_does() -> None:
    found = egraph_opt.compare(CASE, against="none")
    assert line(repr(found)).startswith("<Compared 1 function: 1 better")
    shown = [each for each in printed("compare", CASE, "--against", "none").splitlines() if not each.startswith("  ms ")]
    assert [each for each in str(found).splitlines()[: len(shown) + 1] if not each.startswith("  ms ")] == shown
    assert max(map(len, shown)) <= 80


def test_a_front_prints_as_the_command_does() -> None:
    found = egraph_opt.pareto(CASE, "converts", "cycles")
    assert str(found) == printed("pareto", CASE, "converts", "cycles")
    assert (
        line(repr(found))
        == f"<Front of converts and cycles: {len(found)} corner{'s' * (len(found) != 1)}, these are all corners>"
    )


def test_explanations_print_as_the_command_does() -> None:
    found = egraph_opt.explain(CASE)
    assert str(found) == printed("explain", CASE)
    assert line(repr(found)) == f"<Explanations @k: {len(found[0].choices)} choices>" and line(repr(found[0]))
    assert list(found) == found and found[0].record.name == "k"
    raised = egraph_opt.explain(COPY, rules="pointer", target="tts")
    assert str(raised) == printed("explain", COPY, "--rules", "pointer", "--target", "tts") and line(repr(raised))


def test_a_report_is_one_line() -> None:
    found = egraph_opt.report(CASE, alternatives=0, static=False, others=False)
    assert line(repr(found)).startswith(f"<Report on {CASE}: 3 -> 1 conversions")


def test_compare_takes_one_path_a_list_and_a_folder(tmp_path: Path) -> None:
    for name in ("a.mlir", "b.ttgir", "c.txt"):
        (tmp_path / name).write_text(CASE.read_text())
    assert len(egraph_opt.compare(tmp_path / "a.mlir", against="none").records) == 1
    assert len(egraph_opt.compare([tmp_path / "a.mlir", tmp_path / "b.ttgir"], against="none").records) == 2
    assert len(egraph_opt.compare(tmp_path, against="none").records) == 2
    for wrong in ("a.mlir", ["a.mlir"], [3]):
        with pytest.raises(InputError, match="expected a Path"):
            egraph_opt.compare(wrong)  # type: ignore[arg-type]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"the folder holds no file that ends in"):
        egraph_opt.compare(tmp_path / "empty")


def test_prove_takes_the_path_of_a_file(tmp_path: Path) -> None:
    pytest.importorskip("z3")
    (tmp_path / "mine.py").write_text(RULES)
    found = egraph_opt.prove(tmp_path / "mine.py")
    assert [each.rule for each in found] == ["twice", "thrice"]
    with pytest.raises(OptionError, match=r"say Path\('mine.py'\)"):
        egraph_opt.prove("mine.py")
    wrong: list[tuple[Any, str]] = [(tmp_path / "absent.py", "No such file"), (CASE, r"rules are in files that end in \.py")]
    for path, said in wrong:
        with pytest.raises((egraph_opt.EgraphOptError, OSError), match=said):
            egraph_opt.prove(path)
