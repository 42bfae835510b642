"""Features of a plain install: layouts need neither the solver of proofs nor the packages for notebooks, Triton and IREE."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import metadata, version
from pathlib import Path

import pytest

import egraph_opt
from tests.command.outcomes import FILES
from tests.support.kernels import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PLAIN = {"click", "egglog", "highspy", "jinja2", "numpy", "rich"}
"""Packages that a command on layouts may load besides Python's own, and their dependencies."""
BROUGHT = {"markdown_it", "mdurl", "pygments", "pyexpat", "_cython_3_2_1"}
ABSENT = (
    "z3",
    "loky",
    "psutil",
    "triton",
    "iree",
    "matplotlib",
    "IPython",
    "black",
    "anywidget",
    "cloudpickle",
    "graphviz",
)
START = f"""
import sys
for name in {ABSENT!r}:
    sys.modules[name] = None
"""


def plain(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program where nothing of `ABSENT` is installed."""
    return subprocess.run([sys.executable, "-c", START + program, *arguments], cwd=ROOT, capture_output=True, text=True)


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return plain("from egraph_opt.command.start import main\nmain()", *arguments)


LOADED = """
from pathlib import Path
import egraph_opt
for each in sys.argv[1:]:
    found = egraph_opt.optimize(Path(each))
    print(found.summary().rpartition(",")[0])
    assert egraph_opt.check(Path(each), found.ir).equal
ours = {name.partition(".")[0] for name, module in sys.modules.items() if module is not None}
print(*sorted(ours - set(sys.stdlib_module_names) - {"__main__", "egraph_opt"}))
"""


def test_layouts_load_the_engine_the_solver_of_programs_and_numpy() -> None:
    kernel = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir"
    done = plain(LOADED, str(FILES["layout"]), str(kernel))
    assert done.returncode == 0, done.stderr
    *said, loaded = done.stdout.splitlines()
    ours = [egraph_opt.optimize(path).summary().rpartition(",")[0] for path in (FILES["layout"], kernel)]
    assert said == ours
    assert {name for name in loaded.split() if not name.startswith(("_", "sitecustomize"))} <= PLAIN - {"click", "jinja2", "rich"}


@pytest.mark.parametrize(
    "arguments",
    [
        *(["compare", "--against", "none"], ["explain"], ["report", "-o", "-"]),
        *(pytest.param(each, marks=pytest.mark.slow) for each in (["resources"], ["opt"], ["pareto"])),
    ],
)
def test_commands_on_layouts_need_no_extra(arguments: list[str]) -> None:
    name, *rest = arguments
    models = ["cycles", "converts"] if name == "pareto" else []
    done = command(name, str(FILES["layout"]), *models, *rest)
    assert done.returncode == 0, done.stderr


def test_regions_are_searched_without_the_solver_of_proofs() -> None:
    from importlib.util import find_spec

    if find_spec("iree") is None:
        pytest.skip("IREE is not installed")
    program = START.replace("'iree', ", "") + "from egraph_opt.command.start import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", program, str(FILES["region"]), "--rules", "region"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0 and "compiled by IREE" in done.stderr, done.stderr


Z3 = "which is not installed: pip install -e '.[proofs]' in a clone"
TRITON = "needs Triton: pip install -e '.[triton]' in a clone"
RULES = "examples/template/my_egraph_opt/rules.py:choose_same"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{pointer}", "--rules", "pointer", "--target", "tts"], f"--rules pointer needs z3, {Z3}"),
        (["prove", "cancel_conversion"], f"rules are proved by z3, {Z3}"),
        (["{layout}", "--rules", f"layout,{RULES}"], f"rules are proved by z3, {Z3}"),
        (["{layout}", "--seed-with", "triton"], f"--seed-with triton {TRITON}"),
        (["capture", "examples/template/tests/test_template.py", "-o", "nowhere"], f"capture {TRITON}"),
    ],
)  # fmt: skip
def test_what_needs_an_extra_says_which(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # a proof that was kept is one
    done = command(*(each.format(**FILES) for each in arguments))
    assert done.returncode == 2 and done.stdout == "", (done.returncode, done.stdout)
    assert message in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_a_loop_is_not_taken_to_run_once_without_a_proof() -> None:
    program = """
from pathlib import Path
from egraph_opt.checker.flow.single_trip_loops import FunctionLoops
from egraph_opt.text import read
loop = '''func.func @f(%a: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %c1 step %c1 : i32 {
  }
  func.return
}
'''
function = read(loop).functions()[0]
print([FunctionLoops(function).run_once(op) for op in function.walk() if op.name == "scf.for"])
"""
    assert plain(program).stdout == "[False]\n"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[True]\n"


def test_the_plug_in_works_in_threads_where_nothing_starts_children() -> None:
    pytest.importorskip("triton")
    program = "import os; os.sched_getaffinity = lambda _: range(64)\nfrom egraph_opt.triton.compile import child_pools as c"
    assert plain(f"{program}; print(c.processors())").stdout == "1\n"


def test_dependencies_are_what_layouts_load_and_extras_bring_the_rest() -> None:
    named = {each.partition(">")[0] for each in PROJECT["dependencies"]}
    assert named == PLAIN | {"cloudpickle"}, "the work of a fork is sent to a fresh process"
    extras = PROJECT["optional-dependencies"]
    assert "z3-solver>=4.13" in extras["proofs"] and set(extras["proofs"]) <= set(extras["triton"]) & set(extras["test"])
    page = (ROOT / "docs/install.md").read_text()
    assert all(f"`{name}`" in page for name in extras)


def test_the_version_is_said_once() -> None:
    assert PROJECT["dynamic"] == ["version"] and "version" not in PROJECT
    assert (ROOT / "CHANGELOG.md").read_text().splitlines()[1].startswith(f"## {egraph_opt.__version__} ")
    try:
        installed = version("egraph-opt")
    except ImportError:
        pytest.skip("it is not installed here")
    assert installed == egraph_opt.__version__
    assert metadata("egraph-opt")["License-Expression"] == "Apache-2.0"
