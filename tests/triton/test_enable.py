"""Activation of the plug-in; importing it costs nothing, and neither it nor a launch from the caches loads what searches need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.state.search_parts import PARTS, part
from tests.support import jit_kernels
from tests.support.jit_kernels import binary, compile_for, warm_up
from tests.support.python import run_code

own_cache = jit_kernels.own_cache
SEARCH = {
    *("egglog", "highspy", "loky", "numpy", "z3"),
    *(place.partition(":")[0] for place in PARTS.values()),
    *(f"egraph_opt.triton.{module}" for module in ("autotuner", "launch_capture", "launches.timed_choice")),
    *("egraph_opt.checker", "egraph_opt.interpret", "egraph_opt.prover", "egraph_opt.text.parser", "egraph_opt.text.printer"),
    *(f"egraph_opt.extract.{package}" for package in ("greedy", "integer", "search")),
    *(f"egraph_opt.families.layout.{package}" for package in ("choice", "emit", "optimize", "recheck", "vocabulary")),
    *(
        f"egraph_opt.families.pointer.{package}"
        for package in ("analysis", "emit", "forms", "optimize", "symbolic", "vocabulary")
    ),
}
"""Packages and modules that neither `enable()` nor a launch from the caches may import."""


@pytest.mark.parametrize(("value", "call", "installed"), [("1", "", True), ("0", "t.enable()", False), ("", "", False)])
def test_the_environment_decides(value: str, call: str, installed: bool) -> None:
    code = f"import egraph_opt.triton as t; {call}\nfrom triton import knobs; print(knobs.runtime.add_stages_inspection_hook is not None)"
    assert run_code(code, EGRAPH_OPT=value) == str(installed)


def test_import_alone_does_not_load_triton() -> None:
    assert run_code("import sys, egraph_opt.triton; print('triton' in sys.modules, 'egglog' in sys.modules)") == "False False"


def test_enabling_loads_nothing_that_only_searches_need() -> None:
    loaded = set(run_code("import sys, egraph_opt.triton as t; t.enable(); print(*sys.modules)", EGRAPH_OPT="").split())
    assert "egraph_opt.triton.background.replacement" in loaded and not loaded & SEARCH


LAUNCH = """
import sys
from triton.compiler import CompiledKernel
import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import FakeTensor, driver, target_of
from egraph_opt.triton.compile import child_pools
from tests.support.jit_kernels import ARGUMENTS

child_pools.LEAST_PROCESSORS, child_pools.NICED = 10**6, 1
CompiledKernel.run, CompiledKernel._init_handles = property(lambda kernel: lambda *_: None), lambda _: None
CompiledKernel.launch_metadata = lambda *_: None
function, types, constants = ARGUMENTS["layer_norm"]
plugin.enable()
with driver(target_of("cuda:90")):
    function[(1,)](*[FakeTensor("float32") if each[0] == "*" else 64 for each in types.values()], **constants)
    loaded = set(sys.modules)
    print(plugin.report())
print(*loaded)
"""


def test_neither_a_search_nor_what_its_result_needs_is_loaded_where_a_kernel_is_launched(tmp_path: Path) -> None:
    """In the first process a child searches; the second one finds the result, and starts no child."""
    (first, at_work), (second, loaded) = (
        run_code(LAUNCH, EGRAPH_OPT="", TRITON_CACHE_DIR=str(tmp_path)).splitlines() for _ in range(2)
    )
    assert "1 kernel compiled: 1 changed" in first and set(at_work.split()) & SEARCH == {"loky"}
    assert "0 kernels compiled" in second and "1 in two versions" in second and not set(loaded.split()) & SEARCH


@pytest.mark.parametrize("name", PARTS)
def test_what_only_searches_need_is_there(name: str) -> None:
    assert part(name) is not None


def test_a_script_runs_with_the_optimiser(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys; from triton import knobs; print(sys.argv, knobs.runtime.add_stages_inspection_hook is None)")
    done = subprocess.run(
        [sys.executable, "-m", "egraph_opt.triton", str(script), "-x"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"{[str(script), '-x']} False"
    assert "0 kernels compiled" in done.stderr


def test_a_damaged_installation_leaves_kernels_as_triton_makes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = binary(compile_for("cuda:90", "row_sums"))
    monkeypatch.setitem(sys.modules, "egraph_opt.triton.pipeline.compilation", None)
    with driver(target_of("cuda:90")), pytest.warns(RuntimeWarning), plugin.enabled(background=False):
        assert binary(warm_up("row_sums")) == expected
        failed, *_ = plugin.report().kernels
    assert failed.outcome == "failed" and "pipeline.compilation" in failed.reason
