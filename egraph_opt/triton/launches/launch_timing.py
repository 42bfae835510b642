"""GPU timing of isolated launches, and of back-to-back launches in a CUDA graph."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from operator import truediv
from statistics import median
from typing import Any, NamedTuple

from egraph_opt.triton.launches.memory_backup import Rewind

TRITON_PROGRAM, MODEL = "plain", "model"
"""Names of Triton's program and of ours in timings."""
ROUNDS = 3
MILLISECONDS = 10
"""Milliseconds of one timing of one program, without its warm-up."""
TURN = 5
"""Milliseconds of one timing in the comparison of two programs."""
ORDER = (0, 1, 1, 0) * 4
"""Order in which two programs are timed, as indices. Each program runs after itself about as often as after the other one."""
IN_A_GRAPH = 2, 500
"""Least and greatest number of launches in a CUDA graph.

Within these limits, the number is chosen so that a graph takes `TURN` milliseconds. A GPU that is busy for longer lowers its clock.
"""

Launch = Callable[..., None]
"""Function that launches a kernel, given the kernel and optionally a stream number."""


def measure(kernels: dict[str, Any], launch: Launch, rewind: Rewind) -> dict[str, float]:
    """Return microseconds per launch by kernel name; kernels that cannot be launched are missing.

    Rounds of timing alternate between the kernels. A kernel's time is the least of its rounds' medians.
    """
    rounds: dict[str, list[float]] = {name: [] for name in kernels}
    try:
        for _ in range(ROUNDS):
            for name, kernel in kernels.items():
                with suppress(RuntimeError):  # more shared memory or registers than there are
                    rounds[name].append(_time_kernel(kernel, launch, rewind, MILLISECONDS))
    finally:
        rewind()
    return {name: min(times) for name, times in rounds.items() if len(times) == ROUNDS}


class KernelTiming(NamedTuple):
    """Measured times of two kernels, and speedups of the second over the first."""

    microseconds: tuple[float, float]
    """Median time of an isolated launch of each kernel."""
    gains: tuple[float, ...]
    """Speedups of the second kernel in isolated launches, and in back-to-back launches."""


def compare_kernels(plain: Any, other: Any, launch: Launch, rewind: Rewind) -> KernelTiming | None:
    """Time two kernels; return None if one of them cannot be launched.

    Timings alternate, so that both kernels run at the same clocks and temperatures.
    """
    kernels = plain, other
    alone: list[list[float]] = [[], []]
    graphs: list[list[float]] = [[], []]
    least, most = IN_A_GRAPH
    try:
        for place in ORDER:
            alone[place].append(_time_kernel(kernels[place], launch, rewind, TURN))
        counts = [min(max(int(TURN * 1e3 / median(times)), least), most) for times in alone]
        recorded = [_record_graph(kernel, launch, count) for kernel, count in zip(kernels, counts, strict=True)]
        for place in ORDER:  # warm-up until the clock is stable, about 0.1 s
            _replay_graph(recorded[place], rewind)
        for place in ORDER:
            graphs[place].append(_replay_graph(recorded[place], rewind) / counts[place])
    except RuntimeError:  # more shared memory or registers than there are
        return None
    finally:
        rewind()
    gains = tuple(median(map(truediv, *times)) for times in (alone, graphs))
    return KernelTiming((median(alone[0]), median(alone[1])), gains)


def _time_kernel(kernel: Any, launch: Launch, rewind: Rewind, milliseconds: int) -> float:
    from triton.testing import do_bench

    rewind()
    timings: list[float] = do_bench(lambda: launch(kernel), warmup=1, rep=milliseconds, return_mode="all")
    return 1e3 * median(timings)


def _record_graph(kernel: Any, launch: Launch, count: int) -> Any:
    torch = import_module("torch")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        for _ in range(count):
            launch(kernel, torch.cuda.current_stream().cuda_stream)
    return graph


def _replay_graph(graph: Any, rewind: Rewind) -> float:
    torch = import_module("torch")
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    rewind()
    torch.cuda.synchronize()
    begin.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) * 1e3  # type: ignore[no-any-return]


def can_measure() -> bool:
    """Return whether there is a GPU to time on, and no graph is being captured."""
    with suppress(ImportError):
        torch = import_module("torch")
        return bool(torch.cuda.is_available() and not torch.cuda.is_current_stream_capturing())
    return False


def device_name() -> str:
    return str(import_module("torch").cuda.get_device_name())
