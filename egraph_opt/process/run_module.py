"""Runs a Python module of this package as a child for one request, with a folder for temporary files that is always removed.

If the child is killed, its parent removes the folder; if the parent is killed, the child does, and ends.
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

from egraph_opt.process.parent_death import end_others, end_with

if TYPE_CHECKING:
    import subprocess


def run_module(module: str, request: str, timeout: float) -> subprocess.CompletedProcess[str]:
    """Run a module, whose program calls `begin` first, with a request on its standard input.

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
    """Yield the name of a folder that a child creates, and removes if its parent dies; it is removed here at the end."""
    folder = os.path.join(tempfile.gettempdir(), f"egraph-opt-{uuid.uuid4().hex}")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch() -> Iterator[str]:
    """Yield a folder for temporary files. Python's own `TemporaryDirectory` would also be removed when any fork made meanwhile
    ends."""
    with child_folder() as folder:
        os.mkdir(folder, 0o700)
        yield folder


def begin() -> None:
    """Set up such a module's program, first of all: its arguments name its parent and its folder."""
    end_with_folder(int(sys.argv[1]), sys.argv[2])


def end_with_folder(parent: int, folder: str) -> None:
    """Create a folder for temporary files of this process and its children, and end with the parent, after removing the folder."""
    os.mkdir(folder, 0o700)
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def clear_up() -> None:
        end_others()
        shutil.rmtree(folder, ignore_errors=True)

    end_with(parent, clear_up)
