// Accesses along one dimension of which there is a list of indices, or a mask that is no bound; and some that have no such form.
module {
  tt.func public @gathered_rows(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %places: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %stride: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %all = tt.splat %places : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %each = tt.addptr %all, %range : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    %index = tt.load %each : tensor<8x!tt.ptr<i64>>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %row = tt.expand_dims %index {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
    %long = arith.extsi %stride : i32 to i64
    %strides = tt.splat %long : i64 -> tensor<8x1xi64>
    %down = arith.muli %row, %strides : tensor<8x1xi64>
    %below = tt.broadcast %down : tensor<8x1xi64> -> tensor<8x16xi64>
    %far = arith.extsi %column : tensor<1x16xi32> to tensor<1x16xi64>
    %across = tt.broadcast %far : tensor<1x16xi64> -> tensor<8x16xi64>
    %place = arith.addi %below, %across : tensor<8x16xi64>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %low = tt.expand_dims %range {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %low, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @scattered(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %places: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %all = tt.splat %places : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %each = tt.addptr %all, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %index = tt.load %each : tensor<16x!tt.ptr<i32>>
    %none = arith.constant dense<-1> : tensor<16xi32>
    %some = arith.cmpi sgt, %index, %none : tensor<16xi32>
    %target = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %ones = arith.constant dense<1.000000e+00> : tensor<16xf32>
    %x = tt.load %from, %some, %ones : tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %ones, %some : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @chosen_rows(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %places: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %all = tt.splat %places : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %each = tt.addptr %all, %range : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    %index = tt.load %each : tensor<8x!tt.ptr<i64>>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %three = arith.constant dense<3> : tensor<8xi64>
    %some = arith.cmpi ne, %index, %three : tensor<8xi64>
    %rows = tt.expand_dims %some {axis = 1 : i32} : tensor<8xi1> -> tensor<8x1xi1>
    %limit = tt.splat %n : i32 -> tensor<1x16xi32>
    %few = arith.cmpi slt, %column, %limit : tensor<1x16xi32>
    %tallest = tt.broadcast %rows : tensor<8x1xi1> -> tensor<8x16xi1>
    %widest = tt.broadcast %few : tensor<1x16xi1> -> tensor<8x16xi1>
    %mask = arith.andi %tallest, %widest : tensor<8x16xi1>
    %none = arith.constant dense<-2.000000e+00> : tensor<8x16xf32>
    %low = tt.expand_dims %range {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %low, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from, %mask, %none : tensor<8x16x!tt.ptr<f32>>
    tt.store %to, %x, %mask : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @divided(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %four = arith.constant dense<4> : tensor<16xi32>
    %row = arith.divsi %range, %four : tensor<16xi32>
    %column = arith.remsi %range, %four : tensor<16xi32>
    %stride = tt.splat %n : i32 -> tensor<16xi32>
    %down = arith.muli %row, %stride : tensor<16xi32>
    %place = arith.addi %down, %column : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @chosen_by_if(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %zero = arith.constant 0 : i32
    %far = arith.cmpi sgt, %n, %zero : i32
    %place = scf.if %far -> (tensor<16xi32>) {
    %by = tt.splat %n : i32 -> tensor<16xi32>
    %moved = arith.addi %range, %by : tensor<16xi32>
    scf.yield %moved : tensor<16xi32>
    } else {
    scf.yield %range : tensor<16xi32>
    }
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @clamped(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %last = tt.splat %n : i32 -> tensor<16xi32>
    %less = arith.minsi %range, %last : tensor<16xi32>
    %zeros = arith.constant dense<0> : tensor<16xi32>
    %inside = arith.cmpi sge, %less, %zeros : tensor<16xi32>
    %place = arith.select %inside, %less, %zeros : tensor<16xi1>, tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @two_lists(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %places: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %stride: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %all = tt.splat %places : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %each = tt.addptr %all, %range : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    %index = tt.load %each : tensor<8x!tt.ptr<i64>>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %more = tt.splat %places : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
    %others = tt.addptr %more, %columns : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
    %second = tt.load %others : tensor<16x!tt.ptr<i64>>
    %row = tt.expand_dims %index {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
    %column = tt.expand_dims %second {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
    %below = tt.broadcast %row : tensor<8x1xi64> -> tensor<8x16xi64>
    %across = tt.broadcast %column : tensor<1x16xi64> -> tensor<8x16xi64>
    %place = arith.addi %below, %across : tensor<8x16xi64>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    tt.store %from, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @summed_in_32_bits(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %places: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %all = tt.splat %places : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %each = tt.addptr %all, %range : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %index = tt.load %each : tensor<8x!tt.ptr<i32>>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %row = tt.expand_dims %index {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %below = tt.broadcast %row : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %low = tt.expand_dims %range {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %low, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @masked_elsewhere(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %places: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %stride: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %all = tt.splat %places : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %each = tt.addptr %all, %range : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    %index = tt.load %each : tensor<8x!tt.ptr<i64>>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %row = tt.expand_dims %index {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
    %long = arith.extsi %stride : i32 to i64
    %strides = tt.splat %long : i64 -> tensor<8x1xi64>
    %down = arith.muli %row, %strides : tensor<8x1xi64>
    %below = tt.broadcast %down : tensor<8x1xi64> -> tensor<8x16xi64>
    %far = arith.extsi %column : tensor<1x16xi32> to tensor<1x16xi64>
    %across = tt.broadcast %far : tensor<1x16xi64> -> tensor<8x16xi64>
    %place = arith.addi %below, %across : tensor<8x16xi64>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
    %more = tt.splat %places : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
    %others = tt.addptr %more, %columns : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
    %second = tt.load %others : tensor<16x!tt.ptr<i64>>
    %three = arith.constant dense<3> : tensor<16xi64>
    %some = arith.cmpi ne, %second, %three : tensor<16xi64>
    %few = tt.expand_dims %some {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
    %mask = tt.broadcast %few : tensor<1x16xi1> -> tensor<8x16xi1>
    %none = arith.constant dense<0.000000e+00> : tensor<8x16xf32>
    %x = tt.load %from, %mask, %none : tensor<8x16x!tt.ptr<f32>>
    %low = tt.expand_dims %range {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %low, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @without_sign(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %first = tt.splat %n : i32 -> tensor<16xi32>
    %index = arith.addi %range, %first : tensor<16xi32>
    %wide = arith.extui %index : tensor<16xi32> to tensor<16xi64>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %wide : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.print "x" {hex = false, isSigned = array<i32: 0>} : %x : tensor<16xf32>
    tt.return
  }

  // Rows whose offsets may overflow, and columns that a list of flags chooses: even under a guard, gathered along the columns.
  tt.func public @chosen_columns(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %flags: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %stride: i32) {
    %zeros = arith.constant dense<0> : tensor<16xi32>
    %down = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %right = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %all = tt.splat %flags : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %each = tt.addptr %all, %right : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %flag = tt.load %each : tensor<16x!tt.ptr<i32>>
    %few = arith.cmpi ne, %flag, %zeros : tensor<16xi32>
    %rows = tt.expand_dims %down {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %strides = tt.splat %stride : i32 -> tensor<8x1xi32>
    %offsets = arith.muli %rows, %strides : tensor<8x1xi32>
    %columns = tt.expand_dims %right {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %below = tt.broadcast %offsets : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %columns : tensor<1x16xi32> -> tensor<8x16xi32>
    %wide = arith.extsi %below : tensor<8x16xi32> to tensor<8x16xi64>
    %far = arith.extsi %across : tensor<8x16xi32> to tensor<8x16xi64>
    %place = arith.addi %wide, %far : tensor<8x16xi64>
    %some = tt.expand_dims %few {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
    %mask = tt.broadcast %some : tensor<1x16xi1> -> tensor<8x16xi1>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
    %none = arith.constant dense<0.000000e+00> : tensor<8x16xf32>
    %x = tt.load %from, %mask, %none : tensor<8x16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
    tt.store %to, %x, %mask : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
}
