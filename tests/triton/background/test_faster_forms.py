"""Kernels without a tuner get other stages, and descriptors, in the background; without a GPU: launches only note what they run."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.cost.target import target
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.text import read
from egraph_opt.triton.background import faster_forms, kernel_improvement
from egraph_opt.triton.background.background_job import KernelResult, parse_result
from egraph_opt.triton.background.faster_forms import RaisedForm, deepen, describe_kernel, separate_loops
from egraph_opt.triton.choice.gain_hints import may_deepen
from egraph_opt.triton.choice.pipeline_depth import (
    MAX_RESIDENT,
    PipelinedProgram,
    bytes_per_stage,
    deeper_stages,
    has_indirect_loads,
    is_faster_with_fewer,
    is_faster_without_copies,
    longest_product_loop,
    resident_limit,
)
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.launches.depth_dispatch import DepthDispatch
from egraph_opt.triton.launches.kernel_forms import DeeperForm, DescriptorForm, DescriptorText
from tests.support import jit_kernels, noted_launches
from tests.support.launch_arrays import IN, OUT
from tests.support.noted_launches import again, launch

own_cache, one_child, launched = jit_kernels.own_cache, noted_launches.one_child, noted_launches.launched
H200 = target("sm90")


def program(
    stages: int,
    registers: int = 128,
    path: float = 1000.0,
    spilled: int = 0,
    each: int = 24576,
    issued: float = 1000.0,
    copies: str = "LDGSTS",
) -> PipelinedProgram:
    use = ResourceUse(registers, spilled, stages * each, 4, path, 2.0 * each, issued)
    return PipelinedProgram(stages, use, frozenset((copies,)))


def test_a_small_launch_has_more_stages_and_a_large_one_has_more_instances() -> None:
    assert resident_limit(program(3), program(5), H200) == 1  # 3 instances with 2 stages ahead hide as much as one with 4
    assert resident_limit(program(3, each=5120), program(5, each=5120), H200) == MAX_RESIDENT


def test_fewer_resident_instances_must_hide_latency_as_well() -> None:
    own = program(2, each=16384)
    assert own.use.occupancy(H200) == 4 and program(5, each=16384).use.occupancy(H200) == 2
    assert resident_limit(own, program(5, path=900.0, each=16384), H200) == 2
    assert resident_limit(own, program(5, path=500.0, each=16384), H200) == MAX_RESIDENT


@pytest.mark.parametrize(
    "slower",
    [program(5, path=1200.0), program(5, spilled=200), program(5, each=14848)],
    ids=["longer path", "spills", "no more ahead"],
)
def test_a_deeper_program_that_is_slower_or_copies_nothing_ahead_is_not_used(slower: PipelinedProgram) -> None:
    assert resident_limit(program(3), slower, H200) == 0


def test_stages_are_tried_until_enough_bytes_are_in_flight() -> None:
    assert deeper_stages(program(3), 24576) == [5, 4]
    assert deeper_stages(program(3), 32768) == [4]
    assert deeper_stages(program(3), 49152) == []
    assert deeper_stages(program(1), 49152) == [3, 2]
    assert deeper_stages(program(3, copies="UTMALDG"), 49152) == [4]


LOOP = """tt.func public @f(%a: !tt.ptr<i32>, %b: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %from = tt.addptr %a, %i : !tt.ptr<i32>, i32
    %at = tt.load %from : !tt.ptr<i32>
    %to = tt.addptr %b, %at : !tt.ptr<f32>, i32
    %x = tt.load %to : !tt.ptr<f32>
    tt.store %to, %x : !tt.ptr<f32>
  }
  tt.return
}"""


def test_a_loop_that_loads_addresses_needs_twice_as_many_stages() -> None:
    (indirect,), (plain,) = (read(text).functions() for text in (LOOP, LOOP.replace("%b, %at", "%b, %i")))
    assert has_indirect_loads(indirect) and not has_indirect_loads(plain)
    assert deeper_stages(program(1), 49152, is_indirect=True) == [5, 4, 3, 2]


def test_shared_memory_after_the_loop_is_not_counted_as_stages() -> None:
    buffer = "%a = ttg.local_alloc : () -> !ttg.memdesc<{}x128x64xbf16, #shared, #smem, mutable> loc(#loc)\n"
    rotated = 2 * buffer.format(3)
    assert bytes_per_stage(rotated + buffer.format(1), 3, 163880) == 2 * 128 * 64 * 2
    assert bytes_per_stage(rotated, 3, 73728) == 24576  # what is live at once shares memory
    assert bytes_per_stage(rotated, 5, 163880) == 32776 == bytes_per_stage("", 5, 163880)
    assert bytes_per_stage("%i = ttg.local_alloc : () -> !ttg.memdesc<3x16xi32, #shared, #smem, mutable>", 3, 49152) == 16384


def test_two_stages_are_faster_if_they_save_instructions_and_hide_loads_as_well() -> None:
    assert is_faster_with_fewer(program(3), program(2, path=1040.0, issued=860.0), H200)
    assert is_faster_with_fewer(
        program(3, each=32768), program(2, path=1400.0, issued=860.0, each=32768), H200
    )  # one more instance


@pytest.mark.parametrize(
    "slower",
    [program(2, issued=950.0), program(2, path=1700.0, issued=860.0), program(2, spilled=8, issued=860.0)],
    ids=["few instructions saved", "longer path", "spills"],
)
def test_two_stages_are_not_used_where_they_wait_longer_or_save_little(slower: PipelinedProgram) -> None:
    assert not is_faster_with_fewer(program(3), slower, H200)


def test_nothing_is_copied_ahead_where_that_clearly_saves_latency() -> None:
    assert is_faster_without_copies(program(2), program(1, path=880.0), H200)
    assert is_faster_without_copies(program(2, each=65536), program(1, path=1700.0, each=65536), H200)  # two more instances


@pytest.mark.parametrize(
    "slower",
    [program(1, path=950.0), program(1, path=880.0, issued=1001.0), program(1, path=880.0, spilled=8)],
    ids=["little latency saved", "more instructions", "spills"],
)
def test_two_stages_stay_where_loads_hide_hardly_better(slower: PipelinedProgram) -> None:
    assert not is_faster_without_copies(program(2), slower, H200)


@pytest.mark.parametrize("path", [880.0, 950.0])
def test_a_kernel_with_two_stages_is_compiled_without_copies(path: float, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = {1: path, 2: 1000.0}
    monkeypatch.setattr(faster_forms, "describe_program", lambda _, stages, *__: program(stages, path=paths.get(stages, 2000.0)))
    kernel = SimpleNamespace(asm={"ttgir": "", "cubin": b""}, metadata=SimpleNamespace(shared=49152, num_warps=4))
    own = describe_kernel(kernel, {"num_stages": 2})
    found = deepen(LOOP, own, lambda *_: kernel, "cuda:90", H200)
    assert (found[0].program.stages if found is not None else None) == (1 if path == 880.0 else None)


def test_loops_that_load_through_descriptors_may_deepen() -> None:
    loop = "scf.for {{ {} tt.dot }}"
    assert may_deepen({"ttir": loop.format("tt.descriptor_load")}) and may_deepen({"ttir": loop.format("tt.load")})
    assert not may_deepen({"ttir": loop.format("tt.store")})


class Launched:
    """Compiled kernel that notes its launches."""

    def __init__(self, name: str, found: list[tuple[str, str, int]]) -> None:
        self.function, self.packed_metadata, self.launch_metadata = name, name, lambda *_: None
        self.metadata = None
        self._found = found

    def run(self, x: int, y: int, z: int, stream: Any, function: str, packed: str, *_: Any) -> None:
        self._found.append((function, packed, x * y * z))


def test_each_grid_launches_the_program_of_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.triton.launches.depth_dispatch.multiprocessors", lambda _: 132.0)
    found: list[tuple[str, str, int]] = []
    own, deeper = Launched("own", found), Launched("deeper", found)
    both = DepthDispatch(own, deeper, 2)
    for x, y in ((1, 1), (132, 2), (265, 1)):
        both.run(x, y, 1, None, "own", "own", None, None, None)
    assert found == [("deeper", "deeper", 1), ("deeper", "deeper", 264), ("own", "own", 265)]
    assert both.choose_kernel((), (265, 1, 1, None)) is own and both.choose_kernel((), (1, 1, 1, None)) is deeper


def test_a_deeper_program_that_copies_past_writes_is_launched_where_arrays_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.triton.launches.depth_dispatch.multiprocessors", lambda _: 132.0)
    found: list[tuple[str, str, int]] = []
    own, deeper = Launched("own", found), Launched("deeper", found)
    both = DepthDispatch(own, deeper, 2, Arrays((1,), (0,)))
    for arrays in ((IN, OUT), (IN, IN), (IN, 7)):
        both.run(1, 1, 1, None, "own", "own", None, None, None, *arrays)
        assert both.choose_kernel(arrays, (1, 1, 1, None)) is (deeper if OUT in arrays else own)
    assert [name for name, *_ in found] == ["deeper", "own", "own"]


PERSISTENT = """tt.func public @f(%a: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %t = %c0 to %n step %c1 : i32 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %a : !tt.ptr<f32>
    }
  } {tt.flatten}
  tt.return
}"""
BUFFER = "%a = ttg.local_alloc : () -> !ttg.memdesc<3x128x64xbf16, #shared, #smem, mutable>\n"


@pytest.mark.parametrize("copies", [1, 2])
def test_loops_are_not_fused_where_the_inner_one_then_copies_more_ahead(copies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faster_forms, "describe_program", lambda _, stages, *__: program(stages, path=500.0 * stages))

    def make(text: str, options: dict[str, Any]) -> Any:
        return SimpleNamespace(
            asm={"ttir": text, "ttgir": BUFFER * (copies if "tt.flatten" in text else 2), "cubin": b""},
            metadata=SimpleNamespace(shared=98304, num_warps=4),
        )

    own = describe_kernel(make(PERSISTENT, {}), {"num_stages": 3})
    text, form = separate_loops(PERSISTENT, own, make, "cuda:90")
    assert ("tt.flatten" in text) == (form is own) == (copies == 2)
    assert form.trips == ((64.0,) if form is own else (1.0, 64.0))
    found = deepen(PERSISTENT, own, make, "cuda:90", H200)
    assert (found is None) == (form is own) and (found is None or found[1] == MAX_RESIDENT)


@pytest.mark.parametrize(("best", "kept"), [(1000.0, True), (900.0, False)])
def test_descriptors_are_used_where_the_optimised_kernel_needs_more_instructions(
    best: float, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = SimpleNamespace(hash="h", asm={"ttgir": ""}, metadata=SimpleNamespace(_asdict=dict))
    raised = RaisedForm(DescriptorText("text"), faster_forms.CompiledForm(made, {"num_stages": 3}, program(3)), None)
    optimized = SimpleNamespace(issued=950.0)
    result = KernelResult(("h", "h.json"))
    monkeypatch.setattr(kernel_improvement, "_optimize", lambda *_: (result, optimized))
    monkeypatch.setattr(
        kernel_improvement, "describe_kernel", lambda kernel, options: SimpleNamespace(program=program(3, issued=kernel.issued))
    )
    recipe = Recipe(None, "", None, {}, None, {}, None)  # type: ignore[arg-type]
    hook = SimpleNamespace(noted=SimpleNamespace(notes_of_program=lambda _: None))
    found = kernel_improvement._optimize_descriptors(recipe, raised, SimpleNamespace(issued=best), hook)  # type: ignore[arg-type]
    assert found == (DescriptorForm(raised.raised, result.at, 3) if kept else None)


STORING = """tt.func public @k(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %from = tt.addptr %READ, %i : !tt.ptr<f32>, i32
    %x = tt.load %from : !tt.ptr<f32>
    %to = tt.addptr %b, %i : !tt.ptr<f32>, i32
    tt.store %to, %x : !tt.ptr<f32>
  }
  tt.return
}"""


@pytest.mark.parametrize("read", ["%a", "%b"], ids=["another array", "the same array"])
@pytest.mark.parametrize("deeper", [True, False], ids=["more stages", "own stages"])
def test_descriptors_with_more_stages_are_for_arrays_that_do_not_overlap(
    read: str, deeper: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def try_deeper(*arguments: Any) -> Any:
        asked.append(arguments[-1])
        return (form(5), MAX_RESIDENT) if deeper and arguments[-1] else None

    def form(stages: int, issued: float = 900.0, copies: str = "UTMALDG") -> Any:
        kernel = SimpleNamespace(metadata=SimpleNamespace(name="k"))
        return faster_forms.CompiledForm(kernel, {"num_stages": stages}, program(stages, issued=issued, copies=copies))

    monkeypatch.setattr(faster_forms, "raise_to_descriptors", lambda *_: DescriptorText("text", Arrays((2,), (0, 3))))
    monkeypatch.setattr(faster_forms, "kernel_text", lambda _: "kernel")
    monkeypatch.setattr(faster_forms, "_compile_fitting", lambda *_: form(3))
    monkeypatch.setattr(faster_forms, "deepen", try_deeper)
    text, own = STORING.replace("%READ", read), form(3, issued=1000.0, copies="LDGSTS")
    found = faster_forms.with_descriptors(text, own, lambda *_: None, "cuda:90", H200, True)
    assert found is not None and asked == [read == "%a"]
    is_deeper = deeper and read == "%a"
    assert found.form.program.stages == (5 if is_deeper else 3)
    assert found.raised.arrays == (Arrays((1, 2), (0, 3)) if is_deeper else Arrays((2,), (0, 3)))


def test_results_are_remembered() -> None:
    result = KernelResult(
        ("a", "a.json"),
        deeper=DeeperForm(("b", "b.json"), 1, 5, Arrays((1,), (0,))),
        descriptors=DescriptorForm(
            DescriptorText("text", Arrays((1,), (0, 2))), ("c", "c.json"), 4, DeeperForm(("d", "d.json"), 1, 5)
        ),
    )
    import json

    assert parse_result(json.loads(json.dumps(result.record()))) == result
    assert parse_result(["a", "a.json", None, None, None, [2]]) == KernelResult(("a", "a.json"), units=(2,))
    assert parse_result(["a", "a.json", None, None, None]) is None, "an older version's"
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


PRODUCTS = """module {{
  tt.func public @k(%n: i32, %a: tensor<16x16xf16>) {{
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %zero = arith.constant dense<0.0> : tensor<16x16xf32>
    %pid = tt.get_program_id x : i32
    %few = arith.remsi %pid, %c4 : i32
    %r = scf.for %i = %c0 to {end} step %c1 iter_args(%x = %zero) -> (tensor<16x16xf32>) : i32 {{
      %d = tt.dot %a, %a, %x : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
      scf.yield %d : tensor<16x16xf32>
    }}
    tt.return
  }}
}}
"""


@pytest.mark.parametrize(("end", "trips", "stages"), [("%c4", 4.0, [3]), ("%few", 3.0, []), ("%n", math.inf, [5, 4, 3])])
def test_short_loops_do_not_copy_far_ahead(end: str, trips: float, stages: list[int]) -> None:
    (function,) = read(PRODUCTS.format(end=end)).functions()
    assert longest_product_loop(function) == trips
    assert deeper_stages(program(2), 8192.0, trips=trips) == stages
