"""Time that a step of the work limit takes: `python -m benchmarks.engine.steps [PART]`.

For each kernel at three stages (those whose names hold PART), the processor's time of an exact extraction by the steps that it counted:
their weights are right where the last line, the largest by the smallest, is small. Extractions below 20 ms are left out: a solver is
started in each, whatever its size.
"""

from __future__ import annotations

import sys

import highspy  # noqa: F401  # or the first extraction would load it

from benchmarks.paths import CORPUS
from egraph_opt import optimize
from egraph_opt.extract.base import arguments
from egraph_opt.extract.base.work import Work
from egraph_opt.families.layout import optimize as layout

LEAST = 0.02
"""Seconds of the shortest extraction that is looked at."""


def main() -> None:
    """Measure, and print a row for each extraction."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    made: list[Work] = []
    seconds: list[float] = []
    extract = layout.EXTRACTORS["exact"]

    class Noted(Work):
        def __init__(self, *limits: float) -> None:
            super().__init__(*limits)
            made.append(self)

    def timed(*given: object, **options: object) -> object:
        found = extract(*given, **options)  # type: ignore[arg-type]
        seconds.append(found.seconds)
        return found

    arguments.Work = Noted  # type: ignore[misc]
    layout.EXTRACTORS = {**layout.EXTRACTORS, "exact": timed}  # type: ignore[dict-item]
    each: list[float] = []
    for path in sorted((CORPUS / "kernels").glob("*/rlc*.before.ttgir")):
        name = f"{path.parent.name}/{path.name}"
        if part not in name:
            continue
        made.clear()
        seconds.clear()
        optimize(path, rules="layout", check=False)
        for work, took in zip(made, seconds, strict=True):
            if took > LEAST:
                steps = work.spent
                each.append(took * 1e6 / steps)
                print(
                    f"{each[-1]:6.2f} µs a step, {steps / 1e6:6.2f} M steps, {took:6.2f} s: {name} {work.stopped_by}", flush=True
                )
    if each:
        print(f"{len(each)} extractions: {min(each):.2f} to {max(each):.2f} µs a step, ratio {max(each) / min(each):.1f}")


if __name__ == "__main__":
    main()
