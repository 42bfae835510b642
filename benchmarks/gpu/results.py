"""What was measured of prepared cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import store

PLAIN, OURS, INPUT = "plain", "ours", "input"
Row = dict[str, Any]


class Results:
    """Cases with what was measured of each.

    Raises:
        ValueError: other cases were measured.
    """

    def __init__(self, folder: Path, results: Path) -> None:
        cases = list(store.cases(folder))
        self.cases, self.versions, self.lost = cases, {}, []
        self.measured: dict[int, Row] = {}
        self.best: dict[str, Row] = {}
        for line in (line for file in sorted(results.glob("*.jsonl")) for line in file.read_text().splitlines()):
            row = json.loads(line)
            if "versions" in row:
                self.versions = row["versions"]
                if row["cases"] != store.fingerprint(folder):
                    raise ValueError(f"the results in {results} are not of the cases in {folder}")
            elif "best" in row:
                self.best[row["group"]] = row
            elif row.get("times"):
                self.measured[row["case"]] = row
            else:
                self.lost.append(row)
        self.same = [case["group"] for case in cases if case["programs"][OURS] == case["programs"][PLAIN]]

    def of(self, number: int, variant: str) -> Row | None:
        """What was measured of one variant of a case."""
        name, row = self.cases[number]["programs"].get(variant), self.measured[number]
        if name not in row["times"]:
            return None
        return {**row["times"][name], "ratio": row["ratios"][name], **row["checks"].get(name, {})}

    def changed(self) -> list[int]:
        return [n for n in self.measured if self.cases[n]["programs"][OURS] != self.cases[n]["programs"][PLAIN]]

    def in_loops(self, number: int) -> bool:
        return bool(self.cases[number]["predicted"][PLAIN]["converts_in_loops"])

    def variants(self, number: int) -> dict[str, Row]:
        """What was measured of each variant of a case."""
        found = {variant: self.of(number, variant) for variant in self.cases[number]["programs"]}
        return {variant: row for variant, row in found.items() if row is not None}
