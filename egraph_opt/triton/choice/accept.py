"""Triton's parser and verifier in a child process: on some texts libtriton aborts the process that it runs in.

The child lives as long as its parent and answers one text after another, so that a check costs only the parsing. This file is
also the child's program: run by path, it imports Triton and nothing of this package.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import threading
from collections import deque
from typing import Any, Protocol

WATCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "process", "parent.py")
"""Path of a file that this one also uses as a program."""

PARSED = "program.ttgir"
"""Name of the file that a text is parsed from, as errors say it."""


class Accepts(Protocol):
    """Protocol of checkers that know which texts Triton accepts."""

    def start(self) -> None: ...

    def refusal(self, text: str) -> str: ...


class Acceptor:
    """Checker in a child process that is started on first use (or by `start`), and again after it died."""

    def __init__(self, timeout: float = 30.0) -> None:
        self._timeout = timeout
        self._lock = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._accepted: deque[str] = deque(maxlen=4)
        """Texts that are likely to be checked again."""
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.close)

    def start(self) -> None:
        """Start the child, so that it loads while the caller does something else."""
        with self._lock:
            self._started()

    @property
    def child(self) -> int | None:
        """Process number of the child, or None."""
        child = self._child
        return None if child is None else child.pid

    def refusal(self, text: str) -> str:
        """Return the reason why Triton refuses a text; empty if it accepts it."""
        with self._lock:
            if text in self._accepted:
                return ""
            child = self._started()
            assert child.stdin is not None and child.stdout is not None
            try:
                child.stdin.write(json.dumps(text) + "\n")
                child.stdin.flush()
                ready, _, _ = select.select([child.stdout], [], [], self._timeout)
                line = child.stdout.readline() if ready else ""
            except OSError:
                line = ""
            except BaseException:  # an interrupt: the late answer would be read as that of the next text
                child.kill()
                self._child = None
                raise
            if line:
                refusal = str(json.loads(line))
                self._accepted += [] if refusal else [text]
                return refusal
            child.kill()
            code = child.wait()
            self._child = None
            return "Triton's parser gave no answer" if code == -9 else f"Triton's parser died with exit status {code}"

    def close(self) -> None:
        """End the child."""
        with self._lock:
            if (child := self._child) is not None:
                self._child = None
                try:
                    child.communicate(timeout=1.0)  # at the end of its input it clears up
                except (OSError, subprocess.TimeoutExpired):
                    child.kill()
                    child.communicate()

    def _started(self) -> subprocess.Popen[str]:
        if self._child is None or self._child.poll() is not None:
            import triton

            # The child imports the same Triton as its parent, wherever the parent found it.
            root = os.path.dirname(os.path.dirname(os.path.abspath(triton.__file__)))
            path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
            self._child = subprocess.Popen(
                [sys.executable, "-P", os.path.abspath(__file__), WATCH, str(os.getpid())],
                env={**os.environ, "PYTHONPATH": path, "EGRAPH_OPT": "0"}, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        return self._child

    def _forget(self) -> None:
        """Detach a forked process from the child: the child, and the lock that another thread may hold, stay with the parent."""
        child, in_use = self._child, self._lock.locked()
        self._lock = threading.Lock()
        self._child = None
        if child is not None:
            child.returncode = 0  # this process must not wait for it
            if not in_use:  # else a thread that no longer exists holds the locks of its pipes
                for pipe in (child.stdin, child.stdout):
                    assert pipe is not None
                    pipe.close()


def _serve(watch: str, parent: int) -> None:
    import runpy
    import shutil
    import tempfile

    from triton._C.libtriton import amd, ir, nvidia

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libtriton prints to stdout too
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as said:
        end_with = runpy.run_path(watch)["end_with"]
        end_with(parent, lambda: shutil.rmtree(folder, ignore_errors=True))
        os.dup2(said.fileno(), 2)
        path = os.path.join(folder, PARSED)
        for line in sys.stdin:
            with open(path, "w") as file:
                file.write(json.loads(line))
            print(json.dumps(_refusal(path, ir, (ir, nvidia, amd), said)), file=answers, flush=True)


def _refusal(path: str, ir: Any, dialects: tuple[Any, ...], said: Any) -> str:
    said.seek(0)
    said.truncate()
    context = ir.context()
    for of in dialects:
        of.load_dialects(context)
    try:
        module = ir.parse_mlir_module(path, context)
        module.context = context
        if module.verify():
            return ""
        error = "the module does not verify"
    except Exception as failed:
        error = f"{type(failed).__name__}: {failed}"
    said.seek(0)
    return next((line.strip() for line in said if "error:" in line), error)


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))
