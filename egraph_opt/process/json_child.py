"""Child process that answers lines of JSON, and is restarted after its death."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class ChildDiedError(Exception):
    """Error: a child process ended without an answer. `code` is the exit status, negative for a signal."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(name_death(code))


def name_death(code: int) -> str:
    """Return the name of the signal that ended a process, or its exit status."""
    if code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"


class JsonChild:
    """Child process, started by the first request or by `start`.

    Args:
        spawn: function that starts the process with pipes for input and output.
    """

    def __init__(self, spawn: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._spawn = spawn
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._read = b""
        self_in_fork = weakref.WeakMethod(self._forget)
        os.register_at_fork(after_in_child=lambda: (forget := self_in_fork()) and forget())

    @property
    def process(self) -> int | None:
        """Process id of the child, or None."""
        child = self._child
        return None if child is None else child.pid

    def start(self) -> None:
        """Start the child process, if none is running, without waiting for it."""
        with self._lock:
            if self._child is not None and self._child.poll() is not None:
                self._end(0.0)
            self._start_process()

    def ask(self, request: Any, seconds: float) -> Any:
        """Return the answer to a request.

        Raises:
            TimeoutError: the answer was late; the child process is killed.
            ChildDiedError: the child process died.
        """
        with self._lock:
            child = self._start_process()
            assert child.stdin is not None
            try:
                with suppress(BrokenPipeError):  # it is dead, and its output ends
                    child.stdin.write(json.dumps(request).encode() + b"\n")
                    child.stdin.flush()
                return self._answer(seconds)
            except ChildDiedError:
                raise
            except BaseException:  # timeout or interrupt: a late answer would be read as the answer to the next request
                self._end(0.0)
                raise

    def hear(self, seconds: float) -> Any:
        """Return the next line that the child writes without a request. Raises TimeoutError, ChildDiedError."""
        with self._lock:
            self._start_process()
            try:
                return self._answer(seconds)
            except TimeoutError:
                self._end(0.0)
                raise

    def close(self, seconds: float = 0.0) -> None:
        """Close the child's input, and kill the child after some seconds."""
        with self._lock:
            self._end(seconds)

    def _start_process(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            self._child = self._spawn()
        return self._child

    def _answer(self, seconds: float) -> Any:
        assert self._child is not None and self._child.stdout is not None
        deadline, pipe = time.monotonic() + seconds, self._child.stdout.fileno()
        parts = [self._read]
        while b"\n" not in parts[-1]:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise TimeoutError
            parts.append(os.read(pipe, 1 << 20))
            if not parts[-1]:
                raise ChildDiedError(self._end(0.5))
        line, _, self._read = b"".join(parts).partition(b"\n")
        return json.loads(line)

    def _end(self, seconds: float) -> int:
        child, self._child, self._read = self._child, None, b""
        if child is None:
            return 0
        assert child.stdin is not None and child.stdout is not None
        if not seconds:
            child.kill()  # before closing its full pipe, which would block; a child that has died keeps its exit status
        with suppress(OSError):
            child.stdin.close()
        try:
            code = child.wait(seconds or None)
        except subprocess.TimeoutExpired:
            child.kill()
            code = child.wait()
        child.stdout.close()
        return code

    def _forget(self) -> None:
        """Reset this object in a forked process, since the child process belongs to the parent and the lock may be locked."""
        child, in_use = self._child, self._lock.locked()
        self._lock = threading.Lock()
        self._child, self._read = None, b""
        if child is not None:
            child.returncode = 0  # this process must not wait for it
            if not in_use:  # else a thread that does not exist in the fork holds the locks of the pipes
                for pipe in (child.stdin, child.stdout):
                    assert pipe is not None
                    pipe.close()
