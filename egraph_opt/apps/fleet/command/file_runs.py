"""Runs of the commands `opt`, `compare` and `check` over many files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from egraph_opt.command import console, exit_codes
from egraph_opt.command.many_files import Request, given_flags
from egraph_opt.core.output.table import split_facts
from egraph_opt.core.result import count_noun

if TYPE_CHECKING:
    from egraph_opt.apps.fleet.corpus_functions import Gather
    from egraph_opt.apps.fleet.records.results import Results
    from egraph_opt.apps.fleet.records.tally import Tally
    from egraph_opt.apps.fleet.run import CorpusRun, FunctionWorkers
    from egraph_opt.apps.fleet.task_runner import Job

PAIRS = "check"
"""Command that compares the functions of two corpora."""
STALE = {
    "changed": "of other content: worked on again",
    "missing": "of a program that is gone, or not as it was written: written again",
    "limits": "of a failure under other limits: worked on again",
    "gone": "of a function that its file no longer has: dropped",
}
"""What happens to a record that a resumed run does not reuse, by the reason (`run.CorpusRun`)."""
MAX_PRINTED_REASONS = 10
"""Number of failure reasons that are printed; the records have all."""


def run(context: click.Context, request: Request) -> NoReturn:
    """Run a command over a corpus, report the result, and exit."""
    from egraph_opt.apps.fleet.corpus import CorpusError, expand_lists
    from egraph_opt.apps.fleet.records.line_format import line
    from egraph_opt.apps.fleet.records.output_programs import Programs
    from egraph_opt.apps.fleet.records.result_cache import Store, default
    from egraph_opt.apps.fleet.records.results import Results
    from egraph_opt.apps.fleet.result_key import run_of
    from egraph_opt.apps.fleet.run import CorpusRun, plan

    paths = request.paths if request.command == PAIRS else expand_lists(request.paths)
    params = context.params
    if len(both := given_flags(context, "records", "resume")) > 1 or len(both := given_flags(context, "cache", "no_cache")) > 1:
        raise click.UsageError(f"{' and '.join(both)}: leave one of them out")
    if len(both := given_flags(context, "jobs", "dask")) > 1:
        raise click.UsageError(
            f"{' and '.join(both)}: a cluster's workers say how many functions they do at once: leave --jobs out"
        )
    file = params["records"] or params["resume"]
    _vet(file, params, paths, request.output)
    decides = run_of(request.command, request.decides)
    gather = _gather(request, paths, line(decides.as_dict()).decode())
    planned = plan(gather)
    if not planned.names:
        raise CorpusError("error: there is nothing to work on: no file holds a function")
    folder = None if params["no_cache"] else Path(params["cache"]) if params["cache"] else default()
    workers = _workers(_job(request), params, decides)
    with console.guard_output(file):
        results = Results(Path(file), decides) if file else None

    def sink(record: dict[str, Any]) -> None:
        if results is None:
            click.echo(line(record).decode(), nl=False)
        else:
            results.append(record)

    if results is None:
        sink(decides.as_dict())
    programs = Programs(Path(request.output)) if request.output else None
    limits = params["kill_after"], int(params["memory"] * (1 << 30))
    with console.guard_output(file):
        work = CorpusRun(gather, planned, workers, Store(folder), results, sink, programs, limits)
    for why, number in sorted(work.stale.items()):
        console.say(f"{file}: remark: {count_noun(number, 'record')} {STALE[why]}")
    _go(work, results, request.strict, params["html"])


def _job(request: Request) -> Job:
    from egraph_opt.apps.fleet.task_runner import Job

    return Job(request.command, request.options, request.rules, request.more, request.output is not None)


def _gather(request: Request, paths: Sequence[str], salt: str) -> Gather:
    from egraph_opt.apps.fleet.corpus_functions import gather_units, pair_units

    if request.command == PAIRS:
        before, after = paths
        return lambda: pair_units(before, after, request.suffixes, salt)
    return lambda: gather_units(paths, request.suffixes, salt, request.output is not None)


def _vet(file: str | None, params: dict[str, Any], inputs: Sequence[str], output: str | None) -> None:
    console.writable(file)
    if params["html"]:
        if not file:
            raise click.UsageError("--html: the page is made of the records: give --records FILE, too")
        if console.resolve_links(params["html"]) == console.resolve_links(file):
            raise click.UsageError(f"--html {file}: it is what --records writes, and would be lost")
        console.writable(params["html"])
    if file == "-":
        raise click.UsageError("--records, --resume: without them the records go to stdout: name a file")
    if file and console.resolve_links(file) in map(console.resolve_links, inputs):
        raise click.UsageError(f"{file} is a program or an archive that is read, and would be lost")
    if params["records"] and os.path.exists(file or "") and os.path.getsize(file or ""):
        console.fail(f"{file}: error: the file is not empty: --resume {file} goes on with it, or name a new one")
    if output:
        with console.guard_output(output):
            Path(output).mkdir(parents=True, exist_ok=True)


def _workers(job: Job, params: dict[str, Any], decides: Any) -> FunctionWorkers:
    from egraph_opt.apps.fleet.cluster import Cluster
    from egraph_opt.apps.fleet.thread_executor import Local

    memory = int(params["memory"] * (1 << 30))
    if params["dask"]:
        return Cluster(params["dask"], job, decides, params["kill_after"], memory)
    return Local(job, params["jobs"] or _processors(), params["kill_after"], memory)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _page(results: Results, html: str) -> None:
    from egraph_opt.apps.fleet.records.corpus_page import page
    from egraph_opt.apps.fleet.records.results import read

    run, records = read(results.path)
    console.write(html, page(run, list(records)))
    console.say(f"{html}: a page about {results.path}")


def _go(work: CorpusRun, results: Results | None, strict: bool, html: str | None) -> NoReturn:
    """Execute the run, and exit. After an error, the finished functions are still recorded and reported."""
    from egraph_opt.apps.fleet.records.progress import Progress
    from egraph_opt.errors import UserError

    interrupted, stopped = False, ""
    try:
        work.go(Progress(work.total, work.before, console.say))
    except KeyboardInterrupt:
        interrupted = True
    except UserError as error:
        stopped = error.printed_message()
    except OSError as error:
        if results is None:
            raise
        stopped = f"{error.filename or results.path}: error: {error.strerror}"
    try:
        if results is not None:
            results.close()
    except OSError as error:
        stopped = stopped or f"{results.path if results else ''}: error: {error.strerror}"
    tally = work.tally
    _say_reasons(work)
    click.echo(split_facts(tally.summary()), err=results is None)
    if html and results is not None and not stopped:
        _page(results, html)
    left = work.total - tally.functions
    if (stopped or interrupted) and results is not None:
        console.say(f"{count_noun(tally.functions, 'record')} in {results.path}, {left} left: --resume {results.path} goes on")
    if interrupted:
        console.say("egraph-opt: interrupted")
        sys.exit(exit_codes.INTERRUPTED)
    if stopped:
        console.fail(stopped)
    sys.exit(_code(tally, strict))


def _say_reasons(work: CorpusRun) -> None:
    """Print why functions failed, and how many earlier results could not be used."""
    reasons = work.tally.reasons
    shown = reasons.most_common(MAX_PRINTED_REASONS)
    for reason, times in shown:
        console.say(reason if times == 1 else f"{reason} ({times} times)")
    if len(reasons) > len(shown):
        console.say(f"... and {count_noun(len(reasons) - len(shown), 'other reason')}: the records have them all")
    if number := work.store.damaged + work.unproved:
        console.say(f"remark: {count_noun(number, 'result')} of the cache not used, damaged or not proved equal: worked on again")


def _code(tally: Tally, strict: bool) -> int:
    """Return the exit code of a run. Invalid input takes precedence, then the worst verdict; with `strict`, reached limits count
    too.
    """
    if tally.unreadable:
        return exit_codes.BAD_INPUT
    code = exit_codes.of_verdicts(tally.verdicts)
    return max(code, exit_codes.UNFINISHED) if strict and tally.limited else code
