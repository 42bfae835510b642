"""Activation of the plug-in; importing it costs nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("triton")

from tests.support.python import run_code


@pytest.mark.parametrize(("value", "call", "installed"), [("1", "", True), ("0", "t.enable()", False), ("", "", False)])
def test_the_environment_decides(value: str, call: str, installed: bool) -> None:
    code = f"import egraph_opt.triton as t; {call}\nfrom triton import knobs; print(knobs.runtime.add_stages_inspection_hook is not None)"
    assert run_code(code, EGRAPH_OPT=value) == str(installed)


def test_import_alone_does_not_load_triton() -> None:
    assert run_code("import sys, egraph_opt.triton; print('triton' in sys.modules, 'egglog' in sys.modules)") == "False False"


def test_a_script_runs_with_the_optimiser(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys; from triton import knobs; print(sys.argv, knobs.runtime.add_stages_inspection_hook is None)")
    done = subprocess.run(
        [sys.executable, "-m", "egraph_opt.triton", str(script), "-x"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"{[str(script), '-x']} False"
    assert "0 kernels compiled" in done.stderr
