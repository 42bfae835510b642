"""Arithmetic over named sizes, for shapes, grids and conditions: `M * 2`, `cdiv(N, BLOCK)`, `N % 16 == 0`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from egraph_opt.errors import EgraphOptError, nearest

Number = int | float | bool

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class ExpressionError(EgraphOptError):
    """A text is not arithmetic over the available sizes."""


def cdiv(a: int, b: int) -> int:
    """Return the quotient, rounded up."""
    return -(-a // b)


def next_power_of_2(n: int) -> int:
    """Return the least power of two that is at least `n`."""
    return 1 << max(0, n - 1).bit_length()


FUNCTIONS: dict[str, Callable[..., Any]] = {"cdiv": cdiv, "next_power_of_2": next_power_of_2, "min": min, "max": max}


def evaluate(text: str, sizes: Mapping[str, Any]) -> Number:
    """Return the value of an expression; `sizes`: numbers by name.

    Raises:
        ExpressionError: the text is not arithmetic, names an unknown size, or divides by zero.
    """
    try:
        return _value(ast.parse(text.strip(), mode="eval").body, sizes)  # type: ignore[no-any-return]
    except SyntaxError:
        raise ExpressionError(f"{text!r} is no expression over sizes") from None
    except ZeroDivisionError:
        raise ExpressionError(f"{text!r} divides by zero") from None


def names_of(text: str) -> frozenset[str]:
    """Return the names of the sizes in an expression; empty for a text that is not Python syntax."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return frozenset()
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)) - FUNCTIONS.keys()


def is_expression(value: Any, known: Mapping[str, Any]) -> bool:
    """Return whether a value is a text that is meant as arithmetic over known sizes, and not a name or another text."""
    if not isinstance(value, str):
        return False
    try:
        node = ast.parse(value.strip(), mode="eval").body
    except SyntaxError:
        return False
    names = names_of(value)
    if isinstance(node, ast.Name | ast.Constant):
        return node.id in known if isinstance(node, ast.Name) else isinstance(node.value, int | float)
    if isinstance(node, ast.Call):
        return True
    return not names.isdisjoint(known) if names else isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare)


def split_list(text: str) -> list[str]:
    """Split a text at the commas outside of parentheses."""
    depth, start, parts = 0, 0, []
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def _value(node: ast.expr, sizes: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return value
        case ast.Name(id=name) if name in sizes:
            return sizes[name]
        case ast.Name(id=name):
            raise ExpressionError(f"no size is named {name!r}")
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, sizes)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left, sizes), _value(right, sizes))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
            return _COMPARISONS[type(op)](_value(left, sizes), _value(right, sizes))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            try:
                return FUNCTIONS[name](*(_value(each, sizes) for each in arguments))
            except (AttributeError, TypeError):
                raise ExpressionError(f"{ast.unparse(node)!r}: {name} takes other arguments") from None
        case ast.Call(func=ast.Name(id=name)) if name not in FUNCTIONS:
            raise ExpressionError(f"no function is named {name!r}{nearest(name, FUNCTIONS)}")
    raise ExpressionError(f"{ast.unparse(node)!r} is no arithmetic over sizes")
