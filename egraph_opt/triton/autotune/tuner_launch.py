"""Launch of one configuration of a tuned kernel: the innermost `JITFunction`, its arguments, and the grid.

Wrappers such as `Heuristics` between an `Autotuner` and a `JITFunction` add arguments. To find these arguments, the wrappers are
called around a proxy of the function that records the launch.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TunerLaunch:
    """Launch of one configuration.

    `named` has arguments and options, `bound` arguments by parameter name; `grid` is the number of program instances along each axis.
    """

    function: Any
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    bound: dict[str, Any]
    grid: tuple[int, int, int]

    def compile(self) -> Any:
        """Compile the kernel by a warm-up of Triton, and return the kernel or its future."""
        return self.function.run(*self.arguments, **self.named, grid=self.grid, warmup=True)

    @property
    def kernel_table(self) -> dict[str, Any]:
        """Triton's table of the function's compiled kernels on the current device."""
        from triton.runtime.driver import driver

        table: dict[str, Any] = self.function.device_caches[driver.active.get_current_device()][0]
        return table


class _Bottom:
    """Proxy of a `JITFunction` that records a launch instead of making it."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.launch: TunerLaunch | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)

    def run(self, *arguments: Any, grid: Any, warmup: bool = False, **named: Any) -> None:
        signature = self._function.signature
        bound = signature.bind(*arguments, **{name: value for name, value in named.items() if name in signature.parameters})
        bound.apply_defaults()
        extents = grid(dict(bound.arguments)) if callable(grid) else grid
        x, y, z = (*map(int, extents), 1, 1)[:3]
        self.launch = TunerLaunch(self._function, arguments, named, dict(bound.arguments), (x, y, z))


def launch_of(tuner: Any, config: Any, named: dict[str, Any]) -> TunerLaunch:
    """Return the launch that a tuner would make with a configuration; `named` are the keyword arguments of the tuner's call.

    Runs the configuration's pre-hook, which may change arguments.

    Raises:
        TypeError: a wrapper between the tuner and the kernel is unknown.
    """
    given = {**named, **config.all_kwargs()}
    if config.pre_hook:
        config.pre_hook({**tuner.nargs, **given})
    chain, bottom = stand_in(tuner.fn)
    chain.run(*tuner.nargs.values(), **given)
    if bottom.launch is None:
        raise TypeError("nothing would be launched")
    return bottom.launch


def stand_in(function: Any) -> tuple[Any, _Bottom]:
    """Return a copy of the chain of wrappers around a function, and the proxy that replaces the function in the copy.

    Raises:
        TypeError: a wrapper has no `fn`.
    """
    from triton.runtime.jit import JITFunction

    if isinstance(function, JITFunction):
        bottom = _Bottom(function)
        return bottom, bottom
    if not hasattr(function, "fn"):
        raise TypeError(f"a {type(function).__name__} between the tuner and the kernel")
    upper = copy.copy(function)
    upper.fn, bottom = stand_in(function.fn)
    return upper, bottom
