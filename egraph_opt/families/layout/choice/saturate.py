"""Saturation of an encoded function under rules. The e-graph is read back as rows of integers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from egraph_opt.core.engine import Limits, SaturationFailed
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Arguments, Key, Language, Row, format_terms
from egraph_opt.core.saturation import saturate as run
from egraph_opt.families.layout.choice.candidate_layouts import Candidates
from egraph_opt.families.layout.choice.extraction_node import Class
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.encode.layout_inference import placement
from egraph_opt.families.layout.encode.reduction_layouts import reduction_facts
from egraph_opt.families.layout.vocabulary.term import words
from egraph_opt.ir.types import tensor_type, with_encoding
from egraph_opt.linear_layout import elements_per_thread, linear_layout, slice_encoding

Facts = dict[str, list[Arguments]]
"""Rows of the relations that rules use as conditions, by relation name."""

SEARCH = """
(rule ((holds x own set)) ((held_in x own)) :ruleset search)
(rule ((holds x own set) (offers set layout)) ((offered x layout) (convert_layout x layout)) :ruleset search)
(rule ((= y (convert_layout x layout))) ((held_in y layout)) :ruleset search)
(relation scalars (Operands))
(rule ((= xs (nil))) ((scalars xs)) :ruleset search)
(rule ((scalars rest) (= xs (with_scalar s rest))) ((scalars xs)) :ruleset search)
(rule ((offered x layout) (scalars rest) (= xs (zip x rest))) ((offered_all xs layout)) :ruleset search)
(rule ((offered_all rest layout) (= xs (with_scalar s rest))) ((offered_all xs layout)) :ruleset search)
(rule ((offered x layout) (offered_all rest layout) (= xs (zip x rest))) ((offered_all xs layout)) :ruleset search)
"""
"""egglog rules that state the layout of each value, and add a conversion of the value to each candidate layout."""


@dataclass(frozen=True, slots=True)
class SaturatedRows:
    """Saturated e-graph as rows: `rows[symbol]` is a list of `(arguments, e-class)`."""

    rows: dict[str, list[Row]]
    node: dict[int, int]
    held_in: dict[int, int]
    iterations: int
    stopped_by: str
    facts: Facts
    """Facts about layouts on which rules depend, by relation; `recheck.check_facts` checks them independently."""
    terms_in: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    """Whether each argument of a symbol is an e-class, by symbol. Other arguments are layouts or integers."""

    @property
    def classes(self) -> dict[int, int]:
        """E-class of each loaded term."""
        return self.node

    def dump_text(self) -> str:
        """Return a text that lists every e-node by e-class, and the e-class of each loaded term."""
        nodes = sorted((c, (symbol, *arguments)) for symbol, rows in self.rows.items() for arguments, c in rows)
        ended = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        classes = "".join(f"term {term} is in class {c}\n" for term, c in self.node.items())
        return f"; {self.iterations} iteration{'s' * (self.iterations != 1)}{ended}\n{format_terms(nodes)}{classes}"


def saturate(
    encoding: Encoding, candidates: Candidates, books: tuple[str, ...], limits: Limits, own: tuple[Rule, ...] = ()
) -> SaturatedRows:
    """Load a function's terms, run rules to a fixpoint or a limit, and read the e-graph back.

    `books` are names of this package's rulesets; `own` are a user's rules, which run in addition.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    started = time.thread_time()
    facts = layout_facts(encoding, candidates)
    owners, offers = _owners(encoding, candidates)
    terms = list(encoding.terms)
    wanted = ((number, terms[number]) for number in _needed_terms(encoding, terms, owners))
    held_as: list[Arguments] = [(n, *own) for n in sorted(owners) for own in owners[n]]
    told: Facts = {"holds": held_as, "offers": offers, "any_order": [(f,) for f in encoding.any_order], **facts}
    read = [*(word.name for word in words.symbols), "held_in"]
    rows = ((name, row) for name, table in told.items() for row in table)
    found = run(language(books, own), wanted, rows, encoding.unions, limits, read, started)
    held: dict[int, int] = {}
    for value, layout in found.facts["held_in"]:
        if held.setdefault(value, layout) != layout:
            raise SaturationFailed("a value was found in two layouts at once")
    return SaturatedRows(found.rows, found.classes, held, found.iterations, found.stopped_by, facts, found.terms_in)


@cache
def language(books: tuple[str, ...], own: tuple[Rule, ...] = ()) -> Language:
    """Return the layout vocabulary with the rules of the named rulesets and the user rules."""
    from egraph_opt.rules import book

    return Language(words, (*(rule for name in books for rule in book(name)), *own), SEARCH)


