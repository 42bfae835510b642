"""Execution of a module of this package in a child process for one request, with a temporary folder that is always removed.

If the child is killed, the parent removes the folder. If the parent is killed, the child removes the folder and ends.
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
    """Run a module, which must call `begin` first, with a request on its standard input.

    Raises:
        subprocess.TimeoutExpired: the child process did not end in time, and was killed.
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
    """Yield the path of a folder that a child process may create, and remove the folder at the end."""
    folder = os.path.join(tempfile.gettempdir(), f"egraph-opt-{uuid.uuid4().hex}")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch() -> Iterator[str]:
    """Yield a temporary folder. Unlike with Python's `TemporaryDirectory`, a fork of this process that ends does not remove it."""
    with child_folder() as folder:
        os.mkdir(folder, 0o700)
        yield folder


def begin() -> None:
    """Prepare a child process that was started by `run_module`."""
    end_with_folder(int(sys.argv[1]), sys.argv[2])


def end_with_folder(parent: int, folder: str) -> None:
    """Create this process's temporary folder. When the parent ends, remove the folder and end this process."""
    os.mkdir(folder, 0o700)
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def clear_up() -> None:
        end_others()
        shutil.rmtree(folder, ignore_errors=True)

    end_with(parent, clear_up)
