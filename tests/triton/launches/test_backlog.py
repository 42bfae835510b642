"""Looks at a stream, for a host and a GPU of made-up speeds."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from egraph_opt.triton.launches.backlog import BEHIND, PERIOD, WAITING_PERIOD, Backlog


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


def average(
    monkeypatch: pytest.MonkeyPatch, plain: tuple[float, float], other: tuple[float, float], launches: int = 4000
) -> float:
    """Microseconds per launch, each as the backlog says; for both programs, the host's part and the kernel's."""
    stream, backlog = Stream(), Backlog()
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(Event=stream.event)))  # type: ignore[arg-type]
    for _ in range(launches):
        stream.launch(*(other if launch(backlog) else plain))
    return stream.ended / launches


@pytest.mark.parametrize("host", [5, 12, 18, 20, 22, 27, 30, 37, 39, 41, 60, 200])
@pytest.mark.parametrize(("plain", "other", "more"), [(40, 37, 3), (200, 150, 5), (30, 22, 8), (20, 14, 8), (16, 15, 4)])
def test_launches_take_the_faster_program(
    host: float, plain: float, other: float, more: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel that is faster, at more work for the host: never slower than either of the two programs alone."""
    both = max(host, plain), max(host + more, other)
    assert average(monkeypatch, (host, plain), (host + more, other)) <= 1.01 * min(both)


@pytest.mark.parametrize(("behind", "period"), [(False, PERIOD), (True, WAITING_PERIOD)])
def test_a_look_is_rare(behind: bool, period: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    event = SimpleNamespace(record=lambda: looks.append("record"), query=lambda: looks.append("query") or not behind)
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(Event=lambda: event)))  # type: ignore[arg-type]
    backlog = Backlog()
    waits = [launch(backlog) for _ in range(3 * period)]
    assert looks == ["record", "query"] * 3 and waits == [False] * BEHIND + [behind] * (3 * period - BEHIND)
