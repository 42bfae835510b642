"""Cases of open sizes in which each compile-time constant has one value, such as those of `BLOCK=next_power_of_2(N)` up to a limit."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from egraph_opt.verifier.expression import Number, evaluate, is_expression, names_of
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, equal, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, symbol, whole
from egraph_opt.verifier.parametric.sizes.size_expressions import LARGEST_TILE, read_condition, read_node
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided
from egraph_opt.verifier.user_question import Call, Problem

CASES = 64
"""Largest number of cases of one question."""
OPPOSITES = {ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<"}


class Distinction(NotDecided):
    """Raised to request that sizes be divided into parts, each with further assumptions, so that a constant has one value in each."""

    def __init__(self, *parts: tuple[str, ...]) -> None:
        super().__init__("a constant has several values")
        self.parts = parts


def size_facts(problem: Problem) -> tuple[dict[str, Polynomial], Facts]:
    """Return the sizes of a problem as polynomials, and the facts about them: they are not negative, and meet the assumptions."""
    sizes = {name: symbol(name) if size is None else whole(size) for name, size in problem.sizes.items()}
    facts = Facts(about={name: (at_least(size),) for name, size in sizes.items() if size.constant is None})
    facts.always = [read_condition(each, sizes, facts) for each in problem.assumptions]
    return sizes, facts


def divide_sizes(problem: Problem) -> list[Problem]:
    """Return problems that together cover all sizes, in each of which every compile-time constant has one value. Raises NotDecided."""
    todo: list[Problem] = [problem]
    found: list[Problem] = []
    while todo:
        if len(todo) + len(found) > CASES:
            raise NotDecided(f"the constants have more than {CASES} values")
        part = todo.pop(0)
        sizes, facts = size_facts(part)
        try:
            for side in (part.old, part.new):
                for call in () if callable(side) else side:
                    constants_of(call, sizes, facts)
        except Distinction as request:
            conditions = ([read_condition(text, sizes, facts) for text in each] for each in request.parts)
            possible = [each for each, read in zip(request.parts, conditions, strict=True) if not facts.excludes(read)]
            todo = [*(replace(part, assumptions=(*part.assumptions, *each)) for each in possible), *todo]
        else:
            found.append(part)
    return found


def fix_sizes(problem: Problem, choice: Mapping[str, int]) -> Problem:
    """Return the problem with numbers for those open sizes that can only have their number in `choice`."""
    sizes, facts = size_facts(problem)
    fixed = {name: number for name, number in choice.items() if facts.holds(equal(sizes[name], number))}
    return replace(problem, sizes={**problem.sizes, **fixed})


def constants_of(call: Call, sizes: Mapping[str, Polynomial], facts: Facts) -> dict[str, Any]:
    """Return the compile-time constants of a call. Raises Distinction for one that depends on sizes, or NotDecided."""
    found: dict[str, Any] = {}
    for name, value in call.constexprs.items():
        numbers = {key: number for key, number in found.items() if isinstance(number, int | float)}
        closed = {key: size.constant for key, size in sizes.items() if size.constant is not None} | numbers
        if not is_expression(value, {**sizes, **numbers}):
            found[name] = value
        elif names_of(value) <= closed.keys():
            found[name] = evaluate(value, closed)
        else:
            node = Numerals(numbers).visit(ast.parse(value.strip(), mode="eval").body)
            try:
                found[name] = ConstantReader(sizes, facts).value(node)
            except NotDecided as error:
                if not isinstance(error, Distinction):
                    error.reason = f"the constant {name} depends on an open size: {error.reason}"
                raise
    return found


class Numerals(ast.NodeTransformer):
    """Replacement of the names of known constants by their numbers, so that a text is over sizes alone."""

    def __init__(self, numbers: Mapping[str, Number]) -> None:
        self.numbers = numbers

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return the number of a known constant, else the name."""
        return ast.Constant(self.numbers[node.id]) if node.id in self.numbers else node


