"""The family that `docs/add-a-family.md` builds: made of the page's own text in a folder, without a line elsewhere, and run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.family_page import AFTER, BEFORE, FILES, PAGE, WRONG, built, command
from tests.support.kernels import ROOT

LINES = [line for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.S | re.M) for line in block.splitlines()]
SHOWN = "".join(re.findall(r"^```text\n(.*?)^```", PAGE, re.S | re.M)).splitlines()
RULES = re.findall(r"^def (scalar_\w+)", FILES["rules/scalar.py"], re.M)
Command = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def scalar(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line with the family of the page."""
    return partial(command, built(tmp_path_factory.mktemp("scalar"), *(name for name in FILES if name != WRONG)))


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line with the family of the page and its wrong rule."""
    return partial(command, built(tmp_path_factory.mktemp("wrong"), *FILES))


def function(name: str, body: str, types: str = "i32") -> str:
    """A function of two integers that returns `%r`."""
    return f"func.func @{name}(%x: {types}, %y: {types}) -> {types} {{\n{body}  func.return %r : {types}\n}}\n"


def optimized(scalar: Command, text: str, tmp_path: Path, options: str = "") -> tuple[str, list[dict[str, object]]]:
    """Return the output for a text, and the records of its functions."""
    path = tmp_path / "given.mlir"
    path.write_text(text)
    done = scalar(f"{path} --rules scalar --emit json {options}")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["ir"], found["functions"]


def test_it_is_one_folder_and_one_file_of_at_most_150_lines() -> None:
    code = {name: text for name, text in FILES.items() if name != WRONG}
    assert {name for name in code if not name.startswith("egraph_opt/families/scalar/")} == {"rules/scalar.py"}
    assert sum(bool(line.strip()) for text in code.values() for line in text.splitlines()) <= 150
    assert not any((ROOT / name).exists() for name in FILES)


def test_it_does_what_the_page_shows(scalar: Command) -> None:
    done = scalar("scalar.mlir --rules scalar")
    assert done.stdout == AFTER and done.returncode == 0
    printed = ""
    for line in LINES:
        done = scalar(line.removeprefix("egraph-opt "))
        assert done.returncode == 0, (line, done.stderr)
        printed += done.stdout + done.stderr
    assert SHOWN and all(shown in printed for shown in SHOWN)
    listed = scalar("costs").stdout
    assert re.search(r"^operations +operations +scalar ", listed, re.M)
    assert re.search(r"^multiply +3 ", scalar("costs operations").stdout, re.M)


def test_its_rules_are_proved_and_need_their_conditions(scalar: Command) -> None:
    done = scalar(f"prove --fresh --json {' '.join(RULES)}")
    records = json.loads(done.stdout)["rules"]
    assert done.returncode == 0 and len(records) == len(RULES) >= 5
    for record in records:
        assert record["strength"] == "all integers of 32 and 64 bits" and record["book"] == "scalar"
        assert all(condition["needed"] for condition in record["conditions"])


def test_a_wrong_rule_is_refuted_and_its_output_does_not_leave(wrong: Command, tmp_path: Path) -> None:
    done = wrong("prove scalar_shift_by_factor")
    assert done.returncode == 3
    assert re.search(r"Unsound: \S+scalar_wrong.py:6: rule scalar_shift_by_factor", done.stdout)
    assert "before: " in done.stdout and "after:  " in done.stdout
    path = tmp_path / "given.mlir"
    path.write_text(text := function("f", "  %c = arith.constant 3 : i32\n  %r = arith.muli %x, %c : i32\n"))
    ran = wrong(f"{path} --rules scalar")
    assert ran.returncode == 5 and ran.stdout == text
    assert "@f: left unchanged: the result was not proved equal: " in ran.stderr
    loose = wrong(f"{path} --rules scalar --no-check")
    assert loose.returncode == 0 and "arith.shli %x, %c : i32" in loose.stdout


def test_integers_wrap_around_and_poison_stays_poison(scalar: Command, tmp_path: Path) -> None:
    highest = "  %c = arith.constant 2147483647 : i32\n  %s = arith.addi %x, %c : i32\n  %r = arith.addi %s, %c : i32\n"
    assert "arith.constant -2 : i32" in optimized(scalar, function("f", highest), tmp_path)[0]
    lowest = "  %c = arith.constant -2147483648 : i32\n  %r = arith.muli %x, %c : i32\n"
    assert "arith.constant 31 : i32" in optimized(scalar, function("f", lowest), tmp_path)[0]
    wide = "  %c = arith.constant 4611686018427387904 : i64\n  %s = arith.addi %x, %c : i64\n  %r = arith.addi %s, %c : i64\n"
    text = function("f", wide, "i64")
    assert optimized(scalar, text, tmp_path)[0] == text, "the sum does not fit into what the e-graph holds"
    vain = "  %c = arith.constant 1 : i32\n  %r = arith.muli %x, %c overflow<nsw> : i32\n"
    text = function("f", vain)
    assert optimized(scalar, text, tmp_path)[0] == text


def test_other_operations_stay_in_order_and_what_is_used_twice_is_computed_once(scalar: Command, tmp_path: Path) -> None:
    text = """func.func @f(%p: !llvm.ptr, %x: i32) {
  %c4 = arith.constant 4 : i32
  %a = arith.muli %x, %c4 : i32
  "test.put"(%p, %a) {first} : (!llvm.ptr, i32) -> ()
  %b = arith.muli %c4, %x : i32
  %n = "test.get"(%p, %b) : (!llvm.ptr, i32) -> i32
  %s = arith.addi %n, %b : i32
  "test.put"(%p, %s) : (!llvm.ptr, i32) -> ()
  func.return
}
"""
    new, (record,) = optimized(scalar, text, tmp_path)
    assert new.count("arith.shli") == 1 and "arith.muli" not in new
    assert re.findall(r'"test\.\w+"|func\.return', new) == ['"test.put"', '"test.get"', '"test.put"', "func.return"]
    assert "  %s = arith.addi %n, %shli : i32" in new and (record["cost_before"], record["cost_after"]) == (7.0, 2.0)


def test_limits_options_and_refusals(scalar: Command, tmp_path: Path) -> None:
    few = scalar("scalar.mlir --rules scalar --max-nodes 1 --strict --emit json")
    assert few.returncode == 4 and json.loads(few.stdout)["stopped_by"] == "nodes"
    kept = scalar("scalar.mlir --rules scalar --min-gain 0.9")
    assert kept.stdout == BEFORE and "it would save 9 operations of 11, less than asked for" in kept.stderr
    assert "extract" in scalar("scalar.mlir --rules scalar --timing").stderr
    done = scalar("pareto scalar.mlir operations operations:multiply=1 --rules scalar")
    assert "pareto: no use with --rules scalar: there is one cost model" in done.stderr
    assert "explain: no use with --rules scalar" in scalar("explain scalar.mlir --rules scalar").stderr
    assert (
        "no cost model 'cycles' for scalars: use one of operations" in scalar("scalar.mlir --rules scalar --cost cycles").stderr
    )
    assert "note: --rules scalar takes it" in scalar("scalar.mlir").stderr
    two = function("f", "  %r = arith.addi %x, %y : i32\n").replace("  func.return", "  cf.br ^next\n^next:\n  func.return")
    text, (record,) = optimized(scalar, two, tmp_path)
    assert text == two and (record["optimal"], record["stopped_by"]) == (False, "unsupported")


def test_the_code_of_the_page_is_written_as_the_project_is(tmp_path: Path) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    where = built(tmp_path, *FILES)
    for check in (["check", "--ignore", "I"], ["format", "--check"]):
        done = subprocess.run([ruff, *check, "--config", ROOT / "pyproject.toml", where], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
