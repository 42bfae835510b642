"""Common parts of `opt`, `compare` and `check` for many files: options, and a run from start to exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from egraph_opt.command import console, outcome
from egraph_opt.command.number import GIBIBYTES, SECONDS, Whole
from egraph_opt.command.sections import MANY_FILES, Sectioned
from egraph_opt.core.options import LIMITS
from egraph_opt.core.output.table import folded
from egraph_opt.core.result import counted

if TYPE_CHECKING:
    from egraph_opt.fleet.gather import Gather
    from egraph_opt.fleet.records.results import Results
    from egraph_opt.fleet.records.tally import Tally
    from egraph_opt.fleet.run import Run, Workers
    from egraph_opt.fleet.work import Job

F = TypeVar("F", bound=Callable[..., Any])
OWN = ("jobs", "records", "resume", "html", "dask", "cache", "no_cache")
"""Options that select work on many files."""
STALE = {
    "changed": "of other content: worked on again",
    "missing": "of a program that is gone, or not as it was written: written again",
    "limits": "of a failure under other limits: worked on again",
    "gone": "of a function that its file no longer has: dropped",
}
"""What is said of records that are not those of a resumed run, by reason."""
SHOWN = 10
"""Number of failure reasons that are printed; the records have all."""

_limits = (
    click.option(
        "--kill-after",
        cls=Sectioned,
        section=LIMITS,
        type=SECONDS,
        default=600.0,
        show_default=True,
        help="Seconds until work on a function is ended.",
    ),
    click.option(
        "--memory",
        cls=Sectioned,
        section=LIMITS,
        type=GIBIBYTES,
        default=8.0,
        show_default=True,
        help="GiB of memory (address space) for each function.",
    ),
)
_options = (
    click.option(
        "--jobs",
        cls=Sectioned,
        section=MANY_FILES,
        type=Whole(1, 4096),
        help="Functions to work on at once.  [default: the number of processors]",
    ),
    click.option(
        "--records",
        cls=Sectioned,
        section=MANY_FILES,
        type=click.Path(),
        help="Write a JSON line for each function to this file, which must be new or empty.",
    ),
    click.option(
        "--resume",
        cls=Sectioned,
        section=MANY_FILES,
        type=click.Path(),
        help="As --records, but go on where the run that wrote this file ended.",
    ),
    click.option(
        "--html",
        cls=Sectioned,
        section=MANY_FILES,
        type=click.Path(),
        help="With --records or --resume: write a page about all functions to this file.",
    ),
    click.option(
        "--dask",
        cls=Sectioned,
        section=MANY_FILES,
        help="Work on the Dask cluster whose scheduler has this address, as tcp://HOST:8786.",
    ),
    click.option(
        "--cache",
        cls=Sectioned,
        section=MANY_FILES,
        type=click.Path(),
        help="Folder of results by content.  [default: egraph-opt/fleet in the user's cache]",
    ),
    click.option(
        "--no-cache", cls=Sectioned, section=MANY_FILES, is_flag=True, help="Neither use nor keep results of other runs."
    ),
)


def options(*, limits: bool = True) -> Callable[[F], F]:
    """Give a command the options for work on many files; `limits`: also the limits for one function."""

    def decorate(command: F) -> F:
        for option in reversed((*_options, *(_limits if limits else ()))):
            command = option(command)
        return command

    return decorate


def given(context: click.Context, *names: str) -> list[str]:
    """Return the flags of the options that were given."""
    asked = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    return ["--" + name.replace("_", "-") for name in names if context.get_parameter_source(name) in asked]


def wanted(context: click.Context, paths: Sequence[str], folders: bool = True) -> bool:
    """Return whether a command is asked to work on many files; `folders`: a folder counts as such a request."""
    from egraph_opt.fleet.corpus import is_corpus

    return bool(given(context, *OWN)) or any(is_corpus(path) and (folders or not os.path.isdir(path)) for path in paths)


def plain(value: Any) -> Any:
    """Return an option's value as JSON data."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


@dataclass(frozen=True)
class Asked:
    """Request of a command: the work, the data that determines results, the corpus, and the place for programs."""

    job: Job
    options: dict[str, Any]
    gather: Callable[[str], Gather]
    """Function of the data that determines results besides programs."""
    inputs: Sequence[str]
    output: str | None = None
    strict: bool = False


