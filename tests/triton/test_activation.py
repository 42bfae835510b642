"""`EGRAPH_OPT=1` in the environment is enough, in every process that compiles; 0 keeps all of them as they are."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("triton")

from egraph_opt.triton.torch_cache_key import VARIABLE, set_tag
from tests.support.kernels import ROOT
from tests.support.slow import sampled

SUPPORT = ROOT / "tests/support"
WORKERS = ("main", "spawn", "forkserver", "fork", "subprocess", "loky")
OF_TORCH = ("main", "loader", "forked_loader", "torch_spawn", "compile")
FINDERS = "import sys; print(*sorted(m for m in sys.modules if m.startswith('egraph_opt')))"
ASKED = "import sys; from triton import knobs; print(knobs.runtime.add_stages_inspection_hook is not None)"


class Installed:
    """A virtual environment with the package in it as users have it, beside the packages of this one."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        self.python = str(folder / "venv/bin/python")
        (self.site,) = (folder / "venv/lib").glob("python*/site-packages")
        (self.site / "others.pth").write_text("".join(f"{path}\n" for path in site.getsitepackages()))

    def install(self, *what: str) -> None:
        """Install with the setuptools that is here, and compile no module before it is used: most never are."""
        self.pip("install", "--no-deps", "--no-compile", "--no-build-isolation", *what)

    def pip(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "pip", "--python", self.python, "--quiet", *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {k: v for k, v in os.environ.items() if k not in ("EGRAPH_OPT", "PYTHONPATH")}
        there = {"PYTHONPATH": str(SUPPORT), **environment}
        return subprocess.run([self.python, *arguments], env=kept | there, cwd=SUPPORT, capture_output=True, text=True)

    def said(self, *arguments: str, **environment: str) -> str:
        done = self.run(*arguments, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout to install from."""
    folder = tmp_path_factory.mktemp("checkout") / "source"
    left_out = shutil.ignore_patterns("build", ".*", "benchmarks", "tests", "*.egg-info")
    shutil.copytree(ROOT, folder, symlinks=True, ignore=left_out)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    how = ("--quiet", "--no-deps", "--no-build-isolation")  # with the setuptools that is here
    command = [sys.executable, "-m", "pip", "wheel", *how, "-w", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    found = Installed(tmp_path_factory.mktemp("installed"))
    found.install(str(wheel))
    return found


@pytest.mark.parametrize("kind", sampled(["wheel", "editable"], 2))
def test_it_comes_and_goes_with_the_package(kind: str, source: Path, wheel: Path, tmp_path: Path) -> None:
    found = Installed(tmp_path)
    found.install(*([str(wheel)] if kind == "wheel" else ["-e", str(source)]))
    assert (found.site / "egraph_opt.pth").exists()
    assert found.said("-c", ASKED, EGRAPH_OPT="1") == "True"
    assert found.said("-c", ASKED, EGRAPH_OPT="0") == found.said("-c", ASKED) == "False"
    found.pip("uninstall", "--yes", "egraph_opt")
    assert not (found.site / "egraph_opt.pth").exists()
    done = found.run("-c", ASKED, EGRAPH_OPT="1")
    assert (done.stdout.strip(), done.stderr) == ("False", "")


def test_where_it_is_not_asked_for_nothing_is_loaded(installed: Installed) -> None:
    assert installed.said("-c", FINDERS) == installed.said("-c", FINDERS, EGRAPH_OPT="0") == ""
    for value in ("1", "tune"):
        assert (
            installed.said("-c", FINDERS, EGRAPH_OPT=value)
            == "egraph_opt egraph_opt.activation egraph_opt.process egraph_opt.process.import_hook"
        )
    assert installed.said("-c", ASKED, EGRAPH_OPT="tune") == "True"


def test_triton_is_not_loaded_for_it(installed: Installed) -> None:
    code = "import sys, json, importlib.util as u; print(u.find_spec('triton') is not None, 'triton' in sys.modules, len(sys.meta_path))"
    asked, plain = installed.said("-c", code, EGRAPH_OPT="1").split(), installed.said("-c", code).split()
    assert asked[:2] == plain[:2] == ["True", "False"] and int(asked[2]) == int(plain[2]) + 1
    code += f"; {ASKED}; print(len(sys.meta_path), type(sys.modules['triton'].__loader__).__name__)"
    waits_for_torch = str(int(plain[2]) + 1)
    assert installed.said("-c", code, EGRAPH_OPT="1").split()[3:] == ["True", waits_for_torch, "SourceFileLoader"]


def test_triton_is_there_where_the_plug_in_fails(installed: Installed, tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['egraph_opt.triton.pipeline.stage_hook'] = None; import triton; print(triton.__version__ > '3')"
    )
    done = installed.run("-c", code, EGRAPH_OPT="1")
    assert done.stdout.strip() == "True" and "egraph_opt is not enabled: " in done.stderr
    assert "means nothing" in installed.run("-c", ASKED, EGRAPH_OPT="yes").stderr
    fake = tmp_path / "triton"
    fake.mkdir()
    (fake / "__init__.py").write_text("raise ImportError('no libtriton')")
    done = installed.run("-c", "import triton", EGRAPH_OPT="1", PYTHONPATH=str(tmp_path))
    assert done.stderr.splitlines()[-1] == "ImportError: no libtriton" and "not enabled" not in done.stderr


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("value", "whose"),
    [("1", "ours"), ("0", "Triton's"), pytest.param("tune", "ours", marks=SLOW), pytest.param("", "Triton's", marks=SLOW)],
)
def test_all_workers_of_a_script_that_does_not_know_of_it(value: str, whose: str, installed: Installed) -> None:
    """Other ways to ask for it, and not to ask, are slow; tests above have one process for each."""
    said = installed.said("worker_script.py", *WORKERS, EGRAPH_OPT=value)
    assert said.splitlines() == [f"{worker}: {whose}" for worker in WORKERS]


@pytest.mark.parametrize(
    ("command", "value", "whose"),
    [
        (("worker_script.py",), "", "ours"),
        (("-m", "worker_script"), "0", "Triton's"),
        pytest.param(("worker_script.py",), "0", "Triton's", marks=SLOW),
        pytest.param(("-m", "worker_script"), "", "ours", marks=SLOW),
    ],
)
def test_all_workers_of_a_script_that_it_runs(command: tuple[str, ...], value: str, whose: str, installed: Installed) -> None:
    """A script and a module, where it is asked for and where it is not; the other pairs are slow."""
    done = installed.run("-m", "egraph_opt.triton", *command, "main", "spawn", "subprocess", EGRAPH_OPT=value)
    assert done.stdout.splitlines() == [f"{worker}: {whose}" for worker in ("main", "spawn", "subprocess")], done.stderr
    assert ("1 changed" in done.stderr) == (whose == "ours")


def test_modules_run_as_python_runs_them(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown/__init__.py").touch()
    (tmp_path / "shown/__main__.py").write_text("import sys; print(sys.argv, __name__, __spec__.name, sys.path[0])")
    plainly = installed.said("-m", "shown", "-x", PYTHONPATH=str(tmp_path))
    assert installed.said("-m", "egraph_opt.triton", "-m", "shown", "-x", PYTHONPATH=str(tmp_path)) == plainly


def test_commands_compare_with_triton_as_it_is(installed: Installed) -> None:
    start = "from egraph_opt.command.start import main; main()"
    code = f"import sys; sys.argv[1:] = ['costs']\ntry:\n {start}\nexcept SystemExit: {ASKED}"
    assert installed.said("-c", code, EGRAPH_OPT="1").splitlines()[-1] == "False"


def test_caches_of_pytorch_have_a_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "mine")
    set_tag("a" * 64)
    set_tag("b" * 64 + "-tuned")
    assert os.environ[VARIABLE] == f"mine-egraph_opt-{'b' * 64}-tuned"
    set_tag()
    assert os.environ[VARIABLE] == "mine"
    monkeypatch.delenv(VARIABLE)
    set_tag("a" * 64)
    assert os.environ[VARIABLE] == f"-egraph_opt-{'a' * 64}"
    set_tag()
    assert VARIABLE not in os.environ


@SLOW
@pytest.mark.parametrize(("value", "whose"), [("1", "ours"), ("0", "Triton's")])
def test_all_workers_of_pytorch(value: str, whose: str, installed: Installed) -> None:
    pytest.importorskip("torch")
    said = installed.said("worker_script.py", *OF_TORCH, EGRAPH_OPT=value)
    assert said.splitlines() == [f"{worker}: {whose}" for worker in OF_TORCH]
    run = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", "worker_script.py", "main", "spawn")
    said = installed.said(*run, EGRAPH_OPT=value)
    assert sorted(said.splitlines()) == [f"{rank}{worker}: {whose}" for rank in (0, 1) for worker in ("main", "spawn")]


@SLOW
@pytest.mark.parametrize(("module", "worker"), [("ipykernel", "notebook"), ("ray", "ray")])
@pytest.mark.parametrize(("value", "whose"), [("1", "ours"), ("0", "Triton's")])
def test_workers_of_other_packages(module: str, worker: str, value: str, whose: str, installed: Installed) -> None:
    pytest.importorskip(module)
    assert installed.said("worker_script.py", worker, EGRAPH_OPT=value).splitlines() == [f"{worker}: {whose}"]


@SLOW
@pytest.mark.parametrize("first", ["torch", "triton"])
def test_keys_of_pytorchs_caches_hold_ours(first: str, installed: Installed) -> None:
    pytest.importorskip("torch")
    code = f"import {first}, triton, torch._inductor.codecache as c, torch.compiler.config as t; print(t.cache_key_tag)"
    assert installed.said("-c", code, EGRAPH_OPT="1").startswith("-egraph_opt-")
    assert installed.said("-c", code, EGRAPH_OPT="0") == ""


def test_tuning_by_model_alone_is_activated(installed: Installed) -> None:
    asked = "from triton.runtime.autotuner import Autotuner; print(Autotuner.prune_configs.__module__)"
    assert installed.said("-c", asked, EGRAPH_OPT_AUTOTUNE="model") == "egraph_opt.triton.autotuner"
    for off in ({"EGRAPH_OPT": "0"}, {"EGRAPH_OPT_AUTOTUNE": "0"}):
        assert installed.said("-c", asked, **({"EGRAPH_OPT_AUTOTUNE": "model"} | off)) == "triton.runtime.autotuner"
    assert installed.said("-c", FINDERS, EGRAPH_OPT_AUTOTUNE="0") == ""
    assert "egraph_opt.triton" not in installed.said("-c", FINDERS, EGRAPH_OPT_AUTOTUNE="model").split()
