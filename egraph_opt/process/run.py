"""A Python module of this package run as a child for one request, with a folder for its temporary files that does not outlive it.

Whoever is killed first, the folder goes: with the child, its parent removes it; with the parent, the child does, and ends.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from egraph_opt.process.parent import end_others, end_with

if TYPE_CHECKING:
    import subprocess


def run_module(module: str, request: str, timeout: float) -> subprocess.CompletedProcess[str]:
    """Run a module, whose program begins with `begin`, on a request at its standard input.

    Raises:
        subprocess.TimeoutExpired: it did not end in time, and was killed.
    """
    import subprocess

    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    with child_folder() as folder:
        return subprocess.run(
            [sys.executable, "-m", module, str(os.getpid()), folder], input=request, capture_output=True, text=True, timeout=timeout,
            env={**os.environ, "PYTHONPATH": path, "EGRAPH_OPT": "0"}, check=False,
        )  # fmt: skip


@contextmanager
def child_folder() -> Iterator[str]:
    """The name of a folder that a child is to make, who then is there to remove it; it is removed here in the end."""
    folder = os.path.join(tempfile.gettempdir(), f"egraph-opt-{uuid.uuid4().hex}")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch() -> Iterator[str]:
    """A folder for temporary files. Python's own `TemporaryDirectory` is removed by the end of any fork made meanwhile, too."""
    with child_folder() as folder:
        os.mkdir(folder, 0o700)
        yield folder


def begin() -> None:
    """What such a module's program does first: from its arguments it knows its parent and its folder."""
    end_with_folder(int(sys.argv[1]), sys.argv[2])


def end_with_folder(parent: int, folder: str) -> None:
    """Have this process make a folder for its temporary files and those of its children, and end with its parent and without a trace."""
    os.mkdir(folder, 0o700)
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def clear_up() -> None:
        end_others()
        shutil.rmtree(folder, ignore_errors=True)

    end_with(parent, clear_up)
