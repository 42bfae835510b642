"""Work of the commands `opt`, `compare` and `check` on one function."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from egraph_opt.apps.fleet.function_task import suffix_of
from egraph_opt.apps.fleet.records.content_key import content_key
from egraph_opt.apps.fleet.records.line_format import FunctionOutcome, unreadable
from egraph_opt.apps.fleet.task_runner import Job, Piece
from egraph_opt.core.family import choose_options, families
from egraph_opt.core.output.comparison import verdict
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import MACHINE
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.module import InputError

FAILED, REFUSED, SECONDS = {"error", "registers", "rules"}, "check", "seconds"
"""Values of `FunctionResult.stopped_by` for a failure of the engine, a result that was not proved equal, and the time limit."""
FILE_KEYS = ("kernel", "program", "file", "seconds")
"""Keys of comparison rows that depend on the file or on the clock."""
WORST = ("failed", "worse", "refused", "different", "undecided", "better")


def run_optimize(job: Job, piece: Piece) -> FunctionOutcome:
    """Optimise a function like `egraph-opt opt`."""
    options = choose_options(job.rules, job.options)
    try:
        result = optimize_text(piece.text, piece.source, options, job.more.get("form", "source"))
    except InputError as error:
        return refusal(error)
    own = [f for f in result.functions if f.name == piece.function] or list(result.functions)
    stops = {f.stopped_by for f in own}
    costs: dict[str, dict[str, float | None]] = {}
    found = "same" if result.ir == piece.text else "changed"
    if options.unit:
        before, after = (ordered_sum(getattr(f, side) for f in own) for side in ("cost_before", "cost_after"))
        costs = {options.model.name: {"input": _finite(before), "ours": _finite(after)}}  # type: ignore[attr-defined]
        found = verdict(after, before)
    found = "refused" if REFUSED in stops or result.rejected else "failed" if FAILED & stops else found
    rows = [_plain({**f.as_dict(), "dropped": len(f.dropped)}) for f in own]  # their names would dominate the record
    made = result.ir.lstrip("\n")
    known = {"functions": rows, "text": content_key(made), **({"rejected": result.rejected} if result.rejected else {})}
    return FunctionOutcome(
        found, "; ".join(f.remark for f in own if f.remark), costs, known,
        keep=not (stops & {SECONDS, *FAILED}), text=made if job.write else None, stages=dict(result.timings),
    )  # fmt: skip


def run_compare(job: Job, piece: Piece) -> FunctionOutcome:
    """Compare a function with another compiler's result, like `egraph-opt compare`."""
    asked = job.more
    options = [choose_options(job.rules, {**job.options, **({"cost": cost} if cost else {})}) for cost in asked["costs"] or ("",)]
    family = families()[options[0].family]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"function{suffix_of(piece.source)}"
        file.write_text(piece.text)
        against = asked["against"]
        found = family.comparison("" if against == "auto" else against)([file], options, against != "auto", asked["static"])
    rows = list(zip(found.records, found.verdicts, strict=True))
    own = [each for each in rows if each[0].get("function") == piece.function] or rows
    verdicts = [said for _, said in own]
    worst = next((each for each in WORST if each in verdicts), verdicts[0] if verdicts else "failed")
    reasons = [str(row.get("error") or row.get("remark") or "") for row, _ in own]
    if worst == "failed" and (error := _bad_input(piece, options[0].family)):
        return refusal(error)
    result = {"rows": [_plain({name: value for name, value in row.items() if name not in FILE_KEYS}) for row, _ in own]}
    stages = own[0][0].get("seconds", {}) if own else {}
    keep = worst != "failed" and not any(_met_seconds(row) for row, _ in own)
    return FunctionOutcome(
        worst, "; ".join(dict.fromkeys(filter(None, reasons))), _costs([row for row, _ in own]), result, keep, stages=stages
    )


def run_check(job: Job, piece: Piece) -> FunctionOutcome:
    """Prove a function equal to another one, like `egraph-opt check`."""
    from egraph_opt.api import check_texts

    try:
        texts = ((piece.text, piece.source), (piece.other, piece.source))
        found = check_texts(*texts, not job.more["allow_reassociation"], job.more["assume_no_alias"], job.more["rules"])
    except InputError as error:
        return refusal(error)
    said = "equal" if found.equal else "failed" if found.limited else found.outcome.value
    result = {
        "excused": [str(excuse) for excuse in found.excused],
        "lines": [found.before_line, found.after_line],
        "witness": found.witness,
    }
    return FunctionOutcome("undecided" if said == "not proved" else said, found.reason, {}, result)


def refusal(error: InputError) -> FunctionOutcome:
    """Return the outcome for invalid text, which is not cached since its message names the file."""
    return unreadable(str(error))


def _bad_input(piece: Piece, family: str) -> InputError | None:
    """Return the error, with position, if a text is not a program of a rule family, else None."""
    from egraph_opt.core.family import expect
    from egraph_opt.text.program_input import expect_some

    try:
        expect(family, piece.text, piece.source)
        module = families()[family].steps().read(piece.text, piece.source, 1)
        expect_some(len(module.functions()), piece.source)
    except InputError as error:
        return error
    return None


def _costs(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float | None]]:
    """Return costs by cost model, and then by program (`input`, `iree`, `ours` ...), from the rows of any rule family's
    comparison table.
    """
    found: dict[str, dict[str, float | None]] = {}
    for row in rows:
        if isinstance(row.get("cost"), dict):
            found |= {model: {"ours" if s == "egraph" else s: _finite(of.get(s)) for s in ("input", "greedy", "egraph")}
                      for model, of in row["cost"].items()}  # fmt: skip
        elif "iree_cost" in row:
            found[row["model"]] = {"iree": _finite(row["iree_cost"]), "ours": _finite(row["our_cost"])}
        elif "iree" in row:
            found[row["model"]] = {side: _finite(row[side]["cost"]) if row[side] else None for side in ("iree", "ours")}
    return found


def _met_seconds(row: Mapping[str, Any]) -> bool:
    """Return whether a time limit stopped a search, given its row in a comparison table. Such a result depends on the machine."""
    under = row["cost"].values() if isinstance(row.get("cost"), dict) else ()
    stops = {row.get("stopped_by"), *(of.get("stopped_by") for of in under)}
    return SECONDS in stops or MACHINE in str(row.get("remark")) or f"stopped by {SECONDS}" in str(row.get("state"))


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str), parse_constant=lambda _: None)
