"""The grammar of builtin types and attributes, as MLIR's language reference gives it: whether a text is one.

What stands between the brackets of a dialect's own attribute or type is the dialect's affair, except for those that Triton's programs
are full of. Names of aliases are taken for what they stand for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from egraph_opt.ir.types import TensorType, VectorType, type_of
from egraph_opt.text.scan import mask_of

_TOKEN = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")|(0x[0-9A-Fa-f]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?)|([@#!]?[A-Za-z_][\w$.-]*(?<!-))|(->|::|[^\s\w]))'
)
_EXTENTS = re.compile(r"\s*(?:\*x|(?:(?:\d+|\?|\[\d+\])x)*)")
_NAME = re.compile(r"[A-Za-z_][\w$.]*")
_SCALAR = re.compile(r"(?:[su]?i[1-9]\d{0,7}|index|none|bf16|tf32|f(?:16|32|64|80|128|\d{1,2}E\d{1,2}M\d{1,2}\w*))")
_PLAIN_TYPE = re.compile(
    rf"(?:tensor<(?:\d+x)+(?:{_SCALAR.pattern}|!tt\.ptr<{_SCALAR.pattern}>)(?:, #[a-z]\w*)?>|{_SCALAR.pattern})"
)
_PLAIN_ATTRIBUTE = re.compile(r"-?\d{1,9} : i(?:32|64)|true|false|#[a-z]\w*")
_SKIPPED = ("affine_map", "affine_set", "strided", "opaque", "distinct", "loc")
_LAYOUTS = frozenset(f"#ttg.{name}" for name in (
    "blocked slice nvidia_mma amd_mfma amd_wmma dot_op linear swizzled_shared nvmma_shared amd_rotating_shared").split())  # fmt: skip


class Malformed(ValueError):
    """A text is no type or attribute. `text` is that text, `at` where in it the first mistake is."""

    def __init__(self, message: str, text: str, at: int = 0):
        super().__init__(message)
        self.text, self.at = text, at


@lru_cache(maxsize=1 << 14)
def check_type(text: str) -> None:
    """Check that a text is a type.

    Raises:
        Malformed: it is none.
    """
    if not _PLAIN_TYPE.fullmatch(text):
        parser = _Parser(text)
        parser.type()
        parser.end()


@lru_cache(maxsize=1 << 14)
def check_attribute(text: str) -> None:
    """Check that a text is an attribute; types are attributes too.

    Raises:
        Malformed: it is none.
    """
    if not _PLAIN_ATTRIBUTE.fullmatch(text):
        parser = _Parser(text)
        parser.attribute()
        parser.end()


def check_name(name: str, text: str) -> None:
    """Check that a word is the name of an entry of a dictionary `text`.

    Raises:
        Malformed: it is none.
    """
    if not _NAME.fullmatch(name):
        raise Malformed(
            f"expected the name of an attribute, found '{name}'" if name else "expected the name of an attribute", text
        )


def _mistyped(value: str, type: str) -> str | None:
    """What is wrong with a number that stands for an element of a type; nothing is known of most types."""
    integer = re.fullmatch(r"[su]?i(\d+)|index", type)
    if value in ("true", "false"):
        return f"{value} where {type} stands" if integer and type != "i1" else None
    if integer and "." in value:
        return f"a float where {type} stands"
    if integer:
        number, bits = int(value.replace(" ", ""), 0) if "x" in value else int(value.replace(" ", "")), int(integer[1] or 64)
        return None if -(1 << max(bits - 1, 0)) <= number < 1 << bits else f"{value} is out of the range of {type}"
    if re.match(r"[bt]?f\d", type) and "." not in value and "x" not in value:
        return f"an integer where {type} stands"
    return f"a number where {type} stands" if type[:1] in ("(", "t", "v", "m", "n") and type[:2] != "tf" else None


class _Parser:
    """One pass over a text; each method goes past what it is named after."""

    def __init__(self, text: str):
        self.text, self.mask, self.at = text, mask_of(text).replace("-~", "->"), 0

    def fail(self, what: str) -> NoReturn:
        word = self.peek()
        raise Malformed(f"expected {what}, found '{word}'" if word else f"expected {what}", self.text, self.at)

    def peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return found[found.lastindex] if found and found.lastindex else ""

    def next(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        if not found:
            self.fail("more")
        self.at = found.end()
        return found[found.lastindex or 0]

    def eat(self, word: str) -> bool:
        if self.peek() != word:
            return False
        self.next()
        return True

    def need(self, word: str) -> None:
        if not self.eat(word):
            self.fail(f"'{word}'")

    def end(self) -> None:
        if self.peek():
            self.fail("the end of it")

    def listed(self, opening: str, closing: str, item: str) -> None:
        """Items of a kind, with commas between them, in brackets."""
        self.need(opening)
        if self.eat(closing):
            return
        getattr(self, item)()
        while self.eat(","):
            getattr(self, item)()
        self.need(closing)

    def body(self) -> None:
        """What stands in brackets and is not looked at."""
        depth = 0
        while word := self.peek():
            if word in "<([{":
                depth += 1
            elif word in ">)]}":
                depth -= 1
            self.next()
            if depth == 0:
                return
        self.fail("what closes the brackets")

    # types

    def type(self) -> None:
        word = self.peek()
        if word == "(":
            self.listed("(", ")", "type")
            self.need("->")
            if self.peek() == "(":
                self.listed("(", ")", "type")
            else:
                self.type()
        elif word in ("tensor", "vector", "memref"):
            self.next()
            self.shaped()
        elif word in ("complex", "tuple"):
            self.next()
            self.listed("<", ">", "type")
        elif _SCALAR.fullmatch(word):
            self.next()
        elif word[:1] == "!" and len(word) > 1:
            self.next()
            self.dialect_type(word)
        else:
            self.fail("a type")

    def shaped(self) -> None:
        """`<64x?xf32, attribute>`."""
        self.need("<")
        self.extents()
        self.type()
        while self.eat(","):
            self.attribute()
        self.need(">")

    def extents(self) -> None:
        found = _EXTENTS.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def dialect_type(self, name: str) -> None:
        if self.peek() != "<":
            return
        if name == "!tt.ptr":
            self.next()
            self.type()
            if self.eat(","):
                self.number()
            self.need(">")
        elif name == "!ttg.memdesc":
            self.memdesc()
        elif name == "!tt.tensordesc":
            self.shaped()
        else:
            self.body()

    def memdesc(self) -> None:
        """`<64x64xf16, #layout, #space, mutable, 2x64x64>`."""
        self.need("<")
        self.extents()
        self.type()
        for _ in range(2):
            self.need(",")
            if self.peek()[:1] != "#":
                self.fail("a layout and a space")
            self.attribute()
        if self.eat(",") and not (self.eat("mutable") and not self.eat(",")):
            found = re.compile(r"\s*\d+(?:x\d+)*").match(self.text, self.at)
            if not found:
                self.fail("the shape of the allocation")
            self.at = found.end()
        self.need(">")

    # attributes

    def number(self) -> None:
        self.eat("-")
        if not self.peek()[:1].isdecimal():
            self.fail("a number")
        self.next()

    def attribute(self) -> None:
        word = self.peek()
        if word == "[":
            self.listed("[", "]", "attribute")
        elif word == "{":
            self.listed("{", "}", "entry")
        elif word[:1].isdecimal() or word == "-":
            self.literal()
        elif word in ("true", "false", "unit"):
            self.next()
        elif word[:1] == '"' or (word[:1] == "@" and word != "@"):
            self.next()
            while self.eat("::"):
                self.next()
            if word[0] == '"' and self.eat(":"):
                self.type()
        elif word == "@":  # a symbol in quotes
            self.next()
            self.next()
        elif word in ("dense", "dense_resource", "sparse"):
            self.dense(word)
        elif word == "array":
            self.array()
        elif word in _SKIPPED:
            self.next()
            while self.peek()[:1] in ("<", "(", "["):
                self.body()
        elif word[:1] == "#" and len(word) > 1:
            self.dialect_attribute()
        else:
            self.type()

    def literal(self) -> None:
        """`-1.5 : f32`: a number whose type, where it has one, holds such numbers."""
        start = self.at
        self.number()
        value = self.text[start : self.at].strip()
        if self.eat(":"):
            type = self.text[self.at :].strip()
            self.type()
            if (wrong := _mistyped(value, type)) is not None:
                raise Malformed(wrong, self.text, start)

    def entry(self) -> None:
        word = self.next()
        if word[:1] != '"':
            check_name(word, self.text)
        if self.eat("="):
            self.attribute()

    def dense(self, word: str) -> None:
        """`dense<[1, 2]> : tensor<2xi32>`."""
        self.next()
        start, shape, values = self.at, None, list[str]()
        if word == "dense" and self.peek() == "<":
            self.next()
            shape = (0,) if self.peek() == ">" else self.elements(values)
            self.need(">")
        elif self.peek() == "<":
            self.body()
        else:
            self.fail("'<'")
        self.need(":")
        type = type_of(self.text[self.at :].strip())
        self.type()
        if shape is None or not isinstance(type, TensorType | VectorType):
            return
        if shape and shape != type.shape and not (shape == (0,) and 0 in type.shape):
            raise Malformed(f"values of shape {list(shape)} where {type} stands", self.text, start)
        for wrong in filter(None, (_mistyped(value, type.element) for value in values)):
            raise Malformed(wrong, self.text, start)

    def elements(self, values: list[str]) -> tuple[int, ...] | None:
        """The shape of nested lists, whose numbers go to `values`; None where the text does not say it."""
        word = self.peek()
        if word == "[":
            self.next()
            shapes: list[tuple[int, ...] | None] = []
            while not shapes or self.eat(","):
                shapes.append(self.elements(values))
            self.need("]")
            if len(set(shapes)) != 1:
                raise Malformed("the lists have different lengths", self.text, self.at)
            return None if shapes[0] is None else (len(shapes), *shapes[0])
        if word == "(":  # a complex number
            self.next()
            self.number()
            self.need(",")
            self.number()
            self.need(")")
        elif word in ("true", "false"):
            values.append(self.next())
        elif word[:1] == '"':
            self.next()
            return None
        else:
            start = self.at
            self.number()
            values.append(self.text[start : self.at].strip())
        return ()

    def array(self) -> None:
        """`array<i32: 1, 2>`."""
        self.next()
        self.need("<")
        self.type()
        values: list[str] = []
        if self.eat(":"):
            self.elements(values)
            while self.eat(","):
                self.elements(values)
        self.need(">")

    def dialect_attribute(self) -> None:
        if self.next() in _LAYOUTS and self.eat("<"):
            self.listed("{", "}", "entry")
            self.need(">")
        elif self.peek() == "<":
            self.body()
        if self.eat(":"):  # as in `#flow.parameter.named<"scope"::"name"> : tensor<4xf32>`
            self.type()
