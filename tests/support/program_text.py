"""The text of random kernels: values with their types and layouts, and the operations that bring them together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple, TypeVar

from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.linear_layout.linear_map import index_shifts, log2

T = TypeVar("T")
Choose = Callable[[int], int]
"""A number from 0 to one less than the argument; 0 is the simplest choice."""


class Tensor(NamedTuple):
    name: str
    shape: tuple[int, ...]
    element: str
    layout: str

    @property
    def type(self) -> str:
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.element}, {self.layout}>"


CONSTANTS = {"f32": ("1.500000e+00", "0.000000e+00"), "f16": ("1.500000e+00",), "i32": ("3", "-1"), "i1": ("true", "false")}


@dataclass
class Builder:
    """One kernel as it grows."""

    choose: Choose
    warps: int = 1
    lines: list[str] = field(default_factory=list)
    depth: int = 2
    count: int = 0
    pool: list[Tensor] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    """Text of a layout -> its name."""
    layouts: dict[int, list[str]] = field(default_factory=dict)
    """Layouts that any shape of a rank can take, and below those of one shape."""
    exact: dict[tuple[int, ...], list[str]] = field(default_factory=dict)
    pointers: list[tuple[str, int, bool]] = field(default_factory=list)
    matrices: list[tuple[int, ...]] = field(default_factory=list)
    shapes: list[tuple[int, ...]] = field(default_factory=list)
    """Shapes that loads and constants take; `matrices` are those of rank 2."""

    # ---- writing
    def one(self, options: Sequence[T]) -> T:
        return options[self.choose(len(options))]

    def name(self) -> str:
        self.count += 1
        return f"%{self.count}"

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def emit(self, op: str, shape: tuple[int, ...], element: str, layout: str) -> Tensor:
        """`op` is the operation's text; `=>` in it stands for the result's type."""
        made = Tensor(self.name(), shape, element, layout)
        self.line(f"{made.name} = {op.replace('=>', made.type)}")
        return made

    def push(self, op: str, like: Tensor, element: str | None = None) -> Tensor:
        """Emit an operation with the shape and layout of another value, and add the result to the pool."""
        self.pool.append(self.emit(op, like.shape, element or like.element, like.layout))
        return self.pool[-1]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Values made inside are not seen outside."""
        seen = len(self.pool)
        self.depth += 1
        yield
        self.depth -= 1
        del self.pool[seen:]

    # ---- layouts
    def alias(self, text: str) -> str:
        return self.aliases.setdefault(text, f"#l{len(self.aliases)}")

    def blocked(self, rank: int) -> str:
        def split(total: int) -> list[int]:
            first = 1 << self.choose(log2(total) + 1) if rank == 2 else total
            return [total // first, first] if rank == 2 else [total]

        fields = {
            "sizePerThread": [1 << self.choose(3) for _ in range(rank)],
            "threadsPerWarp": split(32),
            "warpsPerCTA": split(self.warps),
            "order": [1, 0] if rank == 2 and not self.choose(2) else list(range(rank)),
        }
        return self.alias(f"#ttg.blocked<{{{', '.join(f'{name} = {value}' for name, value in fields.items())}}}>")

    def matrix(self) -> str:
        return self.alias(
            f"#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = [{self.warps}, 1], instrShape = [16, 8]}}>"
        )

    def slice(self, layout: str, dim: int) -> str:
        return f"#ttg.slice<{{dim = {dim}, parent = {layout}}}>"

    def linear(self, bases: LinearLayout, shape: tuple[int, ...], order: Sequence[int] | None = None) -> str:
        """The text of a linear layout with the same row-major bases on `shape`, its axes then permuted."""
        shifts = index_shifts(shape)
        axes = order or range(len(shape))

        def vector(basis: int) -> list[int]:
            return [basis >> shifts[axis] & shape[axis] - 1 for axis in axes]

        parts = {part: [vector(b) for b in getattr(bases, part)] for part in ("register", "lane", "warp", "block")}
        name = self.alias(f"#ttg.linear<{{{', '.join(f'{part} = {value}' for part, value in parts.items())}}}>")
        found = self.exact.setdefault(tuple(shape[axis] for axis in axes), [])
        if name not in found:
            found.append(name)
        return name

    def meaning(self, x: Tensor) -> LinearLayout:
        known = {name: text for text, name in self.aliases.items()}
        return linear_layout(re.sub(r"#l\d+", lambda found: known[found[0]], x.layout), x.shape)

    def some_layout(self, shape: tuple[int, ...]) -> str:
        return self.one([*self.layouts.get(len(shape), ()), *self.exact.get(shape, ())])

    # ---- values
    def pick(self, wanted: Callable[[Tensor], bool] = lambda x: True) -> Tensor | None:
        """A value from the pool, the latest being the simplest choice."""
        found = [x for x in self.pool if wanted(x)]
        return found[-1 - self.choose(len(found))] if found else None

    def convert(self, x: Tensor, layout: str) -> Tensor:
        if x.layout == layout:
            return x
        return self.emit(f"ttg.convert_layout {x.name} : {x.type} -> =>", x.shape, x.element, layout)

    def like(self, x: Tensor, element: str | None = None) -> Tensor:
        """A value of x's shape and layout and of an element type: another of the pool, converted, or a constant."""
        element = element or x.element
        found = self.pick(lambda y: y.shape == x.shape and y.element == element)
        return self.convert(found, x.layout) if found and self.choose(4) < 3 else self.constant(x.shape, element, x.layout)

    def constant(self, shape: tuple[int, ...], element: str, layout: str) -> Tensor:
        return self.emit(f"arith.constant dense<{self.one(CONSTANTS[element])}> : =>", shape, element, layout)

    def range(self, size: int, layout: str) -> Tensor:
        return self.emit(f"tt.make_range {{end = {size} : i32, start = 0 : i32}} : =>", (size,), "i32", layout)

    def binary(self, op: str, a: Tensor, b: Tensor) -> Tensor:
        return self.emit(f"{op} {a.name}, {b.name} : =>", a.shape, a.element, a.layout)

    def spread(self, x: Tensor, axis: int, shape: tuple[int, ...], layout: str) -> Tensor:
        """A vector as a matrix that is the same along `axis`."""
        vector = self.convert(x, self.slice(layout, axis))
        flat = (1, shape[1]) if axis == 0 else (shape[0], 1)
        thin = self.emit(f"tt.expand_dims {vector.name} {{axis = {axis} : i32}} : {vector.type} -> =>", flat, x.element, layout)
        return self.emit(f"tt.broadcast {thin.name} : {thin.type} -> =>", shape, x.element, layout)

    def addresses(self, shape: tuple[int, ...], element: str, layout: str, written: bool) -> Tensor:
        """Pointers to the elements of a new parameter, row-major."""
        self.pointers.append((element, prod(shape), written))
        if len(shape) == 1:
            offset = self.range(shape[0], layout)
        else:
            rows, columns = (self.range(shape[axis], self.slice(layout, 1 - axis)) for axis in (0, 1))
            row, column = self.spread(rows, 1, shape, layout), self.spread(columns, 0, shape, layout)
            size = self.emit(f"arith.constant dense<{shape[1]}> : =>", shape, "i32", layout)
            offset = self.binary("arith.addi", self.binary("arith.muli", row, size), column)
        pointer = f"!tt.ptr<{element}>"
        base = self.emit(f"tt.splat %p{len(self.pointers) - 1} : {pointer} -> =>", shape, pointer, layout)
        return self.emit(f"tt.addptr {base.name}, {offset.name} : {base.type}, {offset.type}", shape, pointer, layout)

    def text(self) -> str:
        """The module."""
        sizes = f'"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {self.warps} : i32, "ttg.threads-per-warp" = 32 : i32'
        parameters = [f"%p{i}: !tt.ptr<{element}>" for i, (element, _, _) in enumerate(self.pointers)]
        head = [f"    %c{i} = arith.constant {i} : i32" for i in range(4)] + ["    %pid = tt.get_program_id x : i32"]
        return "\n".join([
            *(f"{name} = {text}" for text, name in self.aliases.items()),
            f'module attributes {{{sizes}, ttg.target = "cuda:90"}} {{',
            f"  tt.func public @kernel({', '.join([*parameters, '%n: i32'])}) {{",
            *head, *self.lines,
            "    tt.return", "  }", "}", "",
        ])  # fmt: skip
