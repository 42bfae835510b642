"""Text report of a replay: a line for each kernel, regressions first, and a summary."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from egraph_opt.apps.replay.replay_records import reason
from egraph_opt.apps.replay.verdict import ORDER, ReplayedKernel
from egraph_opt.core.result import count_noun

EQUAL_TIME_RATIO = 0.02
"""Relative difference of times within which two programs count as equally fast."""


def order_kernels(kernels: Sequence[ReplayedKernel], threshold: float) -> list[ReplayedKernel]:
    """Return kernels in order of importance: failures, then the largest slowdowns."""
    return sorted(kernels, key=lambda k: (ORDER.index(k.verdict(threshold)), -(k.last or 0.0), k.name, k.place))


def header() -> tuple[str, ...]:
    return "kernel", "verdict", "time", "registers", "spilled", "shared", "conversions", "barriers", "cycles", "ours", "why"


def row(kernel: ReplayedKernel, threshold: float) -> tuple[str, ...]:
    """Return a kernel's cells: counts under the first and last version, and the ratios of predicted times."""
    first, last = (kernel.sides[name].numbers for name in (kernel.names[0], kernel.names[-1]))

    def both_programs(name: str) -> str:
        a, b = (
            "?" if of is None else f"{value:.0f}" if (value := getattr(of, name)) is not None else "?" for of in (first, last)
        )
        return a if a == b else f"{a} → {b}"

    columns = map(both_programs, ("registers", "spill_bytes", "shared_bytes", "conversions", "barriers", "cycles"))
    return kernel.name, kernel.verdict(threshold), ratio(kernel.last), *columns, ours(kernel, threshold), reason(kernel)


def ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}×"


def ours(kernel: ReplayedKernel, threshold: float) -> str:
    """Return the cell for the plug-in's program: its time relative to the first version, and whether it undoes a regression."""
    if kernel.ours is None:
        return ""
    restored = kernel.is_restored(threshold)
    said = {None: "", True: ", restored", False: ", not restored"}[restored]
    return f"{ratio(kernel.ours_ratio)}{said}" if kernel.outcome == "changed" else f"{kernel.outcome}{said}"


def summary(kernels: Sequence[ReplayedKernel], threshold: float) -> list[str]:
    """Return the summary of all kernels, as lines."""
    verdicts = Counter(kernel.verdict(threshold) for kernel in kernels)
    lines = [f"{count_noun(len(kernels), 'kernel')}: " + ", ".join(f"{verdicts[v]} {v}" for v in ORDER if verdicts[v])]
    if kernels:
        lines += [_of_version(name, kernels, threshold) for name in kernels[0].names[1:]]
    lines += _of_ours(kernels, threshold)
    return lines


def _of_version(name: str, kernels: Sequence[ReplayedKernel], threshold: float) -> str:
    known = [kernel.ratios[name] for kernel in kernels if name in kernel.ratios]
    failed = sum(kernel.sides[name].numbers is None for kernel in kernels)
    if not known:
        return f"{name}: {failed} do not compile"
    worse, better = sum(r > 1 + threshold for r in known), sum(r < 1 - threshold for r in known)
    many = f"{worse} worse, {better} better, {failed} do not compile"
    return (
        f"{name} beside {kernels[0].names[0]}: {many}; predicted time {mean(known):.3f}× in the mean, {max(known):.3f}× at worst"
    )


def _of_ours(kernels: Sequence[ReplayedKernel], threshold: float) -> list[str]:
    """Return summary lines that compare the plug-in's programs with those of Triton's last version and of its best version.

    The last line counts the kernels that became slower under the last version, and those that the plug-in makes fast again.
    """
    pairs = [(k, k.ours_ratio, k.last, k.best) for k in kernels if k.ours_ratio is not None and k.last and k.best]
    if not pairs:
        return []
    name = pairs[0][0].names[-1]
    beside = [ours / last for _, ours, last, _ in pairs if ours is not None and last is not None]
    best = [ours / of[1] for _, ours, _, of in pairs if ours is not None and of is not None]
    near = sum(r <= 1 + EQUAL_TIME_RATIO for r in best)
    changed = sum(k.outcome == "changed" for k, *_ in pairs)
    lines = [
        f"ours with {name}: {changed} of {len(pairs)} changed; {mean(beside):.3f}× in the mean beside {name} alone, {max(beside):.3f}× at "
        f"worst; within {EQUAL_TIME_RATIO:.0%} of the best version or better for {near} of {len(best)} ({near / len(best):.0%})"
    ]
    asked = [restored for k, *_ in pairs if (restored := k.is_restored(threshold)) is not None]
    if asked:
        lines.append(f"of {len(asked)} that got worse, ours makes {sum(asked)} as fast as with {pairs[0][0].names[0]}")
    return lines


def mean(ratios: Sequence[float]) -> float:
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
