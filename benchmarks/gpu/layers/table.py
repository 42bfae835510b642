"""Tables of what was timed: `python -m benchmarks.gpu.layers.table OUT RUN` writes the rows of a run into `results/layers.tsv`.

OUT is of `python -m benchmarks.gpu.layers`. The table has a row for each kernel in a layer's steps and two for each layer, `Triton's
kernels` and `all kernels`; the second one a row for each configuration. Sums are in the comments at the head.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from benchmarks.gpu.layers import modules, operations
from benchmarks.gpu.layers.choose import AGAIN
from benchmarks.gpu.layers.sides import OURS, PLAIN
from benchmarks.paths import RESULTS
from benchmarks.runs import exchange_run

BANDWIDTH = {"NVIDIA H200": 4.8e12, "NVIDIA H100 80GB HBM3": 3.35e12}
"""Bytes a second of the GPU's memory, from NVIDIA's data sheets."""
STEPS = ("kernel", "plain_us", "ours_us", "ratio", "plain_spread", "plain_share", "ours_share")
"""Medians over rounds of steps. `plain_spread`: what rounds of the plain side differ by. A share is the time that moving the tensors that
a kernel is given once would take, of its own time."""
CONFIGURATIONS = (
    "kernel", "configuration", "plain_us", "ours_us", "ratio", "again", "changed", "second",
    *(f"{side}_{measure}" for measure in ("registers", "spilled") for side in (PLAIN, OURS)),
)  # fmt: skip
"""`ours_us`: where the plug-in keeps Triton's program after it timed both, the time of that program once more, as in `again`. `changed`:
whether our side runs another program. `again`: the plain program against itself. `second`: whether ours counts on arrays that do not
overlap. Then registers and bytes on the stack of each program."""
SINGLE = ("modules", "others")
"""Runs of which pages quote single configurations."""
Layer = tuple[str, dict[str, Any]]


def read(out: Path) -> list[Layer]:
    """Return the timings of each layer, by name."""
    return [(file.stem, json.loads(file.read_text())) for file in sorted(out.glob("*.*.json"))]


def by_side(found: dict[str, Any], side: str, value: Callable[[dict[str, Any]], float]) -> list[float]:
    """A value of each round of a side."""
    return [value(each) for each in found["rounds"] if each["side"] == side]


def compared(name: str, found: dict[str, Any], value: Callable[[dict[str, Any]], float], moved: int | None = None) -> list[str]:
    """A row of the first table."""
    plain, ours = by_side(found, PLAIN, value), by_side(found, OURS, value)
    bandwidth = BANDWIDTH.get(found["about"]["device"])
    limit = None if moved is None or bandwidth is None else moved / bandwidth * 1e6
    shares = ["" if limit is None else f"{limit / median(each):.2f}" for each in (plain, ours)]
    ratio = median(plain) / median(ours)
    return [name, f"{median(plain):.1f}", f"{median(ours):.1f}", f"{ratio:.3f}", f"{max(plain) / min(plain) - 1:.3f}", *shares]


def of_triton(each: dict[str, Any]) -> float:
    """Microseconds of Triton's kernels in a round."""
    return float(sum(each["kernels"].values()))


def of_all(each: dict[str, Any]) -> float:
    """Microseconds of all kernels in a round."""
    return of_triton(each) + float(each["other"])


def steps(layers: Sequence[Layer]) -> list[list[str]]:
    """The first table's rows: kernels, the longest first, then layers."""
    kernels = []
    for name, found in layers:
        for kernel in found["rounds"][0]["kernels"]:
            value = lambda each, kernel=kernel: each["kernels"][kernel]  # noqa: E731
            kernels.append(compared(f"{name}/{kernel}", found, value, found["bytes"][kernel]))
    kernels.sort(key=lambda row: -float(row[1]))
    for name, found in layers:
        kernels.append(compared(f"{name} (Triton's kernels)", found, of_triton))
        kernels.append(compared(f"{name} (all kernels)", found, of_all))
    return kernels


def configurations(layers: Sequence[Layer]) -> list[list[str]]:
    """The second table's rows, the greatest loss first."""
    rows = []
    for name, found in layers:
        for each in found["configurations"]:
            if not (each.get(PLAIN) and each.get(OURS)):
                continue
            kept = each.get("kept", OURS)
            plain, ours, again = (median(each[side]) for side in (PLAIN, AGAIN if kept == PLAIN else OURS, AGAIN))
            one, other = each["programs"][PLAIN], each["programs"][kept]
            measures = [f"{of[m]:.0f}" for m in ("registers", "spilled") for of in (one, other)]
            said = [str(one["code"] != other["code"]), str(other["second"])]
            rows.append(
                [f"{name}/{each['kernel']}", each["configuration"], f"{plain:.1f}", f"{ours:.1f}", f"{plain / ours:.3f}",
                 f"{plain / again:.3f}", *said, *measures]
            )  # fmt: skip
    return sorted(rows, key=lambda row: float(row[4]))


