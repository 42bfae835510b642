"""Operations with unknown syntax, which stay verbatim and whose result types come from their text."""

from __future__ import annotations

import re
from functools import lru_cache

from egraph_opt.text.syntax.form_check import Token, has_form, tokens, vocabulary
from egraph_opt.text.syntax.lexer import mask_of
from egraph_opt.text.syntax.signature import Signature

WORDS_ATTRIBUTE = ""
"""Attribute that contains the text of an operation with unknown syntax."""
UNTYPED = "!unknown"
"""Type of a result until a use determines the type."""
_SUFFIX = " (unknown form)"
_FIXED = frozenset("arith math scf cf func ub llvm builtin".split())
"""MLIR's own dialects, in which a deviation from the declared syntax is an error."""
_GENERIC = frozenset("affine flow hal linalg memref stream tensor transform util vector".split())
"""Dialects that are supported only in generic form, in which IREE prints them."""
_KEYWORD = re.compile(r"[a-z]\w*_?[a-z]\w*")
_OF_TYPES = frozenset(("tensor", "vector", "#", "!", "<"))
_NO_KEYWORD = re.compile(r"(?:tensor|vector|memref|to|into|true|false|[su]?i\d+|b?f\d+\w*|index|none)")
_STRING = re.compile(r'"_*"|[{}]')
_SEPARATORS = re.compile(r"(?:[\s,()*:]|->|\b(?:to|into)\b)*+")
_WORDS = re.compile(r"\b(?!(?:to|into)\b)[A-Za-z_]\w*")


def name_of_unknown(name: str) -> str:
    """Return an undeclared name, `name` with a suffix, for an operation whose text differs from the declared syntax of `name`."""
    return name + _SUFFIX


def may_be_newer(name: str, written: tuple[Token, ...], types: Signature) -> bool:
    """Return whether an operation that does not match its declared syntax may be from another Triton version.

    If its complete grammar is declared, this is so only if its text contains a keyword that the grammar lacks.
    """
    if name.partition(".")[0] in _FIXED:
        return False
    words = vocabulary(name)
    every = [word for word, _ in (*written, *(token for literal in types.literals for token in tokens(literal)))]
    if not has_form(name):
        return True
    new = any(_KEYWORD.fullmatch(word) and word not in words and not _NO_KEYWORD.fullmatch(word) for word in every)
    return new and _OF_TYPES.isdisjoint(every)  # a misplaced type is an error


def words_after_type(literal: str) -> int:
    """Return the offset of the first word in `literal`, a text after a type in a signature, or -1."""
    found = _SEPARATORS.match(literal)
    return found.end() if found and found.end() < len(literal) else -1


def is_generic_only(name: str) -> bool:
    dialect = name.partition(".")[0]
    return dialect in _GENERIC or dialect.startswith("iree_")


def results_of_unknown(known: Signature, bound: int) -> tuple[tuple[str, ...], bool]:
    """Return the result types of an operation with unknown syntax, and whether these are guesses; `bound` is the number of results.

    They are the types after an arrow, or all types without an arrow.
    """
    types = known.types if known.arrow is None else known.types[known.arrow :]
    if len(types) != bound or any(text[0] == "<" for text in types):  # its dialect prefix is omitted
        return (UNTYPED,) * bound, True
    return types, not known.literals[0].strip().startswith("(")


def words_of_unknown(words: str, types: Signature) -> str:
    """Return the text of an operation with unknown syntax, without its values and types."""
    return " ".join((words, *(literal.strip() for literal in types.literals if _WORDS.search(literal))))


@lru_cache(maxsize=1 << 12)
def unquote_enums(name: str, chunks: tuple[str, ...]) -> tuple[str, ...]:
    """Remove optional quotes around enumeration names."""
    words = vocabulary(name) if any('"' in chunk for chunk in chunks) else frozenset()
    return tuple([_unquote_words(words, chunk) for chunk in chunks]) if words else chunks


def _unquote_words(words: frozenset[str], chunk: str) -> str:
    depth, mask = 0, mask_of(chunk)
    for found in _STRING.finditer(mask):
        start, end = found.span()
        depth += (found.group() == "{") - (found.group() == "}")
        if found.group()[0] == '"' and not depth and chunk[start + 1 : end - 1] in words:
            before, after = (" ", " ") if chunk[:start][-1:].isalnum() else ("", "  ")
            chunk = f"{chunk[:start]}{before}{chunk[start + 1 : end - 1]}{after}{chunk[end:]}"
    return chunk
