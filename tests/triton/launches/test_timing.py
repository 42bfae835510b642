"""Comparison of launches in a row, for made-up times."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt.triton.launches import timing
from egraph_opt.triton.launches.timing import Comparison, Row, compared


def comparison(
    monkeypatch: pytest.MonkeyPatch, plain: list[Row], other: list[Row], alone: tuple[float, float] = (100.0, 100.0)
) -> Comparison:
    """Compare two kernels whose timings in a row are these, over and over; a first one of each only counts launches."""
    found = {"plain": plain, "other": other}
    asked = dict.fromkeys(found, -1)

    def timed(kernel: str, *_: Any) -> Row:
        asked[kernel] += 1
        return found[kernel][(asked[kernel] - 1) % len(found[kernel])]

    monkeypatch.setattr(timing, "_row", timed)
    monkeypatch.setattr(timing, "_alone", lambda kernel, *_: alone[kernel == "other"])
    result = compared("plain", "other", lambda kernel: None, lambda: None)
    assert result is not None and set(asked.values()) == {len(timing.ORDER)}
    return result


def test_the_gain_is_that_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock halves in every second turn, for both."""
    found = comparison(monkeypatch, [Row(110, 5), Row(220, 5)], [Row(100, 7), Row(200, 7)], (120.0, 100.0))
    assert found == Comparison((120.0, 100.0), (1.2, 1.1))
    assert comparison(monkeypatch, [Row(100, 5), Row(200, 5)], [Row(125, 7), Row(250, 7)]).gains == (1.0, 0.8)


def test_a_host_that_may_be_the_limit_says_nothing_about_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    assert comparison(monkeypatch, [Row(10, 9)], [Row(11, 10.9)], (20.0, 10.0)) == Comparison((20.0, 10.0), (2.0,))
    assert len(comparison(monkeypatch, [Row(40, 9)], [Row(11, 10.9)]).gains) == 1


def test_a_kernel_that_cannot_be_launched_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def timed(kernel: str, *_: Any) -> Row:
        if kernel == "other":
            raise RuntimeError("out of resource: shared memory")
        return Row(10, 5)

    back: list[int] = []
    monkeypatch.setattr(timing, "_row", timed)
    assert compared("plain", "other", lambda kernel: None, lambda: back.append(1)) is None
    assert back, "memory is as it was"
