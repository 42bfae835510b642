"""Assumptions of programs about their numbers by `llvm.intr.assume` (`tl.assume`): used if they are reached whenever the function
runs."""

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.integers.interval_analysis import Facts, ranges
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.ir.module import Op, Value
from egraph_opt.text import read

ROWS = """
module {
  tt.func @rows(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %row: i32) {
    %zero = arith.constant 0 : i32
    %eight = arith.constant 8 : i32
    %many = arith.constant 4096 : i32
    %blocks = arith.constant 64 : i32
    %none = arith.constant dense<0.000000e+00> : tensor<64x64xf16>
    %truth = arith.constant true
    %pid = tt.get_program_id x : i32
HEAD
    %start = arith.muli %pid, %blocks : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %starts = tt.splat %start : i32 -> tensor<64xi32>
    %rows = arith.addi %starts, %range : tensor<64xi32>
    %down = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %limit = tt.splat %n : i32 -> tensor<64x1xi32>
    %inside = arith.cmpi slt, %down, %limit : tensor<64x1xi32>
    %mask = tt.broadcast %inside : tensor<64x1xi1> -> tensor<64x64xi1>
    %wide = arith.extsi %down : tensor<64x1xi32> to tensor<64x1xi64>
    %stride = arith.extsi %row : i32 to i64
    %strides = tt.splat %stride : i64 -> tensor<64x1xi64>
    %far = arith.muli %wide, %strides : tensor<64x1xi64>
    %across = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %along = arith.extsi %across : tensor<1x64xi32> to tensor<1x64xi64>
    %fars = tt.broadcast %far : tensor<64x1xi64> -> tensor<64x64xi64>
    %alongs = tt.broadcast %along : tensor<1x64xi64> -> tensor<64x64xi64>
    %place = arith.addi %fars, %alongs : tensor<64x64xi64>
    %source = tt.splat %in : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %from = tt.addptr %source, %place : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi64>
    %x = tt.load %from, %mask, %none : tensor<64x64x!tt.ptr<f16>>
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %to = tt.addptr %target, %place : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi64>
    tt.store %to, %x, %mask : tensor<64x64x!tt.ptr<f16>>
    tt.return
  }
}
"""
POSITIVE = """    %a = arith.cmpi sgt, %row, %zero : i32
    %b = arith.cmpi slt, %pid, %many : i32
    %c = arith.andi %a, %b : i1
    llvm.intr.assume %c : i1
    %d = arith.cmpi sle, %eight, %n : i32
    llvm.intr.assume %d : i1"""
DIVIDED = """    %rest = arith.remsi %row, %eight : i32
    %e = arith.cmpi eq, %rest, %zero : i32
    llvm.intr.assume %e : i1"""
ALL = f"{POSITIVE}\n{DIVIDED}"


def raised(head: str, target: str = "descriptor") -> list[bool]:
    return [r.raised for r in raise_text(ROWS.replace("HEAD", head), "rows", target, any_cost=True).reports]  # type: ignore[arg-type]


def test_what_is_said_is_known() -> None:
    function: Op = read(ROWS.replace("HEAD", ALL), "rows").functions()[0]
    facts = Facts(function)
    n, row = function.regions[0].blocks[0].arguments[2:]
    pid = next(op.results[0] for op in function.walk() if op.name == "tt.get_program_id")
    assert facts.of(n)[:3] == (8, (1 << 31) - 1, 1)
    assert facts.of(row)[:3] == (1, (1 << 31) - 1, 8)
    assert facts.of(pid)[:2] == (0, 4095)


@pytest.mark.parametrize(("head", "expected"), [(ALL, True), (POSITIVE, False), (DIVIDED, False), ("", False)])
def test_descriptors_without_a_guard(head: str, expected: bool) -> None:
    """Each of the facts is needed: that the stride is positive, a multiple of 16 bytes, and that block numbers are small."""
    assert raised(head) == [expected] * 2


@pytest.mark.parametrize(
    "first",
    [
        "    tt.store %first, %zero : !tt.ptr<i32>",
        "    scf.if %truth {\n      tt.store %first, %zero : !tt.ptr<i32>\n    }",
        '    tt.assert %truth, "who knows" : i1',
    ],
)
def test_what_may_not_be_met_is_not_taken(first: str) -> None:
    text = ROWS.replace("%row: i32)", "%row: i32, %first: !tt.ptr<i32>)")
    reports = raise_text(text.replace("HEAD", f"{first}\n{ALL}"), "rows", "descriptor", any_cost=True).reports
    assert not any(r.raised for r in reports)


def test_within_a_conditional_nothing_is_taken() -> None:
    inner = "    scf.if %truth {\n" + "\n".join(f"  {line}" for line in ALL.splitlines()) + "\n    }"
    assert raised(inner) == [False] * 2


@pytest.mark.parametrize(
    ("predicate", "operands", "low", "high"),
    [
        ("eq", "%row, %eight", 8, 8),
        ("sge", "%row, %eight", 8, None),
        ("sgt", "%row, %eight", 9, None),
        ("sge", "%eight, %row", None, 8),
        ("sgt", "%eight, %row", None, 7),
        ("ne", "%row, %eight", None, None),
        ("ult", "%row, %eight", None, None),
    ],
)
def test_bounds(predicate: str, operands: str, low: int | None, high: int | None) -> None:
    head = f"    %a = arith.cmpi {predicate}, {operands} : i32\n    llvm.intr.assume %a : i1"
    function = read(ROWS.replace("HEAD", head), "rows").functions()[0]
    found = Facts(function).of(function.regions[0].blocks[0].arguments[3])
    assert found[:2] == (-(1 << 31) if low is None else low, (1 << 31) - 1 if high is None else high)


def test_a_contradiction_says_nothing() -> None:
    head = "\n".join(
        f"    %{name} = arith.cmpi {predicate}, %row, %eight : i32\n    llvm.intr.assume %{name} : i1"
        for name, predicate in (("a", "sgt"), ("b", "slt"))
    )
    function = read(ROWS.replace("HEAD", head), "rows").functions()[0]
    assert Facts(function).of(function.regions[0].blocks[0].arguments[3])[:2] == (-(1 << 31), (1 << 31) - 1)


def test_the_checker_takes_no_more_than_was_said() -> None:
    """The raised program with an assumption taken out of both: what was proved by it is refused."""
    result = raise_text(ROWS.replace("HEAD", ALL), "rows", "descriptor", any_cost=True)
    old, new = read(ROWS.replace("HEAD", ALL)), read(result.ir)
    validate(old, new)
    weaker = [text.replace("llvm.intr.assume %c : i1", "") for text in (ROWS.replace("HEAD", ALL), result.ir)]
    assert weaker[1] != result.ir
    with pytest.raises(RaiseRefused, match="differs"):
        validate(*map(read, weaker))


def test_nothing_is_said_of_other_values() -> None:
    function = read(ROWS.replace("HEAD", ALL), "rows").functions()[0]
    constants = {
        op.results[0]: 8 if "8" in op.attributes.get("value", "") else None
        for op in function.walk()
        if op.name == "arith.constant"
    }
    defined: dict[Value, Op] = {v: op for op in function.walk() for v in op.results}
    found = ranges(function, defined, lambda v: constants.get(v))
    assert [v.name for v in found] == ["%n"]
