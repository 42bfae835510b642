"""Triton of another environment, in a child process that ends with this one and restarts if Triton aborts it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

from egraph_opt.process import parent_death
from egraph_opt.process.json_child import ChildDiedError, JsonChild

CHILD = Path(__file__).with_name("compiler_main.py")
START = 180.0
"""Time limit in seconds for importing Triton from a cold disk."""
_RAISED = re.compile(r"^[\w.]+(?:Error|Exception): ")
"""Error class in the last line of a traceback."""


class CannotReplay(Exception):
    """Reason why an environment cannot compile."""


class ProcessCompiler:
    """Compiler in another environment.

    Args:
        python: its interpreter.
        seconds: time limit of one request; then the child process is killed.
        memory: limit of the child's address space in bytes.

    Raises:
        CannotReplay: there is no such interpreter, or it has no Triton.
    """

    def __init__(self, python: str, seconds: float, memory: int) -> None:
        self._python, self._seconds, self._memory = python, seconds, memory
        self._lock = threading.Lock()
        self._child = JsonChild(self._spawn)
        self.version = self._start_child()

    def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request; after a failure only `error`, with `late` if the time limit was reached."""
        with self._lock:
            try:
                if self._child.process is None:
                    self._start_child()
                found: dict[str, Any] = self._child.ask(request, self._seconds)
                return found
            except CannotReplay as error:
                return {"error": str(error)}
            except TimeoutError:
                return {"error": f"the compiler gave no answer in {self._seconds:g} s", "late": True}
            except ChildDiedError as died:
                return {"error": f"the compiler died: {died}"}
            finally:
                if self._child.process is None:
                    self._clear()

    def close(self) -> None:
        """End the child process."""
        with self._lock:
            self._child.close()
            self._clear()

    def _start_child(self) -> str:
        """Start a child process, and return the version of its Triton."""
        try:
            answer = self._child.hear(START)
        except (TimeoutError, ChildDiedError) as error:
            assert self._process.stderr is not None
            said = self._process.stderr.read().decode(errors="replace").strip().splitlines()
            self._clear()
            why = _RAISED.sub("", said[-1]) if said else str(error) or "it gave no sign of itself in time"
            raise CannotReplay(f"{self._python}: it does not start: {why}") from None
        except OSError as error:
            self._clear()
            raise CannotReplay(f"{self._python}: {error.strerror}") from None
        if "error" in answer:
            self._child.close()
            self._clear()
            raise CannotReplay(f"{self._python}: {answer['error']}")
        return str(answer["version"])

    def _spawn(self) -> subprocess.Popen[bytes]:
        self._folder = tempfile.mkdtemp(prefix="egraph-opt-replay-")
        command = [self._python, "-I", str(CHILD), parent_death.__file__, str(os.getpid()), str(self._memory), self._folder]
        self._process = subprocess.Popen(
            command, env={**os.environ, "EGRAPH_OPT": "0"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        return self._process

    def _clear(self) -> None:
        """Remove the temporary files of a child process that has ended."""
        shutil.rmtree(self._folder, ignore_errors=True)
