"""Split of a raised kernel for launch from a host that creates the tensor descriptors.

    `@name` is the original kernel, for launches that fail the guard.
    `@name__descriptors` is the raised version without the guard. After the parameters of `@name`, it has for each
        descriptor the descriptor itself, its extents and its strides, as Triton's launcher passes them.
    `@name__launch` is a host function of the arguments of `@name` and a program id. The function returns the guard and, for each
        descriptor, the offset of its base (in elements), its extents and its strides.

If a guard uses the program id, the raised version may run only if the guard holds for all programs of the grid. The raised version
and its guard are proved before the split, which only moves operations from the kernel to the host.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from egraph_opt.families.pointer.forms.shape_parameters import closing
from egraph_opt.families.pointer.integers.assumptions import mark_promise
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.families.pointer.split_kernel import BASES
from egraph_opt.families.pointer.validation.version_paths import versions
from egraph_opt.ir.create import constant
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Argument, Block, Module, Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.rewriting.dead_code import erase_dead
from egraph_opt.ir.rewriting.rewrite import replace_body, replace_body_ops
from egraph_opt.ir.types import FunctionType, block_of, integer_bits, type_of

MAKER = "tt.make_tensor_descriptor"
DESCRIPTORS = "__descriptors"
"""Suffix of the name of a kernel with descriptors."""
NUMBER = "tt.get_program_id"


@dataclass(frozen=True, slots=True)
class RaisedKernel:
    """Kernel with descriptor parameters, and the host function that computes the descriptors."""

    kernel: Op
    launch: Op


def split_parts(raised: Op) -> RaisedKernel:
    """Split a raised function into a kernel and a host function.

    Raises:
        NotRaised: the guard or a descriptor depends on a value that the host cannot compute.
    """
    version, holds = versions(raised)[0]
    blocks = version.regions[0].blocks
    if len(blocks) != 1 or len(holds) > 1:
        raise NotRaised("a kernel of several blocks is not taken apart")
    (block,) = blocks
    defined = defining_ops(block.ops)
    makes = [op for op in block.ops if op.name == MAKER and _roots(op, block, defined)]
    if not makes:
        raise NotRaised("it has no descriptor that could be made at launch")
    guard = holds.get(0)
    numbers = [v for op in makes for v in op.operands[1:]]
    offsets = [defined[op.operands[0]].operands[1] if op.operands[0] in defined else None for op in makes]
    inside = _backward_slice([*([guard] if guard else []), *numbers, *filter(None, offsets)], defined)
    ops = [op for op in block.ops if op in inside]
    results: list[Value] = []
    true, zero = constant(1, "i1"), constant(0, "i64")
    results.append(guard or true.results[0])
    for make, offset in zip(makes, offsets, strict=True):
        results += [offset or zero.results[0], *make.operands[1:]]
    bases = tuple(block.arguments.index(_roots(op, block, defined)[0]) for op in makes)
    return RaisedKernel(_kernel(version, block, makes), _launch(version, (true, zero, *ops), results, bases))


def modules(module: Module, function: Op, raised: Op) -> tuple[Module, Module, Module]:
    """Return three modules: the input, the kernel with descriptor parameters, and the host function.

    Raises:
        NotRaised: the input has several functions, or the raised function cannot be split.
    """
    if len(module.functions()) != 1:
        raise NotRaised("a module of several functions is not taken apart")
    parts = split_parts(raised)
    return module, module.replace_functions({function: parts.kernel}), module.replace_functions({function: parts.launch})


def _roots(make: Op, block: Block, defined: Mapping[Value, Op]) -> tuple[Value, ...]:
    """Return the parameter that is a descriptor's base, as a 1-tuple; () if the host cannot compute the descriptor's operands."""
    base = make.operands[0]
    moved = defined.get(base)
    root = moved.operands[0] if moved is not None and moved.name == "tt.addptr" else base
    if root not in block.arguments:
        return ()
    numbers = [*make.operands[1:], *(moved.operands[1:] if moved is not None else ())]
    try:
        behind = _backward_slice(numbers, defined)
    except NotRaised:
        return ()
    known = {*block.arguments, *(v for op in behind for v in op.results)}
    return (root,) if all(op.name.startswith("arith.") for op in behind) and known.issuperset(numbers) else ()


def _backward_slice(values: Iterable[Value], defined: Mapping[Value, Op]) -> set[Op]:
    """Return the backward slice of scalar values.

    Raises:
        NotRaised: the slice has an operation other than scalar arithmetic on program ids and arguments.
    """
    found: set[Op] = set()
    todo = list(values)
    while todo:
        op = defined.get(todo.pop())
        if op is None or op in found:
            continue
        scalar = op.name.startswith("arith.") or op.name == NUMBER
        if not scalar or op.regions or not all(integer_bits(v.type) and not v.type.startswith("tensor") for v in op.results):
            raise NotRaised(f"a launch does not know {op.results[0].name if op.results else op.name}")
        found.add(op)
        todo += op.operands
    return found


def _kernel(version: Op, block: Block, makes: Sequence[Op]) -> Op:
    added: list[Value] = []
    for make in makes:
        (descriptor,) = make.results
        tile = block_of(descriptor.type)
        assert tile
        added.append(descriptor)
        added += [
            Value(type, f"{descriptor.name}_{n}") for n, type in enumerate(["i32"] * len(tile.shape) + ["i64"] * len(tile.shape))
        ]
    new = replace(block, arguments=(*block.arguments, *added), ops=tuple(op for op in block.ops if op not in makes))
    function = replace_body(version, new)
    return erase_dead(_change_signature(function, DESCRIPTORS, added, ()))


def _launch(version: Op, ops: Sequence[Op], results: Sequence[Value], bases: Sequence[int]) -> Op:
    pieces: list[Piece] = ["tt.return "]
    for i in range(len(results)):
        pieces += [", ", Operand(i)] if i else [Operand(i)]
    for i in range(len(results)):
        pieces += [", " if i else " : ", TypeOf("operand", i)]
    end = Op("tt.return", tuple(results), pieces=tuple(pieces))
    new = _change_signature(replace_body_ops(version, (*ops, end)), "__launch", (), [v.type for v in results])
    listed = f"array<i64: {', '.join(map(str, bases))}>"
    return erase_dead(mark_promise(new, BASES, listed))


def _change_signature(function: Op, suffix: str, added: Sequence[Value], results: Sequence[str]) -> Op:
    attributes = dict(function.attributes)
    name = attributes["sym_name"].strip('"')
    attributes["sym_name"] = f'"{name}{suffix}"'
    type = type_of(attributes["function_type"])
    assert isinstance(type, FunctionType)
    attributes["function_type"] = str(FunctionType((*type.inputs, *(v.type for v in added)), tuple(results)))
    count = len(type.inputs)
    if "arg_attrs" in attributes:
        attributes["arg_attrs"] = attributes["arg_attrs"].removesuffix("]") + ", {}" * len(added) + "]"
    pieces: list[Piece] = [p.replace(f"@{name}(", f"@{name}{suffix}(") if isinstance(p, str) else p for p in function.pieces]
    last = max((i for i, p in enumerate(pieces) if isinstance(p, Argument)), default=-1)
    tail = pieces[last + 1]
    if last < 0 or not isinstance(tail, str):
        raise NotRaised("a kernel without parameters is not taken apart")
    end = closing(tail)
    more: list[Piece] = []
    for i, value in enumerate(added):
        more += [", ", Argument(0, count + i), f": {value.type}"]
    given = f") -> ({', '.join(results)})" if results else ")"
    pieces[last + 1 : last + 2] = [tail[:end], *more, given + tail[end + 1 :]]
    return replace(function, attributes=attributes, pieces=tuple(pieces))
