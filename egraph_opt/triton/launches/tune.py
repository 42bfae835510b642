"""Measured extraction: the programs that several cost models choose are timed at a kernel's first launch, and the fastest is
kept.

No model orders all programs as a machine does, so a measurement decides if a GPU is available. Memory that a launch writes is
restored between timings, so kernels that work in place can be timed too. A choice is stored beside Triton's cache, by program,
arguments, device and versions. On any error, the kernel of the first model is used.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from statistics import median
from typing import Any

from egraph_opt.cost.mix import cost_model
from egraph_opt.families.layout.emit.schedule import Arrays
from egraph_opt.machine.use import processor_of
from egraph_opt.process.fork import OwnLock
from egraph_opt.text.limit import SCHEDULED
from egraph_opt.triton.choice.second import Second, compiled
from egraph_opt.triton.compile.registers import ALLOTMENTS, allotments
from egraph_opt.triton.compile.scheduled import OPTION, has_schedules
from egraph_opt.triton.launches.descriptors import Described, described
from egraph_opt.triton.launches.rewind import CannotRewind, Rewind, shapes
from egraph_opt.triton.launches.versions import Versioned, use
from egraph_opt.triton.pipeline.hook import Hook
from egraph_opt.triton.pipeline.launch import Program, StandIn
from egraph_opt.triton.state.limits import target_name
from egraph_opt.triton.state.report import Kernel, Tuned
from egraph_opt.triton.state.settings import Settings

PLAIN = "plain"
"""Triton's own program."""
MODEL = "model"
"""Program for the user's settings."""
APART = "apart"
"""Fastest of them in two versions (`egraph_opt.triton.launches.versions`)."""
BEST = "best"
"""Fastest without descriptors."""
DESCRIPTORS = "descriptors"
"""Fastest of all, with descriptors that the host makes (`egraph_opt.triton.launches.descriptors`)."""
ALLOTTED = {f"{base}_{name}": (base, name) for base in (PLAIN, MODEL) for name in ALLOTMENTS}
"""Either of the first two with other registers (`egraph_opt.triton.compile.registers`)."""
ROUNDS = 3
IN_A_ROW = 20
"""Number of consecutive launches, which include the time of the host if it is longer than that of the kernel."""
BINDING = 12.0
"""Microseconds that Triton needs to find a launch's kernel and bind its arguments, on the host of an H200. Launches here skip
this."""
MILLISECONDS = 10
"""Length of one timing of one program, without its warm-up."""
GAIN = 0.01
"""Fraction by which a program must be faster than Triton's own to replace it: about the variation of timings."""

Launch = Callable[[Any], None]


def variants(settings: Settings) -> dict[str, Settings]:
    """Return settings to try besides Triton's own program and the user's, by name.

    Each was the fastest on some kernel of an H200.
    """
    without_errors = {"unbounded": replace(settings, numerics="")} if settings.numerics else {}
    settings = replace(settings, confirm=False)
    options, earlier = settings.options, replace(settings, place="after-last")
    plain = replace(options, read_copies=False)
    inert = cost_model("cycles:change_price=30:change_factor=1.3")
    return {
        **without_errors,
        "earlier": earlier,
        "exact": replace(settings, min_gain=0.0, options=replace(options, extract="exact")),
        "inert": replace(settings, min_gain=0.0, options=replace(options, cost=inert)),
        "first": replace(settings, min_gain=0.0, options=replace(options, loads_first=True)),
        "loads": replace(settings, options=replace(plain, move_loads=True)),
        "conversions": replace(settings, options=plain),
        "earlier_exact": replace(earlier, min_gain=0.0, options=replace(options, extract="exact")),
        "earlier_loads": replace(earlier, min_gain=0.0, options=replace(plain, move_loads=True)),
    }


