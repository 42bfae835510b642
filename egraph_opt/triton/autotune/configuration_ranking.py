"""Ranking of tuning configurations by run time, predicted from machine code, grid and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import prod
from typing import Any

from egraph_opt.ir.module import InputError
from egraph_opt.machine.configuration_cycles import ConfigurationLoad, LaunchedProgram, load_of, relative_times
from egraph_opt.machine.launch_cycles import InstanceWork, fits
from egraph_opt.machine.prediction import processor_of
from egraph_opt.machine.sass import read
from egraph_opt.machine.sector_overfetch import sector_requests
from egraph_opt.text import read as read_text
from egraph_opt.triton.autotune.bit_classes import ConfiguredProgram, bit_classes
from egraph_opt.triton.autotune.parallel_compile import build_launches
from egraph_opt.triton.autotune.tuner_launch import TunerLaunch, launch_of
from egraph_opt.triton.autotune.work_estimate import work_of
from egraph_opt.triton.compile.child_pools import processors
from egraph_opt.triton.state.shared_memory_limits import target_name

FLOAT_OPTIONS = ("enable_reflect_ftz", "ptx_options", "extern_libs", "arch")
"""Compiler options that may change what float operations compute, apart from `enable_fp_fusion`."""


class CannotRank(Exception):
    """Error: configurations cannot be ranked; the message says why."""


@dataclass(frozen=True)
class RankedConfigurations:
    """Indices of the configurations, predicted fastest first. Of configurations with equal program and launch, one is kept.

    `dropped` counts configurations that do not compile or do not fit the device. `bits` has the class of each configuration
    (`bit_classes`), -1 for a dropped one; `unfused_bits` is for programs without fused multiply-adds.
    """

    order: tuple[int, ...]
    dropped: int
    bits: tuple[int, ...] = ()
    unfused_bits: tuple[int, ...] = ()


def question(tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> list[str] | None:
    """Return the cache key of a ranking; None if a configuration has a hook, whose effect is unknown.

    Raises: the errors of `rank_configurations`.
    """
    from triton._C.libtriton import get_cache_invalidating_env_vars
    from triton.compiler.compiler import make_backend
    from triton.runtime.cache import triton_key
    from triton.runtime.driver import driver

    if any(config.pre_hook for config in configs):
        return None
    launches = [launch_of(tuner, config, named) for config in configs]
    properties = driver.active.utils.get_device_properties(driver.active.get_current_device())
    about = [triton_key(), make_backend(driver.active.get_current_target()).hash(), repr(sorted(properties.items()))]
    about += [repr(sorted(get_cache_invalidating_env_vars().items())), *{launch.function.cache_key: None for launch in launches}]
    for config, launch in zip(configs, launches, strict=True):
        about.append(f"{config} {launch.grid} {[(name, _plain(value)) for name, value in launch.bound.items()]}")
    return about


def _plain(value: Any) -> str:
    """Return an argument as part of a cache key: a tensor's type and alignment, which Triton specialises for; otherwise the value."""
    if isinstance(value, tuple | list):
        return str([_plain(part) for part in value])
    if hasattr(value, "data_ptr"):
        return f"{value.dtype} {value.data_ptr() % 16 == 0}"
    if hasattr(value, "base") and hasattr(value, "block_shape"):
        return f"{_plain(value.base)} {value.shape} {value.strides} {value.block_shape}"
    return getattr(value, "cache_key", None) or repr(value)


def rank_configurations(tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> RankedConfigurations:
    """Return the configurations ranked by predicted time; `named` are the keyword arguments of the tuner's call.

    Raises:
        CannotRank: there is no machine model for the target, or no configuration runs.
        Exception: any error in compiling a kernel or reading its machine code.
    """
    from triton.runtime.driver import driver

    target = driver.active.get_current_target()
    processor = processor_of(target_name(target))
    if processor is None:
        raise CannotRank(f"nothing is known of machine code for {target_name(target)}")
    properties = driver.active.utils.get_device_properties(driver.active.get_current_device())
    made = [(number, *each) for number, each in enumerate(build_launches(tuner, configs, named))]
    compiled = [(number, launch, kernel) for number, launch, kernel in made if kernel is not None]
    cubins = dict.fromkeys(kernel.kernel for _, _, kernel in compiled)
    with ThreadPoolExecutor(processors()) as threads:  # each thread calls a program of NVIDIA's
        codes = dict(zip(cubins, threads.map(read, cubins), strict=True))
    loads: dict[int, ConfigurationLoad] = {}
    seen: set[object] = set()
    works: dict[object, InstanceWork] = {}  # programs that differ only in warps or stages do the same work
    programs: dict[int, ConfiguredProgram] = {}
    for number, launch, kernel in compiled:
        shared, warps, grid, code = kernel.metadata.shared, kernel.metadata.num_warps, launch.grid, codes[kernel.kernel]
        if not fits(code, shared, warps, properties["max_shared_mem"], processor):
            continue
        programs[number] = _program(launch, kernel)
        ttgir = programs[number].ttgir
        if (same := (kernel.kernel, shared, grid)) not in seen:
            seen.add(same)
            instances = prod(grid) * (getattr(kernel.metadata, "num_ctas", 1) or 1)
            known = _known_arguments(launch, kernel)
            if (about := (kernel.asm["ttir"], tuple(known), grid)) not in works:
                (function,) = read_text(kernel.asm["ttir"]).functions()
                works[about] = work_of(function, known, grid)
            work = works[about]
            requested = 1.0 if ttgir is None else sector_requests(ttgir)
            program = LaunchedProgram(code, shared, warps, kernel.metadata.num_stages, work, requested, instances)
            loads[number] = load_of(program, properties["multiprocessor_count"], processor)
    if not loads:
        raise CannotRank("no configuration compiles and fits the device")
    times = dict(zip(loads, relative_times(list(loads.values())), strict=True))
    order = sorted(times, key=lambda number: (times[number], number))
    found = bit_classes(list(programs.values()))
    bits, unfused = (dict(zip(programs, of, strict=True)) for of in found)
    every = range(len(configs))
    return RankedConfigurations(
        tuple(order),
        len(configs) - len(programs),
        tuple(bits.get(number, -1) for number in every),
        tuple(unfused.get(number, -1) for number in every),
    )


def _program(launch: TunerLaunch, kernel: Any) -> ConfiguredProgram:
    options = vars(kernel.metadata) if hasattr(kernel.metadata, "__dict__") else kernel.metadata._asdict()
    arguments = {name: _plain(launch.bound.get(name)) for name, kind in kernel.src.signature.items() if kind != "constexpr"}
    try:
        ttgir = read_text(kernel.asm["ttgir"])
    except InputError:
        ttgir = None
    return ConfiguredProgram(
        kernel.asm["ttir"],
        ttgir,
        kernel.kernel,
        (launch.grid, tuple(arguments.items())),
        tuple(str(options.get(name)) for name in FLOAT_OPTIONS),
        bool(options.get("enable_fp_fusion", True)),
    )


def _known_arguments(launch: TunerLaunch, kernel: Any) -> list[int | None]:
    """Return the integer values of a kernel's leading parameters, None if unknown.

    The list ends before the first descriptor, since a descriptor expands to several parameters.
    """
    known: list[int | None] = []
    for name, kind in kernel.src.signature.items():
        if not isinstance(kind, str) or kind.startswith("tensordesc"):
            break
        if kind != "constexpr":
            value = launch.bound.get(name)
            known.append(int(value) if isinstance(value, int) else None)
    return known
