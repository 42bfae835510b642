"""Triton of another environment, run in a child process that ends with this one, and is restarted if Triton aborts it."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from egraph_opt.process import parent

CHILD = Path(__file__).with_name("child.py")
START = 180.0
"""Seconds to wait for the import of Triton, from a cold disk."""
_RAISED = re.compile(r"^[\w.]+(?:Error|Exception): ")
"""Class of an error at the end of a traceback."""


class CannotReplay(Exception):
    """Reason why an environment cannot compile."""


class Elsewhere:
    """Compiler in another environment.

    Args:
        python: its interpreter.
        seconds: time limit of one request; then the child is killed.
        memory: limit of the child's address space in bytes.

    Raises:
        CannotReplay: there is no such interpreter, or it has no Triton.
    """

    def __init__(self, python: str, seconds: float, memory: int) -> None:
        self._python, self._seconds, self._memory = python, seconds, memory
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._read = b""
        self.version = self._started()

    def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request; if it failed, the answer has only `error`, and `late` where the time limit was met."""
        with self._lock:
            if self._child is None:
                try:
                    self._started()
                except CannotReplay as error:
                    return {"error": str(error)}
            assert self._child is not None and self._child.stdin is not None
            try:
                self._child.stdin.write(json.dumps(request).encode() + b"\n")
                self._child.stdin.flush()
                line = self._line(self._seconds)
            except TimeoutError:
                self._end()
                return {"error": f"the compiler gave no answer in {self._seconds:g} s", "late": True}
            except OSError:
                line = b""
            except BaseException:  # an interrupt: the late answer would be read as that of the next request
                self._end()
                raise
            if not line:
                return {"error": f"the compiler died: {_death(self._end())}"}
            found: dict[str, Any] = json.loads(line)
            return found

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _started(self) -> str:
        """Start a child, and return the version of its Triton."""
        self._folder = tempfile.mkdtemp(prefix="egraph-opt-replay-")
        command = [self._python, "-I", str(CHILD), parent.__file__, str(os.getpid()), str(self._memory), self._folder]
        try:
            self._child = subprocess.Popen(
                command, env={**os.environ, "EGRAPH_OPT": "0"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise CannotReplay(f"{self._python}: {error.strerror}") from None
        self._read = b""
        try:
            line = self._line(START)
        except TimeoutError:
            line = b""
        if not line:
            assert self._child is not None and self._child.stderr is not None
            child = self._child
            code = self._end()
            said = child.stderr.read().decode(errors="replace").strip().splitlines() if child.stderr else []
            raise CannotReplay(f"{self._python}: it does not start: {_RAISED.sub('', said[-1]) if said else _death(code)}")
        answer = json.loads(line)
        if "error" in answer:
            self._end()
            raise CannotReplay(f"{self._python}: {answer['error']}")
        return str(answer["version"])

    def _line(self, seconds: float) -> bytes:
        """Return the next line of the child; empty if the child ended.

        Raises:
            TimeoutError: no line came in time.
        """
        assert self._child is not None and self._child.stdout is not None
        deadline, pipe = time.monotonic() + seconds, self._child.stdout.fileno()
        parts = [self._read]
        while b"\n" not in parts[-1]:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise TimeoutError
            part = os.read(pipe, 1 << 20)
            if not part:
                return b""
            parts.append(part)
        line, _, self._read = b"".join(parts).partition(b"\n")
        return line

    def _end(self) -> int:
        """Kill the child, remove its temporary files, and return its exit status."""
        child, self._child = self._child, None
        if child is None:
            return 0
        code = child.poll()
        if code is None and child.stdout is not None:
            try:
                code = child.wait(0.5 if not self._read else 0)  # if it died by itself, get its own exit status
            except subprocess.TimeoutExpired:
                child.kill()
                code = child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        return code or 0


def _death(code: int) -> str:
    if code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"
