"""The package: what a wheel holds, who imports whom, and a second copy of the rules that must not exist."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from tests.support.kernels import ROOT
from tests.support.sources import SOURCES, imports


def test_extraction_knows_no_programs_and_egglog_only_where_it_says_so() -> None:
    for path in (ROOT / "extract").rglob("*.py"):
        known = ("egraph_opt.extract", "egglog") if path.name.startswith("egglog_") else ("egraph_opt.extract",)
        used = {name for name in imports(path) if name.startswith(("egraph_opt", "egglog"))}
        assert all(name.startswith(known) for name in used), (path, used)


@pytest.mark.parametrize("module", ["ir/module", "linear_layout/linear_map"])
def test_the_ground_floor_imports_nothing_of_ours(module: str) -> None:
    found = {n for n in imports(ROOT / "egraph_opt" / f"{module}.py") if n.startswith("egraph_opt")}
    assert found <= {"egraph_opt.errors", "egraph_opt.errors.EgraphOptError"}


@pytest.mark.parametrize("name", ["rules", "extract"])
def test_a_second_copy_is_refused(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0 and f"import egraph_opt.{name}, not {name}" in done.stderr


def test_importing_loads_no_engine_and_no_solver() -> None:
    program = "import sys, egraph_opt.command.cli; print(*{m.split('.')[0] for m in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"egglog", "highspy", "z3", "rich", "sympy", "triton"} & set(done.stdout.split())


def test_importing_the_package_loads_none_of_its_parts() -> None:
    program = "import sys, egraph_opt; print(*(m for m in sys.modules if m.startswith(('egraph_opt', 'numpy', 'click'))))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["egraph_opt"]


def test_every_name_of_the_package_is_loaded_when_it_is_used() -> None:
    program = (
        "import egraph_opt as e; assert set(e.__all__) <= set(dir(e));"
        "found = [getattr(e, name) for name in e.__all__];"
        "assert all(x.__name__ == name and x.__module__.startswith('egraph_opt.') for x, name in zip(found, e.__all__));"
        "assert all(vars(e)[name] is x for x, name in zip(found, e.__all__)) and not hasattr(e, 'nothing')"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_the_command_starts_where_the_package_says() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    module, function = scripts["egraph-opt"].split(":")
    program = f"from {module} import {function}; {function}()"
    done = subprocess.run([sys.executable, "-c", program, "costs"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "shared_bytes" in done.stdout


@pytest.mark.parametrize("folder", ["egraph_opt", "rules", "extract", "tests", "benchmarks"])
def test_files_stay_readable(folder: str) -> None:
    lengths = {str(p.relative_to(ROOT)): len(p.read_text().splitlines()) for p in (ROOT / folder).rglob("*.py")}
    long = {path: n for path, n in lengths.items() if n > 350}
    assert lengths and not long, f"split what is more than one idea: {long}"


def test_folders_stay_readable() -> None:
    modules = Counter(str(p.parent.relative_to(ROOT)) for p in SOURCES if p.name != "__init__.py")
    full = {folder: n for folder, n in modules.items() if n > 15}
    assert modules and not full, f"divide what holds more than one subject: {full}"


def test_the_wheel_holds_every_source(tmp_path: Path) -> None:
    source = tmp_path / "source"  # a folder `build` that an earlier one left in the checkout is no part of this one
    shutil.copytree(
        ROOT, source, symlinks=True, ignore=shutil.ignore_patterns("build", ".*", "benchmarks", "tests", "*.egg-info")
    )
    how = ("--quiet", "--no-deps", "--no-build-isolation")  # with the setuptools that is here
    command = [sys.executable, "-m", "pip", "wheel", *how, "-w", str(tmp_path), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = {n for n in zipfile.ZipFile(wheel).namelist() if n.endswith(".py")}
    wanted = set()
    for path in SOURCES:
        relative = path.relative_to(ROOT)
        wanted.add(str(relative if relative.parts[0] == "egraph_opt" else Path("egraph_opt") / relative))
    assert packed == wanted
