// Loads that go past a boundary and start again at the front, in two parts where triton-shared can copy them so.
module {
  tt.func public @stacked(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<4> : tensor<8xi32>
    %limit = arith.constant dense<6> : tensor<8xi32>
    %begun = arith.addi %start, %rows : tensor<8xi32>
    %turned = arith.remsi %begun, %limit : tensor<8xi32>
    %row = tt.expand_dims %turned {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @side_by_side(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<3> : tensor<16xi32>
    %limit = arith.constant dense<10> : tensor<16xi32>
    %begun = arith.addi %start, %columns : tensor<16xi32>
    %turned = arith.remsi %begun, %limit : tensor<16xi32>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %turned {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @side_by_side_masked(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<3> : tensor<16xi32>
    %limit = arith.constant dense<10> : tensor<16xi32>
    %begun = arith.addi %start, %columns : tensor<16xi32>
    %turned = arith.remsi %begun, %limit : tensor<16xi32>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %turned {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %edge = tt.splat %n : i32 -> tensor<8xi32>
    %short = arith.cmpi slt, %rows, %edge : tensor<8xi32>
    %few = tt.expand_dims %short {axis = 1 : i32} : tensor<8xi1> -> tensor<8x1xi1>
    %mask = tt.broadcast %few : tensor<8x1xi1> -> tensor<8x16xi1>
    %none = arith.constant dense<-1.000000e+00> : tensor<8x16xf32>
    %x = tt.load %from, %mask, %none : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @stacked_at_run_time(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i32, %s: i32, %stride: i32) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = tt.splat %s : i32 -> tensor<8xi32>
    %limit = tt.splat %m : i32 -> tensor<8xi32>
    %begun = arith.addi %start, %rows : tensor<8xi32>
    %turned = arith.remsi %begun, %limit : tensor<8xi32>
    %row = tt.expand_dims %turned {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = tt.splat %stride : i32 -> tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @side_by_side_at_run_time(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i32, %s: i32, %stride: i32) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = tt.splat %s : i32 -> tensor<16xi32>
    %limit = tt.splat %m : i32 -> tensor<16xi32>
    %begun = arith.addi %start, %columns : tensor<16xi32>
    %turned = arith.remsi %begun, %limit : tensor<16xi32>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %turned {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = tt.splat %stride : i32 -> tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @three_parts(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<0> : tensor<8xi32>
    %limit = arith.constant dense<3> : tensor<8xi32>
    %begun = arith.addi %start, %rows : tensor<8xi32>
    %turned = arith.remsi %begun, %limit : tensor<8xi32>
    %row = tt.expand_dims %turned {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @starts_behind(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<7> : tensor<8xi32>
    %limit = arith.constant dense<6> : tensor<8xi32>
    %begun = arith.addi %start, %rows : tensor<8xi32>
    %turned = arith.remsi %begun, %limit : tensor<8xi32>
    %row = tt.expand_dims %turned {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @masked_where_it_wraps(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<4> : tensor<8xi32>
    %limit = arith.constant dense<6> : tensor<8xi32>
    %begun = arith.addi %start, %rows : tensor<8xi32>
    %turned = arith.remsi %begun, %limit : tensor<8xi32>
    %row = tt.expand_dims %turned {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %edge = tt.splat %n : i32 -> tensor<8xi32>
    %short = arith.cmpi slt, %rows, %edge : tensor<8xi32>
    %few = tt.expand_dims %short {axis = 1 : i32} : tensor<8xi1> -> tensor<8x1xi1>
    %mask = tt.broadcast %few : tensor<8x1xi1> -> tensor<8x16xi1>
    %none = arith.constant dense<-1.000000e+00> : tensor<8x16xf32>
    %x = tt.load %from, %mask, %none : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %spot : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @stored(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %start = arith.constant dense<4> : tensor<8xi32>
    %limit = arith.constant dense<6> : tensor<8xi32>
    %begun = arith.addi %start, %rows : tensor<8xi32>
    %turned = arith.remsi %begun, %limit : tensor<8xi32>
    %row = tt.expand_dims %turned {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = arith.constant dense<16> : tensor<8x1xi32>
    %down = arith.muli %row, %strides : tensor<8x1xi32>
    %below = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
    %across = tt.broadcast %column : tensor<1x16xi32> -> tensor<8x16xi32>
    %place = arith.addi %below, %across : tensor<8x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    %x = tt.load %from : tensor<8x16x!tt.ptr<f32>>
    %first = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %second = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.constant dense<16> : tensor<8x1xi32>
    %packed = arith.muli %first, %wide : tensor<8x1xi32>
    %tall = tt.broadcast %packed : tensor<8x1xi32> -> tensor<8x16xi32>
    %flat = tt.broadcast %second : tensor<1x16xi32> -> tensor<8x16xi32>
    %spot = arith.addi %tall, %flat : tensor<8x16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
    %to = tt.addptr %target, %place : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    tt.store %to, %x : tensor<8x16x!tt.ptr<f32>>
    tt.return
  }
}
