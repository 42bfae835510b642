"""Pool of fresh child processes, not forks, that execute calls.

A request consists of its length, the function's name, and the arguments pickled by `cloudpickle`. `worker_main.py` is the child's program.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egraph_opt.errors import reason_of

LENGTH_BYTES = 8
"""Number of bytes of the length that precedes a message."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """Result of a call, or its exception."""

    value: Any = None
    error: Exception | None = None


class ChildWorker:
    """Handle of one child process, with unbuffered pipes, since a fork may inherit a buffer's locked lock."""

    def __init__(self) -> None:
        import subprocess  # slow to load, and most processes make no calls

        root = str(Path(__file__).resolve().parents[2])
        # same module path as this process, without the plug-in
        path = os.pathsep.join(dict.fromkeys((*(os.path.abspath(each) for each in sys.path), root)))
        self.process = subprocess.Popen(
            [sys.executable or "python3", "-P", "-m", "egraph_opt.process.worker_main", str(os.getpid())],
            env={**os.environ, "PYTHONPATH": path, "EGRAPH_OPT": "0"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        self.to, self.back = self.process.stdin.fileno(), self.process.stdout.fileno()

    def ask(self, request: bytes, seconds: float) -> bytes:
        """Return the answer to a request.

        Raises:
            EOFError: the child process has ended.
            TimeoutError: there was no answer in time.
        """
        deadline = time.monotonic() + seconds
        os.set_blocking(self.to, False)
        rest = memoryview(len(request).to_bytes(LENGTH_BYTES, "little") + request)
        while rest:
            self._wait([], [self.to], deadline)
            try:
                rest = rest[os.write(self.to, rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise EOFError from None
        return self._read(int.from_bytes(self._read(LENGTH_BYTES, deadline), "little"), deadline)

    def _read(self, size: int, deadline: float) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            self._wait([self.back], [], deadline)
            part = os.read(self.back, min(size - len(parts), 1 << 20))
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)

    def _wait(self, readable: list[int], writable: list[int], deadline: float) -> None:
        if not any(select.select(readable, writable, [], max(0.0, deadline - time.monotonic()))):
            raise TimeoutError

    def end(self) -> int:
        """Kill the child process and its process group, and return its exit status."""
        if self.process.poll() is None:
            with suppress(OSError):  # it leads a session of its own
                os.killpg(self.process.pid, signal.SIGKILL)
        code = self.process.wait()
        self._close()
        return code

    def abandon(self) -> None:
        """Detach a fork from its parent's child process, which the fork must neither wait for nor end."""
        self.process.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class Workers:
    """Child processes of this process, one for each concurrent call, without locks, which a fork could inherit locked."""

    def __init__(self) -> None:
        self._idle: list[ChildWorker] = []
        self._busy: list[ChildWorker] = []

    def call(self, function: str, arguments: tuple[Any, ...], named: dict[str, Any], seconds: float) -> CallResult:
        """Call a function `module:name` in a child process, and return its result or exception.

        Raises:
            TimeoutError: the call exceeded `seconds`.
            OSError: the child process died, or the arguments or the answer cannot be serialised.
        """
        import cloudpickle  # slow to load, and most processes make no calls

        try:
            request = cloudpickle.dumps((function, cloudpickle.dumps((arguments, named))))
        except Exception as error:
            raise OSError(f"an argument cannot be sent to a fresh process: {reason_of(error)}") from None
        while True:
            worker, waited = self._take_worker()
            try:
                answer = worker.ask(request, seconds)
            except EOFError:
                self._busy.remove(worker)
                if (code := worker.end()) == 0 and waited:  # the idle process had just exited
                    continue
                raise OSError(f"the fresh process {_describe_exit(code)}") from None
            except BaseException as error:
                self._busy.remove(worker)
                worker.end()
                if isinstance(error, TimeoutError):
                    raise TimeoutError(f"the fresh process did not answer within {seconds:g} s") from None
                raise
            self._busy.remove(worker)
            self._idle.append(worker)
            return _decode_answer(answer)

    def _take_worker(self) -> tuple[ChildWorker, bool]:
        """Return an idle or new child process, marked as busy, and whether it was idle."""
        try:
            worker, waited = self._idle.pop(), True
        except IndexError:
            worker, waited = ChildWorker(), False
        self._busy.append(worker)
        return worker, waited

    def end(self) -> None:
        """End the idle child processes."""
        while self._idle:
            self._idle.pop().end()

    def kill(self) -> None:
        """Kill all child processes. Calls in progress in other threads raise OSError."""
        for worker in (*self._idle, *self._busy):
            with suppress(OSError):
                os.killpg(worker.process.pid, signal.SIGKILL)

    def forget(self) -> None:
        """Forget the child processes in a fork, since they belong to the parent."""
        for worker in (*self._idle, *self._busy):
            worker.abandon()
        self._idle, self._busy = [], []


def _describe_exit(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"


def _decode_answer(answer: bytes) -> CallResult:
    try:
        value, error, said = pickle.loads(answer)
    except Exception as failed:
        raise OSError(f"the fresh process's answer cannot be read: {type(failed).__name__}: {failed}") from None
    if said:
        raise OSError(said)
    return CallResult(value, error)
