"""The promise that integers do not overflow: what it takes the place of, what it says nothing of, and that the proof takes nothing else."""

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt.baseline import libtriton
from egraph_opt.command.cli import main
from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.families.pointer.integers.assumptions import NO_OVERFLOW as MARK
from egraph_opt.families.pointer.integers.assumptions import POSITIVE
from egraph_opt.text import read, write
from tests.pointer.cases import refused
from tests.pointer.kernels import ALIGNED, tile
from tests.support.kernels import ROOT
from tests.support.pointer_oracle import compared, outcome, overflows

CASES = ROOT / "tests/cases/pointer"
LARGE = (1 << 31) - 1


def row(start: str = "tt.get_program_id x : i32", wide: bool = False, cut: bool = False) -> str:
    """A masked copy of 64 words, 48 for each program: of 32 bits; or `wide`, of 64; or of 64 that are `cut` to 32 before they are used."""
    bits, used = 64 if wide or cut else 32, 64 if wide else 32
    many, index = f"tensor<64xi{bits}>", f"tensor<64xi{used}>"
    text = f"""
module {{
  tt.func public @row(%in: !tt.ptr<f32> {ALIGNED}, %out: !tt.ptr<f32> {ALIGNED}, %n: i32 {ALIGNED}, %any: i32) {{
    %zeros = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %many = arith.constant 48 : i{bits}
    %id = {start}
    %long = arith.extsi %id : i32 to i64
    %start = arith.muli %long, %many : i{bits}
    %starts = tt.splat %start : i{bits} -> {many}
    %range = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32>
    %indices = arith.extsi %range : tensor<64xi32> to {many}
    %place = arith.addi %starts, %indices : {many}
    %cut = arith.trunci %place : {many} to {index}
    %bound = arith.extsi %n : i32 to i64
    %limit = tt.splat %bound : i{used} -> {index}
    %few = arith.cmpi slt, %cut, %limit : {index}
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %cut : tensor<64x!tt.ptr<f32>>, {index}
    %x = tt.load %from, %few, %zeros : tensor<64x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %cut : tensor<64x!tt.ptr<f32>>, {index}
    tt.store %to, %x, %few : tensor<64x!tt.ptr<f32>>
    tt.return
  }}
}}
"""
    if not cut:
        text = re.sub(r"    %cut = .*\n", "", text).replace("%cut", "%place")
    if not wide:
        text = re.sub(r"    %bound = .*\n", "", text).replace("%bound", "%n")
    if bits == 32:
        text = re.sub(r"    %(long|indices) = .*\n", "", text).replace("%long", "%id").replace("%indices", "%range")
    return text


def promised(text: str, target: Target, version: str = "", positive: bool = False) -> Result:
    result = raise_text(text, "kernel", target, version, any_cost=True, assume_no_overflow=True, assume_positive=positive)  # type: ignore[arg-type]
    assert not result.rejected
    assert len(result.promises) == result.ir.count(MARK) + result.ir.count(POSITIVE)
    return result


@pytest.mark.parametrize("target", TARGETS[:2])
@pytest.mark.parametrize("text", [tile(), row()], ids=["stride", "program"])
def test_the_promise_takes_the_place_of_a_guard(text: str, target: Target) -> None:
    without = raise_text(text, "kernel", target, "loop", any_cost=True)
    assert "scf.if" in without.ir and not without.promises
    for version in ("", "loop"):
        result = promised(text, target, version)
        assert all(r.raised and not r.how for r in result.reports) and "scf.if" not in result.ir
        assert re.search(rf"attributes {{{MARK}}} {{", result.ir)
        (said,) = result.promises
        assert said.startswith(("@tile: it is promised that no signed addition", "@row: it is promised"))


def test_what_needs_no_promise_has_none() -> None:
    """Derived facts need no promise, and none is printed."""
    result = promised(row("arith.constant 7 : i32"), "block-pointer")
    assert all(r.raised for r in result.reports) and not result.promises


