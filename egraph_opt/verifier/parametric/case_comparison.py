"""Comparison of an array's symbolic contents after the old and the new kernels, case by case."""

from __future__ import annotations

from functools import partial

from egraph_opt.verifier.parametric.execution.symbolic_arrays import Contents
from egraph_opt.verifier.parametric.folds.fold_forms import refold
from egraph_opt.verifier.parametric.folds.fold_union import unite_folds
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import UNWRITTEN, SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, symbol
from egraph_opt.verifier.parametric.sizes.piecewise import Leaf, Path, cases, restrict_all
from egraph_opt.verifier.proof.reals.element_comparison import why_unequal
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import NAN, UNDEFINED


def why_different(ring: SymbolicRing, old: Contents, new: Contents) -> str:
    """Return why an array's contents after the old and the new kernels may differ; empty if they are proved equal."""
    assert old.value is not None and new.value is not None and old.flat == new.flat
    for path, leaf in cases(old.value):
        if ring.facts.excludes(path):
            continue
        for within, other in cases(restrict_all(new.value, path), path):
            if not same_leaf(leaf, other) or leaf in (UNDEFINED, NAN):
                if ring.facts.excludes(within):
                    continue
                if said := why_leaves_differ(ring, leaf, other, within):
                    where = f" where {' and '.join(each.text for each in within)}" if within else ""
                    return f"{said}{where}"
    return ""


def same_leaf(a: Leaf, b: Leaf) -> bool:
    """Return whether two values without conditions have the same normal form."""
    return a == b


def why_leaves_differ(ring: SymbolicRing, a: Leaf, b: Leaf, path: Path) -> str:
    """Return why two values may differ if the conditions in `path` are true; empty if they are proved equal."""
    if UNWRITTEN in (a, b):
        return "one side writes an element that the other one does not write"
    if {a, b} & {UNDEFINED, NAN}:
        return "a value is not known: it depends on elements that a load masks out, on an infinity, or on what nobody wrote"
    one, other = (simplify(ring, each, path) for each in (a, b))
    if one == other:
        return ""
    if isinstance(one, Polynomial) or isinstance(other, Polynomial):
        return "no law makes both integers the same"
    if not ring.has_laws:
        return "the operations or their operands are not the same"
    said = why_unequal(ring, one, other)
    return said and why_unequal(ring, unite_folds(ring, one, path), unite_folds(ring, other, path))


def simplify(ring: SymbolicRing, leaf: Leaf, path: Path) -> Leaf:
    """Simplify the floor quotients in a value if the conditions in `path` are true."""
    names = leaf.symbols if isinstance(leaf, Polynomial) else ring.symbols(leaf)
    same = {name: symbol(name) for name in sorted(names) if not name.endswith("[]")}
    again = Substitution(ring, same, {}, partial(refold, ring), partial(ring.facts.divide, given=path))
    return again.index(leaf) if isinstance(leaf, Polynomial) else again.number(leaf)
