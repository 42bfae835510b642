"""Progress of a run, and the counts at its end."""

from __future__ import annotations

from typing import Any

import pytest

from egraph_opt.apps.fleet.records.progress import Progress, duration
from egraph_opt.apps.fleet.records.tally import Tally


def record(verdict: str, key: str = "k", **costs: float | None) -> dict[str, Any]:
    meta = {"origin": "computed", "cpu": 1.0, "wall": 1.0, "attempts": 1}
    return {"verdict": verdict, "key": key, "reason": "why\nmore", "costs": {"m": costs}, "result": {}, "meta": meta}


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (99, "99 s"), (130, "2 min"), (3540, "59 min"), (11100, "3 h 5 min")]
)
def test_times_are_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_a_line_a_minute_says_rate_rest_and_counts() -> None:
    now, said, tally = [0.0], list[str](), Tally()
    tally.add(record("same"), fresh=False)
    with Progress(11, 1, said.append, terminal=False, clock=lambda: now[0]) as progress:
        for verdict in ("better", "better", "worse", "same", "failed"):
            now[0] += 25.0
            tally.add(record(verdict), fresh=True)
            progress.update(tally)
    assert said == ["4/11 functions: 0.04/s, 3 min left; 2 better, 1 same, 1 worse"]


def test_a_terminal_gets_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    tally, said = Tally(), list[str]()
    with Progress(2, 0, said.append, terminal=True) as progress:
        tally.add(record("better"), fresh=True)
        progress.update(tally)
    assert "1/2" in capsys.readouterr().err and not said


def test_the_last_line_counts_what_there_is() -> None:
    tally = Tally()
    for each in (
        record("better", "a", ours=2.0, input=8.0), record("same", "a", ours=2.0, greedy=2.0, input=9.0), record("failed", "b"),
        record("same", "c", ours=0.0, input=0.0),
    ):  # fmt: skip
        tally.add(each, fresh=True)
    assert (
        tally.summary()
        == "4 functions: 1 better, 2 same, 1 failed; modelled m ×0.630 of Triton's or the input's (geomean); 1 duplicate"
    )
    assert tally.reasons == {"why": 1} and tally.cpu == 4.0
