"""Parser of operations without regions in custom assembly: operands, types, attributes and successors.

An operation's text without its operand names is called a template. Each template is parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import NamedTuple, NoReturn, Protocol

from egraph_opt.ir.attributes import integers
from egraph_opt.ir.module import Operand, Piece, TypeOf
from egraph_opt.ir.types import TensorType, VectorType, element_of, pointee_of, tensor_type, type_of
from egraph_opt.text.syntax.attribute_alias import Expander, entries
from egraph_opt.text.syntax.errors import Malformed
from egraph_opt.text.syntax.form_check import Token, misfit, tokens
from egraph_opt.text.syntax.lexer import mask_of
from egraph_opt.text.syntax.operand_list import Head, cut, head
from egraph_opt.text.syntax.outdated_dialect import MESSAGE, NOTE_ON_TYPES, is_old
from egraph_opt.text.syntax.signature import EMPTY, Signature, owners, signature, without_dictionary
from egraph_opt.text.syntax.type_grammar import check_attribute, check_type
from egraph_opt.text.syntax.undeclared_ops import (
    UNTYPED,
    WORDS_ATTRIBUTE,
    is_generic_only,
    may_be_newer,
    name_of_unknown,
    results_of_unknown,
    unquote_enums,
    words_after_type,
    words_of_unknown,
)

OPAQUE = "write this operation in generic form: mlir-opt --mlir-print-op-generic"
WRONG_RESULTS = "the operation defines {} result{}, but the text names {}"


class Fail(Protocol):
    """Protocol of a function that raises an error at offset `at` of an operation's text without operand names."""

    def __call__(self, message: str, note: str, at: int = 0) -> NoReturn: ...


_FLOAT = re.compile(r"(?<![\w.])-?\d+\.\d*(?:[eE][-+]?\d+)?")
_SUCCESSOR = re.compile(r"(\^[\w$.-]+)\s*(\(([^()]*)\))?")
_BRANCHES = frozenset(("cf.br", "cf.cond_br"))


NONE: Mapping[str, str] = {}


class TemplateMeaning(NamedTuple):
    """Fields of an operation that follow from its text without operand names."""

    pieces: tuple[Piece, ...]
    operands: tuple[tuple[int, str], ...]
    """Index and type of each operand whose type is in the text."""
    results: tuple[str, ...]
    attributes: Mapping[str, str]
    successors: tuple[str, ...] = ()
    order: tuple[int, ...] | None = None
    """Index of the operand at each position in the text, or None if the order is the same."""
    inherent: frozenset[str] = frozenset()
    shadowed: Mapping[str, str] = NONE
    name: str = ""
    """Name that an operation of unknown syntax gets, or empty."""
    guessed: bool = False
    """Whether result types are guesses that uses may correct."""
    suggested: tuple[str, ...] = ()
    """Operand types that the text of an operation of unknown syntax probably states."""


def shape(expand: Expander, name: str, chunks: tuple[str, ...], bound: int, fail: Fail) -> TemplateMeaning:
    """Parse an operation's text, given as the texts `chunks` between operand names; `bound` is the number of named results."""
    if name in _BRANCHES:
        return _branch(expand, name, chunks, fail)
    front, tail = cut(unquote_enums(name, chunks))
    tail, trailing = (None, "") if tail is None else without_dictionary(tail)
    try:
        known = head(front)
        added = {key: expand(value) for key, value in entries(trailing.strip()[1:-1]).items()} if trailing else {}
    except Malformed as error:
        fail(str(error), "", max("%".join(chunks).find(error.text), 0) + error.at)
    types = EMPTY if tail is None else signature(tail)
    if known.syntax is None:
        return _opaque_shape(
            expand, name, name, known, types, trailing, added, _misspelt(name, front, tail, trailing), bound, fail
        )
    count = len(chunks) - 1
    wrong = _misspelt(name, front, tail, trailing)
    fits = wrong is None and owners(known.roles, len(types.types), types.arrow, count) is not None
    if known.syntax.segments and sum(integers(known.attributes.get("operandSegmentSizes", ""))) != count:
        fits = False  # a mention outside all groups
    if not fits and not (wrong and wrong.in_type) and may_be_newer(name, known.written, types):
        return _opaque_shape(expand, name, name_of_unknown(name), head(front, False), types, trailing, added, None, bound, fail)
    if wrong is not None:
        if is_old(name, tail):
            fail(MESSAGE, NOTE_ON_TYPES, wrong.at)
        fail(wrong.message, "", sum(map(len, chunks)) + count if wrong.at < 0 else wrong.at)
    attributes = {**known.attributes, **added}  # never return a cached mutable object
    if known.aliased:
        attributes = {k: expand(v) for k, v in attributes.items()}
    operands, results, pieces = _roles(expand, known, types, count, bound, fail)
    if name == "arith.constant":
        value = _FLOAT.sub(_float, known.words) if "." in known.words else known.words
        attributes = {**attributes, "value": f"{value} : {results[0]}" if results else value}
        if not results and value not in ("true", "false"):
            fail("expected a value and its type", "write arith.constant 1 : i32")
        _constant(known.words, value, results, "%".join(chunks), fail)
        results = results or ("i1",)
    if bound and bound != len(results):
        if may_be_newer(name, known.written, types):
            return _opaque_shape(
                expand, name, name_of_unknown(name), head(front, False), types, trailing, added, None, bound, fail
            )
        fail(WRONG_RESULTS.format(len(results), "s" * (len(results) != 1), bound), "")
    pieces += [trailing] * bool(trailing)
    return TemplateMeaning(_join_pieces(known.pieces, pieces), operands, results, attributes, order=known.order)


