"""Dispatch among programs of a kernel that are proved equal. Each launch runs the one that is predicted to be fastest for its
grid (`choice.grid_dispatch`).

One of the programs is Triton's own. Another program, the no-alias version, assumes that arrays do not overlap; each launch checks this.

The check compares the storages of PyTorch's tensors. As in every language with arrays, a kernel is assumed to access only the
storages of its arguments.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.machine.launch_cycles import ProgramResources
from egraph_opt.machine.prediction import processor_of
from egraph_opt.triton.choice.gain_hints import may_have_noalias
from egraph_opt.triton.choice.grid_dispatch import ALONE, ByGrid, saved_alone
from egraph_opt.triton.compile.least_savings import ORDER_WORTH
from egraph_opt.triton.compile.text_compile import compile_equal
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.pipeline.launch_hook import AtLaunch, CompilationInputs, StandIn
from egraph_opt.triton.pipeline.stage_hook import confirms
from egraph_opt.triton.state.report import Kernel, Version
from egraph_opt.triton.state.search_parts import part
from egraph_opt.triton.state.shared_memory_limits import target_name
from egraph_opt.triton.state.version_record import FIRST, SECOND, KernelVersions, parse_record, stored_program


class VersionHook(AtLaunch):
    """Compilation hook that also stores alternative programs of a compiled kernel if a gain is predicted for them."""

    def wrap_kernel(self, kernel: Any, program: CompilationInputs) -> Any:
        try:
            return self.versions(kernel, program) or kernel
        except Exception as error:
            self.log.add(Kernel(kernel.name, target_name(program.target), "failed", f"no second version: {reason_of(error)}"))
            return kernel

    def versions(self, kernel: Any, program: CompilationInputs, timed: bool = False) -> Versions | None:
        """Return a dispatch among the programs of a kernel; None if no alternative program saves enough.

        `timed`: include only the kernel and its no-alias version, regardless of predictions, since the caller times both.
        """
        target = target_name(program.target)
        processor = processor_of(target) if self.settings.versions and confirms(self.settings, target) else None
        if processor is None:
            return None
        beside = parse_record(self.memory.recall(kernel.hash))
        second: Any = None
        if beside is None:
            replaced = self.owns.take(kernel)
            if replaced is None and not may_have_noalias(kernel.asm):
                beside = KernelVersions()
            else:
                beside, second = part("make_versions")(kernel, program, processor, replaced)
            self.memory.note(beside, kernel.hash)
        alone = saved_by_second(beside) if beside.gain < ORDER_WORTH and not timed else 0.0
        found = beside.second if timed or alone or beside.gain >= ORDER_WORTH else None
        arrays = parameters(kernel.src.signature, found.arrays) if found is not None else None
        if found is None or arrays is None:
            second = None
        elif second is None:
            second = stored_program(kernel, beside.at) or compile_equal(
                found.text, found.language, kernel, program.target, program.options
            )
        own = None if timed else stored_program(kernel, beside.own)
        if second is None and own is None:
            return None
        self.log.add_version(Version(kernel.name, (alone or beside.gain) if second else 0.0, own is not None))
        resources = beside.resources_of()
        programs = {place: each for place, each in enumerate((second, kernel, own)) if each is not None}
        most = ALONE if alone else math.inf
        return Versions(programs, arrays, [] if timed else [resources[place] for place in programs], most)


def saved_by_second(record: KernelVersions) -> float:
    """Return the saving of the no-alias version for launches of at most one instance per multiprocessor; 0 without one."""
    return saved_alone(*record.resources[:2]) if record.second is not None and not record.second.saving else 0.0


def multiprocessors(kernel: Any) -> float:
    """Return the number of multiprocessors divided by the number of blocks in a cluster."""
    from triton.runtime.driver import driver

    properties = driver.active.utils.get_device_properties(driver.active.get_current_device())
    return int(properties["multiprocessor_count"]) / (getattr(kernel.metadata, "num_ctas", 1) or 1)


class Versions(StandIn):
    """Proxy of a compiled kernel that dispatches among programs proved equal.

    `programs` maps SECOND, FIRST and OWN to the no-alias version, the kernel, and Triton's program. The no-alias version needs
    parameters `arrays` that do not overlap. If `resources`, the resource use of each program, is empty, it is launched whenever
    these parameters do not overlap.
    """

    def __init__(
        self, programs: Mapping[int, Any], arrays: Arrays | None, resources: Sequence[ProgramResources], most: float = math.inf
    ) -> None:
        """`most`: number of instances per multiprocessor up to which the no-alias version is launched."""
        super().__init__(programs[FIRST])
        self._most = most
        self._programs, self.second = tuple(programs.values()), programs.get(SECOND)
        self._arrays, self._resources = arrays, resources
        self._order: Callable[[int], Sequence[int]] | None = None
        self._launches: dict[int, tuple[Callable[..., None], Any, Any, bool]] = {}

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        launches = self._launches
        for place in (self._order or self._begin())(x * y * z):
            launch, function, packed, is_second = launches.get(place) or self._load(place)
            if not is_second or self.may_launch(rest[2:]):
                break
        launch(x, y, z, stream, function, packed, metadata, *rest)

    def _load(self, place: int) -> tuple[Callable[..., None], Any, Any, bool]:
        """Load a program; return its launch function, GPU function and metadata, and whether it is the no-alias version."""
        program = self._programs[place]
        launch = direct(program)
        found = self._launches[place] = launch, program.function, program.packed_metadata, program is self.second
        return found

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        order = self._order or self._begin()
        for place in order(where[0] * where[1] * where[2]):
            program = self._programs[place]
            if program is not self.second or self.may_launch(arguments):
                return program
        return self._kernel

    def order_programs(self, instances: int) -> list[Any]:
        """Return the programs in order of preference for a launch with `instances` program instances."""
        return [self._programs[place] for place in (self._order or self._begin())(instances)]

    def may_launch(self, arguments: Sequence[Any]) -> bool:
        """Return whether these arguments allow the no-alias version."""
        return self._arrays is not None and has_disjoint_tensors(arguments, self._arrays)

    def _begin(self) -> Callable[[int], Sequence[int]]:
        """Return a function from the number of program instances to the order of programs, for the current device."""
        self.keep_fields()
        as_they_are, has_noalias = range(len(self._programs)), self.second is not None
        by_grid = ByGrid(self._resources, multiprocessors(self._kernel), has_noalias, self._most) if self._resources else None
        self._order = by_grid.order if by_grid is not None else lambda _: as_they_are
        return self._order


def has_disjoint_tensors(arguments: Sequence[Any], arrays: Arrays) -> bool:
    """Return whether no tensor in `arrays.written` overlaps another in `arrays.read`; False if an argument is not a PyTorch tensor.

    Compares whole storages, since a kernel may access memory outside a view. Takes 0.2 µs per tensor at every launch.
    """
    written = []
    try:
        for number in arrays.written:
            storage = arguments[number].untyped_storage()
            begin = storage.data_ptr()
            written.append((begin, begin + storage.nbytes(), number))
        for number in arrays.read:
            storage = arguments[number].untyped_storage()
            begin = storage.data_ptr()
            end = begin + storage.nbytes()
            for first, last, other in written:
                if begin < last and first < end and number != other:
                    return False
    except AttributeError:
        return False
    return True


def parameters(signature: dict[str, Any], arrays: Arrays) -> Arrays | None:
    """Convert the indices in `arrays` from positions among a program's arguments to positions among the kernel's parameters.

    The arguments lack the compile-time constants. Return None if a parameter expands to several arguments.
    """
    kinds = list(signature.values())
    if not all(isinstance(kind, str) and not kind.startswith("tensordesc") for kind in kinds):
        return None
    numbers = [number for number, kind in enumerate(kinds) if kind != "constexpr"]
    return Arrays(*(tuple(numbers[number] for number in each) for each in arrays))
