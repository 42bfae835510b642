"""Every choice follows from the input by rules, each step checked by itself; a step that does not hold is not let pass."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.core.rule import Rule
from egraph_opt.cost import MODELS
from egraph_opt.families.layout.choice.candidate_layouts import candidates
from egraph_opt.families.layout.choice.extraction_problem import pose
from egraph_opt.families.layout.choice.saturate import saturate
from egraph_opt.families.layout.encode.function_terms import encode
from egraph_opt.families.layout.explanation import explain
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.provenance.explanations import Explainer
from egraph_opt.families.layout.provenance.rule_matches import MissingExplanation
from egraph_opt.rules import book
from egraph_opt.text import read
from tests.support.kernels import ROOT, kernels

CASES = sorted((ROOT / "tests/cases/layout").glob("*.mlir"))
KERNELS = kernels("rlc1.before")[::9]
OPTIONS = Options(cost=MODELS["shared_bytes"], extract="dag", work_limit=2_000_000)


@pytest.mark.parametrize(
    "path",
    [*CASES, *(pytest.param(path, marks=pytest.mark.slow) if n % 3 else path for n, path in enumerate(KERNELS))],
    ids=lambda p: f"{p.parent.name}/{p.stem}",
)
def test_every_choice_is_explained(path: Path) -> None:
    """Of every case, and of every third of the kernels; the others are slow."""
    chains = [chain for function in explain(path.read_text(), str(path), OPTIONS) for chain in function.choices]
    assert all(chain.steps and chain.given != chain.chosen for chain in chains)
    assert chains or path in CASES, "a real kernel at this stage is never left as it is"


def test_json_and_one_value() -> None:
    case = str(ROOT / "tests/cases/layout/fan_out.mlir")
    done = CliRunner().invoke(main, ["explain", case, "%n1", "--cost", "shared_bytes", "--json"])
    assert done.exit_code == 0, done.output
    (chain,) = json.loads(done.stdout)["choices"]
    assert chain["value"] == "%n1" and chain["given"].startswith("convert_layout(%m1, ")
    assert [step["rule"] for step in chain["steps"]] == ["convert_pointwise"]


def explainer(path: Path) -> tuple[Explainer, list[int]]:
    """A case's e-graph, and the classes of it that hold more than one term."""
    module = read(path.read_text())
    encoding = encode(module.functions()[0], module.threads())
    layouts = candidates(encoding, 8, False)
    saturated = saturate(encoding, layouts, ("layout",), OPTIONS.limits)
    found = Explainer(encoding, layouts, saturated, pose(encoding, saturated, OPTIONS.model), list(book("layout")))
    return found, [c for c, rows in found.rows.items() if len(rows) > 1]


def test_without_its_rule_a_choice_is_not_explained() -> None:
    found, classes = explainer(ROOT / "tests/cases/layout/fan_out.mlir")
    rules = found.rules
    found.rules = [rule for rule in rules if rule.name != "convert_pointwise"]
    c, row = next(
        (c, row) for c in classes for row in found.rows[c] if row[0] == "pointwise" and row not in found.written.get(c, [])
    )
    with pytest.raises(MissingExplanation, match="no rule leads to pointwise"):
        found.chain(c, row)


def test_a_step_that_does_not_hold_is_refused() -> None:
    found, classes = explainer(ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir")
    steps = [(c, rule, bound) for c in classes for links in found.links(c).values() for _, rule, bound, _ in links]
    c, rule, bound = next(step for step in steps if step[1].name == "convert_expand_dims")
    found.check(c, rule, bound)
    with pytest.raises(MissingExplanation, match="does not lead"):
        found.check(c, replace(rule, after=rule.before.arguments[0]), bound)
    with pytest.raises(MissingExplanation, match="does not lead"):
        found.check(next(other for other in classes if other != c), rule, bound)
    found.facts["sliced"] = set()
    with pytest.raises(MissingExplanation, match="without its condition sliced"):
        found.check(c, rule, bound)
    assert isinstance(rule, Rule)