def _opaque_shape(
    expand: Expander, name: str, called: str, known: Head, types: Signature, trailing: str, added: Mapping[str, str],
    wrong: _Mistake | None, bound: int, fail: Fail,
) -> TemplateMeaning:  # fmt: skip
    """Parse the text, without operand names, of an operation of unknown syntax; the operation gets the name `called`."""
    if wrong is None and (found := misfit("", list(known.written))) is not None:
        wrong = _Mistake(*found)
    if wrong is not None:
        fail(f"unknown form of {name}: {wrong.message}" if called != name else wrong.message, OPAQUE, max(wrong.at, 0))
    texts, guessed = results_of_unknown(types, bound)
    if UNTYPED in texts and is_generic_only(name):
        fail(f"cannot tell the types of the results of the unknown operation '{name}'", OPAQUE)
    attributes = {key: expand(value) for key, value in known.attributes.items()} | dict(added)
    attributes[WORDS_ATTRIBUTE] = words_of_unknown(known.words, types)
    rest: list[Piece] = [*(part for pair in zip(types.literals, (*types.types, ""), strict=True) for part in pair), trailing]
    return TemplateMeaning(
        _join_pieces(known.pieces, rest),
        (),
        tuple([text if text == UNTYPED else expand(text) for text in texts]),
        attributes,
        name=called,
        guessed=guessed,
        suggested=tuple(map(expand, types.types[: types.arrow])) if bound == 0 or types.arrow is not None else (),
    )


class _Mistake(NamedTuple):
    """Syntax error in an operation's text without operand names, with its offset (-1 for the end)."""

    message: str
    at: int
    in_type: bool = False


@lru_cache(maxsize=1 << 12)
def _misspelt(name: str, front: tuple[str, ...], tail: str | None, trailing: str) -> _Mistake | None:
    """Return the first syntax error in an operation's text or in its types, or None."""
    known, types = head(front), EMPTY if tail is None else signature(tail)
    at = sum(map(len, front)) + len(front) - 1
    written = list(known.written)
    for number, (literal, type) in enumerate(zip(types.literals, (*types.types, ""), strict=True)):
        if number and known.syntax is not None and (more := words_after_type(literal)) >= 0:
            return _Mistake("expected the end of the operation", at + more)
        written += tokens(literal, at)
        at += len(literal)
        if type:
            written.append(("!", at))
            if known.syntax is not None and (type[0] != "<" or not known.syntax.short):
                try:
                    check_type(type)
                except Malformed as error:
                    return _Mistake(str(error), at + error.at, True)
            at += len(type)
    found = misfit(name, [*written, ("D", at)] if trailing else written)
    return _Mistake(*found) if found else None


def _constant(said: str, value: str, types: Sequence[str], text: str, fail: Fail) -> None:
    """Check that the value of an `arith.constant` is valid; `said` is the value as it is written in the source text.

    A tensor's layout has been checked with its type.
    """
    try:
        if value in ("true", "false") or value[:1] == "#" or not types:
            check_attribute(value)
        else:
            tensor = tensor_type(types[0])
            check_attribute(f"{value} : {tensor._replace(encoding=None) if tensor else types[0]}")
    except Malformed as error:
        fail(str(error), "write arith.constant 1 : i32", max(text.find(said), 0) + min(error.at, len(said)))


