"""The programs that a run makes, each in a file of its own in a folder that mirrors the corpus."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path, PurePosixPath

from egraph_opt.fleet.records.record import Name

_PLAIN = re.compile(r"[^\w.-]")


class Programs:
    """A folder of programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: Name, several: bool, text: str) -> str:
        """Write a program, all or nothing, and return its path in the folder. Raises OSError.

        Args:
            name: of the function.
            several: whether its file has others, so that its own name tells them apart.
            text: the program.
        """
        source, module, function = name
        parts = [part for part in PurePosixPath(source.replace(":", "/")).parts if part not in ("/", "..", ".")]
        path = PurePosixPath(*parts)
        if several:
            path = path.with_name(f"{path.stem}.{module}.{_PLAIN.sub('_', function)}{path.suffix}")
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=target.parent, prefix=".egraph-opt-", delete=False) as file:
            try:
                file.write(text)
                file.flush()
                os.fchmod(file.fileno(), 0o644)
            except BaseException:
                os.unlink(file.name)
                raise
        os.replace(file.name, target)
        return path.as_posix()