def test_a_guard_has_what_is_left() -> None:
    """Of a descriptor, its stride is positive, and divided by 16 where no hint says so: both stay in the guard, and nothing else."""
    for stride, rests in ((ALIGNED, 0), ("", 1)):
        text = tile(stride=stride)
        assert not any(r.raised for r in promised(text, "descriptor").reports)
        result = promised(text, "descriptor", "loop")
        assert all(r.raised for r in result.reports)
        guard = result.ir.partition("scf.if")[0]
        assert guard.count("arith.cmpi sge") == 2 and guard.count("arith.cmpi sle") == 0 and guard.count("arith.remsi") == rests
        assert (
            raise_text(text, "tile", "descriptor", "loop", any_cost=True).ir.partition("scf.if")[0].count("arith.cmpi sle") >= 1
        )


# --- what is not promised
SPREAD = """%turn = tt.splat %n : i32 -> tensor<16x1xi32>
    %wrapped = arith.remsi %rows, %turn : tensor<16x1xi32>
    %down = arith.muli %wrapped"""
TRAPS = {
    "64 bits": (row(wide=True), "descriptor", "needs the offset of dimension 0: 0 <= 48*%id < 2^31"),
    "a remainder": (tile(columns="").replace("%down = arith.muli %rows", SPREAD), "block-pointer", "may wrap around"),
    "cut off to 32 bits": (row(cut=True), "block-pointer", "arith.trunci(%place) at line 13 is not known to fit"),
    "a sign": (row("arith.addi %any, %any : i32"), "descriptor", "needs the offset of dimension 0: 0 <= 96*%any"),
    "an alignment": (tile(base=""), "descriptor", "base is aligned"),
    "a last stride": (tile(last="%two"), "descriptor", "last stride is 1, not 2"),
}


@pytest.mark.parametrize("name", TRAPS)
def test_traps_stay_traps(name: str) -> None:
    text, target, reason = TRAPS[name]
    result = promised(text, target)  # type: ignore[arg-type]
    assert not result.reports[0].raised and reason in result.reports[0].reason, result.reports[0]


# --- the checker takes the promise, and nothing else
def guardless(text: str, version: str = "loop") -> str:
    """A text whose guard holds in any case."""
    return re.sub(r"( *)(.*)scf\.if %\w+", r"\1%yes = arith.constant true\n\1\2scf.if %yes", text, count=1)


def marked(text: str) -> str:
    return re.sub(r"\) \{\n", f") attributes {{{MARK}}} {{\n", text, count=1)


@pytest.mark.parametrize("target", TARGETS[:2])
def test_no_mark_no_promise(target: Target) -> None:
    for text in (tile(), row()):
        new = promised(text, target).ir
        assert not refused(text, new)
        assert refused(text, new.replace(f"attributes {{{MARK}}} ", ""))


@pytest.mark.parametrize("name", ["64 bits", "a remainder", "cut off to 32 bits"])
def test_a_raise_that_needs_more_is_refused(name: str) -> None:
    """Raises that a guard makes correct are refused without the guard and with the promise."""
    text, target, _ = TRAPS[name]
    guarded = raise_text(text, "kernel", target, "loop", any_cost=True)  # type: ignore[arg-type]
    assert all(r.raised for r in guarded.reports) and "scf.if" in guarded.ir
    assert not refused(text, guarded.ir)
    assert refused(text, marked(guardless(guarded.ir)))
    assert not refused(row(), marked(guardless(raise_text(row(), "kernel", "block-pointer", "loop", any_cost=True).ir)))


def test_operations_that_were_made_are_not_promised() -> None:
    """A product of 64 bits that the new program makes of 32 may overflow: the promise is about the program that was given."""
    for text, right in ((row(wide=True), False), (row(), True)):
        new = marked(raise_text(text, "kernel", "tts", "loop", any_cost=True).ir)
        assert not refused(text, new) and "scf.if" not in new if not right else True
        new = promised(text, "tts").ir if right else new
        line = r"( *)(%\w+) = arith.muli %\w+, %(c48_i64|many) : i64"
        narrow = (
            r"\1%forty = arith.constant 48 : i32\n\1%less = arith.muli %id, %forty : i32\n\1\2 = arith.extsi %less : i32 to i64"
        )
        narrow = re.sub(line, narrow, new, count=1)
        assert narrow != new and refused(text, narrow) != right


