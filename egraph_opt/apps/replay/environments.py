"""Python environments with a given version of Triton: existing interpreters, or cached virtual environments made with pip."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

from egraph_opt.apps.replay.compiler_process import CannotReplay
from egraph_opt.process.cache_entries import cache_folder

_PINNED = re.compile(r"([A-Za-z0-9][\w.-]*)(\[[\w,.-]*\])?==([\w.!+-]+)")
INSTALL = 1800.0
"""Time limit of pip in seconds."""


def cache() -> Path:
    """Return the folder for virtual environments in the XDG cache."""
    return cache_folder("environments")


def python_of(wanted: str, say: Callable[[str], None]) -> str:
    """Return the path of the requested interpreter.

    Args:
        wanted: `NAME==VERSION`, which pip installs from its configured index, or the path of an interpreter.
        say: receives a message before slow steps.

    Raises:
        CannotReplay: pip cannot install the version, or the interpreter does not exist.
    """
    if _PINNED.fullmatch(wanted):
        return _environment(wanted, say)
    if "==" in wanted and os.sep not in wanted:
        raise CannotReplay(f"{wanted}: a version is given as NAME==VERSION, as triton==3.9.0")
    found = shutil.which(wanted)
    if found is None:
        raise CannotReplay(f"{wanted}: there is no such interpreter: give NAME==VERSION, or the path of a Python")
    return os.path.abspath(found)


def _environment(wanted: str, say: Callable[[str], None]) -> str:
    """Return the interpreter of a virtual environment with only the wanted package. A missing environment is created atomically."""
    major, minor = sys.version_info[:2]
    folder = cache() / f"{wanted}-python{major}.{minor}"
    if not (folder / "bin" / "python").exists():
        say(f"remark: pip installs {wanted} into {folder}")
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".new-", dir=folder.parent) as new:
                _install(wanted, Path(new) / "environment")
                _move_environment(Path(new) / "environment", folder)
        except OSError as error:
            raise CannotReplay(f"{wanted}: {folder}: {error.strerror or error}") from None
    return str(folder / "bin" / "python")


def _install(wanted: str, folder: Path) -> None:
    venv.create(folder, with_pip=True)
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise CannotReplay(f"{wanted}: pip did not end in {INSTALL:g} s") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")]
        raise CannotReplay(
            f"{wanted}: pip cannot install it: {said[-1].removeprefix('ERROR:').strip() if said else done.stderr[-200:]}"
        )


def _move_environment(new: Path, folder: Path) -> None:
    try:
        new.rename(folder)
    except OSError:
        if not (folder / "bin" / "python").exists():
            raise
