"""Signals to a command, which no destructor swallows."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.kernels import ROOT

CODE = """
import os, signal
from egraph_opt.process.signals import cleared_up

class Destroyed:
    def __del__(self):
        end()

def end():
    os.kill(os.getpid(), signal.{name})
    for _ in range(1000):
        pass

of_solver = {{"end": end, "__name__": "z3.z3"}}
exec("def build():\\n    end()\\n    global built\\n    built = True", of_solver)
with cleared_up():
    {moment}
    for _ in range(10**8):
        pass
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("moment", ["Destroyed()", "of_solver['build'](); assert of_solver['built']"], ids=["destructor", "z3"])
def test_a_signal_is_not_lost(moment: str, name: str) -> None:
    code = CODE.format(name=name, moment=moment)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == {"SIGINT": -2, "SIGTERM": -15}[name], done.stderr
    assert "ignored" not in done.stderr and "AssertionError" not in done.stderr
