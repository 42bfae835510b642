"""egglog's own example programs, each extracted in three lines, beside egglog's own extractors: `python examples/egglog_programs.py`.

The programs are those that egglog installs with itself (`egglog.examples`, and `egglog.exp.polynomials`, which needs nothing more).
All costs are DAG costs of the terms that came out, with the costs that egglog declares: each different subterm is paid once.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple

import egglog
from egglog import EGraph, i64, run, set_
from egglog.declarations import CallDecl, PartialCallDecl
from egglog.deconstruct import get_callable_fn
from egglog.egraph import get_callable_cost, to_runtime_expr
from egglog.runtime import RuntimeExpr

from egraph_opt.extract import extract


class Program(NamedTuple):
    """An e-graph after its rules have run, and the terms that are wanted of it."""

    egraph: EGraph
    terms: Sequence[Any]


def example(name: str) -> Any:
    """One of egglog's examples, which runs when it is imported."""
    with contextlib.redirect_stdout(io.StringIO()):  # they print
        return import_module(f"egglog.examples.{name}")


def eqsat_basic() -> Program:
    m = example("eqsat_basic")
    return Program(m.egraph, [m.expr1])


def matrix() -> Program:
    m = example("matrix")
    return Program(m.egraph, [m.ex1, m.ex2, m.rows, m.cols])


def multiset() -> Program:
    m = example("multiset")
    return Program(m.egraph, [m.expr1])


def jointree() -> Program:
    m = example("jointree")
    return Program(m.egraph, [m.query])


def ndarrays() -> Program:
    m = example("ndarrays")
    x, y = m.py_ndarray("x"), m.py_ndarray("y")
    return Program(m.egraph, [m.cross(x, y), m.cross(x, y).shape(), m.cross(x, y)[m.py_values("idx")]])


def lambda_() -> Program:
    m = example("lambda_")
    return Program(m.egraph, [m.e7])


def resolution() -> Program:
    m = example("resolution")
    return Program(m.egraph, [~m.p0 | (~m.p1 | (m.p2 | m.F))])


def higher_order_functions() -> Program:
    m = example("higher_order_functions")
    return Program(m.egraph, [m.y])


def bignum() -> Program:
    m = example("bignum")
    return Program(m.egraph, [m.bignums(m.x, m.y)])


def fib() -> Program:
    m = example("fib")
    egraph = EGraph()
    egraph.register(set_(m.fib(0)).to(i64(1)), set_(m.fib(1)).to(i64(1)))
    sums = egglog.ruleset(
        egglog.rule(egglog.eq(m.f0).to(m.fib(m.x)), egglog.eq(m.f1).to(m.fib(m.x + 1))).then(set_(m.fib(m.x + 2)).to(m.f0 + m.f1))
    )
    egraph.run(run(sums) * 7)
    return Program(egraph, [m.fib(i64(7))])


def bending() -> Program:
    """The energy of a bent rod over twelve variables: 50 subterms that are used again and again."""
    m = import_module("egglog.exp.polynomials")
    term = m.symbolic_bending_examples()[0]
    egraph = EGraph()
    egraph.register(term)
    egraph.run(m.remove_subtraction)
    return Program(egraph, [term])


def bending_factored() -> Program:
    """The same, multiplied out and with two rounds of factoring."""
    m = import_module("egglog.exp.polynomials")
    egraph = EGraph()
    term = m.run_example(m.distribute.saturate(), bending().terms[0]).extracted
    egraph.register(term)
    egraph.run(run(m.factoring) * 1)
    return Program(egraph, [term])


PROGRAMS: dict[str, Callable[[], Program]] = {
    f.__name__: f
    for f in (
        eqsat_basic, matrix, multiset, jointree, ndarrays, lambda_, resolution, higher_order_functions, bignum, fib, bending,
        bending_factored,
    )
}  # fmt: skip


def dag_cost(egraph: EGraph, terms: Sequence[Any]) -> int:
    """Return the cost of terms, from the terms.

    Each different subterm counts once. A number is one subterm; containers cost nothing.
    """
    own: dict[Any, int] = {}
    pending = [to_runtime_expr(term).__egg_typed_expr__ for term in terms]
    while pending:
        typed = pending.pop()
        if typed not in own:
            below = _below(typed)
            own[typed] = 0 if _is_container(typed) else _declared(egraph, typed)
            pending += below
    return sum(own.values())


def _is_container(typed: Any) -> bool:
    names = ("Map", "Maybe", "MultiSet", "Pair", "Set", "UnstableFn", "Vec")
    return typed.tp.ident.module == "egglog.builtins" and typed.tp.ident.name in names


def _below(typed: Any) -> list[Any]:
    expr = typed.expr
    if isinstance(expr, PartialCallDecl):
        return list(expr.call.args)
    if not isinstance(expr, CallDecl) or (typed.tp.ident.module == "egglog.builtins" and not _is_container(typed)):
        return []
    if typed.tp.ident.name == "Map" and _is_container(typed) and expr.args:
        rest, key, value = expr.args  # an insertion: the map before it is no subterm of the value
        return [key, value, *_below(rest)]
    return list(expr.args)


def _declared(egraph: EGraph, typed: Any) -> int:
    """Return the cost that `set_cost` or `cost=` states, else 1."""
    term: Any = RuntimeExpr.__from_values__(egraph.__egg_decls__, typed)
    function: Any = get_callable_fn(term)
    if function is None:
        return 1
    if egraph.has_custom_cost(function):
        state: Any = egraph._state
        name, arguments = state.translate_call(typed.expr)
        values = [state.typed_expr_to_value(argument) for argument in arguments]
        found = state.egraph.lookup_function(f"cost_table_{name}", values)
        if found is not None:
            return int(state.egraph.value_to_i64(found))
    cost = get_callable_cost(function)
    return 1 if cost is None else cost


def theirs(program: Program, **how: Any) -> int:
    """Return the joint cost of the terms that egglog extracts one by one."""
    return dag_cost(program.egraph, [program.egraph.extract(term, **how) for term in program.terms])


def by_dag(program: Program) -> int | None:
    """The same by egglog's DAG extractor; None where there is none: in egglog 13 it ends in a panic if a program sets costs."""
    model = getattr(egglog, "greedy_dag_cost_model", None)
    if model is None:
        return theirs(program, extractor="greedy-dag")
    state: Any = program.egraph._state
    return None if state.cost_callables else theirs(program, cost_model=model())


class Row(NamedTuple):
    """The costs of one program: by egglog's default extractor, by its DAG extractor, and by ours with its bound and seconds of CPU time."""

    tree: int
    dag: int | None
    ours: int
    bound: float
    proved: bool
    seconds: float


def compare(name: str) -> Row:
    """Extract the terms of a program three times. The terms that come out are checked to be equal to those that went in."""
    program = PROGRAMS[name]()
    tree, dag = theirs(program), by_dag(program)
    began = process_time()
    best = extract(program.egraph, program.terms)
    took = process_time() - began
    program.egraph.check(*(egglog.eq(term).to(found) for term, found in zip(program.terms, best.exprs, strict=True)))
    return Row(tree, dag, dag_cost(program.egraph, best.exprs), best.bound, best.proved, took)


def main() -> None:
    """Print the table."""
    print("| program | egglog, default | egglog, DAG | `extract` | | ms |\n|---|---|---|---|---|---|")
    for name in PROGRAMS:
        row = compare(name)
        known = "proved" if row.proved else f">= {row.bound:g}"
        dag = "panics" if row.dag is None else row.dag
        print(f"| {name} | {row.tree} | {dag} | {row.ours} | {known} | {1000 * row.seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