def _roles(
    expand: Expander, known: Head, types: Signature, count: int, bound: int, fail: Fail
) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...], list[Piece]]:
    syntax, literals, texts = known.syntax, types.literals, types.types
    assert syntax is not None
    found = owners(known.roles, len(texts), types.arrow, count)
    if found is None:
        if not texts:
            fail("expected ':' and the types of the operands or results", "")
        fail("the number of types after the ':' does not fit the operands and results of this operation", "")
    short = [i for i, text in enumerate(texts[: len(syntax.short)]) if text[0] == "<"] if syntax.short else ()
    full = [expand(syntax.short[i] + text if i in short else text) for i, text in enumerate(texts)]
    pieces: list[Piece] = []
    for i, piece in enumerate(found.pieces):
        if piece is not None and piece.of == "operand" and piece.index >= count:
            fail(f"more than {count} operands have a type after the ':'", "each type belongs to an operand or a result")
        pieces += (literals[i], texts[i] if piece is None or i in short else piece)
    pieces.append(literals[-1])
    operands = {i: full[number] for i, number in found.operands.items()}
    if syntax.omitted:
        operands = dict.fromkeys(range(count), syntax.omitted) | operands
    results = [full[number] for number in found.results]
    if syntax.results and (syntax.results[-1] != "?" or bound > len(results)):
        results += _infer_results(syntax.results.rstrip("?"), operands, fail)
    return tuple([pair for pair in operands.items() if pair[0] < count]), tuple(results), pieces


def _infer_results(rule: str, operands: Mapping[int, str], fail: Fail) -> list[str]:
    """Infer the omitted result types by a rule of `Syntax.results`."""
    kind, _, argument = rule.partition(" ")
    if not argument:
        return [kind]
    source = operands[int(argument[1:])]
    if kind == "element":
        return [element_of(source)]
    derived = "i1" if kind == "i1" else pointee_of(source)
    if derived is None:
        fail(f"expected a pointer or a tensor of pointers, found '{source}'", "")
    shaped = type_of(source)
    return [str(shaped._replace(element=derived)) if isinstance(shaped, TensorType | VectorType) else derived]


def _branch(expand: Expander, name: str, chunks: tuple[str, ...], fail: Fail) -> TemplateMeaning:
    """Parse a branch whose successors have operands, such as `^bb1(%a, %b : i32, f32)`."""
    text = "%".join(chunks)
    operands: list[tuple[int, str]] = []
    pieces: list[Piece] = []
    successors: list[str] = []
    sizes: list[int] = []
    seen = position = 0

    def mentions(end: int) -> None:
        nonlocal seen, position
        for part in re.split("(%)", text[position:end]):
            if part == "%":
                pieces.append(Operand(seen))
                seen += 1
            elif part:
                pieces.append(part)
        position = end

    for found in _SUCCESSOR.finditer(mask_of(text)):
        successors.append(found.group(1))
        mentions(found.end(1))
        first, passed = seen, text.count("%", *found.span())
        sizes.append(passed)
        if passed:
            start, end = found.span(3)
            colon = text.find(":", start, end)
            mentions(colon + 1 if colon >= 0 else end)
            types = signature(text[position:end])
            if len(types.types) != passed:
                fail(f"{passed} operands for the block {successors[-1]}, but {len(types.types)} types", "")
            for i, t in enumerate(types.types):
                try:
                    check_type(t)
                except Malformed as error:
                    fail(str(error), "", text.find(t, position) + error.at)
                operands.append((first + i, expand(t)))
                pieces += (types.literals[i], TypeOf("operand", first + i))
            pieces.append(types.literals[-1])
            position = end
    mentions(len(text))
    if (wrong := None if "{" in text else misfit(name, _words(pieces))) is not None:
        fail(wrong[0], "")
    known = head(chunks)
    attributes = {k: expand(v) for k, v in known.attributes.items()}
    if name == "cf.cond_br":
        if len(successors) != 2 or seen - sum(sizes) != 1:
            fail("expected a condition and two blocks", "write cf.cond_br %condition, ^bb1, ^bb2")
        attributes["operandSegmentSizes"] = f"array<i32: 1, {', '.join(map(str, sizes))}>"
        operands.insert(0, (0, "i1"))
    return TemplateMeaning(_join_pieces((), pieces), tuple(operands), (), attributes, tuple(successors))


def _words(pieces: list[Piece]) -> list[Token]:
    words: list[Token] = []
    for piece in pieces:
        words += tokens(piece) if isinstance(piece, str) else [("%" if isinstance(piece, Operand) else "!", 0)]
    return [(word, 0) for word, _ in words[1:]]


def _float(found: re.Match[str]) -> str:
    value = float(found.group())
    text = f"{value:.6e}"
    return text if isfinite(value) and float(text) == value else found.group()


def _join_pieces(front: tuple[Piece, ...], rest: list[Piece]) -> tuple[Piece, ...]:
    merged = list(front)
    for piece in rest:
        if isinstance(piece, str):
            if not piece:
                continue
            if merged and type(merged[-1]) is str:
                merged[-1] += piece
                continue
        merged.append(piece)
    return tuple(merged)
