"""Work in a child process with limits on time and memory, so that the caller survives a crash, a hang or a lack of memory.

An iteration of the e-graph engine cannot be interrupted, and the engine aborts its process when memory runs out. Therefore limits
need a separate process. The child is a fork, which ends with its caller, and whose temporary files are removed.
"""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import click

from egraph_opt.command import console
from egraph_opt.errors import UserError, describe_error
from egraph_opt.process.memory_limit import OUT_OF_MEMORY, limit_memory, too_little
from egraph_opt.process.module_child import child_folder, end_with_folder
from egraph_opt.process.signals import as_usual

FAILED_CODE = 99
"""Exit code of work that raised an exception, whose message is the output."""
ORDERLY = 100
"""Number added to the exit code of finished work, to distinguish it from a crash."""
GRACE = 5
"""Seconds that an orphaned child may live after its time limit."""


@dataclass(frozen=True, slots=True)
class ChildOutcome:
    """Output on stdout of work in a child process, and its exit code. If the work did not finish, `failure` says why."""

    output: bytes = b""
    code: int = 0
    failure: str = ""


def possible() -> bool:
    return hasattr(os, "fork")


def run(work: Callable[[], None], seconds: float, memory: int) -> ChildOutcome:
    """Run `work` in a child process with limits of `seconds` of wall time and `memory` bytes of address space, and wait for it.

    The work writes to stdout, and returns or raises SystemExit with a code below 100. Call this function before threads are
    started, since a fork has only the calling thread.
    """
    with child_folder() as folder:
        return _run(work, seconds, memory, folder)


def _run(work: Callable[[], None], seconds: float, memory: int, folder: str) -> ChildOutcome:
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    ours, theirs = os.pipe()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.close(ours)
        _child(work, theirs, seconds, memory, parent, folder)
    os.close(theirs)
    late = True
    try:
        output, late = _drain(ours, time.monotonic() + seconds)
    finally:
        os.close(ours)
        if late:
            for kill in (os.killpg, os.kill):  # the group does not exist before the child calls setsid
                with suppress(OSError):
                    kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if late:
        return ChildOutcome(failure=f"the worker did not end within {seconds:g} s")
    if code < 0:
        return ChildOutcome(failure=f"the worker was ended by {signal.Signals(-code).name}")
    if code == FAILED_CODE:
        reason = output.decode(errors="replace")
        return ChildOutcome(failure=too_little(memory, reason) or f"the worker failed: {reason}")
    if code < ORDERLY:
        return ChildOutcome(failure=f"the worker ended with status {code}")
    return ChildOutcome(output, code - ORDERLY)


def _drain(pipe: int, deadline: float) -> tuple[bytes, bool]:
    """Return the data in the pipe until its other end is closed, and whether the deadline passed first."""
    parts: list[bytes] = []
    while (left := deadline - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            part = os.read(pipe, 1 << 16)
            if not part:
                return b"".join(parts), False
            parts.append(part)
    return b"", True


def _child(work: Callable[[], None], pipe: int, seconds: float, memory: int, parent: int, folder: str) -> None:
    """Run the work in the child process. Never returns."""
    import fcntl

    code = 0
    try:
        os.setsid()  # so that its descendants are killed with it
        as_usual()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(seconds) + GRACE)  # in case native code blocks the thread that watches the parent
        console.kept_in = tempfile.gettempdir()
        end_with_folder(parent, folder)
        pipe = fcntl.fcntl(pipe, fcntl.F_DUPFD_CLOEXEC, 3)  # the caller's standard streams may be closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # an engine's prints are not output of the command
        limit_memory(memory)
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start useless threads on import
        sys.stdout = io.StringIO()  # so that failed work writes nothing
        try:
            work()
        except click.ClickException as refused:
            refused.show()
            code = refused.exit_code
        except UserError as wrong:
            console.say(wrong.printed_message())
            code = wrong.code
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        _send(pipe, sys.stdout.getvalue().encode())
        sys.stderr.flush()
        code += ORDERLY
    except MemoryError:
        os.write(pipe, OUT_OF_MEMORY.encode())  # a longer message may need memory
        code = FAILED_CODE
    except BaseException as error:
        code = FAILED_CODE
        _send(pipe, " ".join(describe_error(error).split()).encode(errors="replace"))
    finally:
        os._exit(code)


def _send(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]
