"""Output programs of a run, each in its own file in a folder that mirrors the corpus."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from egraph_opt.fleet.records.record import Name
from egraph_opt.process.whole import write_whole

_PLAIN = re.compile(r"[^\w.-]")


class Programs:
    """Folder of programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: Name, several: bool, text: str) -> str:
        """Write a program, all or nothing, and return its path in the folder. Raises OSError.

        Args:
            name: of the function.
            several: whether its file has other functions, so that the function's name is added.
            text: the program.
        """
        source, module, function = name
        parts = [part for part in PurePosixPath(source.replace(":", "/")).parts if part not in ("/", "..", ".")]
        path = PurePosixPath(*parts)
        if several:
            path = path.with_name(f"{path.stem}.{module}.{_PLAIN.sub('_', function)}{path.suffix}")
        write_whole(self.folder / path, text.encode())
        return path.as_posix()
