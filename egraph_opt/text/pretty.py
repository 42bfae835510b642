"""The shape of an operation in pretty form: what its operands, types, attributes and successors are.

An operation's text with its operand names taken out is a template; programs repeat few templates, so each is analysed once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from egraph_opt.ir import Operand, Piece, TypeOf, tensor_type
from egraph_opt.text.alias import Expander
from egraph_opt.text.scan import mask_of
from egraph_opt.text.syntax import SYNTAX, Syntax

_HEAD = re.compile(r"[(\[{<]|[)\]}>]|%|::|:")
_SIGNATURE = re.compile(r"[<\[{]|[>\]}]|[(),]|-~|\bto\b|\*|\binto\b|[^\s<>\[\]{}(),*-]+|-")
_SEPARATORS = frozenset(("(", ")", ",", "-~", "to", "*", "into"))
_MENTION = re.compile(r"(?:\b([A-Za-z]\w*)\s*=?\s*)?(%)|([\[\]])")
_NUMBER = re.compile(r"\d+")
_FLOAT = re.compile(r"(?<![\w.])-?\d+\.\d*(?:[eE][-+]?\d+)?")
_SUCCESSOR = re.compile(r"(\^[\w$.-]+)\s*(\(([^()]*)\))?")


class Shape(NamedTuple):
    """What one template means."""

    pieces: tuple[Piece, ...]
    operands: tuple[tuple[int, str], ...]
    results: tuple[str, ...]
    attributes: Mapping[str, str]
    successors: tuple[str, ...] = ()
    order: tuple[int, ...] | None = None
    """The operand that each mention is, where the text has another order."""


class Signature(NamedTuple):
    """The types after the colon: `literals[0] types[0] literals[1] ...`; those from `arrow` on stand after the arrow."""

    literals: tuple[str, ...]
    types: tuple[str, ...]
    arrow: int | None


Fail = Callable[[str, str], NoReturn]
OPAQUE = "write this operation in generic form: mlir-opt --mlir-print-op-generic"


def signature(text: str) -> Signature:
    """Split a signature into its types and what stands between them."""
    mask = mask_of(text)
    literals, types, arrow, depth, last, first, end = [], [], None, 0, 0, -1, 0

    def flush() -> None:
        nonlocal last, first
        if first >= 0:
            literals.append(text[last:first])
            types.append(text[first:end])
            last, first = end, -1

    for found in _SIGNATURE.finditer(mask):
        c = found.group()
        if depth == 0 and c in _SEPARATORS:
            flush()
            if c in ("-~", "to", "into") and arrow is None:
                arrow = len(types)
            continue
        if first < 0:
            first = found.start()
        if c in "<[{":
            depth += 1
        elif c in ">]}":
            depth -= 1
        end = found.end()
    flush()
    return Signature((*literals, text[last:]), tuple(types), arrow)


class Shapes:
    """Templates of one program, each analysed once."""

    def __init__(self, expand: Expander):
        self.expand = expand
        self._signatures: dict[str, Signature] = {}

    def signature(self, text: str) -> Signature:
        found = self._signatures.get(text)
        if found is None:
            found = self._signatures[text] = signature(text)
        return found

    def analyse(self, name: str, chunks: list[str], bound: int, fail: Fail) -> Shape:
        """The shape of the operation whose text between the operand names is `chunks`; `bound` results have names."""
        head, words, dictionaries, tail, after = _cut(chunks)
        attributes: dict[str, str] = {}
        for entry in dictionaries:
            attributes.update(self.expand.dictionary(entry))
        syntax = SYNTAX.get(name)
        count = len(chunks) - 1
        order: Sequence[int] = range(count)
        if name in ("cf.br", "cf.cond_br", "cf.switch"):
            return self._branch(name, chunks, attributes, fail)
        sig = self.signature(tail) if tail is not None else Signature((), (), None)
        if syntax is None:
            operands, results, pieces = (), self._opaque(name, sig, bound, fail), [tail or ""]
        else:
            self._words(name, syntax, head, words, attributes)
            operands, results, pieces = self._roles(syntax, sig, count, fail)
            if syntax.order:
                order, sizes = _order(syntax, words, count)
                if syntax.segments:
                    attributes.setdefault("operandSegmentSizes", sizes)
            if name == "arith.constant":
                results = self._constant(head, sig, attributes)
        if bound and bound != len(results):
            fail(f"the operation defines {len(results)} results but {bound} are named", "")
        body: list[Piece] = []
        for i, chunk in enumerate(chunks[:-1]):
            body += (chunk, Operand(order[i]))
        body.append(chunks[-1][: len(chunks[-1]) - after])
        return Shape(_merge([*body, *pieces]), operands, results, attributes, order=None if list(order) == sorted(order) else tuple(order))

    def _words(self, name: str, syntax: Syntax, head: str, words: str, attributes: dict[str, str]) -> None:
        for word in syntax.words:
            if found := word.pattern.search(words):
                attributes[word.attribute] = word.read(head, found)
        complete(syntax, attributes)

    def _constant(self, head: str, sig: Signature, attributes: dict[str, str]) -> tuple[str, ...]:
        value = _FLOAT.sub(_float, head)
        if sig.types:
            result = self.expand(sig.types[0])
            attributes["value"] = f"{value} : {result}"
            return (result,)
        attributes["value"] = value
        return ("i1",)

    def _opaque(self, name: str, sig: Signature, bound: int, fail: Fail) -> tuple[str, ...]:
        if not bound:
            return ()
        types = sig.types[sig.arrow :] if sig.arrow is not None else sig.types
        if len(types) != bound:
            fail(f"cannot tell the types of the results of the unknown operation '{name}'", OPAQUE)
        return tuple(self.expand(t) for t in types)

    def _roles(
        self, syntax: Syntax, sig: Signature, count: int, fail: Fail
    ) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...], list[Piece]]:
        """Give each type of the signature to the operands and results that have it."""
        number = len(sig.types)
        roles = _choose(syntax.types, sig, count)
        if roles is None:
            _wrong_number(syntax.types, sig, count, fail)
        operands: dict[int, str] = {}
        results: dict[int, str] = {}
        pieces: list[Piece] = []
        for i, (text, slots) in enumerate(zip(sig.types, roles, strict=True)):
            pieces.append(sig.literals[i])
            short = text.startswith("<") and i < len(syntax.short)
            full = self.expand(syntax.short[i] + text if short else text)
            for kind, index in slots:
                if kind == "r":
                    results[index] = full
                else:
                    operands[index] = full
            if short or not slots:
                pieces.append(text)
            else:
                kind, index = slots[0]
                pieces.append(TypeOf("result" if kind == "r" else "operand", index))
        if sig.literals:
            pieces.append(sig.literals[number])
        found = [results[i] for i in sorted(results)]
        if syntax.results:
            found += _derived(syntax.results, operands, fail)
        return tuple((i, t) for i, t in sorted(operands.items()) if i < count), tuple(found), pieces

    def _branch(self, name: str, chunks: list[str], attributes: dict[str, str], fail: Fail) -> Shape:
        """Branches name blocks, each with the operands it passes: `^bb1(%a, %b : i32, f32)`."""
        text = "%".join(chunks)
        operands: list[tuple[int, str]] = []
        pieces: list[Piece] = []
        successors: list[str] = []
        seen = position = 0
        sizes: list[int] = []

        def names(end: int) -> None:
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
            before = seen + text.count("%", position, found.start())
            passed = text.count("%", *found.span())
            sizes.append(passed)
            if passed:
                start, end = found.span(3)
                colon = text.find(":", start, end)
                if colon < 0:
                    fail("expected ':' and the types of the block's operands", "")
                names(colon + 1)
                sig = self.signature(text[colon + 1 : end])
                if len(sig.types) != passed:
                    fail(f"{passed} operands for the block {successors[-1]} but {len(sig.types)} types", "")
                for i, t in enumerate(sig.types):
                    operands.append((before + i, self.expand(t)))
                    pieces += (sig.literals[i], TypeOf("operand", before + i))
                pieces.append(sig.literals[-1])
                position = end
        names(len(text))
        if name == "cf.cond_br":
            attributes.setdefault("operandSegmentSizes", "array<i32: 1, " + ", ".join(map(str, sizes)) + ">")
            operands.insert(0, (0, "i1"))
        return Shape(_merge(pieces), tuple(operands), (), attributes, tuple(successors))


def complete(syntax: Syntax, attributes: dict[str, str]) -> None:
    """Enter the defaults, which the pretty form does not print."""
    for key, value in syntax.defaults.items():
        attributes.setdefault(key, value)


def _cut(chunks: list[str]) -> tuple[str, str, list[str], str | None, int]:
    """The text before the signature without dictionaries, the same masked, the dictionaries, the signature, its length.

    The first chunk still begins with the operation's name.
    """
    first = re.match(r"\s*[\w$.]+", chunks[0])
    skip = first.end() if first else 0
    text = "%".join(chunks)
    mask = "%".join(mask_of(c) if '"' in c or "-" in c else c for c in chunks)
    colon, depth, opened = -1, 0, 0
    dictionaries: list[tuple[int, int]] = []
    for found in _HEAD.finditer(mask, skip):
        c = found.group()
        if c == "%":
            colon = -1
        elif c == ":":
            if depth == 0 and colon < 0:
                colon = found.start()
        elif c in "([{<":
            if depth == 0:
                opened = found.start()
            depth += 1
        elif c != "::":
            depth -= 1
            if depth == 0 and mask[opened] == "{" and colon < 0:
                dictionaries.append((opened, found.end()))
            elif depth == 0 and mask.startswith("<{", opened) and colon < 0 and mask[opened - 1].isspace():
                dictionaries.append((opened + 1, found.end() - 1))
    end = len(text) if colon < 0 else colon
    keep, masked, last = [], [], skip
    for start, stop in dictionaries:
        keep.append(text[last:start])
        masked.append(mask[last:start])
        last = stop
    keep.append(text[last:end])
    masked.append(mask[last:end])
    tail = None if colon < 0 else text[colon + 1 :]
    inner = [text[start + 1 : stop - 1] for start, stop in dictionaries if stop <= end]
    return "".join(keep).strip(), "".join(masked).strip(), inner, tail, 0 if tail is None else len(tail)


Slots = list[tuple[str, int]]


def _choose(spec: str, sig: Signature, count: int) -> list[Slots] | None:
    """The slots of each type, from the alternative that fits the number of types; None where none fits."""
    for alternative in spec.split("|"):
        roles: list[Slots] = []
        tokens = alternative.split()
        left = len(sig.types) - sum(1 for t in tokens if "*" not in t.split("=")[0] and "+" not in t)
        for token in tokens:
            slot, *others = re.split("[=,]", token)
            many = slot[1:] == "*" or "+" in slot
            if not many:
                slots = [(slot[0], int(slot[1:]) % max(count, 1))] if slot != "_" else []
                for other in others:
                    slots += [("o", i) for i in range(count)] if other == "o*" else [(other[0], int(other[1:]))]
                roles.append(slots)
                continue
            base = int(slot.partition("+")[2] or 0)
            if slot[0] in "_s":
                roles += [[] for _ in range(left)]
                left = 0
                continue
            functional = sig.arrow is not None and tokens == ["o*", "r*"]
            if slot[0] == "o":
                taken = sig.arrow if functional and sig.arrow is not None else left
                if taken + base != count:
                    break
            else:
                taken = left
            both = "o*" in others
            if both and taken != count:
                break
            roles += [[(slot[0], base + i), *([("o", i)] if both else [])] for i in range(taken)]
            left -= taken
        else:
            if len(roles) == len(sig.types):
                return roles
    return None


def _wrong_number(spec: str, sig: Signature, count: int, fail: Fail) -> NoReturn:
    types = len(sig.types)
    fail(f"{count} operands, but {types} type{'s' * (types != 1)} after the ':' do not fit them", f"expected types for: {spec}")


def _derived(rule: str, operands: Mapping[int, str], fail: Fail) -> list[str]:
    kind, _, argument = rule.partition(" ")
    if not argument:
        return [kind]
    source = operands[int(argument[1:])]
    if kind == "i1":
        return [_with_element(source, "i1")]
    if kind == "element":
        tensor = tensor_type(source)
        return [tensor.element if tensor else source]
    found = re.match(r"(tensor<[\dx]*)?!tt\.ptr<", source)
    if not found:
        fail(f"expected a pointer or a tensor of pointers, found '{source}'", "")
    tensor = tensor_type(source)
    pointer = tensor.element if tensor else source
    pointee = re.sub(r",\s*\d+$", "", pointer[len("!tt.ptr<") : -1])
    return [str(tensor._replace(element=pointee)) if tensor else pointee]


def _with_element(type: str, element: str) -> str:
    tensor = tensor_type(type)
    if tensor:
        return str(tensor._replace(element=element))
    found = re.match(r"(vector|tensor)<((?:[\d?]+x)*)", type)
    return f"{found.group()}{element}>" if found else element


def _float(found: re.Match[str]) -> str:
    """A float as MLIR prints it."""
    value = float(found.group())
    text = f"{value:.6e}"
    return text if float(text) == value else found.group()


def _order(syntax: Syntax, words: str, count: int) -> tuple[list[int], str]:
    """The operand that each mention is, and the sizes of the operand groups."""
    steps = syntax.order.split()
    groups: list[int] = []
    step = depth = 0
    for found in _MENTION.finditer(words):
        keyword, mark = found.group(1), found.group(2) or found.group(3)
        if mark in "[]":
            depth += 1 if mark == "[" else -1
            if mark == "[":
                while step < len(steps) and not steps[step].startswith("["):
                    step += 1
            elif step < len(steps) and steps[step][-1:] != "*":
                step += 1
            continue
        if not depth:
            wanted = f"{keyword}:" if keyword else ""
            while step < len(steps) and not (steps[step].startswith(wanted) if wanted else steps[step][0].isdigit()):
                step += 1
        if step >= len(steps):
            groups += [len(groups)] * (count - len(groups))
            break
        groups.append(int(_NUMBER.findall(steps[step])[0]))
        if not depth and steps[step][-1] != "*":
            step += 1
    sizes = ", ".join(str(groups.count(g)) for g in range(syntax.segments))
    places = sorted(range(len(groups)), key=lambda i: groups[i])
    operand = [0] * len(groups)
    for place, mention in enumerate(places):
        operand[mention] = place
    return operand, f"array<i32: {sizes}>"


def _merge(pieces: list[Piece]) -> tuple[Piece, ...]:
    merged: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            if not piece:
                continue
            if merged and isinstance(merged[-1], str):
                merged[-1] += piece
                continue
        merged.append(piece)
    return tuple(merged)
