"""Elementwise operations, reductions, scans and matrix products."""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.linear_layout import slice_encoding

from .layouts import MATRICES, Shape, blocked, dot, encoding, mma2, mma3
from .program import Case, Term, bits, made, numbers, opaque, tensor

BINARY = {
    "i32": "addi+xori muli+xori shli+xori andi+addi maxsi+xori divsi divui remsi",
    "i64": "addi+xori muli+xori divsi",
    "f16": "addf mulf maxnumf+addf",
    "f32": "addf mulf maxnumf+addf divf",
    "f64": "addf mulf",
}
"""Operations of `arith`; two that the compiler cannot merge where it would merge one with itself."""
UNARY = {"f32": "math.exp2 math.exp math.log2 math.log math.sin math.cos math.rsqrt math.sqrt math.erf tt.precise_sqrt"}
CONVERSIONS = [
    ("arith.extf", "f16", "arith.truncf", "f32"),
    ("arith.extf", "f32", "arith.truncf", "f64"),
    ("arith.sitofp", "i32", "arith.fptosi", "f32"),
    ("arith.sitofp", "i32", "arith.fptosi", "f16"),
    ("arith.sitofp", "i64", "arith.fptosi", "f32"),
    ("tt.fp_to_fp", "f8E5M2", "tt.fp_to_fp", "f16"),
]
"""There, an element type, back, the other type."""
SIZES: list[tuple[Shape, int, str]] = [
    ((32, 64), 4, "row4"),
    ((64, 64), 4, "row4"),
    ((128, 64), 8, "mma2"),
    ((64, 128), 4, "mma2"),
]
REDUCED = "row4 row1 rows column4 columns square thread wide mma2 mma2s swap1".split()
SCANNED = "row4 row1 column4 square wide".split()
COMBINED = {"f32": "arith.addf", "f16": "arith.maxnumf", "i32": "arith.addi", "f64": "arith.addf"}


def elementwise() -> Iterator[Case]:
    for shape, warps, layout in SIZES:
        for element in BINARY:
            text = encoding(layout, shape, warps, bits(element))
            if text is None:
                continue
            for names in BINARY[element].split():
                ops = [f"arith.{name}" for name in names.split("+")]
                yield _elementwise(names, ops if len(ops) > 1 else ops * 2, True, element, shape, warps, text, layout)
            for name in UNARY.get(element, "").split():
                yield _elementwise(name, [name] * 2, False, element, shape, warps, text, layout)
        for there, element, back, other in CONVERSIONS:
            if (text := encoding(layout, shape, warps, max(bits(element), bits(other)))) is not None:
                yield _cast(there, element, back, other, shape, warps, text, layout)


def _elementwise(name: str, ops: list[str], binary: bool, element: str, shape: Shape, warps: int, text: str, layout: str) -> Case:
    state = tensor(shape, element, text)
    lines = [opaque("z0", "x", shape, element, text)]
    for i, op in enumerate(ops):
        lines.append(f"%a{i} = {op} %z{i}{', %k' if binary else ''} : {state}")
        lines.append(opaque(f"z{i + 1}" if i < len(ops) - 1 else "y", f"a{i}", shape, element, text))
    moves = [opaque("z1", "x", shape, element, text), opaque("y", "z1", shape, element, text)]
    return Case(
        f"elementwise/{name}/{element}/{'x'.join(map(str, shape))}/{warps}/{layout}",
        tuple(Term(op, (state,) * (1 + binary), (state,)) for op in ops),
        warps, shape, element, text, "\n".join(lines), "\n".join(moves),
        made("k", "index", shape, element, text) if binary else "",
    )  # fmt: skip


def _cast(there: str, element: str, back: str, other: str, shape: Shape, warps: int, text: str, layout: str) -> Case:
    a, b = tensor(shape, element, text), tensor(shape, other, text)
    join, rounding = ("->", ", rounding = rtne") if there.startswith("tt.") else ("to", "")
    size = "x".join(map(str, shape))
    return Case(
        f"elementwise/{there}-{back}/{element}-{other}/{size}/{warps}/{layout}",
        (Term(there, (a,), (b,)), Term(back, (b,), (a,))),
        warps, shape, element, text,
        f"{opaque('z', 'x', shape, element, text)}\n%w = {there} %z : {a} {join} {b}\n{opaque('v', 'w', shape, other, text)}\n"
        f"%u = {back} %v{rounding} : {b} {join} {a}\n{opaque('y', 'u', shape, element, text)}",
        f"{opaque('z', 'x', shape, element, text)}\n{opaque('y', 'z', shape, element, text)}",
    )  # fmt: skip


def reductions() -> Iterator[Case]:
    for warps in (4, 8):
        for shape in ((32, 64), (64, 64), (128, 64)):
            for layout in REDUCED:
                for element in ("f32", "f16") if shape == (64, 64) else ("f32",):
                    if (text := encoding(layout, shape, warps, bits(element))) is not None:
                        for axis in (0, 1):
                            yield _reduction(shape, element, text, layout, warps, axis)
                            if layout in SCANNED and shape != (128, 64):
                                yield _scan(shape, element, text, layout, warps, axis)


def _combine(name: str, value: str, axis: int, element: str, more: str = "") -> str:
    return f"""%{value} = "{name}"(%m) <{{axis = {axis} : i32{more}}}> ({{
^bb0(%p: {element}, %q: {element}):
  %s = {COMBINED[element]} %p, %q : {element}
  {name}.return %s : {element}
}})"""


