"""The egraph-serialize reader: what it reads, what it refuses and how it says so, and that writing undoes reading."""

from __future__ import annotations

import doctest
import json
import random
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from egraph_opt.extract import InvalidProblem, check, extract, extract_exact
from egraph_opt.extract.read import serialize
from egraph_opt.extract.read.serialize import InvalidEGraph, NamedProblem, read, write
from tests.support.extraction_problems import random_problem


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


def chosen(text: str, **how: Any) -> tuple[float, dict[str, str], tuple[str, ...]]:
    """The cost, the chosen nodes and the remarks of a text."""
    named = read(text, **how)
    result = extract_exact(named.problem)
    return result.cost, named.choices(result.choice), named.remarks


DIALECTS = {
    "integers": {
        "nodes": {
            "0.0": {"op": "+", "children": [1, 1], "eclass": 0, "cost": 1.5, "id": "0.0"},
            "1.0": {"op": "*", "children": [2], "eclass": 1, "cost": 3, "id": "1.0"},
            "2.0": {"op": "x", "children": [], "eclass": 2, "cost": 1, "id": "2.0"},
        },
        "root_eclasses": [0],
    },
    "children are classes": {
        "nodes": {
            "0.0": {"op": "+", "children": ["1", "1"], "eclass": "0", "cost": 1.5},
            "1.0": {"op": "*", "children": ["2"], "eclass": "1", "cost": 3},
            "2.0": {"op": "x", "eclass": "2", "cost": None},
        },
        "root_eclasses": ["0"],
    },
    "a list with names": {
        "nodes": [
            {"id": "0.0", "children": ["1.0", "1.0"], "eclass": 0, "cost": 1.5},
            {"id": "1.0", "children": ["2.0"], "eclass": 1, "cost": 3},
            {"id": "2.0", "eclass": 2},
        ],
        "root_eclasses": ["0"],
    },
    "no roots": {
        "nodes": {
            "0.0": {"op": "+", "children": ["1.0"], "eclass": "0", "cost": 1.5},
            "1.0": {"op": "*", "children": ["2.0"], "eclass": "1", "cost": 3},
            "2.0": {"op": "x", "eclass": "2", "cost": 1},
        },
    },
}


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects_say_the_same(name: str) -> None:
    cost, choices, remarks = chosen(json.dumps(DIALECTS[name]))
    assert cost == 5.5 and choices == {"0": "0.0", "1": "1.0", "2": "2.0"}
    assert bool(remarks) == (name in ("no roots", "children are classes"))  # the latter with a null


def test_nodes_beside_a_table_of_classes() -> None:
    text = '{"nodes": [[1, 1], [2], [2], []], "classes": [[0], [1, 2], [3]], "root_eclasses": ["0"]}'
    assert chosen(text)[0] == 3 and read(text).classes == ("0", "1", "2")
    named = read('{"nodes": {"f": ["b"], "g": []}, "classes": {"a": ["f"], "b": ["g"]}, "labels": {"f": "neg"}}')
    assert named.ops == ("neg", "") and named.problem.roots.tolist() == [0]


def test_a_name_that_is_node_and_class_is_a_node() -> None:
    """The format's own meaning holds where a text could be read both ways."""
    nodes = {"a": {"eclass": "b", "children": []}, "b": {"eclass": "a", "cost": 9}, "r": {"eclass": "r", "children": ["a"]}}
    assert chosen(json.dumps({"nodes": nodes, "root_eclasses": ["r"]}))[0] == 2


def test_roots_without_nodes_are_left_out_and_said() -> None:
    cost, _, remarks = chosen(json.dumps(egraph(root_eclasses=["a", "z"])))
    assert cost == 5.5
    assert remarks == ('root_eclasses[1] is "z", but no node is of that class: it is left out',)


