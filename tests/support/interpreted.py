"""A GPU that is not there: compiled kernels are run by the interpreter, on arrays that stand for PyTorch's tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from triton.compiler import CompiledKernel

from egraph_opt.apps.sentinel import launch_guard
from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, MemoryPlace
from egraph_opt.apps.sentinel.comparison.bit_comparison import Crash
from egraph_opt.interpret import launch
from egraph_opt.text import read
from egraph_opt.triton.launches import timed_choice, version_dispatch

TYPES = {np.dtype(np.float16): "float16", np.dtype(np.float32): "float32", np.dtype(np.int32): "int32"}


class Array:
    """A tensor: what Triton looks at, and the memory behind it, which other tensors may share."""

    def __init__(self, memory: Bytes, dtype: Any, offset: int = 0) -> None:
        self.memory, self.kind, self.offset = memory, np.dtype(dtype), offset
        self.dtype = TYPES[self.kind]

    def data_ptr(self) -> int:
        return (1 << 20) + self.offset

    @property
    def values(self) -> np.ndarray:
        return self.memory[self.offset :].view(self.kind)


def array(values: np.ndarray) -> Array:
    return Array(values.reshape(-1).view(np.uint8).copy(), values.dtype)


class Machine:
    """In the place of `egraph_opt.apps.sentinel.comparison.gpu_runner.Device`: the same, but with arrays on the host."""

    def __init__(
        self, arguments: Sequence[Any], signature: Mapping[str, Any], launch: Callable[[Any, Sequence[Any]], None]
    ) -> None:
        self._arguments, self._launch = arguments, launch
        self._memories: list[Bytes] = []
        self.places: list[MemoryPlace] = []
        self.parameters: list[tuple[str, Any]] = []
        for name, kind, argument in zip(signature, signature.values(), arguments, strict=True):
            if isinstance(argument, Array):
                self.places.append(MemoryPlace(name, self._number(argument.memory), argument.offset, argument.dtype))
            if kind != "constexpr":
                self.parameters.append((name, self.places[-1] if isinstance(argument, Array) else argument))
        self.sizes = [len(memory) for memory in self._memories]

    def _number(self, memory: Bytes) -> int:
        for number, known in enumerate(self._memories):
            if known is memory:
                return number
        self._memories.append(memory)
        return len(self._memories) - 1

    def copy_memories(self) -> list[Bytes]:
        return [memory.copy() for memory in self._memories]

    def holding(self, contents: Sequence[Bytes]) -> list[Bytes]:
        return [np.array(each) for each in contents]

    def run(self, program: Any, memories: list[Bytes]) -> None:
        given = [
            Array(memories[self._number(x.memory)], x.kind, x.offset) if isinstance(x, Array) else x for x in self._arguments
        ]
        try:
            self._launch(program, given)
        except RuntimeError as error:
            raise Crash(str(error)) from error

    def is_same(self, one: Sequence[Bytes], other: Sequence[Bytes]) -> bool:
        return all(map(np.array_equal, one, other))

    def on_host(self, memories: list[Bytes]) -> list[Bytes]:
        return memories

    def initial_memories(self) -> list[Bytes]:
        return self._memories


class Gpu:
    """Runs what is launched. `damage` makes another text of a kernel's program, which stands for what a compiler makes of it wrongly."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, damage: Callable[[str], str] = str) -> None:
        self.damage = damage
        self.launched: list[Any] = []
        monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *launch: self.run(kernel, *launch)))
        monkeypatch.setattr(launch_guard, "Device", Machine)
        for module in (timed_choice, launch_guard):
            monkeypatch.setattr(module, "can_measure", lambda: True)
        monkeypatch.setattr(version_dispatch, "multiprocessors", lambda kernel: 132.0)

    def run(self, kernel: Any, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, *rest: Any) -> None:
        self.launched.append(kernel)
        interpreted(self.damage(kernel.asm["ttgir"]), kernel.src.signature, rest[3:], (x, y, z))


def interpreted(text: str, signature: Mapping[str, Any], arguments: Sequence[Any], grid: tuple[int, int, int]) -> None:
    """Run a program in TTGIR on arrays, by value: layouts play no part."""
    (function,) = read(text).functions()
    given = [
        argument.values if isinstance(argument, Array) else argument
        for argument, kind in zip(arguments, signature.values(), strict=True)
        if kind != "constexpr"
    ]
    launch(function, given, grid)
