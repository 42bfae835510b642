"""`extract` on e-graphs of egglog: what comes back is a term of the same class, costs are those of egglog or the user's."""

from __future__ import annotations

from typing import Any

import egglog
import pytest
from egglog import (
    Bool,
    EGraph,
    Map,
    MultiSet,
    Rational,
    Set,
    String,
    Vec,
    default_cost_model,
    delete,
    eq,
    f64,
    function,
    i64,
    rewrite,
    ruleset,
    set_,
    set_cost,
    subsume,
    union,
)

from egraph_opt.extract import InvalidProblem, OverLimit, extract, extract_pareto
from tests.support.egglog_programs import dag_cost
from tests.support.egglog_sorts import PI, Num, nested, of_bag, of_function, of_map, of_set, of_vec, x, y


@function
def of_values(i: i64, f: f64, b: Bool, s: String, r: Rational, big: egglog.BigInt) -> Num: ...
@function
def size(x: Num) -> i64: ...
@function(merge=lambda old, new: old)
def known(x: Num) -> Num: ...


TERMS: dict[str, Any] = {
    "variable": x,
    "class variable": Num.ZERO,
    "constant": PI,
    "property": x.half,
    "operators": (x + y) * -x,
    "odd name": x << i64(3),
    "item and call": x[y](Num(-5)),
    "vector": of_vec(Vec(x, x, y)),
    "empty vector": of_vec(Vec[Num]()),
    "map": of_map(Map[String, Num].empty().insert(String("b"), y).insert(String("a"), x)),
    "empty map": of_map(Map[String, Num].empty()),
    "set": of_set(Set(x, y, PI)),
    "multiset": of_bag(MultiSet(x, y, x)),
    "values": of_values(i64(-(2**62)), f64(1e-7), Bool(False), String('"'), Rational(1, 3), egglog.BigInt.from_string("9" * 30)),
    "function": of_function(Num.var("f").__getitem__),
    "named function": of_function(Num.__neg__),
    "nested": nested(Vec(Map[i64, Vec[Num]].empty().insert(i64(1), Vec(x, y)))),
    "value": i64(7),
    "container": Vec(x + y, x),
}


if hasattr(egglog, "Pair"):  # since egglog 14
    Pair: Any = egglog.Pair
    Maybe: Any = egglog.Maybe

    @function
    def of_pair(xs: Pair[Num, Maybe[Num]]) -> Num: ...

    TERMS["pair"] = of_pair(Pair(x + y, Maybe[Num].some(x)))
    TERMS["nothing"] = of_pair(Pair(x, Maybe[Num].none()))


@pytest.mark.parametrize("name", TERMS)
def test_a_term_without_choices_comes_back_as_it_is(name: str) -> None:
    egraph = EGraph()
    best = extract(egraph, TERMS[name])
    egraph.check(eq(TERMS[name]).to(best.expr))
    assert best.proved and best.bound == best.cost == dag_cost(egraph, [best.expr])
    if name != "empty vector":  # elements of sets have no order
        assert sorted(str(best.expr)) == sorted(str(egraph.extract(TERMS[name])))


def test_the_cheapest_of_several_and_what_is_shared_is_paid_once() -> None:
    """A tree pays (x + y) twice and prefers the other form; a DAG pays it once."""
    egraph = EGraph()
    shared, other = (x + y) * (x + y), of_vec(Vec(x, y, x, y, x, y))
    egraph.register(union(shared).with_(other))
    best = extract(egraph, shared, cost={of_vec: 9})
    assert str(best.expr) == str(shared) and best.cost == 4 + 3 + 2 * 2
    assert str(extract(egraph, shared).expr) == str(other)
    assert extract(egraph, shared, cost={of_vec: 11.5, Num.__mul__: 0.5}).cost == 7.5


def test_terms_of_several_roots_share() -> None:
    egraph = EGraph()
    best = extract(egraph, [x + y, (x + y) * x])
    assert [str(e) for e in best.exprs] == [str(x + y), str((x + y) * x)]
    assert best.cost == dag_cost(egraph, best.exprs) == 3 + 4 + 2 * 2
    assert extract(egraph, (x + y, x + y)).cost == 7
    with pytest.raises(ValueError, match="2 terms were extracted"):
        _ = best.expr
    with pytest.raises(InvalidProblem, match="no terms"):
        extract(egraph, [])


def saturated() -> tuple[EGraph, Any]:
    """A sum with commuted and distributed forms, and a cycle: x = x + 0."""
    rules = ruleset(*_rules(egglog.var("a", Num), egglog.var("b", Num), egglog.var("c", Num)))
    egraph = EGraph()
    term = egraph.let("start", (x + Num(0)) * y + x * PI)
    egraph.run(rules * 4)
    return egraph, term


