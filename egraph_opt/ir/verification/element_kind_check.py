"""Verification of element types and attributes: integers, floats, pointers, masks, ranges, axes."""

from __future__ import annotations

from collections.abc import Callable

from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import PointerType, ScalarType, block_of, element_of, is_block_pointer, pointee_of, tensor_type, type_of

_ARITH_INTEGER = (
    "addi subi muli andi ori xori shli shrsi shrui minsi maxsi minui maxui divsi divui remsi remui ceildivsi ceildivui floordivsi"
)
_INTEGERS = frozenset(f"arith.{name}" for name in f"{_ARITH_INTEGER} mulsi_extended mului_extended cmpi".split())
_FLOATS = frozenset(
    (
        "arith.addf arith.subf arith.mulf arith.divf arith.remf arith.negf arith.minnumf arith.maxnumf"
        " arith.minimumf arith.maximumf arith.cmpf"
    ).split()
)
_CASTS = {
    "arith.extsi": "ii<", "arith.extui": "ii<", "arith.trunci": "ii>", "arith.extf": "ff<", "arith.truncf": "ff>",
    "arith.sitofp": "if", "arith.uitofp": "if", "arith.fptosi": "fi", "arith.fptoui": "fi",
}  # fmt: skip
"""Kinds of operand and result of each cast, and which of the two is narrower (`<` or `>`)."""
_ARRAYS = {"operandSegmentSizes": "i32", "boundaryCheck": "i32", "order": "i32", "static_mask_dims": "i64"}
"""Element types of array attributes of Triton's operations."""
_YIELDING = frozenset(("scf.for", "scf.if", "scf.while", "scf.execute_region", "scf.index_switch"))
_SAID = {"i": "integers", "f": "floats", "p": "pointers"}


def find_misuse(op: Op) -> str:
    """Return the error in the element types or attributes of an operation, or an empty string."""
    if "operandSegmentSizes" in op.attributes and "" not in op.attributes:  # types of unknown operations are unordered
        sizes = integers(op.attributes["operandSegmentSizes"])
        if min(sizes, default=0) < 0 or sum(sizes) != len(op.operands):
            return f"operandSegmentSizes name {sum(sizes)} operands, here are {len(op.operands)}"
    if op.name.startswith(("tt.", "tts.")):
        for name, type in _ARRAYS.items():
            if not (text := op.attributes.get(name, f"array<{type}")).startswith(f"array<{type}"):
                return f"its {name} is a list of {type}, here {text}"
    if op.name in _YIELDING:
        return _yields(op)
    if not op.results and not op.operands:
        return ""
    if op.name in _INTEGERS or op.name in _FLOATS:
        return _elements(op, "i" if op.name in _INTEGERS else "f")
    if op.name in _CASTS:
        return _cast(op, _CASTS[op.name])
    check = _CHECKS.get(op.name)
    return check(op) if check else ""


def _yields(op: Op) -> str:
    """Verify that each region of control flow yields the result types of its operation."""
    results = [v.type for v in op.results]
    for region in op.regions[-1:] if op.name == "scf.while" else op.regions:
        for block in region.blocks:
            last = block.ops[-1] if block.ops else None
            given = [v.type for v in last.operands] if last is not None and last.name == "scf.yield" else []
            wanted = [v.type for v in op.operands] if op.name == "scf.while" else results
            if (last is None or last.name not in ("cf.br", "cf.cond_br")) and given != wanted:
                return (
                    f"it yields {len(given)} values, and needs {len(wanted)}"
                    if len(given) != len(wanted)
                    else "it yields other types"
                )
    if results and op.name == "scf.if" and not op.regions[-1].blocks:
        return "it has results, and no else"
    return ""


def kind_of(text: str) -> str:
    """Return the kind of a type or element type: `i` (integer or `index`), `f` (float), `p` (pointer), or an empty string."""
    found = type_of(element_of(text))
    if isinstance(found, PointerType):
        return "p"
    return ("f" if found.is_float else "i") if isinstance(found, ScalarType) else ""


def _elements(op: Op, kind: str) -> str:
    types = list(dict.fromkeys(element_of(v.type) for v in op.operands))
    for type in types:
        if kind_of(type) not in ("", kind):
            return f"it takes {_SAID[kind]}, here {type}"
    return f"its operands have several types: {', '.join(types)}" if len(types) > 1 and all(map(kind_of, types)) else ""


def _cast(op: Op, kinds: str) -> str:
    if len(op.operands) != 1 or len(op.results) != 1:
        return ""
    source, target = (element_of(v.type) for v in (op.operands[0], op.results[0]))
    before, after = type_of(source), type_of(target)
    for kind, text in zip(kinds[:2], (source, target), strict=True):
        if kind_of(text) not in ("", kind) or text == "index":
            return f"it makes {_SAID[kinds[1]]} of {_SAID[kinds[0]]}, here {target} of {source}"
    if len(kinds) > 2 and isinstance(before, ScalarType) and isinstance(after, ScalarType):
        narrow, wide = (before, after) if kinds[2] == "<" else (after, before)
        if narrow.bits >= wide.bits:
            return f"it makes elements {'wider' if kinds[2] == '<' else 'narrower'}, here {target} of {source}"
    return ""


