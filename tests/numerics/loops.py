"""Two loops of rank-one work on tiles of 16 by 16, as programs: one stores a column of products each time, one adds up a tile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from egraph_opt.interpret import TABLE, interpret
from egraph_opt.interpret.element_types import element_of
from egraph_opt.interpret.reduction_ops import product
from egraph_opt.text import read

N = 16
HEAD = """module {
  tt.func public @f(%q: P, %k: P, %g: P, %h: P, %d: P, %out: P, %n: i32, %scale: f32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %s16 = arith.constant dense<16> : tensor<16xi32>
    %s16c = arith.constant dense<16> : tensor<16x1xi32>
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rc = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %rr = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %rs = arith.muli %rc, %s16c : tensor<16x1xi32>
    %ri = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
    %rk = tt.broadcast %rr : tensor<1x16xi32> -> tensor<16x16xi32>
    %o = arith.addi %ri, %rk : tensor<16x16xi32>
    %pq = tt.splat %q : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %pqo = tt.addptr %pq, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %qt = tt.load %pqo : tensor<16x16x!tt.ptr<f32>>
    %pg = tt.splat %g : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %pgo = tt.addptr %pg, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %gt = tt.load %pgo : tensor<16x16x!tt.ptr<f32>>
    %pk = tt.splat %k : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %pko = tt.addptr %pk, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %ph = tt.splat %h : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %pho = tt.addptr %ph, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %trips = arith.minsi %n, %c16 : i32
"""
POWER = """      %kr = tt.expand_dims %kj {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
      %kb = tt.broadcast %kr : tensor<1x16xf32> -> tensor<16x16xf32>
      %hr = tt.expand_dims %hj {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
      %hb = tt.broadcast %hr : tensor<1x16xf32> -> tensor<16x16xf32>
      %e = arith.subf %gt, %hb : tensor<16x16xf32>
      %x = math.exp2 %e : tensor<16x16xf32>
"""
HEAD = HEAD.replace(": P", ": !tt.ptr<f32>")
NEXT = """      %pkn = tt.addptr %pkj, %s16 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %phn = tt.addptr %phj, %s16 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
"""
LOADS = """      %kj = tt.load %pkj : tensor<16x!tt.ptr<f32>>
      %hj = tt.load %phj : tensor<16x!tt.ptr<f32>>
"""
STORES = f"""{HEAD}    %l:2 = scf.for %j = %c0 to %trips step %c1 iter_args(%pkj = %pko, %phj = %pho) -> (ROW, ROW)  : i32 {{
{LOADS}{POWER}      %m1 = arith.mulf %qt, %kb : tensor<16x16xf32>
      %m2 = arith.mulf %m1, %x : tensor<16x16xf32>
      %a = "tt.reduce"(%m2) <{{axis = 1 : i32}}> ({{
      ^bb0(%u: f32, %v: f32):
        %w = arith.addf %u, %v : f32
        tt.reduce.return %w : f32
      }}) : (tensor<16x16xf32>) -> tensor<16xf32>
      %sc = tt.splat %scale : f32 -> tensor<16xf32>
      %as = arith.mulf %a, %sc : tensor<16xf32>
      %po = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
      %sj = tt.splat %j : i32 -> tensor<16xi32>
      %or = arith.muli %r, %s16 : tensor<16xi32>
      %oj = arith.addi %or, %sj : tensor<16xi32>
      %poj = tt.addptr %po, %oj : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      tt.store %poj, %as : tensor<16x!tt.ptr<f32>>
{NEXT}      scf.yield %pkn, %phn : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }}
    tt.return
  }}
}}
"""
ADDS = f"""{HEAD}    %pd = tt.splat %d : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %rd = arith.muli %r, %s16 : tensor<16xi32>
    %pdo = tt.addptr %pd, %rd : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %l:3 = scf.for %j = %c0 to %trips step %c1 iter_args(%acc = %qt, %pkj = %pko, %phj = %pho) -> (TILE, ROW, ROW)  : i32 {{
{LOADS}{POWER}      %sj = tt.splat %j : i32 -> tensor<16xi32>
      %pdj = tt.addptr %pdo, %sj : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %dj = tt.load %pdj : tensor<16x!tt.ptr<f32>>
      %dc = tt.expand_dims %dj {{axis = 1 : i32}} : tensor<16xf32> -> tensor<16x1xf32>
      %db = tt.broadcast %dc : tensor<16x1xf32> -> tensor<16x16xf32>
      %jc = tt.splat %j : i32 -> tensor<16x1xi32>
      %mc = arith.cmpi sge, %rc, %jc : tensor<16x1xi32>
      %mb = tt.broadcast %mc : tensor<16x1xi1> -> tensor<16x16xi1>
      %m1 = arith.mulf %db, %kb : tensor<16x16xf32>
      %m2 = arith.mulf %m1, %x : tensor<16x16xf32>
      %m3 = arith.select %mb, %m2, %zero : tensor<16x16xi1>, tensor<16x16xf32>
      %sum = arith.addf %acc, %m3 : tensor<16x16xf32>
{NEXT}      scf.yield %sum, %pkn, %phn : tensor<16x16xf32>, tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }}
    %po = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %poo = tt.addptr %po, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %poo, %l#0 : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }}
}}
"""
WORDS = {"ROW": "tensor<16x!tt.ptr<f32>>", "TILE": "tensor<16x16xf32>"}
PROGRAMS = {"stores": STORES, "adds": ADDS}
for _short, _long in WORDS.items():
    PROGRAMS = {name: text.replace(_short, _long) for name, text in PROGRAMS.items()}
Inputs = dict[str, Any]


def inputs(seed: int, steepest: float = 1.0, same_sign: bool = False) -> Inputs:
    """Random tiles; exponents fall by up to `steepest` a row."""
    random = np.random.default_rng(seed)
    x = {name: random.standard_normal((N, N)).astype(np.float32) for name in ("q", "k", "d")}
    if same_sign:
        x = {name: np.abs(tile) for name, tile in x.items()}
    gates = (-steepest * random.random((N, N))).cumsum(0).astype(np.float32)
    return {**x, "g": gates, "h": gates.copy(), "n": N, "scale": 0.25}


def run(text: str, given: Inputs) -> np.ndarray[Any, Any]:
    """Return the memory that a program stores; elements that it does not write are 7."""
    (function,) = read(text).functions()
    out = np.full((N, N), 7, np.float32)
    tiles = [np.ascontiguousarray(given[name], np.float32).copy() for name in "qkghd"]
    interpret(function, [*tiles, out, given["n"], given["scale"]])
    return out


def exact(name: str, given: Inputs) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the exact results of a program in float64, and their magnitude."""
    q, k, g, h, d = (given[x].astype(np.float64) for x in "qkghd")
    n, found = min(max(given["n"], 0), N), []
    with np.errstate(all="ignore"):
        power = np.exp2(g[:, None, :] - h[None, :, :])  # row, iteration, column
    for f in (lambda x: x, np.abs):
        if name == "stores":
            tile = np.full((N, N), 7.0)
            tile[:, :n] = np.einsum("ik,jk,ijk->ij", f(q), f(k), power)[:, :n] * given["scale"]
        else:
            tile = f(q) + np.einsum(
                "ij,jk,ijk->ik", np.tril(f(d))[:, :n], f(k)[:n], np.where(np.isfinite(power), power, 0)[:, :n]
            )
        found.append(tile)
    return found[0], found[1]


