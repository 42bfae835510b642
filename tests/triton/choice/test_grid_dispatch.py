"""Launches choose among equal programs by their grids, without a GPU: real kernels, and launches that only note what they would run."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("triton")

from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.checker import check
from egraph_opt.machine.launch_cycles import MAX_WHOLE_ROUNDS, ProgramResources, lasts
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.text import read
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice import noalias_version
from egraph_opt.triton.choice.grid_dispatch import STAY, ByGrid, may_win, saved_alone, saved_by_many
from egraph_opt.triton.compile import code_judge, grid_alternative
from egraph_opt.triton.launches import version_dispatch, version_search
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, binary, compile_for, warm_up
from tests.support.launch_arrays import APART, OVERLAPPING

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
MULTIPROCESSORS = 132
ALONE, MANY = (MULTIPROCESSORS, 1, 1), (100, 40, 2)
"""A grid with an instance for each multiprocessor, and one with 60."""
SOONER, MORE = ProgramResources(1, 700.0, 50.0), ProgramResources(2, 1000.0, 50.0)
"""Program with a short path, and program with more instances at once."""


def test_a_grid_says_which() -> None:
    by_grid = ByGrid([SOONER, MORE], MULTIPROCESSORS)
    assert by_grid.order(MULTIPROCESSORS) == (0, 1) and by_grid.order(8000) == (1, 0)
    assert ByGrid([SOONER, MORE], MULTIPROCESSORS / 8).order(MULTIPROCESSORS * 2) == (1, 0), "clusters take eight at once"


def test_spills_count() -> None:
    assert ByGrid([SOONER._replace(spilled=1000), MORE], MULTIPROCESSORS).order(MULTIPROCESSORS) == (1, 0)


def test_the_preferred_program_stays_where_the_other_gains_little() -> None:
    better = ProgramResources(MORE.held, MORE.path * (1.0 - STAY / 2), MORE.issued)
    assert ByGrid([MORE, better], MULTIPROCESSORS).order(8000) == (0, 1)
    assert ByGrid([MORE, MORE._replace(path=MORE.path / 2)], MULTIPROCESSORS).order(8000) == (1, 0)


@pytest.mark.parametrize(
    "other",
    [MORE, SOONER, ProgramResources(3, 1300.0, 90.0), ProgramResources(1, 2000.0, 10.0), ProgramResources(32, 690.0, 80.0)],
    ids=str,
)
def test_a_program_that_may_win_wins_somewhere(other: ProgramResources) -> None:
    wins = [each for each in range(1, 40 * MAX_WHOLE_ROUNDS) if lasts(other, each) < lasts(SOONER, each) * (1.0 - STAY)]
    assert may_win(other, SOONER) is bool(wins)


@pytest.mark.parametrize(
    ("other", "saves"),
    [
        (SOONER._replace(held=2), 1 - (700 / 2 + 30) / (700 + 30)),
        (SOONER._replace(held=2, path=700.0 * (1 + STAY / 2)), 1 - (707 / 2 + 30) / (700 + 30)),
        (MORE, 0.0),
        (SOONER._replace(held=2, spilled=1000), 0.0),
        (SOONER, 0.0),
    ],
    ids=str,
)  # fmt: skip
def test_many_instances_save_only_with_a_program_that_no_launch_loses_by(other: ProgramResources, saves: float) -> None:
    assert saved_by_many(other, SOONER) == pytest.approx(saves, abs=1e-4)


BOUND = {
    "TorchAO's product of 8-bit floats": ((4, 14733.0, 1511.0, 0, 5248.0), (4, 12626.0, 1646.0, 0, 5472.0), 2048, False),
    "the same, alone": ((4, 14733.0, 1511.0, 0, 5248.0), (4, 12626.0, 1646.0, 0, 5472.0), 132, True),
    "chunk_bwd_kernel_dh of GLA": ((2, 20719.0, 4692.0, 0, 14592.0), (2, 19678.0, 4754.0, 0, 14656.0), 256, False),
    "chunk_bwd_kernel_dh of GSA": ((3, 15104.0, 4534.0, 0, 10112.0), (3, 14808.0, 4714.0, 0, 10368.0), 128, True),
    "chunk_rwkv6_bwd_kernel_dh": ((2, 16690.0, 4015.0, 0, 14592.0), (2, 13799.0, 4024.0, 0, 14656.0), 256, True),
    "chunk_dplr_bwd_kernel_dhu of RWKV7": ((2, 26166.0, 4290.0, 0, 16640.0), (2, 24531.0, 4997.0, 0, 17216.0), 64, True),
}
"""Programs that copy ahead for asynchronous products, their no-alias versions, grids, and whether the versions are faster on an H200."""


@pytest.mark.parametrize(("first", "second", "grid", "is_faster"), BOUND.values(), ids=BOUND)
def test_copies_decide_by_the_grid_whether_loads_may_come_earlier(
    first: tuple[float, ...], second: tuple[float, ...], grid: int, is_faster: bool
) -> None:
    resources = [ProgramResources(int(held), *others) for held, *others in (second, first)]
    order = ByGrid(resources, MULTIPROCESSORS, has_noalias=True).order(grid)
    assert (order[0] == 0) is is_faster


SCALARS = ProgramResources(32, 7934.0, 231.5), ProgramResources(32, 4809.0, 287.0)
"""`chunk_global_cumsum_scalar_kernel` of flash-linear-attention, whose resident instances need all issue slots, and its version."""


def test_few_instances_do_not_compete_for_issue_slots() -> None:
    first, noalias = SCALARS
    assert saved_alone(noalias, first) == pytest.approx(1.0 - (4809 + 0.6 * 287) / (7934 + 0.6 * 231.5))
    assert saved_alone(noalias._replace(path=7900.0), first) == 0.0, "too little is saved"
    assert saved_alone(noalias._replace(issued=100.0), first) == 0.0, "a loop is unrolled"
    by_grid = ByGrid([noalias, first], MULTIPROCESSORS, has_noalias=True, most=1.0)
    assert [by_grid.order(grid)[0] for grid in (64, MULTIPROCESSORS, MULTIPROCESSORS + 1)] == [0, 0, 1]


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The kernels that were launched."""
    found: list[Any] = []
    monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: found.append(kernel)))
    return found


