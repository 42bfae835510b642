"""Every access of TTIR programs, raised to each target or left, with the reason: `python -m benchmarks.compare.pointers [FOLDER ...]`.

Without a folder the shipped kernels are run, and the table is written to `benchmarks/results/pointers.tsv`. Policies: `any`, descriptors
wherever they may be made; `pays`, where the cost model finds that they pay; `promised`, as `any`, with `--assume-no-overflow`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import write_table
from egraph_opt.baseline import libtriton
from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS
from egraph_opt.ir.module import InputError

FIELDS = ("program", "function", "line", "access", "target", "version", "policy", "raised", "reason")


def programs(folders: list[Path]) -> list[Path]:
    """The programs of some folders, or the shipped kernels."""
    if not folders:
        return sorted((CORPUS / "kernels").glob("*/input.ttir"))
    return sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in (".ttir", ".mlir"))


def main(folders: list[Path]) -> int:
    """Print what was raised; the number of programs that were refused, that Triton did not accept, or that failed."""
    rows: list[tuple[object, ...]] = []
    wrong = 0
    for target in TARGETS:
        policies = ("any", "pays", "promised") if target == "descriptor" else ("any", "promised")
        for version, policy in product(("", "loop"), policies):
            started, totals, outputs = time.process_time(), Counter[str](), []
            for path in programs(folders):
                name = path.parent.name if path.name == "input.ttir" else path.stem
                try:
                    named = {"any_cost": policy != "pays", "assume_no_overflow": policy == "promised"}
                    result = raise_text(path.read_text(), str(path), target, version, **named)
                except InputError as error:
                    print(f"{name}: not read: {error.message}")
                    continue
                totals.update("raised" if r.raised else "left" for r in result.reports)
                totals.update(r.how for r in result.reports)
                wrong += complained(name, target, result)
                if any(r.raised for r in result.reports):
                    outputs.append((name, result.ir))
                for r in result.reports:
                    rows.append((name, r.function, r.line, r.access, target, version, policy, int(r.raised), r.how or r.reason))
            seconds = time.process_time() - started
            what = f"{target:14} {version or 'derived':8} {policy:8}"
            print(
                f"{what} {totals['raised']:5} raised {totals['left']:5} left {totals['gathered']:5} gathered"
                f" {totals['unstructured']:5} unstructured {totals['scalar']:5} scalar {seconds:7.1f} s of CPU time"
            )
            if target != "tts" and libtriton.available():
                answers = libtriton.ask("accept", [text for _, text in outputs])
                for (name, _), answer in zip(outputs, answers, strict=True):
                    if answer.text is None:
                        wrong += 1
                        print(f"{name}: {target}: not accepted: {answer.error}")
    if not folders:
        write_table(RESULTS / "pointers.tsv", [], FIELDS, rows)
    return wrong


def complained(name: str, target: str, result: Result) -> bool:
    """Return whether a result is wrong: refused by the checker, or left after an error; print why."""
    failed = [r for r in result.reports if "Error" in r.reason or "Failed" in r.reason]
    if result.rejected or failed:
        reason = next(r.reason for r in result.reports if "not proved" in r.reason or r in failed)
        print(f"{name}: {target}: {reason}")
    return bool(result.rejected or failed)


if __name__ == "__main__":
    sys.exit(1 if main([Path(argument) for argument in sys.argv[1:]]) else 0)