def test_what_no_address_depends_on_is_not_promised() -> None:
    """A product whose overflow is stored: the new program may not take its exact value for it."""
    stored = (
        row()
        .replace("0.000000e+00", "0")
        .replace("f32", "i64")
        .replace(
            "    %source",
            """
    %square = arith.muli %any, %any : i32
    %long = arith.extsi %square : i32 to i64
    %new = tt.splat %long : i64 -> tensor<64xi64>
    %source""",
            1,
        )
        .replace("tt.store %to, %x", "tt.store %to, %new")
    )
    new = promised(stored, "block-pointer").ir
    assert MARK in new and not refused(stored, new)
    other = new.replace("%square = arith.muli %any, %any : i32", "%wide = arith.extsi %any : i32 to i64")
    other = other.replace("%long = arith.extsi %square : i32 to i64", "%long = arith.muli %wide, %wide : i64")
    assert other != new and refused(stored, other)


BRANCH = """%little = arith.constant 1000 : i32
    %small = arith.cmpi slt, %n, %little : i32
    %id = scf.if %small -> (i32) {
      %square = arith.muli %n, %n : i32
      scf.yield %square : i32
    } else {
      scf.yield %n : i32
    }"""
STEPS = """%zero = arith.constant 0 : i32
    %first = arith.constant 1 : i32
    %id = scf.for %i = %zero to %any step %first iter_args(%sum = %n) -> (i32)  : i32 {
      %square = arith.muli %n, %n : i32
      %next = arith.addi %sum, %square : i32
      scf.yield %next : i32
    }"""


@pytest.mark.parametrize(("text", "word", "edges"), [(BRANCH, "sgt", (1 << 16, LARGE)), (STEPS, "slt", (-(1 << 16), -LARGE - 1))])
def test_what_does_not_run_is_not_promised(text: str, word: str, edges: tuple[int, int]) -> None:
    """A square in a branch that is not taken, or in a loop that does not run, may overflow: `%n` may be beyond the first edge."""
    old = row().replace("%id = tt.get_program_id x : i32", text).replace("arith.constant 48", "arith.constant 1")
    old = old.replace("tt.splat %n", "tt.splat %any")
    new = promised(old, "tts", "loop").ir
    assert MARK in new and "egraph_opt.guard" not in new and not refused(old, new)
    (base, *_) = re.findall(r"tts.make_tptr (%\w+) to", new)
    for edge, wrong in zip(edges, (True, False), strict=True):
        moved = f"""%edge = arith.constant {edge} : i32
    %odd = arith.cmpi {word}, %n, %edge : i32
    %near = arith.constant 0 : i32
    %far = arith.constant 1 : i32
    %by = arith.select %odd, %far, %near : i32
    %moved = tt.addptr {base}, %by : !tt.ptr<f32>, i32
    %make_tptr = tts.make_tptr %moved to"""
        assert refused(old, new.replace(f"%make_tptr = tts.make_tptr {base} to", moved)) == wrong


