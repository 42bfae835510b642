"""Rows of an array whose start is one number for all lanes."""

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
