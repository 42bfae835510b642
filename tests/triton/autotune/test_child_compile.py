"""Configurations that child processes compile are what this process would make of them, and each source is made once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import wraps
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton import knobs
from triton.compiler.compiler import ASTSource, make_backend
from triton.language.extra import cuda
from triton.runtime import driver

import egraph_opt.triton as plugin
from egraph_opt.triton.autotune import child_compile, parallel_compile
from egraph_opt.triton.autotune.child_compile import Sources, watching
from egraph_opt.triton.capture.fake_driver import FakeTensor, target_of
from egraph_opt.triton.compile import child_pools
from egraph_opt.triton.compile.child_pools import crew
from egraph_opt.triton.compile.ttgir_stage import context_for, parse
from egraph_opt.triton.state.cache_keys import as_triton_alone
from tests.support import jit_kernels, tuned_kernels
from tests.support.tuned_kernels import CONFIGS, SIZE, TOO_LARGE, Machine, config, launch, tuned

own_cache, machine = jit_kernels.own_cache, tuned_kernels.machine
SAME_SOURCE = [config(64, 64, 32, warps, stages) for warps in (4, 8) for stages in (2, 3)]


@pytest.fixture(autouse=True)
def two_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_pools, "LEAST_PROCESSORS", 1)
    monkeypatch.setattr(crew, "_number", lambda: 2)


@pytest.fixture(autouse=True, scope="module")
def ended() -> Iterator[None]:
    yield
    if crew._executor is not None:
        crew._executor.shutdown(kill_workers=True)
        crew._forget()


@pytest.fixture
def fronts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often Triton's front end ran in this process, by kernel."""
    ran: Counter[str] = Counter()
    make_ir = ASTSource.make_ir

    @wraps(make_ir)
    def counted(source: Any, *rest: Any, **named: Any) -> Any:
        ran[source.name] += 1
        return make_ir(source, *rest, **named)

    monkeypatch.setattr(ASTSource, "make_ir", counted)
    return ran


