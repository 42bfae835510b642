"""Fronts of cost and error: each corner is what its error as a budget gives, and between two corners there is no other."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt import OptionError, Result, optimize, pareto
from egraph_opt.command.cli import main
from egraph_opt.extract import Front
from tests.numerics.loops import PROGRAMS


@pytest.mark.parametrize("name", PROGRAMS)
def test_corners_from_the_cheapest_to_the_most_exact(name: str) -> None:
    found = pareto_of(name)
    assert len(found) == 3 and not found.complete
    for one, other in pairwise(found):
        assert one.first < other.first and one.second > other.second
    for corner in found:
        assert corner.found.ir == optimize(PROGRAMS[name], rules="numerics", numerics=f"{corner.second * 1.0001:.9g}").ir
        said = re.search(r"at most (\S+) of its magnitude", corner.found.functions[0].notes[0])
        assert said and float(said[1]) == pytest.approx(corner.second, rel=0.01)  # a sum adds its roundings
    below = optimize(PROGRAMS[name], rules="numerics", numerics=f"{found[-1].second * 0.999:.9g}")
    assert below.ir == PROGRAMS[name]


def pareto_of(name: str, first: str = "cycles", second: str = "error") -> Front[Result]:
    return pareto(PROGRAMS[name], first, second, rules="numerics")


def test_the_order_of_measures_is_that_of_the_corners() -> None:
    turned, found = pareto_of("stores", "error", "cycles"), pareto_of("stores")
    assert [(c.second, c.first, c.found.ir) for c in reversed(turned)] == [(c.first, c.second, c.found.ir) for c in found]


def test_a_program_that_stays_is_its_only_corner() -> None:
    text = PROGRAMS["adds"].replace("math.exp2", "math.sin")
    (corner,) = pareto(text, "cycles", "error", rules="numerics")
    assert corner.found.ir == text and "left unchanged" in corner.found.functions[0].remark


@pytest.mark.parametrize(
    ("first", "second", "said"), [("cycles", "errors", "has no measure 'errors'"), ("error", "error", "same")]
)
def test_wrong_measures_are_refused(first: str, second: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        pareto_of("adds", first, second)


def test_a_claim_is_no_sign_of_a_failed_proof(tmp_path: Path) -> None:
    (tmp_path / "adds.ttir").write_text(PROGRAMS["stores"])
    done = CliRunner().invoke(main, ["pareto", str(tmp_path / "adds.ttir"), "cycles", "error", "--rules", "numerics"])
    assert done.exit_code == 0 and "no bound\n" in done.stdout and "not proved\n" not in done.stdout