# --- the same when it is run, by those who keep the promise
def test_overflows_are_seen() -> None:
    (function,) = read(row()).functions()
    given = [np.zeros(1 << 10, np.float32), np.zeros(1 << 10, np.float32), 1 << 9, 0]
    assert not overflows(function, given, (5, 0, 0))
    assert overflows(function, given, ((1 << 31) // 48 + 1, 0, 0))


KEPT: dict[str, Target] = {
    "copy": "descriptor", "patterns": "descriptor", "loops": "tts", "gathers": "tts", "choices": "descriptor",
}  # fmt: skip
"""The target by file that is run every time."""


@pytest.mark.parametrize(
    ("file", "target"),
    [
        pytest.param(file, target, marks=[] if KEPT.get(file) == target else pytest.mark.slow)
        for file in (*KEPT, "masks")
        for target in TARGETS
    ],
)
def test_a_kept_promise_gives_the_same(file: str, target: Target) -> None:
    text = (CASES / f"{file}.mlir").read_text()
    result = promised(text, target, "loop")
    texts = [result.ir]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", texts)
        assert lowered.text is not None, lowered.error
        texts.append(lowered.text)
    inside = 0
    others = [read(t).functions() for t in texts]
    for number, function in enumerate(read(text).functions()):
        if MARK in others[0][number].attributes:
            found = compared(function, [other[number] for other in others], 30, 20)
            assert not found[2]
            inside += found[1]
    assert inside >= 10 or not result.promises


def test_a_broken_promise_may_give_another_result() -> None:
    """Stride 0 and a row that overflows: what is read anyway is not read by block pointers. So the promise is needed."""
    (old,) = read((CASES / "copy.mlir").read_text()).functions()
    result = promised((CASES / "copy.mlir").read_text(), "block-pointer")
    assert all(r.raised for r in result.reports) and result.promises
    (new,) = read(result.ir).functions()
    x = np.arange(1 << 15, dtype=np.float16)
    given = [x, np.zeros_like(x), 64, 64, 0, 0]
    program = (1 << 25, 0, 0)
    assert overflows(old, given, program)
    expected = outcome(old, given, program)
    assert expected is not None and outcome(new, given, program) != expected


# --- parameters that are positive
def test_positive_parameters_take_the_place_of_signs() -> None:
    result = promised(tile(), "descriptor", positive=True)
    assert all(r.raised for r in result.reports) and "scf.if" not in result.ir
    assert [said.partition("that ")[2][:12] for said in result.promises] == ["no signed ad", "every intege"]
    assert not refused(tile(), result.ir)
    for mark in (f", {MARK}", f"{POSITIVE}, "):
        assert mark in result.ir and refused(tile(), result.ir.replace(mark, ""))
    none = promised(tile(stride=""), "descriptor", positive=True)
    assert "16 divides 2*%stride" in none.reports[0].reason and not none.promises
    alone = raise_text(tile(), "tile", "descriptor", "loop", any_cost=True, assume_positive=True)
    assert [POSITIVE in alone.ir, MARK in alone.ir, alone.ir.partition("scf.if")[0].count("arith.cmpi sge")] == [True, False, 0]


def test_positive_parameters_say_nothing_of_other_numbers() -> None:
    """A sum of parameters of 32 bits may overflow, and a difference of them is of any sign."""
    text = tile().replace("%strides = tt.splat %stride", "%less = arith.subi %stride, %any : i32\n    %strides = tt.splat %less")
    assert "needs the stride of dimension 0: 1 <= " in promised(text, "descriptor", positive=True).reports[0].reason
    good = promised(tile(), "descriptor", positive=True).ir
    assert refused(
        tile(),
        good.replace("%extsi = arith.extsi %stride", "%less = arith.subi %stride, %any : i32\n    %extsi = arith.extsi %less"),
    )


# --- around it
def test_generic_form_says_it_too() -> None:
    text = write(read(row()), "generic")
    for given in (text, text.replace("}) : (", "}) {noinline = false} : (", 1)):
        new = promised(given, "block-pointer").ir
        assert MARK in read(new).functions()[0].attributes and not refused(given, new)
        assert refused(given, new.replace(f", {MARK}", ""))


def test_triton_compiles_what_is_promised() -> None:
    (answer,) = libtriton.ask("compile", [promised(tile(), "descriptor", "loop").ir])
    assert answer.text is not None, answer.error
    assert answer.text.count("cp.async.bulk.tensor") >= 2


def test_command_line(tmp_path: Path) -> None:
    path = tmp_path / "row.mlir"
    path.write_text(row())
    options = ["--rules", "pointer", "--target", "block-pointer", "--assume-no-overflow"]
    done = CliRunner().invoke(main, [str(path), *options])
    assert done.exit_code == 0, done.output
    assert "remark: @row: it is promised that no signed addition, subtraction" in done.stderr
    assert "2 of 2 accesses raised" in done.stderr and MARK in done.stdout
    assert CliRunner().invoke(main, [str(path), "--assume-no-overflow"]).exit_code == 2
