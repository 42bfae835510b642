"""The same bytes whatever the hash seed, the order of the rules, and what else runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.kernels import ROOT

pytestmark = pytest.mark.long

FILES = [
    ROOT / "benchmarks/corpus" / name
    for name in (
        "kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir",
        "kernels/liger._swiglu_forward_kernel/rlc1.before.ttgir",
        "kernels/gems.argmax_kernel_inner/rlc2.before.ttgir",
        "kernels/gems.softmax_kernel_inner/input.ttir",
        "kernels/fla.chunk_fwd_kernel_h/input.ttir",
        "regions/insert0_fill_mm.mlir",
        "regions/concat1_mm.mlir",
    )
]
"""Programs of each family of rules; what is to be done with them follows from the ends of their names."""

PROGRAM = """
import random, sys
import egraph_opt.rules
from pathlib import Path

order = int(sys.argv[1])
if order:
    book = egraph_opt.rules.book
    egraph_opt.rules.book = lambda name: tuple(random.Random(order).sample(list(book(name)), len(list(book(name)))))
from egraph_opt import optimize
from egraph_opt.families.pointer import raise_text

improved = 0
for path in map(Path, sys.argv[3:]):
    if path.suffix == ".ttir":
        for target in ("tts", "descriptor"):
            raised = raise_text(path.read_text(), "k", target, "loop")
            assert target != "tts" or any(report.raised for report in raised.reports)
            sys.stdout.write(raised.ir + repr(raised.reports))
        continue
    result = optimize(path, time_limit=60, **{"rules": "region", "cost": "dispatches"} if path.suffix == ".mlir" else {})
    assert not result.stopped_by, result.stopped_by
    improved += result.cost_after < result.cost_before
    sys.stdout.write(result.ir + repr([(f.cost_after, f.classes, f.nodes) for f in result.functions]))
assert improved >= int(sys.argv[2]), improved
"""


IMPROVED = {".ttgir": 2, ".ttir": 0, ".mlir": 2}
"""By the end of a name, how many programs become cheaper at least."""


def start(seed: int, order: int, files: Sequence[Path]) -> subprocess.Popen[str]:
    least = sum(IMPROVED[suffix] for suffix in {path.suffix for path in files})
    command = [sys.executable, "-c", PROGRAM, str(order), str(least), *map(str, files)]
    environment = {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def outputs(runs: list[tuple[int, int]], at_once: int = 1, files: Sequence[Path] = FILES) -> set[str]:
    """The distinct outputs for files of runs with hash seeds and rule orders, several of them at the same time."""
    found = set()
    for first in range(0, len(runs), at_once):
        started = [start(*run, files) for run in runs[first : first + at_once]]
        for process in started:
            output, errors = process.communicate(timeout=300)
            assert process.returncode == 0, errors
            found.add(output)
    return found


@pytest.mark.parametrize("suffix", IMPROVED)
def test_few_hash_seeds_two_at_once(suffix: str) -> None:
    files = [path for path in FILES if path.suffix == suffix]
    assert len(outputs([(seed, 0) for seed in range(2)], at_once=2, files=files)) == 1


@pytest.mark.slow
def test_shuffled_rules() -> None:
    assert len(outputs([(0, order) for order in range(3)])) == 1


@pytest.mark.slow
def test_many_hash_seeds_and_orders() -> None:
    assert len(outputs([(seed, seed % 5) for seed in range(20)], at_once=2)) == 1
