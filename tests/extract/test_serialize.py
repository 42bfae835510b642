"""The egraph-serialize reader: what it reads, what it refuses and how it says so, and that writing undoes reading."""

from __future__ import annotations

import doctest
import json
import random
from typing import Any

import pytest

from egraph_opt.extract import InvalidProblem, check, extract_exact, serialize
from egraph_opt.extract.serialize import InvalidEGraph, Named, read, write
from tests.extract.test_extractors import random_problem


def egraph(**changes: Any) -> dict[str, Any]:
    """A sum of a shared product; `b` has a cheaper node that is subsumed."""
    nodes = {
        "sum": {"op": "+", "children": ["mul", "mul"], "eclass": "a", "cost": 1.5},
        "mul": {"op": "*", "children": ["x"], "eclass": "b", "cost": 3},
        "shift": {"op": "<<", "children": ["x"], "eclass": "b", "cost": 1, "subsumed": True},
        "x": {"op": "x", "eclass": "c"},
    }
    return {"nodes": nodes, "root_eclasses": ["a"], "class_data": {"a": {"type": "i64"}}} | changes


def test_example() -> None:
    assert doctest.testmod(serialize) == (0, 3)


def test_reads_names_costs_and_defaults() -> None:
    named = read(json.dumps(egraph()))
    assert named.classes == ("a", "b", "c") and named.nodes == ("sum", "mul", "x") and named.ops == ("+", "*", "x")
    assert named.problem.cost.tolist() == [1.5, 3.0, 1.0]
    result = extract_exact(named.problem)
    assert result.cost == 5.5
    assert named.choices(result.choice) == {"a": "sum", "b": "mul", "c": "x"}
    assert named.class_data["a"] == {"type": "i64"}


def test_subsumed_nodes_take_part_on_demand() -> None:
    named = read(json.dumps(egraph()), subsumed=True)
    assert named.choices(extract_exact(named.problem).choice)["b"] == "shift"


def test_a_child_may_name_a_subsumed_node() -> None:
    graph = egraph()
    graph["nodes"]["sum"]["children"] = ["shift"]
    named = read(json.dumps(graph))
    assert named.choices(extract_exact(named.problem).choice)["b"] == "mul"


def broken(path: str, value: Any) -> str:
    graph = egraph()
    *keys, last = path.split("/")
    at: Any = graph
    for key in keys:
        at = at[key]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return json.dumps(graph)


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (broken("nodes/mul/cost", -1.0), 'nodes["mul"].cost', "is -1.0, but a cost is a finite number >= 0"),
        (broken("nodes/mul/cost", float("inf")), 'nodes["mul"].cost', "is Infinity, but"),
        (broken("nodes/mul/cost", float("nan")), 'nodes["mul"].cost', "is NaN, but"),
        (broken("nodes/mul/cost", "3"), 'nodes["mul"].cost', 'is "3", but'),
        (broken("nodes/mul/cost", True), 'nodes["mul"].cost', "is true, but"),
        (broken("nodes/mul/eclass", None), 'nodes["mul"].eclass', "is missing, but must be the name of a class"),
        (broken("nodes/mul/eclass", 7), 'nodes["mul"].eclass', "is 7, but"),
        (broken("nodes/mul/children", "x"), 'nodes["mul"].children', 'is "x", but must be a list'),
        (broken("nodes/mul/children", ["x", "c"]), 'nodes["mul"].children[1]', 'is "c", but there is no such node'),
        (broken("nodes/mul", []), 'nodes["mul"]', "is [], but must be an object"),
        (broken("nodes", None), "nodes", "is missing, but must be an object"),
        (broken("root_eclasses", ["a", "z"]), "root_eclasses[1]", 'is "z", but no node is of that class'),
        (broken("root_eclasses", []), "root_eclasses", "is [], but must list at least one class"),
        (broken("root_eclasses", None), "root_eclasses", "is [], but must list at least one class"),
        (broken("nodes/x/children", ["sum"]), "root_eclasses[0]", 'class "a" has no acyclic derivation'),
        (broken("nodes/mul/subsumed", True), "root_eclasses[0]", 'class "a" has no acyclic derivation'),
        (broken("nodes/sum/subsumed", True), "root_eclasses[0]", 'class "a" has no nodes'),
        ("[]", "the text", "is [], but must be an object"),
        ('{"nodes": ', "", "no JSON: Expecting value: line 1 column 11"),
        ("[" * 100_000, "", "no JSON"),
        ('{"nodes": {"x": {}, "x": {}}}', "", "the name 'x' occurs twice in one object"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, where: str, what: str) -> None:
    with pytest.raises(InvalidEGraph) as caught:
        read(text)
    assert caught.value.where == where
    assert caught.value.what.startswith(what)
    assert str(caught.value) == (f"{where}: {caught.value.what}" if where else caught.value.what)
    assert isinstance(caught.value, InvalidProblem)


def test_no_bytes_are_read_as_anything_but_a_graph_or_an_error() -> None:
    """Mutants of a text: each is read, or refused with `InvalidEGraph`."""
    rng = random.Random(3)
    text = json.dumps(egraph()).encode()
    refused = 0
    for _ in range(3000):
        mutant = bytearray(text)
        for _ in range(rng.choice([1, 1, 2, 5])):
            mutant[rng.randrange(len(mutant))] = rng.choice(b'{}[]",:0-9eaxNul \xff')
        try:
            named = read(bytes(mutant))
        except InvalidEGraph:
            refused += 1
        else:
            assert check(named.problem, extract_exact(named.problem).choice) >= 0
    assert 1000 < refused < 3000


def test_writing_undoes_reading() -> None:
    named = read(json.dumps(egraph()))
    again = read(write(named))
    assert (again.classes, again.nodes, again.ops, again.class_data) == (named.classes, named.nodes, named.ops, named.class_data)
    for name in ("node_class", "cost", "child_start", "child_class", "roots"):
        assert getattr(again.problem, name).tolist() == getattr(named.problem, name).tolist()
    assert write(again) == write(named)


def test_what_the_format_cannot_say_is_not_written() -> None:
    problem = next(p for seed in range(99) if (p := random_problem(random.Random(seed), 4, 9)).back.any())
    names = tuple(map(str, range(9)))
    with pytest.raises(InvalidEGraph, match="no back edges"):
        write(Named(problem, names[:4], names, names))
