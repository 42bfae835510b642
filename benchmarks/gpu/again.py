"""Makes the programs of prepared cases anew, by the optimiser as it is now: `python -m benchmarks.gpu.again FOLDER OUT`.

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
from .variants import PLAIN, kept, searched


def made(job: tuple[Path, Path, str]) -> dict[str, Any]:
    """What a plain program becomes: the parts of its cases that depend on it."""
    folder, out, name = job
    return kept(out, searched(store.get(folder, name)))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--jobs", default=2, show_default=True, help="Child processes.")
def main(folder: Path, out: Path, jobs: int) -> None:
    """Write the cases of FOLDER to OUT with programs made anew."""
    cases = list(store.cases(folder))
    plain = sorted({case["programs"][PLAIN] for case in cases})
    out.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        new = dict(zip(plain, pool.imap(made, [(folder, out, name) for name in plain]), strict=True))
    (out / "cases.jsonl").write_text("".join(json.dumps({**case, **new[case["programs"][PLAIN]]}) + "\n" for case in cases))
    click.echo(f"{len(cases)} cases, {len(plain)} plain programs", err=True)


if __name__ == "__main__":
    main()
