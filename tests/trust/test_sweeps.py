"""Every sweep in full, with the numbers of its table; `--write-tables` writes the tables."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.trust.sweep import Found, Sweep
from tests.support.kernels import ROOT

FOLDER = ROOT / "benchmarks/trust"
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted(FOLDER.rglob("*.py"))
    if "\nSWEEPS = " in path.read_text()
]
SWEEPS: dict[str, Sweep] = {sweep.name: sweep for module in MODULES for sweep in import_module(module).SWEEPS}
SAME = ("effects", "f2", "laws", "mutants.programs", "rule_mutants")
"""Sweeps that find the same however the optimiser chooses, and on every machine: their tables must be what they find."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SWEEPS)
def test_nothing_is_wrong(name: str, request: pytest.FixtureRequest) -> None:
    found = SWEEPS[name].run()
    if request.config.getoption("write_tables"):
        SWEEPS[name].write(found)
    assert not found.wrong, "\n".join(found.wrong)
    assert name not in SAME or found.lines == SWEEPS[name].known


def test_none_is_forgotten() -> None:
    commands = [path for path in FOLDER.rglob("*.py") if "command(*SWEEPS)" in path.read_text()]
    assert len(commands) == len(MODULES) and len(SWEEPS) == 16
    assert "pytest -m slow tests/trust --write-tables" in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("f2 --cases 5 --first 7", "the same map\t5\t0"),
        ("fuzz fuzz.region --help", "--mutants"),
        ("forks --help", "--no-plug-in"),
    ],
)
def test_a_command_has_the_numbers_of_its_sweep_for_options(arguments: str, said: str) -> None:
    module, *others = arguments.split()
    command = [sys.executable, "-m", f"benchmarks.trust.{module}", *others]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and said in done.stdout, done.stderr


def test_a_table_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.trust.sweep.RESULTS", tmp_path)
    found = Found(("case", "count"), [("a", 1), ("b", 2)], [], "two cases")
    sweep = Sweep("some", lambda: found)
    sweep.write(found)
    assert sweep.table.read_text().splitlines()[0].endswith("; two cases")
    assert sweep.known == found.lines and found.named[1] == {"case": "b", "count": "2"}
