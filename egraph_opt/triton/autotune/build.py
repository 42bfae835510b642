"""All configurations compiled as far as machine code, at once, by Triton's own way to compile in the background.

Each goes through Triton's pipeline as it would at its launch, the plug-in's part of it included; nothing is launched or loaded.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
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
    threads = _Threads(max(1, min(len(configs), processors())))
    with parsed_in_turns(), threads, AsyncCompileMode(threads, ignore_errors=True):
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


@contextmanager
def parsed_in_turns() -> Iterator[None]:
    """While this lasts, one thread at a time makes a syntax tree of a kernel.

    CPython 3.11 counts the depth of the trees that all threads make together, and then raises SystemError.
    """
    from triton.runtime.jit import JITFunction

    owner = next(each for each in JITFunction.__mro__ if "parse" in vars(each))
    parse, turn = owner.parse, threading.RLock()

    def alone(function: Any) -> Any:
        with turn:
            return parse(function)

    owner.parse = alone
    try:
        yield
    finally:
        owner.parse = parse


def _result(promised: Any) -> Any:
    """A kernel, once it is compiled."""
    from triton.compiler.errors import CompileTimeAssertionFailure
    from triton.runtime.errors import OutOfResources, PTXASError

    try:
        return promised.result() if hasattr(promised, "result") else promised
    except (OutOfResources, CompileTimeAssertionFailure, PTXASError):
        return None
