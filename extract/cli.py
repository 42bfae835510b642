"""Command line: read an e-graph in JSON, write the chosen nodes as JSON, print a summary to stderr."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from pathlib import Path

from egraph_opt.extract.api import Extraction, extract
from egraph_opt.extract.base.problem import InvalidProblem
from egraph_opt.extract.base.work import SECONDS, Limits
from egraph_opt.extract.read.serialize import NamedProblem, read_file
from egraph_opt.extract.verify import Wrong, verify_json


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="egraph-extract", description="Find the cheapest terms of an e-graph, and prove it.")
    found.add_argument("file", metavar="FILE", help="an e-graph in the JSON of egraph-serialize, or a dialect of it")
    found.add_argument(
        "--root", action="append", default=[], metavar="CLASS", help="a root in place of the file's; repeat for more"
    )
    found.add_argument("--cost", metavar="KEY", help="a number of each node to minimise, in place of `cost`")
    found.add_argument(
        "--at-most", action="append", default=[], metavar="KEY=X", type=_limit, help="another number, and what its sum may be"
    )
    found.add_argument(
        "--check",
        metavar="CHOICES",
        help="extract nothing: check a selection as extraction-gym writes it, and say its cost",
    )
    found.add_argument("--subsumed", action="store_true", help="subsumed nodes may be chosen, too")
    found.add_argument("--work-limit", type=float, metavar="N", help="steps of about a microsecond (by size, at most 1e7)")
    found.add_argument("--time-limit", type=float, metavar="S", help="seconds of CPU time, then without a limit of steps")
    return found


def _limits(asked: argparse.Namespace) -> Limits | None:
    if asked.work_limit is None and asked.time_limit is None:
        return None
    work, seconds = asked.work_limit, asked.time_limit
    return Limits(inf if work is None else work, SECONDS if seconds is None else seconds)


def _limit(text: str) -> tuple[str, float]:
    key, equals, number = text.rpartition("=")
    try:
        if not key or not equals:
            raise ValueError
        return key, float(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=X, such as area=100") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1 after an error message. Exits with 2 for invalid arguments."""
    asked = parser().parse_args(arguments)
    try:
        if asked.check:
            _refuse_beside_check(asked)
            print(f"{asked.check}: cost {float(_check_selection(Path(asked.file), Path(asked.check))):.10g}")
            return 0
        named = read_file(asked.file, subsumed=asked.subsumed, roots=asked.root)
        best = extract(named, cost=asked.cost, at_most=asked.at_most, limits=_limits(asked))
    except (InvalidProblem, Wrong, OSError) as error:
        text = str(error)
        print(text if ": error: " in text else f"{asked.file}: error: {text}", file=sys.stderr)
        return 1
    for remark in named.remarks:
        print(f"{asked.file}: remark: {remark}", file=sys.stderr)
    print(json.dumps(record(named, best), indent=2))
    print(f"{asked.file}: {summary(best)}", file=sys.stderr)
    return 0


def _check_selection(egraph: Path, selection: Path) -> Fraction:
    """Return the cost of the selection in a file. Raises `Wrong` for an invalid selection or file."""
    try:
        choices = json.loads(selection.read_text())["choices"]
    except (ValueError, KeyError, TypeError) as error:
        raise Wrong(f"{selection}: error: no JSON object with `choices` ({error})") from None
    try:
        return verify_json(egraph.read_text(), choices)
    except Wrong:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        said = "not in the format of egraph-serialize itself, with `root_eclasses`, which is all that --check reads"
        raise Wrong(f"{egraph}: error: {said} ({error})") from None


def _refuse_beside_check(asked: argparse.Namespace) -> None:
    """Exit with an error if an option conflicts with `--check`."""
    given = {"--root": asked.root, "--cost": asked.cost, "--at-most": asked.at_most, "--subsumed": asked.subsumed}
    for flag, value in given.items():
        if value:
            parser().error(f"--check takes the roots and costs of {asked.file}, and no limits: leave out {flag}")


def record(named: NamedProblem, best: Extraction) -> dict[str, object]:
    """Return the JSON output: the chosen node of each e-class, the cost and its lower bound."""
    return {
        "cost": best.cost,
        "bound": best.bound,
        "proved": best.proved,
        "resources": list(best.resources),
        "choices": named.choices(best.selection.choice.tolist()),
    }


def summary(best: Extraction) -> str:
    stopped = best.selection.stopped_by
    known = (
        "the least there is"
        if best.proved
        else f"at least {best.bound:.6g} is needed" + (f"; stopped by {stopped}" * bool(stopped))
    )
    return f"cost {best.cost:.10g} ({known})"
