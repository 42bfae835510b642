"""IREE's tools as child processes, with time and memory limits."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from egraph_opt.errors import EgraphOptError
from egraph_opt.process.parent_death import command
from egraph_opt.text.resources.resource_blobs import pieces

TIMEOUT = 120.0
"""Time limit of one call of a tool, in seconds."""
MEMORY = 8 << 30
"""Limit of a tool's address space, in bytes."""


class IreeError(EgraphOptError):
    """Error: a tool of IREE failed; the message is the first error of the tool."""


class LimitError(IreeError):
    """Error: a limit or the system ended a tool of IREE."""


class TimeLimitError(LimitError):
    """Error: a tool of IREE reached the time limit."""


class MissingError(IreeError):
    """Error: a tool of IREE is not installed."""


@cache
def tool(name: str) -> str | None:
    """Return the path of an IREE tool in IREE's package, next to the Python executable, or on the search path."""
    for package, folder in (("iree.compiler", "_mlir_libs"), ("iree._runtime_libs", "")):
        try:
            spec = find_spec(package)
        except ModuleNotFoundError:
            continue
        for place in (spec.submodule_search_locations or ()) if spec else ():
            if (inside := Path(place, folder, name)).exists():
                return str(inside)
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def available() -> bool:
    return tool("iree-opt") is not None and tool("iree-compile") is not None


def call(name: str, *arguments: str, text: str = "", seconds: float = TIMEOUT, memory: int = MEMORY) -> str:
    """Run a tool on a text and return its output.

    The child process stays in this process group, so that signals to the group end it too. If only this process is killed, the child ends
    too (`egraph_opt.process.parent_death`).

    Raises:
        MissingError: the tool is not installed.
        TimeLimitError: the tool took longer than `seconds`.
        LimitError: a signal ended the tool.
        IreeError: the tool failed.
    """
    program = tool(name)
    if program is None:
        raise MissingError(f"{name} is not installed: pip install -e '.[iree]' in a clone")
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        given.writelines(pieces(text))
        given.seek(0)
        # Files, not pipes: a linker that outlives the compiler would hold them open.
        child = subprocess.Popen(command(program, *arguments), stdin=given, stdout=out, stderr=errors)
        try:
            _limit_child(child.pid, seconds, memory)
            code = child.wait(seconds)
        except subprocess.TimeoutExpired:
            raise TimeLimitError(f"{name} took longer than {seconds:g} s") from None
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
        out.seek(0)
        errors.seek(0)
        printed, said = out.read().decode(errors="replace"), errors.read().decode(errors="replace")
    if code < 0 or "LLVM ERROR: out of memory" in said or "std::bad_alloc" in said:
        raise LimitError(f"{name} was ended by {f'signal {-code}' if code < 0 else 'its limit on memory'}")
    if code:
        lines = [line for line in said.splitlines() if "error:" in line]
        raise IreeError(f"{name}: {(lines or said.splitlines() or ['failed'])[0]}")
    return printed


def refusal(*arguments: str, **more: Any) -> str:
    """Run a tool (see `call`), and return the reason for a failure or an empty string. Raises LimitError, MissingError."""
    try:
        call(*arguments, **more)
    except (LimitError, MissingError):
        raise
    except IreeError as error:
        return str(error)
    return ""


def _limit_child(child: int, seconds: float, memory: int) -> None:
    """Limit the address space of a child process, and its CPU time to the time limit times the number of processors."""
    if not hasattr(resource, "prlimit"):
        return  # not Linux: only the wall time is limited
    limits = {resource.RLIMIT_AS: memory, resource.RLIMIT_CPU: int(seconds * (os.cpu_count() or 1)) + 1}
    for kind, most in limits.items():
        with suppress(ProcessLookupError, PermissionError, ValueError):
            _, hard = resource.prlimit(child, kind)
            bounded = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(child, kind, (bounded, hard))
