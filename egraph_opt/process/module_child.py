"""Run of a module of this package as a child process for one request, with a temporary folder that is always removed.

If the child is killed, its parent removes the folder; if the parent is killed, the child removes it and ends.
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
    """Run a module with a request on its standard input. Its program must call `begin` first.

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
    """Yield the path of a folder that a child process creates, and removes if its parent dies; remove it at the end."""
    folder = os.path.join(tempfile.gettempdir(), f"egraph-opt-{uuid.uuid4().hex}")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch() -> Iterator[str]:
    """Yield a temporary folder. Unlike Python's `TemporaryDirectory`, it is not removed when a fork of this process ends."""
    with child_folder() as folder:
        os.mkdir(folder, 0o700)
        yield folder


def begin() -> None:
    """Set up the program of such a module. Its arguments are the parent's process id and the folder."""
    end_with_folder(int(sys.argv[1]), sys.argv[2])


def end_with_folder(parent: int, folder: str) -> None:
    """Create the temporary folder of this process and its descendants, and end with the parent, after removing the folder."""
    os.mkdir(folder, 0o700)
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def clear_up() -> None:
        end_others()
        shutil.rmtree(folder, ignore_errors=True)

    end_with(parent, clear_up)
