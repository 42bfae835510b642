"""Compiler under another version of Triton, in a child process that is restarted if Triton aborts it."""

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
"""Time limit in seconds for the start of a child process, which imports Triton."""
_RAISED = re.compile(r"^[\w.]+(?:Error|Exception): ")
"""Pattern of the error class in the last line of a traceback."""


class CannotReplay(Exception):
    """Error: a Python environment cannot compile; the message says why."""


class ProcessCompiler:
    """Compiler in another Python environment.

    Args:
        python: interpreter of the environment.
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
        """Return the answer to a request. After a failure, the answer has only `error`, and `late` if the time limit was reached."""
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
        with self._lock:
            self._child.close()
            self._clear()

    def _start_child(self) -> str:
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
        shutil.rmtree(self._folder, ignore_errors=True)
