"""Loss by tuning by model: `python -m benchmarks.gpu.tuning.report FOLDER TIMES`.

FOLDER is the output folder of `prepare`, into which `run` compiled, TIMES the `times.jsonl` of `run`. Writes two tables:
`gpu_tuning.tsv` has for each kernel and shape how much slower than the best configuration the fastest of the first 1, 2 and 3 is,
`gpu_tuning_programs.tsv` every program with its time and the terms of the model, from which `fit` fits rates. Configurations that
are one program with one grid count as one, with the median of their times. Needs Triton, and no GPU.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

import click

from benchmarks.paths import RESULTS
from egraph_opt.machine.launch_cycles import LaunchLoad, cycles, parts
from egraph_opt.machine.prediction import processor_of
from egraph_opt.machine.sass import SassKernel, decode_sass, sections
from egraph_opt.text import read
from egraph_opt.triton.autotune.work_estimate import work_of

from ..pairs import store
from .build import load
from .run import AGAIN, grouped

FITTED = ("fla", "gems")
"""The packages whose kernels the model's constants are fitted to."""
MULTIPROCESSORS = 132
"""Of an H100 and an H200."""
TOPS = (1, 2, 3)
PROGRAMS = RESULTS / "gpu_tuning_programs.tsv"


@dataclass(frozen=True)
class Kernel:
    """One kernel at one shape: its distinct programs, their times in microseconds, and what the model adds up of each.

    `listed` is how many configurations its tuner has; `again` how much longer one program took when it was timed twice.
    """

    name: str
    listed: int
    times: tuple[float, ...]
    parts: tuple[LaunchLoad, ...]
    again: float

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    def order(self, **rates: float) -> list[int]:
        return sorted(range(len(self.parts)), key=lambda n: (cycles(self.parts[n], **rates), n))

    def missed(self, top: int, **rates: float) -> float:
        """The part by which the fastest of the first is slower than the fastest of all."""
        return min(self.times[n] for n in self.order(**rates)[:top]) / min(self.times) - 1.0


def kernels(folder: Path, times: Path) -> list[Kernel]:
    rows = {row["group"]: row for row in map(json.loads, times.read_text().splitlines()) if "group" in row}
    return [_kernel(folder, name, cases, rows[name]) for name, cases in grouped(folder).items() if "times" in rows.get(name, {})]


def _kernel(folder: Path, name: str, cases: Sequence[store.Case], row: dict[str, Any]) -> Kernel:
    processor = processor_of("cuda:90")
    assert processor is not None
    taken: dict[object, list[float]] = {}
    found: dict[object, LaunchLoad] = {}
    for case in cases:
        configuration = case["configuration"]
        if configuration not in row["times"]:
            continue
        metadata, cubin = load(folder, case)
        same = cubin, metadata["shared"], tuple(case["grid"])
        taken.setdefault(same, []).append(row["times"][configuration]["median"])
        if same in found:
            continue
        registers, stack, *_ = row["uses"][configuration]
        (body,) = sections(cubin).values()
        (function,) = read(store.get(folder, case["program"])).functions()
        arguments = [a["value"] if isinstance(a["value"], int) else None for a in case["arguments"]]
        found[same] = parts(
            SassKernel(decode_sass(body, 90), registers, stack), metadata["shared"], metadata["num_warps"],
            work_of(function, arguments, case["grid"]), math.prod(case["grid"]), MULTIPROCESSORS, processor,
        )  # fmt: skip
    first = next(iter(row["times"]))
    again = row["times"][AGAIN]["median"] / row["times"][first]["median"] - 1.0
    return Kernel(name, len(cases), tuple(median(each) for each in taken.values()), tuple(found.values()), again)


def remembered() -> list[Kernel]:
    """The kernels of the table of programs."""
    with PROGRAMS.open() as file:
        rows = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        found.setdefault(row["kernel"], []).append(row)
    return [
        Kernel(
            name,
            int(of[0]["configurations"]),
            tuple(float(row["us"]) for row in of),
            tuple(LaunchLoad(*(float(row[part]) for part in LaunchLoad._fields)) for row in of),
            float(of[0]["again"]),
        )
        for name, of in found.items()
    ]


def judged(of: Sequence[Kernel], top: int) -> str:
    missed = [kernel.missed(top) for kernel in of]
    mean = math.exp(fmean(math.log1p(part) for part in missed)) - 1.0
    return f"{sum(part <= 0.02 for part in missed) / len(of):.0%} within 2 %, {mean:.2%} in the geometric mean, at most {max(missed):.1%}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("times", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(folder: Path, times: Path) -> None:
    """Compare what the model says of the configurations in FOLDER with their TIMES."""
    found = kernels(folder, times)
    versions = json.loads(times.read_text().partition("\n")[0])["versions"]
    listed, timed = sum(kernel.listed for kernel in found), sum(min(3, len(kernel.times)) for kernel in found)
    spread = sorted(abs(kernel.again) for kernel in found)
    lines = [
        f"# {versions['date']}, {versions['device']}, Triton {versions['triton']}, PyTorch {versions['torch']}, CUDA {versions['cuda']}",
        f"# {len(found)} kernels with all of their {listed} configurations; of three of each, {timed} are timed:"
        f" {listed / timed:.1f} times fewer",
        f"# one program timed twice differs by {median(spread):.1%} in the median, {spread[len(spread) * 9 // 10]:.1%} at the ninth tenth,"
        f" at most {spread[-1]:.1%}",
    ]  # fmt: skip
    parts_of = {
        "all": found,
        f"fitted to ({', '.join(FITTED)})": [kernel for kernel in found if kernel.package in FITTED],
        "unseen": [kernel for kernel in found if kernel.package not in FITTED],
    }
    for what, some in parts_of.items():
        lines += [f"# {what}, {len(some)} kernels, top={top}: {judged(some, top)}" for top in TOPS]
    lines.append(
        "\t".join(("kernel", "configurations", "programs", "best_us", "median_us", "again", *(f"top{top}" for top in TOPS)))
    )
    for kernel in sorted(found, key=lambda kernel: kernel.name):
        numbers = [kernel.name, kernel.listed, len(kernel.times), f"{min(kernel.times):.1f}", f"{median(kernel.times):.1f}"]
        missed = [kernel.again, *(kernel.missed(top) for top in TOPS)]
        lines.append("\t".join(map(str, [*numbers, *(f"{part:.3f}" for part in missed)])))
    (RESULTS / "gpu_tuning.tsv").write_text("\n".join(lines) + "\n")
    rows = ["\t".join(("kernel", "configurations", "again", "us", *LaunchLoad._fields))]
    for kernel in found:
        about = kernel.name, kernel.listed, f"{kernel.again:.4f}"
        rows += [
            "\t".join(map(str, [*about, f"{us:.2f}", *(f"{n:.0f}" for n in of)]))
            for us, of in zip(kernel.times, kernel.parts, strict=True)
        ]
    PROGRAMS.write_text("\n".join([lines[0], *rows]) + "\n")
    click.echo("\n".join(line for line in lines if line.startswith("#")))


if __name__ == "__main__":
    main()
