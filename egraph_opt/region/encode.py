"""A tensor function as terms: what its results are, whatever is computed where.

Read are straight functions over static shapes: slices, insertions, paddings, concatenations, transpositions, fills, and computations
(`linalg`, and `arith` and `math` on tensors), which stay whole. A function that holds anything else is refused, and left as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from egraph_opt.ir import Op, Value, tensor_type
from egraph_opt.region.names import Names
from egraph_opt.region.window import Shape, Window, window

Term = tuple[str | int, ...]
FUNCTIONS = ("util.func", "func.func")
RETURNS = ("util.return", "func.return")
VIEWS = ("tensor.expand_shape", "tensor.collapse_shape", "tensor.bitcast")
"""Operations that only say how to count the same bytes."""
ELEMENTWISE = frozenset(
    f"linalg.{name}"
    for name in "add sub mul div div_unsigned exp log abs ceil floor negf max min reciprocal round sqrt rsqrt square tanh erf "
    "powf select".split()
)
SCALAR_DIALECTS = ("arith.", "math.", "index.", "complex.")
_INTEGERS = re.compile(r"-?\d+")


class Unsupported(Exception):
    """The function holds something that is not modelled: what, and where."""


@dataclass
class Program:
    """A function as terms. `terms[n]` has arguments that are numbers of names or of earlier terms, as `SIGNATURES` says."""

    function: Op
    names: Names = field(default_factory=Names)
    terms: dict[Term, int] = field(default_factory=dict)
    shape: dict[int, Shape] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    """Tensors that come from outside or are constants: `("tensor", n)` is the n-th."""
    computations: list[Op] = field(default_factory=list)
    """`("work", n, ...)` and `("elementwise", n, ...)` are the n-th."""
    transfers: list[Op] = field(default_factory=list)
    kept: list[Op] = field(default_factory=list)
    """Scalar operations and constants, in order: they stay as they are, at the beginning."""
    roots: list[int] = field(default_factory=list)
    of: dict[Value, int] = field(default_factory=dict)

    def term(self, shape: Shape, *term: str | int) -> int:
        """The number of a term, equal terms having one."""
        number = self.terms.setdefault(term, len(self.terms))
        self.shape[number] = shape
        return number

    def filled(self, value: Value) -> bool:
        """Whether a tensor is written as one scalar everywhere, or as empty: a computation that reads it makes it itself."""
        return list(self.terms)[self.of[value]][0] in ("splat", "empty")


SIGNATURES = {
    "tensor": "i", "splat": "ii", "empty": "i", "slice": "it", "insert": "itt", "fused_insert": "itt", "pad": "iit", "fused_pad": "iit",
    "concat": "iitt", "transpose": "it", "hide": "it", "transfer": "it", "work": "iil", "elementwise": "il",
    "no_tensors": "i", "with_tensor": "tl", "slice_all": "il",
}  # fmt: skip
"""Kinds of each symbol's arguments: `i` a number, `t` a tensor, `l` a list of tensors."""
LISTS = ("no_tensors", "with_tensor", "slice_all")


def encode(function: Op) -> Program:
    """Read a function.

    Raises:
        Unsupported: it holds an operation, a type or a shape that is not modelled.
    """
    program = Program(function)
    if len(function.regions) != 1 or len(function.regions[0].blocks) != 1:
        raise Unsupported("control flow")
    (block,) = function.regions[0].blocks
    for argument in block.arguments:
        if argument.type.startswith("tensor<"):
            _input(program, argument)
    scalars = {v for v in block.arguments if not v.type.startswith("tensor<")}
    for op in block.ops[:-1]:
        _operation(program, op, scalars)
    last = block.ops[-1]
    if last.name not in RETURNS:
        raise Unsupported(f"{last.name} (line {last.line})")
    program.roots = [program.of[v] for v in last.operands if v in program.of]
    return program


def _shape(value: Value) -> Shape:
    tensor = tensor_type(value.type)
    if tensor is None or tensor.encoding or not tensor.shape or min(tensor.shape) < 1:
        raise Unsupported(f"the type {value.type} of {value.name}")
    return tensor.shape


def _input(p: Program, value: Value) -> None:
    p.inputs.append(value)
    p.of[value] = p.term(_shape(value), "tensor", len(p.inputs) - 1)


