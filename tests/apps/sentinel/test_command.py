"""`egraph-opt sentinel` where there is no GPU: a script that launches through a driver that is not there, run by the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("triton")

from tests.support.kernels import ROOT

SCRIPT = """
import sys
import numpy as np
import pytest
from egraph_opt.triton.capture.fake_driver import driver, target_of
from tests.support.interpreted import Gpu, array
from tests.support.jit_kernels import layer_norm, warm_up
wrong = sys.argv[1] == "wrong"
damage = lambda text: text.replace("math.sqrt", "math.exp2") if wrong and text.count("ttg.convert_layout") < 2 else text
Gpu(pytest.MonkeyPatch(), damage)
with driver(target_of("cuda:90")):
    kernel = warm_up("layer_norm")
given = [array(np.random.default_rng(n).uniform(1, 2, (4, 256)).astype(np.float32)) for n in range(4)]
with driver(target_of("cuda:90")):
    kernel.run(2, 1, 1, 0, kernel.function, kernel.packed_metadata, None, None, None, *given, 256, 2, 256)
print("done")
"""


def run(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TRITON_CACHE_DIR": str(script.parent / "cache")}
    command = [sys.executable, "-m", "egraph_opt", "sentinel", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=script.parent)


def test_a_script_whose_kernels_are_compiled_rightly(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = run(script, str(script), "right")
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
    assert "layer_norm" in done.stderr and "same" in done.stderr


def test_a_script_with_one_that_is_not(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = run(script, "-o", "found", str(script), "wrong")
    assert (done.returncode, done.stdout) == (3, "done\n"), done.stderr
    assert "1 kernel compiled wrongly" in done.stderr
    assert {path.name for path in (tmp_path / "found/layer_norm").iterdir()} >= {
        "report.json",
        "reproduce.py",
        "source.ttir",
        "triton.ttgir",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [("raise ValueError('no')", "ValueError: no"), ("print(1)", "it launches no kernel"), (None, "No such file")],
)
def test_what_tells_nothing_has_one_message(text: str | None, said: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    if text is not None:
        script.write_text(text)
    done = run(script, str(script))
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr
