"""Parser of type texts; results are memoised.

`Value.type` is a text. Nested types and encodings remain text, parsed on demand. An unknown type is an `OpaqueType`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

DYNAMIC: Final = -(1 << 63)
"""Value of a dynamic extent, as in MLIR's attributes."""
POINTER_BITS = 64

_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|->|[<({\[]|[>)}\]]|,', re.DOTALL)
_EXTENTS = re.compile(r"(?:(?:\d{1,18}|\?)x)*")
_SCALAR = re.compile(r"(i|si|ui|f|bf|tf)(\d{1,3})(?:[EM]\w+)?")


class ScalarType(NamedTuple):
    """Scalar type: integer (`i32`, `ui8`), float (`bf16`, `f8E4M3FN`), or `index`."""

    text: str
    bits: int
    """Width in bits; 64 for `index`."""
    is_float: bool

    def __str__(self) -> str:
        return self.text


class TensorType(NamedTuple):
    """Ranked tensor type, such as `tensor<64x?xf32, #encoding>`; an extent may be `DYNAMIC`."""

    shape: tuple[int, ...]
    element: str
    encoding: str | None

    def __str__(self) -> str:
        return f"tensor<{_extents(self.shape)}{self.element}{f', {self.encoding}' if self.encoding else ''}>"


class VectorType(NamedTuple):
    """Vector type without scalable extents, such as `vector<4x8xf16>`."""

    shape: tuple[int, ...]
    element: str

    def __str__(self) -> str:
        return f"vector<{_extents(self.shape)}{self.element}>"


class PointerType(NamedTuple):
    """Pointer type, such as `!tt.ptr<f32>` or `!tt.ptr<tensor<64x64xf16>, 1>`."""

    pointee: str
    space: int | None

    def __str__(self) -> str:
        return f"!tt.ptr<{self.pointee}{'' if self.space is None else f', {self.space}'}>"


class MemDescType(NamedTuple):
    """View of on-chip memory: `!ttg.memdesc<64x64xf16, #encoding, #space, mutable, 2x64x64>` (last: shape of the allocation)."""

    shape: tuple[int, ...]
    element: str
    encoding: str
    space: str
    mutable: bool
    allocated: tuple[int, ...]

    def __str__(self) -> str:
        rest = [self.encoding, self.space, *["mutable"] * self.mutable]
        rest += ["x".join(map(str, self.allocated))] if self.allocated else []
        return f"!ttg.memdesc<{_extents(self.shape)}{', '.join((self.element, *rest))}>"


class DescriptorType(NamedTuple):
    """Tensor descriptor: `!tt.tensordesc<tensor<64x64xf16>>` or, from Triton 3.8, `!tt.tensordesc<64x64xf16>`."""

    block: TensorType
    short: bool

    def __str__(self) -> str:
        return f"!tt.tensordesc<{str(self.block)[7:] if self.short else f'{self.block}>'}"


class FunctionType(NamedTuple):
    """Function type, such as `(i32, f32) -> i1`."""

    inputs: tuple[str, ...]
    results: tuple[str, ...]

    def __str__(self) -> str:
        results = ", ".join(self.results)
        alone = len(self.results) == 1 and "->" not in results
        return f"({', '.join(self.inputs)}) -> {results if alone else f'({results})'}"


class OpaqueType(NamedTuple):
    """Unparsed type."""

    text: str

    def __str__(self) -> str:
        return self.text


Type = ScalarType | TensorType | VectorType | PointerType | MemDescType | DescriptorType | FunctionType | OpaqueType


@lru_cache(maxsize=1 << 16)
def type_of(text: str) -> Type:
    if text.startswith("("):
        return _function(text) or OpaqueType(text)
    if text.endswith(">"):
        prefix, _, inside = text[:-1].partition("<")
        read = _READ.get(prefix)
        return (read(inside) if read else None) or OpaqueType(text)
    found = _SCALAR.fullmatch(text)
    if found or text == "index":
        return ScalarType(text, int(found[2]) if found else 64, found is not None and found[1] not in ("i", "si", "ui"))
    return OpaqueType(text)


@lru_cache(maxsize=1 << 16)
def tensor_type(text: str) -> TensorType | None:
    """Parse a ranked tensor type with static extents, or return None for other types."""
    tensor = type_of(text)
    return tensor if isinstance(tensor, TensorType) and DYNAMIC not in tensor.shape else None


@lru_cache(maxsize=1 << 16)
def with_encoding(text: str, encoding: str | None) -> str:
    """Return a tensor type with another encoding, or without one; other types stay as they are."""
    tensor = tensor_type(text)
    return str(tensor._replace(encoding=encoding)) if tensor else text


@lru_cache(maxsize=1 << 16)
def block_of(text: str) -> TensorType | None:
    """Return the tile type of a block pointer or a tensor descriptor, or None for other types."""
    found = type_of(text)
    return (
        tensor_type(found.pointee)
        if isinstance(found, PointerType)
        else found.block
        if isinstance(found, DescriptorType)
        else None
    )


def is_tensor(text: str) -> bool:
    """Return whether a type is a tensor, ranked or not."""
    return text.startswith("tensor<")


def is_vector(text: str) -> bool:
    """Return whether a type is a vector, scalable or not."""
    return text.startswith("vector<")


def is_block_pointer(text: str) -> bool:
    found = type_of(text)
    return isinstance(found, PointerType) and found.pointee.startswith("tensor<")


