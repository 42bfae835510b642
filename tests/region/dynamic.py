"""Random tensor programs with extents and offsets that are known at run time only: text for IREE, and what numpy says they compute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from tests.region.programs import Array

Input = Array | int
COLUMNS = 4


class Rows(NamedTuple):
    """An extent: how the program calls it, a number or a value, and what it is in the run that is compared."""

    name: str
    number: int

    @property
    def written(self) -> str:
        return self.name if self.name.isdecimal() else "?"


@dataclass
class Dynamic:
    """A program, arguments for it, and its results for these."""

    text: str
    inputs: list[Input]
    compute: Callable[[], list[Array]]


@dataclass
class Writer:
    draw: st.DrawFn
    lines: list[str] = field(default_factory=list)
    rows: dict[str, tuple[Rows, int]] = field(default_factory=dict)
    held: dict[str, Array] = field(default_factory=dict)
    count: int = 0

    def line(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def add(self, text: str, rows: Rows, columns: int, value: Array) -> str:
        name = self.line(text)
        self.rows[name], self.held[name] = (rows, columns), value
        return name

    def some(self) -> str:
        return self.draw(st.sampled_from(list(self.rows)))

    def type(self, rows: Rows, columns: int) -> str:
        return f"tensor<{rows.written}x{columns}xf32>"

    def of(self, name: str) -> str:
        return self.type(*self.rows[name])

    def sum(self, a: Rows, b: Rows) -> Rows:
        if a.name.isdecimal() and b.name.isdecimal():
            return Rows(str(a.number + b.number), a.number + b.number)
        return Rows(self.line(f"arith.addi {self.index(a)}, {self.index(b)} : index"), a.number + b.number)

    def index(self, rows: Rows) -> str:
        return self.line(f"arith.constant {rows.name} : index") if rows.name.isdecimal() else rows.name

    def fill(self, rows: Rows, columns: int) -> str:
        given = "" if rows.name.isdecimal() else rows.name
        t = self.type(rows, columns)
        empty = self.line(f"tensor.empty({given}) : {t}")
        zeros = np.zeros((rows.number, columns), np.float32)
        return self.add(f"linalg.fill ins(%zero : f32) outs({empty} : {t}) -> {t}", rows, columns, zeros)


def elementwise(w: Writer) -> None:
    x = w.some()
    y = w.draw(st.sampled_from([n for n, shape in w.rows.items() if shape == w.rows[x]]))
    out, t = w.fill(*w.rows[x]), w.of(x)
    identity = "affine_map<(d0, d1) -> (d0, d1)>"
    text = (
        f'linalg.generic {{indexing_maps = [{identity}, {identity}, {identity}], iterator_types = ["parallel", "parallel"]}} '
        f"ins({x}, {y} : {t}, {t}) outs({out} : {t}) {{\n^bb0(%a: f32, %b: f32, %o: f32):\n"
        f"%s = arith.addf %a, %b : f32\nlinalg.yield %s : f32\n}} -> {t}"
    )
    w.add(text, *w.rows[x], np.clip(w.held[x] + w.held[y], -1e6, 1e6))


def matmul(w: Writer) -> None:
    x = w.some()
    if w.rows[x][1] != COLUMNS:
        return
    out, t = w.fill(w.rows[x][0], COLUMNS), w.of(x)
    text = f"linalg.matmul ins({x}, %w : {t}, tensor<{COLUMNS}x{COLUMNS}xf32>) outs({out} : {t}) -> {t}"
    w.add(text, *w.rows[x], w.held[x] @ w.held["%w"])


def stacked(w: Writer) -> None:
    """Two values inserted one below the other, in either order, into a fill that they cover; or concatenated."""
    x = w.some()
    y = w.draw(st.sampled_from([n for n, shape in w.rows.items() if shape[1] == w.rows[x][1]]))
    (a, columns), (b, _) = w.rows[x], w.rows[y]
    whole, value = w.sum(a, b), np.concatenate([w.held[x], w.held[y]])
    if w.draw(st.booleans()):
        w.add(f"tensor.concat dim(0) {x}, {y} : ({w.of(x)}, {w.of(y)}) -> {w.type(whole, columns)}", whole, columns, value)
        return
    d = w.fill(whole, columns)
    into = [(x, f"[0, 0][{a.name}, {columns}][1, 1]"), (y, f"[{a.name}, 0][{b.name}, {columns}][1, 1]")]
    for n, (what, window) in enumerate(into if w.draw(st.booleans()) else into[::-1]):
        text = f"tensor.insert_slice {what} into {d}{window} : {w.of(what)} into {w.type(whole, columns)}"
        d = w.add(text, whole, columns, value) if n else w.line(text)


def beside(w: Writer) -> None:
    x = w.some()
    y = w.draw(st.sampled_from([n for n, shape in w.rows.items() if shape[0] == w.rows[x][0]]))
    columns = w.rows[x][1] + w.rows[y][1]
    text = f"tensor.concat dim(1) {x}, {y} : ({w.of(x)}, {w.of(y)}) -> {w.type(w.rows[x][0], columns)}"
    w.add(text, w.rows[x][0], columns, np.concatenate([w.held[x], w.held[y]], 1))


def part(w: Writer) -> None:
    """Some rows, from a place known at run time only."""
    x = w.some()
    rows, columns = w.rows[x]
    size = w.draw(st.sampled_from([Rows("2", 2), Rows("%size", 2)]))
    start = w.draw(st.sampled_from([Rows("0", 0), Rows("%at", 1)]))
    if start.number + size.number > rows.number or (rows.name.isdecimal() and start.number + size.number > rows.number):
        return
    text = f"tensor.extract_slice {x}[{start.name}, 0] [{size.name}, {columns}] [1, 1] : {w.of(x)} to {w.type(size, columns)}"
    w.add(text, size, columns, w.held[x][start.number : start.number + size.number].copy())


def written(w: Writer) -> None:
    """Rows written over others at a place known at run time only, and perhaps read back."""
    y = w.some()
    (rows, columns), at = w.rows[y], w.draw(st.sampled_from([Rows("0", 0), Rows("%at", 1)]))
    targets = [n for n, (r, c) in w.rows.items() if c == columns and r.number >= at.number + rows.number and n != "%w"]
    if not targets:
        return
    d = w.draw(st.sampled_from(targets))
    value = w.held[d].copy()
    value[at.number : at.number + rows.number] = w.held[y]
    text = f"tensor.insert_slice {y} into {d}[{at.name}, 0] [{rows.name}, {columns}] [1, 1] : {w.of(y)} into {w.of(d)}"
    made = w.add(text, *w.rows[d], value)
    if w.draw(st.booleans()):
        text = f"tensor.extract_slice {made}[{at.name}, 0] [{rows.name}, {columns}] [1, 1] : {w.of(made)} to {w.of(y)}"
        w.add(text, rows, columns, w.held[y])


def padded(w: Writer) -> None:
    x = w.some()
    (rows, columns), (low, high) = w.rows[x], (w.draw(st.integers(0, 2)) for _ in range(2))
    whole = w.sum(w.sum(rows, Rows(str(low), low)), Rows(str(high), high))
    text = (
        f"tensor.pad {x} low[{low}, 0] high[{high}, 0] {{\n^bb0(%i: index, %j: index):\ntensor.yield %zero : f32\n}} : "
        f"{w.of(x)} to {w.type(whole, columns)}"
    )
    w.add(text, whole, columns, np.pad(w.held[x], ((low, high), (0, 0))))


def barrier(w: Writer) -> None:
    """An operation that nothing is known of."""
    x = w.some()
    given = "" if w.rows[x][0].name.isdecimal() else f"{{{w.rows[x][0].name}}}"
    w.add(f"flow.tensor.tie_shape {x} : {w.of(x)}{given}" if given else f"util.optimization_barrier {x} : {w.of(x)}",
          *w.rows[x], w.held[x])  # fmt: skip


@st.composite
def programs(draw: st.DrawFn) -> Dynamic:
    """Programs of two to seven operations on two matrices of as many rows as there are."""
    w, rng = Writer(draw), np.random.default_rng(draw(st.integers(0, 9)))
    extents = [draw(st.integers(2, 5)) for _ in range(2)]
    w.lines += ["%zero = arith.constant 0.0 : f32", "%c0 = arith.constant 0 : index"]
    for i, n in enumerate(extents):
        w.lines.append(f"%n{i} = tensor.dim %arg{i}, %c0 : tensor<?x{COLUMNS}xf32>")
        w.rows[f"%arg{i}"] = Rows(f"%n{i}", n), COLUMNS
        w.held[f"%arg{i}"] = rng.integers(-2, 3, (n, COLUMNS)).astype(np.float32)
    w.held["%w"] = rng.integers(-2, 3, (COLUMNS, COLUMNS)).astype(np.float32)
    kinds = [elementwise, matmul, matmul, stacked, stacked, stacked, beside, part, written, written, padded, barrier]
    for _ in range(draw(st.integers(2, 7))):
        draw(st.sampled_from(kinds))(w)
        if sum(a.size for a in w.held.values()) > 2000:
            break
    results = [list(w.rows)[-1]]
    if draw(st.booleans()):
        results.append(w.some())
    types = ", ".join(map(w.of, results))
    arguments = ", ".join(f"%arg{i}: tensor<?x{COLUMNS}xf32>" for i in range(2))
    body = "\n".join(w.lines)
    text = (
        f"util.func public @f({arguments}, %w: tensor<{COLUMNS}x{COLUMNS}xf32>, %at: index, %size: index) -> ({types}) {{\n"
        f"{body}\nutil.return {', '.join(results)} : {types}\n}}\n"
    )
    inputs: list[Input] = [w.held["%arg0"], w.held["%arg1"], w.held["%w"], 1, 2]
    return Dynamic(text, inputs, lambda: [w.held[name] for name in results])
