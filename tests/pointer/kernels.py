"""Kernels that several tests raise, as text."""

from __future__ import annotations

ALIGNED = "{tt.divisibility = 16 : i32}"


def tile(base: str = ALIGNED, stride: str = ALIGNED, columns: str = ALIGNED, last: str = "%one", start: int = 0) -> str:
    """A tile of 16 x 16 halves of a matrix, masked at its right edge, copied into another one."""
    tensor, pointers = "tensor<16x16xf16>", "tensor<16x16x!tt.ptr<f16>>"
    return f"""
module {{
  tt.func public @tile(%in: !tt.ptr<f16> {base}, %out: !tt.ptr<f16> {base}, %n: i32 {columns}, %stride: i32 {stride}, %any: i32) {{
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %zeros = arith.constant dense<0.000000e+00> : {tensor}
    %first = arith.constant dense<{start}> : tensor<1x16xi32>
    %range = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %rows = tt.expand_dims %range {{axis = 1 : i32}} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %range {{axis = 0 : i32}} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = tt.splat %stride : i32 -> tensor<16x1xi32>
    %down = arith.muli %rows, %strides : tensor<16x1xi32>
    %lasts = tt.splat {last} : i32 -> tensor<1x16xi32>
    %along = arith.muli %columns, %lasts : tensor<1x16xi32>
    %across = arith.addi %along, %first : tensor<1x16xi32>
    %below = tt.broadcast %down : tensor<16x1xi32> -> tensor<16x16xi32>
    %right = tt.broadcast %across : tensor<1x16xi32> -> tensor<16x16xi32>
    %place = arith.addi %below, %right : tensor<16x16xi32>
    %limit = tt.splat %n : i32 -> tensor<1x16xi32>
    %few = arith.cmpi slt, %columns, %limit : tensor<1x16xi32>
    %mask = tt.broadcast %few : tensor<1x16xi1> -> tensor<16x16xi1>
    %source = tt.splat %in : !tt.ptr<f16> -> {pointers}
    %from = tt.addptr %source, %place : {pointers}, tensor<16x16xi32>
    %x = tt.load %from, %mask, %zeros : {pointers}
    %target = tt.splat %out : !tt.ptr<f16> -> {pointers}
    %to = tt.addptr %target, %place : {pointers}, tensor<16x16xi32>
    tt.store %to, %x, %mask : {pointers}
    tt.return
  }}
}}
"""


TILES = """
module {
  tt.func public @tiles(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %trips = arith.constant TRIPS : i32
    %none = arith.constant dense<0.000000e+00> : tensor<64x64xf16>
    %row = arith.constant dense<8192> : tensor<64x1xi32>
    %step = arith.constant dense<64> : tensor<64x64xi32>
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %down = arith.muli %rows, %row : tensor<64x1xi32>
    %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %below = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
    %across = tt.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
    %place = arith.addi %below, %across : tensor<64x64xi32>
    %source = tt.splat %in : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %from = tt.addptr %source, %place : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %end:2 = scf.for %i = %zero to %BOUND step %one iter_args(%p = %from, %sum = %none)
        -> (tensor<64x64x!tt.ptr<f16>>, tensor<64x64xf16>)  : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>>
      %next = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
      %more = arith.addf %sum, %x : tensor<64x64xf16>
      scf.yield %next, %more : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xf16>
    }
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %to = tt.addptr %target, %place : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    tt.store %to, %end#1 : tensor<64x64x!tt.ptr<f16>>
    tt.return
  }
}
"""


LOOP = TILES.replace("TRIPS", "0").replace("BOUND", "n")

HEAD = """module {
  tt.func public @k(%p: !tt.ptr<i32>, %rows: i32, %width: i32, %columns: i32, %stride: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %pid = tt.get_program_id x : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %pp = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %nr = tt.splat %rows : i32 -> tensor<16xi32>
    %nc = tt.splat %columns : i32 -> tensor<16xi32>
"""
ROWS = f"""{HEAD}    %from = arith.muli %pid, %c16 : i32
    %f = tt.splat %from : i32 -> tensor<16xi32>
    %t = arith.addi %f, %r : tensor<16xi32>
    %w = tt.splat %width : i32 -> tensor<16xi32>
    %row = arith.divsi %t, %w : tensor<16xi32>
    %column = arith.remsi %t, %w : tensor<16xi32>
    %m0 = arith.cmpi slt, %row, %nr : tensor<16xi32>
    %m1 = arith.cmpi slt, %column, %nc : tensor<16xi32>
    %m = arith.andi %m0, %m1 : tensor<16xi1>
    %by = tt.splat %stride : i32 -> tensor<16xi32>
    %down = arith.muli %row, %by : tensor<16xi32>
    %b = tt.addptr %pp, %down : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %a = tt.addptr %b, %column : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %a, %t, %m : tensor<16x!tt.ptr<i32>>
    tt.return
  }}
}}
"""
