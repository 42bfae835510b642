"""The benchmark of layers keeps of a configuration's two programs the one that the plug-in would. Without a GPU, with given times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("triton")

from triton.runtime.autotuner import Autotuner

from benchmarks.gpu.layers import choose, sides
from benchmarks.gpu.layers.choose import AGAIN, Choices
from benchmarks.gpu.layers.sides import OURS, PLAIN
from benchmarks.gpu.layers.table import configurations, tritons_kept
from tests.support import jit_kernels, tuned_kernels
from tests.support.jit_kernels import binary, matmul
from tests.support.tuned_kernels import Machine, config, launch, tuned

own_cache, machine, two_children = jit_kernels.own_cache, tuned_kernels.machine, tuned_kernels.two_children
FAST = config(16, 16, 16, 1, 1)
CONFIGS = [FAST, config(32, 32, 32, 2, 2)]


@pytest.fixture
def choices(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Choices]:
    monkeypatch.setattr(Autotuner, "run", Autotuner.run)  # which is put back
    sides.hook.cache_clear()
    found = Choices()
    found.watch()
    yield found
    sides.hook.cache_clear()


@pytest.mark.parametrize(("slower", "is_kept"), [(1.5, False), (0.5, True)])
def test_our_side_launches_the_faster_program(
    slower: float, is_kept: bool, choices: Choices, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed: dict[Any, bytes] = {}

    def in_turns(launches: Any, kernel: str, rounds: int) -> dict[Any, list[float]]:
        for each, run in launches.items():
            run()
            timed[each] = binary(machine.launched[-1])
        return {(each, side): [(slower if side == OURS else 1.0) if each == FAST else 1.2] * rounds for each, side in launches}

    monkeypatch.setattr(choose, "in_turns", in_turns)
    for _ in ("now", "with what the first run has left in the cache"):
        choices.rows.clear()
        matmul.device_caches.clear()
        kernel, programs = tuned(machine, CONFIGS), {}
        for side in (PLAIN, OURS):
            with choices.on(side):
                launch(kernel)
            programs[side] = binary(machine.launched[-1])
        assert timed[FAST, PLAIN] == timed[FAST, AGAIN] == programs[PLAIN] != timed[FAST, OURS], "each side times its own program"
        assert programs[OURS] == timed[FAST, OURS if is_kept else PLAIN]
    rows = {row["configuration"]: row for row in choices.rows}
    assert rows[str(FAST)]["kept"] == (OURS if is_kept else PLAIN)
    layers = [("module.X", {"configurations": choices.rows})]
    assert len(tritons_kept(layers)) == (not is_kept)
    (row,) = (row for row in configurations(layers) if row[1] == str(FAST))
    assert row[4] == ("2.000" if is_kept else "1.000") and row[6] == str(is_kept)
