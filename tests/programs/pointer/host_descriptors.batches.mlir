
tt.func public @batches(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: i32, %n: i32,
                        %batch: i32, %row: i32) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %first = arith.muli %x, %c16 : i32
  %moved = arith.muli %y, %batch : i32
  %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %start = tt.splat %first : i32 -> tensor<16xi32>
  %rows = arith.addi %start, %lanes : tensor<16xi32>
  %down = tt.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %stride = tt.splat %row : i32 -> tensor<16x1xi32>
  %to = arith.muli %down, %stride : tensor<16x1xi32>
  %wide = tt.broadcast %to : tensor<16x1xi32> -> tensor<16x16xi32>
  %most = tt.splat %m : i32 -> tensor<16x1xi32>
  %above = arith.cmpi slt, %down, %most : tensor<16x1xi32>
  %above_wide = tt.broadcast %above : tensor<16x1xi1> -> tensor<16x16xi1>
  %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
  %from = tt.addptr %in, %moved : !tt.ptr<f16>, i32
  %base = tt.splat %from : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %total = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero) -> (tensor<16x16xf16>) : i32 {
    %begin = tt.splat %i : i32 -> tensor<16xi32>
    %columns = arith.addi %begin, %lanes : tensor<16xi32>
    %right = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %end = tt.splat %n : i32 -> tensor<1x16xi32>
    %left = arith.cmpi slt, %right, %end : tensor<1x16xi32>
    %left_wide = tt.broadcast %left : tensor<1x16xi1> -> tensor<16x16xi1>
    %mask = arith.andi %above_wide, %left_wide : tensor<16x16xi1>
    %right_wide = tt.broadcast %right : tensor<1x16xi32> -> tensor<16x16xi32>
    %place = arith.addi %wide, %right_wide : tensor<16x16xi32>
    %at = tt.addptr %base, %place : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %tile = tt.load %at, %mask, %zero : tensor<16x16x!tt.ptr<f16>>
    %more = arith.addf %sum, %tile : tensor<16x16xf16>
    scf.yield %more : tensor<16x16xf16>
  }
  %lane = tt.expand_dims %lanes {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %lane_wide = tt.broadcast %lane : tensor<1x16xi32> -> tensor<16x16xi32>
  %c16s = arith.constant dense<16> : tensor<16x1xi32>
  %line = arith.muli %down, %c16s : tensor<16x1xi32>
  %line_wide = tt.broadcast %line : tensor<16x1xi32> -> tensor<16x16xi32>
  %there = arith.addi %line_wide, %lane_wide : tensor<16x16xi32>
  %target = tt.splat %out : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %goal = tt.addptr %target, %there : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  tt.store %goal, %total, %above_wide : tensor<16x16x!tt.ptr<f16>>
  tt.return
}
