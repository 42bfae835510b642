"""Lanes that no store keeps: each operation that is said to keep lanes apart does so, and whatever is said wrongly changes a program."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.trust.pointer_oracle import outcome
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.form import TARGETS, Target
from egraph_opt.families.pointer.prepare.narrow import narrowed, widened
from egraph_opt.families.pointer.symbolic import demand
from egraph_opt.families.pointer.symbolic.demand import POINTWISE, Everything, passed, sinks
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.interpret import interpret
from egraph_opt.ir.module import Op
from egraph_opt.text import read, write
from tests.pointer.test_traps import ALIGNED, tile
from tests.support.kernels import ROOT

CASES = ROOT / "tests/cases/pointer"
STORED = (CASES / "stored_below.mlir").read_text()
NARROWED = {"product": 2, "rows_kept": 1, "tile_by_tile": 1, "turned_and_chosen": 1}
"""Functions whose loads leave lanes out that are not stored, and how many do."""

# --- operations
INTEGERS = "addi subi muli andi ori xori shli shrsi shrui minsi maxsi minui maxui".split()
FLOATS = "addf subf mulf divf remf maximumf minimumf maxnumf minnumf".split()
CASTS = {"extsi": "i32 i64", "extui": "i32 i64", "trunci": "i32 i16", "extf": "f32 f64", "truncf": "f32 f16", "sitofp": "i32 f32"}
CASTS |= {"uitofp": "i32 f32", "fptosi": "f32 i32", "fptoui": "f32 i32", "bitcast": "f32 i32"}


def applied(name: str, operand: int) -> tuple[str, str, str, int]:
    """An operation on lanes of 8 by 4 as text, the types of its elements before and after, and the operands it has."""
    short = name.partition(".")[2]
    if name == "arith.select":
        return f'"arith.select"(%p, %x, %y) : (tensor<8x4xi1>, {T("f32")}, {T("f32")}) -> {T("f32")}', "f32", "f32", 3
    if short in ("cmpi", "cmpf"):
        kind = "i32" if short == "cmpi" else "f32"
        return f'"{name}"(%x, %y) <{{predicate = 2 : i64}}> : ({T(kind)}, {T(kind)}) -> tensor<8x4xi1>', kind, "i1", 2
    if short in INTEGERS or short == "mulhiui" or name == "math.absi":
        before = after = "i32"
    elif name.startswith("arith.") and short in CASTS:
        before, after = CASTS[short].split()
    elif name == "tt.bitcast":
        before, after = "f32", "i32"
    elif name == "tt.fp_to_fp":
        before, after = "f32", "bf16"
    else:
        before = after = "f32"
    count = (
        3 if short in ("fma", "clampf") else 2 if short in (*INTEGERS, *FLOATS, "mulhiui", "approx_divf", "precise_divf") else 1
    )
    values, types = ", ".join(("%x", "%y", "%y")[:count]), ", ".join([T(before)] * count)
    words = {"tt.fp_to_fp": " <{rounding = 1 : i32}>", "tt.clampf": " <{propagateNan = 0 : i32}>"}.get(name, "")
    return f'"{name}"({values}){words} : ({types}) -> {T(after)}', before, after, count


def T(element: str, shape: str = "8x4") -> str:
    return f"tensor<{shape}x{element}>"


def program(body: str, before: str, after: str, shape: str = "8x4", size: int = 32) -> Op:
    """Load lanes of 8 by 4 twice, do something, and store all of the result."""
    text = f"""
