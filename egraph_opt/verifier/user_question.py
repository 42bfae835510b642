"""The problem as users write it: calls of kernels with arrays, numbers, and expressions over named sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from egraph_opt.errors import EgraphOptError, nearest
from egraph_opt.verifier.expression import split_list
from egraph_opt.verifier.side import Start

Extent = int | str
"""A number, or an expression over sizes."""
Grid = int | str | Sequence[Extent] | Callable[[Mapping[str, Any]], Any]


class ProblemError(EgraphOptError):
    """The user's problem is incomplete or contradictory. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """A user's description of an array that kernels take.

    Attributes:
        dtype: element type: `f32`, `bf16`, `i64`, or as NumPy, PyTorch and Triton write it.
        shape: extents, as numbers or expressions over sizes.
        strides: strides in elements; row-major without gaps by default.
        start: contents before the first launch: `given`, `zeros` or `undefined`; by default derived from the kernels' loads and stores.
        low, high: range of integer contents, `high` excluded.
    """

    dtype: str
    shape: tuple[Extent, ...]
    strides: tuple[Extent, ...] = ()
    start: Start | None = None
    low: Extent | None = None
    high: Extent | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A launch: a kernel, its grid, its arguments and its compile-time constants.

    Attributes:
        kernel: a Triton kernel, `file.py:kernel`, a file of TTIR or its text, or the folder of a captured kernel.
        grid: extents, an expression over sizes and constants such as `cdiv(N, BLOCK)`, or a function as Triton takes it.
        args: names of arrays, numbers, and expressions over sizes, by the kernel's parameter or in order.
        constexprs: compile-time constants, as numbers or expressions over sizes.
    """

    kernel: Any
    grid: Grid = 1
    args: Mapping[str, Any] | Sequence[Any] = field(default_factory=tuple)
    constexprs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """The user's problem: two sides (old and new) on arrays of the same names, with sizes that are given or open.

    Attributes:
        old, new: launches of each side in order, or a NumPy or PyTorch function in place of them.
        arrays: arrays by name, to which the launches' arguments refer.
        sizes: numbers of the sizes by name; None for an open size, for which the verdict should cover all numbers.
        assumptions: conditions on open sizes, such as `N % 16 == 0`.
        results: names of the arrays to compare; by default derived from the kernels' stores.
    """

    old: Sequence[Call] | Callable[..., Any]
    new: Sequence[Call] | Callable[..., Any]
    arrays: Mapping[str, Tensor]
    sizes: Mapping[str, int | None] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


_NAMES: dict[str, str] = {
    **dict.fromkeys(("f16", "fp16", "float16", "half"), "f16"),
    **dict.fromkeys(("bf16", "bfloat16"), "bf16"),
    **dict.fromkeys(("f32", "fp32", "float32", "float"), "f32"),
    **dict.fromkeys(("f64", "fp64", "float64", "double"), "f64"),
    **dict.fromkeys(("f8E5M2", "fp8e5", "float8_e5m2"), "f8E5M2"),
    **dict.fromkeys(("f8E4M3FN", "fp8e4nv", "float8_e4m3fn"), "f8E4M3FN"),
    **dict.fromkeys(("i1", "bool", "bool_", "u1"), "i1"),
    **{name: f"i{bits}" for bits in (8, 16, 32, 64) for name in (f"i{bits}", f"int{bits}", f"u{bits}", f"uint{bits}")},
}
_TRITON = {"f16": "fp16", "f32": "fp32", "f64": "fp64", "f8E5M2": "fp8e5", "f8E4M3FN": "fp8e4nv"}
"""Names of element types in Triton's signatures that differ from those in TTIR."""
_UNSIGNED = re.compile(r"u(?:int)?(\d+)")
_TENSOR = re.compile(r"\s*(\w+)\s*\[([^\]]*)\]\s*(.*)", re.DOTALL)
_OPTION = re.compile(r"\s*(strides|start|low|high)\s*=\s*(\[[^\]]*\]|[^\s\[\]]+)")


def element_name(dtype: str) -> str:
    """Return an element type as TTIR writes it, from a name of NumPy, PyTorch or Triton. Raises ProblemError if it is unknown."""
    plain = dtype.rpartition(".")[2]
    if plain not in _NAMES:
        raise ProblemError(f"unknown element type {dtype!r}{nearest(plain, _NAMES)}")
    return _NAMES[plain]


def signature_name(dtype: str) -> str:
    """Return an element type as Triton's signatures write it, where unsigned integers have separate names."""
    name, unsigned = element_name(dtype), _UNSIGNED.fullmatch(dtype.rpartition(".")[2])
    return f"u{unsigned[1]}" if unsigned else _TRITON.get(name, name)


def parse_tensor(text: str) -> Tensor | None:
    """Return the array that a text such as `f32[M, N] strides=[K, 1] start=zeros` describes; None if it describes no array.

    Raises:
        ProblemError: an option after the shape is invalid.
    """
    found = _TENSOR.fullmatch(text)
    if found is None:
        return None
    options: dict[str, str] = {}
    position, rest = 0, found[3].rstrip()
    while position < len(rest):
        option = _OPTION.match(rest, position)
        if option is None:
            raise ProblemError(f"{text!r}: {rest[position:].strip()!r} is none of strides=[...], start=, low=, high=")
        options[option[1]], position = option[2], option.end()
    start = options.get("start")
    if start not in (None, "given", "zeros", "undefined"):
        raise ProblemError(f"{text!r}: start is given, zeros or undefined")
    element_name(found[1])
    return Tensor(
        found[1],
        _extents(found[2]),
        _extents(options.get("strides", "[]")[1:-1]),
        start,  # type: ignore[arg-type]
        options.get("low"),
        options.get("high"),
    )


def _extents(text: str) -> tuple[Extent, ...]:
    return tuple(int(part) if part.isdecimal() else part for part in split_list(text))


def tensor_of(value: Any) -> Tensor | None:
    """Return the array that a user's value describes: a `Tensor`, its text, or a NumPy or PyTorch array; None for anything else."""
    if isinstance(value, Tensor):
        element_name(value.dtype)
        return value
    if isinstance(value, str):
        return parse_tensor(value)
    if not hasattr(value, "shape") or not hasattr(value, "dtype") or not len(value.shape):
        return None
    shape = tuple(int(extent) for extent in value.shape)
    dtype = str(value.dtype)
    element_name(dtype)
    if callable(getattr(value, "stride", None)):
        return Tensor(dtype, shape, tuple(int(step) for step in value.stride()))
    steps = getattr(value, "strides", None)
    return Tensor(dtype, shape, tuple(int(step) // value.itemsize for step in steps) if steps else ())


def is_kernel_file(text: str) -> bool:
    """Return whether a text names a kernel in a Python file, as `file.py:kernel`."""
    file, colon, name = text.rpartition(":")
    return bool(colon) and file.endswith(".py") and name.replace(".", "").isidentifier()


def kernel_name(kernel: Any) -> str:
    """Return a name for a kernel, for messages."""
    if isinstance(kernel, str | Path):
        text = str(kernel)
        return "<text>" if "\n" in text else text
    return str(getattr(kernel, "__name__", None) or getattr(getattr(kernel, "fn", None), "__name__", "kernel"))
