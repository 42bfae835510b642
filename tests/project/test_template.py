"""The template in `examples/template`: installed as any package is, without the network, and used by name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.commands import run_command
from tests.support.kernels import ROOT

Command = Callable[..., subprocess.CompletedProcess[str]]


def install(where: Path, change: Callable[[Path], None] = lambda _: None) -> Path:
    """Install a copy of the template, perhaps changed, into a folder."""
    from setuptools import __version__

    if int(__version__.partition(".")[0]) < 71:
        pytest.skip("setuptools makes no wheels by itself before 71")
    source, target = where / "source", where / "installed"
    shutil.copytree(ROOT / "examples/template", source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    change(source)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    done = subprocess.run([*pip, str(target), str(source)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


def command(target: Path) -> Command:
    """Return a function that runs Python with a package that was installed into a folder."""
    path = os.pathsep.join(filter(None, (str(target), str(ROOT), os.environ.get("PYTHONPATH"))))
    cache, where = str(target.parent / "cache"), target.parent / "where"
    where.mkdir()
    for name in ("kernel.mlir", "bits.mlir"):
        shutil.copy(ROOT / "examples/template" / name, where)
    shutil.copytree(ROOT / "examples/template/tests", where / "tests", ignore=shutil.ignore_patterns("__pycache__"))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": cache, "COLUMNS": "1000"}
        if arguments[0] != "-m":
            return run_command([*arguments], where, environment)
        return subprocess.run([sys.executable, *arguments], cwd=where, capture_output=True, text=True, env=environment)

    return run


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Command:
    return command(install(tmp_path_factory.mktemp("template")))


def test_its_own_tests_pass(template: Command) -> None:
    done = template("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", "tests", "tests")
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d+ passed", done.stdout, re.M) and "skipped" not in done.stdout


def test_its_rule_is_run_by_name(template: Command) -> None:
    plain, own = template("kernel.mlir"), template("kernel.mlir", "--rules", "layout,my-rules")
    assert "= scf.if" in plain.stdout and own.returncode == 0 and "= scf.if" not in own.stdout
    assert template("kernel.mlir", "--rules", "my-rules").stdout == own.stdout
    proved = template("prove", "choose_same", "logic_neither")
    assert proved.returncode == 0 and proved.stdout.count("proved for all") == 2


def test_its_cost_model_is_named_and_listed(template: Command) -> None:
    done = template("kernel.mlir", "--cost", "energy:picojoules=20")
    assert done.returncode == 0 and "1966080 -> 0 pJ (optimal)" in done.stderr
    assert "no cost model 'enrgy' (did you mean energy?)" in template("kernel.mlir", "--cost", "enrgy").stderr
    mixed = template("kernel.mlir", "--cost", "cycles=0.5,energy=0.5")
    assert mixed.returncode == 0 and "mixed units" in mixed.stderr
    listed = template("costs").stdout
    assert re.search(r"^energy +pJ +layout ", listed, re.M) and re.search(r"^gates +gates +logic ", listed, re.M)
    energy, gates = (" ".join(template("costs", name).stdout.split()) for name in ("energy", "gates"))
    assert "energy, in pJ, with --rules layout: Energy of the bytes" in energy and "picojoules 15" in energy
    assert "Every operation counts as one gate" in gates
    wrong = template("bits.mlir", "--rules", "logic", "--cost", "energy")
    assert wrong.returncode == 2 and "no cost model 'energy' for bits: use one of gates" in wrong.stderr


def test_its_family_is_a_family_as_ours(template: Command) -> None:
    done = template("bits.mlir", "--rules", "logic")
    assert done.returncode == 0 and "4 -> 1 gates (optimal)" in done.stderr and "arith.ori %a, %b" in done.stdout
    assert "note: --rules logic takes it" in template("bits.mlir").stderr
    assert "did you mean logic?" in template("bits.mlir", "--rules", "logics").stderr
    refused = template("bits.mlir", "--rules", "logic", "--candidates", "3")
    assert refused.returncode == 2 and "--candidates: no use with --rules logic" in refused.stderr
    assert (
        "pareto: no use with --rules logic: there is one cost model"
        in template("pareto", "bits.mlir", "a", "b", "--rules", "logic").stderr
    )
    crossed = template("bits.mlir", "--rules", "logic,my-rules")
    assert crossed.returncode == 2 and "is written in the words of layout" in crossed.stderr


def test_what_the_page_shows_works(template: Command) -> None:
    page = (ROOT / "docs/extend.md").read_text()
    (shown,) = re.findall(r"^```\npip install \./examples/template\n(.*?)^```", page, re.S | re.M)
    for line in shown.splitlines():
        done = template(*line.removeprefix("egraph-opt ").replace("examples/template/", "").split())
        assert line.startswith("egraph-opt ") and done.returncode == 0, done.stderr


def test_a_wrong_rule_of_a_package_is_refused(tmp_path: Path) -> None:
    def spoil(source: Path) -> None:
        rules = source / "my_egraph_opt/logic/rules.py"
        rules.write_text(rules.read_text().replace("return conjunction(x, x), x", "return conjunction(x, x), difference(x, x)"))

    run = command(install(tmp_path, spoil))
    done = run("bits.mlir", "--rules", "logic")
    assert done.returncode == 1 and done.stdout == "", done.stderr
    assert re.search(r"logic/rules.py:14: error: rule logic_idempotent: .*\n  with .*\n  before: .*\n  after: ", done.stderr), (
        done.stderr
    )
    assert run("prove", "logic_idempotent").returncode == 3
    assert run("kernel.mlir", "--rules", "layout,my-rules").returncode == 0, "another book of the same package is not to blame"


def test_a_package_that_cannot_be_loaded_stops_nobody_else(tmp_path: Path) -> None:
    def spoil(source: Path) -> None:
        (source / "my_egraph_opt/logic/__init__.py").write_text("import nothing_of_this_name\n")
        (source / "my_egraph_opt/costs.py").write_text("1 / 0\n")

    run = command(install(tmp_path, spoil))
    assert run("kernel.mlir").returncode == 0
    family = run("bits.mlir", "--rules", "logic")
    assert family.returncode == 1 and family.stderr.count("error:") == 1
    assert "the entry point 'logic' of the package my-egraph-opt cannot be loaded: ModuleNotFoundError" in family.stderr
    cost = run("kernel.mlir", "--cost", "energy")
    assert (
        cost.returncode == 1
        and "the entry point 'energy' of the package my-egraph-opt cannot be loaded: ZeroDivisionError" in cost.stderr
    )


def test_names_that_are_taken_are_not_taken_over(tmp_path: Path) -> None:
    def take(source: Path) -> None:
        declared = source / "my_egraph_opt/logic/__init__.py"
        declared.write_text(declared.read_text().replace('name="logic"', 'name="layout"'))
        costs = source / "pyproject.toml"
        costs.write_text(costs.read_text().replace("energy =", "cycles ="))

    run = command(install(tmp_path, take))
    done = run("kernel.mlir")
    assert done.returncode == 0 and " cycles (optimal)" in done.stderr
    assert "the name of the family layout is taken" in run("bits.mlir", "--rules", "logic").stderr


def test_where_no_package_adds_anything_nothing_is_looked_for() -> None:
    program = (
        "import sys; from egraph_opt.core.family import families; print(*families()); print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "False"