@pytest.mark.parametrize("roots", [[], None, ["z"]])
def test_without_roots_the_classes_are_taken_that_no_other_needs(roots: list[str] | None) -> None:
    graph = egraph(root_eclasses=roots)
    graph["nodes"]["lone"] = {"eclass": "d", "cost": 10, "children": ["lone"]}  # cannot be derived
    graph["nodes"]["other"] = {"eclass": "e", "cost": 10}
    cost, choices, remarks = chosen(json.dumps(graph))
    assert cost == 15.5 and set(choices) == {"a", "b", "c", "e"}
    assert remarks[-1] == "there are no roots: taken are the 2 classes that no other needs"


def test_roots_can_be_named() -> None:
    assert chosen(json.dumps(egraph()), roots=["b"])[0] == 4
    with pytest.raises(InvalidEGraph, match="the root 'z' is no class"):
        read(json.dumps(egraph()), roots=["z"])


def test_negative_costs_and_further_numbers_are_kept() -> None:
    graph = egraph()
    graph["nodes"]["mul"] |= {"cost": -2, "area": 7}
    named = read(json.dumps(graph))
    assert named.problem.cost.tolist() == [1.5, -2, 1]
    assert np.nan_to_num(named.further["area"], nan=-1).tolist() == [-1, 7, -1]
    assert read(write(named)).further["area"][1] == 7


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda text: text.replace('"cost": 3', '"cost": "3"'), '"3"'),
        (lambda text: text.replace('"x"\n', '"y"\n', 1), '"y"'),
        (lambda text: text.replace('"eclass": "b"', '"eclass": {}', 1), "{}"),
        (lambda text: text.replace('"a"\n  ]', "1.5\n  ]"), "1.5"),
        (lambda text: text.replace("]", "", 1), None),
    ],
)
def test_a_file_gets_place_and_caret(tmp_path: Path, change: Callable[[str], str], place: str | None) -> None:
    file = tmp_path / "graph.json"
    file.write_text(change(json.dumps(egraph(), indent=2)))
    with pytest.raises(InvalidEGraph) as caught:
        serialize.read_file(file)
    message, line, caret = str(caught.value).split("\n")
    _, row, column, _ = message.removeprefix(str(file)).split(":", 3)
    assert caret == " " * (int(column) - 1) + "^" and line == file.read_text().split("\n")[int(row) - 1]
    if place:
        assert ": error: " in message and line[len(caret) - 1 :].startswith(place)
    else:
        assert ": error: no JSON" in message


