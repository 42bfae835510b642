"""HTML pages about the most important functions of a run, linked from the page about the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from egraph_opt.core.family import families
from egraph_opt.errors import CostModelError, UserError
from egraph_opt.ir.module import InputError
from egraph_opt.reports.page import render
from egraph_opt.reports.report_builder import ReportScope, build

PROGRAMS = ("final.ttgir", "rlc3.before.ttgir")
"""File names of the program in a captured kernel's folder; the first existing file is used."""


def program_of(record: Mapping[str, Any]) -> Path | None:
    """Return the input file of a function; None if the file does not exist, or is in an archive."""
    place = Path(record["source"])
    candidates = [place / name for name in PROGRAMS] if place.is_dir() else [place]
    return next((file for file in candidates if file.is_file() and file.suffix in (".ttgir", ".mlir")), None)


def write_pages(
    records: Sequence[Mapping[str, Any]], order: Sequence[int], folder: Path, most: int, say: Callable[[str], None]
) -> dict[int, str]:  # fmt: skip
    """Write a page about each function whose program is TTGIR, in the given order, until there are `most` pages.

    Args:
        records: the functions of a run.
        order: indices into `records`.
        folder: folder for the pages; created if it does not exist.
        most: largest number of pages.
        say: receives a message for each failed page.

    Returns:
        The path of each function's page, relative to the folder's parent, by index.

    Raises:
        OSError: a page cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[int, str] = {}
    for number in order:
        if len(found) == most:
            break
        file = program_of(records[number])
        if file is None:
            continue
        try:
            text = render(
                build(file.read_text(), str(file), families()["layout"].options(), ReportScope(0, machine=False, others=False))
            )
        except (InputError, CostModelError, UserError, UnicodeDecodeError) as error:
            say(f"{file}: remark: no page: {str(error).partition(chr(10))[0]}")
            continue
        name = f"{number}.html"
        (folder / name).write_text(text)
        found[number] = f"{folder.name}/{name}"
    return found
