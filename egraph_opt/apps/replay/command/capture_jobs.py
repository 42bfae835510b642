"""Results files of the commands `replay` and `sentinel`, with one line for each captured kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from egraph_opt.command import console
from egraph_opt.core.result import count_noun

if TYPE_CHECKING:
    from egraph_opt.apps.fleet.records.line_format import RunHeader
    from egraph_opt.apps.replay.kernel_corpus import CorpusKernel

Work = Callable[[Sequence["CorpusKernel"]], Iterator[tuple["CorpusKernel", dict[str, Any]]]]
"""Function that yields each kernel with its record, in order."""


def file_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options `--records` and `--resume`."""
    resume = click.option("--resume", type=click.Path(), help="As --records, but go on where the run that wrote this file ended.")
    records = click.option(
        "--records", type=click.Path(), help="Write a JSON line for each kernel to this new file as it is done."
    )
    return records(resume(function))


def corpus_of(paths: Sequence[Path]) -> tuple[list[CorpusKernel], bool]:
    """Return the kernels at some paths, and whether any path was invalid. Prints invalid paths, and exits if no path has a kernel."""
    from egraph_opt.apps.replay.kernel_corpus import CorpusKernel, kernels

    found = list(kernels(paths))
    corpus = [each for each in found if isinstance(each, CorpusKernel)]
    errors = [str(each) for each in found if not isinstance(each, CorpusKernel)]
    for error in errors if corpus else errors[:-1]:
        console.say(error)
    if not corpus:
        console.fail(errors[-1])
    return corpus, bool(errors)


def capture_records(
    corpus: Sequence[CorpusKernel], work: Work, run: RunHeader, records: str | None, resume: str | None
) -> list[dict[str, Any]]:
    """Return the records of all kernels in order. Each new record is written to the results file at once.

    Args:
        corpus: the kernels.
        work: function that makes the missing records.
        run: header of the results file.
        records: path of a new results file.
        resume: path of a results file that may already have records.
    """
    from egraph_opt.apps.fleet.records.line_format import name_of
    from egraph_opt.apps.fleet.records.results import Results

    file = records or resume
    if records and Path(records).exists() and Path(records).stat().st_size:
        console.fail(f"{records}: error: the file is not empty: --resume {records} goes on with it, or name a new one")
    results = None
    if file:
        with console.guard_output(file):
            results = Results(Path(file), run)
    keys = {(each.place, 0, each.name): each.key for each in corpus}

    def is_stale(record: dict[str, Any]) -> bool:
        return bool(record["result"].get("kernel") != keys.get(name_of(record), record["result"].get("kernel")))

    if results is not None and (stale := sum(map(is_stale, results))):
        with console.guard_output(file):
            results.drop(is_stale)
        console.say(f"{file}: remark: {count_noun(stale, 'record')} of other content: worked on again")
    known = {name_of(record): record for record in results or ()}
    try:
        for kernel, record in work([each for each in corpus if (each.place, 0, each.name) not in known]):
            known[name_of(record)] = record
            if results is not None:
                with console.guard_output(file):
                    results.append(record)
            console.say(f"{len(known)} of {len(corpus)}: {kernel.name}: {record['verdict']}")
        return [known[each.place, 0, each.name] for each in corpus]
    except (KeyboardInterrupt, OSError) as error:
        console.say(f"{count_noun(len(known), 'kernel')} of {len(corpus)} done" + (f": --resume {file} goes on" if file else ""))
        if isinstance(error, OSError) and error.filename:
            console.fail(f"{error.filename}: error: {error.strerror}")
        raise
    finally:
        if results is not None:
            results.close()
