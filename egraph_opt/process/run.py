"""A Python module of this package run as a child for one request, with a folder for its temporary files that does not outlive it.

Whoever is killed first, the folder goes: with the child, its parent removes it; with the parent, the child does, and ends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from egraph_opt.process.parent import end_others, end_with


def run_module(module: str, request: str, timeout: float) -> subprocess.CompletedProcess[str]:
    """Run a module, whose program begins with `begin`, on a request at its standard input.

    Raises:
        subprocess.TimeoutExpired: it did not end in time, and was killed.
    """
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    with tempfile.TemporaryDirectory(prefix="egraph-opt-") as folder:
        return subprocess.run(
            [sys.executable, "-m", module, str(os.getpid()), folder], input=request, capture_output=True, text=True, timeout=timeout,
            env={**os.environ, "PYTHONPATH": path}, check=False,
        )  # fmt: skip


def begin() -> None:
    """What such a module's program does first: from its arguments it knows its parent and its folder."""
    end_with_folder(int(sys.argv[1]), sys.argv[2])


def end_with_folder(parent: int, folder: str) -> None:
    """Have this process put its temporary files, and those of its children, into a folder, and end with its parent and without a trace."""
    tempfile.tempdir = os.environ["TMPDIR"] = folder

    def clear_up() -> None:
        end_others()
        shutil.rmtree(folder, ignore_errors=True)

    end_with(parent, clear_up)
