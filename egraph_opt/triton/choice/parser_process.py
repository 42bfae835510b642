"""Triton's parser and verifier in a child process, since libtriton aborts its process on some inputs."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections import deque
from typing import Protocol

from egraph_opt.process import parent_death
from egraph_opt.process.json_child import ChildDiedError, JsonChild
from egraph_opt.triton.choice import parser_child


class Accepts(Protocol):
    """Interface of a check whether Triton accepts a text."""

    def start(self) -> None: ...

    def refusal(self, text: str) -> str: ...


class Acceptor:
    """Triton's parser in a child process, which is started by `start` or at the first text, and restarted after a crash."""

    def __init__(self, timeout: float = 30.0) -> None:
        self._timeout = timeout
        self._child = JsonChild(_spawn)
        self._accepted: deque[str] = deque(maxlen=4)
        """Accepted texts that are likely to be checked again."""
        atexit.register(self.close)

    def start(self) -> None:
        """Start the child process without waiting for it."""
        self._child.start()

    @property
    def child(self) -> int | None:
        return self._child.process

    def refusal(self, text: str) -> str:
        """Return the reason why Triton rejects a text; empty if it accepts it."""
        if text in self._accepted:
            return ""
        self._child.start()
        try:
            refusal = str(self._child.ask(text, self._timeout))
        except TimeoutError:
            return "Triton's parser gave no answer"
        except ChildDiedError as died:
            return f"Triton's parser died: {died}"
        if not refusal:
            self._accepted.append(text)
        return refusal

    def close(self) -> None:
        """Close the child's input, so that the child exits."""
        self._child.close(1.0)


def _spawn() -> subprocess.Popen[bytes]:
    import triton

    # The child imports the same Triton as its parent, wherever the parent found it.
    root = os.path.dirname(os.path.dirname(os.path.abspath(triton.__file__)))
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", os.path.abspath(parser_child.__file__), os.path.abspath(parent_death.__file__), str(os.getpid())],
        env={**os.environ, "PYTHONPATH": path, "EGRAPH_OPT": "0"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
