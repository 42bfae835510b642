"""Selection by measurement: the programs of several cost models are timed at a kernel's first launch.

No cost model orders all programs correctly. Memory that a launch writes is restored between timings, so in-place kernels can be
timed. Results are stored beside Triton's cache, by program, arguments, device and versions. On any error, the program of the
user's cost model is used.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import geometric_mean
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.process.fork_safety import OwnLock
from egraph_opt.triton.choice.compile_options import OptionSet, option_sets
from egraph_opt.triton.launches.descriptor_kernel import DescriptorKernel
from egraph_opt.triton.launches.descriptor_raising import add_descriptors
from egraph_opt.triton.launches.kernel_arguments import Where
from egraph_opt.triton.launches.launch_timing import (
    MODEL,
    TRITON_PROGRAM,
    KernelTiming,
    Launch,
    can_measure,
    compare_kernels,
    device_name,
    measure,
)
from egraph_opt.triton.launches.memory_backup import CannotRewind, Rewind, shapes
from egraph_opt.triton.launches.program_variants import DERIVED_VARIANTS, compile_derived, variants
from egraph_opt.triton.launches.size_classes import SizeClassKernel, SizeClassUse
from egraph_opt.triton.launches.version_dispatch import VersionHook
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs, StandIn
from egraph_opt.triton.pipeline.stage_hook import Hook
from egraph_opt.triton.state.report import Kernel, Tuned
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import compile_fitting, fits, target_name

OWN_OPTIONS = "own_options"
"""Name of Triton's program with the kernel's own compile options (`egraph_opt.triton.choice.compile_options`)."""
SECOND_VERSION = "apart"
"""Name of the variant that launches the fastest program or, if arrays do not overlap, its no-alias version
(`egraph_opt.triton.launches.version_dispatch`).
"""
BEST = "best"
DESCRIPTORS = "descriptors"
"""Name of the fastest program with descriptors that the host makes (`egraph_opt.triton.launches.descriptor_kernel`)."""
GAIN = 0.01
"""Least measured saving of a program that replaces Triton's, as a fraction of the time. Timings vary by about as much."""

DESCRIPTORS_GAIN = 0.001
"""Least speedup, minus 1, for which descriptors are used, in the geometric mean of isolated and back-to-back launches.

Both kinds of launches count, since a kernel near the power limit may gain in one and lose in the other.
"""
HIDDEN_LAUNCH_US = 50.0
"""Least kernel time in microseconds that hides the host time of a launch. A launch with descriptors takes 20 to 50 µs on the host."""
MIN_SAVED_US = 5.0
"""Least saving of GPU time in microseconds for which all launches use descriptors. Making descriptors costs the host 2 to 6 µs."""


