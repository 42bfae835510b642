"""Raise kernels written to be raised wrongly, and run them beside what they were: `python -m benchmarks.pointer.attacks [-o TABLE]`.

Each of `attack_addresses` and `attack_orders`, to each target in each mode; what is raised runs as it is, as Triton's passes lower it
back, and, with descriptors, under the schedules of `tests.support.asynchronous`. A row for each: accesses raised, runs, those that
stayed within their buffers, and those of these that differed: the exit status is the number of such rows.
"""

from __future__ import annotations

import argparse
import csv
import inspect
import sys
from collections.abc import Collection, Iterator
from itertools import product
from pathlib import Path

from benchmarks.paths import RESULTS
from benchmarks.pointer import attack_addresses, attack_orders
from benchmarks.pointer.harvest import compiled
from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.text import read
from tests.support.pointer_oracle import TARGETS, compared

FIELDS = ("kernel", "target", "mode", "accesses", "raised", "runs", "within buffers", "different")
MODES = ("", "loop", "kernel")
POINTEES = {"F": "*fp32", "H": "*fp16", "J": "*i32", "L": "*i64"}
Case = tuple[str, Target, str]


def kernels(only: Collection[str] = ()) -> dict[str, str]:
    """Return the TTIR of each kernel, or of some, by name."""
    functions = {**vars(attack_addresses), **vars(attack_orders)}
    wanted = {name: each for name, each in functions.items() if hasattr(each, "arg_names") and (not only or name in only)}
    return {
        name: compiled(each, {p: POINTEES.get(p[0], "i32") for p in inspect.signature(each.fn).parameters}, {})
        for name, each in wanted.items()
    }


def rows(texts: dict[str, str], cases: list[Case], rounds: int, seconds: float) -> Iterator[tuple[object, ...]]:
    """Yield the row of each case."""
    results = [raise_text(texts[name], name, target, mode, any_cost=True) for name, target, mode in cases]
    back = dict.fromkeys(range(len(cases)), "")
    for task, wanted in (("buffers", {"buffer"}), ("lower", {"block-pointer", "descriptor"})):
        chosen = [i for i, (_, target, _) in enumerate(cases) if target in wanted]
        answers = libtriton.ask(task, [results[i].ir for i in chosen], 3600)  # type: ignore[arg-type]
        back.update({i: answer.text or "" for i, answer in zip(chosen, answers, strict=True)})
    for i, ((name, target, mode), result) in enumerate(zip(cases, results, strict=True)):
        raised = sum(report.raised for report in result.reports)
        (old,), others = read(texts[name]).functions(), [read(text).functions()[0] for text in (result.ir, back[i]) if text]
        runs, inside, different = compared(old, others, rounds, seconds) if raised else (0, 0, 0)
        yield name, target, mode or "derived", len(result.reports), raised, runs, inside, different


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU time for the runs of one program")
    parser.add_argument("--mode", choices=MODES, action="append", help="this one only; may be given more than once")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "pointer_attacks.tsv", help="the table")
    options = parser.parse_args(given)
    texts = kernels()
    found: list[tuple[object, ...]] = []
    with options.output.open("w", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(FIELDS)
        for row in rows(texts, list(product(texts, TARGETS, options.mode or MODES)), options.rounds, options.seconds):
            table.writerow(row)
            file.flush()
            found.append(row)
            if row[-1]:
                print(*row, flush=True)
    sums = [sum(int(str(row[n])) for row in found) for n in range(3, 8)]
    print(
        f"{len(texts)} kernels, {len(found)} programs; {', '.join(f'{n} {name}' for n, name in zip(sums, FIELDS[3:], strict=True))}"
    )
    return min(sum(bool(row[-1]) for row in found), 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
