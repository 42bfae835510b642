"""The text of a micro-kernel: a loop around one or two operations, and clocks read before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.linear_layout import slice_encoding

from .layouts import Shape


class Term(NamedTuple):
    """One operation that a cost model prices: the arguments of `cost`."""

    name: str
    operands: tuple[str, ...]
    results: tuple[str, ...]
    access: AddressPattern | None = None


@dataclass(frozen=True)
class Case:
    """One measurement: cycles of `body` less those of `base`, for one run of all `terms`.

    A loop carries `%x`, a tensor of `shape`, `element` and `encoding`; `body` and `base` compute `%y`, its next value, with `%i` as
    the loop's number and what `prologue` made. Without a `base` nothing is subtracted; `carried` is "x" where `body` computes nothing.
    """

    name: str
    terms: tuple[Term, ...]
    warps: int
    shape: Shape
    element: str
    encoding: str
    body: str
    base: str = ""
    prologue: str = ""
    carried: str = "y"

    @property
    def kind(self) -> str:
        return self.name.split("/")[0]

    def programs(self) -> list[str]:
        """With the terms and, where there is a `base`, without."""
        return [self._program(body) for body in (self.body, self.base) if body]

    def _program(self, body: str) -> str:
        state, threads = tensor(self.shape, self.element, self.encoding), self.warps * 32
        one = f"#ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [{self.warps}], order = [0]}}>"
        ids, clocks = tensor((threads,), "i32", one), tensor((threads,), "i64", one)
        pointers, cells = tensor((threads,), "!tt.ptr<i64>", one), tensor(self.shape, f"!tt.ptr<{self.element}>", self.encoding)
        clock = (
            'tt.elementwise_inline_asm "mov.u64 $0, %clock64;" {constraints = "=l,r", packed_element = 1 : i32, pure = false} '
            f"%ids : {ids} -> {clocks}"
        )
        return f"""module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {self.warps} : i32, ttg.target = "cuda:90", \
"ttg.threads-per-warp" = 32 : i32}} {{
tt.func public @kernel(%times: !tt.ptr<i64> {{tt.divisibility = 16 : i32}}, \
%data: !tt.ptr<{self.element}> {{tt.divisibility = 16 : i32}}, %n: i32) attributes {{noinline = false}} {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%pid = tt.get_program_id x : i32
%address = tt.ptr_to_int %data : !tt.ptr<{self.element}> -> i64
%ids = tt.make_range {{start = 0 : i32, end = {threads} : i32}} : {ids}
{numbers("index", self.shape, self.encoding)}
{self.prologue}
{made("x0", "index", self.shape, self.element, self.encoding)}
%start = {clock}
%last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0) -> ({state}) : i32 {{
{body}
scf.yield %{self.carried} : {state}
}}
%end = {clock}
%row = arith.constant {2 * threads} : i32
%shift = arith.muli %pid, %row : i32
%mine = tt.addptr %times, %shift : !tt.ptr<i64>, i32
%first = tt.splat %mine : !tt.ptr<i64> -> {pointers}
%starts = tt.addptr %first, %ids : {pointers}, {ids}
tt.store %starts, %start : {pointers}
%threads = arith.constant dense<{threads}> : {ids}
%ends = tt.addptr %starts, %threads : {pointers}, {ids}
tt.store %ends, %end : {pointers}
%cells0 = tt.splat %data : !tt.ptr<{self.element}> -> {cells}
%cells = tt.addptr %cells0, %index : {cells}, {tensor(self.shape, "i32", self.encoding)}
tt.store %cells, %last : {cells}
tt.return
}}
}}
"""


def bits(element: str) -> int:
    """The width of an element type."""
    return int("".join(c for c in element.split("E")[0] if c.isdigit()))


def tensor(shape: Shape, element: str, encoding: str) -> str:
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}, {encoding}>"


def numbers(name: str, shape: Shape, encoding: str) -> str:
    """`%name`: each element's row-major index, as i32."""
    whole = tensor(shape, "i32", encoding)
    if len(shape) == 1:
        return f"%{name} = tt.make_range {{start = 0 : i32, end = {shape[0]} : i32}} : {whole}"
    rows, columns = shape
    of_rows, of_columns = (slice_encoding(encoding, axis) for axis in (1, 0))
    tall, flat = tensor((rows, 1), "i32", encoding), tensor((1, columns), "i32", encoding)
    return f"""%{name}_r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : {tensor((rows,), "i32", of_rows)}
%{name}_c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : {tensor((columns,), "i32", of_columns)}
%{name}_re = tt.expand_dims %{name}_r {{axis = 1 : i32}} : {tensor((rows,), "i32", of_rows)} -> {tall}
%{name}_ce = tt.expand_dims %{name}_c {{axis = 0 : i32}} : {tensor((columns,), "i32", of_columns)} -> {flat}
%{name}_k = arith.constant dense<{columns}> : {tall}
%{name}_rm = arith.muli %{name}_re, %{name}_k : {tall}
%{name}_rb = tt.broadcast %{name}_rm : {tall} -> {whole}
%{name}_cb = tt.broadcast %{name}_ce : {flat} -> {whole}
%{name} = arith.addi %{name}_rb, %{name}_cb : {whole}"""


def made(name: str, index: str, shape: Shape, element: str, encoding: str) -> str:
    """`%name`: a tensor that the compiler knows nothing of and cannot compute again: loaded from where `%data` points."""
    cells, scalar = tensor(shape, f"!tt.ptr<{element}>", encoding), f"!tt.ptr<{element}>"
    return f"""%{name}_d = tt.int_to_ptr %address : i64 -> {scalar}
%{name}_s = tt.splat %{name}_d : {scalar} -> {cells}
%{name}_p = tt.addptr %{name}_s, %{index} : {cells}, {tensor(shape, "i32", encoding)}
%{name} = tt.load %{name}_p : {cells}"""


def opaque(name: str, value: str, shape: Shape, element: str, encoding: str) -> str:
    """`%name`: the value, moved so that the compiler does not see what it is; no instruction is left of it."""
    letter = "l" if bits(element) == 64 else "r"
    kind = tensor(shape, element, encoding)
    return (
        f'%{name} = tt.elementwise_inline_asm "mov.b{64 if letter == "l" else 32} $0, $1;" {{constraints = "={letter},{letter}", '
        f"packed_element = {max(1, 32 // bits(element))} : i32, pure = false}} %{value} : {kind} -> {kind}"
    )


def used(name: str, value: str, shape: Shape, element: str, encoding: str) -> str:
    """`%name`: `%x` with each fourth word changed by four words of the value, so that all of it is needed: two instructions for four."""
    wide = bits(element) == 64
    letter, word = ("l", "b64") if wide else ("r", "b32")
    xors = " ".join(f"xor.{word} t, t, ${i};" for i in (9, 10, 11))
    moves = " ".join(f"mov.{word} ${i}, ${i + 4};" for i in (1, 2, 3))
    kind = tensor(shape, element, encoding)
    constraints = ",".join([f"={letter}"] * 4 + [letter] * 8)
    return (
        f'%{name} = tt.elementwise_inline_asm "{{ .reg .{word} t; xor.{word} t, $4, $8; {xors} mov.{word} $0, t; {moves} }}" '
        f'{{constraints = "{constraints}", packed_element = {4 if wide else 128 // bits(element)} : i32, pure = false}} '
        f"%x, %{value} : {kind}, {kind} -> {kind}"
    )