class Tuner(VersionHook):
    """Compilation hook that also times several programs of a kernel at its first launch, and keeps the fastest."""

    def __init__(self, settings: Settings, kind: str = "") -> None:
        super().__init__(settings, f"-tuned{kind}")
        self._variants = variants(settings)
        self._tuning = OwnLock(threading.RLock)

    def wrap_kernel(self, kernel: Any, program: CompilationInputs) -> Any:
        if "tt.int_to_ptr" in kernel.asm["ttir"]:  # the kernel may write to memory that is not among its arguments
            return kernel
        return FirstLaunch(kernel, program, self)

    def choose(self, kernel: Any, program: CompilationInputs, arguments: Sequence[Any], where: Where) -> Any:
        """Return the kernel's fastest variant for these arguments; `where` is the launch's grid and stream."""
        with self._tuning():
            form = launch_form(program, arguments, where)
            sets = option_sets(kernel.asm["ttir"], program.options) if self.settings.stages else {}
            names = (TRITON_PROGRAM, MODEL, *self._variants, *DERIVED_VARIANTS)
            match self.memory.recall(*form):
                case [str(options), str(chosen), bool(in_two), None | str() as by_host] if chosen in names:
                    first, given = self._with_options(options, sets, kernel, program)
                    best = self._compile_variants([chosen], first, given)[chosen]
                    best = (self.versions(best, given, timed=True) if in_two else None) or best
                    known = self._kernels_with_descriptors([by_host], best, sets, kernel, program) if by_host is not None else {}
                    return next((self._make_sized(each, program) for each in known.values()), None) or best
            rewind, launch = Rewind(arguments), launches(arguments, where)
            options, times = self._choose_options(sets, kernel, program, launch, rewind)
            first, given = self._with_options(options, sets, kernel, program)
            kernels = self._compile_variants(names, first, given)
            times |= measure(kernels, launch, rewind) if len(kernels) > 1 else dict.fromkeys(kernels, 0.0)
            if not any(name in times for name in kernels):
                return kernel
            chosen = min(
                (name for name in kernels if name in times),
                key=lambda name: times[name] * (1.0 if name == TRITON_PROGRAM else 1.0 + GAIN),
            )
            best = kernels[chosen]
            two = self.versions(best, given, timed=True)
            again = measure({chosen: best, SECOND_VERSION: two}, launch, rewind) if two and two.may_launch(arguments) else {}
            faster = len(again) == 2 and again[SECOND_VERSION] * (1.0 + GAIN) < again[chosen]
            best = two if faster else best
            by_host, made = self._choose_descriptors(options, best, sets, kernel, program, arguments, where, rewind)
            self.log.add_tuned(Tuned(kernel.name, chosen, times | again, options if options in sets else ""))
            self.memory.note([options, chosen, faster, by_host], *form)
            return self._make_sized(made, program) or best

    def _with_options(
        self, name: str, sets: Mapping[str, OptionSet], kernel: Any, program: CompilationInputs
    ) -> tuple[Any, CompilationInputs]:
        """Return the kernel compiled by the hook with an alternative of the kernel's options, and the inputs of that compilation."""
        if name not in sets:
            return kernel, program
        given = program.with_options(kernel, *sets[name])
        return given.compile(), given

    def _choose_options(
        self, sets: Mapping[str, OptionSet], kernel: Any, program: CompilationInputs, launch: Launch, rewind: Rewind
    ) -> tuple[str, dict[str, float]]:
        """Return the name of the options with which Triton's program is the fastest, and all times by name."""
        programs = {OWN_OPTIONS: program} | {name: program.with_options(kernel, *each) for name, each in sets.items()}
        Hook.remove(self)
        try:
            made = {name: compile_fitting(each.compile, target_name(program.target)) for name, each in programs.items()}
        finally:
            Hook.install(self)
        found = distinct_kernels({name: each for name, each in made.items() if each is not None})
        times = measure(found, launch, rewind) if len(found) > 1 else {}
        return min(times, key=lambda name: times[name] * (1.0 if name == OWN_OPTIONS else 1.0 + GAIN), default=OWN_OPTIONS), times

    def _choose_descriptors(
        self,
        options: str,
        best: Any,
        sets: Mapping[str, OptionSet],
        kernel: Any,
        program: CompilationInputs,
        arguments: Sequence[Any],
        where: Where,
        rewind: Rewind,
    ) -> tuple[str | None, DescriptorKernel | None]:
        """Return the name of the options with which descriptors are the fastest, and that kernel; None if none has descriptors."""
        names = dict.fromkeys((OWN_OPTIONS, options, *sets))
        made = self._kernels_with_descriptors(list(names), best, sets, kernel, program)
        if not made:
            return None, None
        name = next(iter(made))
        if len(made) > 1 and made[name].allowed_descriptors(arguments, where[:3]) is not None:
            times = measure(made, launches(arguments, where), rewind)
            name = min(times, key=lambda each: times[each], default=name)
        return name, made[name]

    def _make_sized(self, made: DescriptorKernel | None, program: CompilationInputs) -> SizeClassKernel | None:
        return None if made is None else SizeClassKernel(made, partial(self._choose_use, program))

    def _compare_descriptors(
        self, program: CompilationInputs, made: DescriptorKernel, arguments: Sequence[Any], where: Where
    ) -> SizeClassUse:
        """Decide for all launches of this launch's size class which of them use descriptors, by timing or from the disk memo."""
        with self._tuning():
            form = DESCRIPTORS, *launch_form(program, arguments, where)
            match self.memory.recall(*form):
                case int(known) if known in list(SizeClassUse):
                    return SizeClassUse(known)
            found = compare_kernels(made.plain, made, launches(arguments, where), Rewind(arguments))
            decided = SizeClassUse.NEVER if found is None else where_faster(found)
            times = dict(zip((BEST, DESCRIPTORS), found.microseconds, strict=True)) if found is not None else {}
            self.log.add_tuned(Tuned(made.name, BEST if decided is SizeClassUse.NEVER else DESCRIPTORS, times))
            self.memory.note(decided, *form)
            return decided

    def _choose_use(
        self, program: CompilationInputs, made: DescriptorKernel, arguments: Sequence[Any], where: Where
    ) -> SizeClassUse | None:
        if not can_measure():
            return None
        try:
            return self._compare_descriptors(program, made, arguments, where)
        except CannotRewind:
            return SizeClassUse.NEVER
        except Exception as error:
            self.report_failure(made, f"descriptors not timed: {reason_of(error)}")
            return SizeClassUse.NEVER

    def _kernels_with_descriptors(
        self, names: Sequence[str], best: Any, sets: Mapping[str, OptionSet], kernel: Any, program: CompilationInputs
    ) -> dict[str, DescriptorKernel]:
        """Return kernels with descriptors that the host makes, by the name of their options, without those of equal machine code.

        `best` is the kernel for launches at which a precondition fails. The result is empty if the user disables descriptors or no
        access can use one.
        """
        found: dict[str, DescriptorKernel] = {}
        if not self.settings.descriptors:
            return found
        Hook.remove(self)
        try:
            for name in names:
                given, text = (
                    (program.with_options(kernel, *sets[name]), sets[name].text)
                    if name in sets
                    else (program, kernel.asm.get("ttir"))
                )
                made = add_descriptors(best, given, text, partial(self.report_failure, kernel))
                if made is None:
                    break
                if fits(made.shared_bytes, target_name(program.target)) and all(
                    made.code != other.code for other in found.values()
                ):
                    found[name] = made
        except Exception as error:
            self.report_failure(kernel, f"no descriptors: {reason_of(error)}")
        finally:
            Hook.install(self)
        return found

    def report_failure(self, kernel: Any, reason: str) -> None:
        self.log.add(Kernel(kernel.name, self.settings.place, "failed", reason))

    def _compile_variants(self, names: Sequence[str], kernel: Any, program: CompilationInputs) -> dict[str, Any]:
        found: dict[str, Any] = {}
        Hook.remove(self)  # meanwhile, other threads compile Triton's own programs
        try:
            for name in names:
                if name not in DERIVED_VARIANTS:
                    found[name] = (
                        kernel
                        if name == MODEL
                        else program.compile()
                        if name == TRITON_PROGRAM
                        else self._compile_variant(name, program)
                    )
            for base in (TRITON_PROGRAM, MODEL):
                if wanted := {name: kind for name, (of, kind) in DERIVED_VARIANTS.items() if of == base and name in names}:
                    of = found.get(base) or (kernel if base == MODEL else program.compile())
                    made = compile_derived(of, program)
                    found |= {name: made[kind] for name, kind in wanted.items() if kind in made}
        finally:
            Hook.install(self)
        return distinct_kernels(found)

    def _compile_variant(self, name: str, program: CompilationInputs) -> Any:
        hook = Hook(self._variants[name])
        hook.install()
        try:
            return program.compile()
        finally:
            hook.remove()


