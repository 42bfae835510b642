"""The package: what a wheel holds, who imports whom, and a second copy of the rules that must not exist."""

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.kernels import ROOT

SOURCES = sorted(
    p for folder in ("egraph_opt", "rules", "extract") for p in (ROOT / folder).rglob("*.py") if "__pycache__" not in p.parts
)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_extraction_knows_neither_programs_nor_e_graphs() -> None:
    for path in (ROOT / "extract").glob("*.py"):
        used = {name for name in imports(path) if name.startswith(("egraph_opt", "egglog"))}
        assert all(name.startswith("egraph_opt.extract") for name in used), (path, used)


@pytest.mark.parametrize("module", ["ir/module", "linear_layout/linear"])
def test_the_ground_floor_imports_nothing_of_ours(module: str) -> None:
    assert not {n for n in imports(ROOT / "egraph_opt" / f"{module}.py") if n.startswith("egraph_opt")}


@pytest.mark.parametrize("name", ["rules", "extract"])
def test_a_second_copy_is_refused(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0 and f"import egraph_opt.{name}, not {name}" in done.stderr


def test_importing_loads_no_engine_and_no_solver() -> None:
    program = "import sys, egraph_opt.command.cli; print(*{m.split('.')[0] for m in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"egglog", "highspy", "z3", "rich", "sympy", "triton"} & set(done.stdout.split())


def test_files_stay_readable() -> None:
    long = {p.name: n for p in SOURCES if (n := len(p.read_text().splitlines())) > 360}
    assert not long, f"split what is more than one idea: {long}"


def test_the_wheel_holds_every_source(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = {n for n in zipfile.ZipFile(wheel).namelist() if n.endswith(".py")}
    wanted = set()
    for path in SOURCES:
        relative = path.relative_to(ROOT)
        wanted.add(str(relative if relative.parts[0] == "egraph_opt" else Path("egraph_opt") / relative))
    assert packed == wanted
