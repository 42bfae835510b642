"""Grammar check of builtin types and attributes, after MLIR's language reference.

Parameters of dialect attributes and types are checked only if common in Triton programs. Alias names are accepted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from egraph_opt.ir.types import TensorType, VectorType, type_of
from egraph_opt.text.syntax.encoding import LAYOUTS, check_layout
from egraph_opt.text.syntax.errors import Malformed, check_name
from egraph_opt.text.syntax.lexer import mask_of, nesting
from egraph_opt.text.syntax.literal import literal_error

_TOKEN = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")|(0x[0-9A-Fa-f]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?)|([@#!]?[A-Za-z_][\w$.-]*(?<!-))|(->|::|[^\s\w]))'
)
_EXTENTS = re.compile(r"\s*(?:\*\s*x|(?:(?:\d+|\?|\[\d+\])\s*x\s*)*)")
_SCALAR = re.compile(r"(?:[su]?i[1-9]\d{0,7}|index|none|bf16|tf32|f(?:16|32|64|80|128|\d{1,2}E\d{1,2}M\d{1,2}\w*))")
_ELEMENTS = frozenset(("i1", "i8", "i16", "i32", "i64", "f32", "f64"))
"""Element types of `array<...>`."""
_PLAIN_TYPE = re.compile(
    rf"(?:tensor<(?:\d+x)+(?:{_SCALAR.pattern}|!tt\.ptr<{_SCALAR.pattern}>)(?:, #[a-z]\w*)?>|{_SCALAR.pattern})"
)
_PLAIN_ATTRIBUTE = re.compile(r"-?\d{1,9} : i(?:32|64)|true|false|#[a-z]\w*")
_DEEPEST = 100
"""Maximum nesting depth of brackets."""
_KINDS = {
    "[": "array_of_attributes", "{": "dictionary", "-": "literal", "true": "next_token", "false": "next_token", "unit": "next_token",
    '"': "text_or_symbol", "@": "text_or_symbol", "dense": "dense", "dense_resource": "dense", "sparse": "dense", "array": "array",
    **dict.fromkeys(("affine_map", "affine_set", "strided", "opaque", "distinct", "loc"), "skip_token"),
}  # fmt: skip
"""Method that skips an attribute, by the attribute's first word or character."""


@lru_cache(maxsize=1 << 14)
def check_type(text: str) -> None:
    """Check that a text is a type.

    Raises:
        Malformed: the text is not a type.
    """
    if not _PLAIN_TYPE.fullmatch(text):
        parser = _GrammarParser(text)
        parser.type()
        parser.end()


@lru_cache(maxsize=1 << 14)
def check_attribute(text: str) -> None:
    """Check that a text is an attribute, possibly a type.

    Raises:
        Malformed: the text is not an attribute.
    """
    if not _PLAIN_ATTRIBUTE.fullmatch(text):
        parser = _GrammarParser(text)
        parser.attribute()
        parser.end()


