// Tiles that are quotients and remainders, by numbers that only a launch knows, of a loop's counter: a guard before the loop bounds them.

// CHECK-LABEL: @rows
tt.func public @rows(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %tiles: i32, %across: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
  %c4 = arith.constant 4 : i32
  %c16 = arith.constant 16 : i32
  %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %start = tt.get_program_id x : i32
  scf.for %tile = %start to %tiles step %c4 : i32 {
    %row = arith.divsi %tile, %across : i32
    %column = arith.remsi %tile, %across : i32
    %start_row = arith.muli %row, %c16 : i32
    %rows_at = tt.splat %start_row : i32 -> tensor<16xi32>
    %row_of = arith.addi %rows_at, %lane : tensor<16xi32>
    %strides = tt.splat %stride : i32 -> tensor<16xi32>
    %down = arith.muli %row_of, %strides : tensor<16xi32>
    %along = tt.splat %column : i32 -> tensor<16xi32>
    %offset = arith.addi %down, %along : tensor<16xi32>
    %from = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %source = tt.addptr %from, %offset : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %value = tt.load %source : tensor<16x!tt.ptr<f32>>
    %to = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %target = tt.addptr %to, %offset : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %target, %value : tensor<16x!tt.ptr<f32>>
  }
  tt.return
}

// CHECK-LABEL: @carried
tt.func public @carried(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %tiles: i32, %across: i32, %rows: i32, %stride: i32) {
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %start = tt.get_program_id x : i32
  %before = arith.subi %start, %c4 : i32
  %end = scf.for %k = %start to %tiles step %c4 iter_args(%last = %before) -> (i32) : i32 {
    %tile = arith.addi %last, %c4 : i32
    %group = arith.divsi %tile, %across : i32
    %first = arith.muli %group, %c8 : i32
    %left = arith.subi %rows, %first : i32
    %size = arith.minsi %left, %c8 : i32
    %within = arith.remsi %tile, %across : i32
    %inner = arith.remsi %within, %size : i32
    %row = arith.addi %first, %inner : i32
    %column = arith.divsi %within, %size : i32
    %start_row = arith.muli %row, %c16 : i32
    %start_column = arith.muli %column, %c16 : i32
    %rows_at = tt.splat %start_row : i32 -> tensor<16xi32>
    %row_of = arith.addi %rows_at, %lane : tensor<16xi32>
    %columns_at = tt.splat %start_column : i32 -> tensor<16xi32>
    %column_of = arith.addi %columns_at, %lane : tensor<16xi32>
    %strides = tt.splat %stride : i32 -> tensor<16xi32>
    %down = arith.muli %row_of, %strides : tensor<16xi32>
    %along = arith.muli %column_of, %strides : tensor<16xi32>
    %from = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %source = tt.addptr %from, %down : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %value = tt.load %source : tensor<16x!tt.ptr<f32>>
    %to = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %target = tt.addptr %to, %along : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %target, %value : tensor<16x!tt.ptr<f32>>
    scf.yield %tile : i32
  }
  tt.return
}
