"""Looks at a stream, for a host and a GPU of made-up speeds."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from egraph_opt.triton.launches.backlog import MIN_QUEUED_LAUNCHES, PERIOD, WAITING_PERIOD, Backlog


class Stream:
    """Launches one after the other: the time at which each is asked for, and at which it has ended."""

    def __init__(self) -> None:
        self.now = self.ended = 0.0

    def launch(self, host: float, kernel: float) -> None:
        self.now += host
        self.ended = max(self.ended, self.now) + kernel

    def event(self) -> Any:
        made = SimpleNamespace(at=0.0)
        made.record = lambda: setattr(made, "at", self.ended)
        made.query = lambda: self.now >= made.at
        return made


def launch(backlog: Backlog) -> bool:
    """Count a launch, and return whether it waits."""
    backlog.left -= 1
    if backlog.left <= 0:
        backlog.look()
    return backlog.waits


def average(monkeypatch: pytest.MonkeyPatch, plain: tuple[float, float], other: tuple[float, float], row: int = 4000) -> float:
    """Microseconds per launch, each as the backlog says; for both programs, the host's part and the kernel's.

    Args:
        row: number of launches after which the host waits for the GPU.
    """
    stream, backlog = Stream(), Backlog()
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(Event=stream.event)))  # type: ignore[arg-type]
    for _ in range(rows := 4000 // row):
        for _ in range(row):
            stream.launch(*(other if launch(backlog) else plain))
        stream.now = stream.ended
    return stream.ended / (rows * row)


@pytest.mark.parametrize("host", [5, 12, 18, 20, 22, 27, 30, 37, 39, 41, 60, 200])
@pytest.mark.parametrize(("plain", "other", "more"), [(40, 37, 3), (200, 150, 5), (30, 22, 8), (20, 14, 8), (16, 15, 4)])
def test_launches_take_the_faster_program(
    host: float, plain: float, other: float, more: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel that is faster, at more work for the host: never slower than either of the two programs alone."""
    both = max(host, plain), max(host + more, other)
    assert average(monkeypatch, (host, plain), (host + more, other)) <= 1.01 * min(both)


@pytest.mark.parametrize(("plain", "other", "more"), [(76, 70, 4), (40, 37, 3), (38, 35, 5)])
def test_rows_take_the_faster_program_soon(plain: float, other: float, more: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches wait again soon after the host has waited for the GPU."""
    both = [average(monkeypatch, one, one, 400) for one in ((25.0, plain), (25 + more, other))]
    assert average(monkeypatch, (25, plain), (25 + more, other), 400) <= 1.01 * min(both)


@pytest.mark.parametrize(("behind", "period"), [(False, PERIOD), (True, WAITING_PERIOD)])
def test_a_look_is_rare(behind: bool, period: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    event = SimpleNamespace(record=lambda: looks.append("record"), query=lambda: looks.append("query") or not behind)
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(Event=lambda: event)))  # type: ignore[arg-type]
    backlog = Backlog()
    waits = [launch(backlog) for _ in range(2 * WAITING_PERIOD)]
    while backlog.left > 1:
        waits.append(launch(backlog))
    first = len(looks)
    waits += [launch(backlog) for _ in range(3 * period)]
    assert looks[first:] == ["record", "query"] * 3
    assert waits == [False] * MIN_QUEUED_LAUNCHES + [behind] * (len(waits) - MIN_QUEUED_LAUNCHES)
