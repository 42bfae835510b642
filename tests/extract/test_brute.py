"""Extractors and the checker of selections against the definition: every selection of thousands of small e-graphs."""

from __future__ import annotations

import ast
import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from egraph_opt.extract import (
    EXTRACTORS,
    Infeasible,
    InvalidSelection,
    OverLimit,
    Problem,
    ProblemBuilder,
    api,
    check,
    cli,
    extract,
    extract_pareto,
)
from egraph_opt.extract.read import serialize
from egraph_opt.extract.verify import PickedNode, Wrong, exact_sum, verify, verify_json
from tests.support.brute import PRICES, least, pick, random_egraph, selections, valid
from tests.support.kernels import ROOT

KINDS = list(PRICES)


def agree(problem: Problem) -> None:
    """All extractors give valid selections, bounds that hold, and no false proof; `exact` finds the least cost."""
    best = least(problem)
    if best is None:
        for extractor in EXTRACTORS.values():
            with pytest.raises(Infeasible):
                extractor(problem)
        return
    near = Fraction(1e-6) * abs(best) + Fraction(1e-9) * Fraction(np.abs(problem.cost).max())
    for name, extractor in EXTRACTORS.items():
        found = extractor(problem)
        picked = {c: node for c, node in enumerate(found.choice.tolist()) if node >= 0}
        exact = verify(problem.roots.tolist(), pick(problem, picked))
        assert abs(exact - Fraction(found.cost)) <= near, name
        assert exact >= best and Fraction(found.lower_bound) <= best + near, name
        assert not found.optimal or exact <= best + near, name
        assert name != "exact" or found.optimal, name


@pytest.mark.parametrize("kind", KINDS)
def test_against_every_selection(kind: str) -> None:
    rng = random.Random(f"few {kind}")
    for _ in range(40):
        agree(random_egraph(rng, PRICES[kind]))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_against_every_selection_of_ten_thousand(kind: str) -> None:
    rng = random.Random(f"many {kind}")
    for _ in range(-(-10_000 // len(KINDS))):
        agree(random_egraph(rng, PRICES[kind], rng.choice([4, 7, 9])))


@pytest.mark.parametrize("kind", ["plain", "negative", "fractions"])
def test_limits_and_fronts_against_every_selection(kind: str) -> None:
    rng, met, missed = random.Random(f"limits {kind}"), 0, 0
    for _ in range(40):
        problem = random_egraph(rng, PRICES[kind], 5)
        further = [[rng.choice([0, 1, 2, 5]) for _ in problem.cost] for _ in range(2)]
        problem = replace(problem, resources=np.array(further, dtype=np.float64))
        found = [(cost, [sum(row[i] for i in picked.values()) for row in further]) for cost, picked in valid(problem)]
        if not found:
            continue
        limits = [float(rng.choice(found)[1][0]), float(rng.randint(0, 9))]
        within = [cost for cost, sums in found if all(have <= most for have, most in zip(sums, limits, strict=True))]
        if within:
            met += 1
            best = extract(problem, at_most=list(zip(further, limits, strict=True)))
            assert best.proved and Fraction(best.cost) == pytest.approx(min(within), rel=1e-6, abs=1e-9)
            assert all(have <= most for have, most in zip(best.resources, limits, strict=True))
        else:
            missed += 1
            with pytest.raises(OverLimit):
                extract(problem, at_most=list(zip(further, limits, strict=True)))
        points = {(float(cost), float(sums[0])) for cost, sums in found}
        kept = sorted(p for p in points if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in points))
        front = extract_pareto(problem, second=further[0])
        assert front.complete and np.allclose([(c.first, c.second) for c in front], kept, rtol=1e-6)
    assert met > 5 and missed > 1


def test_the_checkers_agree_on_every_selection() -> None:
    """The checker of `Problem` and the one from the definition refuse the same selections, and give the others the same cost."""
    rng, refused, accepted = random.Random(8), 0, 0
    for _ in range(150):
        problem = random_egraph(rng, PRICES["negative"], 4)
        for picked in selections(problem):
            choice = np.full(problem.class_count, -1)
            choice[list(picked)] = list(picked.values())
            try:
                cost = verify(problem.roots.tolist(), pick(problem, picked))
            except Wrong:
                refused += 1
                with pytest.raises(InvalidSelection):
                    check(problem, choice)
            else:
                accepted += 1
                assert float(cost) == check(problem, choice)
    assert refused > 200 and accepted > 200


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"b": None}, "class 'b' is needed, but nothing is picked"),
        ({"b": PickedNode("c", 1, [])}, "picked for class 'b' belongs to class 'c'"),
        ({"b": PickedNode("b", 1, ["a"])}, "class '[ab]' needs itself"),
        ({"b": PickedNode("b", 1, ["b"])}, "class 'b' needs itself"),
        ({"b": PickedNode("b", 1, [], ["d"])}, "class 'd' is needed"),
    ],
)
def test_the_checker_refuses(change: dict[str, PickedNode | None], message: str) -> None:
    right: dict[str, PickedNode] = {
        "a": PickedNode("a", 1, ["b", "b"]),
        "b": PickedNode("b", 0.5, ["c"]),
        "c": PickedNode("c", -2, [], ["a"]),
    }
    assert verify(["a", "a"], right | {"unused": PickedNode("c", 9, ["a"])}) == Fraction(-1, 2)
    wrong = {name: node for name, node in (right | change).items() if node is not None}
    with pytest.raises(Wrong, match=message):
        verify(["a"], wrong)


