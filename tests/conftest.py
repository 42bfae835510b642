"""Commands that tests call in their own process do their work there too: only `command/test_worker.py` starts workers.

A test fails if a function came back unchanged because the engine failed, or because its result was not proved equal, unless the
test is marked with `engine_fails`.
"""

import importlib.util
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from egraph_opt.core import pipeline
from egraph_opt.core.result import Result
from egraph_opt.core.task import Task
from tests.support.libtriton_layouts import Libtriton
from tests.support.sweeps import mark_slow_cases

os.environ["EGRAPH_OPT_ISOLATE"] = "0"
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of hundreds of child processes would compile the package for itself
sys.dont_write_bytecode = False
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs tests in the background, or by nohup, has them ignored
signal.signal(signal.SIGHUP, signal.SIG_DFL)
settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of the program
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-tables", action="store_true", help="sweeps of tests/trust write their tables to benchmarks/results")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_slow_cases(items)


@pytest.fixture(scope="session")
def libtriton() -> Iterator[Libtriton]:
    """Triton's own layouts."""
    if importlib.util.find_spec("triton") is None:
        pytest.skip("Triton is not installed")
    child = Libtriton()
    yield child
    child.close()


FAILED: list[str] = []
"""Failures of the engine in this process since the last test ended."""


@pytest.fixture(scope="session", autouse=True)
def failures_noted() -> Iterator[None]:
    """Note each function of a result that came back because of a failure: that is a remark for users, but a mistake of ours."""
    report_result = pipeline.report_result

    def noting(task: Task[Any], made: pipeline.ModuleResult) -> Result:
        FAILED.extend(f"{r.stopped_by}: @{r.name}: {r.remark}" for r in made.records if r.stopped_by in ("error", "check"))
        return report_result(task, made)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "report_result", noting)
        yield


@pytest.fixture(autouse=True)
def no_failure(request: pytest.FixtureRequest, failures_noted: None) -> Iterator[None]:
    """Fail a test in which the engine failed, unless it expects that."""
    yield
    found, expected = FAILED[:], request.node.get_closest_marker("engine_fails")
    FAILED.clear()
    if found and expected is None:
        pytest.fail("\n".join(dict.fromkeys(found)), pytrace=False)
