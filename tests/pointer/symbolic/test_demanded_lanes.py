"""Each operation that is said to keep lanes apart does so: a lane of its result changes with the one of its operand alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from egraph_opt.families.pointer.symbolic.demanded_lanes import POINTWISE, Everything, pass_dimension
from egraph_opt.interpret import interpret
from egraph_opt.ir.module import Op
from egraph_opt.text import read

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
            (to,) = pass_dimension(op, operand, d)
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
                            e = pass_dimension(op, op.operands.index(v), e)[-1]
                        except Everything:
                            kept = False
                        loads.append(op.results[-1].name)
                if not kept:
                    break
            assert places
            apart = [axis for axis in range(len(shape)) if shape[axis] > 1 and all(place[axis] == 1 for place in places)]
            assert not kept or e in apart
            assert kept or name in ("scan", "reshape", "divided") or not apart
