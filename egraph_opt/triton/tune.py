"""Measured extraction: the programs that several cost models choose are timed at a kernel's first launch, and the fastest is kept.

No model orders all programs as a machine does, so where the machine is at hand it decides. What a launch writes to is put back between
timings, so kernels that work in place may be timed too. A choice is remembered beside Triton's cache, by program, arguments, device and
versions. Whatever goes wrong, the kernel that the first model gives is used.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from egraph_opt.cost.mix import cost_model
from egraph_opt.triton.hook import Hook
from egraph_opt.triton.report import Kernel, Tuned
from egraph_opt.triton.rewind import CannotRewind, Rewind, shapes
from egraph_opt.triton.settings import Settings

PLAIN = "plain"
"""Triton's own program."""
MODEL = "model"
"""What the user's settings give."""
ROUNDS = 3
MILLISECONDS = 10
"""How long one timing of one program goes on, beside its warming up."""
GAIN = 0.01
"""The part by which a program must be faster than Triton's own to take its place: about what timings differ by."""

Launch = Callable[[Any], None]


def variants(settings: Settings) -> dict[str, Settings]:
    """What is tried beside Triton's own program and the user's settings, by name: each was the fastest on some kernel of an H200."""
    settings = replace(settings, confirm=False)
    options, earlier = settings.options, replace(settings, place="after-last")
    plain = replace(options, read_copies=False)
    inert = cost_model("cycles:change_price=30:change_factor=1.3")
    return {
        "earlier": earlier,
        "exact": replace(settings, min_gain=0.0, options=replace(options, extract="exact")),
        "inert": replace(settings, min_gain=0.0, options=replace(options, model=inert)),
        "first": replace(settings, min_gain=0.0, options=replace(options, loads_first=True)),
        "loads": replace(settings, options=replace(plain, move_loads=True)),
        "conversions": replace(settings, options=plain),
        "earlier_exact": replace(earlier, min_gain=0.0, options=replace(options, extract="exact")),
        "earlier_loads": replace(earlier, min_gain=0.0, options=replace(plain, move_loads=True)),
    }


@dataclass(frozen=True)
class Program:
    """What one compilation of a kernel needs besides the settings."""

    compile: Callable[[], Any]
    launches: dict[str, Any]
    """Triton's own table of kernels for launches."""
    key: str
    """The kernel's key in it."""
    source: str
    """A hash of the kernel's source."""


class Tuner(Hook):
    """A hook that also stands where a launch finds that its kernel has to be compiled."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, "-tuned")
        self._variants = variants(settings)
        self._tuning = threading.RLock()
        self._compile: Any = None

    def install(self) -> None:
        import triton.runtime.jit as jit

        super().install()
        plain = self._compile = jit.JITFunction._do_compile

        def compile(
            function: Any, key: str, signature: Any, device: Any, constexprs: Any, options: Any, attrs: Any, *rest: Any
        ) -> Any:
            kernel = plain(function, key, signature, device, constexprs, options, attrs, *rest)
            if not self._active or kernel is None or hasattr(kernel, "result"):  # asynchronous compilation goes without
                return kernel
            if "tt.int_to_ptr" in kernel.asm["ttir"]:  # it may write to memory that its arguments do not name
                return kernel
            launches, _, target, *_ = function.device_caches[device]
            source = function.ASTSource(function, signature, constexprs, attrs)
            again = partial(function.compile, source, target=target, options=options.__dict__)
            launches[key] = first = FirstLaunch(kernel, Program(again, launches, key, function.cache_key), self)
            return first

        self._installed = jit.JITFunction._do_compile = compile

    def remove(self) -> None:
        import triton.runtime.jit as jit

        if jit.JITFunction._do_compile is self._installed:
            jit.JITFunction._do_compile = self._compile
        super().remove()

    def choose(self, kernel: Any, program: Program, launch: Launch, arguments: Sequence[Any], grid: tuple[int, ...]) -> Any:
        """The fastest of the kernel's variants for these arguments; `launch` launches one."""
        with self._tuning:
            file = self._file(program, [*map(str, grid), *shapes(arguments)])
            if (known := self._remembered(file)) is not None:
                return self._compiled([known], kernel, program)[known]
            kernels = self._compiled([PLAIN, MODEL, *self._variants], kernel, program)
            times = measure(kernels, launch, Rewind(arguments)) if len(kernels) > 1 else dict.fromkeys(kernels, 0.0)
            if not times:
                return kernel
            chosen = min(times, key=lambda name: times[name] * (1.0 if name == PLAIN else 1.0 + GAIN))
            self.log.tuned(Tuned(kernel.name, chosen, times))
            _write(file, json.dumps(chosen))
            return kernels[chosen]

    def failed(self, kernel: Any, reason: str) -> None:
        self.log.add(Kernel(kernel.name, self.settings.place, "failed", reason))

    def _compiled(self, names: Sequence[str], kernel: Any, program: Program) -> dict[str, Any]:
        """Kernels by variant; of equal ones only the first."""
        found: dict[str, Any] = {}
        super().remove()  # compilations of other threads go on meanwhile, as Triton's own
        try:
            for name in names:
                found[name] = kernel if name == MODEL else program.compile() if name == PLAIN else self._with(name, program)
        finally:
            super().install()
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

    def _remembered(self, file: Path) -> str | None:
        with suppress(OSError, ValueError):
            name = json.loads(file.read_text())
            return name if name in (PLAIN, MODEL, *self._variants) else None
        return None

    def _file(self, program: Program, form: Sequence[str]) -> Path:
        from triton import knobs

        parts = [self._key, program.source, program.key, *form, device_name()]
        return Path(knobs.cache.dir) / "egraph_opt" / f"{hashlib.sha256(repr(parts).encode()).hexdigest()}.json"


class FirstLaunch:
    """Stands in for a compiled kernel until it is launched; the kernel that is then chosen takes its place."""

    def __init__(self, kernel: Any, program: Program, tuner: Tuner) -> None:
        self._kernel, self._program, self._tuner = kernel, program, tuner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernel, name)

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        """As a compiled kernel's: after two hooks in `rest` come the kernel's arguments."""
        program = self._program

        def launch(kernel: Any) -> None:
            run = kernel.run  # loads the kernel
            run(x, y, z, stream, kernel.function, kernel.packed_metadata, None, None, None, *rest[2:])

        if can_measure():
            try:
                self._kernel = self._tuner.choose(self._kernel, program, launch, rest[2:], (x, y, z))
            except CannotRewind:
                pass
            except Exception as error:
                self._tuner.failed(self._kernel, f"not tuned: {type(error).__name__}: {error}")
            program.launches[program.key] = self._kernel
        run = self._kernel.run
        run(x, y, z, stream, self._kernel.function, self._kernel.packed_metadata, metadata, *rest)


def measure(kernels: dict[str, Any], launch: Launch, rewind: Rewind) -> dict[str, float]:
    """Microseconds of one launch, the best of several rounds' medians, in turns; a kernel that cannot be launched is left out."""
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


def can_measure() -> bool:
    """Whether there is a GPU to time on, and not in the midst of recording a graph."""
    with suppress(ImportError):
        torch = import_module("torch")
        return bool(torch.cuda.is_available() and not torch.cuda.is_current_stream_capturing())
    return False


def device_name() -> str:
    """The name of the GPU in use."""
    return str(import_module("torch").cuda.get_device_name())


def _write(file: Path, text: str) -> None:
    """All or nothing, and no error where the folder cannot be written to: then the choice is made again next time."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as new:
            new.write(text)
        os.replace(new.name, file)