class _GrammarParser:
    """Single-pass parser; each method skips the construct in its name."""

    def __init__(self, text: str):
        if len(text) > 1024 and nesting(text) > _DEEPEST:
            raise Malformed(f"brackets are nested deeper than {_DEEPEST}", text)
        self.text, self.mask, self.at = text, mask_of(text).replace("-~", "->"), 0

    def fail(self, what: str) -> NoReturn:
        word = self.peek()
        at = len(self.text) - len(self.text[self.at :].lstrip())
        raise Malformed(f"expected {what}, found '{word}'" if word else f"expected {what}", self.text, at)

    def peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return found[found.lastindex] if found and found.lastindex else ""

    def next_token(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        if not found:
            self.fail("more")
        self.at = found.end()
        return found[found.lastindex or 0]

    def eat(self, word: str) -> bool:
        found = _TOKEN.match(self.text, self.at)
        if not found or found[found.lastindex or 0] != word:
            return False
        self.at = found.end()
        return True

    def need(self, word: str) -> None:
        if not self.eat(word):
            self.fail(f"'{word}'")

    def end(self) -> None:
        if self.peek():
            self.fail("the end of it")

    def skip_list(self, opening: str, closing: str, item: str) -> None:
        """Skip a bracketed, comma-separated list of items."""
        self.need(opening)
        if self.eat(closing):
            return
        getattr(self, item)()
        while self.eat(","):
            getattr(self, item)()
        self.need(closing)

    def body(self) -> None:
        depth = 0
        while word := self.peek():
            if word in "<([{":
                depth += 1
            elif word in ">)]}":
                depth -= 1
            self.next_token()
            if depth == 0:
                return
        self.fail("what closes the brackets")

    # types

    def type(self) -> None:
        word = self.peek()
        if word == "(":
            self.skip_list("(", ")", "type")
            self.need("->")
            if self.peek() == "(":
                self.skip_list("(", ")", "type")
            else:
                self.type()
        elif word in ("tensor", "vector", "memref"):
            self.next_token()
            self.skip_shape()
        elif word in ("complex", "tuple"):
            self.next_token()
            self.skip_list("<", ">", "type")
        elif _SCALAR.fullmatch(word):
            self.next_token()
        elif word[:1] == "!" and len(word) > 1:
            self.next_token()
            self.dialect_type(word)
        else:
            self.fail("a type")

    def skip_shape(self) -> None:
        """Skip `<64x?xf32, attribute>`."""
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
        if name.startswith("!tt.") and name not in ("!tt.ptr", "!tt.tensordesc"):
            raise Malformed(f"the dialect tt has no type '{name}'", self.text, self.text.find(name))
        if self.peek() != "<":
            if name in ("!tt.ptr", "!tt.tensordesc", "!ttg.memdesc"):
                self.fail("'<'")
            return
        if name == "!tt.ptr":
            self.next_token()
            self.type()
            if self.eat(","):
                self.number()
            self.need(">")
        elif name == "!ttg.memdesc":
            self.memdesc()
        elif name == "!tt.tensordesc":
            self.skip_shape()
        else:
            self.body()

    def memdesc(self) -> None:
        """Skip `<64x64xf16, #layout, #space, mutable, 2x64x64>`."""
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
        self.next_token()

    def attribute(self) -> None:
        word = self.peek()
        if word[:1].isdecimal():
            self.literal()
        elif word[:1] == "#" and len(word) > 1:
            self.dialect_attribute()
            self.skip_optional_type()
        elif (kind := _KINDS.get(word) or _KINDS.get(word[:1])) is not None:
            getattr(self, kind)()
        else:
            self.type()

    def array_of_attributes(self) -> None:
        self.skip_list("[", "]", "attribute")

    def dictionary(self) -> None:
        self.skip_list("{", "}", "entry")

    def text_or_symbol(self) -> None:
        """Skip `"text" : type`, or `@name::@name` with or without quotes."""
        word = self.next_token()
        if word == "@":
            self.next_token()
        while self.eat("::"):
            self.text_or_symbol()
        self.skip_optional_type()

    def skip_optional_type(self) -> None:
        if self.eat(":"):
            self.type()

    def skip_token(self) -> None:
        self.next_token()
        while self.peek()[:1] in ("<", "(", "["):
            self.body()

    def literal(self) -> None:
        """Skip `-1.5 : f32`, and check that an explicit type can represent the number."""
        start = self.at
        self.number()
        value = self.text[start : self.at].strip()
        if self.eat(":"):
            type = self.text[self.at :].strip()
            self.type()
            if (wrong := literal_error(value, type)) is not None:
                raise Malformed(wrong, self.text, start)

    def entry(self) -> None:
        word = self.next_token()
        if word[:1] != '"':
            check_name(word, self.text)
        if self.eat("="):
            self.attribute()

    def dense(self) -> None:
        """Skip `dense<[1, 2]> : tensor<2xi32>`, and check the values."""
        word = self.next_token()
        start, shape, values = self.at, None, list[str]()
        if word == "dense" and self.peek() == "<":
            self.next_token()
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
        for wrong in filter(None, (literal_error(value, type.element) for value in dict.fromkeys(values))):
            raise Malformed(wrong, self.text, start)

    def elements(self, values: list[str]) -> tuple[int, ...] | None:
        """Append the numbers of nested lists to `values`; return the shape of the lists, or None if ambiguous."""
        word = self.peek()
        if word == "[":
            self.next_token()
            shapes: list[tuple[int, ...] | None] = []
            while not shapes or self.eat(","):
                shapes.append(self.elements(values))
            self.need("]")
            if len(set(shapes)) != 1:
                raise Malformed("the lists have different lengths", self.text, self.at)
            return None if shapes[0] is None else (len(shapes), *shapes[0])
        if word == "(":  # a complex number
            self.next_token()
            self.number()
            self.need(",")
            self.number()
            self.need(")")
        elif word in ("true", "false"):
            values.append(self.next_token())
        elif word[:1] == '"':
            self.next_token()
            return None
        else:
            start = self.at
            self.number()
            values.append(self.text[start : self.at].strip())
        return ()

    def array(self) -> None:
        """Skip `array<i32: 1, 2>`."""
        self.next_token()
        self.need("<")
        start = self.at
        self.type()
        if (type := self.text[start : self.at].strip()) not in _ELEMENTS:
            raise Malformed(f"an array has integers or floats, not {type}", self.text, start)
        values: list[str] = []
        if self.eat(":"):
            self.elements(values)
            while self.eat(","):
                self.elements(values)
        self.need(">")

    def dialect_attribute(self) -> None:
        """Skip `#ttg.blocked<{...}>`, or `#flow.parameter.named<"scope"::"name"> : tensor<4xf32>`."""
        name = self.next_token()
        if self.peek() == "<" and name in LAYOUTS:
            self.next_token()
            start = self.at
            self.dictionary()
            check_layout(name, self.text[start : self.at], self.text, start)
            self.need(">")
        elif self.peek() == "<":
            self.body()
        if self.eat(":"):
            self.type()
