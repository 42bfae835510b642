"""A program of two tiles, raised together or not."""

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
