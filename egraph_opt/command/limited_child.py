"""Work in a child process with limits on time and memory: the caller goes on, however the child ends.

One iteration of an e-graph cannot be interrupted, and its engine aborts the process when memory runs out, so only a separate
process can limit both. The child is a fork: nothing is imported twice. It ends with its caller, however that ends, and its
temporary files are removed.
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
from egraph_opt.process.limits import OUT_OF_MEMORY, limit_memory, too_little
from egraph_opt.process.run_module import child_folder, end_with_folder
from egraph_opt.process.signals import as_usual

FAILED_CODE = 99
"""Exit code of work that raised; its output is the reason, in one line: `--no-isolate` shows the place."""
ORDERLY = 100
"""Offset of the exit code of work that finished, so that no crash looks like one."""
GRACE = 5
"""Seconds that a child whose parent is gone may live on after its time limit."""


@dataclass(frozen=True, slots=True)
class ChildOutcome:
    """Output of the work to stdout and its exit code; or in `failure` the reason why it did not finish, and then neither is
    valid."""

    output: bytes = b""
    code: int = 0
    failure: str = ""


def possible() -> bool:
    """Return whether this system can fork."""
    return hasattr(os, "fork")


def run(work: Callable[[], None], seconds: float, memory: int) -> ChildOutcome:
    """Run `work` in a child with limits of `seconds` of wall time and `memory` bytes of address space, and wait for it.

    The work writes to stdout and ends by returning or by SystemExit with a code below 100. Its stderr is the caller's. Call this
    before threads are started: a fork has only the thread that made it.
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
            for kill in (os.killpg, os.kill):  # the group does not exist yet if the child has only just started
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
    """Return the data from the pipe until its other end is closed, and whether the deadline passed before that."""
    parts: list[bytes] = []
    while (left := deadline - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            part = os.read(pipe, 1 << 16)
            if not part:
                return b"".join(parts), False
            parts.append(part)
    return b"", True


def _child(work: Callable[[], None], pipe: int, seconds: float, memory: int, parent: int, folder: str) -> None:
    """Run the work in the child. This never returns."""
    import fcntl

    code = 0
    try:
        os.setsid()  # so that it is killed together with processes that it starts
        as_usual()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(seconds) + GRACE)  # in case native code blocks the thread that watches the parent
        console.kept_in = tempfile.gettempdir()
        end_with_folder(parent, folder)
        pipe = fcntl.fcntl(pipe, fcntl.F_DUPFD_CLOEXEC, 3)  # the caller's standard streams may be closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # output of an engine is not output of the command
        limit_memory(memory)
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts threads for it on import, which are useless here
        sys.stdout = io.StringIO()  # so that work that raises has written nothing
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
        os.write(pipe, OUT_OF_MEMORY.encode())  # a longer message may need more memory than there is
        code = FAILED_CODE
    except BaseException as error:
        code = FAILED_CODE
        _send(pipe, " ".join(describe_error(error).split()).encode(errors="replace"))
    finally:
        os._exit(code)


def _send(pipe: int, data: bytes) -> None:
    """Write all of some bytes into the pipe."""
    while data:
        data = data[os.write(pipe, data) :]