module {{
  tt.func public @f(%a: !tt.ptr<{before}>, %b: !tt.ptr<{before}>, %c: !tt.ptr<{after}>) {{
    %flat = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32>
    %place = tt.reshape %flat : tensor<32xi32> -> tensor<8x4xi32>
    %as = tt.splat %a : !tt.ptr<{before}> -> tensor<8x4x!tt.ptr<{before}>>
    %at = tt.addptr %as, %place : tensor<8x4x!tt.ptr<{before}>>, tensor<8x4xi32>
    %x = tt.load %at : tensor<8x4x!tt.ptr<{before}>>
    %bs = tt.splat %b : !tt.ptr<{before}> -> tensor<8x4x!tt.ptr<{before}>>
    %bt = tt.addptr %bs, %place : tensor<8x4x!tt.ptr<{before}>>, tensor<8x4xi32>
    %y = tt.load %bt : tensor<8x4x!tt.ptr<{before}>>
    {body}
    %line = tt.make_range {{end = {size} : i32, start = 0 : i32}} : tensor<{size}xi32>
    %to = tt.reshape %line : tensor<{size}xi32> -> tensor<{shape}xi32>
    %cs = tt.splat %c : !tt.ptr<{after}> -> tensor<{shape}x!tt.ptr<{after}>>
    %ct = tt.addptr %cs, %to : tensor<{shape}x!tt.ptr<{after}>>, tensor<{shape}xi32>
    tt.store %ct, %result : tensor<{shape}x!tt.ptr<{after}>>
    tt.return
  }}
}}"""
    (function,) = read(text).functions()
    return function


KINDS = {
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i1": np.bool_,
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
}
KINDS["bf16"] = np.uint16


def touched(function: Op, before: str, after: str, d: int, shape: tuple[int, ...], which: int) -> set[tuple[int, ...]]:
    """The lanes of a result that change with lane 1 along a dimension of what is loaded first, or second."""
    random = np.random.default_rng(7)
    given = [random.integers(1, 9, (8, 4)).astype(KINDS[before]) for _ in range(2)]
    found: list[Any] = []
    for add in (0, 5, -3, 60):
        inputs = [x.copy() for x in given]
        lane = (1, slice(None)) if d == 0 else (slice(None), 1)
        inputs[which][lane] += np.array(add, dtype=inputs[which].dtype)
        out = np.zeros(shape, dtype=KINDS[after])
        interpret(function, [*(x.reshape(-1) for x in inputs), out.reshape(-1)], (0, 0, 0), (1, 1, 1))
        found.append(out.reshape(shape))
    apart = np.zeros(shape, dtype=bool)
    for other in found[1:]:
        apart |= found[0].view(np.uint8).reshape(*shape, -1).__ne__(other.view(np.uint8).reshape(*shape, -1)).any(-1)
    return {tuple(int(i) for i in place) for place in np.argwhere(apart)}


@pytest.mark.parametrize("name", sorted(POINTWISE))
def test_lanes_stay_apart(name: str) -> None:
    for operand in range(2):
        text, before, after, count = applied(name, operand)
        if operand >= min(count, 2):
            continue
        chosen = f"%p = arith.cmpf olt, %x, %y : {T('f32')}\n    " if name == "arith.select" else ""
        stored = f"{chosen}%result = {text}"
        if after == "i1":
            stored, after = f"%truth = {text}\n    %result = arith.extui %truth : {T('i1')} to {T('i32')}", "i32"
        function = program(stored, before, after)
        (op,) = [op for op in function.walk() if op.name == name and op.operands[-1].name in ("%x", "%y")]
        for d in (0, 1):
            (to,) = passed(op, operand, d)
            places = touched(function, before, after, d, (8, 4), operand)
            assert all(place[to] == 1 for place in places)
            if name not in ("arith.minui", "tt.mulhiui", "arith.shrui", "arith.shrsi", "tt.clampf"):  # of small numbers the same
                assert places or operand == 1


VIEWS = {
    "trans": ("%result = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<4x8xf32>", (4, 8)),
    "expand_dims": ("%result = tt.expand_dims %x {axis = 1 : i32} : tensor<8x4xf32> -> tensor<8x1x4xf32>", (8, 1, 4)),
    "broadcast": (
        "%e = tt.expand_dims %x {axis = 0 : i32} : tensor<8x4xf32> -> tensor<1x8x4xf32>\n"
        "    %result = tt.broadcast %e : tensor<1x8x4xf32> -> tensor<2x8x4xf32>",
        (2, 8, 4),
    ),
    "reduce": (
        '%result = "tt.reduce"(%x) <{axis = 0 : i32}> ({\n    ^bb0(%l: f32, %r: f32):\n      %s = arith.addf %l, %r : f32\n'
        "      tt.reduce.return %s : f32\n    }) : (tensor<8x4xf32>) -> tensor<4xf32>",
        (4,),
    ),
    "dot": (
        "%t = tt.trans %y {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<4x8xf32>\n"
        "    %zero = arith.constant dense<0.0> : tensor<8x8xf32>\n"
        "    %result = tt.dot %x, %t, %zero, inputPrecision = ieee : tensor<8x4xf32> * tensor<4x8xf32> -> tensor<8x8xf32>",
        (8, 8),
    ),
    "scan": (
        '%result = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({\n    ^bb0(%l: f32, %r: f32):\n      %s = arith.addf %l, %r : f32\n'
        "      tt.scan.return %s : f32\n    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>",
        (8, 4),
    ),
    "reshape": ("%result = tt.reshape %x : tensor<8x4xf32> -> tensor<4x8xf32>", (4, 8)),
    "divided": ("%result = tt.reshape %x : tensor<8x4xf32> -> tensor<2x4x4xf32>", (2, 4, 4)),
    "join": ("%result = tt.join %x, %y : tensor<8x4xf32> -> tensor<8x4x2xf32>", (8, 4, 2)),
    "split": (
        "%pairs = tt.join %x, %y : tensor<8x4xf32> -> tensor<8x4x2xf32>\n"
        "    %other, %result = tt.split %pairs : tensor<8x4x2xf32> -> tensor<8x4xf32>",
        (8, 4),
    ),
}


@pytest.mark.parametrize("name", VIEWS)
def test_where_lanes_go(name: str) -> None:
    """A dimension that is said to be kept is, and one that is not is refused."""
    text, shape = VIEWS[name]
    function = program(text, "f32", "f32", "x".join(map(str, shape)), int(np.prod(shape)))
    for which, value in enumerate(
        ("%x", "%y")[name == "split" :] if name in ("dot", "join", "split") else ("%x",), name == "split"
    ):
        for d in (0, 1):
            places, e, loads = touched(function, "f32", "f32", d, shape, which), d, [value]
            kept = True
            for op in function.walk():
                for v in op.operands:
                    if v.name in loads and op.name != "tt.store":
                        try:
                            e = passed(op, op.operands.index(v), e)[-1]
                        except Everything:
                            kept = False
                        loads.append(op.results[-1].name)
                if not kept:
                    break
            assert places
            apart = [axis for axis in range(len(shape)) if shape[axis] > 1 and all(place[axis] == 1 for place in places)]
            assert not kept or e in apart
            assert kept or name in ("scan", "reshape", "divided") or not apart


# --- programs
def functions() -> dict[str, Op]:
    return {f.attributes["sym_name"].strip('"'): f for f in read(STORED).functions()}


def all_loads(function: Op) -> set[tuple[int, str]]:
    return {(op.line, op.name) for op in function.walk() if op.name == "tt.load"}


def masks(function: Op) -> int:
    return sum(
        len(op.operands) > 1 and op.operands[1].name.startswith("%stored_below") for op in function.walk() if op.name == "tt.load"
    )


def test_which_lanes_are_left_out() -> None:
    found = {name: masks(narrowed(f, all_loads(f))) for name, f in functions().items()}
    assert {name: count for name, count in found.items() if count} == NARROWED


def differences(old: Op, new: Op) -> int:
    """Of runs at the end of rows and elsewhere, those that differ; all lanes that are loaded in the input are in its buffers."""
    random, found = np.random.default_rng(3), 0
    for size in (1, 5, 16, 21, 40):
        for place in (0, 1, 2):
            given: list[Any] = []
            for parameter in old.regions[0].blocks[0].arguments:
                kind = np.int32 if "i32>" in parameter.type else np.float16
                given.append(random.integers(1, 9, 1 << 15).astype(kind) if "ptr" in parameter.type else size)
            if "%N" in [v.name for v in old.regions[0].blocks[0].arguments]:
                given[4 if len(given) == 6 else 3] = max(1, size + (3 if place == 1 else -3))
            results = [outcome(f, given, (place, 0, 0)) for f in (old, new)]
            assert results[0] is not None
            found += results[0] != results[1]
    return found


@pytest.mark.parametrize("name", functions())
def test_nothing_that_is_stored_changes(name: str) -> None:
    old = functions()[name]
    assert differences(old, narrowed(old, all_loads(old))) == 0


def spread(op: Op, operand: int, d: int) -> tuple[int, ...]:
    """As `passed`, taking the sum over a dimension to keep the lanes of another."""
    return (0,) if op.name == "tt.reduce" else passed(op, operand, d)


WRONG: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "a sum over the rows keeps them apart": ("rows_summed", "passed", spread),
    "one store is looked at": ("stored_whole", "sinks", lambda *given: sinks(*given)[:0]),
    "masks are not compared": ("another_limit", "_excluded", lambda *given: True),
    "a later iteration is the same one": ("a_tile_later", "varies", lambda *given: False),
}


@pytest.mark.parametrize("why", WRONG)
def test_each_condition_is_needed(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a program stores something else."""
    name, part, wrong = WRONG[why]
    monkeypatch.setattr(demand, part, wrong)
    old = functions()[name]
    new = narrowed(old, all_loads(old))
    assert masks(new)
    assert differences(old, new) > 0