def launch(kernel: Any, grid: tuple[int, int, int], *arguments: Any) -> None:
    with driver(target_of("cuda:90")):
        kernel.run(*grid, 0, kernel.function, kernel.packed_metadata, None, None, None, *arguments)


def made(name: str, **options: Any) -> Any:
    plugin.enable(**options)
    with driver(target_of("cuda:90")):
        return warm_up(name)


def test_a_second_version_of_fewer_instances_is_for_small_grids(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    def use(kernel: Any) -> ResourceUse:
        first = kernel.asm["ttgir"] == kernels[0].asm["ttgir"]
        return ResourceUse(120, 0, 0, 8, 1000.0) if first else ResourceUse(240, 0, 0, 8, 700.0)

    kernels = [made("layer_norm", versions=False)]
    ARGUMENTS["layer_norm"][0].device_caches.clear()
    monkeypatch.setattr(version_search, "use", use)
    kernel = made("layer_norm")
    apart, overlapping = ((*arrays, 256, 2, 256) for arrays in (APART["all four"], OVERLAPPING["in place"]))
    for grid, arguments in ((ALONE, apart), (MANY, apart), (ALONE, overlapping), (MANY, overlapping)):
        launch(kernel, grid, *arguments)
    assert [binary(each) == binary(kernel) for each in launched] == [False, True, True, True]


def test_a_second_version_that_saves_nothing_among_many_is_for_few(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    monkeypatch.setattr(noalias_version, "predict_noalias_saving", lambda *_: 0.001)
    kernel = made("layer_norm")
    for grid in (ALONE, MANY):
        launch(kernel, grid, *APART["all four"], 256, 2, 256)
    assert [binary(each) == binary(kernel) for each in launched] == [False, True]


@pytest.fixture
def rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Triton's own program has more instances at once than ours."""
    monkeypatch.setattr(code_judge, "may_win", lambda *_: True)
    monkeypatch.setattr(version_search, "program_resources", lambda use, *_: MORE if use == theirs() else SOONER)


def theirs() -> ResourceUse:
    with plugin.enabled(rewrite=False):
        return version_search.use(compile_for("cuda:90", "row_sums"))


@pytest.mark.usefixtures("rivals")
def test_tritons_own_program_is_kept_for_large_grids(launched: list[Any]) -> None:
    kernel = made("row_sums")
    assert isinstance(kernel, version_dispatch.Versions) and [version.own for version in plugin.report().versions] == [True]
    assert "1 with Triton's own program for some grids" in str(plugin.report())
    for grid in (ALONE, MANY):
        launch(kernel, grid, *range(1, 4), 64, 4, 64)
    ours, its = launched
    assert binary(ours) == binary(kernel) and binary(its) != binary(kernel)
    assert check(read(its.asm["ttgir"]), read(ours.asm["ttgir"]), strict=True).equal
    assert (its.src, its.metadata.name) == (kernel.src, kernel.metadata.name)
    with plugin.enabled(rewrite=False):
        assert binary(its) == binary(compile_for("cuda:90", "row_sums"))


@pytest.mark.usefixtures("rivals")
def test_another_process_finds_it(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    made("row_sums")
    ARGUMENTS["row_sums"][0].device_caches.clear()
    monkeypatch.setattr(version_search, "use", lambda kernel: pytest.fail("what it takes is known"))
    monkeypatch.setattr(grid_alternative, "_store_kernel", lambda *_: pytest.fail("it is stored"))
    launch(made("row_sums"), MANY, *range(1, 4), 64, 4, 64)
    with plugin.enabled(rewrite=False):
        assert binary(launched[0]) == binary(compile_for("cuda:90", "row_sums"))


@pytest.mark.usefixtures("rivals")
def test_it_is_compiled_again_where_the_choice_alone_is_remembered(monkeypatch: pytest.MonkeyPatch, launched: list[Any]) -> None:
    """Another number of stages gives the same program in TTGIR, and another key in Triton's cache."""
    made("row_sums")
    ARGUMENTS["row_sums"][0].device_caches.clear()
    monkeypatch.setattr(grid_alternative, "_store_kernel", lambda *_: pytest.fail("it was not compiled beside ours"))
    with driver(target_of("cuda:90")):
        kernel = warm_up("row_sums", num_stages=4)
    launch(kernel, MANY, *range(1, 4), 64, 4, 64)
    with plugin.enabled(rewrite=False):
        assert binary(launched[0]) == binary(compile_for("cuda:90", "row_sums"))


def test_machine_code_must_not_predict_a_loss() -> None:
    """A program with half the modelled cost, but a longer path and fewer instances, stays Triton's."""
    found = code_judge.SearchResult("x", cost=(100.0, 50.0))
    processor = processor_of("cuda:90")
    assert processor is not None
    plain, ours = (
        code_judge.StageResults({}, {"shared": 0}, 1.0, ResourceUse(registers, 0, 0, 8, path))
        for registers, path in ((120, 1000.0), (140, 990.0))
    )
    result, made = code_judge.better(found, plain, ours, "", processor)
    assert made is plain and result.text is None
