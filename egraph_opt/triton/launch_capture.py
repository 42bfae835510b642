"""Capture of a running program's kernels, compiled or read from Triton's cache, with the arguments of their first launches.

Compilations and launches do not change. The first error is reported as a warning, and the program continues.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from egraph_opt.errors import reason_of
from egraph_opt.triton.capture import kernel_folder
from egraph_opt.triton.capture.argument_specs import described_each
from egraph_opt.triton.pipeline.launch_hook import StandIn, is_promise, recording
from egraph_opt.triton.state.report import Log
from egraph_opt.triton.state.shared_memory_limits import target_name

MAX_CHARACTERS = 4 << 20
"""Length of a kernel's TTIR, in characters, above which it is not captured."""


class InstalledPatch(Protocol):
    """Interface of another patch that may be active during a capture, such as the optimiser's hook."""

    log: Log
    key: str

    def install(self) -> None: ...

    def remove(self) -> None: ...


class KernelWriter:
    """Patch of Triton that writes kernels to a folder."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._active = self._said = False
        self._before: Any = None
        self._compile: Any = None

    def install(self) -> None:
        import triton.runtime.jit as jit
        from triton import knobs

        self._active = True
        self._before = knobs.compilation.listener
        knobs.compilation.listener = self._listen
        plain = self._compile = jit.JITFunction._do_compile

        def compile(function: Any, key: str, signature: Any, device: Any, *rest: Any) -> Any:
            kernel = plain(function, key, signature, device, *rest)
            if not self._active or kernel is None or is_promise(kernel):
                return kernel
            launches = function.device_caches[device][0]
            launches[key] = kept = FirstLaunch(kernel, launches, key, self)
            return kept

        self._installed = jit.JITFunction._do_compile = compile

    def remove(self) -> None:
        """Remove the patch. If another patch has wrapped it, it stays but captures nothing."""
        import triton.runtime.jit as jit
        from triton import knobs

        self._active = False
        if knobs.compilation.listener == self._listen:
            knobs.compilation.listener = self._before
        if jit.JITFunction._do_compile is self._installed:
            jit.JITFunction._do_compile = self._compile

    def record_launch(self, kernel: Any, arguments: Sequence[Any], grid: Sequence[Any]) -> None:
        try:
            if (
                self._active
                and (place := self._place_folder(kernel.src, kernel.metadata._asdict(), kernel.asm["ttir"])) is not None
            ):
                named = dict(zip(kernel.src.signature, arguments, strict=True))
                kernel_folder.add_launch(place, {"grid": [int(extent) for extent in grid], "arguments": described_each(named)})
        except Exception as error:
            self._warn(error)

    def _listen(self, *, src: Any, metadata: Any, metadata_group: Any, **more: Any) -> None:
        if self._before is not None:
            self._before(src=src, metadata=metadata, metadata_group=metadata_group, **more)
        try:
            programs = [file for name, file in metadata_group.items() if name.endswith(".ttir")]
            if self._active and programs:
                self._place_folder(src, metadata, Path(programs[0]).read_text())
        except Exception as error:
            self._warn(error)

    def _place_folder(self, source: Any, metadata: Any, ttir: str) -> Path | None:
        """Return a kernel's folder, created if missing; None for Gluon kernels and kernels whose TTIR is too long."""
        from triton.compiler.compiler import make_backend

        function = getattr(source, "fn", None)
        if function is None or getattr(function, "is_gluon", bool)() or len(ttir) > MAX_CHARACTERS:
            return None
        target = metadata["target"]
        names = vars(make_backend(target).parse_options({}))
        options = {name: metadata[name] for name in names if name in metadata}
        found = kernel_folder.record(function, source.signature, source.constants, source.attrs, options, target_name(target))
        return kernel_folder.write(self._place, kernel_folder.name_of(found, ttir), kernel_folder.files_of(found, ttir, function))

    def _warn(self, error: Exception) -> None:
        if not self._said:
            self._said = True
            warnings.warn(f"kernels are not captured: {reason_of(error)}", RuntimeWarning, stacklevel=3)


class Capturing:
    """Patch that captures kernels and also applies another patch, if given."""

    def __init__(self, place: Path, inner: InstalledPatch | None) -> None:
        self._writer, self._inner = KernelWriter(place), inner
        self.log, self.key = (Log(), "") if inner is None else (inner.log, inner.key)

    def install(self) -> None:
        if self._inner is not None:
            self._inner.install()
        self._writer.install()

    def remove(self) -> None:
        self._writer.remove()
        if self._inner is not None:
            self._inner.remove()


class FirstLaunch(StandIn):
    """Proxy of a kernel that records its first launch."""

    def __init__(self, kernel: Any, launches: dict[str, Any], key: str, writer: KernelWriter) -> None:
        super().__init__(kernel)
        self._launches, self._key, self._writer = launches, key, writer

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        launched = self._kernel
        while isinstance(launched, StandIn):
            launched = launched.choose_kernel(arguments, where)
        if not recording():  # graph capture forbids copies
            self._writer.record_launch(self._kernel, arguments, where[:3])
            if self._launches.get(self._key) is self:
                self._launches[self._key] = self._kernel
        return launched
