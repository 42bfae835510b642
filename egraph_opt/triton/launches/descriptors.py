"""A kernel with descriptors for arguments, which the host makes at each launch; the kernel as it is where a launch does not allow that.

What may be done, and what the descriptors are made of, is a function of the launch's integers and its grid
(`egraph_opt.families.pointer.launching`). It is computed for all programs of the grid, and the descriptors are encoded, once for each
combination of integers, grid and places in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.launching import apart_text, encodable
from egraph_opt.interpret import interpret
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of, element_bytes
from egraph_opt.triton.choice.second import compile_text
from egraph_opt.triton.pipeline.launch import Program, StandIn

PROGRAMS = 1 << 20
"""Of a grid with more programs than this, not all can be asked."""
KEPT = 1024
"""Combinations of integers that a kernel remembers; after that it forgets them all."""
INTEGERS = frozenset(("i1", "i8", "i16", "i32", "i64", "u1", "u8", "u16", "u32", "u64"))


Numbers = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Of a descriptor the parameter of its base, an offset from that in bytes, extents, and strides."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A tensor's memory from some byte on, as Triton's launcher looks at a tensor."""

    tensor: Any
    bytes: int

    def data_ptr(self) -> int:
        return int(self.tensor.data_ptr()) + self.bytes


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A descriptor, as Triton's launcher looks at one."""

    base: Any
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    padding: str = "zero"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a launch computes."""

    function: Op
    """Its parameters are those of the kernel."""
    bases: tuple[int, ...]
    """Of each descriptor, the parameter that its base is an offset from, ..."""
    ranks: tuple[int, ...]
    bytes: tuple[int, ...]
    """... its dimensions, and the bytes of an element."""

    def numbers(self, integers: Sequence[int], grid: tuple[int, ...]) -> list[Numbers] | None:
        """Return what each descriptor is made of; None where the launch may not have them.

        Args:
            integers: the arguments, with zero for what is no integer.
        """
        x, y, z = grid
        if x * y * z > PROGRAMS:
            return None
        programs: Any = tuple(axis.ravel() for axis in np.meshgrid(*(np.arange(n, dtype=np.int32) for n in (x, y, z))))
        holds, *numbers = interpret(self.function, list(integers), programs, grid)
        if not np.all(holds):
            return None
        values = iter([int(number) for number in numbers])
        found = []
        for base, rank, size in zip(self.bases, self.ranks, self.bytes, strict=True):
            offset = next(values) * size
            found.append((base, offset, tuple(next(values) for _ in range(rank)), tuple(next(values) for _ in range(rank))))
        return found


Encode = Callable[[Descriptor, int], list[Any]]
"""Encodes one of a kernel's descriptors, by its number."""


@dataclass(frozen=True, slots=True)
class Source:
    """What Triton's launcher looks at in a kernel's source."""

    signature: dict[int, str]
    constants: dict[Any, Any]


class Described(StandIn):
    """Stands in for a kernel; the second one has descriptors for arguments, and is launched where a launch allows that."""

    def __init__(self, kernel: Any, second: Any, plan: Plan, places: Sequence[int], kinds: Sequence[str], encode: Encode) -> None:
        """`places`: which of a launch's arguments are the function's parameters; `kinds`: their types in Triton's words."""
        super().__init__(kernel)
        self._second, self._plan, self._places, self._encode = second, plan, tuple(places), encode
        self._is_integer = tuple(kind in INTEGERS for kind in kinds)
        self._integers = [place for place, is_one in zip(places, self._is_integer, strict=True) if is_one]
        self._bases = [places[base] for base in plan.bases]
        self._known: dict[tuple[object, ...], tuple[Any, ...] | None] = {}

    def chosen(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        return self._kernel

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        more = self.made(rest[2:], (x, y, z))
        if more is None:
            super().run(x, y, z, stream, function, packed, metadata, *rest)
            return
        kernel = self._second
        run = kernel.run  # loads the kernel
        given = [rest[2 + place] for place in self._places]
        run(x, y, z, stream, kernel.function, kernel.packed_metadata, metadata, *rest[:2], *given, *more)

    def made(self, arguments: Sequence[Any], grid: tuple[int, ...]) -> tuple[Any, ...] | None:
        """The descriptors that these arguments get, as the second kernel takes them behind its own; None where they allow none.

        Every launch pays for this: what is known already is found by the integers, the grid, and where the bases are.
        """
        try:
            key = *grid, *[arguments[place] for place in self._integers], *[arguments[place].data_ptr() for place in self._bases]
        except AttributeError:  # a base that is no tensor
            return None
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = self._new([arguments[place] for place in self._places], grid)
        return self._known[key]

    def _new(self, parameters: Sequence[Any], grid: tuple[int, ...]) -> tuple[Any, ...] | None:
        integers = [int(value) if is_one else 0 for value, is_one in zip(parameters, self._is_integer, strict=True)]
        found: list[Any] = []
        for number, (base, offset, shape, strides) in enumerate(self._plan.numbers(integers, grid) or ()):
            moved = Moved(parameters[base], offset)
            if not encodable(moved.data_ptr(), shape, strides, self._plan.bytes[number]):
                return None
            found += self._encode(Descriptor(moved, shape, strides), number)
        return tuple(found) or None


def described(kernel: Any, program: Program) -> Described | None:
    """A kernel that is launched with descriptors where a launch allows them; None where it has no access that could go through one."""
    signature = list(kernel.src.signature.values())
    whole = all(isinstance(kind, str) and not kind.startswith(("tensordesc", "nvTmaDesc")) for kind in signature)
    if program.target.backend != "cuda" or program.target.arch < 90 or not whole:
        return None
    parts = apart_text(raise_text(kernel.asm["ttir"], kernel.name, "host-descriptor", "kernel").ir)
    if parts is None:
        return None
    text, launch, bases, types = parts
    tiles = [block for type in types if (block := block_of(type)) is not None]
    places = [number for number, kind in enumerate(signature) if kind != "constexpr"]
    kinds = [signature[number] for number in places]
    second = compile_text(text, "ttir", program.target, program.options)
    about = list(second.metadata.tensordesc_meta or ())
    if len(about) != len(tiles) or len(kinds) != len(launch.regions[0].blocks[0].arguments):
        return None
    # a launcher that is told nothing of descriptors takes them as they are encoded, and encodes none
    second.metadata = second.metadata._replace(tensordesc_meta=[])
    ranks = [len(tile.shape) for tile in tiles]
    more = [kind for rank in ranks for kind in ("nvTmaDesc", *["i32"] * rank, *["i64"] * rank)]
    second.src = Source(dict(enumerate([*kinds, *more])), {})
    plan = Plan(launch, bases, tuple(ranks), tuple(element_bytes(tile.element) for tile in tiles))
    return Described(kernel, second, plan, places, kinds, lambda descriptor, number: encoded(descriptor, about[number]))


def encoded(descriptor: Descriptor, about: Any) -> list[Any]:
    """A descriptor as kernels take it: encoded for the hardware, its extents, and its strides. `about` is what Triton says of its tile."""
    from triton.backends.nvidia.driver import make_tensordesc_arg

    return list(make_tensordesc_arg(descriptor, about))
