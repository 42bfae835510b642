"""Conversion of an egglog e-graph to an extraction problem, and of a selection to egglog terms.

The rows of egglog's tables (from `freeze`) are the nodes; egglog values are the e-classes. As in egglog, a row is no term if it belongs to
a relation, a function with outputs, or an unextractable constructor.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import TYPE_CHECKING, Any

from egraph_opt.extract.base.problem import Infeasible, IntArray, InvalidProblem, Problem, ProblemBuilder
from egraph_opt.extract.read.egglog_cost import Cost, NodeCost, declared_cost, node_cost, tables
from egraph_opt.extract.read.egglog_values import BUILTINS, State, TermParts, builtin_shape

if TYPE_CHECKING:
    from egglog import EGraph
    from egglog.bindings import FrozenRow, Value
    from egglog.declarations import JustTypeRef

Key = tuple[str, "Value"]
"""E-class: name of the egglog sort and the value, which is unique only within its sort."""


@dataclass(frozen=True, eq=False)
class Node:
    """Row of a constructor, or value of a builtin sort, as a term whose children are egglog values."""

    egraph: EGraph
    tp: JustTypeRef
    shape: TermParts
    callable_ref: Any
    declared: float

    @property
    def sort_ident(self) -> Any:
        return self.tp.ident

    @property
    def arity(self) -> int:
        return len(self.shape.children)

    def expr(self) -> Any:
        """Term with values as children, as egglog passes it to a cost model."""
        from egglog.declarations import TypedExprDecl

        state: State = self.egraph._state
        parts = [TypedExprDecl(tp, state.value_to_expr(tp, value)) for tp, value in self.shape.children]
        return _runtime(self.egraph, TypedExprDecl(self.tp, self.shape.write(parts)))


def _runtime(egraph: EGraph, typed: Any) -> Any:
    from egglog.runtime import RuntimeExpr

    return RuntimeExpr.__from_values__(egraph.__egg_decls__, typed)


@dataclass(eq=False)
class ClassReader:
    """Reader of all e-classes of an egglog e-graph that the roots need."""

    egraph: EGraph

    def __post_init__(self) -> None:
        self.classes: dict[Key, int] = {}
        self.nodes: list[Node] = []
        self.class_of: list[int] = []
        self.roots: list[tuple[JustTypeRef, Key]] = []
        self.hidden: set[str] = set()

    @property
    def state(self) -> State:
        """Egglog's record of declarations and names."""
        return self.egraph._state

    @cached_property
    def functions(self) -> dict[str, Any]:
        """Rows of egglog's tables by function name, computed on first access."""
        found: dict[str, Any] = self.state.egraph.freeze().functions
        return found

    @cached_property
    def rows(self) -> dict[Key, list[tuple[str, Any, Any, FrozenRow]]]:
        """Rows of all constructors that may occur in terms, by e-class."""
        found: dict[Key, list[tuple[str, Any, Any, FrozenRow]]] = {}
        for name, function in self.functions.items():
            refs = self.state.egg_fn_to_callable_refs.get(name)
            if function.is_let_binding or not refs:
                continue
            ref = min(refs, key=str)
            declaration = self.egraph.__egg_decls__.get_callable_decl(ref)
            if not _is_constructor(declaration, self.state.egg_sort_to_type_ref.get(function.output_sort)):
                continue
            if getattr(declaration, "unextractable", False):
                self.hidden.add(".".join(getattr(part, "name", part) for part in vars(ref).values()))
                continue
            for row in function.rows:
                if not row.subsumed:
                    found.setdefault((function.output_sort, row.output), []).append((name, ref, declaration, row))
        return found

    def add_roots(self, exprs: Sequence[Any]) -> None:
        """Evaluate terms in the e-graph, which inserts missing terms, and read the e-classes that the terms need."""
        from egglog.declarations import CallDecl
        from egglog.egraph import to_runtime_expr
        from egglog.runtime import RuntimeExpr

        for expr in exprs:
            if not isinstance(expr, RuntimeExpr):
                said = "say extract(egraph, term)" if type(expr).__name__ == "EGraph" else f"it is of type {type(expr).__name__}"
                raise InvalidProblem(f"{expr!r} is no term of egglog: {said}")
        found: list[Any] = [to_runtime_expr(expr) for expr in exprs]
        for runtime in found:
            self.egraph._add_decls(runtime)
            if isinstance(runtime.__egg_typed_expr__.expr, CallDecl):
                self.egraph.register(runtime)
        for runtime in found:  # after all are added: a later term may union classes
            typed = runtime.__egg_typed_expr__
            self.roots.append((typed.tp, (self.state.type_ref_to_egg(typed.tp), self.state.typed_expr_to_value(typed))))
        pending = [(tp, key) for tp, key in self.roots if self._new(key)]
        for tp, key in pending:
            for node in self._nodes(tp, key):
                self.nodes.append(node)
                self.class_of.append(self.classes[key])
                for child, value in node.shape.children:
                    below = (self.state.type_ref_to_egg(child), value)
                    if self._new(below):
                        pending.append((child, below))

    def _new(self, key: Key) -> bool:
        if key in self.classes:
            return False
        self.classes[key] = len(self.classes)
        return True

    def _nodes(self, tp: JustTypeRef, key: Key) -> list[Node]:
        if tp.ident.module == BUILTINS:
            shape = builtin_shape(self.state, tp, key[1])
            return [] if shape is None else [Node(self.egraph, tp, shape, None, declared_cost(None, tp.ident.name))]
        return [self._call(tp, *row) for row in self.rows.get(key, ())]

    @cached_property
    def _set_costs(self) -> Any:
        return tables(self.functions, self.state.egraph.value_to_i64)

    def _call(self, tp: JustTypeRef, name: str, ref: Any, declaration: Any, row: FrozenRow) -> Node:
        from egglog.declarations import CallDecl

        types = [self.state.egg_sort_to_type_ref[sort] for sort in self.functions[name].input_sorts]
        children = list(zip(types, row.inputs, strict=True))
        if getattr(declaration.signature, "reverse_args", False):
            children.reverse()
        cost = self._set_costs(name, row.inputs)
        return Node(
            self.egraph,
            tp,
            TermParts(children, lambda parts: CallDecl(ref, tuple(parts))),
            ref,
            declared_cost(declaration, "") if cost is None else cost,
        )


