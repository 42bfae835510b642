"""Comparison with another compiler's output files.

The cost of an output is computed only if the output is proved equal to its input.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from egraph_opt.baseline import libtriton
from egraph_opt.checker import Verdict, check
from egraph_opt.core.options import OptionError
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module
from egraph_opt.text import read, split
from egraph_opt.text.program_input import source_of

_PLACE = re.compile(r'loc\("[^"]*":(?P<line>\d+):(?P<column>\d+)\): error: (?P<what>.*?)\)?$')
UNDECIDED = "undecided"
"""Result of a check of a program that is neither proved equal to its input nor known to differ."""


def counterparts(files: Sequence[Path], other: Path) -> list[Path]:
    """Return the other compiler's output for each file: `other`, or the best matching file in folder `other`.

    Raises:
        OptionError: `other` must be a folder for several files, or the folder has no matching file.
    """
    if not other.is_dir():
        if len(files) > 1:
            raise OptionError("{0}: it is one file, and there are several to compare with it: name a folder", f"against={other}")
        return [other] * len(files)
    found = [matching_file(file, other) for file in files]
    if missing := [file.name for file, each in zip(files, found, strict=True) if each is None]:
        raise OptionError(f"{{0}}: the folder has no {missing[0]}", f"against={other}")
    return [each for each in found if each is not None]


def matching_file(file: Path, folder: Path) -> Path | None:
    """Return the file in a folder that has the longest path suffix in common with `file`, or None if no name matches."""
    parts = file.resolve().parts[1:]
    ends = (folder.joinpath(*parts[start:]) for start in range(len(parts)))
    return next((end for end in ends if end.is_file()), None)


def answers(chunks: Sequence[str], other: Path) -> list[libtriton.PassAnswer]:
    """Return another compiler's result for each of the input modules `chunks`: the n-th module in file `other` for the n-th input.

    If the numbers of modules differ, every result is an error. A result is also an error if Triton accepts the input module but rejects
    the other compiler's module.
    """
    found = split(source_of(other)[0])
    for chunk, line in found:
        read(chunk, str(other), line)
    theirs = [chunk for chunk, _ in found]
    if len(theirs) != len(chunks):
        return [libtriton.PassAnswer(None, f"{other} has {len(theirs)} modules, and the input has {len(chunks)}")] * len(chunks)
    if not libtriton.available():
        return [*map(libtriton.PassAnswer, theirs)]
    accepted = libtriton.ask("accept", [*chunks, *theirs])
    return [
        libtriton.PassAnswer(None, f"Triton refuses {_locate_error(after.error, other, line)}")
        if before.text is not None and after.text is None
        else libtriton.PassAnswer(chunk)
        for (chunk, line), before, after in zip(found, accepted, accepted[len(chunks) :], strict=False)
    ]


def _locate_error(error: str, file: Path, line: int) -> str:
    """Add a file location to an error of Triton on a part of the file that starts at `line`."""
    said = " ".join(error.split())
    if place := _PLACE.search(said):
        return f"{file}:{line + int(place['line']) - 1}:{place['column']}: {place['what']}"
    return f"{file}: {said}"


def check_outputs(before: Module, after: Module, options: Options) -> tuple[str, str]:
    """Check that another compiler's program is proved equal to its input; return two empty strings if so.

    Otherwise return `different` or `undecided`, and the reason.
    """
    found: Verdict = check(before, after, not options.reassociate, options.assume_no_alias)
    if found.equal:
        return "", ""
    from egraph_opt.witness import with_witness

    found = with_witness(found, before, after, not options.reassociate)
    return ("different" if found.outcome.value == "different" else UNDECIDED), str(found)
