"""Dispatch among programs of a kernel that are proved equal. Each launch runs the one that is predicted to be fastest for its
grid (`choice.grid_dispatch`).

One of the programs is Triton's own. Another program, the no-alias version, assumes that arrays do not overlap; each launch checks this.

The check compares the storages of PyTorch's tensors. As in every language with arrays, a kernel is assumed to access only the
storages of its arguments.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.errors import reason_of
from egraph_opt.families.layout.emit.load_scheduling import Arrays
from egraph_opt.machine.launch_cycles import ProgramResources, program_resources
from egraph_opt.machine.prediction import ResourceUse, processor_of, use_of
from egraph_opt.triton.choice.grid_dispatch import ALONE, ByGrid, saved_alone
from egraph_opt.triton.choice.noalias_version import (
    NoaliasSource,
    NoaliasVersion,
    best_version,
    compile_equal,
    copies_ahead,
    may_have_noalias,
)
from egraph_opt.triton.compile.code_judge import ORDER_WORTH, time_ratio
from egraph_opt.triton.compile.compile_jobs import acceptor
from egraph_opt.triton.compile.grid_alternative import kernel_of
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.pipeline.launch_hook import AtLaunch, CompilationInputs, StandIn
from egraph_opt.triton.pipeline.stage_hook import confirms
from egraph_opt.triton.state.disk_memo import adopt_program
from egraph_opt.triton.state.report import Kernel, Version
from egraph_opt.triton.state.shared_memory_limits import target_name

SECOND, FIRST, OWN = range(3)
"""Indices of a kernel's programs in order of preference: no-alias version, chosen program, Triton's own."""
Address = tuple[str, str]


class KernelVersions(NamedTuple):
    """Alternative programs of a kernel, with their addresses in Triton's cache on disk.

    `resources` has the resource use (`machine.launch_cycles.ProgramResources`) of each existing program, in the order: no-alias version,
    the kernel itself, Triton's program.
    """

    gain: float = 0.0
    second: NoaliasVersion | None = None
    at: Address | None = None
    own: Address | None = None
    resources: tuple[ProgramResources, ...] = ()

    def saved_alone(self) -> float:
        """Return the saving of the no-alias version for launches of at most one instance per multiprocessor; 0 without one."""
        return saved_alone(*self.resources[:2]) if self.second is not None and not self.second.saving else 0.0

    def resources_of(self) -> dict[int, ProgramResources]:
        """Return the resource use (`machine.launch_cycles.ProgramResources`) of each existing program, by `SECOND`, `FIRST` and `OWN`."""
        there = {SECOND: self.second is not None, FIRST: True, OWN: self.own is not None}
        return dict(zip((number for number, is_there in there.items() if is_there), self.resources, strict=True))


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
            beside, second = self._make_versions(kernel, program, processor)
            self.memory.note(beside, kernel.hash)
        alone = beside.saved_alone() if beside.gain < ORDER_WORTH and not timed else 0.0
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

    def _make_versions(self, kernel: Any, program: CompilationInputs, processor: Target) -> tuple[KernelVersions, Any]:
        replaced = self.owns.take(kernel)
        if replaced is None and not may_have_noalias(kernel.asm):
            return KernelVersions(), None
        first, own = use(kernel), None
        sources = [NoaliasSource(kernel, first)]
        if replaced is not None:
            if replaced.may_win or replaced.made is None:
                own = kernel_of(replaced, kernel, program.target, program.options)
            of_own = use(own) if replaced.made is None else replaced.made.use
            shown = SimpleNamespace(asm={"ttgir": replaced.text}, metadata=kernel.metadata)
            sources.append(NoaliasSource(shown, of_own, time_ratio(replaced.saves)))
        gain, found, second = best(kernel, sources, program, processor)
        uses = [first] if found is None else [found.use(use(second), first), first]
        if replaced is None or not replaced.may_win:
            own = None
        else:
            uses.append(use(own))
        resources = tuple(program_resources(each, processor, copies_ahead(kernel.asm.get("ttgir", ""))) for each in uses)
        return KernelVersions(gain, found, address(second) if second else None, address(own) if own else None, resources), second


def parse_record(said: Any) -> KernelVersions | None:
    """Return a kernel's alternative programs, decoded from JSON; None if the data are malformed."""
    match said:
        case [int() | float() as gain, second, at, own, [*resources]]:
            found = None
            match second:
                case [str(text), str(language), [[*written], [*read]], int() | float() as saving]:
                    found = NoaliasVersion(text, language, Arrays(tuple(written), tuple(read)), saving)
            return KernelVersions(
                gain, found, at and tuple(at), own and tuple(own), tuple(ProgramResources(*each) for each in resources)
            )
    return None


def best(
    kernel: Any, sources: Sequence[NoaliasSource[Any]], program: CompilationInputs, processor: Target
) -> tuple[float, NoaliasVersion | None, Any]:
    """Return the best no-alias version of a kernel: the predicted saving as a fraction of the time, the program, and the compiled kernel.

    `sources` are the kernel and equal programs.
    """

    def compiled_there(second: NoaliasVersion) -> Any:
        return compile_equal(second.text, second.language, kernel, program.target, program.options)

    found = best_version(sources, target_name(program.target), processor, acceptor.refusal, compiled_there, use)
    return (0.0, None, None) if found is None else found


def address(kernel: Any) -> Address:
    """Return a compiled program's address in Triton's cache on disk: its key, and the name of its metadata file."""
    return kernel.hash, next(name for name in kernel.metadata_group if name.endswith(".json"))


def stored_program(kernel: Any, at: Address | None) -> Any:
    """Return the compiled program at an address, with the signature of `kernel`.

    Return None if neither Triton's cache nor the shared folder has the program, or if Triton is set to recompile everything.
    """
    from triton import knobs
    from triton.compiler import CompiledKernel
    from triton.runtime.cache import get_cache_manager

    if at is None or knobs.compilation.always_compile:
        return None
    hash, name = at
    files = get_cache_manager(hash).get_group(name) or adopt_program(hash, name)
    return CompiledKernel(kernel.src, files, hash) if files and name in files else None


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


def use(kernel: Any) -> ResourceUse:
    return use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)