def test_the_checker_imports_nothing_of_the_package() -> None:
    tree = ast.parse((ROOT / "extract/verify.py").read_text())
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named == {"__future__", "collections.abc", "fractions", "typing"}


def test_a_deep_selection_is_no_recursion() -> None:
    deep = {i: PickedNode(i, 1, [i + 1] if i < 20_000 else []) for i in range(20_001)}
    assert verify([0], deep) == 20_001


def test_sums_without_rounding() -> None:
    costs = [0.1, 1e300, -1e300, 5e-324, 3, Fraction(1, 3), 0.1, -7.25]
    assert exact_sum(costs) == sum(map(Fraction, costs)) and exact_sum([]) == 0
    with pytest.raises(ValueError, match="NaN"):
        exact_sum([float("nan")])


def test_the_checker_is_told_what_was_picked() -> None:
    asked = 0
    for seed in range(60):
        problem = random_egraph(random.Random(seed), PRICES["plain"])
        try:
            found = extract(problem).selection
        except Infeasible:
            continue
        chosen = {c: node for c, node in enumerate(found.choice.tolist()) if node >= 0}
        told = {
            c: (p.of, p.cost, sorted(p.needs, key=str), sorted(p.back, key=str))
            for c, p in api._picked_by_class(problem, found).items()
        }
        wanted = {c: (p.of, p.cost, sorted(p.needs, key=str), sorted(p.back, key=str)) for c, p in pick(problem, chosen).items()}
        assert told == wanted
        asked += any(behind for _, _, _, behind in told.values())
    assert asked


def test_json_is_checked_from_the_text() -> None:
    builder = ProblemBuilder()
    a, b = builder.add_class(), builder.add_class()
    builder.add_node(a, 1.5, [b, b])
    builder.add_node(b, 2)
    builder.add_root(a)
    text = serialize.write(serialize.NamedProblem(builder.build(), ("a", "b"), ("f", "x"), ("f", "x")))
    assert verify_json(text, {"a": "f", "b": "x"}) == Fraction(7, 2)
    for choices in ({"a": "f"}, {"a": "x", "b": "x"}, {"a": "g"}):
        with pytest.raises(Wrong):
            verify_json(text, choices)
    assert json.loads(text)["nodes"]["f"]["children"] == ["x", "x"]


def test_the_command_checks_a_selection_of_any_tool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    egraph, selection = tmp_path / "egraph.json", tmp_path / "choices.json"
    nodes = {"f": {"op": "f", "children": ["x"], "eclass": "a", "cost": 0.1}, "x": {"op": "x", "eclass": "b", "cost": 0.2}}
    egraph.write_text(json.dumps({"nodes": nodes, "root_eclasses": ["a"]}))
    selection.write_text(json.dumps({"choices": {"a": "f", "b": "x"}}))
    assert cli.main([str(egraph), "--check", str(selection)]) == 0
    assert capsys.readouterr().out == f"{selection}: cost 0.3\n"
    for wrong, why in (({"choices": {"a": "f"}}, "class 'b'"), ({"a": "f", "b": "x"}, "no JSON object with `choices`")):
        selection.write_text(json.dumps(wrong))
        assert cli.main([str(egraph), "--check", str(selection)]) == 1
        assert why in capsys.readouterr().err
    egraph.write_text(json.dumps({"nodes": nodes}))
    assert cli.main([str(egraph), "--check", str(selection)]) == 1
    with pytest.raises(SystemExit):
        cli.main([str(egraph), "--check", str(selection), "--at-most", "area=3"])
    assert "leave out --at-most" in capsys.readouterr().err


def test_costs_that_cancel_out_are_proved() -> None:
    """The solver's bound is above 0 by rounding, and the cheapest selection costs 0: that is no contradiction."""
    rng = random.Random("many negative")
    for _ in range(627):
        random_egraph(rng, PRICES["negative"], rng.choice([4, 7, 9]))
    problem = random_egraph(rng, PRICES["negative"], rng.choice([4, 7, 9]))
    assert least(problem) == 0
    agree(problem)
