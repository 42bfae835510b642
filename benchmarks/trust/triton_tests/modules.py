"""The modules of a folder of tests, and what Triton makes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from egraph_opt.baseline.libtriton import PassAnswer, ask
from egraph_opt.text import split
from egraph_opt.text.program_input import decode_bytes

BATCH = 250
"""Programs that one child gets."""


@dataclass(frozen=True, slots=True)
class Case:
    """A module of a test file."""

    file: str
    """Path of the file in its folder."""
    line: int
    """Number of the module's first line in the file."""
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def cases(folder: Path) -> Iterator[Case]:
    """Yield the modules of all files below a folder, in the order of their names."""
    for path in sorted(folder.rglob("*.mlir")):
        file = path.relative_to(folder).as_posix()
        for text, line in split(decode_bytes(path.read_bytes(), file)):
            yield Case(file, line, text)


def printed(texts: Sequence[str]) -> list[PassAnswer]:
    """Return each program as Triton prints it after its verifier; equal programs are asked once."""
    every = list(dict.fromkeys(texts))
    found: dict[str, PassAnswer] = {}
    for start in range(0, len(every), BATCH):
        batch = every[start : start + BATCH]
        found.update(zip(batch, ask("accept", batch), strict=True))
    return [found[text] for text in texts]


def digest(all_cases: Sequence[Case]) -> str:
    """Return a short name of the modules' content."""
    return hashlib.sha256("\0".join(case.text for case in all_cases).encode()).hexdigest()[:12]
