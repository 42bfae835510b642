"""Colours for MLIR in the documentation."""

from __future__ import annotations

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text


class MlirLexer(RegexLexer):
    """Tell values, symbols, attributes, types and operations apart."""

    name = "MLIR"
    aliases = ("mlir",)
    tokens = {  # noqa: RUF012
        "root": [
            (r"//.*", Comment),
            (r'"[^"]*"', String),
            (r"%[\w$.#-]+", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r"[#!][\w$.]+", Name.Decorator),
            (r"\b(tensor|vector|memref)\b|\b(i|f|bf)\d+\b|\bindex\b", Keyword.Type),
            (r"\b[a-z]\w*\.[\w.]+", Name.Builtin),
            (r"-?\b\d[\w.+-]*", Number),
            (r"->|[=:]", Operator),
            (r"[\w-]+", Text),
            (r"\s+|.", Text),
        ]
    }
