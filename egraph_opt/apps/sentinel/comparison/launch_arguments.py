"""Reconstruction of a captured launch's arguments: memory with random contents from seeds, and tensors in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes
from egraph_opt.apps.sentinel.comparison.repro_folder import SEEDED_TYPES
from egraph_opt.apps.sentinel.comparison.reproduce import seeded_bytes
from egraph_opt.errors import EgraphOptError

WIDTHS = {
    "float64": 8,
    "complex64": 8,
    "int64": 8,
    "uint64": 8,
    "float32": 4,
    "int32": 4,
    "uint32": 4,
    "float16": 2,
    "bfloat16": 2,
}
"""Bytes per element, by PyTorch's name of the type. Other types have 2 bytes if the name ends in 16, else 1."""
MAX_LAUNCH_BYTES = 1 << 33
"""Largest size in bytes of all memories of a launch together."""


class CannotLaunch(EgraphOptError):
    """Error: a launch cannot be reconstructed; the message says why."""


@dataclass(frozen=True)
class ProgramParameter:
    """Parameter of the compiled program: its name, Triton's type, and the captured argument specification."""

    name: str
    kind: str
    value: Any

    @property
    def end(self) -> int:
        """Size in bytes of the memory up to the parameter's last element."""
        value = self.value
        if not all(value["shape"]):
            return 0
        last = sum((extent - 1) * step for extent, step in zip(value["shape"], value["stride"], strict=True))
        return int((value["offset"] + last + 1) * width(value["tensor"]))


def width(type: str) -> int:
    return WIDTHS.get(type, 2 if type.endswith("16") else 1)


def launch_arguments(signature: Mapping[str, Any], arguments: Mapping[str, Any]) -> list[ProgramParameter]:
    """Return the compiled program's parameters in the order of Triton's launcher.

    Raises:
        CannotLaunch: a parameter is a tuple or a descriptor, or has no plain value.
    """
    passed = []
    for name, kind in signature.items():
        if kind == "constexpr":
            continue
        value = arguments.get(name)
        pointer = isinstance(kind, str) and kind.startswith("*")
        plain = (
            isinstance(value, dict) and {"tensor", "memory"} <= value.keys() if pointer else isinstance(value, bool | int | float)
        )
        if not isinstance(kind, str) or not plain:
            raise CannotLaunch(f"parameter {name} of type {kind} cannot be made again from {str(value)[:60]}")
        passed.append(ProgramParameter(name, kind, value))
    return passed


def memories(passed: Sequence[ProgramParameter]) -> dict[int, Bytes]:
    """Return deterministic contents of each memory, by index. Tensors that share memory in the captured launch share it here.

    Floats are normally distributed with standard deviation 0.5. Integers are the captured values, or uniformly distributed in the
    captured range.

    Raises:
        CannotLaunch: the memories are too large.
    """
    tensors = [each for each in passed if isinstance(each.value, dict)]
    sizes: dict[int, int] = {}
    for each in tensors:
        sizes[each.value["memory"]] = max(sizes.get(each.value["memory"], 16), -(-each.end // 16) * 16)
    if sum(sizes.values()) > MAX_LAUNCH_BYTES:
        raise CannotLaunch(f"its arguments take {sum(sizes.values()) >> 20} MiB")
    found: dict[int, Bytes] = {}
    for each in tensors:
        number = each.value["memory"]
        if number not in found:
            found[number] = _contents(each, number + 1, sizes[number])
    for each in tensors:
        if each.value.get("values"):
            _write(each, found[each.value["memory"]])
    return found


def on_device(passed: Sequence[ProgramParameter]) -> list[Any]:
    """Return the arguments of a launch, with PyTorch tensors on the GPU. Raises CannotLaunch, like `memories`."""
    torch = import_module("torch")
    there = {number: torch.from_numpy(contents).to("cuda") for number, contents in memories(passed).items()}
    found = []
    for each in passed:
        value = each.value
        if isinstance(value, dict):
            tensor = torch.empty(0, dtype=getattr(torch, value["tensor"]), device="cuda")
            found.append(tensor.set_(there[value["memory"]].untyped_storage(), value["offset"], value["shape"], value["stride"]))
        else:
            found.append(value)
    return found


def _contents(each: ProgramParameter, seed: int, size: int) -> Bytes:
    type = each.value["tensor"]
    if type in SEEDED_TYPES:
        return np.asarray(seeded_bytes(seed, type, size))
    random = np.random.default_rng(seed)
    if type.startswith("float8"):  # small exponents in all float8 formats: no infinity, no NaN
        return (random.integers(0x28, 0x40, size) | random.integers(0, 2, size) << 7).astype(np.uint8)
    low, high = each.value.get("range") or (0, 0)
    numbers = random.integers(low, high, -(-size // width(type)), dtype=np.int64, endpoint=True)
    return np.ascontiguousarray(numbers.astype(f"i{width(type)}")).view(np.uint8)[:size]


def _write(each: ProgramParameter, memory: Bytes) -> None:
    value, size = each.value, width(each.value["tensor"])
    view = np.lib.stride_tricks.as_strided(
        memory[value["offset"] * size :].view(f"i{size}"), value["shape"], [step * size for step in value["stride"]]
    )
    whole = np.array([int(number) for number in value["values"]], dtype=np.int64 if size < 8 else object).reshape(value["shape"])
    view[...] = whole.astype(np.uint64 if size == 8 and (whole >= 1 << 63).any() else np.int64).astype(f"i{size}")
