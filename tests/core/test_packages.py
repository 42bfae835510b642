"""Extensions from installed packages and files: duplicate names are refused, parameters of a file's cost model, and errors in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from egraph_opt import optimize, outside
from egraph_opt.cost.price import CostModelError
from tests.support.kernels import ROOT

KERNEL = ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir"
MODELS = """
from dataclasses import dataclass
from egraph_opt.cost import Converts


@dataclass(frozen=True)
class Mine(Converts):
    per: float = 1.0

    def cost(self, name, operands, results, access=None):
        return self.per * super().cost(name, operands, results, access)


class Fails(Converts):
    def cost(self, name, operands, results, access=None):
        return 1 / 0
"""


@pytest.fixture
def two_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("one", "two"):
        info = tmp_path / f"{name}_rules-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-rules\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[egraph_opt.rules]\nshared = json\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for cached in (outside.entries, outside._offered):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in (outside.entries, outside._offered):
        cached.cache_clear()


def test_two_packages_that_offer_one_name_are_both_named(two_packages: None) -> None:
    with pytest.raises(outside.OutsideError, match="the packages one-rules and two-rules both offer 'shared'"):
        outside.load(outside.RULES, "shared")


def test_a_cost_model_of_a_file_takes_parameters(tmp_path: Path) -> None:
    file = tmp_path / "models.py"
    file.write_text(MODELS)
    assert optimize(KERNEL, cost=f"{file}:Mine:per=3").cost_before == 3 * optimize(KERNEL, cost=f"{file}:Mine").cost_before
    with pytest.raises(ValueError, match="has no parameter 'pre'"):
        optimize(KERNEL, cost=f"{file}:Mine:pre=3")


def test_an_error_in_a_cost_model_has_the_place_in_the_users_file(tmp_path: Path) -> None:
    file = tmp_path / "models.py"
    file.write_text(MODELS)
    with pytest.raises(CostModelError) as error:
        optimize(KERNEL, cost=f"{file}:Fails")
    assert f"at {file}:16, for" in str(error.value) and "a cost is a finite number" not in str(error.value)
