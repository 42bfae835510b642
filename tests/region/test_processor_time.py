"""The estimate of time on one thread: which savings of `latency` are certain enough to change a program."""

from __future__ import annotations

import pytest

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.encode.loop_nest import Nest, copying
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.processor_time import ERROR, missing_gain
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS

COPY = DeviceCommand("slow", (), (), 0.0, 65536, (copying(64, 128),))
BIAS = Nest("a,b b a,b", (64, 128), simple=3)
TRANSPOSED = Nest("a b,a a,b", (128, 64), simple=3)


def product(tail: Nest, moved: int = 82432) -> DeviceCommand:
    return DeviceCommand("dispatch", (), (), 1073152.0, moved, (Nest("a,c c,b a,b", (64, 128, 64), simple=2), tail))


def schedule(*commands: DeviceCommand) -> CommandSchedule:
    return CommandSchedule(list(commands), list(range(len(commands))))


def test_a_copy_less_is_certain_whatever_else_runs() -> None:
    long = product(BIAS)._replace(flops=1e12)
    assert not missing_gain(schedule(long, COPY), schedule(long))
    assert missing_gain(schedule(long), schedule(long, COPY))


def test_what_saves_nothing_is_no_gain() -> None:
    """A wave less is time on a device with streams, not on one thread."""
    said = missing_gain(schedule(COPY, product(BIAS)), schedule(product(BIAS), COPY))
    assert "would save nothing" in said and said.endswith("; all copies and fills take 6.2% of some 57.5 µs")


def test_a_changed_computation_must_save_more_than_the_error() -> None:
    seconds = 1073152.0 / 2e10 + 3e-7
    copy = DeviceCommand("copy", (), (), 0.0, int(2e10 * (ERROR * seconds - 3e-7)))
    for factor, certain in ((0.9, False), (1.1, True)):
        less = copy._replace(moved=int(copy.moved + (factor - 1.0) * ERROR * seconds * 2e10))
        said = missing_gain(schedule(less, product(BIAS)), schedule(product(BIAS, 82436)))
        assert certain == (not said), said


def test_transposed_elements_cost_more_than_the_copies_that_they_save() -> None:
    given, made = schedule(product(BIAS), COPY), schedule(product(TRANSPOSED))
    assert "more, and the estimate errs by" in missing_gain(given, made)


@pytest.mark.skipif(not available(), reason="needs IREE")
def test_towers_beside_each_other_stay_since_they_would_be_transposed() -> None:
    """IREE's code of the shorter schedule takes 1.12 times the time."""
    text = (CORPUS / "blocks" / "towers.mlir").read_text()
    result = optimize_text(text, "", RegionOptions(cost_model("latency")))
    assert result.ir == text and "more, and the estimate errs by" in result.functions[0].remark
    assert optimize_text(text, "", RegionOptions(cost_model("latency:streams=4"))).ir != text
