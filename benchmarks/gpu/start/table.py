"""Table of whole processes: `python -m benchmarks.gpu.start.table OUT` writes `benchmarks/results/start.tsv` from `OUT/start.jsonl`."""

from __future__ import annotations

import datetime
import json
import statistics
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.gpu.start.workload import BATCH, HIDDEN, LAYERS, TOKENS
from benchmarks.paths import RESULTS

MARKS = (1, 2, 10, 100, 1000)
COLUMNS = (
    "workload", "side", "cores", "cache", "configurations", *(f"step_{mark}_s" for mark in MARKS), "step_1_part", "step_100_part",
    "ahead_from_step", "steady_ms", "longest_later_step_s", "cpu_s", "memory_gib", "processes", "lines", "settled_after_step_1_s", "report",
)  # fmt: skip


def break_even(found: dict[str, Any], plain: dict[str, Any]) -> str:
    """Return the step from which on each step ends earlier, since its process started, than with Triton alone; `never` by the last."""
    behind = [step for step, pair in enumerate(zip(found["ended"], plain["ended"], strict=False)) if step and pair[0] > pair[1]]
    last = min(len(found["ended"]), len(plain["ended"])) - 1
    return "1" if not behind else f"never in {last}" if behind[-1] == last else str(behind[-1] + 1)


def row(found: dict[str, Any], plain: dict[str, Any] | None) -> list[str]:
    """Return the cells of a job; `plain` is the job without the plug-in that it is compared with."""
    ended = found["ended"]
    later = [after - before for before, after in pairwise(ended[1:])]
    parts = [
        f"{ended[mark] / plain['ended'][mark]:.3f}" if plain and found["side"] != "plain" and mark < len(ended) else ""
        for mark in (1, 100)
    ]
    cache = "cold" if not found["warm"] else "warm"
    settled = f"{found['settled'] - ended[1]:.1f}" if "settled" in found and found["settled"] < ended[-1] + 60 else ""
    return [
        found["name"], found["side"], str(found["cores"]), cache, str(found["configurations"] or "all"),
        *(f"{ended[mark]:.1f}" if mark < len(ended) else "" for mark in MARKS), *parts,
        break_even(found, plain) if plain and found["side"] != "plain" else "",
        f"{statistics.median(later[-100:]) * 1e3:.2f}", f"{max(later):.2f}", f"{found['cpu']:.0f}", f"{found['memory'] / 2**30:.1f}",
        str(found["processes"]), str(found["lines"]), settled, found.get("report", ""),
    ]  # fmt: skip


def plain_beside(number: int, rows: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the job of Triton alone that a job, given by its number, is compared with: with the same caches and configurations, and the
    nearest number of cores, since Triton compiles on one; of several, the nearest in the file, which ran on the same machine."""
    found = rows[number]
    same = [
        (abs(each["cores"] - found["cores"]), abs(place - number), each)
        for place, each in enumerate(rows)
        if each["side"] == "plain" and all(each[name] == found[name] for name in ("name", "warm", "configurations"))
    ]
    return min(same, key=lambda each: each[:2])[2] if same else None


def main(out: Path) -> None:
    rows = [json.loads(line) for line in (out / "start.jsonl").read_text().splitlines()]
    rows = [each for each in rows if each["rc"] == 0]
    seen: set[tuple[Any, ...]] = set()
    for each in rows:
        caches = each["name"], each["side"], each["cache"]
        each["warm"] = each["cache"] != "cold" and caches in seen
        seen.add(caches)
    lines = [row(each, plain_beside(number, rows)) for number, each in enumerate(rows)]
    first = rows[0]
    head = (
        f"# {datetime.date.today()}; {first['device']}; torch {first['torch']}; models of {LAYERS} layers, hidden size {HIDDEN}, "
        f"{BATCH} x {TOKENS} tokens; seconds since the process was started; one run each; jobs on fewer than 16 cores ran beside others, "
        "each on its own cores"
    )
    (RESULTS / "start.tsv").write_text("\n".join((head, "\t".join(COLUMNS), *map("\t".join, lines))) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