def run(context: click.Context, asked: Asked) -> NoReturn:
    """Do a run, report its result, and end."""
    from egraph_opt.fleet.corpus import CorpusError
    from egraph_opt.fleet.identity import run_of
    from egraph_opt.fleet.records.programs import Programs
    from egraph_opt.fleet.records.record import line
    from egraph_opt.fleet.records.results import Results
    from egraph_opt.fleet.records.store import Store, default
    from egraph_opt.fleet.run import Run, plan

    params = context.params
    if len(both := given(context, "records", "resume")) > 1 or len(both := given(context, "cache", "no_cache")) > 1:
        raise click.UsageError(f"{' and '.join(both)}: leave one of them out")
    if len(both := given(context, "jobs", "dask")) > 1:
        raise click.UsageError(
            f"{' and '.join(both)}: a cluster's workers say how many functions they do at once: leave --jobs out"
        )
    file = params["records"] or params["resume"]
    _vet(file, params, asked)
    decides = run_of(asked.job.command, asked.options)
    gather = asked.gather(line(decides.as_dict()).decode())
    planned = plan(gather)
    if not planned.names:
        raise CorpusError("error: there is nothing to work on: no file holds a function")
    folder = None if params["no_cache"] else Path(params["cache"]) if params["cache"] else default()
    workers = _workers(asked.job, params, decides)
    with console.written(file):
        results = Results(Path(file), decides) if file else None

    def sink(record: dict[str, Any]) -> None:
        if results is None:
            click.echo(line(record).decode(), nl=False)
        else:
            results.append(record)

    if results is None:
        sink(decides.as_dict())
    programs = Programs(Path(asked.output)) if asked.output else None
    limits = params["kill_after"], int(params["memory"] * (1 << 30))
    with console.written(file):
        work = Run(gather, planned, workers, Store(folder), results, sink, programs, limits)
    for why, number in sorted(work.stale.items()):
        console.say(f"{file}: remark: {counted(number, 'record')} {STALE[why]}")
    _go(work, results, asked, params["html"])


def _vet(file: str | None, params: dict[str, Any], asked: Asked) -> None:
    """Reject outputs that cannot be written, before work begins."""
    console.writable(file)
    if params["html"]:
        if not file:
            raise click.UsageError("--html: the page is made of the records: give --records FILE, too")
        if console.resolved(params["html"]) == console.resolved(file):
            raise click.UsageError(f"--html {file}: it is what --records writes, and would be lost")
        console.writable(params["html"])
    if file == "-":
        raise click.UsageError("--records, --resume: without them the records go to stdout: name a file")
    if file and console.resolved(file) in map(console.resolved, asked.inputs):
        raise click.UsageError(f"{file} is a program or an archive that is read, and would be lost")
    if params["records"] and os.path.exists(file or "") and os.path.getsize(file or ""):
        console.fail(f"{file}: error: the file is not empty: --resume {file} goes on with it, or name a new one")
    if asked.output:
        with console.written(asked.output):
            Path(asked.output).mkdir(parents=True, exist_ok=True)


def _workers(job: Job, params: dict[str, Any], decides: Any) -> Workers:
    from egraph_opt.fleet.cluster import Cluster
    from egraph_opt.fleet.local import Local

    memory = int(params["memory"] * (1 << 30))
    if params["dask"]:
        return Cluster(params["dask"], job, decides, params["kill_after"], memory)
    return Local(job, params["jobs"] or _processors(), params["kill_after"], memory)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _page(results: Results, html: str) -> None:
    """Write the page about a results file."""
    from egraph_opt.fleet.records.page import page
    from egraph_opt.fleet.records.results import read

    run, records = read(results.path)
    console.write(html, page(run, list(records)))
    console.say(f"{html}: a page about {results.path}")


def _go(work: Run, results: Results | None, asked: Asked, html: str | None) -> NoReturn:
    """Do the run. However it ends, finished work is recorded and reported."""
    from egraph_opt.errors import UserError
    from egraph_opt.fleet.records.progress import Progress

    interrupted, stopped = False, ""
    try:
        work.go(Progress(work.total, work.before, console.say))
    except KeyboardInterrupt:
        interrupted = True
    except UserError as error:
        stopped = error.worded()
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
    click.echo(folded(tally.summary()), err=results is None)
    if html and results is not None and not stopped:
        _page(results, html)
    left = work.total - tally.functions
    if (stopped or interrupted) and results is not None:
        console.say(f"{counted(tally.functions, 'record')} in {results.path}, {left} left: --resume {results.path} goes on")
    if interrupted:
        console.say("egraph-opt: interrupted")
        sys.exit(outcome.INTERRUPTED)
    if stopped:
        console.fail(stopped)
    sys.exit(_code(tally, asked.strict))


def _say_reasons(work: Run) -> None:
    """Say why functions failed, and how many results of the cache were not used."""
    reasons = work.tally.reasons
    shown = reasons.most_common(SHOWN)
    for reason, times in shown:
        console.say(reason if times == 1 else f"{reason} ({times} times)")
    if len(reasons) > len(shown):
        console.say(f"... and {counted(len(reasons) - len(shown), 'other reason')}: the records have them all")
    if number := work.store.damaged + work.unproved:
        console.say(f"remark: {counted(number, 'result')} of the cache not used, damaged or not proved equal: worked on again")


def _code(tally: Tally, strict: bool) -> int:
    """Return the exit code of a run: 1 goes before 5, 5 before 4, 4 before 3."""
    if tally.unreadable:
        return outcome.BAD_INPUT
    code = outcome.of_verdicts(tally.verdicts)
    return max(code, outcome.UNFINISHED) if strict and tally.limited else code
