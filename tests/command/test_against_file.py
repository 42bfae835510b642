"""`compare --against FILE`: another compiler's program is proved equal, then priced; a wrong one has no price."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import egraph_opt
from egraph_opt.baseline import libtriton
from egraph_opt.core.result import format_cost
from egraph_opt.cost import MODELS, evaluate
from egraph_opt.text import read
from tests.command.outcomes import refused, run
from tests.support.kernels import ROOT

BEFORE = ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir"
CONVERTED = """\
    %z = arith.addf %ab, %bb : tensor<128x128xf32, #A>
    %z2 = ttg.convert_layout %z : tensor<128x128xf32, #A> -> tensor<128x128xf32, #B>
"""
OPERANDS = """\
    %l = ttg.convert_layout %ab : tensor<128x128xf32, #A> -> tensor<128x128xf32, #B>
    %r = ttg.convert_layout %bb : tensor<128x128xf32, #A> -> tensor<128x128xf32, #B>
    %z2 = arith.addf %l, %r : tensor<128x128xf32, #B>
"""
"""What a pass makes of it that converts the operands of an addition."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    text = BEFORE.read_text()
    assert CONVERTED in text
    Path("before.mlir").write_text(text)
    Path("mine.mlir").write_text(mine := text.replace(CONVERTED, OPERANDS))
    Path("wrong.mlir").write_text(mine.replace("addf %l, %r", "addf %l, %l"))
    Path("ill.mlir").write_text(text.replace("tt.store %po, %z2", "tt.store %po, %z3"))
    return tmp_path


def cost(path: str, model: str) -> float:
    (function,) = read(Path(path).read_text()).functions()
    return evaluate(function, MODELS[model]).cost


def test_an_equal_program_is_priced_beside_the_input_and_ours(files: Path) -> None:
    done = run("compare before.mlir --against mine.mlir --cost cycles --cost shared_bytes --json records.json")
    assert done.exit_code == 0, done.output
    (record,) = json.loads(Path("records.json").read_text())["records"]
    for model in ("cycles", "shared_bytes"):
        found = record["cost"][model]
        assert found["input"] == cost("before.mlir", model) and found["given"] == cost("mine.mlir", model)
        assert found["egraph"] == egraph_opt.optimize(Path("before.mlir"), cost=model).cost_after < found["given"]
        assert " → ".join(format_cost(found[side], 5) for side in ("input", "given", "egraph")) in done.stdout
    assert {side: n["total"] for side, n in record["converts"].items()} == {"input": 1, "given": 2, "egraph": 2}
    assert "of the other's (geomean)" in done.stdout and "Triton" not in done.stderr
    assert "1 function: 0 better, 1 same, 0 worse" in run("compare before.mlir --against mine.mlir --cost roofline").stdout


def test_our_loss_against_a_better_program_is_one(files: Path) -> None:
    Path("better.mlir").write_text(egraph_opt.optimize(Path("before.mlir")).ir)
    done = run("compare before.mlir --against better.mlir --max-nodes 1")
    assert done.exit_code == 3 and "0 better, 0 same, 1 worse" in done.stdout


def test_a_program_that_is_not_equal_has_no_price(files: Path) -> None:
    done = run("compare before.mlir --against wrong.mlir --json records.json")
    assert done.exit_code == 3 and "1 function: 0 better, 0 same, 0 worse, 1 different\n" in done.stdout
    assert "before.mlir @k: error: different: @k: other types: tt.load (line" in done.stderr
    (record,) = json.loads(Path("records.json").read_text())["records"]
    assert record["unequal"] == "different" and not record["cost"]
    found = egraph_opt.compare([Path("before.mlir")], against=Path("wrong.mlir"))
    assert list(found.verdicts) == ["different"]


def test_the_generic_form_is_another_spelling(files: Path) -> None:
    Path("generic.mlir").write_text(run("mine.mlir --emit generic").stdout)
    done = run("compare before.mlir --against generic.mlir")
    assert done.exit_code == 0 and "1 same" in done.stdout


def test_folders_are_compared_file_by_file(files: Path) -> None:
    for name, theirs in (("a", "mine"), ("b", "before")):
        Path("in", name).mkdir(parents=True)
        Path("out", name).mkdir(parents=True)
        shutil.copy("before.mlir", f"in/{name}/kernel.ttgir")
        shutil.copy(f"{theirs}.mlir", f"out/{name}/kernel.ttgir")
    assert run("compare in --against out --json records.json").exit_code == 0
    costs = [record["cost"]["cycles"]["given"] for record in json.loads(Path("records.json").read_text())["records"]]
    assert costs == [cost("mine.mlir", "cycles"), cost("before.mlir", "cycles")]
    Path("out/b/kernel.ttgir").unlink()
    done = run("compare in --against out")
    assert done.exit_code == 1 and done.stderr == "in/b/kernel.ttgir: error: out has no kernel.ttgir\n"
    assert "1 function: " in done.stdout
    Path("out/a/kernel.ttgir").unlink()
    assert run("compare in --against out").exit_code == 1


def test_a_program_that_triton_refuses_has_no_price(files: Path) -> None:
    if not libtriton.available():
        pytest.skip("Triton is not installed")
    text = BEFORE.read_text()
    for name in ("ab", "bb"):  # a broadcast that also converts: the same elements, by no operation of Triton's
        (line,) = [line for line in text.splitlines() if f"%{name} = tt.broadcast" in line]
        text = text.replace(line, line.replace("-> tensor<128x128xf32, #A>", "-> tensor<128x128xf32, #B>"))
    Path("unlawful.mlir").write_text(text.replace(CONVERTED, "    %z2 = arith.addf %ab, %bb : tensor<128x128xf32, #B>\n"))
    assert egraph_opt.check(Path("before.mlir"), Path("unlawful.mlir")).equal
    done = run("compare before.mlir --against unlawful.mlir")
    assert (
        done.exit_code == 4
        and "1 failed" in done.stdout
        and re.search(r"Triton refuses unlawful.mlir:35:11: 'tt.broadcast' op requires the same encoding", done.stderr)
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("before.mlir --against absent.mlir", 1, "absent.mlir: error: No such file or directory"),
        ("before.mlir --against ill.mlir", 1, r"ill.mlir:\d+:\d+: error: "),
        ("before.mlir --against tritn", 2, "no compiler and no file 'tritn' .did you mean triton"),
        ("before.mlir mine.mlir --against mine.mlir", 2, "--against mine.mlir: it is one file, and there are several"),
        ("before.mlir --against mine.mlir --seed-with triton", 2, "--seed-with triton does nothing with --against mine.mlir"),
        ("before.mlir --against mine.mlir --jobs 2", 2, "--against mine.mlir: it is compared with whole files"),
        ("before.mlir --against mine.mlir --rules algebra", 2, "--rules algebra prices no other programs"),
    ],
)
def test_what_cannot_be_compared_is_refused(files: Path, arguments: str, code: int, message: str) -> None:
    refused(run(f"compare {arguments}"), code, message)
