"""Every function of Triton's tests against Triton's pass RemoveLayoutConversions: what do the layouts cost, and what is opaque to us?

    python -m benchmarks.compare.triton_tests FOLDER --processes 2 --write
    python -m benchmarks.compare.triton_tests FOLDER -k combine     # only files whose path has this in it

FOLDER holds `.mlir` files of tests, which are split at `// -----`. Each function of the modules that Triton takes is optimised under each
of `SETTINGS`; gains below the model's error count. A function is `dearer` if it costs more than Triton's result, where that is proved
equal to the input, else `not equal`. The head of the table counts the functions, and the operations that are opaque beside conversions
that stay; its rows are the functions that do not cost the same as Triton's under each setting, or have such operations.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.paths import RESULTS
from benchmarks.runs import origin
from benchmarks.trust.rest.judge import WORK, Case, cases, modules
from egraph_opt.baseline.libtriton import ask
from egraph_opt.core.acceptance.alternatives import take_first
from egraph_opt.core.task import Clock
from egraph_opt.cost import MODELS, bind_target, evaluate
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.search_boundary import opaque_beside_conversions
from egraph_opt.families.layout.seed_proofs import proved_functions
from egraph_opt.ir.module import symbol_name
from egraph_opt.text import read

TABLE = RESULTS / "triton_functions.tsv"
CANONICAL = "bit for bit, canonical input"
SETTINGS: dict[str, dict[str, Any]] = {
    "bit for bit": {},
    CANONICAL: {},
    "bit for bit, seeded": {"seed_with": "triton"},
    "like Triton": {"seed_with": "triton", "reassociate": True},
}
"""Options; the canonical input has gone through MLIR's canonicaliser and CSE, which Triton's pass runs, too."""
MODEL = replace(MODELS["cycles"], change_factor=1.0, change_price=0.0)
"""The model without its penalties on change, so that small gains count."""
VERDICTS = ("cheaper", "same", "dearer", "not equal")
ROUNDING = 1e-6
UNUSED = re.compile(r"which was not used: (.*)")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A function under one setting: costs of the input, Triton's result and ours."""

    function: str
    setting: str
    given: float
    theirs: float
    ours: float
    equal: bool
    """Triton's result is proved equal to the input."""
    conversions: int = 0
    """Number of conversions that stay in our result."""
    opaque: tuple[str, ...] = ()
    """Operations beside them whose layouts are not searched."""
    why: str = ""
    """Why Triton's result is not used."""

    @property
    def verdict(self) -> str:
        """Return which of `VERDICTS` holds."""
        if self.ours > self.theirs * (1 + ROUNDING) + ROUNDING:
            return "dearer" if self.equal else "not equal"
        return "cheaper" if self.ours < self.theirs * (1 - ROUNDING) - ROUNDING else "same"


def compare_all(programs: Sequence[tuple[str, str]], processes: int = 1) -> list[Comparison]:
    """Compare the functions of programs, in several processes if asked for."""
    taken = cases(programs)
    canonical = ask("canonicalize-cse", [case.text for case in taken])
    jobs = [(case, answer.text or case.text) for case, answer in zip(taken, canonical, strict=True)]
    if processes == 1:
        return [row for job in jobs for row in compare_case(job)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return [row for rows in pool.map(compare_case, jobs, chunksize=8) for row in rows]


def compare_case(job: tuple[Case, str]) -> list[Comparison]:
    """Return the functions of a module and its canonical form under each setting; none where Triton's pass fails or we read nothing."""
    case, canonical = job
    try:
        return [
            row
            for setting in SETTINGS
            for row in compare_functions(case._replace(text=canonical if setting == CANONICAL else case.text), setting)
        ]
    except EgraphOptError:
        return []


def compare_functions(case: Case, setting: str) -> list[Comparison]:
    """Return the functions of a module under one setting."""
    module, seed = LayoutTask.read(case.text, case.name, 1), read(case.greedy or "", case.name)
    options = Options(work_limit=WORK, min_gain=0.0, cost=MODEL, **SETTINGS[setting])
    task = LayoutTask(module, options, Clock(), case.text, seeds=[seed] if options.seed_with else [])
    new, records = take_first(module, task.module_alternatives(), task.accept)
    model = bind_target(MODEL, module)
    theirs = {symbol_name(function): function for function in seed.functions()}
    proved = proved_functions(module, seed, options)
    rows = []
    for old, mine, record in zip(module.functions(), new.functions(), records, strict=True):
        if (other := theirs.get(symbol_name(old))) is not None:
            given, greedy, ours = (evaluate(function, model) for function in (old, other, mine))
            why = UNUSED.search(" ".join(" ".join(record.notes).split()))
            rows.append(
                Comparison(
                    f"{case.name} @{symbol_name(old)}", setting, given.cost, greedy.cost, ours.cost, old in proved, ours.converts,
                    opaque_beside_conversions(mine), why[1] if why else "",
                )
            )  # fmt: skip
    return rows


def head(rows: Sequence[Comparison]) -> list[str]:
    """Return the counts of functions by setting and verdict, and of functions by opaque operation under the last setting."""
    counts = Counter((row.setting, row.verdict) for row in rows)
    lines = [f"{s}: {', '.join(f'{counts[s, verdict]} {verdict}' for verdict in VERDICTS)}" for s in SETTINGS]
    last = [row for row in rows if row.setting == list(SETTINGS)[-1]]
    opaque = Counter(name for row in last for name in row.opaque)
    named = ", ".join(f"{name} {count}" for name, count in sorted(opaque.items(), key=lambda item: (-item[1], item[0]))) or "none"
    stay = sum(row.conversions > 0 for row in last)
    return [f"{len(last)} functions", *lines, f"conversions stay in {stay} functions, beside opaque operations: {named}"]


def body(rows: Sequence[Comparison]) -> list[str]:
    """Return the functions that do not cost the same under each setting, or have opaque operations beside conversions."""
    of: dict[str, dict[str, Comparison]] = {}
    for row in rows:
        of.setdefault(row.function, {})[row.setting] = row
    first, *_, last = SETTINGS
    lines = [
        "\t".join(
            ("function", "input", "Triton", *(f"{s}{what}" for s in SETTINGS for what in ("", ": verdict")), "opaque", "why")
        )
    ]
    for function, found in of.items():
        shown = [found[s] for s in SETTINGS if s in found]
        if any(row.verdict != "same" or row.opaque for row in shown):
            costs = [text for row in shown for text in (f"{row.ours:.6g}", row.verdict)]
            theirs = [f"{found[first].given:.6g}", f"{found[first].theirs:.6g}"]
            lines.append("\t".join((function, *theirs, *costs, " ".join(found[last].opaque), found[last].why)))
    return lines


def main() -> int:
    """Compare the functions of a folder; 1 if one is dearer with Triton's result as a seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("-k", metavar="TEXT", default="", help="only files whose path has this text in it")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write benchmarks/results/{TABLE.name}")
    given = parser.parse_args()
    rows = compare_all([(name, text) for name, text in modules(given.folder) if given.k in name], given.processes)
    lines = [*(f"# {line}" for line in (origin("egraph-opt", "triton"), *head(rows))), *body(rows)]
    print(*lines, sep="\n")
    if given.write:
        TABLE.write_text("\n".join(lines) + "\n")
    return int(any(row.verdict == "dearer" and SETTINGS[row.setting] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
