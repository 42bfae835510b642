"""Two versions of a kernel, without a GPU: real kernels, and launches that only note which version they would run."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.checker import check
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.text import read
from egraph_opt.text.register_attributes import warps_of
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice import noalias_version
from egraph_opt.triton.choice.noalias_version import NoaliasSource, best_version
from egraph_opt.triton.compile.least_savings import time_ratio
from egraph_opt.triton.launches import version_dispatch, version_search
from egraph_opt.triton.state import version_record
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, binary, compile_for, warm_up
from tests.support.launch_arrays import APART, OVERLAPPING

NAME = "layer_norm"
"""It writes the mean of each row before it reads the scale of each column."""


own_cache = jit_kernels.own_cache


@triton.jit
def scaled_sums(sum_ptr, root_ptr, in_ptr, scale_ptr, stride, POWERS: tl.constexpr, BLOCK: tl.constexpr):
    """The search finds a program with half the conversions, and each scale is loaded after a store."""
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + at[:, None] * stride + at[None, :]).to(tl.float32)
    for power in tl.static_range(POWERS):
        total = tl.sum(tl.exp2(x * power), axis=1)
        tl.store(sum_ptr + power * BLOCK + at, total.to(tl.float16))
        scale = tl.load(scale_ptr + power * BLOCK + at)
        tl.store(root_ptr + power * BLOCK + at, (tl.sqrt(total) * scale).to(tl.float16))


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The kernels that were launched."""
    found: list[Any] = []
    monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: found.append(kernel)))
    return found


def launch(kernel: Any, *arrays: Any) -> None:
    with driver(target_of("cuda:90")):
        kernel.run(1, 1, 1, 0, kernel.function, kernel.packed_metadata, None, None, None, *arrays, 256, 2, 256)


def made(**options: Any) -> Any:
    plugin.enable(**options)
    with driver(target_of("cuda:90")):
        return warm_up(NAME)


@pytest.mark.parametrize("arrays", APART.values(), ids=APART)
def test_arrays_that_are_apart_have_the_second_version(arrays: tuple[Any, ...], launched: list[Any]) -> None:
    kernel = made()
    launch(kernel, *arrays)
    (second,) = launched
    before, after = (read(each.asm["ttgir"]) for each in (kernel, second))
    assert check(before, after, strict=True, no_alias=True).equal
    assert not check(before, after, strict=True).equal
    assert (second.src, second.metadata.name) == (kernel.src, kernel.metadata.name) and binary(second) != binary(kernel)
    assert [version.name for version in plugin.report().versions] == [NAME]
    assert "1 in two versions" in str(plugin.report())


@pytest.mark.parametrize("arrays", OVERLAPPING.values(), ids=OVERLAPPING)
def test_others_have_the_first(arrays: tuple[Any, ...], launched: list[Any]) -> None:
    kernel = made()
    launch(kernel, *arrays)
    assert [binary(each) for each in launched] == [binary(kernel)]


def test_it_looks_like_the_first_version() -> None:
    kernel = made()
    assert (kernel.name, kernel.metadata.num_warps) == (NAME, 4) and "ttgir" in kernel.asm and "ttgir" in copy(kernel).asm


def test_it_can_be_turned_off() -> None:
    kernel = made(versions=False)
    assert isinstance(kernel, CompiledKernel) and binary(kernel) == binary(compile_for("cuda:90", NAME))


@pytest.mark.parametrize("settings", [{"confirm": False}, {"cost": "converts"}, {"place": "after-last"}], ids=str)
def test_nothing_is_made_that_machine_code_does_not_judge(settings: dict[str, Any]) -> None:
    assert isinstance(made(**settings), CompiledKernel)


def test_a_version_that_gains_nothing_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noalias_version, "predict_noalias_saving", lambda *_: 0.001)
    monkeypatch.setattr(version_dispatch, "saved_alone", lambda *_: 0.0)
    assert isinstance(made(), CompiledKernel)
    ARGUMENTS[NAME][0].device_caches.clear()
    monkeypatch.setattr(version_search, "best_version", lambda *_: pytest.fail("another process would look again"))
    assert isinstance(made(), CompiledKernel) and not plugin.report().versions