def integers(op: Op, attribute: str) -> list[int]:
    """The numbers of a dense array attribute, `array<i64: 0, 8>`.

    Raises:
        Unsupported: a number is only known at run time.
    """
    text = op.attributes.get(attribute, "")
    numbers = [int(n) for n in _INTEGERS.findall(text.partition(":")[2])] if text.startswith("array<") else []
    if -(1 << 63) in numbers:
        raise Unsupported(f"{op.name} with {attribute} of run time (line {op.line})")
    return numbers


def _operation(p: Program, op: Op, scalars: set[Value]) -> None:
    tensors = [v for v in (*op.operands, *op.results) if v not in scalars and v.type.startswith("tensor<")]
    if not tensors and not op.regions and op.name.startswith(SCALAR_DIALECTS):
        p.kept.append(op)
        scalars.update(op.results)
        return
    if op.name == "arith.constant" and len(op.results) == 1:
        p.kept.append(op)
        _input(p, op.results[0])
        return
    read = READERS.get(op.name)
    if read is not None:
        result = op.results[0]
        p.of[result] = read(p, op)
        if p.shape[p.of[result]] != _shape(result):
            raise Unsupported(f"{op.name} that changes the rank (line {op.line})")
    elif op.name.startswith(("linalg.", "iree_linalg_ext.")) or op.name in VIEWS or op.name.startswith(SCALAR_DIALECTS[:2]):
        _computation(p, op)
    else:
        raise Unsupported(f"{op.name} (line {op.line})")


def _computation(p: Program, op: Op) -> None:
    if not op.results or any(not v.type.startswith("tensor<") for v in op.results):
        raise Unsupported(f"{op.name} without a tensor to compute (line {op.line})")
    inside = {r for inner in op.walk() for r in inner.results}
    inside |= {a for inner in op.walk() for region in inner.regions for b in region.blocks for a in b.arguments}
    if any(v in p.of for inner in op.walk() if inner is not op for v in inner.operands if v not in inside):
        raise Unsupported(f"{op.name} that reads single elements (line {op.line})")
    p.computations.append(op)
    f = len(p.computations) - 1
    operands = [v for v in op.operands if v in p.of]
    shapes = [_shape(v) for v in op.results]
    xs = p.term(shapes[0], "no_tensors", p.names.shape(shapes[0]))
    for v in reversed(operands):
        xs = p.term(shapes[0], "with_tensor", p.of[v], xs)
    if len(shapes) == 1 and all(_shape(v) == shapes[0] for v in operands) and operands and elementwise(op):
        p.of[op.results[0]] = p.term(shapes[0], "elementwise", f, xs)
        return
    for k, (value, shape) in enumerate(zip(op.results, shapes, strict=True)):
        p.of[value] = p.term(shape, "work", f, k, xs)


def elementwise(op: Op) -> bool:
    """Whether each element of the result is computed from the elements of the operands at the same index, and from nothing else."""
    if op.name in ELEMENTWISE:
        return _identity(op, len(op.operands))
    if op.name.startswith(SCALAR_DIALECTS[:2]):
        return all(v.type.startswith("tensor<") for v in op.operands)
    if op.name != "linalg.generic" or any(inner.name == "linalg.index" for inner in op.walk()):
        return False
    kinds = set(re.findall(r"iterator_type<(\w+)>", op.attributes.get("iterator_types", "")))
    return kinds == {"parallel"} and _identity(op, len(op.operands))


