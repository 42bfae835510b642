"""Report on timed pairs: `python -m benchmarks.gpu.pairs.report FOLDER DIR [FOLDER DIR ...]`, folders of cases and results.

Writes `benchmarks/results/gpu_pairs.tsv`: a row for each kernel, shape and configuration whose programs differ, and one for the
best configuration of each pipeline against the best of the other. Prints sums. A ratio is plain time over ours: more than 1 is
faster than Triton alone.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import geometric_mean

from benchmarks.calibrate.fit import DIFFERENT, rank_correlation
from benchmarks.paths import RESULTS

from .results import OURS, PLAIN, Results

SLOWER = 0.99
COLUMNS = (
    "kernel", "configuration", "plain_us", "ours_us", "ratio", "ratio_low", "ratio_high", "predicted", "registers", "spilled_bytes",
    "shared_bytes", "blocks", "in_loops", "taken", "different", "error", "finite",
)  # fmt: skip
Pair = tuple[float, float]
"""Two ratios of times: measured, and predicted."""


def pair_rows(results: Results) -> list[list[str]]:
    """A row of `COLUMNS` for each case whose program changed, the fastest against plain first."""
    rows = []
    for number in results.changed():
        case, plain, ours = results.cases[number], results.of(number, PLAIN), results.of(number, OURS)
        if plain is None or ours is None:
            continue
        ratio, head = ours["ratio"], results.measured[number]["checks"].get("plain")
        times = [f"{plain['median']:.1f}", f"{ours['median']:.1f}", *(f"{ratio[at]:.3f}" for at in ("median", "low", "high"))]
        both = [f"{plain[name]}→{ours[name]}" for name in ("registers", "local_bytes", "shared", "occupancy")]
        error = f"{plain['error']:.1e}→{ours['error']:.1e}" if "error" in plain and "error" in ours else ""
        checks = [
            word(results.in_loops(number)),
            results.chosen(number),
            str(ours.get("different", "")),
            error,
            f"{head['finite']:.2f}" if head else "",
        ]
        rows.append([case["group"], case["configuration"], *times, f"{predicted(results, number, OURS):.3f}", *both, *checks])
    return sorted(rows, key=lambda row: -float(row[4]))


def predicted(results: Results, number: int, variant: str) -> float:
    """By how much a variant is faster than the plain program, by modelled cycles."""
    case = results.cases[number]
    plain = case["predicted"][PLAIN]["cycles"]
    return float((plain + 1e-9) / (case["predicted"].get(variant, case["predicted"][PLAIN])["cycles"] + 1e-9))


def word(truth: bool) -> str:
    return "yes" if truth else "no"


def plugged_rows(results: Results) -> list[tuple[str, float, bool]]:
    """Return the same as `best_rows`, for programs of ours that the plug-in confirms; otherwise its program is the plain one."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number in results.measured:
        if results.of(number, PLAIN) is not None:
            groups[results.cases[number]["group"]].append(number)
    found = []
    for group, numbers in groups.items():
        plain = {n: row["median"] for n in numbers if (row := results.of(n, PLAIN))}
        ours = {n: row["median"] for n in numbers if (row := results.plugged(n))}
        a, b = min(plain, key=lambda n: plain[n]), min(ours, key=lambda n: ours[n])
        row = results.plugged(b)
        ratio = row["ratio"]["median"] if row and a == b else plain[a] / ours[b]
        found.append((group, ratio, any(results.in_loops(n) for n in numbers)))
    return sorted(found, key=lambda row: -row[1])


def best_rows(results: Results) -> list[tuple[str, float, bool]]:
    """By group: the best configuration of the plain pipeline over the best of ours, and whether there are conversions in loops."""
    found = []
    for group, row in results.best.items():
        a, b = row["best"]
        ours, plain = results.of(b, OURS), results.of(a, PLAIN)
        if ours is None or plain is None:
            continue
        own = ours["ratio"]["median"] if a == b else plain["median"] / ours["median"]
        loops = any(results.in_loops(n) for n in results.measured if results.cases[n]["group"] == group)
        found.append((group, row["ratio"]["median"] if "ratio" in row else own, loops))
    return sorted(found, key=lambda row: -row[1])


def programs(results: Results) -> list[tuple[int, str, float]]:
    """By case every program but the plain one, each once, with the first variant that has it and its measured ratio."""
    found = []
    for number in results.measured:
        names = results.cases[number]["programs"]
        seen = {names[PLAIN]}
        for variant, row in results.variants(number).items():
            if names[variant] not in seen:
                seen.add(names[variant])
                found.append((number, variant, row["ratio"]["median"]))
    return found


def judged(pairs: Sequence[Pair]) -> str:
    """Return how many of those that differ are ordered correctly, and the rank correlation of all."""
    different = [pair for pair in pairs if abs(pair[0] - 1) > DIFFERENT]
    right = sum((one > 1) == (other > 1) for one, other in different)
    measured, said = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ranks = rank_correlation(said, measured) if min(len(set(measured)), len(set(said))) > 1 else math.nan
    return f"{right} of {len(different)} that differ by over {DIFFERENT:.0%} ordered right, rank correlation of {len(pairs)}: {ranks:.2f}"


