"""Parts that are read, changed and written back: only the changes are written, IREE confirms it, and results are the same."""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.encode.tensor_program import ranked_type
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Op
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")
BYTES = RegionOptions(cost_model("bytes"))
ROWS, COLUMNS = 24, 8


def tensor(*extents: int | str) -> str:
    return f"tensor<{'x'.join(map(str, extents))}xf32>"


def cache(parts: int, changed: dict[int, int], rows: int | str = ROWS) -> str:
    """A cache of some parts, each cut out, changed in so many rows, and put together again."""
    whole, part, row, wide = tensor(parts, rows, COLUMNS), tensor(rows, COLUMNS), tensor(1, COLUMNS), tensor(1, rows, COLUMNS)
    extent = rows if isinstance(rows, int) else "%n"
    arguments, lines, made = [f"%c: {whole}"], [], []
    if extent == "%n":
        lines += ["%one = arith.constant 1 : index", f"%n = tensor.dim %c, %one : {whole}"]
    for i in range(parts):
        lines.append(f"%s{i} = tensor.extract_slice %c[{i}, 0, 0] [1, {extent}, {COLUMNS}] [1, 1, 1] : {whole} to {part}")
        last = f"%s{i}"
        for k in range(changed.get(i, 0)):
            arguments.append(f"%k{i}_{k}: {row}")
            at = f"[%p{k}, 0] [1, {COLUMNS}] [1, 1]"
            lines.append(f"%u{i}_{k} = tensor.insert_slice %k{i}_{k} into {last}{at} : {row} into {part}")
            last = f"%u{i}_{k}"
        shape = f"[1, {extent}, {COLUMNS}]"
        lines.append(f"%e{i} = tensor.expand_shape {last} [[0, 1], [2]] output_shape {shape} : {part} into {wide}")
        made.append(f"%e{i}")
    arguments += [f"%p{k}: index" for k in range(max(changed.values(), default=0))]
    lines.append(f"%r = tensor.concat dim(0) {', '.join(made)} : ({', '.join([wide] * parts)}) -> {whole}")
    body = "\n  ".join([*lines, f"return %r : {whole}"])
    return f"func.func @f({', '.join(arguments)}) -> {whole} {{\n  {body}\n}}\n"


def heads(axis: int, width: str = "4, 1, 1, 8") -> str:
    """A cache of keys and values side by side along the second axis, one row or column of each of which is replaced."""
    whole, part, row = tensor(4, 2, ROWS, 8), tensor(4, 1, ROWS, 8), tensor(*width.split(", "))
    ones, at = "[1, 1, 1, 1]", ", ".join("%p" if k == axis else "0" for k in range(4))
    return f"""func.func @f(%c: {whole}, %k: {row}, %v: {row}, %p: index) -> {whole} {{
  %a = tensor.extract_slice %c[0, 0, 0, 0] [4, 1, {ROWS}, 8] {ones} : {whole} to {part}
  %b = tensor.extract_slice %c[0, 1, 0, 0] [4, 1, {ROWS}, 8] {ones} : {whole} to {part}
  %x = tensor.insert_slice %k into %a[{at}] [{width}] {ones} : {row} into {part}
  %y = tensor.insert_slice %v into %b[{at}] [{width}] {ones} : {row} into {part}
  %r = tensor.concat dim(1) %x, %y : ({part}, {part}) -> {whole}
  return %r : {whole}
}}
"""


def put_back(place: int, rows: int | str = ROWS, into: int | None = None) -> str:
    """A part is cut out, a row of it replaced, and the part put back: where it was, or elsewhere."""
    whole, part, row = tensor(3, rows, COLUMNS), tensor(rows, COLUMNS), tensor(1, COLUMNS)
    extent = rows if isinstance(rows, int) else "%n"
    size = f"[1, {extent}, {COLUMNS}] [1, 1, 1]"
    return f"""func.func @f(%c: {whole}, %k: {row}, %p: index) -> {whole} {{
  %one = arith.constant 1 : index
  %n = tensor.dim %c, %one : {whole}
  %s = tensor.extract_slice %c[{place}, 0, 0] {size} : {whole} to {part}
  %u = tensor.insert_slice %k into %s[%p, 0] [1, {COLUMNS}] [1, 1] : {row} into {part}
  %r = tensor.insert_slice %u into %c[{place if into is None else into}, 0, 0] {size} : {part} into {whole}
  return %r : {whole}
}}
"""


def layers(changed: int, rows: int | str = ROWS) -> str:
    """A layer is cut out of a cache, keys and values out of the layer, a row of each replaced, and all put back."""
    whole, layer, part, row = (tensor(*n) for n in ((3, 2, rows, COLUMNS), (2, rows, COLUMNS), (rows, COLUMNS), (1, COLUMNS)))
    extent = rows if isinstance(rows, int) else "%n"
    size, ones = f"[1, {extent}, {COLUMNS}] [1, 1, 1]", f"[1, 2, {extent}, {COLUMNS}] [1, 1, 1, 1]"
    lines = ["%two = arith.constant 2 : index", f"%n = tensor.dim %c, %two : {whole}"]
    lines.append(f"%l0 = tensor.extract_slice %c[%l, 0, 0, 0] {ones} : {whole} to {layer}")
    for i in range(changed):
        lines.append(f"%s{i} = tensor.extract_slice %l0[{i}, 0, 0] {size} : {layer} to {part}")
        lines.append(f"%u{i} = tensor.insert_slice %k{i} into %s{i}[%p, 0] [1, {COLUMNS}] [1, 1] : {row} into {part}")
        lines.append(f"%l{i + 1} = tensor.insert_slice %u{i} into %l{i}[{i}, 0, 0] {size} : {part} into {layer}")
    lines.append(f"%r = tensor.insert_slice %l{changed} into %c[%l, 0, 0, 0] {ones} : {layer} into {whole}")
    given = "".join(f", %k{i}: {row}" for i in range(changed))
    body = "\n  ".join([*lines, f"return %r : {whole}"])
    return f"func.func @f(%c: {whole}{given}, %p: index, %l: index) -> {whole} {{\n  {body}\n}}\n"


