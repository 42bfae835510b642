// A row and a column that lanes of a block have in common but for the lane: quotient and remainder by a number that only a launch knows.

// CHECK-LABEL: @divided
tt.func public @divided(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %width: i32, %stride: i32) {
  %c16 = arith.constant 16 : i32
  %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %program = tt.get_program_id x : i32
  %start = arith.muli %program, %c16 : i32
  %first = tt.splat %start : i32 -> tensor<16xi32>
  %at = arith.addi %first, %lane : tensor<16xi32>
  %by = tt.splat %width : i32 -> tensor<16xi32>
  %row = arith.divsi %at, %by : tensor<16xi32>
  %column = arith.remsi %at, %by : tensor<16xi32>
  %strides = tt.splat %stride : i32 -> tensor<16xi32>
  %down = arith.muli %row, %strides : tensor<16xi32>
  %offset = arith.addi %down, %column : tensor<16xi32>
  %end = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %at, %end : tensor<16xi32>
  %from = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %source = tt.addptr %from, %offset : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %value = tt.load %source, %mask : tensor<16x!tt.ptr<f32>>
  %to = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %target = tt.addptr %to, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %target, %value, %mask : tensor<16x!tt.ptr<f32>>
  tt.return
}