def wrong(results: Results) -> list[str]:
    """Programs whose results differ from the plain one's bit for bit though its own do not differ from run to run."""
    found = []
    for number, variant, _ in programs(results):
        case, head = results.cases[number], results.measured[number]["checks"].get("plain", {})
        different = results.variants(number)[variant].get("different")
        if different and not head["again"]:
            found.append(f"{case['group']} {case['configuration']} {variant}: {different} of {head['elements']} elements differ")
    return found


def rounding(results: Results) -> str:
    """Errors with fusion, of the plain program and of ours, against the plain one without fusion."""
    errors = []
    for number in results.changed():
        plain, ours = results.of(number, PLAIN), results.of(number, OURS)
        steady = not results.measured[number]["checks"].get("plain", {}).get("again")
        if plain and ours and steady and "error" in plain and "error" in ours:
            errors.append((plain["error"], ours["error"]))
    larger = sum(ours > 1.05 * plain for plain, ours in errors)
    largest = (
        f"the largest {max(plain for plain, _ in errors):.1e} and {max(ours for _, ours in errors):.1e}" if errors else "none"
    )
    return f"relative errors by fusion, plain and ours: {largest}; ours is larger by over 5 % in {larger} of {len(errors)} cases"


def spoken(what: str, ratios: Sequence[float]) -> str:
    if not ratios:
        return f"{what}: none"
    slower = sum(ratio < SLOWER for ratio in ratios)
    return (
        f"{what}: {len(ratios)}, geometric mean {geometric_mean(ratios):.3f}, from {min(ratios):.3f} to {max(ratios):.3f}, "
        f"{sum(ratio > 2 - SLOWER for ratio in ratios)} above {2 - SLOWER:.2f}, {slower} below {SLOWER}"
    )


def summary(results: Results) -> list[str]:
    rows, best, plugged = pair_rows(results), best_rows(results), plugged_rows(results)
    taken = [
        (row["ratio"]["median"], results.in_loops(n))
        for n in results.measured
        if results.chosen(n) != PLAIN and (row := results.plugged(n))
    ]
    loops = [row[12] == "yes" for row in rows]
    lines = [
        spoken("configurations whose program changed", [float(row[4]) for row in rows]),
        spoken(
            "of kernels with conversions in loops", [float(row[4]) for row, inside in zip(rows, loops, strict=True) if inside]
        ),
        spoken("configurations whose program the plug-in changes", [ratio for ratio, _ in taken]),
        spoken("of them with conversions in loops", [ratio for ratio, inside in taken if inside]),
        spoken("best configuration against best, kernels and shapes", [ratio for _, ratio, _ in best]),
        spoken("of them with conversions in loops", [ratio for _, ratio, inside in best if inside]),
        spoken("best against best, as the plug-in takes them", [ratio for _, ratio, _ in plugged]),
        spoken("of them with conversions in loops", [ratio for _, ratio, inside in plugged if inside]),
    ]
    found = programs(results)
    lines.append(f"cycles: {judged([(ratio, predicted(results, n, variant)) for n, variant, ratio in found])}")
    gains = [(ratio, 1 / (1 - gain)) for n, variant, ratio in found if (gain := results.gain(n, variant)) is not None]
    lines.append(f"cycles and machine code: {judged(gains)}")
    by_variant: dict[str, list[float]] = defaultdict(list)
    for number in results.measured:
        for variant, row in results.variants(number).items():
            by_variant[variant].append(row["ratio"]["median"])
    lines += [spoken(f"variant {variant}", ratios) for variant, ratios in by_variant.items() if variant != PLAIN]
    checked = [row["checks"]["plain"] for row in results.measured.values() if row["checks"]]
    unsteady = f"{sum(head['again'] > 0 for head in checked)} cases of {len(checked)} differ from themselves from run to run"
    bad = wrong(results)
    lines.append(f"results without fusion: {len(bad)} of {len(found)} programs differ from plain; {unsteady}")
    lines.append(rounding(results))
    lost = [
        f"lost: {row.get('group')} {row.get('configuration')}: {row.get('error') or row.get('errors')}" for row in results.lost
    ]
    return [*lines, *bad, *lost]


def head(results: Results) -> str:
    versions = ", ".join(f"{name} {value}" for name, value in results.versions.items())
    return f"# {versions}; {len(results.measured)} cases measured, {len(results.lost)} lost"


def table(results: Results) -> str:
    best = [
        [group, what, "", "", f"{ratio:.3f}", *[""] * 7, word(loops), "", "", "", ""]
        for what, found in (("best against best", best_rows(results)), ("best against best, confirmed", plugged_rows(results)))
        for group, ratio, loops in found
    ]
    lines = [head(results), *(f"# {line}" for line in summary(results)), "\t".join(COLUMNS)]
    return "\n".join([*lines, *("\t".join(row) for row in [*best, *pair_rows(results)])]) + "\n"


def main(*folders: Path) -> None:
    results = Results(*zip(folders[::2], folders[1::2], strict=True))
    if not results.measured:
        sys.exit("nothing was measured: name folders of cases, each with the folder of its results")
    (RESULTS / "gpu_pairs.tsv").write_text(table(results))
    print(head(results), *summary(results), sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
