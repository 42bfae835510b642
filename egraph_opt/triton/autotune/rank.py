"""Which configurations are timed: those whose machine code, grid and arguments foretell the least time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from egraph_opt.machine.grid import cycles, fits, parts
from egraph_opt.machine.sass import read
from egraph_opt.machine.use import processor_of
from egraph_opt.text import read as read_text
from egraph_opt.triton.autotune.build import built
from egraph_opt.triton.autotune.count import work_of
from egraph_opt.triton.autotune.launch import Launch
from egraph_opt.triton.compile.limits import target_name


class CannotRank(Exception):
    """Why configurations cannot be ordered."""


@dataclass(frozen=True)
class Ranked:
    """The numbers of configurations, the one that is foretold to be the fastest first; equal programs with equal launches are there once.
    `dropped` do not compile or do not run."""

    order: tuple[int, ...]
    dropped: tuple[int, ...]


def ranked(tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> Ranked:
    """Order the configurations that a tuner is about to time; `named` are the arguments that it was given by name.

    Raises:
        CannotRank: nothing is known of the target's machine code, or no configuration runs.
        Exception: whatever goes wrong in compiling or reading.
    """
    from triton.runtime.driver import driver

    target = driver.active.get_current_target()
    processor = processor_of(target_name(target))
    if processor is None:
        raise CannotRank(f"nothing is known of machine code for {target_name(target)}")
    properties = driver.active.utils.get_device_properties(driver.active.get_current_device())
    times: dict[int, float] = {}
    dropped: list[int] = []
    seen: set[object] = set()
    for number, (launch, kernel) in enumerate(built(tuner, configs, named)):
        if kernel is None:
            dropped.append(number)
            continue
        shared, warps, grid = kernel.metadata.shared, kernel.metadata.num_warps, launch.grid
        code = read(kernel.kernel)
        if not fits(code, shared, warps, properties["max_shared_mem"], processor):
            dropped.append(number)
            continue
        same = kernel.kernel, shared, grid
        if same not in seen:
            seen.add(same)
            instances = prod(grid) * (getattr(kernel.metadata, "num_ctas", 1) or 1)
            work = work_of(*_program(launch, kernel), grid)
            times[number] = cycles(parts(code, shared, warps, work, instances, properties["multiprocessor_count"], processor))
    if not times:
        raise CannotRank("no configuration compiles and fits the device")
    return Ranked(tuple(sorted(times, key=lambda number: (times[number], number))), tuple(dropped))


def _program(launch: Launch, kernel: Any) -> tuple[Any, list[int | None]]:
    """A kernel's function in TTIR, and what is known of its parameters: those before one that is several there, as a descriptor is."""
    (function,) = read_text(kernel.asm["ttir"]).functions()
    known: list[int | None] = []
    for name, kind in kernel.src.signature.items():
        if not isinstance(kind, str) or kind.startswith("tensordesc"):
            break
        if kind != "constexpr":
            value = launch.bound.get(name)
            known.append(int(value) if isinstance(value, int) else None)
    return function, known