@pytest.mark.parametrize(("conversions", "factor"), [(4, 1.0), (8, 0.1)], ids=["of the result", "of Triton's"])
def test_the_second_version_may_be_of_tritons_program(conversions: int, factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search replaces Triton's program, which has eight conversions. The faster no-alias version of both is launched."""
    types = dict(sum_ptr="*fp16", root_ptr="*fp16", in_ptr="*fp16", scale_ptr="*fp32", stride="i32")
    monkeypatch.setitem(ARGUMENTS, "scaled_sums", (scaled_sums, types, dict(POWERS=4, BLOCK=64)))
    with plugin.enabled(rewrite=False):
        plain = compile_for("cuda:90", "scaled_sums")
    monkeypatch.setattr(noalias_version, "MAX_NEEDED", 1.0)
    use_of_code = version_search.use

    def use(kernel: Any) -> ResourceUse:
        found, is_tritons = use_of_code(kernel), count_conversions(kernel) == count_conversions(plain)
        return replace(found, path=found.path * factor, issued=found.issued * factor) if is_tritons else found

    monkeypatch.setattr(version_search, "use", use)
    plugin.enable()
    with driver(target_of("cuda:90")):
        kernel = warm_up("scaled_sums")
    assert (count_conversions(plain), count_conversions(kernel), count_conversions(kernel.second)) == (8, 4, conversions)
    before, after = (read(each.asm["ttgir"]) for each in (plain, kernel.second))
    assert check(before, after, strict=True, no_alias=True, apart=True).equal and not check(before, after, strict=True).equal


@pytest.mark.parametrize(
    ("saves", "path", "warps"), [(0.0, 600.0, 8), (0.0, 960.0, 4), (0.2, 10.0, 4)], ids=["faster", "as fast", "needs too much"]
)
def test_a_slower_program_may_have_the_faster_version(saves: float, path: float, warps: int) -> None:
    """Programs with four and eight warps stand for ours and Triton's: `path` is that of Triton's version, `warps` are those of the best."""
    with plugin.enabled(rewrite=False):
        ours, tritons = (compile_for("cuda:90", NAME, num_warps=number) for number in (4, 8))
    first, versions = ResourceUse(32, 0, 0, 4, 1000.0), {4: ResourceUse(32, 0, 0, 4, 970.0), 8: ResourceUse(32, 0, 0, 4, path)}
    sources = [NoaliasSource(ours, first), NoaliasSource(tritons, first, time_ratio(saves))]
    processor = processor_of("cuda:90")
    assert processor is not None

    def compile_version(version: noalias_version.NoaliasVersion) -> Any:
        return SimpleNamespace(asm={"ttgir": version.text}, metadata=SimpleNamespace(shared=0))

    def measure(program: Any) -> ResourceUse:
        return versions[warps_of(program.asm["ttgir"]) or 0]

    found = best_version(sources, "cuda:90", processor, lambda _: "", compile_version, measure)
    assert found is not None and warps_of(found.version.text) == warps


def count_conversions(kernel: Any) -> int:
    return int(kernel.asm["ttgir"].count("ttg.convert_layout"))


def test_another_process_finds_both(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(made(), version_dispatch.Versions)
    ARGUMENTS[NAME][0].device_caches.clear()
    monkeypatch.setattr(version_search, "use", lambda kernel: pytest.fail("what it gains is known"))
    assert isinstance(made(), version_dispatch.Versions)


def test_what_is_not_in_tritons_cache_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = made()
    assert (
        version_record.stored_program(first, (first.hash, "another.json"))
        is version_record.stored_program(first, ("0" * 64, "layer_norm.json"))
        is None
    )
    ARGUMENTS[NAME][0].device_caches.clear()
    monkeypatch.setattr(version_dispatch, "stored_program", lambda *_: None)
    assert binary(made().second) == binary(first.second)


def test_what_goes_wrong_leaves_the_first_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("not proved")

    monkeypatch.setattr(noalias_version, "with_loads_earlier", broken)
    with pytest.warns(RuntimeWarning, match="no second version: not proved"):
        assert isinstance(made(), CompiledKernel)


def test_parameters_that_are_no_arguments_are_skipped() -> None:
    signature, arrays = {"a": "constexpr", "b": "*fp32", "n": "constexpr", "c": "*fp32", "m": "i32"}, Arrays((0,), (1,))
    assert version_dispatch.parameters(signature, arrays) == ((1,), (3,))
    assert version_dispatch.parameters({**signature, "t": ("i32", "i32")}, arrays) is None
    assert version_dispatch.parameters({**signature, "t": "tensordesc<fp16[64, 64]>"}, arrays) is None