def _is_constructor(declaration: Any, tp: JustTypeRef | None) -> bool:
    """Return whether a declaration is a constructor, without a merge function or a body."""
    from egglog.declarations import ConstantDecl, ConstructorDecl

    if isinstance(declaration, ConstantDecl):
        plain = getattr(declaration, "body", None) is None and getattr(declaration, "merge", None) is None
        return plain and tp is not None and tp.ident.module != BUILTINS
    return isinstance(declaration, ConstructorDecl)


@dataclass(frozen=True, eq=False)
class PosedGraph:
    """Extraction problem of an e-graph, with the egglog node for each node number."""

    reader: ClassReader
    kept: tuple[Node, ...]
    problem: Problem

    def exprs(self, choice: IntArray) -> tuple[Any, ...]:
        """Return the terms of the roots; a shared e-class is one shared object."""
        from egglog.declarations import TypedExprDecl

        reader, chosen = self.reader, choice.tolist()
        below = [[reader.classes[reader.state.type_ref_to_egg(tp), v] for tp, v in node.shape.children] for node in self.kept]
        written: dict[int, Any] = {}
        for _, root in reader.roots:
            pending = [reader.classes[root]]
            while pending:
                c = pending[-1]
                missing = [x for x in below[chosen[c]] if x not in written]
                if c in written or not missing:
                    pending.pop()
                    node = self.kept[chosen[c]]
                    written.setdefault(c, TypedExprDecl(node.tp, node.shape.write([written[x] for x in below[chosen[c]]])))
                else:
                    pending += missing
        return tuple(_runtime(reader.egraph, written[reader.classes[root]]) for _, root in reader.roots)


def pose(egraph: EGraph, exprs: Sequence[Any], cost: Cost, further: Sequence[Cost]) -> PosedGraph:
    """Return the problem of extracting several terms together, where shared e-classes count once.

    `further` are additional costs (`Problem.resources`). Raises `InvalidProblem` for an invalid cost, and for a term that cannot be
    extracted.
    """
    if not exprs:
        raise InvalidProblem("there are no terms to extract")
    reader = ClassReader(egraph)
    reader.add_roots(exprs)
    prices: list[NodeCost] = [node_cost(egraph, each) for each in (cost, *further)]
    builder, kept, forbidden = ProblemBuilder(), [], set[str]()
    for _ in reader.classes:
        builder.add_class()
    for node, c in zip(reader.nodes, reader.class_of, strict=True):
        own, *others = [price(node) for price in prices]
        if any(isinf(each) for each in (own, *others)):
            forbidden.add(_function_name(node))
            continue
        children = [reader.classes[reader.state.type_ref_to_egg(tp), value] for tp, value in node.shape.children]
        builder.add_node(c, own, children, resources=others)
        kept.append(node)
    for _, root in reader.roots:
        builder.add_root(reader.classes[root])
    return PosedGraph(reader, tuple(kept), _build_problem(builder, reader, exprs, forbidden))


def _function_name(node: Node) -> str:
    """Return the name of a node's function in Python source, such as `f`, `Num`, `Num.__add__`."""
    ref = node.callable_ref
    parts = (getattr(getattr(ref, "ident", None), "name", ""), getattr(ref, "method_name", ""))
    return ".".join(filter(None, parts)) or node.tp.ident.name


def _build_problem(builder: ProblemBuilder, reader: ClassReader, exprs: Sequence[Any], forbidden: Set[str]) -> Problem:
    try:
        problem = builder.build()
        _ = problem.graph
    except Infeasible as error:
        i = next(i for i, (_, root) in enumerate(reader.roots) if reader.classes[root] == error.root)
        hidden = f" (unextractable functions: {', '.join(sorted(reader.hidden))})" if reader.hidden else ""
        endless = f" (infinite cost: {', '.join(sorted(forbidden))})" if forbidden else ""
        raise InvalidProblem(f"{exprs[i]} cannot be extracted: its class {error.why}{hidden}{endless}") from None
    return problem
