"""Background search for kernels of `torch.compile`.

PyTorch's Inductor compiles kernels in worker processes and launches them without Triton's kernel tables. A `CachingAutotuner` has
one launcher per configuration, and a single one after tuning. The patch replaces this launcher, between two launches, by a
launcher of the optimised program. Inductor's workers run Triton without the plug-in, so PyTorch's caches do not depend on it.
"""

from __future__ import annotations

import copy
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.process.import_hook import OnImport
from egraph_opt.triton.background.background_job import RESULT_NAME, KernelResult, Plain, parse_result
from egraph_opt.triton.background.pending_kernel import BackgroundWorker, PendingKernel
from egraph_opt.triton.choice.grid_dispatch import ByGrid
from egraph_opt.triton.compile.least_savings import ORDER_WORTH
from egraph_opt.triton.launches.version_dispatch import has_disjoint_tensors
from egraph_opt.triton.pipeline.launch_hook import recording
from egraph_opt.triton.state.cache_keys import as_triton_alone
from egraph_opt.triton.state.disk_memo import DiskMemo
from egraph_opt.triton.state.function_patch import Patches
from egraph_opt.triton.state.report import Kernel, Log, Version
from egraph_opt.triton.state.shared_memory_limits import target_name
from egraph_opt.triton.state.version_record import FIRST, OWN, SECOND, Address, parse_record

MODULE = "torch._inductor.runtime.triton_heuristics"
LAUNCHER_ATTRIBUTES = ("config", "n_regs", "n_spills", "shared", "cache_hash", "store_cubin", "_is_static")


class InductorWorker(BackgroundWorker, Protocol):
    """Interface of the background search for the patch of PyTorch's Inductor."""

    @property
    def log(self) -> Log: ...
    @property
    def memory(self) -> DiskMemo: ...
    @property
    def why_idle(self) -> str: ...
    def children_know(self, target: Any) -> bool: ...
    def submit(self, plain: Plain, target: Any, options: dict[str, Any], environment: dict[str, str]) -> Future[KernelResult]: ...
    def may_gain(self, stages: dict[str, Any]) -> bool: ...


class Inductor:
    """Patch of PyTorch's `CachingAutotuner`."""

    def __init__(self, background: InductorWorker) -> None:
        self._background = background
        self._patches, self._active = Patches(), False
        self._finder = OnImport(MODULE, self._patch)

    def install(self) -> None:
        """Patch `CachingAutotuner` now, or when PyTorch imports its module."""
        self._active = True
        if MODULE in sys.modules:
            self._patch()
        else:
            sys.meta_path.insert(0, self._finder)

    def remove(self) -> None:
        """Restore PyTorch's functions. Launchers of optimised programs stay."""
        self._active = False
        if self._finder in sys.meta_path:
            sys.meta_path.remove(self._finder)
        self._patches.remove()

    def _patch(self) -> None:
        owner = sys.modules[MODULE].CachingAutotuner
        compile_config, make_launchers, tune = owner._precompile_config, owner._make_launchers, owner.autotune_to_one_config

        def compile_as_triton(tuner: Any, config: Any) -> Any:
            if not (self._active and self._background.children_know(target_of(tuner))):
                return compile_config(tuner, config)
            with as_triton_alone():
                return compile_config(tuner, config)

        def make_and_watch(tuner: Any) -> None:
            make_launchers(tuner)
            self._watch(tuner)

        def tune_and_watch(tuner: Any, *arguments: Any, **named: Any) -> None:
            tune(tuner, *arguments, **named)
            self._watch(tuner)

        self._patches.replace(owner, "_precompile_config", compile_as_triton)
        self._patches.replace(owner, "_make_launchers", make_and_watch)
        self._patches.replace(owner, "autotune_to_one_config", tune_and_watch)

    def _watch(self, tuner: Any) -> None:
        if not self._active or len(tuner.launchers) != 1 or isinstance(tuner.launchers[0], Launcher):
            return
        (launcher,) = tuner.launchers
        result = next((each for each in tuner.compile_results if each.config is launcher.config), None)
        if result is not None and self._background.children_know(target_of(tuner)):
            tuner.launchers = [Launcher(launcher, tuner, result, self._background)]


def target_of(tuner: Any) -> Any:
    from triton.backends.compiler import GPUTarget

    properties = tuner.device_props
    return GPUTarget(properties.type, properties.cc, properties.warp_size or 32)