def pieces(x: np.ndarray[Any, Any], how: str, number: int) -> list[np.ndarray[Any, Any]]:
    """A tile of f32 as so many pieces: in tf32 what is left is cut off, which is the worst that hardware does, in bf16 it is rounded."""
    left, found = x.astype(np.float32), []
    for _ in range(number):
        if how == "tf32":
            piece = (left.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
        else:
            bits = left.view(np.uint32)
            piece = (bits + np.uint32(0x7FFF) + (bits >> 16 & 1) & np.uint32(0xFFFF0000)).view(np.float32)  # ties to even
        found.append(piece)
        left = left - piece
    return found


PIECES = {"0": ("tf32", 1), "1": ("tf32", 2), "3": ("bf16", 2), "4": ("bf16", 3)}
"""By the number of `inputPrecision`: the format of a piece, and how many there are."""


@contextmanager
def precise_products() -> Iterator[None]:
    """Have the interpreter multiply matrices in the precision that each product names, cutting operands into pieces."""
    plain = TABLE["tt.dot"]

    def dot(machine: object, op: Any, a: Any, b: Any, c: Any) -> Any:
        how = PIECES.get(op.attributes["inputPrecision"].partition(" ")[0])
        if how is None or a.dtype != np.float32:
            return plain(machine, op, a, b, c)
        left, right = pieces(a, *how), pieces(b, *how)
        total = c
        for i, x in reversed(list(enumerate(left))):
            for y in reversed(right[: how[1] - i]):
                total = product(x, y, total, element_of(op.results[0].type))
        return total

    TABLE["tt.dot"] = dot
    try:
        yield
    finally:
        TABLE["tt.dot"] = plain
