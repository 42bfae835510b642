"""CPU time of this checkout relative to another: `python -m benchmarks.engine.speed OLDER [--rounds N]`.

Three things are measured, each by turns in fresh processes of both checkouts, since the speed of a machine drifts:

- `optimize`: one call for each kernel in `benchmarks/corpus/kernels`, by the default options, in one process, after one that is
  not counted; the median kernel's time. The time of a kernel is its least of all rounds.
- `import egraph_opt`, without Python's own start.
- `egraph-opt FILE` from its start to its end, with its children, on a kernel of median time.

Bytecode is cached, as that of an installed package is. Only ratios are printed: seconds depend on the machine. For the last two,
the median of all rounds counts. `optimize` also has the ratio of all kernels' time, and the ninth decile of the ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[2]
BYTECODE = Path(tempfile.gettempdir()) / "egraph-opt-speed"
KERNELS = "benchmarks/corpus/kernels/*/rlc3.before.ttgir"
EACH_KERNEL = """
import json, sys, time
from egraph_opt import optimize
texts = [open(path).read() for path in sys.argv[1:]]
optimize(texts[0])
def spent(text):
    start = time.process_time()
    optimize(text)
    return time.process_time() - start
print(json.dumps([spent(text) for text in texts]))
"""
IMPORT = "import time; start = time.process_time(); import egraph_opt; print(time.process_time() - start)"


def command_of(checkout: Path) -> str:
    """The program of a checkout's command, as its installation would write it."""
    module, function = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["scripts"]["egraph-opt"].split(":")
    return f"from {module} import {function}; {function}()"


def run(checkout: Path, program: str, *arguments: str) -> tuple[str, float]:
    """Return what a program prints, run with a checkout's package, and the seconds of CPU time that it and its children took."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONPYCACHEPREFIX": str(BYTECODE)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    child = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], cwd=checkout, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert child.stdout is not None
    with child.stdout:
        said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{checkout}: {program.split(';')[0].strip()[:60]}: exit code {child.returncode}")
    return said, usage.ru_utime + usage.ru_stime


def by_turns(checkouts: tuple[Path, Path], measure: Callable[[Path], list[float]], rounds: int) -> tuple[list[list[float]], ...]:
    """Return what is measured of each checkout in each round; the first round, which fills caches, is left out."""
    found: tuple[list[list[float]], ...] = ([], [])
    for number in range(rounds + 1):
        for checkout, each in zip(checkouts, found, strict=True):
            values = measure(checkout)
            if number:
                each.append(values)
    return found


def ratio(checkouts: tuple[Path, Path], measure: Callable[[Path], list[float]], rounds: int) -> float:
    """The median of the newer by that of the older."""
    older, newer = by_turns(checkouts, measure, rounds)
    return median(v for values in newer for v in values) / median(v for values in older for v in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("older", type=Path, help="a checkout of the version to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="of `optimize`; there are three times as many of the others")
    arguments = parser.parse_args()
    checkouts = (arguments.older.resolve(), ROOT)
    paths = [str(path) for path in sorted(ROOT.glob(KERNELS))]

    rounds = by_turns(checkouts, lambda where: json.loads(run(where, EACH_KERNEL, *paths)[0]), arguments.rounds)
    older, newer = ([min(times) for times in zip(*each, strict=True)] for each in rounds)
    parts = [new / old for old, new in zip(older, newer, strict=True)]
    print(f"optimize, median kernel: {median(newer) / median(older):.3f}")
    print(f"optimize, all kernels:   {sum(newer) / sum(older):.3f} ({quantiles(parts, n=10)[8]:.3f} or less for nine of ten)")
    kernel = sorted(zip(older, paths, strict=True))[len(paths) // 2][1]
    print(f"import egraph_opt:       {ratio(checkouts, lambda where: [float(run(where, IMPORT)[0])], 3 * arguments.rounds):.3f}")
    print(
        f"egraph-opt FILE:         {ratio(checkouts, lambda where: [run(where, command_of(where), kernel)[1]], 3 * arguments.rounds):.3f}"
    )


if __name__ == "__main__":
    main()
