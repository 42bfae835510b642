module {
  tt.func public @k(%p: !tt.ptr<i32>, %starts: !tt.ptr<i32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %c16 = arith.constant dense<16> : tensor<8x1xi64>
    %zero = arith.constant dense<0> : tensor<8x1xi64>
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at = tt.addptr %starts, %pid : !tt.ptr<i32>, i32
    %start = tt.load %at : !tt.ptr<i32>
    %behind = arith.constant 9 : i32
    %less = arith.subi %start, %behind : i32
    %wide = arith.extsi %less : i32 to i64
    %s = tt.splat %wide : i64 -> tensor<8xi64>
    %r64 = arith.extsi %r : tensor<8xi32> to tensor<8xi64>
    %y = arith.addi %s, %r64 : tensor<8xi64>
    %y2 = tt.expand_dims %y {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
    %down = arith.muli %y2, %c16 : tensor<8x1xi64>
    %n64 = arith.extsi %n : i32 to i64
    %ns = tt.splat %n64 : i64 -> tensor<8x1xi64>
    %low = arith.cmpi sge, %y2, %zero : tensor<8x1xi64>
    %high = arith.cmpi slt, %y2, %ns : tensor<8x1xi64>
    %both = arith.andi %low, %high : tensor<8x1xi1>
    %m = tt.broadcast %both : tensor<8x1xi1> -> tensor<8x16xi1>
    %pp = tt.splat %p : !tt.ptr<i32> -> tensor<8x1x!tt.ptr<i32>>
    %a = tt.addptr %pp, %down : tensor<8x1x!tt.ptr<i32>>, tensor<8x1xi64>
    %ab = tt.broadcast %a : tensor<8x1x!tt.ptr<i32>> -> tensor<8x16x!tt.ptr<i32>>
    %c2 = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %cb = tt.broadcast %c2 : tensor<1x16xi32> -> tensor<8x16xi32>
    %b = tt.addptr %ab, %cb : tensor<8x16x!tt.ptr<i32>>, tensor<8x16xi32>
    tt.store %b, %cb, %m : tensor<8x16x!tt.ptr<i32>>
    tt.return
  }
}
