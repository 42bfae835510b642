"""Generated inputs for timing a program: arguments of public functions, and the program's parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import Module, Op, Value, symbol_name
from egraph_opt.ir.types import DYNAMIC, TensorType, type_of

DTYPES = {
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32,
    "i64": np.int64,
}  # fmt: skip
"""Element types that numpy files support."""
MAX_PARAMETER_BYTES = 1 << 28
"""Largest size in bytes of generated parameters."""
FUNCTIONS = ("util.func", "func.func")
_PARAMETER = re.compile(r'#(?:flow|stream)\.parameter\.named<(?:"([^"]*)"::)?"([^"]*)">\s*:\s*(tensor<[^>]*>)')


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """Public function: its name, and the types of its arguments, tensors or integers."""

    name: str
    types: tuple[str, ...]


def entries(module: Module) -> list[EntryPoint]:
    """Return the public functions of a module.

    The function or its asynchronous version imports a buffer argument as a tensor, whose type is the argument's type here.
    """
    functions = {symbol_name(op): op for op in module.op.walk() if op.name in FUNCTIONS and op.regions and op.regions[0].blocks}
    return [
        EntryPoint(name, tuple(_types(functions.get(f"{name}$async", op))))
        for name, op in functions.items()
        if not name.endswith("$async") and op.attributes.get("sym_visibility", "").strip('"') != "private"
    ]


def _types(function: Op) -> Iterator[str]:
    imported: dict[Value, str] = {}
    for op in function.walk():
        if op.name == "hal.tensor.import":
            imported.setdefault(op.operands[0], op.results[0].type)
    for argument in function.regions[0].blocks[0].arguments:
        if argument.type != "!hal.fence":
            yield imported.get(argument, argument.type)


def parameters(text: str) -> dict[str, dict[str, str]]:
    """Return the types of a program's named parameters, by scope and name."""
    found: dict[str, dict[str, str]] = {}
    for scope, name, type in _PARAMETER.findall(text):
        found.setdefault(scope, {})[name] = type
    return found


def shape_of(type: str, assumed: int) -> tuple[tuple[int, ...], str]:
    """Return the shape and element type of a tensor type, with dynamic extents replaced by `assumed`.

    Raises:
        Unsupported: the type is not a tensor with a numpy element type.
    """
    tensor = type_of(type)
    if not isinstance(tensor, TensorType) or tensor.element not in DTYPES:
        raise Unsupported(f"an argument of the type {type} cannot be made up")
    return tuple(assumed if n == DYNAMIC else n for n in tensor.shape), tensor.element


def made_up(type: str, assumed: int, random: np.random.Generator) -> NDArray[np.generic] | int:
    """Return a generated value: `assumed` for a scalar, otherwise a tensor of normally distributed floats or of integers 0 and 1.

    Raises:
        Unsupported: the type is unknown.
    """
    if type in ("index", "i64", "i32"):
        return assumed
    shape, element = shape_of(type, assumed)
    if element.startswith("i"):
        return random.integers(0, 2, shape).astype(DTYPES[element])
    return random.standard_normal(shape).astype(DTYPES[element])


def write_inputs(entry: EntryPoint, folder: Path, assumed: int) -> list[str]:
    """Write generated arguments of a function, and return the flags that pass them to IREE's tools.

    Scalars and dynamic extents get the value `assumed`. Raises Unsupported.
    """
    random, flags = np.random.default_rng(0), []
    for n, type in enumerate(entry.types):
        value = made_up(type, assumed, random)
        if isinstance(value, int):
            flags.append(f"--input={value}")
            continue
        np.save(folder / f"in{n}.npy", value)
        flags.append(f"--input=@{folder}/in{n}.npy")
    return flags


def write_parameters(text: str, folder: Path) -> Sequence[str]:
    """Write files with generated values of a program's parameters, and return the flags for IREE's tools.

    Raises:
        Unsupported: the parameters exceed `MAX_PARAMETER_BYTES`.
    """
    named = parameters(text)
    shapes = {(scope, name): shape_of(type, 1) for scope, types in named.items() for name, type in types.items()}
    if sum(prod(shape) * np.dtype(DTYPES[element]).itemsize for shape, element in shapes.values()) > MAX_PARAMETER_BYTES:
        raise Unsupported(f"parameters of more than {MAX_PARAMETER_BYTES >> 20} MiB are not made up: say where they are")
    random, flags = np.random.default_rng(1), []
    for number, (scope, types) in enumerate(named.items()):
        made: dict[str, NDArray[np.generic]] = {}
        for name in types:
            shape, element = shapes[scope, name]
            value = random.standard_normal(shape) / max(1.0, float(prod(shape[1:])) ** 0.5)  # keeps the magnitude of products
            if len(shape) < 2:
                value = np.abs(value) + 0.5  # positive: a variance, whose square root is taken
            made[name] = value.astype(DTYPES[element])
        place = folder / f"p{number}.safetensors"
        write_safetensors(made, place)
        flags.append(f"--parameters={scope}={place}" if scope else f"--parameters={place}")
    return flags


def write_safetensors(tensors: Mapping[str, NDArray[np.generic]], place: Path) -> None:
    """Write tensors in the safetensors format.

    IREE's own archive format needs IREE's Python binding, which prints messages at process exit.
    """
    header, end = {}, 0
    for name, tensor in tensors.items():
        kind = "BOOL" if tensor.dtype.kind == "b" else f"{tensor.dtype.kind.upper()}{8 * tensor.itemsize}"
        begin, end = end, end + tensor.nbytes
        header[name] = {"dtype": kind, "shape": tensor.shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)  # align the data
    with place.open("wb") as to:
        to.write(len(text).to_bytes(8, "little") + text)
        to.writelines(tensor.tobytes() for tensor in tensors.values())