class Launcher(PendingKernel):
    """Proxy of Inductor's launcher, until a launcher of the optimised program replaces the proxy."""

    def __init__(self, launcher: Callable[..., Any], tuner: Any, result: Any, background: InductorWorker) -> None:
        super().__init__(background, tuner.fn.__name__, target_of(tuner), result.config.kwargs)
        self._launcher, self._tuner, self._result, self._background = launcher, tuner, result, background
        for name in LAUNCHER_ATTRIBUTES:
            if hasattr(launcher, name):
                setattr(self, name, getattr(launcher, name))

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if not self._settled and not sys._getframe(1).f_locals.get("benchmark_run"):
            self.count_launch()
        return self._launcher(*arguments, **named)

    def ask(self) -> Future[KernelResult] | None:
        with cache_in(self._folder):
            known = self._background.memory.recall(RESULT_NAME, self._result.kernel.hash)
        if known == []:
            return None
        if (result := parse_result(known)) is not None and not recording():
            self.take(result)
            return None
        plain = self._plain()
        if plain is None or not self._background.may_gain(plain.stages):
            reason = "its program is not in Triton's cache" if plain is None else self._background.why_idle
            record = Kernel(self._kernel_name, target_name(self._target), "kept", reason, constants=self._constants)
            self._background.record(self, (record,))
            return None
        from triton.compiler.compiler import make_backend

        config = self._result.config
        options = make_backend(self._target).parse_options(self._tuner._create_compile_options(config, self._result.compile_meta))
        environment = {**os.environ, "TRITON_CACHE_DIR": str(self._folder)}
        return self._background.submit(plain, self._target, options.__dict__, environment)

    @property
    def _folder(self) -> Path:
        from torch._inductor.runtime.cache_dir_utils import triton_cache_dir

        return Path(triton_cache_dir(self._tuner.triton_meta.get("device", 0)))

    def _plain(self) -> Plain | None:
        """Return the kernel's compiled stages from Triton's cache; None if TTIR, TTGIR or metadata are missing."""
        with cache_in(self._folder):
            files = group(self._result.kernel.hash, f"{self._tuner.fn.__name__}.json")
        stages = {Path(path).suffix[1:]: path for path in files.values()}
        if not {"ttir", "ttgir", "json"} <= stages.keys():
            return None
        metadata = json.loads(Path(stages.pop("json")).read_text())
        read = {name: Path(path).read_bytes() if name == "cubin" else Path(path).read_text() for name, path in stages.items()}
        order = [name for name in ("ttir", "ttgir", "llir", "ptx", "cubin") if name in read]
        return Plain(self._result.kernel.hash, {name: read[name] for name in order}, metadata, None)

    def take(self, result: KernelResult) -> None:
        """Replace the wrapped launcher by a launcher of the optimised program in Triton's cache."""
        from torch._dynamo.device_interface import DeviceGuard

        tuner, own = self._tuner, self._result
        with cache_in(self._folder):
            made = self._programs(result.at)
        if made is None:
            return
        with DeviceGuard(tuner.get_device_interface(), tuner.triton_meta["device"]):
            new = type(own)(made, own.config, own.compile_meta, own.inductor_meta).make_launcher()
        for name in ("config", "cache_hash", "store_cubin"):  # Inductor saves the attributes of Triton's kernel
            setattr(new, name, getattr(self._launcher, name))
        self._launcher = new

    def retire(self) -> None:
        if self._tuner.launchers and self._tuner.launchers[0] is self:
            self._tuner.launchers = [self._launcher]

    def _programs(self, at: Address) -> Any:
        """Return the kernel for Inductor's launcher: the program at a cache address, which dispatches to alternative programs if
        any exist.
        """
        plain, device = self._result.kernel, self._tuner.triton_meta.get("device", 0) or 0
        first = self._program(at)
        beside = parse_record(self._background.memory.recall(at[0]))
        is_static = not hasattr(plain, "asm")
        if beside is None or not is_static:
            return first
        second = self._program(beside.at) if beside.second is not None and beside.gain >= ORDER_WORTH and beside.at else None
        own = self._program(beside.own) if beside.own else None
        if second is None and own is None:
            return first
        self._background.log.add_version(Version(plain.name, beside.gain if second is not None else 0.0, own is not None))
        resources = beside.resources_of()
        programs = {place: each for place, each in ((SECOND, second), (FIRST, first), (OWN, own)) if each is not None}
        for each in programs.values():
            each.load_kernel(device)
        order = ByGrid([resources[place] for place in programs], float(self._tuner.device_props.multi_processor_count)).order
        together = copy.copy(first)
        arrays = beside.second.arrays if beside.second is not None else None
        together.run = choose(list(programs.values()), second, arrays, order)
        return together

    def _program(self, at: Address) -> Any:
        """Return the kernel at a cache address in Inductor's representation.

        Raises:
            RuntimeError: the kernel is not in the cache, or needs scratch memory, which Inductor does not allocate.
        """
        from triton.compiler import CompiledKernel

        plain, files = self._result.kernel, group(*at)
        if at[1] not in files:
            raise RuntimeError("its program is no longer in Triton's cache")
        if hasattr(plain, "asm"):
            return CompiledKernel(plain.src, files, at[0])
        metadata = json.loads(Path(files[at[1]]).read_text())
        if metadata.get("global_scratch_size") or metadata.get("profile_scratch_size"):
            raise RuntimeError("its program needs memory beside its arguments")
        new = copy.copy(plain)
        new.function, new.hash, new.cubin_path = None, at[0], next(path for path in files.values() if path.endswith(".cubin"))
        new.shared, new.num_warps, new.cubin_raw = metadata["shared"], metadata["num_warps"], None
        return new


def choose(
    programs: Sequence[Any], second: Any, arrays: Arrays | None, order: Callable[[int], Sequence[int]]
) -> Callable[..., None]:
    """Return a replacement of an Inductor kernel's `run` that launches the one of `programs` that is predicted to be fastest.

    `order` returns indices into `programs`, fastest first, for a number of program instances. The no-alias version, `second`, is
    skipped if `arrays`, which must not overlap for it, are unknown or overlap at the launch.
    """

    def run(x: int, y: int, z: int, stream: int, *arguments: Any) -> None:
        for place in order(x * y * z):
            program = programs[place]
            if program is not second or (arrays is not None and has_disjoint_tensors(arguments, arrays)):
                break
        program.run(x, y, z, stream, *arguments)

    return run


def group(hash: str, name: str) -> dict[str, str]:
    """Return the paths of a kernel's files in Triton's cache, by file name; empty if the kernel is not cached."""
    from triton.runtime.cache import get_cache_manager

    return get_cache_manager(hash).get_group(name) or {}


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    from triton import knobs

    with knobs.cache.scope():
        knobs.cache.dir = str(folder)
        yield
