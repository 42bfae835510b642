"""Comparison of this family with another raising pass, access by access, by the `CHECK` lines of that pass's tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from egraph_opt.core.output.comparison import ComparisonTable
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.pointer.forms.form_choice import BLOCK_POINTER_REASON
from egraph_opt.families.pointer.options import PointerOptions
from egraph_opt.families.pointer.raising_outcome import AccessReport
from egraph_opt.ir.module import InputError
from egraph_opt.text.program_input import source_of

Theirs = Literal["raised", "left", "gather", "unknown"]
"""Outcome of the other pass.

`gather` has an address for each lane and counts as not raised. `unknown` means that the `CHECK` lines do not cover every access of a
function.
"""
_ACCESS = re.compile(r"\b(tts?)\.(load|store|gather|scatter)\b(.*)")


@dataclass(frozen=True, slots=True)
class AccessPair:
    """Access of a file, its outcome in this family, and the outcome that the file's `CHECK` lines expect."""

    file: str
    report: AccessReport
    theirs: Theirs

    @property
    def verdict(self) -> str:
        """Return which of the two passes raises the access. A block pointer in the input counts as raised by this family."""
        ours = self.report.structured or self.report.reason == BLOCK_POINTER_REASON
        if self.theirs == "unknown":
            return "ours" if ours else "left"
        both = {(True, True): "both", (True, False): "only ours", (False, True): "only theirs", (False, False): "neither"}
        return both[ours, self.theirs == "raised"]

    def __str__(self) -> str:
        r = self.report
        why = f": {r.reason}" if r.reason else f" ({r.how})" if r.how else ""
        return f"{self.file}: @{r.function}: line {r.line}: {r.access}: {self.verdict}{why}"


def read_expectations(text: str) -> dict[str, list[Theirs]]:
    """Return the outcomes that `CHECK` lines expect for the accesses of each function."""
    found: dict[str, list[Theirs]] = {}
    name = ""
    for line in text.splitlines():
        check = re.match(r"\s*//\s*[A-Z-]*CHECK(?:-NEXT|-DAG|-SAME|-LABEL)?:(.*)", line)
        if not check:
            continue
        if function := re.search(r"tt\.func\s+(?:public\s+|private\s+)?@(\w+)", check[1]):
            name = function[1]
        if access := _ACCESS.search(check[1]):
            dialect, kind, rest = access.groups()
            gather = kind in ("gather", "scatter")
            raised = dialect == "tts" or "!tt.ptr<tensor<" in rest
            found.setdefault(name, []).append("gather" if gather else "raised" if raised else "left")
    return found


def of_each(theirs: Mapping[str, list[Theirs]], name: str, count: int) -> list[Theirs]:
    found = theirs.get(name, theirs.get("", []))
    return list(found) if len(found) == count else ["unknown"] * count


def pairs(path: Path, options: PointerOptions) -> Iterator[AccessPair]:
    """Yield every access of a file with this family's outcome and the expected one.

    Raises:
        InputError: the file is not MLIR.
    """
    text, _ = source_of(path)
    theirs = read_expectations(text)
    result = optimize_text(text, str(path), replace(options, any_cost=True))
    for name in dict.fromkeys(r.function for r in result.reports):
        mine = [r for r in result.reports if r.function == name]
        for report, answer in zip(mine, of_each(theirs, name, len(mine)), strict=True):
            yield AccessPair(path.stem, report, answer)


def against_fixture(files: Sequence[Path], chosen: Sequence[PointerOptions], asked: bool, static: bool) -> ComparisonTable:
    """Compare the outcome of each access in `files` with the one that their `CHECK` lines expect of another raising pass.

    An access that only the other pass raises counts as worse, and an unreadable file as failed.
    """
    found: list[AccessPair] = []
    failures: list[tuple[str, str]] = []
    for path in files:
        try:
            found += pairs(path, chosen[0])
        except (InputError, OSError) as error:
            failures.append((str(path), getattr(error, "message", None) or str(error)))
    records = [{"file": p.file, **asdict(p.report), "theirs": p.theirs, "verdict": p.verdict} for p in found]
    totals = Counter(pair.verdict for pair in found)
    verdicts = ["worse" if pair.verdict == "only theirs" else "same" for pair in found] + ["failed"] * len(failures)
    summary = f"{len(records)} accesses: {', '.join(f'{count} {verdict}' for verdict, count in sorted(totals.items()))}"
    if found and all(pair.theirs == "unknown" for pair in found):
        summary += "; no CHECK lines say what another pass makes of all of them"

    def show() -> None:
        for pair in found:
            print(pair)

    return ComparisonTable(records, verdicts, summary, show, failures)
