"""Random e-graphs of egglog: `extract` is never dearer than egglog's own extractor, and says what its terms cost."""

from __future__ import annotations

import random
from contextlib import suppress

import egglog
import pytest
from egglog import EGraph, Map, MultiSet, Set, String, Vec, delete, eq, i64, set_cost, subsume, union

from egraph_opt.extract import InvalidProblem, extract
from tests.support.egglog_programs import dag_cost
from tests.support.egglog_sorts import PI, Num, nested, of_bag, of_function, of_map, of_set, of_vec, x, y


def grow(rng: random.Random) -> tuple[EGraph, list[Num]]:
    """An e-graph with random terms, of which random ones are united, subsumed, deleted and priced."""
    pool: list[Num] = [x, y, PI, Num.ZERO, Num(1), Num(2)]
    for _ in range(14):
        a, b, c = (rng.choice(pool) for _ in range(3))
        kinds = [a + b, a * b, -a, a.half, a << i64(rng.randint(0, 2)), a[b], of_vec(Vec(a, b)), of_set(Set(a, b, c))]
        kinds += [of_bag(MultiSet(a, b)), of_map(Map[String, Num].empty().insert(String("k"), a).insert(String("l"), b))]
        kinds += [of_function(a.__getitem__), nested(Vec(Map[i64, Vec[Num]].empty().insert(i64(1), Vec(a, b))))]
        pool.append(rng.choice(kinds))
    egraph = EGraph()
    egraph.register(*pool)
    for _ in range(rng.randint(2, 6)):
        egraph.register(union(rng.choice(pool)).with_(rng.choice(pool)))
    if rng.random() < 0.5:
        priced = rng.choice(pool)
        if isinstance(priced, Num) and egglog.get_callable_fn(priced) in (Num.__add__, Num.__mul__, Num.__neg__):
            egraph.register(set_cost(priced, rng.choice([0, 5, 30])))
    for change in (subsume, delete):
        if rng.random() < 0.3:
            egraph.register(change(rng.choice(pool[6:])))
    return egraph, [rng.choice(pool) for _ in range(rng.randint(1, 3))]


def agree_with_egglog(seed: int) -> bool:
    """Never dearer than egglog's own terms, equal to what was asked for, and of the cost that is stated.

    False where egglog finds no term. Version 14 then may not add what was deleted again, where `extract` does.
    """
    egraph, terms = grow(random.Random(seed))
    egraph.register(*terms)
    theirs = None
    with suppress(egglog.EggSmolError):
        theirs = [egraph.extract(term) for term in terms]
    try:
        best = extract(egraph, terms)
    except InvalidProblem as error:
        assert theirs is None and "cannot be extracted" in str(error)
        return False
    egraph.check(*(eq(term).to(found) for term, found in zip(terms, best.exprs, strict=True)))
    assert best.proved and best.cost == dag_cost(egraph, best.exprs)
    assert theirs is None or best.cost <= dag_cost(egraph, theirs)
    return theirs is not None


def test_random_e_graphs() -> None:
    assert sum(map(agree_with_egglog, range(12))) > 6


@pytest.mark.slow
def test_many_random_e_graphs() -> None:
    assert sum(map(agree_with_egglog, range(100, 400))) > 200
