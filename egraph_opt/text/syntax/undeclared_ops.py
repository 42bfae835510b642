"""Operations in a form that is not declared: kept as they are, with the types that their text gives to their results."""

from __future__ import annotations

import re
from functools import lru_cache

from egraph_opt.text.syntax.form_check import Token, has_form, tokens, vocabulary
from egraph_opt.text.syntax.lexer import mask_of
from egraph_opt.text.syntax.signature import Signature

WORDS_ATTRIBUTE = ""
"""Attribute that holds the words of an operation that is not in the table, or not in this form."""
UNTYPED = "!unknown"
"""Type of a result until an operation that uses it says which type it has."""
_SUFFIX = " (unknown form)"
_FIXED = frozenset("arith math scf cf func ub llvm builtin".split())
"""Dialects of MLIR's own, whose forms are as they are declared: another form is a mistake."""
_GENERIC = frozenset("affine flow hal linalg memref stream tensor transform util vector".split())
"""Dialects of which the forms are known that IREE prints in generic form: the pretty form of an operation must not pass for one."""
_KEYWORD = re.compile(r"[a-z]\w*_?[a-z]\w*")
_OF_TYPES = frozenset(("tensor", "vector", "#", "!", "<"))
_NO_KEYWORD = re.compile(r"(?:tensor|vector|memref|to|into|true|false|[su]?i\d+|b?f\d+\w*|index|none)")
_STRING = re.compile(r'"_*"|[{}]')
_SEPARATORS = re.compile(r"(?:[\s,()*:]|->|\b(?:to|into)\b)*+")
_WORDS = re.compile(r"\b(?!(?:to|into)\b)[A-Za-z_]\w*")


def name_of_unknown(name: str) -> str:
    """Return the name of an operation in an unknown form: not its own, by which more would be believed of it."""
    return name + _SUFFIX


def may_be_newer(name: str, written: tuple[Token, ...], types: Signature) -> bool:
    """Return whether an operation that does not follow its form may have the form of another version of Triton.

    Where the whole form is known, only a new keyword tells a new form from a mistake.
    """
    if name.partition(".")[0] in _FIXED:
        return False
    words = vocabulary(name)
    every = [word for word, _ in (*written, *(token for literal in types.literals for token in tokens(literal)))]
    if not has_form(name):
        return True
    new = any(_KEYWORD.fullmatch(word) and word not in words and not _NO_KEYWORD.fullmatch(word) for word in every)
    return new and _OF_TYPES.isdisjoint(every)  # a type out of its place is a mistake


def words_after_type(literal: str) -> int:
    """Return where the text between two types of a signature, or after the last, has something else than separators; -1 if nowhere."""
    found = _SEPARATORS.match(literal)
    return found.end() if found and found.end() < len(literal) else -1


def is_generic_only(name: str) -> bool:
    """Return whether an operation is read in generic form only, so that its results may not be guessed."""
    dialect = name.partition(".")[0]
    return dialect in _GENERIC or dialect.startswith("iree_")


def results_of_unknown(known: Signature, bound: int) -> tuple[tuple[str, ...], bool]:
    """Return the types of the named results of an operation in an unknown form, and whether they are only a guess.

    They stand after an arrow, or are all types. Only after operand types in parentheses is that sure.
    """
    types = known.types if known.arrow is None else known.types[known.arrow :]
    if len(types) != bound or any(text[0] == "<" for text in types):  # its dialect's name is left out
        return (UNTYPED,) * bound, True
    return types, not known.literals[0].strip().startswith("(")


def words_of_unknown(words: str, types: Signature) -> str:
    """Return what tells an operation in an unknown form from others, besides its values and their types."""
    return " ".join((words, *(literal.strip() for literal in types.literals if _WORDS.search(literal))))


@lru_cache(maxsize=1 << 12)
def unquote_enums(name: str, chunks: tuple[str, ...]) -> tuple[str, ...]:
    """Return an operation's text with the names of enumerations without quotes, which MLIR's parser accepts around them."""
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