def _identity(op: Op, count: int) -> bool:
    maps = re.findall(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>", op.attributes.get("indexing_maps", ""))
    return len(maps) == count and all(dims == results for dims, results in maps)


def _window(op: Op, shape: Shape) -> Window:
    try:
        return window(shape, *(integers(op, f"static_{name}") for name in ("offsets", "sizes", "strides")))
    except ValueError as error:
        raise Unsupported(f"{op.name}: {error} (line {op.line})") from None


def _slice(p: Program, op: Op) -> int:
    x = p.of[op.operands[0]]
    w = _window(op, p.shape[x])
    return p.term(tuple(a.size for a in w), "slice", p.names.window(w), x)


def _insert(p: Program, op: Op) -> int:
    y, d = (p.of[v] for v in op.operands[:2])
    w = _window(op, p.shape[d])
    if p.shape[y] != tuple(a.size for a in w):
        raise Unsupported(f"{op.name} that changes the rank (line {op.line})")
    return p.term(p.shape[d], "insert", p.names.window(w), y, d)


def _offsets(op: Op, operands: tuple[Value, ...], p: Program) -> list[int]:
    constants = {o.results[0]: o.attributes.get("value", "") for o in p.kept if o.name == "arith.constant"}
    numbers = [re.fullmatch(r"(\d+) : index", constants.get(v, "")) for v in operands]
    if not all(numbers):
        raise Unsupported(f"{op.name} at an offset of run time (line {op.line})")
    return [int(n[1]) for n in numbers if n]


def _update(p: Program, op: Op) -> int:
    d, y = p.of[op.operands[0]], p.of[op.operands[-1]]
    shape = p.shape[d]
    w = window(shape, _offsets(op, op.operands[1:-1], p), p.shape[y], [1] * len(shape))
    return p.term(shape, "insert", p.names.window(w), y, d)


def _flow_slice(p: Program, op: Op) -> int:
    x = p.of[op.operands[0]]
    shape, rank = p.shape[x], len(p.shape[x])
    numbers = _offsets(op, op.operands[1:], p)
    w = window(shape, numbers[:rank], numbers[rank:], [1] * rank)
    return p.term(tuple(a.size for a in w), "slice", p.names.window(w), x)


def _pad(p: Program, op: Op) -> int:
    x = p.of[op.operands[0]]
    low, high = integers(op, "static_low"), integers(op, "static_high")
    (yielded,) = op.regions[0].blocks[0].ops[-1].operands
    if len(op.regions[0].blocks[0].ops) != 1 or yielded in op.regions[0].blocks[0].arguments:
        raise Unsupported(f"{op.name} of a computed value (line {op.line})")
    if min((*low, *high)) < 0:
        raise Unsupported(f"{op.name} by less than nothing (line {op.line})")
    shape = tuple(a + n + b for a, n, b in zip(low, p.shape[x], high, strict=True))
    w = window(shape, low, p.shape[x], [1] * len(shape))
    return p.term(shape, "pad", p.names.window(w), _scalar(p, yielded), x)


def _concat(p: Program, op: Op) -> int:
    """A concatenation of two; one of more as the insertions that `concat_by_inserts` makes of it, which need fewer windows."""
    axis = int(op.attributes["dim"].split(" ")[0])
    xs = [p.of[v] for v in op.operands]
    shape = tuple(sum(p.shape[x][axis] for x in xs) if i == axis else n for i, n in enumerate(p.shape[xs[0]]))
    windows, start = [], 0
    for x in xs:
        offsets = [start if i == axis else 0 for i in range(len(shape))]
        windows.append(p.names.window(window(shape, offsets, p.shape[x], [1] * len(shape))))
        start += p.shape[x][axis]
    if len(xs) == 2:
        return p.term(shape, "concat", *windows, *xs)
    whole = p.term(shape, "empty", p.names.shape(shape))
    for w, x in zip(windows, xs, strict=True):
        whole = p.term(shape, "insert", w, x, whole)
    return whole


def _transpose(p: Program, op: Op) -> int:
    x, order = p.of[op.operands[0]], tuple(integers(op, "permutation"))
    return p.term(tuple(p.shape[x][i] for i in order), "transpose", p.names.permutation(order), x)


def _scalar(p: Program, value: Value) -> int:
    constant = next((o for o in p.kept if o.name == "arith.constant" and value in o.results), None)
    return p.names.scalar((value.type, constant.attributes["value"] if constant else value.name), value)


def _fill(p: Program, op: Op) -> int:
    shape = _shape(op.results[0])
    if op.operands[0].type.startswith("tensor<"):
        raise Unsupported(f"{op.name} with a tensor (line {op.line})")
    return p.term(shape, "splat", _scalar(p, op.operands[0]), p.names.shape(shape))


def _empty(p: Program, op: Op) -> int:
    shape = _shape(op.results[0])
    return p.term(shape, "empty", p.names.shape(shape))


def _transfer(p: Program, op: Op) -> int:
    x = p.of[op.operands[0]]
    p.transfers.append(op)
    same = next(i for i, o in enumerate(p.transfers) if o.attributes == op.attributes)
    return p.term(p.shape[x], "transfer", same, x)


READERS = {
    "tensor.empty": _empty, "flow.tensor.empty": _empty, "linalg.fill": _fill, "flow.tensor.splat": _fill,
    "tensor.extract_slice": _slice, "flow.tensor.slice": _flow_slice, "tensor.insert_slice": _insert, "flow.tensor.update": _update,
    "tensor.pad": _pad, "tensor.concat": _concat, "linalg.transpose": _transpose, "flow.tensor.transfer": _transfer,
}  # fmt: skip