def distinct_kernels(kernels: Mapping[str, Any]) -> dict[str, Any]:
    """Return compiled kernels by name, the first of those with equal machine code."""
    names: dict[bytes, str] = {}
    for name, kernel in kernels.items():
        names.setdefault(kernel.kernel, name)
    return {name: kernels[name] for name in names.values()}


def where_faster(found: KernelTiming) -> SizeClassUse:
    """Return which launches use descriptors, given the timings without and with descriptors."""
    gain, (plain, _) = geometric_mean(found.gains), found.microseconds
    if gain <= 1.0 + DESCRIPTORS_GAIN:
        return SizeClassUse.NEVER
    return (
        SizeClassUse.ALWAYS
        if plain > HIDDEN_LAUNCH_US and plain * (1.0 - 1.0 / gain) > MIN_SAVED_US
        else SizeClassUse.WHERE_THEY_WAIT
    )


class FirstLaunch(StandIn):
    """Proxy of a compiled kernel whose first launch chooses the kernel for all launches."""

    def __init__(self, kernel: Any, program: CompilationInputs, tuner: Tuner) -> None:
        super().__init__(kernel)
        self._program, self._tuner = program, tuner

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        program = self._program
        if can_measure():
            try:
                self._kernel = self._tuner.choose(self._kernel, program, arguments, where)
            except CannotRewind:
                pass
            except Exception as error:
                self._tuner.report_failure(self._kernel, f"not tuned: {reason_of(error)}")
            program.launches[program.key] = self._kernel
        return self._kernel


def launches(arguments: Sequence[Any], where: Where) -> Launch:
    """Return a function that launches a kernel with these arguments on this grid and stream."""
    *grid, own = where

    def launch(kernel: Any, stream: int = own) -> None:
        run = kernel.run  # loads the kernel
        run(*grid, stream, kernel.function, kernel.packed_metadata, None, None, None, *arguments)

    return launch


def launch_form(program: CompilationInputs, arguments: Sequence[Any], where: Where) -> tuple[str, ...]:
    """Return the key in the disk memo for the times measured at a launch: kernel, grid, arguments and device."""
    return program.source, program.key, *map(str, where[:3]), *shapes(arguments), device_name()
