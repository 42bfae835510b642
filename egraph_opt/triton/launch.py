"""Where a launch finds that its kernel has to be compiled: what is compiled may be wrapped before Triton keeps it for later launches."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from egraph_opt.triton.hook import Hook
from egraph_opt.triton.settings import Settings


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
        """What is launched with these arguments; `where` is the grid, and the stream."""


class AtLaunch(Hook, ABC):
    """A hook that also stands there. What asynchronous compilation makes is not wrapped."""

    def __init__(self, settings: Settings, kind: str = "") -> None:
        super().__init__(settings, kind)
        self._compile: Any = None

    @abstractmethod
    def wrapped(self, kernel: Any, program: Program) -> Any:
        """What Triton is to keep in place of a kernel."""

    def install(self) -> None:
        import triton.runtime.jit as jit

        super().install()
        plain = self._compile = jit.JITFunction._do_compile

        def compile(
            function: Any, key: str, signature: Any, device: Any, constexprs: Any, options: Any, attrs: Any, *rest: Any
        ) -> Any:
            kernel = plain(function, key, signature, device, constexprs, options, attrs, *rest)
            if not self._active or kernel is None or hasattr(kernel, "result"):
                return kernel
            launches, _, target, *_ = function.device_caches[device]
            source = function.ASTSource(function, signature, constexprs, attrs)
            again = partial(function.compile, source, target=target, options=options.__dict__)
            program = Program(again, launches, key, function.cache_key, target, options.__dict__)
            launches[key] = kernel = self.wrapped(kernel, program)
            return kernel

        self._installed = jit.JITFunction._do_compile = compile

    def remove(self) -> None:
        import triton.runtime.jit as jit

        if jit.JITFunction._do_compile is self._installed:
            jit.JITFunction._do_compile = self._compile
        super().remove()

    def remembered(self, *parts: object) -> Any:
        """What was noted of these parts, under these settings and versions; None where nothing was, or it cannot be read."""
        with suppress(OSError, ValueError):
            return json.loads(self._file(parts).read_text())
        return None

    def remember(self, value: Any, *parts: object) -> None:
        """All or nothing, and no error where the folder cannot be written to: then the same is found out again next time."""
        file = self._file(parts)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as new:
                new.write(json.dumps(value))
            os.replace(new.name, file)

    def _file(self, parts: Sequence[object]) -> Path:
        from triton import knobs

        name = hashlib.sha256(repr((self.key, *parts)).encode()).hexdigest()
        return Path(knobs.cache.dir) / "egraph_opt" / f"{name}.json"
