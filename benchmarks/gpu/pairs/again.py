"""Makes the programs of prepared cases anew, by the optimiser as it is now: `python -m benchmarks.gpu.pairs.again FOLDER OUT`.

Needs neither a GPU nor the packages whose kernels were captured: Triton's plain programs, and how each is launched, are in FOLDER. OUT gets
the same cases, each with its plain program and with what the plug-in's searches find.
"""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import click

from . import store
from .results import ONCE, PLAIN
from .variants import kept, searched

Sources = tuple[str, str | None]
"""The names of a plain program, and of the one whose loops that run once say so, if there is one."""


def sources(case: store.Case) -> Sources:
    return case["programs"][PLAIN], case["programs"].get(ONCE)


def made(job: tuple[Path, Path, Sources]) -> dict[str, Any]:
    """Return what programs become: the parts of their cases that depend on them."""
    folder, out, (plain, once) = job
    return kept(out, searched(store.get(folder, plain), store.get(folder, once) if once else None))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--jobs", default=2, show_default=True, help="Child processes.")
def main(folder: Path, out: Path, jobs: int) -> None:
    """Write the cases of FOLDER to OUT with programs made anew."""
    cases = list(store.cases(folder))
    work = list(dict.fromkeys(map(sources, cases)))
    out.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        new = dict(zip(work, pool.imap(made, [(folder, out, each) for each in work]), strict=True))
    (out / "cases.jsonl").write_text("".join(json.dumps({**case, **new[sources(case)]}) + "\n" for case in cases))
    click.echo(f"{len(cases)} cases, {len(work)} plain programs", err=True)


if __name__ == "__main__":
    main()
