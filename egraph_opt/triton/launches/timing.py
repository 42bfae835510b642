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
TURN = 5
"""Length of a timing of one of two programs, in milliseconds."""
ORDER = (0, 1, 1, 0) * 4
"""Turns of two programs: each follows the other, and itself, as often."""
IN_A_ROW = 20, 500
"""Least and greatest number of launches in a row. In between, they last for a turn: a GPU that is busy lowers its clock, for some
programs more than for others."""
HOST_BOUND = 0.8
"""Share of the time of launches in a row above which the host may be what limits them."""

Launch = Callable[[Any], None]


def measure(kernels: dict[str, Any], launch: Launch, rewind: Rewind) -> dict[str, float]:
    """Return microseconds per launch: the best of the medians of several rounds, in turns. Kernels that cannot be launched are
    left out."""
    rounds: dict[str, list[float]] = {name: [] for name in kernels}
    try:
        for _ in range(ROUNDS):
            for name, kernel in kernels.items():
                with suppress(RuntimeError):  # more shared memory or registers than there are
                    rounds[name].append(_alone(kernel, launch, rewind, MILLISECONDS))
    finally:
        rewind()
    return {name: min(times) for name, times in rounds.items() if len(times) == ROUNDS}


class Row(NamedTuple):
    """Microseconds per launch among many in a row."""

    all: float
    """Until the last one has ended, ..."""
    host: float
    """... and until the last one is asked for."""


class Comparison(NamedTuple):
    """How a second kernel compares with a first one."""

    microseconds: tuple[float, float]
    """Of a launch of each, alone."""
    gains: tuple[float, ...]
    """Times that the GPU is as fast with the second one: alone, and in a row, unless the host may be the limit there."""


def compared(plain: Any, other: Any, launch: Launch, rewind: Rewind) -> Comparison | None:
    """Compare two kernels; None if one cannot be launched.

    Both are timed in turns, so that they have the same clocks and temperatures; those in a row first, without pauses.
    """
    kernels = plain, other
    rows: list[list[Row]] = [[], []]
    alone: list[list[float]] = [[], []]
    least, most = IN_A_ROW
    try:
        counts = [min(max(int(TURN * 1e3 / _row(kernel, launch, rewind, least).all), least), most) for kernel in kernels]
        for place in ORDER:  # until the GPU has the clock that it keeps: this takes it about 0.1 s
            _row(kernels[place], launch, rewind, counts[place])
        for place in ORDER:
            rows[place].append(_row(kernels[place], launch, rewind, counts[place]))
        for place in ORDER:
            alone[place].append(_alone(kernels[place], launch, rewind, TURN))
    except RuntimeError:  # more shared memory or registers than there are
        return None
    finally:
        rewind()
    gains = [median(first / second for first, second in zip(*alone, strict=True))]
    if all(median(row.host / row.all for row in of_one) <= HOST_BOUND for of_one in rows):
        gains.append(median(first.all / second.all for first, second in zip(*rows, strict=True)))
    return Comparison((median(alone[0]), median(alone[1])), tuple(gains))


def _alone(kernel: Any, launch: Launch, rewind: Rewind, milliseconds: int) -> float:
    from triton.testing import do_bench

    rewind()
    timings: list[float] = do_bench(lambda: launch(kernel), warmup=1, rep=milliseconds, return_mode="all")
    return 1e3 * median(timings)


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
