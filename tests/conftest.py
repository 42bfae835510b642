"""Commands that tests call in their own process do their work there too: only `command/test_worker.py` starts workers."""

import importlib.util
import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.libtriton_layouts import Libtriton

os.environ["EGRAPH_OPT_ISOLATE"] = "0"
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of hundreds of child processes would compile the package for itself
sys.dont_write_bytecode = False
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs tests in the background, or by nohup, has them ignored
signal.signal(signal.SIGHUP, signal.SIG_DFL)
settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of the program
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-tables", action="store_true", help="sweeps of tests/trust write their tables to benchmarks/results")


@pytest.fixture(scope="session")
def libtriton() -> Iterator[Libtriton]:
    """Triton's own layouts."""
    if importlib.util.find_spec("triton") is None:
        pytest.skip("Triton is not installed")
    child = Libtriton()
    yield child
    child.close()
