"""Command `egraph-opt replay`: comparison of captured kernels under several versions of Triton."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import click

from egraph_opt.apps.replay.command.capture_jobs import capture_records, corpus_of, file_options
from egraph_opt.command import console, exit_codes, option_decorators
from egraph_opt.command.param_types import IntegerRangeType
from egraph_opt.core.result import count_noun

if TYPE_CHECKING:
    from egraph_opt.apps.fleet.records.line_format import RunHeader
    from egraph_opt.apps.replay.compiler_process import ProcessCompiler
    from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
    from egraph_opt.apps.replay.kernel_replay import Replay


@click.command(epilog=exit_codes.exit_codes("replay"))
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--with",
    "wanted",
    multiple=True,
    required=True,
    metavar="NAME==VERSION|PYTHON",
    help="A version of Triton that pip installs into an environment of its own, as triton==3.9.0; or the path of a Python that has "
    "one. May be given several times: all are compared with the first, and the last is the one that is asked about.",
)
@click.option(
    "--ours/--no-ours", default=True, show_default=True, help="Also see what the plug-in makes of kernels with the last version."
)
@click.option(
    "--why/--no-why", default=True, show_default=True, help="For kernels that got worse, look for the pass or the tool to blame."
)
@click.option(
    "--threshold", type=click.FloatRange(0), default=0.02, show_default=True,
    help="The part of its predicted time by which a kernel has to differ to be worse or better.",
)  # fmt: skip
@file_options
@click.option("--html", type=click.Path(), help="Write a page about all kernels to this file.")
@click.option(
    "--binaries",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the machine code of all sides in this folder, for a machine with a GPU.",
)
@click.option(
    "--jobs", type=IntegerRangeType(1), default=1, show_default=True, help="Kernels that are compiled at the same time."
)
@click.option(
    "--kill-after", type=click.FloatRange(0, min_open=True), default=300.0, show_default=True, help="Seconds for one compilation."
)
@click.option(
    "--memory", type=click.FloatRange(0, min_open=True), default=8.0, show_default=True, help="GiB of memory for one compiler."
)
@option_decorators.wide
def replay(
    paths: tuple[Path, ...], wanted: tuple[str, ...], ours: bool, why: bool, threshold: float, records: str | None,
    resume: str | None, html: str | None, binaries: Path | None, jobs: int, kill_after: float, memory: float,
) -> None:  # fmt: skip
    """Compile captured kernels with several versions of Triton, without a GPU, and report which got worse, and why.

    PATHS are folders, searched recursively, of `egraph-opt capture` or `enable(capture=...)`, and files of TTIR or TTGIR.
    """
    from egraph_opt.apps.fleet.records.line_format import RunHeader
    from egraph_opt.apps.replay.kernel_replay import Replay
    from egraph_opt.triton.state.cache_keys import sources
    from egraph_opt.triton.state.settings import Settings
    from egraph_opt.versions import versions

    if len(wanted) < 2:
        raise click.UsageError("--with: name two versions or more")
    if records and resume:
        raise click.UsageError("--records, --resume: name one")
    if html:
        console.writable(html)
        if console.resolve_links(html) in [console.resolve_links(file) for file in (records, resume) if file]:
            raise click.UsageError(f"--html {html}: it is what --records writes, and would be lost")
    console.writable(records or resume)
    if binaries is not None:
        with console.guard_output(binaries):
            binaries.mkdir(parents=True, exist_ok=True)
    corpus, unread = corpus_of(paths)
    with ExitStack() as undo:
        settings = Settings() if ours else None
        teams = [Replay(compilers, settings, why, binaries) for compilers in _compilers(wanted, jobs, kill_after, memory)]
        for team in teams:
            undo.enter_context(closing(team))
        asked = {"ours": ours, "why": why, "threshold": threshold, "with": list(teams[0].compilers)}
        run = RunHeader("replay", asked, versions(), sources())
        done = capture_records(corpus, partial(_replay_kernels, teams, asked), run, records, resume)
    _tell(run, done, html)
    verdicts = [each["verdict"] for each in done]
    raise SystemExit(exit_codes.BAD_INPUT if unread else exit_codes.of_verdicts(verdicts))


def _compilers(wanted: Sequence[str], jobs: int, seconds: float, memory: float) -> list[dict[str, ProcessCompiler]]:
    from egraph_opt.apps.replay.compiler_process import CannotReplay, ProcessCompiler
    from egraph_opt.apps.replay.environments import python_of

    try:
        pythons = [python_of(version, console.say) for version in wanted]
        found = []
        for _ in range(jobs):
            compilers: dict[str, ProcessCompiler] = {}
            for number, python in enumerate(pythons, 1):
                compiler = ProcessCompiler(python, seconds, int(memory * 2**30))
                name = f"triton {compiler.version}"
                compilers[name if name not in compilers else f"{name} ({number})"] = compiler
            found.append(compilers)
        return found
    except CannotReplay as error:
        console.fail(f"error: {error}")


def _replay_kernels(
    teams: Sequence[Replay], asked: Mapping[str, Any], corpus: Sequence[CorpusKernel]
) -> Iterator[tuple[CorpusKernel, dict[str, Any]]]:
    """Yield each kernel with its record, which includes CPU and wall seconds, in the order of `corpus`.

    Each of the `teams`, with its own compiler processes, works on one kernel at a time.
    """
    from egraph_opt.apps.replay.replay_records import record_of

    free: SimpleQueue[Replay] = SimpleQueue()
    for team in teams:
        free.put(team)

    def work(kernel: CorpusKernel) -> tuple[CorpusKernel, dict[str, Any]]:
        team = free.get()
        cpu, wall = time.thread_time(), time.monotonic()
        try:
            record = record_of(team.run(kernel), asked)
            spent = {"cpu": time.thread_time() - cpu, "wall": time.monotonic() - wall}
            return kernel, {**record, "meta": {"origin": "computed", **spent, "attempts": 1}}
        finally:
            free.put(team)

    pool = ThreadPoolExecutor(len(teams))
    try:
        yield from pool.map(work, corpus)
    finally:
        pool.shutdown(cancel_futures=True)


def _tell(run: RunHeader, done: Sequence[dict[str, Any]], html: str | None) -> None:
    from egraph_opt.apps.replay.replay_records import replayed_of
    from egraph_opt.apps.replay.replay_table import header, order_kernels, row, summary
    from egraph_opt.core.output.table import print_table

    kernels, threshold = [replayed_of(record) for record in done], run.options["threshold"]
    print_table(header(), [row(kernel, threshold) for kernel in order_kernels(kernels, threshold)])
    for line in summary(kernels, threshold):
        click.echo(line)
    if html:
        from egraph_opt.apps.fleet.records.corpus_page import page

        console.write(html, page(run, done))
        console.say(f"{html}: a page about {count_noun(len(done), 'kernel')}")
