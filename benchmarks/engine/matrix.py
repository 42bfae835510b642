"""A short suite for each Python, egglog and Triton that work together: `python -m benchmarks.engine.matrix FOLDER [--triton 3.6 3.9]`.

For each Python that is there, FOLDER gets a virtual environment. The same outputs are made with each version of egglog, and compared byte
for byte with those of another Python with the same egglog; then the suite runs with each Triton, which is installed beside it. Two
versions of egglog give the e-graph in another order: outputs that differ between them are counted. What is not there (an interpreter, a
wheel for it) is skipped, and said in capitals. The exit status is 3 where bytes differ, 1 where a suite fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINES = {"3.11": ("13.2",), "3.12": ("13.2", "14.0"), "3.13": ("14.0",)}
"""The versions of egglog that are run with each Python. The last one is used for the suites."""
TRITON = ("3.6", "3.7", "3.8", "3.9")
NEEDED = ("pytest>=8", "hypothesis>=6.100", "filecheck>=1.0", "pyyaml>=6")
OUTPUTS = ("fla.chunk_gla", "liger", "fla.chunk_kda_fwd_kernel_inter")
"""Parts of the names of outputs that are compared."""
PLAIN = (
    "tests/text",
    "tests/linear_layout",
    "tests/extract/test_extractors.py",
    "tests/core/test_rule_usage.py",
    "tests/command/test_cli.py",
)
"""Tests that each Python runs once."""
SHORT = "not after_a_failure and not threads_get_what"
"""Leaves out tests of what does not depend on Triton's version; they take half of the time."""
BESIDE_TRITON = (
    "tests/triton/pipeline/test_stage_hook.py",
    "tests/triton/state/test_cache_keys.py",
    "tests/triton/launches/test_fast_launch.py",
    "tests/triton/launches/test_descriptor_kernel.py",
    "tests/baseline/test_seed.py",
    "-k",
    SHORT,
)
"""Tests that it runs with each Triton."""


def interpreter(version: str) -> str:
    """Return the interpreter of a version of Python: on the path, or where pyenv has those that it built; empty if there is none."""
    if found := shutil.which(f"python{version}"):
        works = subprocess.run([found, "-c", "import venv"], capture_output=True)
        if works.returncode == 0:
            return found
    built = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    return str(max(built.glob(f"{version}.*/bin/python"), default=""))


def run(command: Sequence[str], folders: Sequence[Path] = ()) -> tuple[int, str]:
    """Run a command in the checkout, with folders on Python's path, and return its exit status and the last line that it prints."""
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    lines = (done.stdout + done.stderr).strip().splitlines()
    return done.returncode, lines[-1] if lines else ""


def suite(python: str, tests: Sequence[str], folders: Sequence[Path] = ()) -> tuple[int, str]:
    """Run tests, and return the exit status, and the names of tests that failed with the count of all."""
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    lines = (done.stdout + done.stderr).strip().splitlines()
    return done.returncode, "\n  ".join([lines[-1], *(line for line in lines if line.startswith(("FAILED", "ERROR")))])


def prepared(folder: Path, version: str) -> str:
    """Return the Python of a virtual environment with what the suite needs, or why there is none."""
    if not (found := interpreter(version)):
        return f"SKIPPED: there is no Python {version} here"
    python = folder / f"python{version}/bin/python"
    if not python.exists():
        subprocess.run([found, "-m", "venv", str(python.parents[1])], check=True)
    wanted = [f"{ROOT}[proofs]", f"egglog~={ENGINES[version][-1]}", "loky>=3.5", *NEEDED]
    code, said = run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted])
    if code == 0:
        run([str(python), "-m", "pip", "uninstall", "--quiet", "--yes", "egraph-opt"])  # the checkout is what is tested
    return str(python) if code == 0 else f"SKIPPED: {said}"


def differing(mine: Path, others: Path) -> list[str]:
    """Return the names of outputs that are not the same in two folders."""
    names = {path.name for place in (mine, others) for path in place.iterdir()}
    return sorted(n for n in names if not all((p / n).exists() for p in (mine, others)) or _bytes(mine / n) != _bytes(others / n))


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def compared(folder: Path, version: str, engine: str, first: str, python: str, only: Sequence[str]) -> tuple[str, int]:
    """Make outputs with a Python and an engine: what is said of them, and how many differ from those of another Python with this engine.

    `first`: the Python that had this engine first; empty if this one has.
    """
    target, mine = folder / f"python{version}-egglog{engine}", folder / f"outputs{version}-egglog{engine}"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", str(target)]
    code, said = (0, "") if target.exists() else run([*pip, f"egglog~={engine}"])
    if code:
        shutil.rmtree(target, ignore_errors=True)
        return f"SKIPPED: {said}", 0
    mine.mkdir(exist_ok=True)
    for part in only:
        run([python, "-m", "benchmarks.engine.outputs", "--folder", str(mine), "--only", part], [target])
    count = sum(1 for _ in mine.iterdir())
    names = differing(mine, folder / f"outputs{first}-egglog{engine}") if first else []
    beside = f", {len(names)} differ from those of Python {first}" if first else ""
    return "\n  ".join([f"{count} outputs{beside}", *names]), len(names)


def main() -> int:
    """Run the matrix and print a line for each combination."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", nargs="+", default=list(ENGINES), choices=list(ENGINES))
    parser.add_argument("--triton", nargs="*", default=list(TRITON), choices=TRITON)
    parser.add_argument("--only", nargs="+", default=list(OUTPUTS), help="parts of the names of the outputs that are compared")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    failed = different = 0
    first: dict[str, str] = {}
    for version in arguments.python:
        python = prepared(folder, version)
        if python.startswith("SKIPPED"):
            print(f"Python {version}: {python}", flush=True)
            continue
        for engine in ENGINES[version]:
            said, names = compared(folder, version, engine, first.get(engine, ""), python, arguments.only)
            print(f"Python {version}, egglog {engine}: {said}", flush=True)
            if not said.startswith("SKIPPED"):
                first.setdefault(engine, version)
            different += names
        code, said = suite(python, PLAIN)
        print(f"Python {version}: {said}", flush=True)
        failed += code != 0
        for triton in arguments.triton:
            failed += beside_triton(folder, version, triton, python)
    if len(first) > 1:
        one, other = list(first.items())[:2]
        ties = differing(*(folder / f"outputs{version}-egglog{engine}" for engine, version in (one, other)))
        print(f"egglog {one[0]} and {other[0]}: {len(ties)} outputs differ, which is known: selections of equal cost", flush=True)
    return 1 if failed else 3 if different else 0


def beside_triton(folder: Path, version: str, triton: str, python: str) -> int:
    """Run the suite with a Triton beside a Python's environment, print what came out, and return how many suites failed."""
    target = folder / f"python{version}-triton{triton}"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", str(target)]
    code, said = (0, "") if target.exists() else run([*pip, f"triton~={triton}.0"])
    if code:
        shutil.rmtree(target, ignore_errors=True)
        print(f"Python {version}, Triton {triton}: SKIPPED: {said}", flush=True)
        return 0
    code, said = suite(python, BESIDE_TRITON, [target])
    print(f"Python {version}, Triton {triton}: {said}", flush=True)
    return int(code != 0)


if __name__ == "__main__":
    sys.exit(main())
