"""Printer of values as terms of an e-graph in the syntax of rules, such as `%mask = less(uniform(integer(0)), step(0, ...))`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from egraph_opt.core.saturation import Arguments, Row

MAX_TERMS = 12
MAX_TERM_CHARACTERS = 400
Node = tuple[str, Arguments]


class ExpansionGraph(Protocol):
    """Interface of a saturated e-graph (`egraph_opt.core.saturation.SaturatedTerms`)."""

    @property
    def rows(self) -> Mapping[str, list[Row]]: ...
    @property
    def classes(self) -> Mapping[int, int]: ...
    @property
    def terms_in(self) -> Mapping[str, tuple[bool, ...]]: ...


def expand_values(graph: ExpansionGraph, named: Iterable[tuple[str, int]]) -> str:
    """Return terms equal to named values, one per line such as `%x = add(%a, %b)`.

    Each e-node of a value's e-class gives a term whose arguments are smallest terms. It also gives terms in which one of the
    arguments comes from another e-node of the argument's e-class.

    `named` has each value's name and the number of its term.
    """
    forms = _Forms(graph)
    lines: list[str] = []
    for name, term in named:
        found = list(dict.fromkeys(forms.terms(graph.classes[term]))) if term in graph.classes else []
        lines += [f"{name} = {each}" for each in found[:MAX_TERMS]]
        lines += [f"{name} has {len(found) - MAX_TERMS} more"] * (len(found) > MAX_TERMS)
    return "".join(f"{line}\n" for line in lines)


class _Forms:
    """Printer of terms, which has the e-nodes of each e-class and the text of its smallest term."""

    def __init__(self, graph: ExpansionGraph) -> None:
        self.terms_in: Mapping[str, tuple[bool, ...]] = graph.terms_in
        self.nodes: dict[int, list[Node]] = {}
        seen = set[tuple[int, str, Arguments]]()
        for symbol, rows in graph.rows.items():
            for arguments, c in rows:
                if (key := (c, symbol, tuple(sorted(arguments)))) not in seen:  # one order of commuted operands suffices
                    seen.add(key)
                    self.nodes.setdefault(c, []).append((symbol, arguments))
        self.smallest: dict[int, str] = {}
        self._find_smallest()

    def _find_smallest(self) -> None:
        better = True
        while better:
            better = False
            for c, nodes in self.nodes.items():
                for node in nodes:
                    text = self._text(node)
                    if text and len(text) < len(self.smallest.get(c, text + " ")):
                        self.smallest[c], better = text, True

    def _children(self, node: Node) -> list[int]:
        return [place for place, is_term in enumerate(self.terms_in[node[0]]) if is_term]

    def _text(self, node: Node, place: int = -1, form: str = "") -> str:
        """Return the text of an e-node's smallest term, in which `form` replaces the argument at position `place`.

        The text is empty if it is too long, or if the term of an argument is unknown.
        """
        symbol, arguments = node
        parts = [str(a) for a in arguments]
        for at in self._children(node):
            parts[at] = form if at == place else self.smallest.get(arguments[at], "")
        text = f"{symbol}({', '.join(parts)})"
        return text if all(parts) and len(text) <= MAX_TERM_CHARACTERS else ""

    def terms(self, c: int) -> Iterator[str]:
        for node in self.nodes.get(c, ()):
            if text := self._text(node):
                yield text
            for place in self._children(node):
                for inner in self.nodes.get(node[1][place], ()):
                    if (form := self._text(inner)) and (text := self._text(node, place, form)):
                        yield text
