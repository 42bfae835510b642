"""Vocabulary of a rule family: symbols and conditions of rules, each declared once with its semantics.

    words = Vocabulary("layout", prover="egraph_opt.families.layout.vocabulary.world")

    class Value(Term): ...
    class Layout(Name): ...

    @words.symbol(lambda w, x, layout: Meaning(x.at, layout))
    def convert_layout(x: Value, layout: Layout) -> Value: ...

    @words.fact(lambda w, x, layout: x.layout == layout)
    def held_in(x: Value, layout: Layout) -> Fact: ...

The declaration of a symbol or condition (a word) determines its name in the e-graph, and its argument sorts in rules. It also
determines how terms are loaded and read back (`core.saturation`), and the semantics in proofs (`egraph_opt.prover`). A `Term`
sort is a sort of the e-graph. A `Name` is an opaque identifier, which the e-graph stores as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from inspect import getdoc
from typing import Any, Generic, ParamSpec, TypeVar, cast, get_type_hints

P = ParamSpec("P")
R = TypeVar("R")


class SortError(TypeError):
    """Error: a symbol or condition of rules has a wrong number of arguments, or an argument of a wrong sort."""


@dataclass(frozen=True, repr=False)
class Term:
    """Term of a rule, whose Python class is its sort. `head` is the name of a variable or of a symbol, or a number."""

    head: str | int
    word: Word[Any, Any] | None = None
    arguments: tuple[Term, ...] = ()

    @property
    def variables(self) -> list[str]:
        """Return the names of the variables, in order of appearance."""
        if self.word is None:
            return [self.head] if isinstance(self.head, str) else []
        return [name for argument in self.arguments for name in argument.variables]

    @property
    def egglog_text(self) -> str:
        if isinstance(self.head, int):
            return f"{self.head:d}"
        return f"({' '.join((self.head, *(a.egglog_text for a in self.arguments)))})" if self.word else self.head

    def __str__(self) -> str:
        return f"{self.head}({', '.join(map(str, self.arguments))})" if self.word else str(self.head)


class Name(Term):
    """Opaque identifier of an object, stored as a number."""


class Integer(Name):
    """Integer literal: `int` in a declaration."""


class Fact(Term):
    """Condition of rules: a statement about terms that must hold where the rule is applied."""


@dataclass(frozen=True, eq=False)
class Word(Generic[P, R]):
    """Symbol or fact of a vocabulary. Applied to terms of its `sorts`, it returns a term of `sort`.

    `guide`: the fact only keeps the search small. A rule with such a condition also holds without it.
    """

    name: str
    vocabulary: Vocabulary
    parameters: tuple[str, ...]
    sorts: tuple[type[Term], ...]
    sort: type[Term]
    meaning: Callable[..., Any]
    guide: bool = False
    doc: str = ""
    """Semantics in one sentence."""

    def __call__(self, *arguments: P.args, **_: P.kwargs) -> R:
        """Return the term or condition that applies this symbol or fact to arguments.

        Raises:
            SortError: the number of arguments or the sort of an argument is wrong.
        """
        if len(arguments) != len(self.sorts):
            raise SortError(f"{self} takes {len(self.sorts)} arguments, not {len(arguments)}")
        terms = tuple(Integer(a) if isinstance(a, int) else a for a in arguments)
        for name, sort, term, argument in zip(self.parameters, self.sorts, terms, arguments, strict=True):
            if not isinstance(term, sort):
                plain = not isinstance(argument, Term)
                given = repr(argument) if plain else f"{term}, which is of sort {type(term).__name__}"
                raise SortError(f"{self} takes a {sort.__name__} as its argument {name}, not {given}")
        return cast(R, self.sort(self.name, self, cast(tuple[Term, ...], terms)))

    def __reduce__(self) -> tuple[Callable[[str, str], object], tuple[str, str]]:
        """Pickle the word as its name and the module that declares it."""
        return _word, (self.module, self.name)

    @property
    def module(self) -> str:
        """Return the name of the module that declares the word."""
        return str(self.meaning.__module__)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{n}: {s.__name__}' for n, s in zip(self.parameters, self.sorts, strict=True))})"

    @cached_property
    def terms(self) -> tuple[bool, ...]:
        """Return whether each argument is a term of the e-graph rather than a number."""
        return tuple(not issubclass(sort, Name) for sort in self.sorts)

    def split_arguments(self, arguments: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
        pairs = list(zip(arguments, self.terms, strict=True))
        return [a for a, is_term in pairs if is_term], tuple(a for a, is_term in pairs if not is_term)


def _word(module: str, name: str) -> object:
    return getattr(import_module(module), name)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Symbols and facts of a rule family. `prover` is the module that proves the family's rules, with the interface in `egraph_opt.prover`.

    `never(rule)` returns the reason if no program can contain the rule's left side, else an empty text.
    """

    family: str
    prover: str
    words: dict[str, Word[Any, Any]] = field(default_factory=dict)
    never: Callable[[Any], str] = lambda rule: ""

    def symbol(self, meaning: Callable[..., Any]) -> Callable[[Callable[P, R]], Word[P, R]]:
        """Declare a symbol of the e-graph. `meaning(world, *arguments)` returns its semantics as a z3 expression.

        `world` has the z3 functions of the family's semantics.
        """
        return self._declare_word(meaning, False, False)

    def fact(self, meaning: Callable[..., Any], guide: bool = False) -> Callable[[Callable[P, R]], Word[P, R]]:
        """Declare a condition of rules. `meaning(world, *arguments)` returns its z3 formula, or None if it has none.

        `world` has the z3 functions of the family's semantics. `guide`: the condition only keeps the search small.
        """
        return self._declare_word(meaning, True, guide)

    def _declare_word(self, meaning: Callable[..., Any], is_fact: bool, guide: bool) -> Callable[[Callable[P, R]], Word[P, R]]:
        def declare(signature: Callable[P, R]) -> Word[P, R]:
            name = signature.__name__
            if name in self.words:
                raise TypeError(f"the word {name} is declared twice: a proof would take one meaning for the other")
            sorts = {n: Integer if sort is int else sort for n, sort in get_type_hints(signature).items()}
            if wrong := [n for n, sort in sorts.items() if not issubclass(sort, Term)]:
                raise TypeError(f"the word {name}: the sort of {wrong[0]} is neither a Term nor a Name")
            result = sorts.pop("return")
            if issubclass(result, Name) or issubclass(result, Fact) != is_fact:
                raise TypeError(f"the word {name} is declared as something else than a {result.__name__}")
            word: Word[P, R] = Word(
                name, self, tuple(sorts), tuple(sorts.values()), result, meaning, guide, getdoc(signature) or ""
            )
            self.words[name] = word
            return word

        return declare

    @property
    def symbols(self) -> list[Word[Any, Any]]:
        """Return the symbols, which construct terms, in order of declaration."""
        return [word for word in self.words.values() if not issubclass(word.sort, Fact)]

    @property
    def facts(self) -> list[Word[Any, Any]]:
        """Return the facts, which are conditions of rules, in order of declaration."""
        return [word for word in self.words.values() if issubclass(word.sort, Fact)]

    @property
    def sorts(self) -> tuple[type[Term], ...]:
        """Return the sorts of the symbols' terms, in order of declaration."""
        return tuple(dict.fromkeys(word.sort for word in self.symbols))

    def declarations(self) -> Iterator[str]:
        for sort in self.sorts:
            yield f"(sort {sort.__name__})"
        for word in self.symbols:
            yield f"(constructor {word.name} ({' '.join(map(sort_name, word.sorts))}) {word.sort.__name__})"
        for word in self.facts:
            yield f"(relation {word.name} ({' '.join(map(sort_name, word.sorts))}))"


def sort_name(sort: type[Term]) -> str:
    """Return the name of a sort in the e-graph."""
    return "i64" if issubclass(sort, Name) else sort.__name__
