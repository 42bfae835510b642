"""Functions against Triton's pass: with its result as a seed, none costs more than that; verdicts follow from costs and proofs."""

from __future__ import annotations

import pytest

from benchmarks.compare.triton_tests import SETTINGS, Comparison, body, compare_all, head
from egraph_opt.baseline import libtriton
from tests.support.kernels import ROOT

SAMPLE = sorted((ROOT / "tests/cases/layout").glob("*.mlir"))


@pytest.fixture(scope="module")
def rows() -> list[Comparison]:
    assert libtriton.available()
    return compare_all([(path.name, path.read_text()) for path in SAMPLE if "their.op" not in path.read_text()])


def test_no_function_is_dearer_than_a_seed(rows: list[Comparison]) -> None:
    seeded = [row for row in rows if SETTINGS[row.setting]]
    assert len(seeded) >= 50 and not [row for row in seeded if row.verdict == "dearer"]


def test_the_pass_is_run_and_its_result_counts(rows: list[Comparison]) -> None:
    """Triton's pass saves something on the sample, we save more than it on some functions, and the table shows them."""
    last = [row for row in rows if row.setting == "like Triton"]
    assert any(row.theirs < row.given for row in last) and any(row.verdict == "cheaper" for row in last)
    table = body(rows)
    assert all(any(line.startswith(row.function + "\t") for line in table) for row in last if row.verdict != "same")
    assert f"{len(last)} functions" in head(rows)


@pytest.mark.parametrize(
    ("theirs", "ours", "equal", "verdict"),
    [
        (2.0, 1.0, True, "cheaper"),
        (1.0, 1.0, True, "same"),
        (1.0, 2.0, True, "dearer"),
        (1.0, 2.0, False, "not equal"),
        (0.0, 1.0, True, "dearer"),
    ],
)
def test_verdicts(theirs: float, ours: float, equal: bool, verdict: str) -> None:
    assert Comparison("f", "like Triton", 3.0, theirs, ours, equal).verdict == verdict


def test_operations_that_are_opaque_are_counted() -> None:
    found = [Comparison(name, "like Triton", 1.0, 1.0, 1.0, True, 1, ("tt.atomic_rmw",)) for name in ("f", "g")]
    assert "tt.atomic_rmw 2" in head(found)[-1]
