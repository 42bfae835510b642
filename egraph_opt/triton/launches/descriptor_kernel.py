"""Kernel whose descriptor arguments the host makes at each launch, with the original kernel as a fallback.

A function of the launch's integers and grid returns the descriptors and their preconditions
(`egraph_opt.families.pointer.host_descriptors`). For each new combination of integers and grid, it is evaluated for all program
instances, in about a millisecond; new addresses only take new descriptors. If the rewrite assumes that arrays do not overlap, each launch
checks this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from egraph_opt.errors import reason_of
from egraph_opt.families.pointer.split_kernel import encodable, split_text
from egraph_opt.interpret import interpret
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of, element_bytes
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.launches.kernel_arguments import INTEGERS, MAX_CACHED_COMBINATIONS, Where, pick_places
from egraph_opt.triton.launches.kernel_forms import DescriptorText
from egraph_opt.triton.launches.version_dispatch import has_disjoint_tensors, parameters
from egraph_opt.triton.pipeline.launch_hook import StandIn
from egraph_opt.triton.state.triton_version import triton_version

PROGRAMS = 1 << 20
"""Largest number of program instances for which the preconditions are evaluated."""


Numbers = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Contents of a descriptor: the parameter index of its tensor, a byte offset, extents, and strides."""


@dataclass(frozen=True, slots=True)
class OffsetTensor:
    """Memory of a tensor from a byte offset on, with the interface that Triton's launcher reads."""

    tensor: Any
    bytes: int

    def data_ptr(self) -> int:
        return int(self.tensor.data_ptr()) + self.bytes


@dataclass(frozen=True, slots=True)
class Descriptor:
    """Tensor descriptor with the interface that Triton's launcher reads."""

    base: Any
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    padding: str = "zero"
    round_f32_to_tf32: bool = False


@dataclass(frozen=True, slots=True)
class DescriptorPlan:
    """Function from a launch's integers and grid to its tensor descriptors."""

    function: Op
    """IR function with the kernel's parameters that returns the precondition and the contents of the descriptors."""
    bases: tuple[int, ...]
    """Parameter index of each descriptor's tensor."""
    ranks: tuple[int, ...]
    bytes: tuple[int, ...]
    """Bytes per element of each descriptor."""

    def numbers(self, integers: Sequence[int], grid: tuple[int, ...]) -> list[Numbers] | None:
        """Return the contents of each descriptor; None if a precondition fails.

        Args:
            integers: the arguments, with zero for those that are not integers.
            grid: the number of program instances along each of the three axes.
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


NOT_CACHED: Any = object()
Encode = Callable[[Descriptor, int], list[Any]]
"""Function `(descriptor, index)` that encodes one of a kernel's descriptors as arguments."""


@dataclass(frozen=True, slots=True)
class LauncherFields:
    """Stand-in for a compiled kernel's source, with the fields that Triton's launcher reads."""

    signature: dict[int, str]
    constants: dict[Any, Any]


