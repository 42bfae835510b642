"""Host time of a launch with one, two and three programs: `python -m benchmarks.gpu.start.launch [RESULTS]` on a machine with a GPU.

A kernel that does next to nothing is launched by Triton alone, and through the plug-in's stand-in with its second version, its first and
Triton's own. The sides take turns in one process. Writes `start_launch.tsv`: nanoseconds a launch, of wall time and of processor time.
"""

from __future__ import annotations

import datetime
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import triton
import triton.language as tl

from benchmarks.paths import RESULTS
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.machine.launch_cycles import program_resources
from egraph_opt.machine.prediction import processor_of, use_of
from egraph_opt.triton.launches.version_dispatch import Versions
from egraph_opt.triton.state.version_record import FIRST, OWN, SECOND

ROUNDS, LAUNCHES = 40, 5000
"""Rounds, and launches a side and round: a launch queue of the driver holds fewer, so a round ends with a wait that is not timed."""
SIDES = {
    "Triton alone": (),
    "one program": (FIRST,),
    "two programs, second version": (SECOND, FIRST),
    "two programs, by grid": (FIRST, OWN),
    "three programs": (SECOND, FIRST, OWN),
}
BATCH = 200
"""Launches between two waits for the GPU."""


@triton.jit
def touch(a, b, c, d, n, m, stride, SIZE: tl.constexpr):
    tl.store(d + tl.arange(0, SIZE), n + m + stride)


def stand_in(programs: tuple[int, ...], compiled: dict[int, Any]) -> Any:
    """Return what launches take in the place of a kernel with these programs."""
    processor = processor_of(f"cuda:{10 * torch.cuda.get_device_capability()[0] + torch.cuda.get_device_capability()[1]}")
    assert processor is not None
    chosen = {number: compiled[number] for number in programs}
    uses = (use_of(each.kernel, each.metadata.shared, each.metadata.num_warps) for each in chosen.values())
    return Versions(chosen, Arrays((3,), (0, 1, 2)), [program_resources(use, processor) for use in uses])


def time_launches(launch: Callable[[], object]) -> tuple[float, float]:
    """Return nanoseconds of wall time and of processor time of a launch."""
    wall = cpu = 0.0
    for _ in range(LAUNCHES // BATCH):
        torch.cuda.synchronize()
        began, used = time.perf_counter(), time.thread_time()
        for _ in range(BATCH):
            launch()
        wall, cpu = wall + time.perf_counter() - began, cpu + time.thread_time() - used
    return wall / LAUNCHES * 1e9, cpu / LAUNCHES * 1e9


def main(results: Path) -> None:
    tensors = [torch.zeros(1024, device="cuda") for _ in range(4)]
    compiled = {
        number: touch.warmup(*tensors, 1, 2, 3, SIZE=32, num_warps=warps, grid=(1,))
        for number, warps in ((SECOND, 1), (FIRST, 2), (OWN, 4))
    }
    table = touch.device_caches[torch.cuda.current_device()][0]
    (key,) = (key for key, kernel in table.items() if kernel is compiled[FIRST])
    kept = {side: stand_in(programs, compiled) if programs else compiled[FIRST] for side, programs in SIDES.items()}

    def launch() -> None:
        touch[(1,)](*tensors, 1, 2, 3, SIZE=32, num_warps=2)

    times: dict[str, list[tuple[float, float]]] = {side: [] for side in SIDES}
    for turn in range(ROUNDS + 1):
        for side in SIDES:
            table[key] = kept[side]
            found = time_launches(launch)
            if turn:  # the first loads what is loaded once
                times[side].append(found)
    where = f"{datetime.date.today()}; {torch.cuda.get_device_name()}; triton {triton.__version__}"
    head = f"# {where}; nanoseconds a launch, median of {ROUNDS} rounds"
    lines = [head, "launch\twall_ns\twall_above_triton_ns\tcpu_ns\tcpu_above_triton_ns\twall_lowest_ns\twall_highest_ns"]
    plain = [statistics.median(each) for each in zip(*times["Triton alone"], strict=True)]
    for side, found in times.items():
        wall, cpu = (statistics.median(each) for each in zip(*found, strict=True))
        ends = min(each[0] for each in found), max(each[0] for each in found)
        lines.append("\t".join((side, *(f"{number:.0f}" for number in (wall, wall - plain[0], cpu, cpu - plain[1], *ends)))))
    (results / "start_launch.tsv").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS)
