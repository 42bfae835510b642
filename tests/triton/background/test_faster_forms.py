"""Kernels without a tuner get more pipeline stages, and descriptors, in the background; without a GPU: launches only note what they run."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.cost.target import target
from egraph_opt.families.layout.emit.load_scheduling import Arrays
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.triton.background.background_job import KernelResult, parse_result
from egraph_opt.triton.background.faster_forms import DeeperForm, DescriptorForm
from egraph_opt.triton.choice.pipeline_depth import MAX_RESIDENT, PipelinedProgram, deeper_stages, resident_limit
from egraph_opt.triton.launches.descriptor_kernel import DescriptorText
from tests.support import jit_kernels, noted_launches
from tests.support.noted_launches import again, launch

own_cache, one_child, launched = jit_kernels.own_cache, noted_launches.one_child, noted_launches.launched
H200 = target("sm90")


def program(stages: int, registers: int = 128, path: float = 1000.0, spilled: int = 0, each: int = 24576) -> PipelinedProgram:
    use = ResourceUse(registers, spilled, stages * each, 4, path, 2.0 * each, 1000.0)
    return PipelinedProgram(stages, use, frozenset())


def test_a_small_launch_has_more_stages_and_a_large_one_has_more_instances() -> None:
    assert resident_limit(program(3), program(5), H200) == 1  # 3 instances with 2 stages ahead hide as much as one with 4
    assert resident_limit(program(3, each=5120), program(5, each=5120), H200) == MAX_RESIDENT


@pytest.mark.parametrize(
    "slower",
    [program(5, path=1200.0), program(5, spilled=200), program(5, each=14848)],
    ids=["longer path", "spills", "no more ahead"],
)
def test_a_deeper_program_that_is_slower_or_copies_nothing_ahead_is_not_used(slower: PipelinedProgram) -> None:
    assert resident_limit(program(3), slower, H200) == 0


def test_stages_are_tried_until_enough_bytes_are_in_flight() -> None:
    assert deeper_stages({"num_stages": 3}, 3 * 24576) == [5, 4]
    assert deeper_stages({"num_stages": 3}, 3 * 32768) == [4]
    assert deeper_stages({"num_stages": 3}, 3 * 49152) == []
    assert deeper_stages({"num_stages": 1}, 49152) == [3, 2]


def test_results_are_remembered() -> None:
    result = KernelResult(
        ("a", "a.json"),
        deeper=DeeperForm(("b", "b.json"), 1, 5),
        descriptors=DescriptorForm(DescriptorText("text", Arrays((1,), (0, 2))), ("c", "c.json"), 4),
    )
    import json

    assert parse_result(json.loads(json.dumps(result.record()))) == result
    assert parse_result(["a", "a.json", None, None]) == KernelResult(("a", "a.json"))
    assert parse_result([1]) is None


def test_a_small_launch_takes_the_deeper_program(launched: list[Any]) -> None:
    plugin.enable(descriptors=False)
    launch("matmul")
    plugin.finish()
    launch("matmul")
    assert [kernel.metadata.num_stages for kernel in launched] == [3, 5]
    (record,) = [each for each in plugin.report().kernels if "5 pipeline stages" in each.change]
    assert record.outcome == "changed"
    again()
    plugin.enable(descriptors=False)  # as another process: the result is in the cache
    launch("matmul")
    assert launched[-1].metadata.num_stages == 5


def test_without_stages_the_kernel_keeps_its_own(launched: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    plugin.enable(descriptors=False, stages=False)
    launch("matmul")
    plugin.finish()
    launch("matmul")
    assert {kernel.metadata.num_stages for kernel in launched} == {3}