@lru_cache(maxsize=1 << 16)
def element_of(text: str) -> str:
    """Return the element type of a tensor, vector, or memory descriptor. Any other type is returned unchanged."""
    found = type_of(text)
    return found.element if isinstance(found, TensorType | VectorType | MemDescType) else text


@lru_cache(maxsize=1 << 16)
def pointee_of(text: str) -> str | None:
    """Return the pointee type of a pointer or a tensor of pointers, or None for other types."""
    found = type_of(element_of(text))
    return found.pointee if isinstance(found, PointerType) else None


@lru_cache(maxsize=1 << 16)
def bits_of(text: str) -> int:
    """Return the bit width of a scalar, a pointer, or an element of a shaped type, or 0 if unknown."""
    found = type_of(element_of(text))
    return found.bits if isinstance(found, ScalarType) else POINTER_BITS if isinstance(found, PointerType) else 0


@lru_cache(maxsize=1 << 16)
def integer_bits(text: str) -> int:
    """Return the bit width of an integer, index or pointer type (also as element type), or 0 for other types."""
    found = type_of(element_of(text))
    return 0 if isinstance(found, ScalarType) and (found.is_float or found.text[0] in "su") else bits_of(text)


def element_bytes(text: str) -> int:
    """Return the size of a type's element in memory: at least 1 byte, and 4 bytes if the type is unknown."""
    bits = bits_of(text)
    return max(1, bits // 8) if bits else 4


def items(text: str) -> list[str]:
    """Split a text at commas outside brackets and strings."""
    if "," not in text:
        return [text.strip()] if text.strip() else []
    found, depth, first = [], 0, 0
    for mark in _MARK.finditer(text):
        c = mark.group()
        if c == ",":
            if depth == 0:
                found.append(text[first : mark.start()].strip())
                first = mark.end()
        elif c in "<({[":
            depth += 1
        elif c in ">)}]":
            depth -= 1
    return [*found, text[first:].strip()]


@lru_cache(maxsize=1 << 16)
def result_types(results: tuple[str, ...], index: int, held: str) -> tuple[str, ...]:
    """Return the result types of an operation, where all tensor results have the layout of `held`, the type of result `index`."""
    layout = tensor_type(held)
    alike = results if layout is None else [with_encoding(result, layout.encoding) for result in results]
    return tuple(held if i == index else result for i, result in enumerate(alike))


def _extents(shape: tuple[int, ...]) -> str:
    return "".join(["?x" if extent == DYNAMIC else f"{extent}x" for extent in shape])


def _parse_shape(inside: str) -> tuple[tuple[int, ...], str, str] | None:
    """Split the parameters of a shaped type into shape, element type, and rest; None for an unranked, scalable or invalid type."""
    end = _EXTENTS.match(inside).end()  # type: ignore[union-attr]
    shape = tuple([DYNAMIC if extent == "?" else int(extent) for extent in inside[:end].split("x")[:-1]])
    element, _, rest = inside[end:].partition(",")
    if "<" in element:
        element, *others = items(inside[end:])
        rest = ", ".join(others)
    return None if element[:1] in ("", "*", "[", "?") or element[0].isdecimal() else (shape, element.strip(), rest.strip())


def _tensor(inside: str) -> TensorType | None:
    found = _parse_shape(inside)
    return TensorType(found[0], found[1], found[2] or None) if found else None


def _vector(inside: str) -> VectorType | None:
    found = _parse_shape(inside)
    return VectorType(*found[:2]) if found and not found[2] and DYNAMIC not in found[0] else None


def _pointer(inside: str) -> PointerType | None:
    match items(inside):
        case [pointee]:
            return PointerType(pointee, None)
        case [pointee, space] if space.isdecimal():
            return PointerType(pointee, int(space))
    return None


def _memdesc(inside: str) -> MemDescType | None:
    found = _parse_shape(inside)
    following = items(found[2]) if found else []
    if found is None or len(following) < 2:
        return None
    (shape, element, _), (encoding, space, *rest) = found, following
    mutable = rest[:1] == ["mutable"]
    if len(rest) == mutable:
        return MemDescType(shape, element, encoding, space, mutable, ())
    allocated = _parse_shape(f"{rest[-1]}x_")
    if allocated is None or allocated[1] != "_" or len(rest) > mutable + 1:
        return None
    return MemDescType(shape, element, encoding, space, mutable, allocated[0])


def _descriptor(inside: str) -> DescriptorType | None:
    short = not inside.startswith("tensor<")
    block = tensor_type(f"tensor<{inside}>" if short else inside)
    return DescriptorType(block, short) if block else None


def _function(text: str) -> FunctionType | None:
    depth = 0
    for mark in _MARK.finditer(text):
        c = mark.group()
        depth += (c in "<({[") - (c in ">)}]")
        if depth == 0 and c == ")":
            arrow, results = text[mark.end() :].lstrip()[:2], text[mark.end() :].lstrip()[2:].strip()
            listed = items(results[1:-1]) if results.startswith("(") else [results]
            return FunctionType(tuple(items(text[1 : mark.start()])), tuple(listed)) if arrow == "->" else None
    return None


_READ: dict[str, Callable[[str], Type | None]] = {
    "tensor": _tensor,
    "vector": _vector,
    "!tt.ptr": _pointer,
    "!ttg.memdesc": _memdesc,
    "!tt.tensordesc": _descriptor,
}
