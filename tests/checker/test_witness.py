"""`different` is said with a witness only: an input on which the programs do different things."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.api import check
from egraph_opt.checker import Outcome
from egraph_opt.command.cli import main

HEAD = "module { tt.func public @f(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32, %c: i1) {\n"
ONE = "%o = arith.constant 1 : i32\n"


def text(body: str) -> str:
    return f"{HEAD}{body}\ntt.return }} }}"


def stored(value: str, more: str = "") -> str:
    return text(f"{ONE}{more}tt.store %p, {value} : !tt.ptr<i32>")


DIFFERENT = {
    "another constant": (stored("%o"), stored("%n")),
    "another operation": (
        stored("%t", "%t = arith.addi %n, %o : i32\n"), stored("%t", "%t = arith.subi %n, %o : i32\n"),
    ),
    "a store is missing": (stored("%o"), text("")),
    "a store is added": (text(""), stored("%n")),
    "stores in another order": (
        stored("%o", "tt.store %p, %n : !tt.ptr<i32>\n"), text(f"{ONE}tt.store %p, %o : !tt.ptr<i32>\ntt.store %p, %n : !tt.ptr<i32>"),
    ),
    "a print is missing": (text('tt.print "x" {hex = false, isSigned = array<i32: 1>} : %n : i32'), text("")),
    "the other way": (text(f"scf.if %c {{\n{ONE}tt.store %p, %o : !tt.ptr<i32>\n}}"), stored("%o")),
    "an overflow that may not be": (
        stored("%t", "%t = arith.muli %n, %n : i32\n"), stored("%t", "%t = arith.muli %n, %n overflow<nsw> : i32\n"),
    ),
}  # fmt: skip
UNDECIDED = {
    "an operation that nobody knows": (text('"some.sink"(%n) : (i32) -> ()'), text("")),
    "the same by a law that is not known": (
        stored("%t", "%t = arith.muli %n, %n : i32\n"),
        stored("%t", "%a = arith.addi %n, %o : i32\n%b = arith.muli %a, %n : i32\n%t = arith.subi %b, %n : i32\n"),
    ),
    "what an undefined division gives": (
        text("%z = arith.constant 0 : i32\n%t = arith.divsi %n, %z : i32\ntt.store %p, %t : !tt.ptr<i32>"), stored("%n"),
    ),
    "a loop that does not end": (
        text("scf.while : () -> () {\n%y = arith.constant true\nscf.condition(%y)\n} do {\nscf.yield\n}"), text(""),
    ),
}  # fmt: skip


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_a_witness_is_found(pair: tuple[str, str]) -> None:
    found = check(*pair)
    assert found.outcome is Outcome.DIFFERENT and found.witness and found.witness in str(found)
    assert found == check(*pair), "it is the same each time"


@pytest.mark.parametrize("pair", UNDECIDED.values(), ids=UNDECIDED)
def test_without_a_witness_nothing_is_said(pair: tuple[str, str]) -> None:
    found = check(*pair)
    assert found.outcome is Outcome.NOT_PROVED and not found.witness and found.reason


@pytest.mark.parametrize(("pair", "code"), [(DIFFERENT["another constant"], 3), (UNDECIDED["an operation that nobody knows"], 5)])
def test_the_command_shows_it(pair: tuple[str, str], code: int, tmp_path: Path) -> None:
    for name, program in zip(("a.mlir", "b.mlir"), pair, strict=True):
        (tmp_path / name).write_text(program)
    done = CliRunner().invoke(main, ["check", str(tmp_path / "a.mlir"), str(tmp_path / "b.mlir")])
    assert done.exit_code == code and ("%n" in done.stdout) is (code == 3)


def test_records_hold_it(tmp_path: Path) -> None:
    for folder, program in zip(("a", "b"), DIFFERENT["another constant"], strict=True):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "k.mlir").write_text(program)
    done = CliRunner().invoke(main, ["check", str(tmp_path / "a"), str(tmp_path / "b"), "--jobs", "1"])
    record = next(json.loads(line) for line in done.stdout.splitlines() if line.startswith("{") and "verdict" in line)
    assert done.exit_code == 3 and record["verdict"] == "different" and "%n" in json.dumps(record)