class ConstantReader:
    """Reader of the one value that an expression over open sizes has; raises Distinction if it has several."""

    def __init__(self, sizes: Mapping[str, Polynomial], facts: Facts) -> None:
        self.sizes, self.facts = sizes, facts

    def value(self, node: ast.expr) -> Number:
        """Return the value of an expression."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                opposite = f"{ast.unparse(left)} {OPPOSITES[type(op)]} {ast.unparse(right)}"
                return self.truth(ast.unparse(node), opposite)
            case ast.Call(func=ast.Name(id="next_power_of_2"), args=[operand], keywords=[]):
                return self.power(operand)
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[left, right], keywords=[]):
                return self.extremum(min if name == "min" else max, left, right)
            case ast.BinOp(left=left, op=op, right=right):
                if (known := read_node(node, self.sizes, self.facts, self.power).constant) is not None:
                    return known
                if any(isinstance(each, ast.Call | ast.Compare) for each in ast.walk(node)):
                    parts = (ast.Constant(self.value(each)) for each in (left, right))
                    return evaluate(ast.unparse(ast.BinOp(next(parts), op, next(parts))), {})
        return self.count(node)

    def truth(self, text: str, opposite: str) -> bool:
        """Return whether a condition is true."""
        condition = read_condition(text, self.sizes, self.facts)
        if self.facts.holds(condition):
            return True
        if self.facts.holds(condition.opposite()):
            return False
        raise Distinction((text,), (opposite,))

    def extremum(self, choose: Callable[..., Number], left: ast.expr, right: ast.expr) -> Number:
        """Return the value of a minimum or maximum."""
        for one, other in ((left, right), (right, left)):
            limit = one.value if isinstance(one, ast.Constant) else None
            if isinstance(limit, int) and isinstance(other, ast.Call) and ast.unparse(other.func) == "next_power_of_2":
                inner = ast.unparse(other.args[0])
                above = self.truth(f"{inner} > {limit}", f"{inner} <= {limit}")  # and the power is at least its argument
                is_power = limit > 0 and not limit & limit - 1
                if (above and choose is min) or (not above and choose is max and is_power):
                    return limit
                return choose(limit, self.power(other.args[0]))
        lower, upper = map(ast.unparse, (left, right))
        first = self.truth(f"{lower} <= {upper}", f"{lower} > {upper}") is (choose is min)
        return self.value(left if first else right)

    def power(self, operand: ast.expr) -> int:
        """Return the least power of two that is at least a number over sizes."""
        number, text = read_node(operand, self.sizes, self.facts, self.power), ast.unparse(operand)
        parts: dict[int, tuple[str, ...]] = {}
        power = 1
        while power <= LARGEST_TILE:
            conditions: list[Condition] = [less(number, power + 1), *([at_least(number, power // 2 + 1)] if power > 1 else ())]
            if not self.facts.excludes(conditions):
                parts[power] = (f"{text} <= {power}", *((f"{text} > {power // 2}",) if power > 1 else ()))
            if self.facts.holds(conditions[0]):
                break
            power *= 2
        else:
            raise NotDecided(f"assume a limit, as '{text} <= 65536'")
        if len(parts) > 1:
            raise Distinction(*parts.values())
        return next(iter(parts), 1)

    def count(self, node: ast.expr) -> int:
        """Return a number that has one value, or few."""
        number, text = read_node(node, self.sizes, self.facts, self.power), ast.unparse(node)
        if number.constant is not None:
            return number.constant
        if not (self.facts.holds(at_least(number)) and self.facts.holds(less(number, CASES))):
            raise NotDecided(f"{text} has more than {CASES} values")
        values = [value for value in range(CASES) if not self.facts.excludes([equal(number, value)])]
        if len(values) > 1:
            raise Distinction(*((f"{text} == {value}",) for value in values))
        return values[0] if values else 0
