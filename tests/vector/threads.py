"""Vector programs run as threads run them: each thread has registers, a layout says which elements they hold, conversions move elements.

Nothing looks at a vector as a whole but what IREE distributes so: reading and writing memory, conversions, reductions and products take
elements from the threads that own them, by the layouts. Element-wise operations work on a thread's own registers, one by one; broadcasts
and transpositions take elements from registers of the same thread. So a value in a wrong layout gives wrong numbers, or none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from egraph_opt.families.region.encode.linalg_reader import integers, segments
from egraph_opt.families.region.vocabulary.symbolic_extent import DYNAMIC
from egraph_opt.families.vector.iree_analysis import explicit
from egraph_opt.families.vector.layout_ir import CONVERT, lay
from egraph_opt.families.vector.vector_layouts import TO_LAYOUT, assign, reduced_dims
from egraph_opt.interpret import NotInThread, NotModelled
from egraph_opt.interpret.distributed_tensors import collect
from egraph_opt.interpret.element_types import dtype_of, element_of, fit
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.global_memory import CallerMemory
from egraph_opt.interpret.op_table import POINTWISE
from egraph_opt.interpret.shape_ops import constant
from egraph_opt.ir.module import Op, Value, symbol_name
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import nested_layout

LANES = 64
RELABEL = "builtin.unrealized_conversion_cast"
"""Operation that leaves each register unchanged, whatever the layouts: the effect of a wrong conversion."""
COMBINE = {"add": np.add, "mul": np.multiply, "maximumf": np.maximum, "minimumf": np.minimum, "maxnumf": np.fmax, "minnumf": np.fmin,
           "maxsi": np.maximum, "minsi": np.minimum}  # fmt: skip


@lru_cache(maxsize=1 << 10)
def owned(layout: str) -> np.ndarray:
    """The row-major index of the element in each register of each thread: [thread, register].

    Registers are numbered by the batch digits of all dimensions, then the outer ones, then the elements, as IREE shapes a thread's vector.
    """
    dimensions = nested_layout.parse(layout)
    subgroups = max(d.subgroup * max(1, d.subgroup_stride) for d in dimensions) if dimensions else 1
    shape = [d.extent for d in dimensions]
    registers = list(product(*(range(getattr(d, digit)) for digit in ("batch", "outer", "element") for d in dimensions)))
    index = np.zeros((subgroups * LANES, len(registers)), np.int64)
    for thread in range(subgroups * LANES):
        for r, digits in enumerate(registers):
            place = []
            for k, d in enumerate(dimensions):
                batch, outer, element = digits[k :: len(dimensions)]
                subgroup = thread // LANES // max(1, d.subgroup_stride) % d.subgroup
                lane = thread % LANES // max(1, d.thread_stride) % d.thread
                place.append((((subgroup * d.batch + batch) * d.outer + outer) * d.thread + lane) * d.element + element)
            index[thread, r] = np.ravel_multi_index(place, shape) if place else 0
    return index


@lru_cache(maxsize=1 << 10)
def fetched(source: str, target: str) -> int:
    """Elements that threads are to hold and do not hold yet."""
    has, needs = owned(source), owned(target)
    if len(has) != len(needs):
        threads = max(len(has), len(needs))
        has, needs = (np.tile(x, (threads // len(x), 1)) for x in (has, needs))
    return int((~(needs[:, :, None] == has[:, None, :]).any(axis=-1)).sum())


def held_in(value: Value) -> str | None:
    """The layout in which threads hold a value; None where all of it is everywhere."""
    tensor = tensor_type(value.type)
    return tensor.encoding if tensor and nested_layout.is_nested(tensor.encoding) else None


def element(value: Value) -> str:
    tensor = tensor_type(value.type.replace("vector<", "tensor<", 1))
    return tensor.element if tensor else ""


def bits_of(value: Value) -> int:
    """Of one element; an index counts 64."""
    width = re.search(r"\d+", element(value))
    return int(width[0]) if width else 64


def shape_of(value: Value) -> tuple[int, ...]:
    tensor = tensor_type(value.type.replace("vector<", "tensor<", 1))
    return tensor.shape if tensor else ()


@dataclass(slots=True)
class Threads(Machine):
    """The threads of one workgroup, in step."""

    mask: np.ndarray | None = None
    moved: int = 0
    """Bits that conversions took to another thread."""

    def whole(self, value: Value, held: Any) -> np.ndarray:
        """A vector put together from the threads that own its elements. All copies of an element must agree."""
        layout = held_in(value)
        return collect(held, owned(layout), shape_of(value)) if layout else np.asarray(held)

    def shared(self, value: Value, found: np.ndarray) -> np.ndarray:
        """A vector as threads hold it."""
        layout = held_in(value)
        return np.asarray(found).reshape(-1)[owned(layout)] if layout else np.asarray(found)

    def apply(self, op: Op, operands: Sequence[Any]) -> Any:
        layouts = [held_in(v) for v in (*op.operands, *op.results)]
        if op.name == RELABEL:
            return operands[0]
        if op.name in (CONVERT, TO_LAYOUT):
            source, target = layouts
            self.moved += fetched(source, target) * bits_of(op.results[0]) if source and target else 0
            return self.shared(op.results[0], self.whole(op.operands[0], operands[0]))
        if op.name == "arith.constant" and shape_of(op.results[0]):
            text, vector = op.attributes["value"].replace("vector<", "tensor<"), op.results[0].type.replace("vector<", "tensor<")
            return self.shared(op.results[0], constant(text, vector))
        if op.name in POINTWISE and any(map(shape_of, op.results)):
            return self.in_registers(op, operands)
        if op.name in ("vector.broadcast", "vector.transpose", "vector.shape_cast"):
            return self.within_thread(op, operands[0])
        if op.name.startswith("vector."):
            whole = [self.whole(v, x) for v, x in zip(op.operands, operands, strict=True)]
            found = VECTOR[op.name](self, op, *whole) if op.name in VECTOR else None
            if found is None and op.results:
                raise NotModelled(op.name)
            return self.shared(op.results[0], found) if op.results else ()
        if op.name == "scf.forall":
            return self.workgroups(op, operands)
        if op.name == "tensor.empty":
            tensor = tensor_type(op.results[0].type.removeprefix("!"))
            assert tensor is not None
            return np.zeros(tensor.shape, dtype_of(tensor.element))
        return Machine.apply(self, op, operands)

    def workgroups(self, op: Op, operands: Sequence[Any]) -> tuple[np.ndarray, ...]:
        """One workgroup after the other; what each inserts lies apart from what others do."""
        if any(integers(op, "operandSegmentSizes")[:3]):
            raise NotModelled("scf.forall with bounds of run time")
        lower, upper, step = (integers(op, f"static{name}") for name in ("LowerBound", "UpperBound", "Step"))
        made = [np.array(x) for x in operands]
        (block,) = op.regions[0].blocks
        for at in product(*map(range, lower, upper, step)):
            self.values.update(zip(block.arguments, [*map(np.asarray, at), *made], strict=True))
            for inner in block.ops[:-1]:
                self.run(inner, [self.values[v] for v in inner.operands])
            for inserted in block.ops[-1].regions[0].blocks[0].ops:
                source, target, *rest = inserted.operands
                numbers = iter(int(self.values[v]) for v in rest)
                columns = (integers(inserted, f"static_{name}") for name in ("offsets", "sizes", "strides"))
                window = [[next(numbers) if n == DYNAMIC else n for n in column] for column in columns]
                places = tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(*window, strict=True))
                into = made[block.arguments.index(target) - len(at)]
                into[places] = np.reshape(self.values[source], into[places].shape)
        return tuple(made)

    def in_registers(self, op: Op, operands: Sequence[Any]) -> Any:
        """Register by register: what stands in the same register of a thread is taken to be of the same place."""
        vectors = [v for v in (*op.operands, *op.results) if shape_of(v)]
        if len({held_in(v) is None for v in vectors}) > 1:  # what one of them holds in whole, they combine in whole
            whole = [self.whole(v, x) for v, x in zip(op.operands, operands, strict=True)]
            plain = tuple(Value(f"tensor<{'x'.join(map(str, shape_of(v)))}x{element(v)}>", v.name) for v in op.results)
            return self.shared(op.results[0], Machine.apply(self, replace(op, results=plain), whole))
        shapes = {np.shape(x) for x, v in zip(operands, op.operands, strict=True) if shape_of(v)}
        if len(shapes) > 1:
            raise NotInThread(f"{op.name} of vectors with other numbers of registers")
        plain = tuple(Value(v.type.replace("vector<", "tensor<", 1), v.name) for v in op.results)
        return Machine.apply(self, replace(op, results=plain), operands)

    def within_thread(self, op: Op, held: Any) -> np.ndarray:
        """Each register takes its element from a register of its own thread."""
        (operand,), (result,) = op.operands, op.results
        shape, wanted = shape_of(operand), shape_of(result)
        numbers = np.arange(int(np.prod(shape))).reshape(shape)
        if op.name == "vector.transpose":
            moved = np.transpose(numbers, integers(op, "permutation"))
        else:
            moved = np.broadcast_to(numbers, wanted) if op.name == "vector.broadcast" else numbers.reshape(wanted)
        source, target = held_in(operand), held_in(result)
        if source is None or target is None:
            return self.shared(result, self.whole(operand, held).reshape(-1)[moved])
        needs, has = moved.reshape(-1)[owned(target)], owned(source)
        threads = max(len(needs), len(has))
        needs, has, held = (np.tile(x, (threads // len(x), 1)) for x in (needs, has, held))  # further subgroups hold copies
        found = needs[:, :, None] == has[:, None, :]
        if not found.any(axis=-1).all():
            raise NotInThread(f"{op.name}: a thread needs an element that it does not hold")
        return np.asarray(np.take_along_axis(held, found.argmax(axis=-1), axis=-1)[: len(owned(target))])


def _places(
    op: Op, source: Value, shape: Sequence[int], at: Sequence[Any], limits: Sequence[int]
) -> tuple[list[Any], np.ndarray]:
    """Return the position of each element of a vector in memory, along each of its dimensions, and whether it is inside."""
    domain, results = re.findall(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>", op.attributes["permutation_map"])[0]
    names, axes = domain.split(", "), results.split(", ")
    places, inside = [], np.ones(shape, bool)
    for k, start in enumerate(at):
        place = np.full(shape, int(start))
        if names[k] in axes:
            axis = axes.index(names[k])
            place = place + np.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
        inside &= (place >= 0) & (place < limits[k])
        places.append(np.clip(place, 0, limits[k] - 1))
    return places, inside


def _read(m: Threads, op: Op, source: np.ndarray, *rest: Any) -> np.ndarray:
    _, at, _, masks = segments(op)
    places, inside = _places(op, op.operands[0], shape_of(op.results[0]), rest[: len(at)], source.shape)
    if masks:
        inside &= rest[-1].astype(bool)
    return np.where(inside, source[tuple(places)], rest[len(at)])


def _write(m: Threads, op: Op, vector: np.ndarray, target: np.ndarray, *rest: Any) -> np.ndarray | None:
    _, _, at, masks = segments(op)
    places, inside = _places(op, op.operands[1], vector.shape, rest[: len(at)], target.shape)
    if masks:
        inside &= rest[-1].astype(bool)
    made = target.copy() if op.results else target
    made[tuple(place[inside] for place in places)] = vector[inside]
    return made if op.results else None


def _reduce(m: Threads, op: Op, x: np.ndarray, start: np.ndarray) -> np.ndarray:
    """One element after the other, in order."""
    combine = COMBINE[re.findall(r"\w+", op.attributes["kind"])[-1]]
    axes = reduced_dims(op)
    rest = [k for k in range(x.ndim) if k not in axes]
    shape = [x.shape[k] for k in rest]
    x = np.transpose(x, [*axes, *rest]).reshape(-1, *shape)
    mask = None if m.mask is None else np.transpose(m.mask, [*axes, *rest]).reshape(-1, *shape)
    element, made = element_of(op.results[0].type.replace("vector<", "tensor<")), np.broadcast_to(start, shape)
    for k, part in enumerate(x):
        found = fit(combine(made, part), element)
        made = found if mask is None else np.where(mask[k], found, made)
    return np.asarray(made)


def _masked(m: Threads, op: Op, mask: np.ndarray) -> Any:
    outer, m.mask = m.mask, mask.astype(bool)
    *ops, last = op.regions[0].blocks[0].ops
    for inner in ops:
        m.run(inner, [m.values[v] for v in inner.operands])
    m.mask = outer
    return m.whole(last.operands[0], m.values[last.operands[0]]) if last.operands else None


def _contract(m: Threads, op: Op, a: np.ndarray, b: np.ndarray, start: np.ndarray) -> np.ndarray:
    maps = [
        results.split(", ")
        for _, results in re.findall(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>", op.attributes["indexing_maps"])
    ]
    letters = {name: chr(97 + k) for k, name in enumerate(dict.fromkeys(n for names in maps for n in names))}
    x, y, z = ("".join(letters[n] for n in names) for names in maps)
    return np.asarray(start + np.einsum(f"{x},{y}->{z}", a.astype(start.dtype), b.astype(start.dtype)))


def _gather(m: Threads, op: Op, source: np.ndarray, *rest: Any) -> np.ndarray:
    *at, index, mask, otherwise = rest
    if source.ndim != 1 or len(at) != 1:
        raise NotModelled("vector.gather of several dimensions")
    place = np.clip(int(at[0]) + index, 0, len(source) - 1)
    return np.where(mask.astype(bool), source[place], otherwise)


VECTOR = {
    "vector.transfer_read": _read, "vector.transfer_write": _write, "vector.multi_reduction": _reduce, "vector.mask": _masked,
    "vector.contract": _contract, "vector.gather": _gather, "vector.step": lambda m, op: np.arange(shape_of(op.results[0])[0]),
    "vector.create_mask": lambda m, op, *ends: _below(shape_of(op.results[0]), ends),
    "vector.constant_mask": lambda m, op: _below(shape_of(op.results[0]), integers(op, "mask_dim_sizes")),
}  # fmt: skip


def _below(shape: Sequence[int], ends: Sequence[Any]) -> np.ndarray:
    made = np.ones(shape, bool)
    for axis, end in enumerate(ends):
        made &= (np.arange(shape[axis]) < int(end)).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return made


@lru_cache(maxsize=256)
def laid(text: str, name: str) -> Op:
    """A function of a program, with every conversion that IREE's analysis makes written out, and layouts in its types."""
    function = next(f for f in explicit(text).functions() if symbol_name(f) == name)
    return lay(function, assign(function))


def run(function: Op, arguments: Sequence[Any]) -> tuple[list[np.ndarray], int]:
    """Run a function from `laid`; return its results followed by its memory, and the number of elements that changed threads."""
    machine = Threads({}, CallerMemory(), (0, 0, 0), (1, 1, 1), 1_000_000)
    parameters = function.regions[0].blocks[0].arguments
    memory = [x.copy() if isinstance(x, np.ndarray) else np.asarray(x) for x in arguments]
    values = [machine.shared(p, x) if shape_of(p) else x for p, x in zip(parameters, memory, strict=True)]
    with np.errstate(all="ignore"):
        results = machine.call(function, values)
    returned = function.regions[0].blocks[0].ops[-1].operands
    made = [machine.whole(v, x) for v, x in zip(returned, results, strict=True)]
    return [*made, *(x for p, x in zip(parameters, memory, strict=True) if p.type.startswith("memref<"))], machine.moved
