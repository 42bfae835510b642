"""Rewrites of loads, stores, reductions and products of matrices."""

from __future__ import annotations

import re

from benchmarks.verify.rewriters.code import FLOATS, Code, Rewriter, constant, element_of, like, shape_of, tensor

_LOAD = re.compile(r"(\s*)(%\w+) = tt\.load (%[\w#]+), (%[\w#]+), (%[\w#]+) : (tensor<[\dx]+)!tt\.ptr<(\w+)>>")
_STORE = re.compile(r"(\s*)tt\.store (%[\w#]+), (%[\w#]+)(?:, (%[\w#]+))? : (tensor<[\dx]+!tt\.ptr<\w+>>)")
_REDUCE = re.compile(r'(\s*)(%\w+) = "tt\.reduce"\((%[\w#]+)\) <\{axis = (\d+) : i32\}> \(\{')
_DOT = re.compile(r"(\s*)(%\w+) = tt\.dot (%[\w#]+), (%[\w#]+), (%[\w#]+)(.*?) : (\S+) \* (\S+) -> (\S+)")
PRODUCTS = 1 << 15
"""Largest number of products of a matrix product that is written as a sum."""


def other_by_selection(code: Code, number: int) -> list[str] | None:
    """Select what masked elements are after the load, which gives zero for them."""
    found = _LOAD.fullmatch(code.lines[number])
    if found is None or found[7] not in FLOATS:
        return None
    indent, result, pointers, mask, other, shape, element = found.groups()
    type = f"{shape}{element}>"
    made = [constant("%w0", 0.0, type), f"%w1 = tt.load {pointers}, {mask}, %w0 : {shape}!tt.ptr<{element}>>"]
    made.append(f"{result} = arith.select {mask}, %w1, {other} : {like(type, 'i1')}, {type}")
    return code.replace(number, [indent + line for line in made])


def mean_of_two_loads(code: Code, number: int) -> list[str] | None:
    """Load twice, and take the mean."""
    found = _LOAD.fullmatch(code.lines[number])
    if found is None or found[7] != "f32":
        return None
    indent, result, pointers, mask, other, shape, element = found.groups()
    type = f"{shape}{element}>"
    made = [f"%w{k} = tt.load {pointers}, {mask}, {other} : {shape}!tt.ptr<{element}>>" for k in range(2)]
    made += [f"%w2 = arith.addf %w0, %w1 : {type}", constant("%w3", 0.5, type), f"{result} = arith.mulf %w2, %w3 : {type}"]
    return code.replace(number, [indent + line for line in made])


def split_store(code: Code, number: int) -> list[str] | None:
    """Store even and odd columns by two operations."""
    found = _STORE.fullmatch(code.lines[number])
    if found is None:
        return None
    indent, pointers, values, mask, type = found.groups()
    shape = shape_of(type)
    if shape[-1] < 2 or len(shape) > 2:
        return None
    columns, truth = tensor(shape[-1:], "i32"), tensor(shape, "i1")
    flags = tensor((1,) * (len(shape) - 1) + shape[-1:], "i1")
    made = [f"%w0 = tt.make_range {{end = {shape[-1]} : i32, start = 0 : i32}} : {columns}", constant("%w1", 1, columns),
            f"%w2 = arith.andi %w0, %w1 : {columns}", f"%w3 = arith.cmpi eq, %w2, %w1 : {columns}"]  # fmt: skip
    odd = "%w3"
    if len(shape) == 2:
        made += [f"%w4 = tt.expand_dims %w3 {{axis = 0 : i32}} : {tensor(shape[-1:], 'i1')} -> {flags}",
                 f"%w5 = tt.broadcast %w4 : {flags} -> {truth}"]  # fmt: skip
        odd = "%w5" if shape[0] > 1 else "%w4"
        made = made if shape[0] > 1 else made[:-1]
    made += [constant("%w6", True, truth), f"%w7 = arith.xori {odd}, %w6 : {truth}"]
    for k, half in enumerate((odd, "%w7")):
        made.append(f"%wv{k} = arith.andi {half}, {mask or '%w6'} : {truth}")
        made.append(f"tt.store {pointers}, {values}, %wv{k} : {type}")
    return code.replace(number, [indent + line for line in made])


def _reduction(code: Code, number: int) -> tuple[re.Match[str], int, list[str], str, str] | None:
    """Return a reduction of one tensor: its head, the line after it, its region, and the types of its operand and result."""
    head = _REDUCE.fullmatch(code.lines[number])
    if head is None:
        return None
    end = next(k for k in range(number, len(code.lines)) if code.lines[k].startswith(f"{head[1]}}})"))
    types = re.fullmatch(r"\s*\}\) : \((\S+)\) -> (\S+)", code.lines[end])
    return (head, end + 1, list(code.lines[number + 1 : end]), types[1], types[2]) if types else None


