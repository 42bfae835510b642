"""Times of launches on the GPU: of a kernel alone, and of launches in a row, which include the host's work."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

from egraph_opt.triton.launches.rewind import Rewind

ROUNDS = 3
MILLISECONDS = 10
"""Length of one timing of one program, without its warm-up."""
IN_A_ROW = 20, 500
"""Least and greatest number of launches in a row. In between, they last for as long as a timing: a GPU that is busy lowers its
clock, for some programs more than for others."""
BINDING = 2.5
"""Time that Triton needs to find a launch's kernel and bind its arguments, in units of the launch itself. Launches here skip this. It was
1.3 to 2.3 on the hosts of an H200 and an H100."""

Launch = Callable[[Any], None]


def measure(kernels: dict[str, Any], launch: Launch, rewind: Rewind) -> dict[str, float]:
    """Return microseconds per launch: the best of the medians of several rounds, in turns. Kernels that cannot be launched are
    left out."""
    from triton.testing import do_bench

    rounds: dict[str, list[float]] = {name: [] for name in kernels}
    try:
        for _ in range(ROUNDS):
            for name, kernel in kernels.items():
                rewind()
                with suppress(RuntimeError):  # more shared memory or registers than there are
                    timings = do_bench(lambda kernel=kernel: launch(kernel), warmup=1, rep=MILLISECONDS, return_mode="all")
                    rounds[name].append(1e3 * median(timings))
    finally:
        rewind()
    return {name: min(times) for name, times in rounds.items() if len(times) == ROUNDS}


class Row(NamedTuple):
    """Microseconds per launch among many in a row."""

    all: float
    """Until the last one has ended, ..."""
    host: float
    """... and until the last one is asked for."""


def in_a_row(plain: Any, other: Any, launch: Launch, rewind: Rewind) -> tuple[float, float]:
    """Return microseconds per launch among many in a row, for two kernels: of the kernel, or of the host if that is slower.

    Rounds of both are timed in turns. The host's work varies most: the shortest time counts for the first kernel, and the longest for
    the other one.
    """
    kernels = plain, other
    found: list[list[Row]] = [[], []]
    least, most = IN_A_ROW
    counts = [min(max(int(MILLISECONDS * 1e3 / _row(kernel, launch, rewind, least).all), least), most) for kernel in kernels]
    for number in range(2 * ROUNDS):
        place = (number + number // 2) % 2
        found[place].append(_row(kernels[place], launch, rewind, counts[place]))
    rewind()
    first, second = ([row.host for row in rows] for rows in found)
    return (
        max(min(row.all for row in found[0]), min(first) * (1.0 + BINDING)),
        max(min(row.all for row in found[1]), max(second) + median(first) * BINDING),
    )


def _row(kernel: Any, launch: Launch, rewind: Rewind, count: int) -> Row:
    torch = import_module("torch")
    rewind()
    launch(kernel)
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(count):
        launch(kernel)
    asked = time.perf_counter()
    torch.cuda.synchronize()
    return Row((time.perf_counter() - start) / count * 1e6, (asked - start) / count * 1e6)


def can_measure() -> bool:
    """Return whether there is a GPU to time on, and no graph is being recorded."""
    with suppress(ImportError):
        torch = import_module("torch")
        return bool(torch.cuda.is_available() and not torch.cuda.is_current_stream_capturing())
    return False


def device_name() -> str:
    """Return the name of the GPU in use."""
    return str(import_module("torch").cuda.get_device_name())