class Tuner(Versioned):
    """Hook that decides at a kernel's first launch."""

    def __init__(self, settings: Settings, kind: str = "") -> None:
        super().__init__(settings, f"-tuned{kind}")
        self._variants = variants(settings)
        self._tuning = OwnLock(threading.RLock)

    def wrapped(self, kernel: Any, program: Program) -> Any:
        if "tt.int_to_ptr" in kernel.asm["ttir"]:  # it may write to memory that is not among its arguments
            return kernel
        return FirstLaunch(kernel, program, self)

    def choose(self, kernel: Any, program: Program, launch: Launch, arguments: Sequence[Any], grid: tuple[int, ...]) -> Any:
        """Return the fastest of the kernel's variants for these arguments; `launch` launches one."""
        with self._tuning():
            form = program.source, program.key, *map(str, grid), *shapes(arguments), device_name()
            names = (PLAIN, MODEL, *self._variants, *ALLOTTED)
            match self.memory.recall(*form):
                case [str(chosen), bool(in_two), bool(by_host)] if chosen in names:
                    best = self._compiled([chosen], kernel, program)[chosen]
                    best = (self.versions(best, program, timed=True) if in_two else None) or best
                    return (self._described(best, kernel, program) if by_host else None) or best
            kernels, rewind = self._compiled(names, kernel, program), Rewind(arguments)
            times = measure(kernels, launch, rewind) if len(kernels) > 1 else dict.fromkeys(kernels, 0.0)
            if not times:
                return kernel
            chosen = min(times, key=lambda name: times[name] * (1.0 if name == PLAIN else 1.0 + GAIN))
            best = kernels[chosen]
            two = self.versions(best, program, timed=True)
            again = measure({chosen: best, APART: two}, launch, rewind) if two and two.may_launch(arguments) else {}
            faster = len(again) == 2 and again[APART] * (1.0 + GAIN) < again[chosen]
            best = two if faster else best
            made = self._described(best, kernel, program)
            third = measure({BEST: best, DESCRIPTORS: made}, launch, rewind) if made and made.made(arguments, grid) else {}
            gains = len(third) == 2 and third[DESCRIPTORS] * (1.0 + GAIN) < third[BEST]
            by_host = gains and row(made, launch, rewind) <= row(best, launch, rewind)
            self.log.tuned(Tuned(kernel.name, DESCRIPTORS if by_host else chosen, times | again | third))
            self.memory.note([chosen, faster, by_host], *form)
            return made if by_host else best

    def _described(self, best: Any, kernel: Any, program: Program) -> Described | None:
        """Return a kernel with descriptors that the host makes, if the user wants that; None if it cannot have them. `best` is what runs
        where a launch does not allow them."""
        if not self.settings.descriptors:
            return None
        Hook.remove(self)
        try:
            return described(best, program, kernel.asm.get("ttir"))
        except Exception as error:
            self.failed(kernel, f"no descriptors: {type(error).__name__}: {error}")
            return None
        finally:
            Hook.install(self)

    def failed(self, kernel: Any, reason: str) -> None:
        self.log.add(Kernel(kernel.name, self.settings.place, "failed", reason))

    def _compiled(self, names: Sequence[str], kernel: Any, program: Program) -> dict[str, Any]:
        """Return kernels by variant; of equal ones only the first."""
        found: dict[str, Any] = {}
        Hook.remove(self)  # meanwhile, other threads compile Triton's own programs
        try:
            for name in names:
                if name not in ALLOTTED:
                    found[name] = kernel if name == MODEL else program.compile() if name == PLAIN else self._with(name, program)
            for base in (PLAIN, MODEL):
                if wanted := {name: kind for name, (of, kind) in ALLOTTED.items() if of == base and name in names}:
                    of = found.get(base) or (kernel if base == MODEL else program.compile())
                    made = allotted(of, program)
                    found |= {name: made[kind] for name, kind in wanted.items() if kind in made}
        finally:
            Hook.install(self)
        distinct: dict[bytes, str] = {}
        for name, each in found.items():
            distinct.setdefault(each.kernel, name)
        return {name: found[name] for name in distinct.values()}

    def _with(self, name: str, program: Program) -> Any:
        hook = Hook(self._variants[name])
        hook.install()
        try:
            return program.compile()
        finally:
            hook.remove()


def allotted(kernel: Any, program: Program) -> dict[str, Any]:
    """Return a kernel with other registers, compiled by Triton alone, by name."""
    processor = processor_of(target_name(program.target))
    if processor is None:
        return {}
    texts = allotments(kernel.asm["ttgir"], use(kernel), processor, has_schedules(program.options))
    found = {}
    for name, text in texts.items():
        options = {**program.options, OPTION: True} if SCHEDULED in text else program.options
        with suppress(RuntimeError):  # it does not compile
            found[name] = compiled(Second(text, "ttgir", Arrays((), ())), kernel, program.target, options)
    return found


class FirstLaunch(StandIn):
    """Stand-in for a compiled kernel until its first launch; then the chosen kernel takes its place."""

    def __init__(self, kernel: Any, program: Program, tuner: Tuner) -> None:
        super().__init__(kernel)
        self._program, self._tuner = program, tuner

    def chosen(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        program = self._program

        def launch(kernel: Any) -> None:
            run = kernel.run  # loads the kernel
            run(*where, kernel.function, kernel.packed_metadata, None, None, None, *arguments)

        if can_measure():
            try:
                self._kernel = self._tuner.choose(self._kernel, program, launch, arguments, where[:3])
            except CannotRewind:
                pass
            except Exception as error:
                self._tuner.failed(self._kernel, f"not tuned: {type(error).__name__}: {error}")
            program.launches[program.key] = self._kernel
        return self._kernel


def measure(kernels: dict[str, Any], launch: Launch, rewind: Rewind) -> dict[str, float]:
    """Return microseconds per launch: the best of the medians of several rounds, in turns. Kernels that cannot be launched are
    left out."""
    from triton.testing import do_bench

    rounds: dict[str, list[float]] = {name: [] for name in kernels}
    try:
        for _ in range(ROUNDS):
            for name, kernel in kernels.items():
                rewind()
                with suppress(RuntimeError):  # more shared memory or registers than there are
                    timings = do_bench(lambda kernel=kernel: launch(kernel), warmup=1, rep=MILLISECONDS, return_mode="all")
                    rounds[name].append(1e3 * median(timings))
    finally:
        rewind()
    return {name: min(times) for name, times in rounds.items() if len(times) == ROUNDS}


def row(kernel: Any, launch: Launch, rewind: Rewind) -> float:
    """Return microseconds per launch among many in a row, the best of several rounds: of the kernel, or of the host if that is
    slower."""
    torch = import_module("torch")
    times = []
    for _ in range(ROUNDS):
        rewind()
        launch(kernel)
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(IN_A_ROW):
            launch(kernel)
        asked = time.perf_counter() - start
        torch.cuda.synchronize()
        times.append(max(time.perf_counter() - start, asked + IN_A_ROW * BINDING / 1e6) / IN_A_ROW * 1e6)
    rewind()
    return min(times)


def can_measure() -> bool:
    """Return whether there is a GPU to time on, and no graph is being recorded."""
    with suppress(ImportError):
        torch = import_module("torch")
        return bool(torch.cuda.is_available() and not torch.cuda.is_current_stream_capturing())
    return False


def device_name() -> str:
    """Return the name of the GPU in use."""
    return str(import_module("torch").cuda.get_device_name())