def _rules(a: Num, b: Num, c: Num) -> list[Any]:
    return [
        rewrite(a + b).to(b + a),
        rewrite(a * b).to(b * a),
        rewrite(a * b + a * c).to(a * (b + c)),
        rewrite(a + Num(0)).to(a),
        rewrite(x).to(x + Num(0)),
    ]


def test_a_cyclic_e_graph_and_a_let() -> None:
    egraph, term = saturated()
    best = extract(egraph, term)
    egraph.check(eq(term).to(best.expr))
    assert best.proved and best.cost == dag_cost(egraph, [best.expr]) == 4 + 3 + 2 + 2 + 1
    assert best.cost < dag_cost(egraph, [(x + Num(0)) * y + x * PI])


def test_the_term_is_usable() -> None:
    egraph, term = saturated()
    best = extract(egraph, term).expr
    egraph.register(best + Num(1), union(-Num(9)).with_(best))
    assert str(extract(egraph, -Num(9), cost={Num.__neg__: 100}).expr) == str(best)
    EGraph(best)  # in another e-graph too


def test_subsumed_and_deleted_rows_are_no_terms() -> None:
    egraph = EGraph()
    egraph.register(union(x + y).with_(x * y), union(x + y).with_(-x))
    assert str(extract(egraph, x * y).expr) == str(-x)
    egraph.register(subsume(-x))
    assert str(extract(egraph, x * y).expr) == str(x + y)
    egraph.register(delete(x + y))
    assert str(extract(egraph, x * y).expr) == str(x * y) == str(egraph.extract(x * y))


def test_what_cannot_be_extracted_is_named() -> None:
    egraph = EGraph()
    egraph.register(union(x.hidden()).with_(y))
    assert str(extract(egraph, x.hidden()).expr) == str(y)
    with pytest.raises(InvalidProblem, match=r"hidden.* cannot be extracted: .*unextractable functions: Num\.hidden"):
        extract(egraph, (-x).hidden())


def test_a_function_with_outputs_is_its_output() -> None:
    egraph = EGraph()
    egraph.register(set_(size(x)).to(i64(4)), set_(known(x)).to(y + y), union(y + y).with_(PI))
    assert extract(egraph, size(x)).expr.value == 4
    assert str(extract(egraph, known(x)).expr) == str(PI)


def test_costs_that_a_program_sets() -> None:
    egraph = EGraph()
    egraph.register(union(x + y).with_(x * y), set_cost(x + y, 40), set_cost(x * y, 50))
    best = extract(egraph, x + y)
    assert str(best.expr) == str(x + y) and best.cost == 40 + 4
    assert best.cost == egraph.extract(x + y, include_cost=True)[1]


def double(expr: Any) -> float:
    return 2.0


def own(egraph: EGraph, expr: Any, children: list[int]) -> int:
    """Cost model of egglog with expensive products: it reads the term."""
    return default_cost_model(egraph, expr, children) + (50 if egglog.get_callable_fn(expr) == Num.__mul__ else 0)


def deepest(egraph: EGraph, expr: Any, children: list[int]) -> int:
    return 1 + max(children, default=0)


def test_costs_of_all_kinds() -> None:
    egraph = EGraph()
    egraph.register(union(x + y).with_(x * y))
    assert extract(egraph, x * y, cost=default_cost_model).cost == 7
    assert extract(egraph, x * y, cost=double).cost == 2 * 5
    assert extract(egraph, x * y, cost=own).cost == 7
    assert str(extract(egraph, x * y, cost={Num.__add__: float("inf")}).expr) == str(x * y)
    assert extract(egraph, x * y, cost={Num: 8, String: 0.25, Num.var: 0}).cost == 3.5
    assert extract(egraph, x * y, cost={Num.__add__: 8, ...: 1}).cost == 5 and extract(egraph, x * y, cost={...: 0}).cost == 0
    if hasattr(egglog, "greedy_dag_cost_model"):
        assert extract(egraph, x * y, cost=egglog.greedy_dag_cost_model()).cost == 7
        assert extract(egraph, x * y, cost=egglog.greedy_dag_cost_model(own)).cost == 7
    if hasattr(egglog, "DagCostModel"):
        assert extract(egraph, x * y, cost=egglog.DagCostModel(lambda _, expr: 2, 0)).cost == 10
    assert extract(egraph, of_vec(Vec(x, y)), cost={Vec: 5, of_vec: 0}).cost == 5 + 2 * 2


