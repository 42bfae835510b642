"""Make a table of the times of workloads: `python -m benchmarks.gpu.serving.report OUT [TABLE]`, of `OUT/times.jsonl`.

A gain is plain's time over ours, each the median over rounds of the summed times of the workload's kernels; noise is the same of two
processes of the plain side. `same` compares the bits of outputs with plain's; `plain` there means that plain differs from itself.
"""

from __future__ import annotations

import json
import re
import sys
from math import exp, log
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.gpu.serving.libraries import LIBRARIES
from benchmarks.gpu.serving.worker import LIBRARY, NOISE, PLAIN, SIDES
from benchmarks.gpu.serving.workload import Workload, workloads

OURS = [side for side in SIDES if side not in (PLAIN, NOISE, LIBRARY)]
COLUMNS = ("workload", "package", "set", "tuner", "plain_us", "noise")
"""Columns before those of each side of ours: `us`, `gain`, `changed`, `same`, `error`."""
BESIDE = ("library", "library_us", "library_error")
"""Columns of what a user would take instead, where that was timed."""
FORMS = {
    "constants": "constants for .* pass as 1",
    "descriptors": "descriptors that the host makes",
    "merged instances": "in large grids, one instance for",
    "other stages": r"^\d pipeline stages",
}
"""Forms of a kernel that only some launches take, and the pattern of each in the plug-in's report."""


def time_of(row: dict[str, Any], side: str) -> float | None:
    """Return the microseconds of a workload on a side; None if it did not run there."""
    times = [sum(each["us"].values()) for each in row["rounds"] if each["side"] == side and each.get("us")]
    return median(times) if times else None


def describe_change(row: dict[str, Any], side: str) -> str:
    """Say whether programs were launched that plain does not launch, or which version of each, or which forms some launches take."""
    codes = [{each["code"] for found in row["sides"][name]["programs"].values() for each in found} for name in (PLAIN, side)]
    versions = {
        str(each["version"]) for found in row["sides"][side]["programs"].values() for each in found if each["version"] is not None
    }
    told = [str(said[-2]) for said in row["sides"][side].get("report", ())]
    forms = [name for name, pattern in FORMS.items() if any(re.search(pattern, each) for each in told)]
    more = [f"version {','.join(sorted(versions))}"] if versions else []
    return ("no" if codes[1] <= codes[0] and not forms else "yes") + (f" ({'; '.join(more + forms)})" if more or forms else "")


def line(row: dict[str, Any], workload: Workload) -> dict[str, str]:
    """Return a line of the table by column; sides that did not run are left empty."""
    plain, noise = time_of(row, PLAIN), time_of(row, NOISE)
    said = row["sides"][PLAIN]
    cells = {
        "workload": row["workload"],
        "package": workload.package,
        "set": workload.set,
        "tuner": "yes" if said.get("tuner") else "no",
    }
    if plain is None:
        return {**cells, "plain_us": said.get("failed", "")[:80]}
    cells |= {"plain_us": f"{plain:.2f}", "noise": f"{plain / noise:.4f}" if noise else ""}
    for side in (side for side in OURS if side in row["sides"]):
        ours, told = time_of(row, side), row["sides"][side]
        if ours is None:
            cells[f"{side}_us"] = told.get("failed", "")[:80]
            continue
        same = "yes" if told.get("same") else "no" if row["sides"][NOISE].get("same", True) else "plain"
        cells |= {
            f"{side}_us": f"{ours:.2f}",
            f"{side}_gain": f"{plain / ours:.4f}",
            f"{side}_changed": describe_change(row, side),
        }
        cells |= {f"{side}_same": same, f"{side}_error": f"{told.get('error', 0):.1e}"}
    if LIBRARY in row["sides"]:
        theirs, told = time_of(row, LIBRARY), row["sides"][LIBRARY]
        cells |= {
            "library": LIBRARIES[workload.name][0],
            "library_us": f"{theirs:.2f}" if theirs else told.get("failed", "")[:80],
        }
        cells |= {"library_error": f"{told.get('error', 0):.1e}"}
    return cells


def mean(lines: list[dict[str, str]], column: str) -> str:
    """Return the geometric mean of a column, and of how many lines."""
    found = [float(each[column]) for each in lines if each.get(column)]
    return f"{exp(sum(map(log, found)) / len(found)):.4f} ({len(found)}, lowest {min(found):.4f})" if found else "-"


def main(out: Path, table: Path) -> None:
    """Write and print the table; workloads without a time on a side are named above it."""
    known = {workload.name: workload for workload in workloads([])}
    rows, compiled = (
        [json.loads(text) for text in (out / f"{name}.jsonl").read_text().splitlines()] for name in ("times", "compiled")
    )
    reports = {(each["workload"], each["side"]): each.get("report", []) for each in compiled}
    for row in rows:  # a timed side takes its programs from the cache, and its own report is empty
        for side, told in row["sides"].items():
            told["report"] = reports.get((row["workload"], side), [])
    sides = [side for side in OURS if any(side in row["sides"] for row in rows)]
    timed = [row for row in rows if all(time_of(row, side) for side in (PLAIN, NOISE, *sides))]
    lines = [line(row, known[row["workload"]]) for row in timed]
    untimed = ", ".join(row["workload"] for row in rows if row not in timed)
    groups = {"all": lines}
    groups |= {f"{name}": [each for each in lines if each["set"] == name] for name in ("first", "held")}
    groups |= {f"{name}, no tuner": [each for each in group if each["tuner"] == "no"] for name, group in list(groups.items())}
    groups |= {
        package: [each for each in lines if each["package"] == package]
        for package in dict.fromkeys(each["package"] for each in lines)
    }
    columns = [*COLUMNS, *(f"{side}_{what}" for side in sides for what in ("us", "gain", "changed", "same", "error"))]
    columns += BESIDE if any("library" in each for each in lines) else ()
    text = [f"# {each}" for each in (out / "about.txt").read_text().splitlines()]
    text += [f"# without a time on some side, left out: {untimed}"] if untimed else []
    for name, group in groups.items():
        text.append(
            f"# geometric mean, {name}: "
            + "; ".join(f"{each} {mean(group, each)}" for each in ("noise", *(f"{side}_gain" for side in sides)))
        )
    text += ["\t".join(columns), *("\t".join(each.get(column, "") for column in columns) for each in lines)]
    table.write_text("\n".join(text) + "\n")
    print("\n".join(text))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else Path(sys.argv[1]) / "serving.tsv")
