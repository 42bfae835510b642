"""The sentinel without a GPU: real kernels, compiled by Triton, run by the interpreter; what a compiler does wrong is planted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.apps.sentinel.comparison import reproduce
from egraph_opt.apps.sentinel.comparison.equal_programs import candidates
from egraph_opt.apps.sentinel.launch_guard import LAUNCHES, WatchedKernel
from egraph_opt.triton.capture.fake_driver import FakeTensor, driver, target_of
from tests.support import jit_kernels
from tests.support.interpreted import Array, Gpu, array, interpreted
from tests.support.jit_kernels import ARGUMENTS, warm_up

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process

NAME = "layer_norm"
"""It has two programs, and both write what the interpreter can follow."""
GRID = (2, 1, 1)


@triton.jit
def totals(out_ptr, in_ptr, BLOCK: tl.constexpr):
    """The order in which program instances add decides about last bits."""
    at = tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr + at % 4, tl.load(in_ptr + tl.program_id(0) * BLOCK + at))


@triton.jit
def copied(out_ptr, in_ptr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(in_ptr + at))


@triton.jit
def through_a_table(table_ptr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(tl.load(table_ptr).to(tl.pointer_type(tl.float32)) + at, at.to(tl.float32))


def tensors() -> list[Any]:
    """Return the arguments of `layer_norm`: the output is not initialised, and the mean shares memory with the scale."""
    chance = np.random.default_rng(3)
    out = array(np.full((4, 256), np.nan, np.float32))
    given = array(chance.standard_normal((4, 256)).astype(np.float32))
    shared = chance.uniform(0.5, 1.5, 256 + 16).astype(np.float32).view(np.uint8)
    return [out, given, Array(shared, np.float32), Array(shared, np.float32, 4 * 256), 256, 2, 256]


def launch(kernel: Any, arguments: list[Any], grid: tuple[int, int, int] = GRID) -> None:
    kernel.run(*grid, 0, kernel.function, kernel.packed_metadata, None, None, None, *arguments)


def kept() -> list[Any]:
    """Return the kernels that Triton launches from now on."""
    return [kernel for cache in ARGUMENTS[NAME][0].device_caches.values() for kernel in cache[0].values()]


def watched(folder: Path | bool = True, **options: Any) -> Any:
    plugin.enable(sentinel=folder, **options)
    with driver(target_of("cuda:90")):
        return warm_up(NAME)


def compiled(function: Any, grid: tuple[int, ...], *arguments: Any, **constants: int) -> Any:
    with driver(target_of("cuda:90")):
        return function.warmup(*arguments, grid=grid, **constants)


def is_ours(text: str) -> bool:
    """Ours has at most one conversion, Triton's two."""
    return text.count("ttg.convert_layout") < 2


def without_root(text: str) -> str:
    """Wrong code: the deviation is taken for its square."""
    new = text.replace("math.sqrt", "math.exp2")
    assert new != text
    return new


def planted(in_ours: bool, damage: Callable[[str], str] = without_root) -> Callable[[str], str]:
    return lambda text: damage(text) if is_ours(text) is in_ours else text


def test_equal_programs_leave_the_same_bits_and_nothing_else_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu, kernel, arguments = Gpu(monkeypatch), watched(), tensors()
    assert isinstance(kernel, WatchedKernel)
    seen: list[bytes] = []
    monkeypatch.setattr(gpu, "damage", lambda text: seen.append(arguments[0].memory.tobytes()) or text)
    launch(kernel, arguments)
    (found,) = plugin.report().guarded
    assert found.found == "same" and found.programs[:2] == ("triton", "ours") and not found.alarm
    assert len(set(seen)) == 1 and seen[0] != arguments[0].memory.tobytes(), "only the launch itself writes"
    assert gpu.launched[-1] is not gpu.launched[0] and not gpu.launched[0].metadata.enable_fp_fusion
    assert gpu.launched[-1].metadata.enable_fp_fusion
    assert "1 compared" in str(plugin.report()) and "compiled wrongly" not in str(plugin.report())


def test_after_some_launches_nothing_stands_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    Gpu(monkeypatch)
    kernel = watched(versions=False)
    for number in range(LAUNCHES):
        assert kept() == [kernel], number
        launch(kernel, tensors())
    assert [type(each) for each in kept()] == [CompiledKernel]


