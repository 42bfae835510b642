"""Gain from loads carried by loops: `python -m benchmarks.gpu.pairs.ahead FOLDER DIR`, arguments as for `report`.

Writes `benchmarks/results/gpu_ahead.tsv`: for each kernel, shape and configuration that has such programs, Triton's, our current
one (loads past stores, none carried) and those that load one and two iterations ahead: microseconds, registers, spilled bytes,
program instances on a multiprocessor, cycles of a warp; and the choice by machine code. Prints sums.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.paths import RESULTS
from egraph_opt.triton.compile.code_judge import ORDER_WORTH

from .report import geomean
from .results import AHEAD, APART, ONCE, OURS, PLAIN, Results, Row

MEASURES = ("us", "registers", "spilled_bytes", "instances", "path")
PROGRAMS = ("plain", "today", "ahead1", "ahead2")
COLUMNS = (
    "kernel", "configuration", *(f"{program}_{measure}" for measure in MEASURES for program in PROGRAMS), "was_taken", "taken",
    "over_was_taken", "over_plain", "of_fastest", "different",
)  # fmt: skip
DIFFERENT = 1.02


def families(results: Results) -> Iterator[tuple[int, list[str]]]:
    """Cases with their variants: Triton's own, that of today, those with loads carried."""
    for number in sorted(results.measured):
        found = results.variants(number)
        for base in (f"{ONCE}_{OURS}", OURS):
            today = next((name for name in (base + APART, base) if name in found), None)
            carried = [base + end for end in AHEAD if base + end in found]
            if today is not None and carried and PLAIN in found:
                yield number, [PLAIN, today, *carried]
                break


def taken(results: Results, number: int, variants: Sequence[str]) -> str:
    """Which second version machine code chooses, or the first version."""
    first = results.first(number)
    gains = {name: results.gain(number, name, first) or 0.0 for name in variants}
    best = max(gains, key=lambda name: gains[name])
    return best if gains[best] >= ORDER_WORTH else first


def measured(row: Row | None) -> list[str]:
    """A program's measures, in the order of `MEASURES`."""
    if row is None:
        return [""] * len(MEASURES)
    return [f"{row['median']:.1f}", *(str(row[name]) for name in ("registers", "local_bytes", "occupancy")), f"{row['path']:.0f}"]


def rows(results: Results) -> list[list[str]]:
    found = []
    for number, (plain, today, *carried) in families(results):
        of = results.variants(number)
        by_program = [measured(of.get(name)) for name in (plain, today, *carried, *[""] * (len(AHEAD) - len(carried)))]
        was, now = taken(results, number, [today]), taken(results, number, [today, *carried])
        us = {name: of[name]["median"] for name in {plain, today, *carried, was, now}}
        ratios = [us[was] / us[now], us[plain] / us[now], min(us.values()) / us[now]]
        different = sum(of[name].get("different", 0) for name in (today, *carried))
        case = results.cases[number]
        values = [each[n] for n in range(len(MEASURES)) for each in by_program]
        found.append(
            [case["group"], case["configuration"], *values, was, now, *(f"{ratio:.3f}" for ratio in ratios), str(different)]
        )
    return sorted(found, key=lambda row: -float(row[-4]))


def summary(results: Results, found: Sequence[Sequence[str]]) -> list[str]:
    """Sums over configurations, and over the best configuration of each kernel and shape."""
    gains = [float(row[-4]) for row in found]
    lines = [
        f"{len(found)} configurations: what is chosen against what was chosen without: geometric mean {geomean(gains):.3f},"
        f" from {min(gains):.3f} to {max(gains):.3f}; against the fastest {geomean(float(row[-2]) for row in found):.3f}"
    ]
    right = different = 0
    best: dict[str, list[tuple[float, float, float]]] = {}
    for number, (plain, today, *carried) in families(results):
        of = results.variants(number)
        for name in carried:
            ratio = of[today]["median"] / of[name]["median"]
            if max(ratio, 1 / ratio) > DIFFERENT:
                different += 1
                right += (ratio > 1) == ((results.gain(number, name, today) or 0.0) > 0)
        was, now = taken(results, number, [today]), taken(results, number, [today, *carried])
        us = of[plain]["median"], of[was]["median"], of[now]["median"]
        best.setdefault(results.cases[number]["group"], []).append(us)
    lines.append(f"programs more than 2 % apart from today's: {right} of {different} predicted with the right sign")
    for group, times in sorted(best.items()):
        plain_us, was_us, now_us = (min(each) for each in zip(*times, strict=True))
        lines.append(
            f"best against best, {group}: {was_us / now_us:.3f} over what was taken, {plain_us / now_us:.3f} over Triton's,"
            f" of {len(times)} configurations"
        )
    wrong = sum(int(row[-1]) > 0 for row in found)
    return [*lines, f"{wrong} configurations with a program whose results differ in a bit"]


def main(*folders: Path) -> None:
    results = Results(*zip(folders[::2], folders[1::2], strict=True))
    found = rows(results)
    if not found:
        sys.exit("no program that carries loads was measured: name folders of cases, each with the folder of its results")
    said = summary(results, found)
    head = ", ".join(f"{name} {value}" for name, value in results.versions.items())
    lines = [f"# {head}", *(f"# {line}" for line in said), "\t".join(COLUMNS), *("\t".join(row) for row in found)]
    (RESULTS / "gpu_ahead.tsv").write_text("\n".join(lines) + "\n")
    print(*said, sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