def _reduction(shape: Shape, element: str, text: str, layout: str, warps: int, axis: int) -> Case:
    state = tensor(shape, element, text)
    kept, part = (shape[1 - axis],), slice_encoding(text, axis)
    result = tensor(kept, element, part)
    tall = tensor((1, shape[1]) if axis == 0 else (shape[0], 1), element, text)
    add = "arith.addi" if element.startswith("i") else "arith.addf"
    spread = f"""{opaque("h", "r", kept, element, part)}
%e = tt.expand_dims %h {{axis = {axis} : i32}} : {result} -> {tall}
%t = tt.broadcast %e : {tall} -> {state}
%y = {add} %m, %t : {state}"""
    move = opaque("m", "x", shape, element, text)
    return Case(
        f"reduce/{element}/{'x'.join(map(str, shape))}/{warps}/{layout}/{axis}",
        (Term("tt.reduce", (state,), (result,)),),
        warps, shape, element, text,
        f"{move}\n{_combine('tt.reduce', 'r', axis, element)} : ({state}) -> {result}\n{spread}",
        f"{move}\n{opaque('r', 'r0', kept, element, part)}\n{spread}",
        f"{numbers('kept', kept, part)}\n{made('r0', 'kept', kept, element, part)}",
    )  # fmt: skip


def _scan(shape: Shape, element: str, text: str, layout: str, warps: int, axis: int) -> Case:
    state = tensor(shape, element, text)
    move = opaque("m", "x", shape, element, text)
    return Case(
        f"scan/{element}/{'x'.join(map(str, shape))}/{warps}/{layout}/{axis}",
        (Term("tt.scan", (state,), (state,)),),
        warps, shape, element, text,
        f"{move}\n{_combine('tt.scan', 'y', axis, element, ', reverse = false')} : ({state}) -> {state}",
        f"{move}\n{opaque('y', 'm', shape, element, text)}",
    )  # fmt: skip


def dots() -> Iterator[Case]:
    for warps in (4, 8):
        for rows, columns, depth in ((64, 32, 32), (64, 64, 16), (64, 64, 32), (64, 64, 64), (128, 64, 32), (128, 128, 32)):
            for element, width in (("f16", 2), ("bf16", 2), ("f32", 1)):
                for name, parent in (("mma2", mma2([warps, 1])), ("mma2s", mma2([2, warps // 2]))):
                    yield _dot(name, rows, columns, depth, element, width, parent, warps)
        for rows, columns, depth in ((32, 32, 8), (32, 32, 16), (32, 64, 8), (64, 64, 8)):
            yield _dot("fma", rows, columns, depth, "f32", None, blocked([4, 4], [4, 8], [2, warps // 2]), warps)
        for rows, columns, depth in ((64, 32, 64), (64, 64, 32), (64, 64, 64), (64, 128, 64), (128, 64, 64), (128, 128, 64)):
            for element in ("f16", "bf16", "f8E5M2"):
                if rows >= 16 * warps:
                    yield _group_dot(rows, columns, depth, element, warps)


def _dot(name: str, rows: int, columns: int, depth: int, element: str, width: int | None, parent: str, warps: int) -> Case:
    state, left, right = (rows, columns), dot(0, parent, width), dot(1, parent, width)
    a, b, c = tensor((rows, depth), element, left), tensor((depth, columns), element, right), tensor(state, "f32", parent)
    tf32 = ", inputPrecision = tf32" if element == "f32" and width else ""
    return Case(
        f"dot/{name}/{element}/{rows}x{columns}x{depth}/{warps}",
        (Term("tt.dot", (a, b, c), (c,)),),
        warps, state, "f32", parent,
        f"%y = tt.dot %a, %b, %x{tf32} : {a} * {b} -> {c}",
        opaque("y", "x", state, "f32", parent),
        "\n".join((
            numbers("ia", (rows, depth), left), made("a", "ia", (rows, depth), element, left),
            numbers("ib", (depth, columns), right), made("b", "ib", (depth, columns), element, right),
        )),
    )  # fmt: skip


def _group_dot(rows: int, columns: int, depth: int, element: str, warps: int) -> Case:
    size = bits(element)
    parent = mma3(warps, min(columns, 128), 256 // size)
    source = blocked([1, 8], [8, 4], [warps, 1])
    state = tensor((rows, columns), "f32", parent)
    parts, types = [], []
    imprecise = ", maxNumImpreciseAcc = 1073741824 : i32" if size == 8 else ""
    for name, shape, transposed in (("a", (rows, depth), "false"), ("b", (depth, columns), "true" if size == 8 else "false")):
        inner = shape[0] if transposed == "true" else shape[1]
        swizzle = min(128, inner * size // 8)
        shared = f"#ttg.nvmma_shared<{{swizzlingByteWidth = {swizzle}, transposed = {transposed}, elementBitWidth = {size}}}>"
        memory = f"!ttg.memdesc<{shape[0]}x{shape[1]}x{element}, {shared}, #ttg.shared_memory>"
        parts += [numbers("i" + name, shape, source), made(name + "r", "i" + name, shape, element, source)]
        parts.append(f"%{name} = ttg.local_alloc %{name}r : ({tensor(shape, element, source)}) -> {memory}")
        types.append(memory)
    return Case(
        f"dot/mma3/{element}/{rows}x{columns}x{depth}/{warps}",
        (Term("ttng.warp_group_dot", (*types, state), (state,)),),
        warps, (rows, columns), "f32", parent,
        f"%y = ttng.warp_group_dot %a, %b, %x {{inputPrecision = 0 : i32{imprecise}}} : {types[0]} * {types[1]} -> {state}",
        opaque("y", "x", (rows, columns), "f32", parent),
        "\n".join(parts),
    )  # fmt: skip


assert set(REDUCED) <= MATRICES.keys()
