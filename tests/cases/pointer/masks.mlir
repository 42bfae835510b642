// Remainders, and masks that are not one comparison a dimension.
module {
  tt.func public @wrapped_rows(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %limit = tt.splat %n : i32 -> tensor<16xi32>
    %index = arith.remsi %range, %limit : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @wrapped_tile(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
    %pid = tt.get_program_id x : i32
    %size = arith.constant 16 : i32
    %start = arith.muli %pid, %size : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %starts = tt.splat %start : i32 -> tensor<16xi32>
    %index = arith.addi %starts, %range : tensor<16xi32>
    %limit = tt.splat %m : i32 -> tensor<16xi32>
    %rows = arith.remsi %index, %limit : tensor<16xi32>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %strides = tt.splat %stride : i32 -> tensor<16x1xi32>
    %down = arith.muli %row, %strides : tensor<16x1xi32>
    %column = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %below = tt.broadcast %down : tensor<16x1xi32> -> tensor<16x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<16x16xi32>
    %place = arith.addi %below, %across : tensor<16x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %x = tt.load %from : tensor<16x16x!tt.ptr<f32>>
    %wide = arith.constant dense<16> : tensor<16x1xi32>
    %first = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %packed = arith.muli %first, %wide : tensor<16x1xi32>
    %tall = tt.broadcast %packed : tensor<16x1xi32> -> tensor<16x16xi32>
    %spot = arith.addi %tall, %across : tensor<16x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %to, %x : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @scalar_truth(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %m: i32) {
    %zero = arith.constant 0 : i32
    %none = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %any = arith.cmpi sgt, %n, %zero : i32
    %all = tt.splat %any : i1 -> tensor<16xi1>
    %limit = tt.splat %m : i32 -> tensor<16xi32>
    %few = arith.cmpi slt, %range, %limit : tensor<16xi32>
    %both = arith.andi %few, %all : tensor<16xi1>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from, %all, %none : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x, %both : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @not_below(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %pid = tt.get_program_id y : i32
    %starts = tt.splat %pid : i32 -> tensor<16xi32>
    %index = arith.addi %starts, %range : tensor<16xi32>
    %least = arith.constant dense<0> : tensor<16xi32>
    %least_out = tt.splat %n : i32 -> tensor<16xi32>
    %in_range = arith.cmpi sge, %index, %least : tensor<16xi32>
    %out_range = arith.cmpi sge, %range, %least_out : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from, %in_range : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x, %out_range : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @three_factors(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %rows: i32, %stride: i32 {tt.divisibility = 16 : i32}, %pitch: i32) {
    %pid = tt.get_program_id y : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %block = arith.muli %pid, %rows : i32
    %start = arith.muli %block, %stride : i32
    %starts = tt.splat %start : i32 -> tensor<16xi32>
    %index = arith.addi %starts, %range : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %all = arith.muli %block, %pitch : i32
    %most = arith.muli %all, %stride : i32
    %starts_out = tt.splat %most : i32 -> tensor<16xi32>
    %index_out = arith.addi %starts_out, %range : tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %index_out : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Masked lanes get a number that is converted.
  tt.func public @converted_other(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %seven = arith.constant 7 : i32
    %sevens = tt.splat %seven : i32 -> tensor<64xi32>
    %other = arith.sitofp %sevens : tensor<64xi32> to tensor<64xf32>
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %range, %limit : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %from, %mask, %other : tensor<64x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to, %x : tensor<64x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @volatile(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %end = tt.splat %n : i32 -> tensor<16xi32>
    %some = arith.cmpi slt, %range, %end : tensor<16xi32>
    %none = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from, %some, %none {isVolatile = true} : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %some : tensor<16x!tt.ptr<f32>>
    %y = tt.load %from cacheModifier = cv : tensor<16x!tt.ptr<f32>>
    tt.store %to, %y, %some : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @not_the_last(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %last = arith.constant dense<15> : tensor<16xi32>
    %first = arith.constant dense<0> : tensor<16xi32>
    %some = arith.cmpi ne, %range, %last : tensor<16xi32>
    %others = arith.cmpi ne, %first, %range : tensor<16xi32>
    %end = tt.splat %n : i32 -> tensor<16xi32>
    %one = arith.cmpi eq, %range, %end : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %some : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %others : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %one : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @unsigned(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %m: i64) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %end = tt.splat %n : i32 -> tensor<16xi32>
    %below = arith.cmpi ult, %range, %end : tensor<16xi32>
    %to_end = arith.cmpi ule, %range, %end : tensor<16xi32>
    %above = arith.cmpi ugt, %end, %range : tensor<16xi32>
    %from_end = arith.cmpi uge, %end, %range : tensor<16xi32>
    %wide = arith.extsi %range : tensor<16xi32> to tensor<16xi64>
    %size = tt.splat %m : i64 -> tensor<16xi64>
    %inside = arith.cmpi slt, %wide, %size : tensor<16xi64>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %below : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %to_end : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %above : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %from_end : tensor<16x!tt.ptr<f32>>
    tt.store %to, %x, %inside : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