class DescriptorKernel(StandIn):
    """Proxy of a kernel that launches a variant with descriptors if the preconditions of the descriptors hold."""

    def __init__(
        self,
        kernel: Any,
        second: Any,
        plan: DescriptorPlan,
        places: Sequence[int],
        kinds: Sequence[str],
        given: Sequence[int | None],
        encode: Encode,
        failed: Callable[[str], None],
        arrays: Sequence[Arrays] = (),
    ) -> None:
        """Store a kernel without and a kernel with descriptors.

        Args:
            kernel: the kernel without descriptors.
            second: the kernel with descriptors.
            plan: computation of the descriptors.
            places: positions, among a launch's arguments, of the parameters of the plan's function.
            kinds: Triton's names for the types of these parameters.
            given: for each parameter of the second kernel, the position of the launch's argument; None for an unused tensor.
            encode: encodes a descriptor for the hardware, given its index.
            failed: callback that gets the first reason why a descriptor could not be encoded. The launch then uses pointers.
            arrays: positions of arguments that must not overlap.
        """
        super().__init__(kernel)
        self.plain, self._arrays, self._failed = kernel, arrays, failed
        self._second, self._plan, self._places, self._encode = second, plan, tuple(places), encode
        self._numbers = lru_cache(MAX_CACHED_COMBINATIONS)(plan.numbers)
        self._launch: Callable[..., None] | None = None
        self._given = pick_places([0 if place is None else 1 + place for place in given])
        self._is_integer = tuple(kind in INTEGERS for kind in kinds)
        self.integers = [place for place, is_one in zip(places, self._is_integer, strict=True) if is_one]
        self._integers = pick_places(self.integers)
        self._bases = pick_places([places[base] for base in plan.bases])
        self._known: dict[tuple[object, ...], tuple[Any, ...] | None] = {}

    @property
    def code(self) -> bytes:
        """Machine code of the kernel with descriptors."""
        return bytes(self._second.kernel)

    @property
    def shared_bytes(self) -> int:
        """Shared memory of the kernel with descriptors, in bytes per program instance."""
        return int(self._second.metadata.shared)

    def choose_kernel(self, arguments: Sequence[Any], where: Where) -> Any:
        return self._kernel

    def allowed_descriptors(self, arguments: Sequence[Any], grid: tuple[int, ...]) -> tuple[Any, ...] | None:
        """Return the descriptors for these arguments; None if a precondition fails or arrays overlap."""
        for arrays in self._arrays:
            if not has_disjoint_tensors(arguments, arrays):
                return None
        return self.make_descriptors(arguments, grid)

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        enter, leave, *arguments = rest
        more = self.allowed_descriptors(arguments, (x, y, z))
        if more is None:
            super().run(x, y, z, stream, function, packed, metadata, *rest)
            return
        launch, second, given = self._launch or self._load(), self._second, self._given((None, *arguments))
        launch(x, y, z, stream, second.function, second.packed_metadata, metadata, enter, leave, *given, *more)

    def _load(self) -> Callable[..., None]:
        self._launch = direct(self._second)
        return self._launch

    def make_descriptors(self, arguments: Sequence[Any], grid: tuple[int, ...]) -> tuple[Any, ...] | None:
        """Return the encoded descriptors, the last arguments of the kernel with descriptors; None if a precondition fails.

        Runs at every launch. The cache key consists of the integers, the grid, and the addresses of the descriptors' tensors.
        """
        try:
            key = *grid, *self._integers(arguments), *[base.data_ptr() for base in self._bases(arguments)]
        except AttributeError:  # a base that is not a tensor
            return None
        made: tuple[Any, ...] | None = self._known.get(key, NOT_CACHED)
        if made is NOT_CACHED:
            if len(self._known) >= MAX_CACHED_COMBINATIONS:
                self._known.clear()
            made = self._known[key] = self._new([arguments[place] for place in self._places], grid)
        return made

    def _new(self, parameters: Sequence[Any], grid: tuple[int, ...]) -> tuple[Any, ...] | None:
        integers = tuple(int(value) if is_one else 0 for value, is_one in zip(parameters, self._is_integer, strict=True))
        found: list[Any] = []
        for number, (base, offset, shape, strides) in enumerate(self._numbers(integers, grid) or ()):
            moved = OffsetTensor(parameters[base], offset)
            if not encodable(moved.data_ptr(), shape, strides, self._plan.bytes[number]):
                return None
            try:
                found += self._encode(Descriptor(moved, shape, strides), number)
            except Exception as error:  # the driver rejects it, or a new version of Triton encodes differently
                failed, self._failed = self._failed, lambda _: None  # report only the first failure
                failed(f"no descriptors: {reason_of(error)}")
                return None
        return tuple(found) or None


def join_descriptors(kernel: Any, second: Any, raised: DescriptorText, failed: Callable[[str], None]) -> DescriptorKernel | None:
    """Return a proxy that launches `second`, compiled from `raised`, where its preconditions hold, and else `kernel`.

    Return None if the compiled kernel is not what the text says. `failed` is as for `add_descriptors`.
    """
    parts = split_text(raised.text)
    if parts is None:
        return None
    _, launch, bases, descriptors, unused = parts
    signature = list(kernel.src.signature.values())
    promised = each_apart(parameters(kernel.src.signature, raised.arrays)) if raised.arrays else ()
    if promised is None:
        return None
    tiles = [block for type in descriptors if (block := block_of(type)) is not None]
    places = [number for number, kind in enumerate(signature) if kind != "constexpr"]
    kinds = [signature[number] for number in places]
    about = list(second.metadata.tensordesc_meta or ())
    if len(about) != len(tiles) or len(kinds) != len(launch.regions[0].blocks[0].arguments):
        return None
    # a launcher without metadata of descriptors takes them encoded, and encodes none itself
    second.metadata = second.metadata._replace(tensordesc_meta=[])
    ranks = [len(tile.shape) for tile in tiles]
    more = [kind for rank in ranks for kind in ("nvTmaDesc", *["i32"] * rank, *["i64"] * rank)]
    second.src = LauncherFields(dict(enumerate([*kinds, *more])), {})
    plan = DescriptorPlan(launch, bases, tuple(ranks), tuple(element_bytes(tile.element) for tile in tiles))
    given = [None if kind.startswith("*") and n in unused else places[n] for n, kind in enumerate(kinds)]
    return DescriptorKernel(
        kernel,
        second,
        plan,
        places,
        kinds,
        given,
        lambda descriptor, n: encode_descriptor(descriptor, about[n]),
        failed,
        promised,
    )


def each_apart(arrays: Arrays | None) -> tuple[Arrays, ...] | None:
    """Return a pair for each written array: the array, and the arrays that it must not overlap. None if the arrays are unknown."""
    if arrays is None:
        return None
    written, read = arrays
    return tuple(Arrays((number,), (*written[place + 1 :], *read)) for place, number in enumerate(written))


def encode_descriptor(descriptor: Descriptor, about: Any) -> list[Any]:
    """Return a descriptor as kernel arguments: the hardware encoding, extents, and strides. `about` is Triton's metadata of the
    descriptor's tile.
    """
    from triton.backends.nvidia.driver import make_tensordesc_arg

    unused = (None,) if triton_version() >= (3, 8) else ()
    return list(make_tensordesc_arg(descriptor, about, *unused))
