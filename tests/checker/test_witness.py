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


def floats(body: str) -> str:
    head = "%z = arith.constant 0.0 : f32\n%m = arith.constant -0.0 : f32\n"
    places = "%r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>\n"
    for name, element in (("q", "f32"),):
        places += f"%b = tt.splat %{name} : !tt.ptr<{element}> -> tensor<32x!tt.ptr<{element}>>\n"
    places += "%a = tt.addptr %b, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>\n%x = tt.load %a : tensor<32x!tt.ptr<f32>>\n"
    wide = (head + body).replace(": f32", ": tensor<32xf32>").replace("to f32", "to tensor<32xf32>")
    wide = wide.replace(": i32", ": tensor<32xi32>").replace("to i32", "to tensor<32xi32>")
    wide = wide.replace("constant 0.0", "constant dense<0.0>").replace("constant -0.0", "constant dense<-0.0>")
    return text(f"{places}{wide}\ntt.store %a, %t : tensor<32x!tt.ptr<f32>>")


def laid(body: str) -> str:
    return (
        "#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>\n"
        "#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>\n#m = #ttg.shared_memory\n"
        'module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {\n'
        f"tt.func public @f(%x: tensor<32xf32, #a>, %p: tensor<32x!tt.ptr<f32>, #a>) {{\n{body}\ntt.return }} }}"
    )


STORED = "tt.store %p, %x : tensor<32x!tt.ptr<f32>, #a>"
BUFFER = "!ttg.memdesc<32xf32, #s, #m, mutable>"
ALLOC = f"%b = ttg.local_alloc : () -> {BUFFER}\n"
LOADED = f"%l = ttg.local_load %b : {BUFFER} -> tensor<32xf32, #a>\ntt.store %p, %l : tensor<32x!tt.ptr<f32>, #a>"


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
    "a comparison that differs on equals": (
        stored("%t", "%e = arith.cmpi sle, %n, %o : i32\n%t = arith.extui %e : i1 to i32\n"),
        stored("%t", "%e = arith.cmpi slt, %n, %o : i32\n%t = arith.extui %e : i1 to i32\n"),
    ),
    "a sum that loses the sign of zero": (floats("%t = arith.addf %x, %z : f32"), floats("%t = arith.addf %x, %m : f32")),
    "a product with an infinity": (floats("%t = arith.mulf %x, %z : f32"), floats("%t = arith.addf %z, %z : f32")),
    "an integer that is not there": (
        floats("%i = arith.fptosi %x : f32 to i32\n%t = arith.sitofp %i : i32 to f32"), floats("%t = arith.addf %x, %m : f32"),
    ),
    "memory that nobody filled": (laid(STORED), laid(f"{ALLOC}{LOADED}")),
    "a result of another type": (
        "module { tt.func public @f(%n: i32) -> i32 { tt.return %n : i32 } }",
        "module { tt.func public @f(%n: i32) -> i64 { %w = arith.extsi %n : i32 to i64\ntt.return %w : i64 } }",
    ),
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
    "poison": (stored("%t", "%t = ub.poison : i32\n"), stored("%n")),
    "poison times zero": (
        stored("%t", "%u = ub.poison : i32\n%z = arith.constant 0 : i32\n%t = arith.muli %u, %z : i32\n"), stored("%n"),
    ),
    "memory that nobody filled": (laid(f"{ALLOC}{LOADED}"), laid(STORED)),
    "the bits of a NaN": (
        floats("%v = arith.subf %x, %x : f32\n%w = arith.divf %v, %v : f32\n%i = arith.bitcast %w : f32 to i32\n"
               "%t = arith.sitofp %i : i32 to f32"),
        floats("%v = arith.subf %x, %x : f32\n%u = arith.divf %v, %v : f32\n%w = arith.negf %u : f32\n"
               "%i = arith.bitcast %w : f32 to i32\n%t = arith.sitofp %i : i32 to f32"),
    ),
    "an integer that is not there": (
        floats("%y = arith.constant dense<1.0e20> : tensor<32xf32>\n%i = arith.fptosi %y : f32 to i32\n%t = arith.sitofp %i : i32 to f32"),
        floats("%t = arith.addf %x, %m : f32"),
    ),
    "a number that is too large for eight bits": (
        floats("%y = arith.constant dense<1.0e6> : tensor<32xf32>\n"
               "%e = tt.fp_to_fp %y, rounding = rtne : tensor<32xf32> -> tensor<32xf8E5M2>\n"
               "%t = tt.fp_to_fp %e : tensor<32xf8E5M2> -> tensor<32xf32>"),
        floats("%t = arith.constant dense<0x7F800000> : tensor<32xf32>"),
    ),
    "the sign of the larger zero": (
        floats("%t = arith.maximumf %z, %m : f32"), floats("%t = arith.maximumf %m, %z : f32"),
    ),
    "two values for one address": (
        floats("%k = arith.subi %r, %r : i32\n%c2 = tt.addptr %b, %k : tensor<32x!tt.ptr<f32>>, tensor<32xi32>\n"
               "tt.store %c2, %x : tensor<32x!tt.ptr<f32>>\n%t = arith.addf %x, %m : f32"),
        floats("tt.store %q, %z0 : !tt.ptr<f32>\n%t = arith.addf %x, %m : f32".replace("%z0 : !tt", "%first : !tt").replace(
            "tt.store", "%first = tt.load %q : !tt.ptr<f32>\ntt.store", 1)),
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


def test_callers_keep_their_promises() -> None:
    """An input does not count that breaks a promise that the output is marked with."""
    mark = "%c: i1) attributes {egraph_opt.PROMISE} {"
    sign = "%z = arith.constant 0 : i32\n%e = arith.cmpi sgt, %n, %z : i32\n%t = arith.extui %e : i1 to i32\n"
    before, after = stored("%t", sign), stored("%o")
    assert check(before, after).outcome is Outcome.DIFFERENT
    kept = after.replace("%c: i1) {", mark.replace("PROMISE", "positive_parameters"))
    assert check(before, kept).outcome is Outcome.NOT_PROVED
    assert check(before, kept.replace("positive_parameters", "no_alias")).outcome is Outcome.DIFFERENT


def test_a_layout_of_a_descriptor_is_no_other_argument() -> None:
    plain = (
        "#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>\n"
        "module { tt.func public @f(%d: !tt.tensordesc<tensor<64x64xf16>>) { tt.return } }"
    )
    for other, outcome in (("64x64xf16, #s", Outcome.NOT_PROVED), ("64x32xf16", Outcome.DIFFERENT)):
        assert check(plain, plain.replace("64x64xf16", other)).outcome is outcome


def test_sums_that_cancel_over_the_reals() -> None:
    body = "%k = arith.constant dense<1.0e20> : tensor<32xf32>\n%u = arith.addf %x, %k : f32\n%t = arith.subf %u, %k : f32"
    before, after = floats(body), floats("%t = arith.addf %x, %m : f32")
    assert check(before, after).outcome is Outcome.DIFFERENT
    assert check(before, after, rules="algebra").outcome is not Outcome.DIFFERENT
    other = floats("%t = arith.addf %x, %x : f32")
    assert check(after, other, rules="algebra").outcome is Outcome.DIFFERENT
