"""Termination of rules: a book is run on the left side of a rule alone, and must find nothing new after a while.

This is a test, not a proof. It catches mistakes: a rule whose right side contains its own left side, or two rules that create
more work for each other each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from egraph_opt.core.engine import Limits
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Arguments, Key, Language, saturate
from egraph_opt.core.vocabulary import Name, Term, Vocabulary, Word

LIMITS = Limits(nodes=2_000, iterations=40, seconds=float("inf"))
"""Far more than any rule here needs: the largest stops at some 60 e-nodes after 8 iterations."""


def endless(rule: Rule, book: Sequence[Rule], also: Sequence[Term] = ()) -> str:
    """Return why a book, with a rule of it or a new one, would not end on the left side of the rule, or nothing where it ends.

    `also`: facts beside the rule's conditions that are true wherever those are.
    """
    vocabulary = max((r.vocabulary for r in (*book, rule)), key=lambda v: len(v.words))
    terms: dict[Key, int] = {}
    fresh = count(1)
    known = {name: next(fresh) if issubclass(sort, Name) else _some(vocabulary, sort, terms, fresh)
             for name, sort in rule.variables.items()}  # fmt: skip
    _made(rule.before, known, terms)
    facts = [(str(c.head), _arguments(c, known, terms)) for c in (*rule.conditions, *also)]
    language = Language(vocabulary, tuple({r.name: r for r in (*book, rule)}.values()))
    found = saturate(language, ((number, term) for term, number in terms.items()), facts, (), LIMITS)
    return f"on {rule.before}, it meets the limit of {found.stopped_by}: {found.busiest} goes on" if found.stopped_by else ""


def _some(vocabulary: Vocabulary, sort: type[Term], terms: dict[Key, int], fresh: Iterator[int]) -> int:
    """A term of a sort, of as few others as can be."""
    word = _smallest(vocabulary, sort)
    arguments = (next(fresh) if issubclass(s, Name) else _some(vocabulary, s, terms, fresh) for s in word.sorts)
    return terms.setdefault((word.name, *arguments), len(terms))


def _smallest(vocabulary: Vocabulary, sort: type[Term]) -> Word[..., Term]:
    """The first symbol of a sort that takes no terms, or else the first that takes only others than its own."""
    mine = [word for word in vocabulary.symbols if word.sort is sort]
    return min(mine, key=lambda word: (sum(word.terms) > 0, sort in word.sorts, not word.sorts))


def _made(term: Term, known: dict[str, int], terms: dict[Key, int]) -> int:
    """The number of a term of a rule, or the number that it is."""
    if term.word is None:
        return known[term.head] if isinstance(term.head, str) else term.head
    key = (str(term.head), *_arguments(term, known, terms))
    return terms.setdefault(key, len(terms))


def _arguments(term: Term, known: dict[str, int], terms: dict[Key, int]) -> Arguments:
    return tuple(_made(argument, known, terms) for argument in term.arguments)
