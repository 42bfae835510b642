"""Recorder of kernel launches, without a GPU and without compiling the kernels."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import SimpleNamespace
from typing import Any

from egraph_opt.triton.capture.argument_specs import described_each
from egraph_opt.triton.capture.fake_driver import driver
from egraph_opt.triton.capture.fake_torch import pretend


@dataclass
class CapturedKernel:
    """Kernel specialised to argument types, constants and options, with its recorded launches.

    `launches` are distinct pairs of a grid and argument specifications. The grid is None for a warm-up, or if the script's grid
    function failed. `configuration` has the arguments and options of the tuning configuration by name.
    """

    function: Any
    signature: dict[str, str]
    constants: dict[Any, Any]
    attributes: dict[Any, Any]
    options: Any
    launches: list[tuple[tuple[int, ...] | None, dict[str, Any]]] = field(default_factory=list)
    configuration: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        return str(self.function.__name__)


class UnlaunchedKernel:
    """Proxy of a compiled kernel, which is compiled only if the script reads its code."""

    n_regs, n_spills, n_max_threads, hash, function = 64, 0, 1024, "00" * 32, 0
    launch_enter_hook = launch_exit_hook = None

    def __init__(self, function: Any, options: Any, compile_kernel: Callable[[], Any]) -> None:
        self.src = SimpleNamespace(fn=function)
        self.metadata = SimpleNamespace(**{**vars(options), "shared": 0})
        self._compile = compile_kernel

    @cached_property
    def asm(self) -> Any:
        return self._compile().asm

    def run(self, *arguments: Any, **named: Any) -> None:
        pass

    def _init_handles(self) -> None:
        pass

    def __getitem__(self, grid: Any) -> Callable[..., None]:
        return lambda *arguments, **named: None


@contextmanager
def record_launches(target: Any, every_configuration: bool = False) -> Iterator[list[CapturedKernel]]:
    """Record launches of Triton kernels in the yielded list inside this context, instead of making them.

    Of an autotuned kernel, only the first configuration after pruning is recorded, or all of them with `every_configuration`.
    """
    import triton
    from triton import compiler, knobs, testing
    from triton.compiler.compiler import make_backend
    from triton.runtime import autotuner
    from triton.runtime.jit import JITFunction

    kernels: dict[str, CapturedKernel] = {}
    made = threading.local()
    run, tuner, tune = JITFunction.run, autotuner.Autotuner, autotuner.Autotuner.run
    compile_kernel, active = triton.compile, target
    tuned: set[int] = set()
    undo = ExitStack()

    def do_compile(
        function: Any, key: Any, signature: Any, device: Any, constants: Any, options: Any, attributes: Any, warmup: bool
    ) -> None:
        if not function.is_gluon():
            made.kernel = note(function, signature, constants, attributes, options)

    def note(function: Any, signature: Any, constants: Any, attributes: Any, options: Any) -> CapturedKernel:
        name = f"{function.module}.{function.__name__}"
        same = repr((name, id(function), signature, constants, attributes, sorted(vars(options).items(), key=str)))
        return kernels.setdefault(same, CapturedKernel(function, signature, constants, attributes, options))

    def compile_for_target(source: Any, target: Any = target, options: Any = None, **named: Any) -> Any:
        """Replace `triton.compile` for callers such as PyTorch's Inductor: record the kernel, and return a proxy of the compiled
        kernel.
        """
        if not isinstance(source, compiler.ASTSource) or source.fn.is_gluon():
            return compile_kernel(source, target, options, **named)
        chosen = make_backend(active).parse_options({**(options or {}), **source.parse_options()})
        note(source.fn, source.signature, source.constants, source.attrs, chosen)
        return UnlaunchedKernel(source.fn, chosen, partial(compile_kernel, source, active, options, **named))

    def record_run(function: Any, *arguments: Any, grid: Any, warmup: bool, **named: Any) -> Any:
        made.kernel = None
        run(function, *arguments, grid=grid, warmup=warmup, **named)
        kernel: CapturedKernel | None = made.kernel
        if kernel is None:
            return None
        bound = bind(function, arguments, named)
        launch = (None if warmup else grid_of(grid, bound), described_each(bound))
        if launch not in kernel.launches:
            kernel.launches.append(launch)
        kernel.configuration = kernel.configuration or getattr(made, "configuration", None)
        source = compiler.ASTSource(function, kernel.signature, kernel.constants, kernel.attributes)
        return UnlaunchedKernel(function, kernel.options, partial(compile_kernel, source, active, dict(vars(kernel.options))))

    def record_tuned_run(self: Any, *arguments: Any, **named: Any) -> Any:
        if id(self) not in tuned:  # the tuner's cached choices are neither read nor changed here
            tuned.add(id(self))
            undo.callback(setattr, self, "cache", self.cache)
            self.cache = {}
        return tune(self, *arguments, **named)

    def bench(self: Any, *arguments: Any, config: Any, **named: Any) -> list[float]:
        if every_configuration:
            made.configuration = config.all_kwargs()
            try:
                self.fn.run(*arguments, **{**named, **made.configuration})
            finally:
                made.configuration = None
        return [0.0, 0.0, 0.0]

    def tune_anew(self: Any, key: Any, configurations: Any, bench: Callable[[], Any]) -> bool:
        bench()  # returns False: nothing is read from or written to Triton's cache on disk
        return False

    def do_bench(call: Callable[[], Any], *_: Any, quantiles: Any = None, **__: Any) -> Any:
        call()
        return [0.0] * len(quantiles) if quantiles else 0.0

    with undo, driver(target), pretend(target):
        for owner, name, new in (
            (JITFunction, "run", record_run), (JITFunction, "_do_compile", do_compile), (tuner, "_bench", bench),
            (tuner, "run", record_tuned_run), (tuner, "check_disk_cache", tune_anew),
            (testing, "do_bench", do_bench), (knobs.runtime, "jit_cache_hook", None),
            (triton, "compile", compile_for_target),
        ):  # fmt: skip
            undo.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, new)
        found: list[CapturedKernel] = []
        try:
            yield found
        finally:
            found += kernels.values()


def bind(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """Return a launch's arguments by parameter name, without options."""
    bound = function.signature.bind(*arguments, **{k: v for k, v in named.items() if k in function.signature.parameters})
    bound.apply_defaults()
    return dict(bound.arguments)


def grid_of(grid: Any, bound: dict[str, Any]) -> tuple[int, ...] | None:
    """Return a grid as integers; None if the script's grid function fails."""
    try:
        extents = grid(bound) if callable(grid) else grid
        return tuple(int(extent) for extent in (extents if isinstance(extents, tuple | list) else (extents,)))
    except Exception:
        return None
