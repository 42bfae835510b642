"""Measurements of prepared cases."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from egraph_opt.cost.target import Target
from egraph_opt.machine.prediction import ResourceUse, predict_saving, processor_of
from egraph_opt.triton.choice.noalias_pipelining import DEPTH
from egraph_opt.triton.compile.code_judge import worth
from egraph_opt.triton.compile.least_savings import ORDER_WORTH

from . import store

PLAIN, OURS, LOADS = "plain", "ours", "ours_loads"
"""Triton's own program; what the plug-in's two searches find, the second with loads in other layouts, before machine code has its say."""
ONCE, APART, AHEAD = "once", "_apart", ("_ahead1", "_ahead2")
"""Triton's own where loops that run once say so, in whose place the searches find `once_ours` and `once_ours_loads`; and the ends of
variants' names whose loads pass stores, and are carried round loops, one or two iterations ahead. These are the plug-in's second versions
(`egraph_opt.triton.choice.noalias_version`)."""
Row = dict[str, Any]


class Results:
    """Cases with what was measured of each.

    Raises:
        ValueError: other cases were measured.
    """

    def __init__(self, *sources: tuple[Path, Path]) -> None:
        """From pairs of a folder with cases and one with results."""
        self.cases: list[store.Case] = []
        self.versions: Row = {}
        self.measured: dict[int, Row] = {}
        self.best: dict[str, Row] = {}
        self.lost: list[Row] = []
        for folder, results in sources:
            first = len(self.cases)
            self.cases += store.cases(folder)
            for line in (line for file in sorted(results.glob("*.jsonl")) for line in file.read_text().splitlines()):
                row = json.loads(line)
                if "versions" in row:
                    self.versions = row["versions"]
                    if row["cases"] != store.fingerprint(folder):
                        raise ValueError(f"the results in {results} are not of the cases in {folder}")
                elif "best" in row:
                    self.best[row["group"]] = {**row, "best": [first + number for number in row["best"]]}
                elif row.get("times"):
                    self.measured[first + row["case"]] = row
                else:
                    self.lost.append(row)

    def of(self, number: int, variant: str) -> Row | None:
        """Return the measurement of one variant of a case."""
        name, row = self.cases[number]["programs"].get(variant), self.measured[number]
        if name not in row["times"]:
            return None
        return {**row["times"][name], "ratio": row["ratios"][name], **row["checks"].get(name, {})}

    def changed(self) -> list[int]:
        return [n for n in self.measured if self.cases[n]["programs"][OURS] != self.cases[n]["programs"][PLAIN]]

    def in_loops(self, number: int) -> bool:
        return bool(self.cases[number]["predicted"][PLAIN]["converts_in_loops"])

    def variants(self, number: int) -> dict[str, Row]:
        """Return the measurement of each variant of a case."""
        found = {variant: self.of(number, variant) for variant in self.cases[number]["programs"]}
        return {variant: row for variant, row in found.items() if row is not None}

    def gain(self, number: int, variant: str, against: str = PLAIN) -> float | None:
        """The part of its time that a variant is predicted to save (`egraph_opt.machine.prediction`); None where that is not known."""
        uses = self.uses(number, variant, against)
        return None if uses is None else predict_saving(self.costs(number, variant, against), *uses)

    def uses(self, number: int, variant: str, against: str = PLAIN) -> tuple[ResourceUse, ResourceUse, Target] | None:
        """Return what two variants of a case take, the second one first, and the processor; None where that is not known."""
        case, processor = self.cases[number], processor_of("cuda:90")
        found = self.of(number, against), self.of(number, variant)
        warps = re.search(r"num_warps=(\d+)", case["configuration"])
        if None in found or processor is None or warps is None:
            return None
        one, other = (
            ResourceUse(r["registers"], r["local_bytes"], r["shared"], int(warps[1]), r["path"], r["memory"], r["issued"])
            for r in found
            if r
        )
        return one, other, processor

    def costs(self, number: int, variant: str, against: str = PLAIN) -> tuple[float, float]:
        """The modelled costs of two variants; the same where only the order of operations differs, or they cannot be compared."""
        says = self.cases[number]["predicted"]
        if variant.endswith((APART, *AHEAD)) or variant.startswith(ONCE) != against.startswith(ONCE):
            return 1.0, 1.0
        return tuple(says.get(name, says[PLAIN])["cycles"] for name in (against, variant))

    def first(self, number: int, prefix: str = "") -> str:
        """The variant whose program the plug-in takes once it has seen the machine code of all that it compiles."""
        plain = prefix.rstrip("_") or PLAIN
        spare = {
            variant: (self.gain(number, variant, plain) or 0.0) - worth(self.costs(number, variant, plain), *uses)
            for variant in (prefix + OURS, prefix + LOADS)
            if variant in self.cases[number]["programs"] and (uses := self.uses(number, variant, plain)) is not None
        }
        best = max(spare, key=lambda variant: spare[variant], default=plain)
        return best if spare.get(best, -1.0) >= 0.0 else plain

    def chosen(self, number: int) -> str:
        """Return the choice of `first`, or the best program for arrays that do not overlap, if it is worth it."""
        first, programs = self.first(number), self.cases[number]["programs"]
        if ONCE in programs:
            single = self.first(number, f"{ONCE}_")
            seconds = [single, self.earlier(number, single)]
        else:
            seconds = [self.earlier(number, first)]
        gains = {name: self.gain(number, name, first) or 0.0 for name in seconds if name in programs}
        best = max(gains, key=lambda name: gains[name], default=first)
        return best if gains.get(best, 0.0) >= ORDER_WORTH else first

    def earlier(self, number: int, first: str) -> str:
        """The variant that the plug-in makes of a first version: with loads carried, or past stores, whatever registers are left."""
        ahead = first + AHEAD[DEPTH - 1]
        return ahead if ahead in self.cases[number]["programs"] else first + APART

    def plugged(self, number: int) -> Row | None:
        """Return the measurement of the program that the plug-in takes."""
        return self.of(number, self.chosen(number))
