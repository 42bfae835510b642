"""Parallel compilation of all tuning configurations to machine code, with Triton's asynchronous compilation.

Nothing is launched or loaded. Installed hooks, such as the plug-in, change the programs, except inside
`state.cache_keys.as_triton_alone`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from math import prod
from typing import Any

from egraph_opt.triton.autotune.child_compile import in_children
from egraph_opt.triton.autotune.tuner_launch import TunerLaunch, launch_of
from egraph_opt.triton.compile.child_pools import processors


class _ContextThreads(ThreadPoolExecutor):
    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        return super().submit(copy_context().run, function, *arguments, **named)


def build_launches(
    tuner: Any, configs: Sequence[Any], named: dict[str, Any], then: Callable[[Any, Any], None] = lambda *_: None
) -> list[tuple[TunerLaunch, Any]]:
    """Return each configuration's launch and compiled kernel; the kernel is None if Triton rejects the configuration.

    Args:
        tuner: Triton's `Autotuner`.
        configs: the configurations to compile.
        named: keyword arguments of the tuner's call.
        then: callback that gets each kernel's future and the compiled kernel, in the order of `longest_first`.

    Raises:
        RuntimeError: another tool's hook replaces Triton's compilation.
        Exception: any other error of a compilation.
    """
    from triton.runtime._async_compile import AsyncCompileMode

    made: dict[int, tuple[TunerLaunch, set[str], Any]] = {}
    kernels: dict[int, Any] = {}  # equal configurations share one future, whose result may be read once
    threads = _ContextThreads(max(1, min(len(configs), processors())))
    try:
        with in_children(), parsed_in_turns(), threads, AsyncCompileMode(threads, ignore_errors=True):
            for number in longest_first(configs):
                launch = launch_of(tuner, configs[number], named)
                before = set(launch.kernel_table)
                if (promised := launch.compile()) is None:
                    raise RuntimeError("a hook of Triton's compiles in its place")
                made[number] = launch, before, promised
            for _, _, promised in made.values():
                if id(promised) not in kernels:
                    kernels[id(promised)] = kernel = _result(promised)
                    if kernel is not None:
                        then(promised, kernel)
    finally:  # a later launch looks the kernel up again, on disk: only on that path does the plug-in replace kernels
        for launch, before, _ in made.values():
            for key in launch.kernel_table.keys() - before:
                del launch.kernel_table[key]
    return [(launch, kernels[id(promised)]) for _, (launch, _, promised) in sorted(made.items())]


def longest_first(configs: Sequence[Any]) -> list[int]:
    """Return the indices of configurations by decreasing compile time, estimated as the block size per warp.

    If any configuration has a hook, the order is unchanged, since the hook may affect later configurations.
    """

    def part(number: int) -> float:
        sizes = (value for value in configs[number].kwargs.values() if type(value) is int and value > 0)
        return float(prod(sizes) / configs[number].num_warps)

    numbers = list(range(len(configs)))
    return numbers if any(config.pre_hook for config in configs) else sorted(numbers, key=part, reverse=True)


@contextmanager
def parsed_in_turns() -> Iterator[None]:
    """Let only one thread at a time parse a kernel to a Python syntax tree, inside this context.

    CPython 3.11 adds up the recursion depths of concurrent parses, and then raises SystemError.
    """
    from triton.runtime.jit import JITFunction

    owner = next(each for each in JITFunction.__mro__ if "parse" in vars(each))
    parse, turn = owner.parse, threading.RLock()

    def compile_without_search(function: Any) -> Any:
        with turn:
            return parse(function)

    owner.parse = compile_without_search
    try:
        yield
    finally:
        owner.parse = parse


def _result(promised: Any) -> Any:
    from triton.compiler.errors import CompileTimeAssertionFailure
    from triton.runtime.errors import OutOfResources, PTXASError

    try:
        return promised.result() if hasattr(promised, "result") else promised
    except (OutOfResources, CompileTimeAssertionFailure, PTXASError):
        return None
