"""Processes that are started anew, as no fork is, and do one call after another for the process that started them.

A call goes through pipes: its length, then the function's name and the arguments by `cloudpickle`, which sends what a script's own
`__main__` defines by value. `egraph_opt/process/serve.py` is the child's program.
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

HEAD = 8
"""Bytes that say how long what follows is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a function returned, or what it raised."""

    value: Any = None
    error: Exception | None = None


class Worker:
    """One child. Pipes are read and written as they are: a buffer's lock may be held by a thread that a fork does not have."""

    def __init__(self) -> None:
        import subprocess  # takes time to load, and hardly any process calls

        root = str(Path(__file__).resolve().parents[2])
        # The child finds its modules where this process does, and the plug-in is not for what it does itself.
        path = os.pathsep.join(dict.fromkeys((*(os.path.abspath(each) for each in sys.path), root)))
        self.process = subprocess.Popen(
            [sys.executable or "python3", "-P", "-m", "egraph_opt.process.serve", str(os.getpid())],
            env={**os.environ, "PYTHONPATH": path, "EGRAPH_OPT": "0"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        self.to, self.back = self.process.stdin.fileno(), self.process.stdout.fileno()

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The answer to a request.

        Raises:
            EOFError: the child is gone.
            TimeoutError: there was no answer in time.
        """
        deadline = time.monotonic() + seconds
        os.set_blocking(self.to, False)
        rest = memoryview(len(request).to_bytes(HEAD, "little") + request)
        while rest:
            self._wait([], [self.to], deadline)
            try:
                rest = rest[os.write(self.to, rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise EOFError from None
        return self._read(int.from_bytes(self._read(HEAD, deadline), "little"), deadline)

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
        """Kill the child, with what it started, and return its exit status."""
        if self.process.poll() is None:
            with suppress(OSError):  # it leads a session of its own
                os.killpg(self.process.pid, signal.SIGKILL)
        code = self.process.wait()
        self._close()
        return code

    def abandon(self) -> None:
        """Let go of a parent's child in a fork: it is not this process's to wait for, and must not take it for its parent."""
        self.process.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class Workers:
    """The children of this process: as many as there are calls at once. No lock guards them, which a fork could find held."""

    def __init__(self) -> None:
        self._idle: list[Worker] = []
        self._busy: list[Worker] = []

    def call(self, function: str, arguments: tuple[Any, ...], named: dict[str, Any], seconds: float) -> Answer:
        """What a function, given as `module:name`, returns or raises in a child.

        Raises:
            TimeoutError: the child took too long.
            OSError: it died, or the arguments or the answer cannot be sent.
        """
        import cloudpickle  # takes time to load, and hardly any process calls

        try:
            request = cloudpickle.dumps((function, cloudpickle.dumps((arguments, named))))
        except Exception as error:
            raise OSError(f"an argument cannot be sent to a fresh process: {type(error).__name__}: {error}") from None
        while True:
            worker, waited = self._taken()
            try:
                answer = worker.ask(request, seconds)
            except EOFError:
                self._busy.remove(worker)
                if (code := worker.end()) == 0 and waited:  # it had just ended for want of calls
                    continue
                raise OSError(f"the fresh process {_ended(code)}") from None
            except BaseException as error:
                self._busy.remove(worker)
                worker.end()
                if isinstance(error, TimeoutError):
                    raise TimeoutError(f"the fresh process did not answer within {seconds:g} s") from None
                raise
            self._busy.remove(worker)
            self._idle.append(worker)
            return _loaded(answer)

    def _taken(self) -> tuple[Worker, bool]:
        """A child, now busy, and whether it had been idle."""
        try:
            worker, waited = self._idle.pop(), True
        except IndexError:
            worker, waited = Worker(), False
        self._busy.append(worker)
        return worker, waited

    def end(self) -> None:
        """End the children that wait for a call."""
        while self._idle:
            self._idle.pop().end()

    def kill(self) -> None:
        """Kill all children, from another thread than the one that calls: its call raises OSError."""
        for worker in (*self._idle, *self._busy):
            with suppress(OSError):
                os.killpg(worker.process.pid, signal.SIGKILL)

    def forget(self) -> None:
        """In a fork: they are its parent's."""
        for worker in (*self._idle, *self._busy):
            worker.abandon()
        self._idle, self._busy = [], []


def _ended(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"


def _loaded(answer: bytes) -> Answer:
    """Raises OSError."""
    try:
        value, error, said = pickle.loads(answer)
    except Exception as failed:
        raise OSError(f"the fresh process's answer cannot be read: {type(failed).__name__}: {failed}") from None
    if said:
        raise OSError(said)
    return Answer(value, error)
