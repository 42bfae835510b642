"""Construction of a report: optimise the program, and add the sections that its rule family provides."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from egraph_opt.core.family import Family, families
from egraph_opt.core.options import Options, declared_options
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.reports.report_data import Diff, FamilyAdditions, ProgramSide, RaisedAccess, Report, Ruling
from egraph_opt.text import join, split, write
from egraph_opt.text.difference.line_diff import rows
from egraph_opt.text.program_input import is_generic

ALTERNATIVES = 6
"""Default maximum number of alternatives whose additional cost is computed; each takes as long as a search of the program."""


@dataclass(frozen=True, slots=True)
class ReportScope:
    """Slow or optional parts of a report to include.

    `alternatives` is the maximum number of alternative layouts whose additional cost is computed, for the SSA value `value` if not empty.
    `machine` compiles programs to machine code. `others` runs other compilers. For a report on the Triton plug-in,
    `ruling` is the decision of the plug-in, `changed` the changed kernel or empty, and `task` the task class of the search.
    """

    alternatives: int = ALTERNATIVES
    machine: bool = True
    others: bool = True
    value: str = ""
    ruling: Ruling | None = None
    changed: str = ""
    task: Any = None


def build(text: str, filename: str, options: Options, want: ReportScope | None = None) -> Report:
    """Optimise a text of one or more modules, and return the report.

    Args:
        text: the program, from the file `filename`.
        filename: name of the file.
        options: options of the rule family.
        want: the slow parts of the report to include (default: all).

    Raises:
        InputError, CostModelError, OptionError: see `egraph_opt.core.pipeline.optimize_text`.
    """
    family, want = families()[options.family], want or ReportScope()
    if family.report:
        result, parts = family.code("report")(text, filename, options, want)
    else:
        result = optimize_text(text, filename, options)
        parts = plain(text, filename, family, result, options.check)
    return Report(
        filename, _version(), family.name, family.programs, _changed_options(options), result.headline, result.unit, result.state,
        result.cost_before, result.cost_after, [function.as_dict() for function in result.functions], list(result.remarks), parts,
        want.ruling,
    )  # fmt: skip


def plain(text: str, filename: str, family: Family, result: Result, checked: bool) -> FamilyAdditions:
    """Return the report sections for a rule family without a report of its own: both programs, their difference, and the verdict.

    If the rules replace accesses through pointers by structured accesses, one section lists which accesses were replaced.
    """
    (title, before), (result_title, after) = ("Input", text), ("Result", result.ir)
    if family.reader and result.ir != text:  # such a family writes in generic form
        printed = [_print_modules(family, each) for each in (text, result.ir)] if not is_generic(text) else [""]
        if all(printed):
            (before, after), title, result_title = printed, "Input, as its tool prints it", "Result, as its tool prints it"
        else:
            read = family.code("reader")
            title = "Input, in generic form"
            before = join(text, [write(read(chunk, filename, line), "generic") for chunk, line in split(text)])
    sides = [ProgramSide("input", title, before.splitlines()), ProgramSide("result", result_title, after.splitlines())]
    accesses = [
        RaisedAccess(r.function, r.line, r.value, r.raised, r.summary.partition(": ")[2])
        for r in result.reports
        if hasattr(r, "raised")
    ]
    missing = [f"This is {family.programs}: values, layouts, costs by line and machine code are shown for Triton's TTGIR only."]
    diffs = [Diff("input", "result", rows(sides[0].lines, sides[1].lines))]
    return FamilyAdditions(
        sides,
        diffs,
        verdict=verdict(family, result.ir != text, bool(result.rejected), checked),
        accesses=accesses,
        missing=missing,
    )


def _print_modules(family: Family, text: str) -> str:
    """Print the modules of a text in custom assembly by the family's printer; return an empty string if it is missing or fails."""
    if not family.printer:
        return ""
    parts = [family.code("printer")(chunk) for chunk, _ in split(text)]
    return join(text, parts) if all(parts) else ""


def verdict(family: Family, changed: bool, rejected: bool, checked: bool) -> str:
    """Return a sentence for the report: whether the result was proved equal to the input, or why it is the input."""
    if rejected:
        return "What was found did not pass the check against the input, so the input came back."
    if not changed:
        return "The result is the input."
    return family.evidence if checked else "The result was not checked against the input (--no-check)."


def _changed_options(options: Options) -> dict[str, str]:
    plain = type(options)
    known = declared_options(plain)
    found = {}
    for each in fields(options):
        value = getattr(options, each.name)
        if each.name in known and value != known[each.name].default:
            found[each.name] = str(getattr(value, "name", value))
    return found


def _version() -> str:
    try:
        return version("egraph-opt")
    except PackageNotFoundError:
        return ""
