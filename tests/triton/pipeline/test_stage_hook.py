"""The optimiser in Triton's pipeline: nothing changes for nothing, and nothing that goes wrong reaches the user."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

pytest.importorskip("triton")

from triton import knobs
from triton.backends import backends
from triton.runtime._async_compile import AsyncCompileMode
from triton.runtime.jit import JITFunction

import egraph_opt.triton as plugin
from egraph_opt.core.pipeline import optimize_module as optimize_module_as_is
from egraph_opt.core.result import Result
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice import kernel_search
from egraph_opt.triton.choice.parser_process import Acceptor
from egraph_opt.triton.compile import code_judge, compile_jobs, machine_code, ttgir_stage
from egraph_opt.triton.pipeline import compilation, stage_hook
from tests.support import jit_kernels
from tests.support.jit_kernels import ARGUMENTS, TARGETS, binary, compile_for, warm_up
from tests.support.python import run_code
from tests.support.slow import sampled

PAIRS = [(target, name) for target in TARGETS for name in ARGUMENTS]
BY_TURNS = [
    pytest.param(target, name, marks=pytest.mark.slow if (n + m) % 2 else [])
    for n, target in enumerate(TARGETS)
    for m, name in enumerate(ARGUMENTS)
]
"""Every kernel for one of the targets; for the other one it is slow."""
CHANGED = ("cuda:90", "row_sums")  # a kernel with much to save
SEARCHED = ("cuda:90", "layer_norm")  # one that a search with loads in their own layouts changes
EAGER = {"min_gain": 0.0, "move_stores": True}


own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


@cache
def by_triton(target: str, name: str) -> Any:
    """What Triton makes of a kernel without the plug-in, compiled once for all tests that compare with it."""
    return compile_for(target, name)


def outcomes() -> list[str]:
    return [kernel.outcome for kernel in plugin.report().kernels]


@pytest.mark.parametrize(("target", "name"), BY_TURNS)
def test_a_hook_that_changes_nothing_gives_tritons_binary(target: str, name: str) -> None:
    plain = by_triton(target, name)
    with plugin.enabled(min_gain=0.99, confirm=False, loads_first=False):  # machine code may allot other registers
        same = compile_for(target, name)
    assert outcomes() == ["kept"]
    assert same is not plain and same.asm["ttgir"] == plain.asm["ttgir"]
    assert binary(same) == binary(plain)


@pytest.mark.parametrize(("target", "name"), BY_TURNS)
def test_modules_exchanged_for_their_own_text_give_tritons_binary(
    target: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasts = []

    def around(self, run, module, last):
        run()
        lasts.append(last)
        return ttgir_stage.parse(str(module), module.context)

    plain = by_triton(target, name)
    monkeypatch.setattr(compilation.Compilation, "_replace_pass", around)
    with plugin.enabled(place="after-last"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is counted as failed: nothing was found
        same = compile_for(target, name)
    assert len(lasts) >= 3 and lasts.index(True) == len(lasts) - 1
    assert binary(same) == binary(plain)


@pytest.mark.parametrize(
    ("target", "name", "place"),
    [
        pytest.param(*pair, place, marks=[] if n % 4 == m else pytest.mark.slow)
        for n, pair in enumerate(PAIRS)
        for m, place in enumerate(("after-last", "replace-last", "replace-all", "at-end"))
    ],
)
def test_every_place_compiles_and_is_never_predicted_worse(target: str, name: str, place: plugin.settings.Place) -> None:
    """Each kernel and target with one of the places, by turns; with the others it is slow."""
    with plugin.enabled(place=place, **EAGER):
        kernel = compile_for(target, name)
    assert binary(kernel)
    (record,) = plugin.report().kernels
    assert record.outcome in ("changed", "kept"), record.reason
    if place != "replace-all":  # of which the last run starts from what ours made before
        reordered = name == "scaled" and record.cost_after == record.cost_before > 0.0
        assert record.cost_after < record.cost_before or record.outcome == "kept" or reordered


@pytest.mark.parametrize("place", ["after-last", "replace-last", "replace-all", "at-end"])
def test_a_kernel_is_changed(place: plugin.settings.Place) -> None:
    plain = by_triton(*CHANGED)
    with plugin.enabled(place=place, **EAGER):
        new = compile_for(*CHANGED)
    assert outcomes() == ["changed"] and binary(new) != binary(plain)
    assert new.asm["ttgir"].count("ttg.convert_layout") < plain.asm["ttgir"].count("ttg.convert_layout")
    assert new.asm["ttgir"].count("jit_kernels.py") > 1, "locations are kept for profilers and debuggers"
    assert "1 changed" in str(plugin.report())


def test_a_kernel_without_conversions_may_have_its_loads_first() -> None:
    plain = by_triton("cuda:90", "scaled")
    with plugin.enabled():
        new = compile_for("cuda:90", "scaled")
        assert outcomes() == ["changed"]
    with plugin.enabled(loads_first=False):
        same = compile_for("cuda:90", "scaled")
        assert outcomes() == ["kept"] and plugin.report().kernels[0].reason.startswith("it converts no layout")
    order = [re.findall(r"tt\.(load|reduce)[ \"]", kernel.asm["ttgir"]) for kernel in (plain, new)]
    assert order == [["load", "reduce", "load"], ["load", "load", "reduce"]] and binary(same) == binary(plain)


def test_machine_code_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = by_triton(*CHANGED)
    monkeypatch.setattr(code_judge, "worth", lambda *_: 2.0)  # no program saves twice its time
    with plugin.enabled(**EAGER):
        same = compile_for(*CHANGED)
    (record,) = plugin.report().kernels
    assert record.outcome == "kept" and "must save 200.0%" in record.reason and "cycles of an instance" in record.reason
    assert binary(same) == binary(plain) and same.asm["ttgir"] == plain.asm["ttgir"]
    assert same.metadata.shared == plain.metadata.shared


def test_a_confirmed_kernel_is_the_one_that_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_judge, "worth", lambda *_: -2.0)
    with plugin.enabled(alternatives=False, loads_first=False, **EAGER):
        confirmed = compile_for(*SEARCHED)
        assert outcomes() == ["changed"]
    with plugin.enabled(confirm=False, **EAGER):
        other = compile_for(*SEARCHED)
        assert outcomes() == ["changed"]
    assert binary(confirmed) == binary(other) and confirmed.metadata.shared == other.metadata.shared
    assert {name: confirmed.asm[name] for name in ("ttgir", "llir", "ptx")} == {
        name: other.asm[name] for name in ("ttgir", "llir", "ptx")
    }


@pytest.mark.parametrize(("alternatives", "expected"), [(True, [("exact", True)]), (False, [("dag", False)])])
def test_what_is_searched_is_the_optimum_with_loads_in_any_layout(
    alternatives: bool, expected: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool]] = []

    def improve_and_tell(
        source: str, plain: str, settings: plugin.Settings, acceptor: Acceptor, compiled: bool
    ) -> kernel_search.SearchResult:
        asked.append((settings.options.extract, settings.options.move_loads))
        return kernel_search.improve(source, plain, settings, acceptor, compiled)

    monkeypatch.setattr(compile_jobs, "improve", improve_and_tell)
    with plugin.enabled(alternatives=alternatives, **EAGER):
        assert binary(compile_for(*SEARCHED))
    assert asked == expected and outcomes() == ["changed"]


def fails(*_: object, **__: object) -> None:
    raise ZeroDivisionError("on purpose")


def rewritten(edit: Callable[[str], str]) -> Callable[..., Result]:
    """The optimiser, its output edited."""

    def changed(*arguments: object, **named: object) -> Result:
        result = optimize_module_as_is(*arguments, **named)
        return replace(result, ir=edit(result.ir))

    return changed


FAILURES = {
    "internal failure": [(kernel_search, "optimize_module", fails)],
    "refused": [(kernel_search, "optimize_module", rewritten(lambda text: text.replace("tt.return", "tt.retrun")))],
    "exit status -11": [(kernel_search, "optimize_module", rewritten(lambda text: "module {\n" * 100_000))],
    "Parse MLIR file failed": [
        (kernel_search, "optimize_module", rewritten(lambda text: "module {")),
        (Acceptor, "refusal", lambda self, text: ""),
    ],
    "internal failure (test_hook.py": [(ttgir_stage.PassManagerChain, "run", fails)],
    "cuobjdump does not say": [(machine_code, "use_of", lambda *_: (_ for _ in ()).throw(ValueError("cuobjdump does not say")))],
    "of shared memory": [
        (compile_jobs, "check_shared_memory", lambda *_: (_ for _ in ()).throw(RuntimeError("too much of shared memory")))
    ],
}


@cache
def alone(warps: int) -> bytes:
    """The binary that Triton makes without the plug-in, made once for all failures."""
    return binary(compile_for(*CHANGED, num_warps=warps))


@pytest.mark.parametrize("reason", sampled(FAILURES, 3))
def test_after_a_failure_the_kernel_is_tritons_and_there_is_one_warning(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [alone(warps) for warps in (2, 4)]
    for owner, name, value in FAILURES[reason]:
        monkeypatch.setattr(owner, name, value)
    with plugin.enabled(**EAGER), warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        same = [compile_for(*CHANGED, num_warps=warps) for warps in (2, 4)]
    assert list(map(binary, same)) == plain
    assert outcomes() == ["failed", "failed"] and plugin.report().failed == 2
    assert reason in plugin.report().kernels[0].reason
    assert [w.category for w in seen if "egraph_opt" in str(w.message)] == [RuntimeWarning]


def test_where_warnings_are_errors_a_failure_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_search, "optimize_module", fails)
    with plugin.enabled(place="after-last"), warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert binary(compile_for(*CHANGED))
    assert outcomes() == ["failed"]


def test_a_limit_is_no_failure() -> None:
    with plugin.enabled(work_limit=0, **EAGER):
        assert binary(compile_for("cuda:90", "matmul"))
    assert outcomes() != ["failed"]


def test_what_triton_itself_refuses_is_refused_as_without() -> None:
    def refused() -> str:
        with pytest.raises(Exception) as error:
            compile_for("cuda:90", "matmul", num_warps=3)
        return repr(error.value)

    plain = refused()
    with plugin.enabled():
        assert refused() == plain


def test_an_existing_hook_is_called_first_and_comes_back() -> None:
    calls = []

    def theirs(backend=None, stages=None, options=None, language=None, capability=None):
        if stages is None:
            return "their key", "their hash"
        calls.append(backend)
        ttgir = stages["ttgir"]
        stages["ttgir"] = lambda module, metadata: metadata.update(theirs=True) or ttgir(module, metadata)

    knobs.runtime.add_stages_inspection_hook = theirs
    try:
        with plugin.enabled(**EAGER):
            kernel = compile_for(*CHANGED)
            key, launch_key = knobs.runtime.add_stages_inspection_hook()
        assert knobs.runtime.add_stages_inspection_hook is theirs
    finally:
        knobs.runtime.add_stages_inspection_hook = None
    assert len(calls) == 1 and kernel.metadata.theirs and outcomes() == ["changed"]
    assert key.endswith("their key") and launch_key.endswith("their hash") and key != "their key"


def test_everything_is_restored() -> None:
    from triton.runtime import jit

    hashes = [backend.compiler.__dict__["hash"] for backend in backends.values()]
    launch_key = jit.compute_cache_key
    plugin.enable()
    plugin.enable(min_gain=0.5)
    with plugin.enabled(place="replace-all"):
        pass
    assert isinstance(knobs.runtime.add_stages_inspection_hook, stage_hook.Hook)
    assert knobs.runtime.add_stages_inspection_hook.settings.min_gain == 0.5
    plugin.disable()
    plugin.disable()
    assert [backend.compiler.__dict__["hash"] for backend in backends.values()] == hashes
    assert jit.compute_cache_key is launch_key


def test_threads_get_what_one_thread_gets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, parse = Lock(), JITFunction.parse

    def parse_alone(function: Any) -> Any:
        with one:  # Python 3.11 counts the recursion of `ast.parse` once for all threads, and raises SystemError now and then
            return parse(function)

    monkeypatch.setattr(JITFunction, "parse", parse_alone)

    def compile_all(threads: int) -> list[str]:
        with plugin.enabled(**EAGER), ThreadPoolExecutor(threads) as pool:
            return [kernel.asm["ttgir"] for kernel in pool.map(lambda pair: compile_for(*pair), PAIRS)]

    together, report = compile_all(4), plugin.report()
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "another"))
    # Not the binaries: those of Triton alone may differ from run to run where threads compile at the same time.
    assert together == compile_all(1)
    assert len(report.kernels) == len(PAIRS) and report.failed == 0
    assert report.changed == plugin.report().changed > 1


def test_kernels_that_compile_in_the_background_are_of_the_kind_they_were_asked_for() -> None:
    with driver(target_of(CHANGED[0])), ThreadPoolExecutor(1) as pool, AsyncCompileMode(pool):
        plain = warm_up(CHANGED[1])
        with plugin.enabled(**EAGER):
            new = warm_up(CHANGED[1])
        after = warm_up(CHANGED[1])
    assert outcomes() == ["changed"]
    assert binary(new.result()) != binary(plain.result()) == binary(after.result())


def test_no_compilation_is_kept_alive() -> None:
    """In a process of its own: the first one loads the engine."""
    code = """
import gc, weakref, egraph_opt.triton as plugin
from egraph_opt.triton.pipeline.compilation import Compilation
from tests.support.jit_kernels import compile_for
kept, plain = [], Compilation.__init__
Compilation.__init__ = lambda self, *arguments, **named: kept.append(weakref.ref(self)) or plain(self, *arguments, **named)
with plugin.enabled(min_gain=0.0, move_stores=True):
    compile_for("cuda:90", "row_sums")
gc.collect()
print(plugin.report().changed, [reference() for reference in kept])"""
    assert run_code(code) == "1 [None]"


def test_a_report_in_one_line() -> None:
    assert str(plugin.Report()) == "0 kernels compiled: 0 changed, 0 kept, 0 failed"
    faster = plugin.Kernel("f", "cuda:90", "changed", "", 100.0, 80.0, 1, 2, 0.5)
    kept = plugin.Kernel("g", "cuda:90", "kept", "", 50.0, 50.0, 1, 1, 0.25)
    report = plugin.Report((faster, kept), versions=(plugin.Version("f", 0.1),))
    assert str(report) == "2 kernels compiled: 1 changed (modelled cost -20.0%), 1 kept, 0 failed, 0.75 s, 1 in two versions"