def test_a_caret_in_one_long_line_shows_what_is_around_it(tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    nodes = {f"n{i}": {"eclass": f"c{i}", "cost": "no" if i == 500 else 1} for i in range(1000)}
    file.write_text(json.dumps({"nodes": nodes}))
    with pytest.raises(InvalidEGraph) as caught:
        serialize.read_file(file)
    _, line, caret = str(caught.value).split("\n")
    assert len(line) <= 100 and line[len(caret) - 1 :].startswith('"no"')


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
        (broken("nodes/mul/cost", []), 'nodes["mul"].cost', "is [], but a cost is a finite number"),
        (broken("nodes/mul/cost", float("inf")), 'nodes["mul"].cost', "is Infinity, but"),
        (broken("nodes/mul/cost", float("nan")), 'nodes["mul"].cost', "is NaN, but"),
        (broken("nodes/mul/cost", "3"), 'nodes["mul"].cost', 'is "3", but'),
        (broken("nodes/mul/cost", 10**400), 'nodes["mul"].cost', "is 1000"),
        (broken("nodes/mul/children", ""), 'nodes["mul"].children', 'is "", but must be a list'),
        (broken("nodes/mul/cost", True), 'nodes["mul"].cost', "is true, but"),
        (broken("nodes/mul/eclass", None), 'nodes["mul"].eclass', "is missing, but must be the name of a class"),
        (broken("nodes/mul/eclass", 7.0), 'nodes["mul"].eclass', "is 7.0, but"),
        (broken("nodes/mul/children", ["x", 9]), 'nodes["mul"].children[1]', "is 9, but there is no such class"),
        (broken("nodes/mul/children", ["x", True]), 'nodes["mul"].children[1]', "is true, but there is no such"),
        (broken("nodes/mul/children", {"x": 1}), 'nodes["mul"].children', 'is {"x": 1}, but must be a list'),
        (broken("nodes/mul/children", "x"), 'nodes["mul"].children', 'is "x", but must be a list'),
        (broken("nodes/mul/children", ["x", "c"]), 'nodes["mul"].children[1]', 'is "c", but there is no such node'),
        (broken("nodes/mul", []), 'nodes["mul"]', "is [], but must be an object"),
        (broken("nodes", None), "nodes", "is missing, but must be an object"),
        (broken("root_eclasses", "a"), "root_eclasses", 'is "a", but must be a list of classes'),
        (broken("root_eclasses", ["a", 1.5]), "root_eclasses[1]", "is 1.5, but must be the name of a class"),
        (broken("nodes/x/children", ["sum"]), "root_eclasses[0]", 'class "a" has no acyclic derivation'),
        (broken("nodes/mul/subsumed", True), "root_eclasses[0]", 'class "a" has no acyclic derivation'),
        (broken("nodes/sum/subsumed", True), "root_eclasses[0]", 'class "a" has no nodes'),
        ('{"nodes": {"f": {"eclass": "a", "children": ["f"]}}}', "root_eclasses", "names no class that has nodes"),
        ('{"nodes": [{"id": "a", "eclass": 1}, {"id": "a", "eclass": 2}]}', "nodes", "two nodes have one `id`"),
        ('{"nodes": {"f": [0]}, "classes": {"0": ["g"]}}', 'classes["0"][0]', 'is "g", but there is no such node'),
        ('{"nodes": {"f": [0], "g": []}, "classes": {"0": ["g"]}}', 'nodes["f"]', "is in none of `classes`"),
        ('{"nodes": {"f": []}, "classes": [["f"], ["f"]]}', "classes[1][0]", 'is "f", which is in another class too'),
        ('{"nodes": {"f": [5]}, "classes": [["f"]]}', 'nodes["f"].children[0]', "is 5, but there is no such class"),
        ("[]", "", "the text is [], but must be an object"),
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
            if (named.problem.cost >= 0).all():
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
        write(NamedProblem(problem, names[:4], names, names))


def test_an_infinite_cost_forbids_a_node() -> None:
    text = json.dumps(
        {
            "nodes": {
                "cheap": {"op": "cheap", "children": ["leaf"], "eclass": "a", "cost": 1},
                "dear": {"op": "dear", "children": ["leaf"], "eclass": "a", "cost": 5},
                "leaf": {"op": "leaf", "eclass": "b", "cost": None},
            },
            "root_eclasses": ["a"],
        }
    )
    egraph = read(text)
    assert egraph.remarks == ("nodes whose cost is null, of which there are 1, cost 1",)
    assert extract(egraph).expr == ("cheap", ("leaf",))
    best = extract(egraph, cost={"cheap": inf})
    assert best.expr == ("dear", ("leaf",)) and (best.cost, best.proved) == (6.0, True)
    assert egraph.choices(best.selection.choice) == {"a": "dear", "b": "leaf"}
    assert extract(egraph, at_most=[({"cheap": inf}, 100)]).expr == best.expr
    assert extract(egraph.problem, cost=[inf, 5.0, 1.0]).cost == 6.0
    with pytest.raises(InvalidProblem, match="the root 'a' has no acyclic derivation"):
        extract(egraph, cost=lambda entry: inf if entry.op != "leaf" else 1)
    with pytest.raises(InvalidProblem, match="a cost is finite"):
        extract(egraph, cost={"cheap": -inf})


def test_a_table_may_have_a_cost_for_the_rest() -> None:
    egraph = read(json.dumps({"nodes": [{"op": op, "eclass": op, "cost": 7} for op in "ab"], "root_eclasses": ["a", "b"]}))
    assert extract(egraph, cost={"a": 2}).cost == 9 and extract(egraph, cost={"a": 2, ...: 1}).cost == 3