def _owners(encoding: Encoding, candidates: Candidates) -> tuple[dict[int, list[tuple[int, int]]], list[Arguments]]:
    """Number the sets of candidate layouts; return the rows of the relations `holds` and `offers`.

    `holds`, by term: pairs of a value's layout in the input and its set number. `offers`: pairs of a set number and a layout in the set.
    """
    sets: dict[tuple[int, ...], int] = {}
    owners: dict[int, dict[tuple[int, int], None]] = {}
    for value, term in encoding.term.items():
        if (own := encoding.value_layout(value)) and (choices := candidates.of[encoding.group[value]]):
            owners.setdefault(term, {})[own, sets.setdefault(choices, len(sets))] = None
    offers: list[Arguments] = [(number, layout) for choices, number in sets.items() for layout in choices]
    return {term: list(found) for term, found in owners.items()}, offers


def layout_facts(encoding: Encoding, candidates: Candidates) -> Facts:
    """Return the facts about candidate layouts on which rules depend, by relation."""
    names = list(encoding.layouts)
    sliced: dict[tuple[int, ...], None] = {}
    moved: dict[tuple[int, ...], None] = {}
    for link in encoding.links:
        for layout in candidates.of[link.source]:
            if link.axis >= 0 and not link.forward and (slice := slice_encoding(names[layout], link.axis)) in encoding.layouts:
                sliced[link.axis, layout, encoding.layouts[slice]] = None
            if link.index >= 0 and not link.forward:
                index = encoding.maps[link.index]
                try:
                    wanted = index.operand_placement(names[layout])
                except ValueError:
                    continue
                for operand in candidates.of[link.target]:
                    if placement(names[operand], index.operand) == wanted:
                        moved[link.index, layout, operand] = None
    scans: list[tuple[int, ...]] = [(number,) for number, name in enumerate(names) if name.startswith("#ttg.blocked")]
    reorders: dict[tuple[int, ...], None] = {}
    for term in encoding.terms:
        if term[0] == "reorder":
            value = encoding.functions[int(term[1])].op.operands[0]
            tensor, result = tensor_type(value.type), encoding.functions[int(term[1])].value.type
            for layout in candidates.of[encoding.group[value]] if tensor else ():
                if _elements(with_encoding(value.type, names[layout])) == _elements(result):
                    reorders[int(term[1]), layout] = None
    reduces, keeps = reduction_facts(encoding, candidates.of)
    return {
        "reorders": list(reorders), "sliced": list(sliced), "moved": list(moved), "scans": scans, "reduces": reduces,
        "keeps_order": keeps,
    }  # fmt: skip


def _needed_terms(encoding: Encoding, terms: list[Key], owners: dict[int, list[tuple[int, int]]]) -> list[int]:
    """Return the terms to load into the e-graph: terms with a layout, and their subterms, operands first."""
    needed = set(owners) | {t for pair in encoding.unions for t in pair}
    needed |= {number for number, term in enumerate(terms) if term[0] in ("reduce_to_scalar", "whole")}
    for number in range(len(terms) - 1, -1, -1):
        if number in needed:
            symbol, *arguments = terms[number]
            needed |= {int(a) for a, is_term in zip(arguments, words.words[str(symbol)].terms, strict=True) if is_term}
    return sorted(needed)


def _elements(text: str) -> int:
    """Return the number of elements per thread of a tensor type, or 0 if its layout is unknown."""
    tensor = tensor_type(text)
    try:
        return elements_per_thread(linear_layout(tensor.encoding or "", tensor.shape)) if tensor else 0
    except ValueError:
        return 0


def operand_lists(saturated: SaturatedRows) -> dict[int, tuple[Class, ...]]:
    """Return, by the e-class of each operand list that ends in `nil`, the e-classes of its operands."""
    cells: dict[int, tuple[int, int]] = {}
    done: dict[int, tuple[Class, ...]] = {target: () for _, target in saturated.rows["nil"]}
    for symbol in ("zip", "with_scalar"):
        for (head, tail), target in saturated.rows[symbol]:
            cells.setdefault(target, (head, tail))
    for start in cells:
        chain, at = [], start
        while at in cells and at not in done:
            chain.append(at)
            at = cells[at][1]
        for cell in reversed(chain):
            head, tail = cells[cell]
            if tail in done:
                done[cell] = (head, *done[tail])
    return done