def reduction_in_two_steps(code: Code, number: int) -> list[str] | None:
    """Reduce both halves of each row, and then the two results."""
    if (found := _reduction(code, number)) is None:
        return None
    head, end, region, source, target = found
    shape, axis, element = shape_of(source), int(head[4]), element_of(source)
    if axis != len(shape) - 1 or shape[axis] < 4:
        return None
    rows = shape[:-1]
    halves, pairs = tensor((*rows, 2, shape[-1] // 2), element), tensor((*rows, 2), element)
    made = [f"{head[1]}%w0 = tt.reshape {head[3]} : {source} -> {halves}"]
    made += [
        f'{head[1]}%w1 = "tt.reduce"(%w0) <{{axis = {axis + 1} : i32}}> ({{',
        *region,
        f"{head[1]}}}) : ({halves}) -> {pairs}",
    ]
    made += [f'{head[1]}{head[2]} = "tt.reduce"(%w1) <{{axis = {axis} : i32}}> ({{', *region]
    return code.replace(number, [*made, f"{head[1]}}}) : ({pairs}) -> {target}"], end)


def reduction_of_transpose(code: Code, number: int) -> list[str] | None:
    """Reduce the transpose along the other axis."""
    if (found := _reduction(code, number)) is None:
        return None
    head, end, region, source, target = found
    shape, axis = shape_of(source), int(head[4])
    if len(shape) != 2:
        return None
    turned = tensor(shape[::-1], element_of(source))
    made = [f"{head[1]}%w0 = tt.trans {head[3]} {{order = array<i32: 1, 0>}} : {source} -> {turned}"]
    made += [f'{head[1]}{head[2]} = "tt.reduce"(%w0) <{{axis = {1 - axis} : i32}}> ({{', *region]
    return code.replace(number, [*made, f"{head[1]}}}) : ({turned}) -> {target}"], end)


def transposed_product(code: Code, number: int) -> list[str] | None:
    """Multiply the transposes in the other order, and transpose the product."""
    found = _DOT.fullmatch(code.lines[number])
    if found is None or len(shape_of(found[7])) != 2:
        return None
    indent, result, a, b, c, options, *types = found.groups()
    turned = [tensor(shape_of(type)[::-1], element_of(type)) for type in types]
    made = [
        f"%w{k} = tt.trans {value} {{order = array<i32: 1, 0>}} : {types[k]} -> {turned[k]}" for k, value in enumerate((a, b, c))
    ]
    made.append(f"%w3 = tt.dot %w1, %w0, %w2{options} : {turned[1]} * {turned[0]} -> {turned[2]}")
    made.append(f"{result} = tt.trans %w3 {{order = array<i32: 1, 0>}} : {turned[2]} -> {types[2]}")
    return code.replace(number, [indent + line for line in made])


def product_added_later(code: Code, number: int) -> list[str] | None:
    """Add the accumulator to a product that starts at zero."""
    found = _DOT.fullmatch(code.lines[number])
    if found is None or element_of(found[9]) != "f32":
        return None
    indent, result, a, b, c, options, left, right, type = found.groups()
    made = [constant("%w0", 0.0, type), f"%w1 = tt.dot {a}, {b}, %w0{options} : {left} * {right} -> {type}"]
    return code.replace(number, [indent + line for line in (*made, f"{result} = arith.addf {c}, %w1 : {type}")])


def product_as_sum(code: Code, number: int) -> list[str] | None:
    """Multiply elements, and sum along the inner axis, in place of a product of matrices."""
    found = _DOT.fullmatch(code.lines[number])
    if found is None or element_of(found[9]) != "f32" or len(shape_of(found[7])) != 2:
        return None
    indent, result, a, b, c, _, left, right, type = found.groups()
    (m, k), n = shape_of(left), shape_of(right)[1]
    if m * k * n > PRODUCTS or not {element_of(left), element_of(right)} <= {"f16", "bf16", "f32"}:
        return None
    made, cube = [], tensor((m, k, n), "f32")
    for place, (value, given) in enumerate(((a, left), (b, right))):
        wide, tall = like(given, "f32"), tensor((m, k, 1) if place == 0 else (1, k, n), "f32")
        source = value
        if wide != given:
            made.append(f"%we{place} = arith.extf {value} : {given} to {wide}")
            source = f"%we{place}"
        made.append(f"%wx{place} = tt.expand_dims {source} {{axis = {2 - 2 * place} : i32}} : {wide} -> {tall}")
        made.append(f"%wy{place} = tt.broadcast %wx{place} : {tall} -> {cube}")
    made += [f"%w0 = arith.mulf %wy0, %wy1 : {cube}", '%w1 = "tt.reduce"(%w0) <{axis = 1 : i32}> ({', "^bb0(%wp: f32, %wq: f32):"]
    made += ["  %wr = arith.addf %wp, %wq : f32", "  tt.reduce.return %wr : f32", f"}}) : ({cube}) -> {type}"]
    return code.replace(number, [indent + line for line in (*made, f"{result} = arith.addf {c}, %w1 : {type}")])


TENSOR_REWRITES: tuple[Rewriter, ...] = (
    other_by_selection, mean_of_two_loads, split_store, reduction_in_two_steps, reduction_of_transpose, transposed_product,
    product_added_later, product_as_sum,
)  # fmt: skip
