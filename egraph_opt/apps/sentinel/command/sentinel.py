"""Command `egraph-opt sentinel`: detection of miscompilations in the kernels of a script, or in captured kernels."""

from __future__ import annotations

import hashlib
import os
import runpy
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from egraph_opt.apps.replay.command.capture_jobs import capture_records, corpus_of, file_options
from egraph_opt.command import console, exit_codes
from egraph_opt.command.param_types import IntegerRangeType
from egraph_opt.core.result import count_noun

if TYPE_CHECKING:
    from egraph_opt.apps.replay.kernel_corpus import CorpusKernel


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog=exit_codes.exit_codes("sentinel"),
)
@click.argument("script", metavar="SCRIPT|FOLDER", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Write a reproducer for each finding to this folder."
)
@file_options
@click.option("--jobs", type=IntegerRangeType(1), default=1, show_default=True, help="Captured kernels at the same time.")
@click.option(
    "--kill-after",
    type=click.FloatRange(0, min_open=True),
    default=300.0,
    show_default=True,
    help="Seconds for one captured kernel.",
)
def sentinel(
    script: Path, arguments: tuple[str, ...], output: Path | None, records: str | None, resume: str | None, jobs: int,
    kill_after: float,
) -> None:  # fmt: skip
    """Run SCRIPT on a GPU, and compare programs of each Triton kernel that are proved equal, bit for bit, at its first launches.

    Instead of a script, give FOLDERs of captured kernels (`egraph-opt capture`): the first launch of each is repeated, with
    contents from random seeds. A difference means that one of both programs was miscompiled. Options of this command precede
    SCRIPT.
    """
    from egraph_opt.baseline import libtriton

    folders = [script, *map(Path, arguments)] if script.is_dir() else []
    for path in folders or [script]:
        if not (path.exists() if folders else path.is_file()):
            console.fail(f"{path}: error: {'not a file' if path.exists() else 'No such file or directory'}")
    if not folders and (records or resume):
        raise click.UsageError("--records, --resume: only for captured kernels")
    if records and resume:
        raise click.UsageError("--records, --resume: name one")
    if not libtriton.available():
        raise click.UsageError("sentinel needs Triton: pip install -e '.[triton]' in a clone")
    console.writable(records or resume)
    if output is not None:
        with console.guard_output(output):
            output.mkdir(parents=True, exist_ok=True)
    if folders:
        check_captures(folders, output, records, resume, jobs, kill_after)
    check_script(script, arguments, output)


def check_script(script: Path, arguments: tuple[str, ...], output: Path | None) -> None:
    """Run a script, and compare the results of each kernel's programs, which are proved equal, at its launches."""
    from egraph_opt.triton import enable, report

    os.environ |= {
        "EGRAPH_OPT": "1",
        "EGRAPH_OPT_SENTINEL": str(output) if output else "1",
    }  # child processes inherit it
    enable(sentinel=output or True)
    error = run(script, arguments)
    found = report()
    if found.guarded:
        console.say(found.guarded_table())
    if error:
        hint = "\nnote: Triton finds no GPU here, and sentinel runs kernels" if "active drivers" in error else ""
        console.fail(f"{script}: error: {error}{hint}")
    if not any(each.found != "skipped" for each in found.guarded):
        console.fail(f"{script}: error: it launches no kernel of Triton's that can be compared")
    if found.alarms:
        console.say(f"{count_noun(len(found.alarms), 'kernel')} compiled wrongly")
        raise SystemExit(exit_codes.DIFFERS)


def run(script: Path, arguments: tuple[str, ...]) -> str:
    """Run the script and return its error; empty if it succeeded."""
    sys.argv = [str(script), *arguments]
    sys.path[0] = str(script.parent.resolve())
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as ended:
        return f"it ended with {ended.code!r}" if ended.code not in (None, 0) else ""
    except Exception as raised:
        return f"{type(raised).__name__}: {raised}"
    return ""


def check_captures(
    folders: Sequence[Path], output: Path | None, records: str | None, resume: str | None, jobs: int, seconds: float
) -> NoReturn:
    """Compare the results of each captured kernel's programs, which are proved equal; each kernel runs in its own process."""
    from egraph_opt.apps.fleet.records.line_format import RunHeader
    from egraph_opt.apps.sentinel.comparison.repro_folder import versions
    from egraph_opt.core.output.table import print_table
    from egraph_opt.triton.state.cache_keys import sources

    corpus, unread = corpus_of(folders)
    done = capture_records(
        corpus, partial(_looked_at, output, jobs, seconds), RunHeader("sentinel", {}, versions(), sources()), records, resume
    )
    print_table(("kernel", "verdict", "why"), [(each["function"], each["verdict"], each["reason"]) for each in done])
    verdicts = [each["verdict"] for each in done]
    console.say(", ".join(f"{verdicts.count(each)} {each}" for each in ("equal", "different", "undecided", "failed")))
    if not {"equal", "different"} & set(verdicts):
        console.fail("error: there is no kernel that can be compared")
    failed = exit_codes.UNFINISHED if "failed" in verdicts else exit_codes.DIFFERS if "different" in verdicts else exit_codes.DONE
    raise SystemExit(exit_codes.BAD_INPUT if unread else failed)


def _looked_at(
    output: Path | None, jobs: int, seconds: float, corpus: Sequence[CorpusKernel]
) -> Iterator[tuple[CorpusKernel, dict[str, Any]]]:
    from egraph_opt.apps.sentinel.kernel_comparison import looked_at

    def work(kernel: CorpusKernel) -> tuple[CorpusKernel, dict[str, Any]]:
        cpu, wall = time.thread_time(), time.monotonic()
        verdict, reason, found = looked_at(kernel, output, seconds)
        spent = {"cpu": time.thread_time() - cpu, "wall": time.monotonic() - wall}
        return kernel, {
            "record": "function", "source": kernel.place, "module": 0, "function": kernel.name,
            "key": hashlib.sha256(repr((kernel.key, "sentinel")).encode()).hexdigest(), "verdict": verdict, "reason": reason,
            "costs": {}, "result": {**found, "kernel": kernel.key}, "meta": {"origin": "computed", **spent, "attempts": 1},
        }  # fmt: skip

    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(work, corpus)
    finally:
        pool.shutdown(cancel_futures=True)
