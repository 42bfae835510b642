"""Verification of triton-shared's structured accesses: index lists, masks and values must match the tile."""

from __future__ import annotations

import re
from collections.abc import Callable

from egraph_opt.ir.attributes import integers, list_entries, words
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import DYNAMIC, PointerType, TensorType, block_of, element_of, pointee_of, tensor_type, type_of

_MASK = "gather_scatter_mask: %"
_ALIAS = re.compile(r"#|!(?!tt\.)")
_INDICES = ("i32", "i64", "index")


def find_misfit(op: Op) -> str:
    """Return the error in a `tts` access of triton-shared, or an empty string."""
    check = _CHECKS.get(op.name)
    return check(op) if check and op.pieces else ""


def _tile(text: str) -> TensorType | None:
    """Return the tensor type of the tile to which a structured pointer points."""
    if block := block_of(text):
        return block
    tensor = tensor_type(text)
    pointee = pointee_of(text) if tensor else None
    return TensorType(tensor.shape, pointee, "") if tensor and pointee else None


def _pointer(op: Op) -> str:
    gather = op.name == "tts.make_gather_scatter_tptr"
    text = words(op)
    if " sizes: [" not in text or not op.results:
        return ""
    tile = _tile(op.results[0].type)
    if tile is None:
        return f"its result points to a tile, here {op.results[0].type}"
    rank = len(tile.shape)
    if not op.operands or not isinstance(type_of(op.operands[0].type), PointerType) or tensor_type(op.operands[0].type):
        return f"its base is a pointer, here {op.operands[0].type if op.operands else 'none'}"
    pointee = pointee_of(op.operands[0].type)
    if tile.element != pointee:
        return f"its base points to {pointee}, and its tile has {tile.element}"
    lists = [v.type for v in op.operands[1 : 1 + gather + (_MASK in text)]]
    written, types = text.rpartition("]")[2].partition(":")[2], f"{' '.join(lists)} <{pointee}> to {op.results[0].type}"
    if not _ALIAS.search(written) and "".join(written.split()) != "".join(types.split()):
        return f"its types are{' ' * bool(lists)}{types}, here{written.rstrip()}"
    if list_entries(op, "sizes") != [*map(str, tile.shape)]:
        return f"its sizes are {', '.join(list_entries(op, 'sizes'))}, and its tile has {', '.join(map(str, tile.shape))}"
    for name in ("strides", "offsets", *(() if gather else ("shape",))):
        if (count := len([entry for entry in list_entries(op, name) if entry])) != rank:
            return f"it has {count} {name}, and its tile is of rank {rank}"
    order = [] if gather or list_entries(op, "order") == [""] else list_entries(op, "order")
    if order and sorted(order) != sorted(map(str, range(rank))):
        return f"its order names each axis of {rank} once, here {', '.join(order)}"
    numbers = op.operands[1 + gather + (_MASK in text) :]
    if wrong := next((v.type for v in numbers if v.type not in _INDICES), ""):
        return f"its numbers are integers of 32 bits or more, here {wrong}"
    return _list(op, tile) if gather else ""


def _list(op: Op, tile: TensorType) -> str:
    written = words(op).partition("gather_scatter_dim: ")[2].split(" ")[0].rstrip(",")
    if not written.isdecimal() or int(written) >= len(tile.shape):
        return f"gather_scatter_dim {written} of a tile of rank {len(tile.shape)}"
    extent = tile.shape[int(written)]
    for number, (elements, what) in enumerate(((("i32", "i64"), "indices"), (("i1",), "mask")), start=1):
        if number == 2 and _MASK not in words(op):
            break
        given = tensor_type(op.operands[number].type) if len(op.operands) > number else None
        if given is None or given.shape != (extent,) or given.element not in elements:
            found = op.operands[number].type if given else "none"
            return f"its {what} {'is' if number == 2 else 'are'} a list of {extent} {elements[-1]}, here {found}"
    return ""


def _access(op: Op) -> str:
    loads = op.name == "tts.load"
    tile = _tile(op.operands[0].type) if op.operands else None
    if tile is None:
        return f"its pointer is to a tile, here {op.operands[0].type if op.operands else 'none'}"
    values = [*op.results, *op.operands[1:]] if loads else [*op.operands[1:]]
    value = tensor_type(values[0].type) if values else None
    if value is None or (value.shape, value.element) != (tile.shape, tile.element):
        return f"its value is of {tile}, here {values[0].type if values else 'none'}"
    static = integers(op.attributes.get("static_mask_dims", ""))
    if len(static) not in (0, len(tile.shape)):
        return f"it has {len(static)} extents, and its tile is of rank {len(tile.shape)}"
    extents, rest = values[1 : 1 + static.count(DYNAMIC)], values[1 + static.count(DYNAMIC) :]
    if len(extents) < static.count(DYNAMIC):
        return f"it has {static.count(DYNAMIC)} extents that are operands, here {len(extents)}"
    if wrong := next((v.type for v in extents if v.type != "index"), ""):
        return f"its extents are of type index, here {wrong}"
    if any(extent != DYNAMIC and not 0 <= extent <= size for extent, size in zip(static, tile.shape, strict=False)):
        return f"its extents are {', '.join(map(str, static))}, and its tile has {', '.join(map(str, tile.shape))}"
    if len(rest) > loads or any(v.type != tile.element for v in rest):
        return f"what it has besides is {', '.join(v.type for v in rest)}" + (f", not one {tile.element}" if loads else "")
    return ""


def _check_scatter(op: Op) -> str:
    loads = op.name == "tts.gather"
    if len(op.operands) < 3 - loads:
        return f"it has a pointer{'' if loads else ', a value'} and offsets"
    base, offset, *rest = op.operands
    value = op.results[0] if loads and op.results else rest.pop(0) if rest else offset
    pointee = pointee_of(base.type)
    if pointee is None or tensor_type(base.type) is not None:
        return f"its base is a pointer, here {base.type}"
    taken, moved = tensor_type(offset.type), tensor_type(value.type)
    if element_of(offset.type) not in _INDICES:
        return f"its offsets are integers of 32 bits or more, here {offset.type}"
    if (taken and taken.shape) != (moved and moved.shape) or element_of(value.type) != pointee:
        return f"it moves {value.type} at {offset.type}, and its pointer is {base.type}"
    for mask in (tensor_type(v.type) for v in rest):
        if mask and (mask.element not in ("i1", pointee) or mask.shape != (taken and taken.shape)):
            return f"its mask has type {mask}, and its offsets {offset.type}"
    return ""


_CHECKS: dict[str, Callable[[Op], str]] = {
    "tts.make_tptr": _pointer, "tts.make_gather_scatter_tptr": _pointer, "tts.load": _access, "tts.store": _access,
    "tts.gather": _check_scatter, "tts.scatter": _check_scatter,
}  # fmt: skip
