"""Encoding of in-place updates: slices that a program extracts, modifies and inserts back at the same position, such as rows of a cache.

Reshapes between extraction and insertion become terms that rules rewrite. All other reshapes stay computations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from egraph_opt.families.region.encode.linalg_reader import check, result_shapes
from egraph_opt.families.region.encode.tensor_program import EncodedFunction, Term
from egraph_opt.families.region.vocabulary.window import disjoint
from egraph_opt.ir.module import Op, Value

VIEWS = ("tensor.expand_shape", "tensor.collapse_shape")


def read_updates(ops: Sequence[Op]) -> frozenset[Value]:
    """Return the values on each path from a slice to an insertion or concatenation of its elements."""
    way: dict[Value, tuple[Value, ...]] = {}
    found = set[Value]()
    for op in ops:
        if len(op.results) != 1 or not op.operands:
            continue
        (result,), source = op.results, op.operands[0]
        match op.name:
            case "tensor.extract_slice":
                way[result] = (*way.get(source, ()), result)
            case "tensor.insert_slice":
                if source in way:
                    found.update(way[source], op.results)
                if op.operands[1] in way:
                    way[result] = (*way[op.operands[1]], result)
            case "tensor.concat":
                found.update(v for x in op.operands for v in way.get(x, ()))
            case name if name in VIEWS and source in way:
                way[result] = (*way[source], result)
    return frozenset(found)


def read_view(p: EncodedFunction, op: Op) -> bool:
    """Encode a reshape that has static extents or only adds or drops unit dimensions; return False for other operations."""
    if op.name not in VIEWS or op.operands[0] not in p.of:
        return False
    old, (new,) = p.shape_of(op.operands[0]), result_shapes(p, op, op.operands[:1])
    if not all(isinstance(n, int) for n in (*old, *new)) and [n for n in old if n != 1] != [n for n in new if n != 1]:
        return False
    check(op, op.results[0], new)
    p.of[op.results[0]] = p.term(new, "recount", p.names.shape(new), p.of[op.operands[0]])
    return True


def note_updates(p: EncodedFunction) -> bool:
    """Find the slices that a program extracts, modifies and inserts back at the same position; return whether there are any.

    Record the window of each (its offsets, sizes and strides), and the windows of the insertions that modify it. Return False if the
    program also returns a view of an updated tensor.
    """
    terms, names, areas = list(p.terms), p.names, list(p.names.window_sets)
    changes: dict[tuple[int, int], list[int]] = {}
    source: dict[tuple[int, int], int] = {}
    for w, y in (part for term in terms for part in _writes(term)):
        n = y
        while terms[n][0] in ("recount", "insert"):
            changes.setdefault((w, y), []).extend([int(terms[n][1])] if terms[n][0] == "insert" else [])
            n = int(terms[n][-1])
        if terms[n][0] == "slice" and terms[n][1] == w:
            source[w, y] = int(terms[n][2])
    updated = {part: None for part in source if part in changes}
    rebuilt, shaped, assembled = (dict[tuple[int, ...], None]() for _ in range(3))
    for n, chain in _assemblies(terms):
        windows, found = [areas[w][0] for w, _ in chain], {source.get(part) for part in chain}
        if len(found) == 1 and None not in found and all(disjoint(v, w) for v, w in combinations(windows, 2)):
            x = source[chain[0]]
            updated |= dict.fromkeys(chain)
            names.parts.append(windows)
            rebuilt[n, x] = shaped[x, names.shape(p.shape[x])] = None
            while terms[n][0] == "insert":
                n = int(terms[n][3])
                assembled[n,] = None
    names.outer = dict.fromkeys(_outer_windows(terms, (source[part] for part in updated)))
    for part in updated:
        names.returned[part[0]] = None
        names.changed |= dict.fromkeys(changes.get(part, ()))
        n = source[part]
        while terms[n][0] in ("slice", "recount", "insert"):
            n = int(terms[n][-1])
        p.replaced.update([int(terms[n][1])] if terms[n][0] == "tensor" else [])
    p.handed_on = {term for root in p.roots if (term := _viewed_input(p, terms, root)) is not None} & p.replaced
    names.groupings = list(dict.fromkeys(p.shape[n] for n, term in enumerate(terms) if term[0] == "recount"))
    p.rebuilt = {"rebuilds": list(rebuilt), "has_shape": list(shaped), "is_assembled": list(assembled)}
    return bool(updated) and not p.handed_on


def _outer_windows(terms: Sequence[Term], sources: Iterable[int]) -> Iterator[int]:
    """Yield the windows of the slices that `sources`, the terms of which slices are written back, reshape or change."""
    for n in sources:
        while terms[n][0] in ("recount", "insert"):
            n = int(terms[n][-1])
        if terms[n][0] == "slice":
            yield int(terms[n][1])


def _viewed_input(p: EncodedFunction, terms: Sequence[Term], n: int) -> int | None:
    """Return the number of the input of which term `n` is a slice or view, or None for other terms."""
    while terms[n][0] in ("slice", "recount", "work"):
        if terms[n][0] == "work" and (
            p.computations[int(terms[n][1])].name not in VIEWS or terms[int(terms[n][3])][0] != "with_tensor"
        ):
            return None
        n = int(terms[int(terms[n][3])][1]) if terms[n][0] == "work" else int(terms[n][-1])
    return int(terms[n][1]) if terms[n][0] == "tensor" else None


def _writes(term: Term) -> Iterator[tuple[int, int]]:
    """Yield a pair for each tensor that an insertion or concatenation writes into its result: number of the part written, and term."""
    if term[0] == "insert":
        yield int(term[1]), int(term[2])
    elif term[0] == "concat":
        yield from ((int(term[k]), int(term[k + 2])) for k in (1, 2))


def _assemblies(terms: Sequence[Term]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield each concatenation, or chain of insertions into an empty tensor, with the (window, term) pairs of `_writes` in order."""
    targets = {int(term[3]) for term in terms if term[0] == "insert"}
    for n, term in enumerate(terms):
        chain: list[tuple[int, int]] = []
        if n not in targets:
            while term[0] == "insert":
                chain += _writes(term)
                term = terms[int(term[3])]
        if term[0] == "empty" and chain:
            yield n, chain[::-1]
        elif term[0] == "concat" and not chain:
            yield n, list(_writes(term))
