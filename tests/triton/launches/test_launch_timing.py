"""Comparison of two kernels, for made-up times."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt.triton.launches import launch_timing
from egraph_opt.triton.launches.launch_timing import ORDER, KernelTiming, compare_kernels

Graph = tuple[str, int]
"""A kernel, and its number of launches."""


def comparison(
    monkeypatch: pytest.MonkeyPatch, plain: list[float], other: list[float], alone: tuple[float, float] = (100.0, 100.0)
) -> KernelTiming:
    """Compare two kernels whose launches in graphs take this long, over and over."""
    found = {"plain": plain, "other": other}
    replayed = dict.fromkeys(found, 0)

    def timed(graph: Graph, _: Any) -> float:
        kernel, count = graph
        replayed[kernel] += 1
        return found[kernel][(replayed[kernel] - 1) % len(found[kernel])] * count

    monkeypatch.setattr(launch_timing, "_record_graph", lambda kernel, _, count: (kernel, count))
    monkeypatch.setattr(launch_timing, "_replay_graph", timed)
    monkeypatch.setattr(launch_timing, "_time_kernel", lambda kernel, *_: alone[kernel == "other"])
    result = compare_kernels("plain", "other", lambda kernel: None, lambda: None)
    assert result is not None and set(replayed.values()) == {len(ORDER)}
    return result


def test_the_gain_is_that_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock halves in every second turn, for both."""
    found = comparison(monkeypatch, [110.0, 220.0], [100.0, 200.0], (120.0, 100.0))
    assert found.microseconds == (120.0, 100.0) and found.gains == pytest.approx((1.2, 1.1))
    assert comparison(monkeypatch, [100.0, 200.0], [125.0, 250.0]).gains == pytest.approx((1.0, 0.8))


@pytest.mark.parametrize(("alone", "count"), [(2.0, 500), (100.0, 50), (1e5, 2)])
def test_a_graph_lasts_for_a_turn_where_it_can(alone: float, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    monkeypatch.setattr(launch_timing, "_time_kernel", lambda *_: alone)
    monkeypatch.setattr(launch_timing, "_record_graph", lambda kernel, _, count: counts.append(count))
    monkeypatch.setattr(launch_timing, "_replay_graph", lambda *_: 1.0)
    compare_kernels("plain", "other", lambda kernel: None, lambda: None)
    assert counts == [count, count]


def test_a_kernel_that_cannot_be_launched_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def timed(kernel: str, *_: Any) -> float:
        if kernel == "other":
            raise RuntimeError("out of resource: shared memory")
        return 10.0

    back: list[int] = []
    monkeypatch.setattr(launch_timing, "_time_kernel", timed)
    assert compare_kernels("plain", "other", lambda kernel: None, lambda: back.append(1)) is None
    assert back, "memory is as it was"
