"""`egraph-extract`: the same files under another name, which need nothing else of this project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

import egraph_opt
from tests.support.kernels import ROOT

pytestmark = pytest.mark.long

METADATA = tomllib.loads((ROOT / "extract/pyproject.toml").read_text())["project"]
GRAPH = {
    "nodes": {
        "sum": {"op": "+", "children": ["mul", "mul"], "eclass": "a", "cost": 1, "area": 1},
        "mul": {"op": "*", "children": ["x"], "eclass": "b", "cost": 3, "area": 1},
        "add": {"op": "+", "children": ["x", "x"], "eclass": "b", "cost": 1, "area": 9},
        "x": {"op": "x", "eclass": "c", "cost": 1, "area": 0},
    },
    "root_eclasses": ["a", "gone"],
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the package is built from."""
    folder = tmp_path_factory.mktemp("build") / "egraph-extract"
    subprocess.run(["make", "-s", "-C", str(ROOT), "extract-source", f"EXTRACT={folder}"], check=True)
    return folder


def test_the_sources_name_nothing_of_the_project(source: Path) -> None:
    package, ours = source / "egraph_extract", ROOT / "extract"
    files = [*package.rglob("*.py"), source / "README.md"]
    assert {path.relative_to(package) for path in files[:-1]} == {path.relative_to(ours) for path in ours.rglob("*.py")}
    for file in files:
        assert "egraph_opt" not in file.read_text(), file


def test_versions_and_dependencies_are_those_of_the_project() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert METADATA["version"] == egraph_opt.__version__
    assert METADATA["requires-python"] == whole["requires-python"]
    assert {re.split("[<>]", wanted)[0] for wanted in METADATA["dependencies"]} == {"numpy", "highspy"}
    wanted = METADATA["dependencies"] + METADATA["optional-dependencies"]["egglog"]
    assert set(wanted) <= set(whole["dependencies"])


def test_its_readme_runs_without_the_project(source: Path, tmp_path: Path) -> None:
    programs = re.findall(r"^```python\n(.*?)^```", (source / "README.md").read_text(), re.S | re.M)
    assert any("import EGraph" in program for program in programs)
    (tmp_path / "egraph_opt.py").write_text("raise ImportError('this is not the project')")
    each = f"for program in {programs!r}: exec(compile(program, 'README.md', 'exec'), {{'__name__': '__main__'}})"
    done = run([sys.executable, "-c", each], source, tmp_path)
    assert done.returncode == 0, done.stderr


def run(command: list[str], source: Path, where: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(source)}
    return subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True)


def test_the_command(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(GRAPH))
    command = [sys.executable, "-m", "egraph_extract", str(file)]
    done = run(command, source, tmp_path)
    assert done.returncode == 0 and json.loads(done.stdout) == {
        "cost": 3.0,
        "bound": 3.0,
        "proved": True,
        "resources": [],
        "choices": {"a": "sum", "b": "add", "c": "x"},
    }
    assert done.stderr.splitlines() == [
        f'{file}: remark: root_eclasses[1] is "gone", but no node is of that class: it is left out',
        f"{file}: cost 3 (the least there is)",
    ]
    done = run([*command, "--at-most", "area=2"], source, tmp_path)
    assert json.loads(done.stdout)["choices"]["b"] == "mul" and json.loads(done.stdout)["resources"] == [2.0]
    for wrong, code, message in (
        (["--at-most", "area=0"], 1, f"{file}: error: no selection keeps within the limits"),
        (["--at-most", "area"], 2, "'area' is not KEY=X"),
        (["--cost", "weight"], 1, f"{file}: error: no node has a number 'weight'; there are: area, cost"),
        (["--root", "z"], 1, f"{file}: error: the root 'z' is no class"),
    ):
        done = run([*command, *wrong], source, tmp_path)
        assert done.returncode == code and message in done.stderr and not done.stdout
    file.write_text(json.dumps(GRAPH).replace('"cost": 3', '"cost": "3"'))
    done = run([*command, "--root", "b"], source, tmp_path)
    assert done.returncode == 1 and not done.stdout
    assert re.match(rf"{file}:1:\d+: error: nodes\[\"mul\"\]\.cost: is \"3\", but a cost", done.stderr)
    assert "Traceback" not in done.stderr and done.stderr.rstrip().endswith("^")


@pytest.mark.slow
def test_the_wheel_works_in_an_environment_of_its_own(source: Path, tmp_path: Path) -> None:
    """It fetches what the package depends on."""
    target = source.parent
    command = ["make", "-s", "-C", str(ROOT), "extract-wheel", f"EXTRACT={source}", f"PYTHON={sys.executable}"]
    subprocess.run(command, check=True)
    (wheel,) = (target / "wheels").glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env/bin/python"
    subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[egglog]"], check=True)
    for program in re.findall(r"^```python\n(.*?)^```", (source / "README.md").read_text(), re.S | re.M):
        done = subprocess.run([python, "-c", program], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (program, done.stderr)
    done = subprocess.run([tmp_path / "env/bin/egraph-extract", "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "egraph-extract" in done.stdout
