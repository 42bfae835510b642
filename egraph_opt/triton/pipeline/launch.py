"""Where a launch finds that its kernel has to be compiled: what is compiled may be wrapped before Triton keeps it for later launches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from egraph_opt.triton.pipeline.hook import Hook
from egraph_opt.triton.state.report import with_constants
from egraph_opt.triton.state.settings import Settings


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
    target: Any
    options: dict[str, Any]


class StandIn(ABC):
    """What Triton keeps in place of a compiled kernel: all but its launches is the kernel's."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __getattr__(self, name: str) -> Any:
        if name == "_kernel":  # asked for before it is there, as `copy` does
            raise AttributeError(name)
        return getattr(self._kernel, name)

    def __getitem__(self, grid: Any) -> Any:
        return self._kernel[grid]

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        """As a compiled kernel's: after two hooks in `rest` come the kernel's arguments."""
        kernel = self.chosen(rest[2:], (x, y, z, stream))
        run = kernel.run  # loads the kernel
        run(x, y, z, stream, kernel.function, kernel.packed_metadata, metadata, *rest)

    @abstractmethod
    def chosen(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        """Return what is launched with these arguments; `where` is the grid, and the stream."""


class Guard(Protocol):
    """Whoever stands in for kernels at their first launches."""

    def watched(self, kernel: Any, program: Program) -> Any:
        """Return what Triton is to keep in a kernel's place."""


class AtLaunch(Hook, ABC):
    """A hook that also stands there. What asynchronous compilation makes is not wrapped."""

    guard: Guard | None = None
    """Who looks at kernels at their first launches."""

    def __init__(self, settings: Settings, kind: str = "") -> None:
        super().__init__(settings, kind)
        self._compile: Any = None

    @abstractmethod
    def wrapped(self, kernel: Any, program: Program) -> Any:
        """Return what Triton is to keep in place of a kernel."""

    def install(self) -> None:
        import triton.runtime.jit as jit

        super().install()
        plain = self._compile = jit.JITFunction._do_compile

        def compile(
            function: Any, key: str, signature: Any, device: Any, constexprs: Any, options: Any, attrs: Any, *rest: Any
        ) -> Any:
            with with_constants(named(function, constexprs)):
                kernel = plain(function, key, signature, device, constexprs, options, attrs, *rest)
            if not self._active or kernel is None or hasattr(kernel, "result"):
                return kernel
            launches, _, target, *_ = function.device_caches[device]
            source = function.ASTSource(function, signature, constexprs, attrs)
            again = partial(function.compile, source, target=target, options=options.__dict__)
            program = Program(again, launches, key, function.cache_key, target, options.__dict__)
            kept = self.wrapped(kernel, program)
            launches[key] = kept = self.guard.watched(kept, program) if self.guard is not None else kept
            return kept

        self._installed = jit.JITFunction._do_compile = compile

    def remove(self) -> None:
        import triton.runtime.jit as jit

        if jit.JITFunction._do_compile is self._installed:
            jit.JITFunction._do_compile = self._compile
        super().remove()


def named(function: Any, constants: Mapping[Any, Any]) -> dict[str, Any]:
    """A launch's constants by their parameters' names, those that are absent tensors left out."""
    found = {}
    for place, value in constants.items():
        path = place if isinstance(place, tuple) else (place,)
        name = ".".join(map(str, (function.arg_names[path[0]] if isinstance(path[0], int) else path[0], *path[1:])))
        value = getattr(value, "value", value)
        if value is not None:
            found[name] = value if isinstance(value, bool | int | float | str) else str(value)
    return found
