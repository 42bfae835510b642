"""Program of the child processes in `egraph_opt.process.worker_pool`: `python -m egraph_opt.process.worker_main PARENT_PID`.

The program makes the calls that its input requests. The process ends with its parent, at the end of the input, or after
`IDLE_SECONDS` without a call.
"""

from __future__ import annotations

import os
import pickle
import select
import sys
from contextlib import suppress
from importlib import import_module

import cloudpickle

from egraph_opt.process.parent_death import end_with
from egraph_opt.process.worker_pool import LENGTH_BYTES

IDLE_SECONDS = 300
"""Seconds to wait for the next call."""


def serve(parent: int) -> None:
    end_with(parent)
    requests, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # output of engines is not an answer
    while (head := _taken_from(requests, LENGTH_BYTES)) is not None:
        request = _taken_from(requests, int.from_bytes(head, "little"))
        if request is None:
            break
        answer = _encode_outcome(request)
        left = memoryview(len(answer).to_bytes(LENGTH_BYTES, "little") + answer)
        while left:
            left = left[os.write(answers, left) :]


def _taken_from(pipe: int, size: int) -> bytes | None:
    """Read `size` bytes; return None at the end of the input, or on a timeout."""
    parts = bytearray()
    while len(parts) < size:
        if not select.select([pipe], [], [], IDLE_SECONDS)[0] or not (part := os.read(pipe, min(size - len(parts), 1 << 20))):
            return None
        parts += part
    return bytes(parts)


def _encode_outcome(request: bytes) -> bytes:
    """Make the requested call, and return as bytes its result, its exception, or the reason why it was impossible."""
    value, error, said = None, None, ""
    try:
        name, sent = pickle.loads(request)
        module, _, function = name.partition(":")
        call = getattr(import_module(module), function)
        try:
            arguments, named = pickle.loads(sent)
        except Exception as failed:
            said = f"an argument cannot be read in a fresh process: {type(failed).__name__}: {failed}"
        else:
            value = call(*arguments, **named)
    except Exception as raised:
        error = raised
    try:
        answer = cloudpickle.dumps((value, error, said))
        if error is not None:
            pickle.loads(answer)
    except Exception as failed:
        what = failed if error is None else error
        answer = pickle.dumps((None, None, f"{type(what).__name__}: {what}"))
    return bytes(answer)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        serve(int(sys.argv[1]))
