"""Output programs of a run, each in its own file in a folder that mirrors the corpus."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path, PurePosixPath

from egraph_opt.apps.fleet.records.content_key import content_key
from egraph_opt.apps.fleet.records.line_format import Name
from egraph_opt.process.atomic_write import write_whole

_NOT_FILE_CHARACTERS = re.compile(r"[^\w.-]")


class Programs:
    """Folder of output programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: Name, several: bool, program: str | bytes) -> str:
        """Write a program atomically, and return its path relative to the folder. Raises OSError.

        Args:
            name: source, module and function.
            several: whether the source has other functions, so that the path includes the function's name.
            program: the output program.
        """
        path = self.place(name, several)
        write_whole(self.folder / path, program.encode() if isinstance(program, str) else program)
        return path

    def has(self, name: Name, several: bool, content: str) -> bool:
        """Return whether a function's output file exists and has a given hash.

        Args:
            name: source, module and function.
            several: whether the source has other functions.
            content: the hash of the program (`content_key`).
        """
        with suppress(OSError):
            return content_key((self.folder / self.place(name, several)).read_bytes()) == content
        return False

    @staticmethod
    def place(name: Name, several: bool) -> str:
        """Return the path of a function's output file relative to the folder."""
        source, module, function = name
        parts = [part for part in PurePosixPath(source.replace(":", "/")).parts if part not in ("/", "..", ".")]
        path = PurePosixPath(*parts)
        if several:
            path = path.with_name(f"{path.stem}.{module}.{_NOT_FILE_CHARACTERS.sub('_', function)}{path.suffix}")
        return path.as_posix()