@pytest.mark.parametrize("name", [name for name in TERMS if "value" not in name])
def test_the_default_model_of_egglog_charges_for_containers(name: str) -> None:
    """A tree without shared parts costs the same in both; here no part is shared but where a name occurs twice."""
    egraph = EGraph()
    ours = extract(egraph, TERMS[name], cost=default_cost_model)
    tree = egraph.extract(TERMS[name], include_cost=True, cost_model=default_cost_model)[1]
    same = extract(egraph, TERMS[name], cost=lambda g, t, c: default_cost_model(g, t, c))
    assert ours.cost == same.cost <= tree
    assert ours.cost == tree or str(TERMS[name]).count('"x"') > 1


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        (deepest, "deepest says .* not the sum of its children's costs"),
        (lambda expr: None, "costs None, but a cost is a number"),
        (lambda expr: "3", "costs '3', but a cost is a number"),
        (lambda expr: float("nan"), "costs nan"),
        (lambda a, b: 1, "takes 2 arguments"),
        ({"add": 1}, "'add', which is no function"),
        (7, "cost is 7, but"),
        ({Num.__add__: float("inf"), Num.__mul__: float("inf")}, "cannot be extracted"),
    ],
)
def test_costs_that_are_none(cost: Any, message: str) -> None:
    egraph = EGraph()
    egraph.register(union(x + y).with_(x * y))
    with pytest.raises(InvalidProblem, match=message):
        extract(egraph, x + y, cost=cost)


def area(term: Any) -> float:
    """Products are small and sums are large."""
    return {Num.__mul__: 1.0, Num.__add__: 10.0}.get(egglog.get_callable_fn(term), 0.0)


def test_limits_on_a_further_cost() -> None:
    egraph = EGraph()
    egraph.register(union(x + y).with_(x * y), union(PI + x).with_(PI * x))
    both = (x + y)[PI + x]
    free = extract(egraph, both)
    assert str(free.expr) == str(both) and free.resources == ()
    one = extract(egraph, both, at_most=[(area, 11)])
    assert one.proved and one.resources == (11.0,) and one.cost == free.cost + 1
    none = extract(egraph, both, at_most=[(area, 2.5), ({Num.__mul__: 7}, 1e6)])
    assert str(none.expr) == str((x * y)[PI * x]) and none.resources[0] == 2
    with pytest.raises(OverLimit, match="no selection keeps within the limits") as caught:
        extract(egraph, both, at_most=[(area, 1.9)])
    assert caught.value.proved


def test_every_trade_off_of_two_costs() -> None:
    egraph = EGraph()
    egraph.register(union(x + y).with_(x * y), union(PI + x).with_(PI * x))
    front = extract_pareto(egraph, (x + y)[PI + x], second=area)
    assert front.complete and [(c.first, c.second) for c in front] == [(12, 20), (13, 11), (14, 2)]
    assert str(front[0].found.expr) == str((x + y)[PI + x]) and str(front[2].found.expr) == str((x * y)[PI * x])
    for corner in front:
        assert corner.found.cost == corner.first == dag_cost(egraph, corner.found.exprs)
        assert corner.found.resources == (corner.second,)
        egraph.check(eq((x + y)[PI + x]).to(corner.found.expr))


def test_costs_below_zero() -> None:
    """Nodes of negative cost are taken where possible, each class once; a cycle gains nothing."""
    egraph = EGraph()
    egraph.register(union(x).with_(x.half.__neg__()), union(x.half).with_(-x), union(x + x).with_(x * y))
    best = extract(egraph, x + x, cost={Num.__neg__: -5, Num.__mul__: -2})
    assert best.proved and str(best.expr) == str(x * y) and best.cost == -2 + 4


def test_a_deep_term_is_no_recursion_of_ours() -> None:
    egraph = EGraph()
    term = x
    for i in range(40):
        term = egraph.let(f"step{i}", -term + term)
    best = extract(egraph, term)
    assert best.cost == 40 * 4 + 2  # a tree would have 2 ** 40 leaves


def test_pushed_and_popped() -> None:
    egraph = EGraph()
    egraph.register(x + y)
    with egraph:
        egraph.register(union(x + y).with_(PI))
        assert str(extract(egraph, x + y).expr) == str(PI)
    assert str(extract(egraph, x + y).expr) == str(x + y)


def test_the_source_must_be_an_e_graph() -> None:
    with pytest.raises(InvalidProblem, match=r"takes an egglog\.EGraph"):
        extract("graph.json")
    for roots, message in ((None, "there are no terms"), (5, "5 is no term of egglog"), ([x, "y"], "'y' is no term of egglog")):
        with pytest.raises(InvalidProblem, match=message):
            extract(EGraph(), roots)
