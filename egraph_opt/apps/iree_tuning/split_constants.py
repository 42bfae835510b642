"""Program file in two parts: program text, and the contents of constants, which are copied to output files without parsing.

The contents follow the program in `{-# ... #-}` and may be gigabytes.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from egraph_opt.errors import Unsupported
from egraph_opt.text.resources.resource_blobs import CHUNK, program_of

BYTECODE = b"ML\xefR"
MAX_PROGRAM_BYTES = 1 << 26
"""Largest size in bytes of a program that is parsed."""


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """Program text of a file, and the offset at which the contents of constants begin."""

    path: Path
    program: str
    start: int

    def write(self, program: str, place: Path) -> None:
        """Write another program, followed by this file's contents of constants."""
        with place.open("wb") as to, self.path.open("rb") as given:
            to.write(program.encode())
            given.seek(self.start)
            shutil.copyfileobj(given, to, CHUNK)


def read_source(path: Path) -> ProgramFile:
    """Read a program file.

    Raises:
        Unsupported: the file is not text, or the program text is larger than `MAX_PROGRAM_BYTES`.
        OSError: the file cannot be read.
    """
    with path.open("rb") as given:
        found = program_of(given, MAX_PROGRAM_BYTES)
    if found.startswith(BYTECODE):
        raise Unsupported("the program is bytecode")
    if len(found) > MAX_PROGRAM_BYTES:
        raise Unsupported(f"the program has more than {MAX_PROGRAM_BYTES >> 20} MiB beside the contents of constants")
    try:
        return ProgramFile(path, found.decode(), len(found))
    except UnicodeDecodeError:
        raise Unsupported("the program is no text") from None
