"""The command `verify`: what it prints, how it ends, and what it says of questions that cannot be asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from egraph_opt.command.cli import main
from tests.support.kernels import ROOT
from tests.verifier.questions import double

GIVEN = ["--grid", "cdiv(N, 8)", "--arg", "x=f32[N]", "--arg", "y=f32[N]", "--arg", "n=N", "--size", "N=21"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A kernel, one that is equal, and one that is wrong."""
    texts = double(8), double(8, ("arith.mulf %v, %two", "arith.addf %v, %v")), double(8, ("2.000000e+00", "3.000000e+00"))
    paths = tmp_path / "old.ttir", tmp_path / "same.ttir", tmp_path / "wrong.ttir"
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def test_exit_codes_are_those_of_check(files: tuple[Path, Path, Path]) -> None:
    old, same, wrong = files
    assert run(old, same, *GIVEN).exit_code == 0
    assert run(old, same, *GIVEN, "--fast").exit_code == 5
    done = run(old, wrong, *GIVEN)
    assert done.exit_code == 3 and "y[0] is 2 in old and 3 in new" in done.output


def test_json_is_one_object(files: tuple[Path, Path, Path]) -> None:
    old, same, wrong = files
    found = json.loads(run(old, wrong, *GIVEN, "--json").output)
    assert found["verdict"] == "different" and found["witness"]["difference"]["array"] == "y"
    found = json.loads(run(old, same, *GIVEN, "--json").output)
    assert found["proved"] and found["results"] == ["y"] and found["runs"] > 0


def test_one_side_may_have_arguments_of_its_own(files: tuple[Path, Path, Path]) -> None:
    old, same, _ = files
    names = same.read_text().replace("%x", "%source").replace("%y", "%target").replace("@double", "@twice")
    same.write_text(names)
    done = run(old, f"{same}:twice", *GIVEN, "--arg", "new.source=x", "--arg", "new.target=y", "--fast")
    assert done.exit_code == 5, done.output


def test_a_file_may_hold_the_question() -> None:
    done = run("--question", ROOT / "benchmarks/verify/sum.toml", "--fast")
    assert done.exit_code == 5 and "results: y" in done.output


BAD = {
    "old.ttir": (["--grid", "1,2,3,4"], "a grid has one to three extents, not 4"),
    "absent.ttir": ([], "absent.ttir: error: No such file or directory"),
    "old.ttir --size": (["--size", "N=x"], "error"),
    "old.ttir --arg": (["--arg", "x=f31[N]"], "unknown element type 'f31'"),
    "old.ttir --constexpr": (["--constexpr", "BLOCK"], "'BLOCK': say NAME=VALUE"),
    "old.ttir --result": (["--result", "z"], "no array is named 'z'|no array is named z"),
    "old.ttir --arg n": (["--arg", "n=M"], "no size is named 'M'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_message(case: str, files: tuple[Path, Path, Path]) -> None:
    import re

    more, message = BAD[case]
    done = run(files[0].with_name(case.split()[0]), files[1], *GIVEN, *more)
    assert done.exit_code == 1, done.output
    assert re.search(message, done.output) and done.output.count("error") == 1
    assert "Error" not in done.output and "Traceback" not in done.output


@pytest.mark.parametrize(
    "arguments", [[], ["a.ttir"], ["a.ttir", "b.ttir", "--reference", "c.py:f"], ["a.ttir", "--question", "q.toml"]]
)
def test_wrong_usage_is_said(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_question_that_is_no_toml_is_shown_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "question.toml"
    path.write_text("sizes = {N = 3}\narrays = {x = }\n")
    done = run("--question", path)
    assert done.exit_code == 1 and f"{path}:2:" in done.output and "^" in done.output
    path.write_text("size = {N = 3}\n")
    assert "unknown key 'size' (did you mean sizes?)" in run("--question", path).output
