"""Does the checker accept what Triton's own pass makes? Each run of `RemoveLayoutConversions` on each kernel.

    python -m benchmarks.trust.outputs --write

The pass runs three times in Triton's pipeline. The programs before each run go through the pass of the Triton that is installed,
and the output is checked against its input: to the last bit, and with sums of floats in any order, which the pass allows itself.
"""

from __future__ import annotations

import sys

from benchmarks.paths import CORPUS
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.baseline.libtriton import ask
from egraph_opt.checker import check
from egraph_opt.text import read

RUNS = ("rlc1", "rlc2", "rlc3")
"""Runs of the pass, by the names of their files."""


def run(every: int = 1) -> Found:
    """Check the outputs of each run for every n-th kernel."""
    rows, wrong = list[tuple[object, ...]](), list[str]()
    for name in RUNS:
        paths = sorted((CORPUS / "kernels").glob(f"*/{name}.before.ttgir"))[::every]
        texts = [path.read_text() for path in paths]
        strict = loose = 0
        for path, before, answer in zip(paths, texts, ask("greedy", texts), strict=True):
            if answer.text is None:
                wrong.append(f"{path.parent.name}, {name}: Triton's pass failed: {answer.error}")
                continue
            pair = read(before), read(answer.text)
            strict += check(*pair, strict=True).equal
            proved = check(*pair, strict=False).equal
            loose += proved
            if not proved:
                wrong.append(f"{path.parent.name}, {name}: not proved equal, even with reordered sums")
        rows.append((name, len(paths), strict, loose))
    total = ("all", *(sum(int(str(row[column])) for row in rows) for column in (1, 2, 3)))
    return Found(("run of the pass", "outputs", "equal to the last bit", "equal with reordered sums"), [*rows, total], wrong)


SWEEPS = (Sweep("triton_outputs", run, ("triton",)),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
