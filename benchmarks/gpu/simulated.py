"""Timed pairs against simulated machine code: `python -m benchmarks.gpu.simulated FOLDER DIR [FOLDER DIR ...]`, as for `report`.

Of each pair of programs whose times differ by more than 2 %, each once, the machine code of both is simulated with the launch's arguments
(`egraph_opt.machine`; needs Triton for its `cuobjdump`, and for what is not compiled yet; no GPU). Writes `../results/gpu_simulated.tsv`
and prints how many are ordered right, for the kernels that the constants were fitted to and for the others: `held` kernels are those
whose name's SHA-256 begins with an odd byte.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from egraph_opt.machine.predict import Launch, argument_words, microseconds
from egraph_opt.machine.sass import disassemble, read

from . import build, store
from .report import DIFFERENT, foretold, judged, programs
from .results import PLAIN, Results

OUT = Path(__file__).parent.parent / "results" / "gpu_simulated.tsv"
COLUMNS = (
    "kernel",
    "configuration",
    "variant",
    "half",
    "plain_us",
    "simulated_us",
    "measured",
    "simulated",
    "cycles",
    "machine_code",
)
Job = tuple[Path, build.Key, tuple[Any, ...], tuple[tuple[str, Any], ...], int, int]
"""Folder, program, grid, arguments, warps, bytes of shared memory."""


def held(kernel: str) -> bool:
    return bool(hashlib.sha256(kernel.encode()).digest()[0] & 1)


def text_of(folder: Path, key: build.Key) -> str:
    """The disassembly, which is kept."""
    file = folder / "sass" / f"{key[0]}.{'fused' if key[1] else 'plain'}.xz"
    if not file.exists():
        if not build.file_of(folder, key).exists():
            build.build(folder, key)
        file.parent.mkdir(exist_ok=True)
        store.write(file, lzma.compress(disassemble(build.load(folder, key)[1]).encode(), preset=1))
    return lzma.decompress(file.read_bytes()).decode()


def simulate(job: Job) -> float | None:
    """Microseconds."""
    folder, key, grid, arguments, warps, shared = job
    code = read(text_of(folder, key))
    return microseconds(code, Launch((grid[0], grid[1], grid[2]), warps, shared, argument_words(arguments)))


def job_of(folder: Path, results: Results, number: int, variant: str) -> Job | None:
    case, row = results.cases[number], results.of(number, variant)
    warps = re.search(r"num_warps=(\d+)", case["configuration"])
    if row is None or warps is None:
        return None
    arguments = tuple((a["kind"], a["value"] if isinstance(a["value"], int) else None) for a in case["arguments"])
    return folder, (case["programs"][variant], case["fusion"]), tuple(case["grid"]), arguments, int(warps[1]), row["shared"]


def main(*folders: Path) -> None:
    pairs: dict[tuple[str, ...], tuple[Results, int, str, float, Job, Job]] = {}
    for folder, measured in zip(folders[::2], folders[1::2], strict=True):
        results = Results((folder, measured))
        for number, variant, ratio in programs(results):
            case = results.cases[number]
            key = case["group"], case["configuration"], case["programs"][PLAIN], case["programs"][variant]
            plain, ours = (job_of(folder, results, number, name) for name in (PLAIN, variant))
            if abs(ratio - 1) > DIFFERENT and plain and ours and key not in pairs:
                pairs[key] = results, number, variant, ratio, plain, ours
    jobs = list(dict.fromkeys(job for *_, plain, ours in pairs.values() for job in (plain, ours)))
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), os.nice, (5,)) as pool:
        times = dict(zip(jobs, pool.map(simulate, jobs, chunksize=4), strict=True))
    rows: list[str] = []
    halves: dict[str, list[tuple[float, ...]]] = {"fitted": [], "held": []}
    for results, number, variant, ratio, plain, ours in pairs.values():
        case, a, b, timed = results.cases[number], times[plain], times[ours], results.of(number, PLAIN)
        half = "held" if held(case["kernel"]) else "fitted"
        says = a / b if a and b else 1.0
        gain, cycles = results.gain(number, variant) or 0.0, foretold(results, number, variant, "cycles")
        halves[half].append((ratio, says, cycles, 1 / (1 - gain)))
        numbers = f"{timed['median'] if timed else 0:.1f}", f"{a or 0:.1f}", *(f"{v:.3f}" for v in halves[half][-1])
        rows.append("\t".join((case["group"], case["configuration"], variant, half, *numbers)))
    found = [*halves.items(), ("all", [*halves["fitted"], *halves["held"]])]
    lines = [
        f"{half}, {model}: {judged([(each[0], each[column]) for each in values])}"
        for half, values in found
        for column, model in ((1, "simulated"), (2, "cycles"), (3, "cycles and machine code"))
    ]
    OUT.write_text("\n".join([*(f"# {line}" for line in lines), "\t".join(COLUMNS), *sorted(rows)]) + "\n")
    print(*lines, sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