def arguments(text: str, seed: int) -> list[np.ndarray | int]:
    random = np.random.default_rng(seed)
    function = next(op for op in iree.read_any(text, "case").op.walk() if isinstance(op, Op) and op.name == "func.func")
    made: list[np.ndarray | int] = []
    for argument in function.regions[0].blocks[0].arguments:
        found = ranked_type(argument.type)
        shape = [ROWS + seed if n is None else n for n in found[0]] if found else []
        made.append(random.random(shape, dtype=np.float32) if found else int(random.integers(0, 3)))
    return made


def check_updates(text: str, written: int) -> None:
    """The result writes so many bytes once, reads them once, and computes the same; IREE copies nothing else."""
    result = optimize_text(text, "case", BYTES)
    assert result.ir != text, result.remarks
    assert BYTES.model.price(schedule_of(result.ir)) < 2 * written + 8
    for seed in range(2):
        given = arguments(text, seed)
        expected, made = (iree.run(ir, "f", given) for ir in (iree.generic(text), result.ir))
        assert all(np.array_equal(a, b) for a, b in zip(expected, made, strict=True))


ROW = COLUMNS * 4
PROGRAMS = {
    "two": (cache(2, {0: 1, 1: 1}), 2 * ROW),
    "first": (cache(3, {0: 1}), ROW),
    "middle": (cache(3, {1: 1}), ROW),
    "last of four": (cache(4, {3: 2}), 2 * ROW),
    "several": (cache(3, {0: 2, 2: 1}), 3 * ROW),
    "dynamic": (cache(2, {0: 1, 1: 1}, "?"), 2 * ROW),
    "unchanged": (cache(3, {}), 0),
    "inner axis": (heads(2), 2 * 4 * ROW),
    "columns": (heads(3, f"4, 1, {ROWS}, 1"), 2 * 4 * ROWS * 4),
    "put back": (put_back(1), ROW),
    "put back, dynamic": (put_back(2, "?"), ROW),
    "one in a layer": (layers(1), ROW),
    "two in a layer": (layers(2), 2 * ROW),
    "two in a layer, dynamic": (layers(2, "?"), 2 * ROW),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_only_changes_are_written(name: str) -> None:
    check_updates(*PROGRAMS[name])


def test_a_part_that_is_put_elsewhere_is_copied() -> None:
    """Nothing is gained, and nothing is changed."""
    text = put_back(0, into=1)
    assert optimize_text(text, "case", BYTES).ir == text


def test_an_argument_that_is_returned_is_not_updated_in_place() -> None:
    """IREE would return what was written into it."""
    whole = tensor(2, ROWS, COLUMNS)
    text = cache(2, {0: 1}).replace(f"-> {whole} {{", f"-> ({whole}, {whole}) {{")
    text = text.replace(f"return %r : {whole}", f"return %r, %c : {whole}, {whole}")
    result = optimize_text(text, "case", BYTES)
    given = arguments(text, 0)
    expected, made = (iree.run(ir, "f", given) for ir in (iree.generic(text), result.ir))
    assert all(np.array_equal(a, b) for a, b in zip(expected, made, strict=True))


def test_an_argument_that_is_updated_in_place_is_named() -> None:
    """IREE writes into the caller's tensor then, which the input left as it was."""
    (record,) = optimize_text(cache(2, {0: 1}), "case", BYTES).functions
    assert record.remark.startswith("argument 0 is updated in place")


def test_a_changed_part_is_read_where_it_is_written_back() -> None:
    """A product reads the changed part in the cache: nothing is copied but the row."""
    whole, part, row = tensor(2, ROWS, COLUMNS), tensor(ROWS, COLUMNS), tensor(1, COLUMNS)
    query, scores, size = tensor(COLUMNS, 1), tensor(ROWS, 1), f"[1, {ROWS}, {COLUMNS}] [1, 1, 1]"
    text = f"""func.func @f(%c: {whole}, %k: {row}, %q: {query}, %p: index) -> ({whole}, {scores}) {{
  %zero = arith.constant 0.0 : f32
  %s = tensor.extract_slice %c[0, 0, 0] {size} : {whole} to {part}
  %u = tensor.insert_slice %k into %s[%p, 0] [1, {COLUMNS}] [1, 1] : {row} into {part}
  %r = tensor.insert_slice %u into %c[0, 0, 0] {size} : {part} into {whole}
  %e = tensor.empty() : {scores}
  %z = linalg.fill ins(%zero : f32) outs(%e : {scores}) -> {scores}
  %m = linalg.matmul ins(%u, %q : {part}, {query}) outs(%z : {scores}) -> {scores}
  return %r, %m : {whole}, {scores}
}}
"""
    check_updates(text, ROW + (ROWS * COLUMNS + COLUMNS + ROWS) * 4 // 2)
