"""Check of an operation's custom assembly against a declared grammar, with the position of an error.

The grammars of operations are in `egraph_opt.ir.assembly_format_grammar`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from egraph_opt.ir.assembly_format_grammar import COMMON_FORMS, FORMS
from egraph_opt.text.syntax.lexer import mask_of

_WORD = re.compile(r"'(.)'|\w+|->|\)[?*]|\S")
_TOKEN = re.compile(r'-~|\^[\w$.-]+|@(?:[\w$.-]+|"_*")(?:::@[\w$.-]+)*|"_*"|-?\d[\w.]*|[A-Za-z_][\w$.]*|\S')
_NEVER = frozenset(("% %", ", ,", "( ,", ", )", "[ ,", ", ]", ", :", ": :", "! !", ": ->", "-> ->", "= =", "= ,", "= :"))
"""Pairs of adjacent tokens that occur in no operation."""
_SAID = {
    "%": "an operand",
    "!": "a type",
    "I": "an integer",
    "S": "a string",
    "D": "a dictionary",
    "@": "a symbol",
    "^": "a block",
}

Token = tuple[str, int]
"""Token and its offset; `%` stands for an operand, `!` for a type, `D` for a dictionary."""


class FormPart(NamedTuple):
    """Node of the parsed grammar of an operation: `word`, `sequence`, `choice`, `maybe` (optional), or `often` (repetition)."""

    kind: str
    word: str = ""
    parts: tuple[FormPart, ...] = ()


def tokens(text: str, first: int = 0) -> list[Token]:
    """Return the tokens of a text outside dictionaries and types; offsets start at `first`."""
    return [(found.group().replace("-~", "->"), first + found.start()) for found in _TOKEN.finditer(mask_of(text))]


def has_form(name: str) -> bool:
    return name in FORMS


def vocabulary(name: str) -> frozenset[str]:
    """Return the keywords and enumeration names that the grammar of an operation contains."""
    form = _form(name)
    return _words(form) if form else frozenset()


@cache
def _words(part: FormPart) -> frozenset[str]:
    own = frozenset((part.word,)) if part.kind == "word" and part.word[:1].isalpha() and part.word not in _SAID else frozenset()
    return own.union(*map(_words, part.parts))


def misfit(name: str, written: list[Token]) -> tuple[str, int] | None:
    """Check an operation's tokens against its grammar. At an error, return what is expected and the offset (-1 for the end), else None."""
    words = tuple([word for word, _ in written])
    found = _misfit(name, words)
    if found is None:
        return None
    wanted, number = found
    return wanted, written[number][1] if number < len(written) else -1


@lru_cache(maxsize=1 << 14)
def _misfit(name: str, words: tuple[str, ...]) -> tuple[str, int] | None:
    form = _form(name)
    if form is None:
        for number, pair in enumerate(pairwise(words)):
            if " ".join(pair) in _NEVER:
                return f"'{pair[1]}' cannot follow '{pair[0]}'", number + 1
        return ("expected more", len(words)) if words and words[-1] in (",", "->", "=") else None  # a colon may be the last
    furthest: dict[int, list[str]] = {}
    ends = _ends(form, words, frozenset((0,)), furthest)
    if len(words) in ends:
        return None
    at = max(furthest, default=0)
    if ends and max(ends) > at:
        return "expected the end of the operation", max(ends)
    wanted = list(dict.fromkeys(furthest.get(at, ["the end of the operation"])))
    if len(wanted) > 1:  # optional words are not the expected ones
        wanted = [word for word in wanted if word != "D"]
    said = " or ".join(_SAID.get(word, f"'{word}'") for word in wanted[:4])
    return f"expected {said}", at


def _ends(part: FormPart, words: tuple[str, ...], starts: frozenset[int], missed: dict[int, list[str]]) -> frozenset[int]:
    """Return the token positions where a part of an operation's grammar may end if it begins at one of `starts`."""
    if part.kind == "word":
        fits = {at for at in starts if at < len(words) and _is(part.word, words[at])}
        for at in starts - fits:
            missed.setdefault(at, []).append(part.word)
        return frozenset(at + 1 for at in fits)
    if part.kind == "choice":
        return frozenset().union(*(_ends(each, words, starts, missed) for each in part.parts))
    if part.kind == "sequence":
        for each in part.parts:
            starts = _ends(each, words, starts, missed)
        return starts
    found = starts
    while starts := _ends(part.parts[0], words, starts, missed) - found:
        found |= starts
        if part.kind == "maybe":
            break
    return found


def _is(wanted: str, word: str) -> bool:
    if wanted == "I":
        return word.lstrip("-").isdecimal()
    if wanted in ("S", "@", "^"):
        return word[0] == ('"' if wanted == "S" else wanted)
    return wanted == word


@cache
def _form(name: str) -> FormPart | None:
    return _parse_form(FORMS[name]) if name in FORMS else None


@cache
def _parse_form(form: str) -> FormPart:
    words = [found.group() for found in _WORD.finditer(form)]
    stack: list[list[list[FormPart]]] = [[[]]]
    for word in words:
        if word == "(":
            stack.append([[]])
        elif word == "|":
            stack[-1].append([])
        elif word[0] == ")":
            alternatives = [_sequence(parts) for parts in stack.pop()]
            group = alternatives[0] if len(alternatives) == 1 else FormPart("choice", parts=tuple(alternatives))
            kind = {")?": "maybe", ")*": "often"}.get(word)
            stack[-1][-1].append(FormPart(kind, parts=(group,)) if kind else group)
        elif word in COMMON_FORMS:
            stack[-1][-1].append(_parse_form(COMMON_FORMS[word]))
        elif word == "D":
            stack[-1][-1].append(FormPart("maybe", parts=(FormPart("word", "D"),)))
        else:
            stack[-1][-1].append(FormPart("word", word.strip("'")))
    return _sequence(stack[0][0])


def _sequence(parts: list[FormPart]) -> FormPart:
    return parts[0] if len(parts) == 1 else FormPart("sequence", parts=tuple(parts))
