"""Check of arrays that one launch reads and writes: no program may read an element that another one writes."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.verifier.parametric.execution.memory_operations import whole_number
from egraph_opt.verifier.parametric.execution.symbolic_arrays import SymbolicArray, axis_indices
from egraph_opt.verifier.parametric.execution.symbolic_program import Load, SymbolicProgram
from egraph_opt.verifier.parametric.sizes.index_condition import equal, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, substitute_symbols, symbol
from egraph_opt.verifier.parametric.sizes.piecewise import Path, cases
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided
from egraph_opt.verifier.parametric.store_inversion import Piece, pieces_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import ZERO


def check_updates(program: SymbolicProgram) -> None:
    """Raise NotDecided if a program may read an element that another program writes, or that it has written itself."""
    written = {store.array for store in program.stores}
    for load in program.loads:
        if load.array not in written:
            continue
        array = program.arrays[load.array].array
        stores = [store for store in program.stores if store.array == load.array]
        in_loop = any(name.startswith(("k.", "t.")) for store in stores for name in store.binders)
        if load.late or load.in_loop or in_loop:
            raise NotDecided(f"{load.array} is read and written in one launch, in a loop or after it was written", load.place)
        for piece in (piece for store in stores for piece in pieces_of(program.ring, store)):
            check_pair(program, array, piece, load)


def check_pair(program: SymbolicProgram, array: SymbolicArray, piece: Piece, load: Load) -> None:
    """Raise NotDecided if a load in another program may read an element that a store (or one case of it) writes."""
    facts = program.facts
    for path, active in cases(load.mask, load.path):
        for within, offset in cases(load.offset, path):
            if active == ZERO:
                continue
            place = whole_number(offset)
            symbols = sorted({name for each in (place, *(c.polynomial for c in within)) for name in each.symbols})
            ids = [name for each in program.programs for name in program.case.own_symbols(each)]
            others = rename_apart(facts, [*symbols, *ids])
            moved = [each.substitute(others) for each in within]
            same = same_place(facts, array, (piece.offset, piece.conditions), (place, within), others)
            for name in ids:
                mine, theirs = symbol(name), others[name]
                for apart in (less(mine, theirs), less(theirs, mine)):
                    if not facts.excludes((*piece.conditions, *moved, *same, apart)):
                        raise NotDecided(f"a program may read what another one writes to {array.name}", load.place)


def rename_apart(facts: Facts, names: Sequence[str]) -> dict[str, Polynomial]:
    """Return fresh symbols for another program's ids and indices, and record the same facts about them; sizes stay shared."""
    others: dict[str, Polynomial] = {}
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in others and name in facts.about and any(mark in name for mark in "./:"):
            others[name] = symbol(f"{name}'")
            todo += sorted(other for each in facts.about[name] for other in each.symbols)
    for name, other in others.items():
        facts.about.setdefault(other.text, tuple(each.substitute(others) for each in facts.about[name]))
    return others


def same_place(
    facts: Facts,
    array: SymbolicArray,
    one: tuple[Polynomial, Path],
    other: tuple[Polynomial, Path],
    others: dict[str, Polynomial],
) -> Path:
    """Return conditions for two offsets to be equal; `others` renames the second one's symbols. Offsets in bounds are compared per axis."""
    indices = [axis_indices(facts, array, offset, path) for offset, path in (one, other)]
    mine, theirs = indices
    if mine is None or theirs is None:
        return (equal(one[0], substitute_symbols(other[0], others)),)
    return tuple(equal(a, substitute_symbols(b, others)) for a, b in zip(mine, theirs, strict=True))
