"""Measure micro-kernels on a GPU: `python measure.py FOLDER TABLE`, with what `generate.py` wrote. Needs PyTorch and Triton alone.

Cycles are of the clock of a multiprocessor: from the first thread's start to the last thread's end, the loop run `LONG` and `SHORT`
times, their difference per turn; one program on each multiprocessor, the median over all of them and over `LAUNCHES` launches. Every
line has the cycles of a turn with the operation and without (their difference is the operation's), registers of a thread and words of
spilled registers.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

SHORT, LONG = 64, 320
LAUNCHES = 3
BYTES = (1 << 29) + (1 << 20)
"""Of the memory that programs load from and store to, filled with small numbers of every type."""
Measured = tuple[float, int, int] | str
"""Cycles of a turn, registers, spilled words; or why there is none."""


def compiled(path: str) -> Any:
    import triton
    from triton.backends.compiler import GPUTarget

    return triton.compile(path, target=GPUTarget("cuda", 90, 32))


def prepare(path: str) -> str:
    """Compile into Triton's cache; what went wrong."""
    try:
        compiled(path)
    except Exception as error:
        return " ".join(str(error).split())[:200] or type(error).__name__
    return ""


def measure(path: str, data: Any, times: Any, programs: int) -> Measured:
    """Run one program."""
    import torch

    try:
        kernel = compiled(path)
        run = kernel[(programs, 1, 1)]
        threads = kernel.metadata.num_warps * 32
        spans = {}
        for turns in (SHORT, LONG):
            found = []
            for launch in range(LAUNCHES + 1):
                run(times, data, turns)
                torch.cuda.synchronize()
                clocks = times[: programs * 2 * threads].view(programs, 2, threads)
                if launch:
                    found.append(clocks[:, 1].amax(1) - clocks[:, 0].amin(1))
            spans[turns] = torch.cat(found).double().median().item()
        return (spans[LONG] - spans[SHORT]) / (LONG - SHORT), kernel.n_regs, kernel.n_spills
    except Exception as error:
        return " ".join(str(error).split())[:200] or type(error).__name__


def main(folder: Path, table: Path) -> None:
    import torch
    import triton

    index = json.loads((folder / "index.json").read_text())
    paths = sorted({str(folder / name) for _, *files in index for name in files})
    started = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        errors = dict(zip(paths, pool.map(prepare, paths, chunksize=4), strict=True))
    print(f"{len(paths)} programs compiled in {time.monotonic() - started:.0f} s, {sum(map(bool, errors.values()))} failed")
    started = time.monotonic()
    programs = torch.cuda.get_device_properties(0).multi_processor_count
    data = torch.full((BYTES,), 0x3C, dtype=torch.uint8, device="cuda")
    times = torch.zeros(programs * 2 * 1024, dtype=torch.int64, device="cuda")
    measured = {path: errors[path] or measure(path, data, times, programs) for path in paths}
    print(f"measured in {time.monotonic() - started:.0f} s")
    lines = [
        f"# {datetime.date.today()}, {torch.cuda.get_device_name(0)}, {programs} programs, PyTorch {torch.__version__}, "
        f"Triton {triton.__version__}, CUDA {torch.version.cuda}",
        "name\tcycles\tcycles_without\tregisters\tspilled_words",
    ]
    for name, *files in index:
        run, base = ([measured[str(folder / file)] for file in files] + [(0.0, 0, 0)])[:2]
        if isinstance(run, str) or isinstance(base, str):
            print(f"{name}: {run if isinstance(run, str) else base}")
        else:
            lines.append(f"{name}\t{run[0]:.1f}\t{base[0]:.1f}\t{run[1]}\t{run[2]}")
    table.write_text("\n".join(lines) + "\n")
    print(f"{len(lines) - 2} of {len(index)} cases in {table}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
