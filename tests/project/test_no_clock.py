"""No test looks at the clock: what passes on an idle machine passes on a busy one."""

import ast
import re

import pytest
from hypothesis import settings

from tests.support.kernels import ROOT

TESTS = ROOT / "tests"
CLOCKS = {"time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time"}
WAITING = {
    "layout/test_shared_budget.py": "hands a tool the time by which it must end",
    "baseline/test_ptxas_counts.py": "hands a tool the time by which it must end",
    "pointer/test_guard_register_limit.py": "hands a tool the time by which it must end",
    "triton/compile/test_child_pools.py": "waits until a process is gone",
    "support/pointer_oracle.py": "ends a round of runs by CPU time, for benchmarks",
    "process/test_orphans.py": "waits until a process is gone",
    "command/test_limited_child.py": "kills a worker at random points of its life",
}
"""Files that need the time for what they do, and for no assertion."""


def clocks(tree: ast.AST) -> list[ast.Call]:
    """The calls that ask for the time."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if re.fullmatch(rf"(time\.)?({'|'.join(CLOCKS)})", ast.unparse(call.func))]


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_nothing_asks_for_the_time(path) -> None:  # type: ignore[no-untyped-def]
    tree = ast.parse(path.read_text())
    found = [call for node in ast.walk(tree) if isinstance(node, ast.Assert) for call in clocks(node)]
    found += [] if str(path.relative_to(TESTS)) in WAITING else clocks(tree)
    assert [call.lineno for call in found] == []


def test_a_clock_would_be_found() -> None:
    assert len(clocks(ast.parse("assert time.perf_counter() - a < 5 and perf_counter() < b"))) == 2


def test_examples_have_no_deadline() -> None:
    assert settings().deadline is None