@pytest.mark.parametrize(("in_ours", "agrees"), [(True, "Triton's program"), (False, "the plug-in's program")])
def test_a_planted_miscompilation_is_seen_and_an_interpreter_says_where(
    in_ours: bool, agrees: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Gpu(monkeypatch, planted(in_ours))
    kernel = watched(tmp_path / "found")
    with pytest.warns(
        RuntimeWarning, match=r"layer_norm \(num_warps=4, num_stages=3\) is compiled wrongly in one of two equal programs"
    ):
        launch(kernel, tensors())
    (found,) = plugin.report().alarms
    assert (found.found, found.other) == ("different", "ours") and found.agrees == f"an interpreter agrees with {agrees}"
    assert "out_ptr" in found.reason and "1 compiled wrongly" in str(plugin.report())
    assert found.folder in plugin.report().guarded_table().replace("\n", "") or found.folder


def test_there_is_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    Gpu(monkeypatch, planted(in_ours=True))
    kernel = watched()
    with pytest.warns(RuntimeWarning, match="compiled wrongly") as seen:
        launch(kernel, tensors())
        ARGUMENTS[NAME][0].device_caches.clear()
        with driver(target_of("cuda:90")):
            again = ARGUMENTS[NAME][0].warmup(*(FakeTensor("float32"),) * 4, 64, grid=(1,), ROWS=2, BLOCK=128)
        launch(again, [*tensors()[:5], 2, 128])
    assert len([each for each in seen if "egraph_opt" in str(each.message)]) == 1
    assert len(plugin.report().alarms) == 2 and all(each.folder == "" for each in plugin.report().alarms)


def test_a_reproducer_shows_the_difference_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = Gpu(monkeypatch, planted(in_ours=False))
    kernel, arguments = watched(tmp_path / "found"), tensors()
    before = [arguments[0].memory.copy(), arguments[1].memory.copy(), arguments[2].memory.copy()]
    with pytest.warns(RuntimeWarning, match="to reproduce: "):
        launch(kernel, arguments)
    (folder,) = (tmp_path / "found").iterdir()
    assert str(folder) == plugin.report().alarms[0].folder and folder.name == NAME
    report = json.loads((folder / "report.json").read_text())
    assert report["versions"].keys() >= {"triton", "python", "egraph-opt", "ptxas"} and "an interpreter agrees" in report["says"]
    assert [memory["bytes"] for memory in report["memories"]] == [len(each) for each in before]
    assert all("seed" in memory for memory in report["memories"]) and not (folder / "inputs.npz").exists()
    left = []
    for program in report["programs"]:
        assert program["options"]["enable_fp_fusion"] is False
        memories = reproduce.contents(report, folder)
        given = [
            Array(memories[a["memory"]], a["type"], a["offset"]) if "memory" in a else a["value"] for a in report["arguments"]
        ]
        signature = {argument["name"]: "" for argument in report["arguments"]}
        interpreted(gpu.damage((folder / program["file"]).read_text()), signature, given, tuple(report["grid"]))
        left.append(memories)
    assert not np.array_equal(left[0][0], left[1][0])
    assert compile((folder / "reproduce.py").read_text(), "reproduce.py", "exec")


def test_inputs_are_kept_where_random_ones_do_not_show_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong code that is wrong for one value only."""

    arguments = tensors()
    arguments[1].values[5] = 3.0
    gpu = Gpu(monkeypatch)
    run = gpu.run

    def wrong_for_three(kernel: Any, *rest: Any) -> None:
        given = rest[9:]
        special = given[1].values[5] == 3.0 and is_ours(kernel.asm["ttgir"])
        gpu.damage = without_root if special else str
        run(kernel, *rest)

    monkeypatch.setattr(gpu, "run", wrong_for_three)
    kernel = watched(tmp_path / "found")
    with pytest.warns(RuntimeWarning, match="compiled wrongly"):
        launch(kernel, arguments)
    (folder,) = (tmp_path / "found").iterdir()
    report = json.loads((folder / "report.json").read_text())
    assert not any("seed" in memory for memory in report["memories"])
    assert [each.tobytes() for each in reproduce.contents(report, folder)][1] == arguments[1].memory.tobytes()


def test_what_depends_on_the_order_of_atomics_is_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, gpu = Random(5), Gpu(monkeypatch)
    run = gpu.run

    def in_any_order(kernel: Any, x: int, y: int, z: int, *rest: Any) -> None:
        numbers = list(range(x))
        chance.shuffle(numbers)
        for number in numbers:
            shifted = [rest[6], Array(rest[7].memory, np.float32, 4 * 128 * number), 128]
            run(kernel, 1, 1, 1, *rest[:6], *shifted)

    monkeypatch.setattr(gpu, "run", in_any_order)
    values = np.random.default_rng(1).standard_normal(16 * 128).astype(np.float32)
    plugin.enable(sentinel=True)
    kernel = compiled(totals, (16,), FakeTensor("float32"), FakeTensor("float32"), BLOCK=128)
    launch(kernel, [array(np.zeros(4, np.float32)), array(values), 128], (16, 1, 1))
    (found,) = plugin.report().guarded
    assert found.found == "unstable" and "out_ptr" in found.reason and not found.alarm
    totals.device_caches.clear()


def test_a_program_that_crashes_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crashes(text: str) -> str:
        raise RuntimeError("CUDA error: an illegal memory access was encountered")

    Gpu(monkeypatch, planted(True, crashes))
    kernel = watched(tmp_path / "found")
    with pytest.warns(RuntimeWarning, match="does not end well"), pytest.raises(RuntimeError, match="illegal"):
        launch(kernel, tensors())
    (found,) = plugin.report().alarms
    assert (found.found, found.other) == ("crashed", "ours") and "cannot tell" in found.agrees
    (folder,) = (tmp_path / "found").iterdir()
    assert (folder / "inputs.npz").exists(), "small inputs are kept beforehand"


def test_what_is_not_proved_to_leave_the_same_bits_is_not_compared() -> None:
    with driver(target_of("cuda:90")):
        with plugin.enabled(sentinel=True, versions=False):
            kernel = warm_up(NAME)
        program, made = kernel._program, kernel._kernel
        other = SimpleNamespace(asm={**made.asm, "ttgir": without_root(made.asm["ttgir"])})
        for launched, reassociated, has_ours in ((made, True, True), (other, True, False), (made, False, True)):
            found = candidates(made, launched, program.target, program.options, reassociated)
            assert ("ours" in [each.name for each in found]) is has_ours


def test_pointers_made_of_integers_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = Gpu(monkeypatch)
    monkeypatch.setattr(gpu, "run", lambda *_: None)
    plugin.enable(sentinel=True)
    kernel = compiled(through_a_table, (1,), FakeTensor("int64"), BLOCK=128)
    launch(kernel, [array(np.zeros(4, np.int32)), 128])
    (found,) = plugin.report().guarded
    assert found.found == "skipped" and "pointers of integers" in found.reason
    through_a_table.device_caches.clear()


def test_without_layouts_to_change_loads_and_stores_take_others(monkeypatch: pytest.MonkeyPatch) -> None:
    Gpu(monkeypatch)
    plugin.enable(sentinel=True)
    kernel = compiled(copied, (1,), FakeTensor("float32"), FakeTensor("float32"), BLOCK=128)
    launch(kernel, [array(np.zeros(128, np.float32)), array(np.arange(128, dtype=np.float32)), 128], (1, 1, 1))
    (found,) = plugin.report().guarded
    assert found.found == "same" and found.programs == ("triton", "detour", "assembled")
    copied.device_caches.clear()


def test_the_tuned_kernel_is_the_one_that_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    from egraph_opt.triton.launches import timed_choice

    Gpu(monkeypatch)
    monkeypatch.setattr(timed_choice, "device_name", lambda: "a GPU")
    monkeypatch.setattr(timed_choice, "Rewind", lambda arguments: lambda: None)
    monkeypatch.setattr(timed_choice, "measure", lambda kernels, *_: {name: 0.5 if name == "first" else 1.0 for name in kernels})
    kernel = watched(tune=True)
    launch(kernel, tensors())
    assert [each.found for each in plugin.report().guarded] == ["same"] and len(plugin.report().tuned) == 1
    assert kept() == [kernel], "it is looked at again"


def test_without_it_nothing_is_wrapped() -> None:
    plugin.enable(versions=False)
    with driver(target_of("cuda:90")):
        assert type(warm_up(NAME)) is CompiledKernel
    assert plugin.report().guarded == ()
