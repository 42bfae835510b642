"""All configurations compiled as far as machine code, at once, by Triton's own way to compile in the background.

Each goes through Triton's pipeline as it would at its launch, the plug-in's part of it included; nothing is launched or loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from egraph_opt.triton.autotune.launch import Launch, launch_of
from egraph_opt.triton.compile.children import processors


class _Threads(ThreadPoolExecutor):
    """Threads that know what a launch is compiled for, as the report says it."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        return super().submit(copy_context().run, function, *arguments, **named)


def built(tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> list[tuple[Launch, Any]]:
    """What a tuner would launch with each configuration, compiled; None where Triton leaves a configuration out since it does not compile.

    Raises:
        RuntimeError: something else compiles in the background.
        Exception: whatever else a compilation raises.
    """
    from triton.runtime._async_compile import AsyncCompileMode

    made: list[tuple[Launch, set[str], Any]] = []
    kernels: dict[int, Any] = {}  # equal configurations have one promise, which may be asked once
    with _Threads(max(1, min(len(configs), processors()))) as threads, AsyncCompileMode(threads, ignore_errors=True):
        for config in configs:
            launch = launch_of(tuner, config, named)
            before = set(launch.kept)
            if (promised := launch.compile()) is None:
                raise RuntimeError("a hook of Triton's compiles in its place")
            made.append((launch, before, promised))
        for _, _, promised in made:
            if id(promised) not in kernels:
                kernels[id(promised)] = _result(promised)
    # What is launched later is looked up again, on disk: what the plug-in puts in the place of a kernel stands at that way.
    for launch, before, _ in made:
        for key in launch.kept.keys() - before:
            del launch.kept[key]
    return [(launch, kernels[id(promised)]) for launch, _, promised in made]


def _result(promised: Any) -> Any:
    """A kernel, once it is compiled."""
    from triton.compiler.errors import CompileTimeAssertionFailure
    from triton.runtime.errors import OutOfResources, PTXASError

    try:
        return promised.result() if hasattr(promised, "result") else promised
    except (OutOfResources, CompileTimeAssertionFailure, PTXASError):
        return None