def _select(op: Op) -> str:
    condition = element_of(op.operands[0].type) if op.operands else "i1"
    return f"its condition is i1, here {condition}" if kind_of(condition) and condition != "i1" else ""


def _add_pointer(op: Op) -> str:
    pointer, offset, *_ = (*(v.type for v in op.operands), "", "")
    if kind_of(pointer) not in ("", "p") or kind_of(offset) not in ("", "i"):
        return f"it adds integers to pointers, here {element_of(offset)} to {element_of(pointer)}"
    return ""


def _access(op: Op) -> str:
    """Verify the pointer, value and mask of a load or store."""
    pointer, *rest = (v.type for v in op.operands)
    if kind_of(pointer) not in ("", "p"):
        return f"it takes pointers, here {element_of(pointer)}"
    if is_block_pointer(pointer):
        return ""
    pointee, shape = pointee_of(pointer), _shape(pointer)
    value = rest.pop(0) if op.name == "tt.store" else op.results[0].type if op.results else pointer
    mask, other = (*rest, "", "")[:2]
    if mask and kind_of(mask) and (element_of(mask), _shape(mask)) != ("i1", shape):
        return f"its mask has type {mask}, and its pointers {pointer}"
    for given in (value, other):
        if given and kind_of(given) and (element_of(given), _shape(given)) != (pointee, shape):
            return f"a value has type {given}, and its pointers {pointer}"
    return ""


def _shape(text: str) -> tuple[int, ...] | None:
    tensor = tensor_type(text)
    return tensor.shape if tensor else None


def _make_range(op: Op) -> str:
    tensor = tensor_type(op.results[0].type) if op.results else None
    if tensor is None:
        return "its result is a tensor of known extent"
    try:
        start, end = ((integer(op.attributes[name]) + (1 << 31)) % (1 << 32) - (1 << 31) for name in ("start", "end"))
        if wrong := next((text for name in ("start", "end") if not (text := op.attributes[name]).endswith(": i32")), ""):
            return f"its start and end are of type i32, here {wrong}"
    except (KeyError, ValueError):
        return "it has a start and an end"
    if len(tensor.shape) != 1 or tensor.element != "i32":
        return f"its result is a list of i32, here {op.results[0].type}"
    return f"it has {end - start} elements, and its type {tensor.shape[0]}" if end - start != tensor.shape[0] else ""


def _splat(op: Op) -> str:
    source, target = element_of(op.operands[0].type), element_of(op.results[0].type)
    return f"it keeps its operand, here {source} becomes {target}" if source != target and tensor_type(op.results[0].type) else ""


def _axis(op: Op) -> str:
    tensor = tensor_type(op.operands[0].type) if op.operands else None
    if tensor is None:
        return ""
    rank = len(tensor.shape) + (op.name == "tt.expand_dims")
    try:
        axis = integer(op.attributes["axis"])
    except (KeyError, ValueError):
        return "it has an axis"
    if not 0 <= axis < rank:
        return f"axis {axis} of {rank}"
    given = tensor_type(op.results[0].type) if op.name == "tt.expand_dims" and op.results else None
    expected = (*tensor.shape[:axis], 1, *tensor.shape[axis:])
    return f"a new axis {axis} of {op.operands[0].type}, but {op.results[0].type}" if given and given.shape != expected else ""


def _transposition(op: Op) -> str:
    taken, given = (tensor_type(v.type) for v in (op.operands[0], op.results[0]))
    if taken is None or given is None:
        return ""
    order = integers(op.attributes.get("order", ""))
    if sorted(order) != list(range(len(taken.shape))):
        return f"its order names each axis of {len(taken.shape)} once"
    return "its order and its types do not agree" if tuple(taken.shape[axis] for axis in order) != given.shape else ""


def _block_pointer(op: Op) -> str:
    block = block_of(op.results[0].type) if op.results else None
    if block is None:
        return f"its result points to a tile, here {op.results[0].type}" if op.results else ""
    rank, each = len(block.shape), 3 if op.name == "tt.make_tensor_ptr" else 2
    if len(op.operands) != 1 + each * rank:
        return f"a tile of rank {rank} has {each * rank} numbers, here {len(op.operands) - 1}"
    if kind_of(op.operands[0].type) not in ("", "p"):
        return f"its base is a pointer, here {op.operands[0].type}"
    types = ("i64", "i64", "i32") if each == 3 else ("i32", "i64")
    wanted = [type for type in types for _ in range(rank)]
    return next(
        (f"a number has type {v.type}, not {type}" for v, type in zip(op.operands[1:], wanted, strict=True) if v.type != type), ""
    )


_CHECKS: dict[str, Callable[[Op], str]] = {
    "arith.select": _select, "tt.addptr": _add_pointer, "tt.load": _access, "tt.store": _access, "tt.make_range": _make_range,
    "tt.splat": _splat, "tt.expand_dims": _axis, "tt.trans": _transposition,
    "tt.make_tensor_ptr": _block_pointer, "tt.make_tensor_descriptor": _block_pointer,
}  # fmt: skip