def test_what_may_stop_a_program_needs_all_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If division kept lanes apart like other operations, lanes that are left out would be divisors."""
    (old,) = read((CASES / "divided_by.mlir").read_text()).functions()
    assert masks(narrowed(old, all_loads(old))) == 0
    monkeypatch.setattr(demand, "POINTWISE", POINTWISE | {"arith.divsi"})
    new = narrowed(old, all_loads(old))
    (load,) = [op for op in new.walk() if op.name == "tt.load"]
    assert masks(new) == 1 and len(load.operands) == 2
    assert any(op.operands[1] is load.results[0] for op in new.walk() if op.name == "arith.divsi")


def test_a_number_says_that_all_rows_are_stored_if_a_column_is() -> None:
    """Tiles of 16 by 16, columns masked below `n`, which 16 divides: where any is stored, `n` is 16 or more, and so no row wraps around."""
    wrapped = "%turn = tt.splat %n : i32 -> tensor<16x1xi32>\n    %wrapped = arith.remsi %rows, %turn : tensor<16x1xi32>\n"
    for columns, count in ((ALIGNED, 1), ("", 0)):
        text = tile(columns=columns).replace("%down = arith.muli %rows", f"{wrapped}    %down = arith.muli %wrapped")
        (function,) = read(text).functions()
        assert masks(narrowed(function, all_loads(function))) == count


def test_masks_go_again() -> None:
    """A load that is not raised after all has the mask that it had, or none."""
    for function in functions().values():
        module = read(STORED)
        back = widened(narrowed(function, all_loads(function)))
        assert masks(back) == 0
        loads = [[(op.attributes, len(op.operands)) for op in f.walk() if op.name == "tt.load"] for f in (function, back)]
        assert loads[0] == loads[1]
        (same,) = [f for f in module.functions() if f.attributes["sym_name"] == function.attributes["sym_name"]]
        validate(module, read(write(module.replace_functions({same: widened(narrowed(same, all_loads(same)))}))))


def test_in_generic_form_too() -> None:
    text = write(read(STORED), "generic")
    old = read(text)
    new = old.replace_functions({f: narrowed(f, all_loads(f)) for f in old.functions()})
    again = read(write(new, "generic"))
    assert sum(masks(f) for f in again.functions()) == sum(NARROWED.values())


@pytest.mark.parametrize("target", TARGETS)
def test_a_product_of_whole_tiles_is_raised_without_a_question_of_where_it_ends(target: Target) -> None:
    """Its guard says nothing of `M` and `N` but what overflows: tiles at the edges go the raised way."""
    result = raise_text(STORED, "stored_below", target, "loop", any_cost=True)
    assert not result.rejected
    raised = {r.function: [s.raised for s in result.reports if s.function == r.function] for r in result.reports}
    assert all(raised["product"])
    (function,) = [f for f in read(result.ir).functions() if "product" in f.attributes["sym_name"]]
    assert masks(function) == 0
    values = {"%M": 21, "%N": 19, "%K": 24}
    random = np.random.default_rng(1)
    given = [
        random.integers(1, 9, 1 << 12).astype(np.float16) if "ptr" in v.type else values[v.name]
        for v in function.regions[0].blocks[0].arguments
    ]
    straight = without_else(result.ir)
    for program_id in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)):
        expected = outcome(functions()["product"], given, program_id)
        assert expected is not None
        assert outcome(straight, given, program_id) == expected


def without_else(text: str) -> Op:
    """A function in two versions whose second one stores nothing."""
    start = text.index("@product")
    end = text.index("tt.func", start)
    body = text[start:end]
    head, _, tail = body.partition("} else {")
    emptied = re.sub(r"(?m)^ *tt\.store.*\n", "", tail)
    assert emptied != tail
    return next(
        f
        for f in read(text[:start] + head + "} else {" + emptied + text[end:]).functions()
        if "product" in f.attributes["sym_name"]
    )


@pytest.mark.parametrize("target", TARGETS)
def test_a_product_in_64_bits_is_raised_too(target: Target) -> None:
    """FlagGems' own: quotients and remainders of 64 bits by numbers that are not known, loads after the loop without masks of rows."""
    file = ROOT / "benchmarks/corpus/kernels" / "gems.mm_kernel_general" / "input.ttir"
    result = raise_text(file.read_text(), str(file), target, "loop", any_cost=True)
    assert not result.rejected and all(report.raised and not report.how for report in result.reports)