def tritons_kept(layers: Sequence[Layer]) -> list[str]:
    """Each configuration in which our side runs Triton's program because it timed its own to be slower, with the ratio of both."""
    return [
        f"{name}/{each['kernel']} ({each['configuration']}) {median(each[PLAIN]) / median(each[OURS]):.3f}"
        for name, found in layers
        for each in found["configurations"]
        if each.get("kept") == PLAIN
    ]


def spread(values: Iterable[float]) -> str:
    """Least, quarters and greatest."""
    found = sorted(values)
    return ", ".join(f"{found[round(part * (len(found) - 1))]:.3f}" for part in (0, 0.05, 0.25, 0.5, 0.75, 0.95, 1))


def summary(layers: Sequence[Layer], rows: Sequence[Sequence[str]], single: Sequence[Sequence[str]]) -> list[str]:
    """Return the summary of the rows."""
    lines = []
    for what in ("Triton's kernels", "all kernels"):
        ratios = [float(row[3]) for row in rows if row[0].endswith(f"({what})")]
        lines.append(f"{what}: geometric mean of {len(ratios)} layers {geometric_mean(ratios):.3f}, least {min(ratios):.3f}")
    kernels = [row for row in rows if "/" in row[0]]
    losing = [row for row in kernels if float(row[3]) < 0.99 and float(row[1]) - float(row[2]) < -1]
    lines.append(
        f"{len(losing)} of {len(kernels)} kernels in steps below 0.99 by over 1 us: {', '.join(r[0] + ' ' + r[3] for r in losing)}"
    )
    changed = [row for row in single if row[6] == "True"]
    ratios = [float(row[4]) for row in changed]
    lines.append(
        f"{len(single)} configurations, {len(changed)} with other programs: geometric mean {geometric_mean(ratios):.3f}; "
        f"least, 5, 25, 50, 75, 95 %, greatest: {spread(ratios)}"
    )
    lines.append(f"of these {sum(r < 0.97 for r in ratios)} below 0.97, {sum(r > 1.02 for r in ratios)} above 1.02")
    lines.append(f"Triton's program kept, since ours was timed to be slower: {', '.join(tritons_kept(layers)) or 'nowhere'}")
    lines.append(f"the plain program against itself, all configurations: {spread(float(row[5]) for row in single)}")
    for name, found in layers:
        checks = ", ".join(f"{what} {'same bits' if same else f'{error:.1e}'}" for what, (same, error) in found["checks"].items())
        lines.append(f"outputs and gradients against the plain side's, {name}: {checks}")
        for side, (output, *gradients) in found.get("float64", {}).items():
            said = ", ".join(f"{error:.2e}" for error in (output, sum(gradients) / len(gradients), max(gradients)))
            lines.append(f"{side} against float64, {name}: output, mean and largest of {len(gradients)} gradients {said}")
    return lines


def head(layers: Sequence[Layer]) -> str:
    """Date, device, versions and sizes."""
    about = layers[0][1]["about"]
    versions = ", ".join(f"{name} {about[name]}" for name in ("torch", "triton", "fla-core", "egraph-opt"))
    sizes = f"modules B={modules.BATCH} T={modules.TOKENS} hidden={modules.HIDDEN}; operations B={operations.BATCH} T={operations.TOKENS}"
    sides = f"; plain: the plug-in at its defaults, ours: with numerics={about['bound']}" if "bound" in about else ""
    return f"{about['date']}; {about['device']}; {versions}; {sizes} H={operations.HEADS} D={operations.WIDTH}{sides}"


def main(out: Path, run: str) -> None:
    layers = read(out)
    rows, single = steps(layers), configurations(layers)
    said = summary(layers, rows, single)
    tables = [("layers.tsv", STEPS, rows), *([("layers_configurations.tsv", CONFIGURATIONS, single)] if run in SINGLE else [])]
    for file, columns, table in tables:
        exchange_run(RESULTS / file, run, (head(layers), *said), columns, table)
    print(*said, sep="\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit((__doc__ or "").strip())
    main(Path(sys.argv[1]), sys.argv[2])