@pytest.fixture
def stages_here(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a stage ran in this process."""
    from triton.backends.nvidia.compiler import CUDABackend

    ran: Counter[str] = Counter()
    make = CUDABackend.make_llir
    monkeypatch.setattr(CUDABackend, "make_llir", lambda backend, *rest: (ran.update(["llir"]), make(backend, *rest))[1])
    return ran


def of_kernel(kernel: Any) -> Mapping[str, Any]:
    """Return texts and metadata of a kernel; TTIR is parsed once more, since Triton's parser renames arguments of loops."""
    backend = make_backend(driver.active.get_current_target())
    ttir = {name: str(parse(kernel.asm[name], context_for(backend))) for name in ("source", "ttir")}
    return {**kernel.asm, **ttir, "metadata": kernel.metadata._asdict()}


def compiled(machine: Machine, configs: list[Any], function: Any = jit_kernels.matmul) -> list[Any]:
    tuner = tuned(machine, configs, function)
    arrays = [FakeTensor("float16") for _ in range(3)]
    arguments = (*arrays, *[SIZE] * 6) if function is jit_kernels.matmul else (arrays[0],)
    tuner.nargs = dict(zip(tuner.arg_names, arguments, strict=False))
    with as_triton_alone():
        return [kernel for _, kernel in parallel_compile.build_launches(tuner, configs, {"grid": (64, 1, 1)})]


def test_children_compile_what_triton_compiles_here(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, stages_here: Counter[str]
) -> None:
    there = compiled(machine, [TOO_LARGE, *CONFIGS])
    assert not stages_here
    monkeypatch.setattr(knobs.compilation, "always_compile", True)
    monkeypatch.setattr(crew, "_least", lambda: 10**6)
    here = compiled(machine, [TOO_LARGE, *CONFIGS])
    assert stages_here["llir"] == len(CONFIGS) + 1
    assert [kernel and of_kernel(kernel) for kernel in there] == [kernel and of_kernel(kernel) for kernel in here]


def test_a_launch_finds_what_children_compiled(machine: Machine, stages_here: Counter[str]) -> None:
    plugin.enable(autotune="model", top=2, rewrite=False)
    launch(tuned(machine))
    (ranking,) = plugin.report().rankings
    assert len(ranking.kept) == 2 and not ranking.reason and len(machine.timed) == 2 and not stages_here


def test_the_front_end_runs_once_for_configurations_that_it_does_not_tell_apart(machine: Machine, fronts: Counter[str]) -> None:
    kernels = compiled(machine, [*SAME_SOURCE, config(32, 64, 32, 4, 2)])
    assert fronts == {"matmul": 2} and len({kernel.asm["cubin"] for kernel in kernels}) == 5


@triton.jit
def counts_warps(out_ptr, BLOCK: tl.constexpr):
    tl.store(out_ptr + tl.arange(0, BLOCK), tl.full((BLOCK,), cuda.num_warps(), tl.float16))


def test_it_runs_again_where_it_reads_the_number_of_warps(machine: Machine, fronts: Counter[str]) -> None:
    configs = [triton.Config({"BLOCK": 128}, num_warps=warps, num_stages=stages) for warps in (1, 2) for stages in (1, 2, 3)]
    kernels = compiled(machine, configs, counts_warps)
    assert fronts == {"counts_warps": 2}
    assert ["dense<1.0" in kernel.asm["ttir"] for kernel in kernels] == [True] * 3 + [False] * 3


def test_options_note_what_is_read_of_them() -> None:
    from triton.backends.nvidia.compiler import CUDAOptions

    options = CUDAOptions(num_warps=8)
    watched, read = watching(options)
    assert isinstance(watched, CUDAOptions) and watched.num_ctas == 1 and not read
    assert watched.num_warps == 8 and read == {"num_warps"}
    assert hash(watched) is not None and read == set(child_compile.TUNED_OPTIONS) and vars(watched) == vars(options)


def test_functions_for_the_front_end_read_none_of_them() -> None:
    """Otherwise the front end might read them through these, unseen."""
    from triton.backends.nvidia.compiler import CUDAOptions

    watched, read = watching(CUDAOptions(arch="sm90"))
    make_backend(target_of(tuned_kernels.TARGET)).get_codegen_implementation(watched)
    assert not read


def test_only_equal_values_of_what_was_read_share_a_source() -> None:
    from triton.backends.nvidia.compiler import CUDAOptions

    sources = Sources()
    made: list[int] = []

    def make(options: Any) -> str:
        made.append(options.num_warps)
        return f"program {len(made)}"

    every = [CUDAOptions(num_warps=warps, num_stages=stages) for warps in (4, 8) for stages in (2, 3)]
    texts = [sources.make_once("key", options, make) for options in every]
    assert texts == ["program 1"] * 2 + ["program 2"] * 2 and made == [4, 8]
    assert sources.make_once("another", every[0], make) == "program 3"


def test_other_hooks_keep_compilations_here(machine: Machine, monkeypatch: pytest.MonkeyPatch, stages_here: Counter[str]) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(knobs.runtime, "add_stages_inspection_hook", lambda *asked: None if asked else ("", ""))
        compiled(machine, CONFIGS[:2])
    assert stages_here["llir"] == 2


def test_threads_may_tune_at_the_same_time(machine: Machine, fronts: Counter[str], stages_here: Counter[str]) -> None:
    """Then what each has replaced lies on what another has."""
    with child_compile.in_children():
        kernels = compiled(machine, SAME_SOURCE[:2])
    assert fronts == {"matmul": 1} and not stages_here and all(kernels)


def test_nothing_of_tritons_stays_replaced(machine: Machine) -> None:
    from triton.backends.nvidia.compiler import CUDABackend

    before = ASTSource.make_ir, CUDABackend.add_stages
    compiled(machine, CONFIGS[:1])
    assert before == (ASTSource.make_ir, CUDABackend.add_stages)
