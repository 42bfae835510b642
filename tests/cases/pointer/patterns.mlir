// One function for each pattern that is raised; tests/pointer/test_optimize.py says to what, and what needs a guard.
module {
  tt.func public @one_dimension(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %size = arith.constant 64 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %size : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %starts = tt.splat %start : i32 -> tensor<64xi32>
    %offsets = arith.addi %starts, %range : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %offsets, %limit : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %from, %mask, %zero evictionPolicy = evict_first : tensor<64x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to, %x, %mask cacheModifier = cs : tensor<64x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @other_value(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %other = arith.constant dense<-1.000000e+00> : tensor<64xf32>
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi sgt, %limit, %range : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %from, %mask, %other : tensor<64x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to, %x : tensor<64x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @negative_zero(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %other = arith.constant dense<-0.000000e+00> : tensor<64xf32>
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi ult, %range, %limit : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %all = arith.constant 64 : i32
    %limits = tt.splat %all : i32 -> tensor<64xi32>
    %few = arith.cmpi sle, %range, %limits : tensor<64xi32>
    %x = tt.load %from, %few, %other : tensor<64x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to, %x, %mask : tensor<64x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @both_ends(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %shift: i32) {
    %zero = arith.constant dense<0.000000e+00> : tensor<32xf16>
    %none = arith.constant dense<0> : tensor<32xi64>
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %wide = arith.extsi %range : tensor<32xi32> to tensor<32xi64>
    %by = arith.extsi %shift : i32 to i64
    %moved = tt.splat %by : i64 -> tensor<32xi64>
    %index = arith.subi %wide, %moved : tensor<32xi64>
    %count = arith.extsi %n : i32 to i64
    %limit = tt.splat %count : i64 -> tensor<32xi64>
    %above = arith.cmpi sge, %index, %none : tensor<32xi64>
    %under = arith.cmpi slt, %index, %limit : tensor<32xi64>
    %mask = arith.andi %above, %under : tensor<32xi1>
    %source = tt.splat %in : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
    %from = tt.addptr %source, %index : tensor<32x!tt.ptr<f16>>, tensor<32xi64>
    %x = tt.load %from, %mask, %zero : tensor<32x!tt.ptr<f16>>
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
    %to = tt.addptr %target, %range : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
    tt.store %to, %x : tensor<32x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @transposed(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i64 {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %wide = arith.extsi %rows : tensor<16x1xi32> to tensor<16x1xi64>
    %strides = tt.splat %stride : i64 -> tensor<16x1xi64>
    %starts = arith.muli %strides, %wide : tensor<16x1xi64>
    %row = tt.broadcast %starts : tensor<16x1xi64> -> tensor<16x16xi64>
    %column = tt.broadcast %columns : tensor<1x16xi32> -> tensor<16x16xi32>
    %source = tt.splat %in : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %line = tt.addptr %source, %row : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi64>
    %from = tt.addptr %line, %column : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %x = tt.load %from : tensor<16x16x!tt.ptr<f16>>
    %turned = tt.trans %from {order = array<i32: 1, 0>} : tensor<16x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %y = tt.load %turned : tensor<16x16x!tt.ptr<f16>>
    %sum = arith.addf %x, %y : tensor<16x16xf16>
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %first = tt.addptr %target, %column : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %size = arith.constant dense<4> : tensor<16x16xi32>
    %lines = tt.broadcast %rows : tensor<16x1xi32> -> tensor<16x16xi32>
    %below = arith.shli %lines, %size : tensor<16x16xi32>
    %to = tt.addptr %first, %below : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    tt.store %to, %sum : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @nested_loops(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %none = arith.constant 0 : i32
    %two = arith.constant 2 : i32
    %four = arith.constant 4 : i32
    %twenty = arith.constant 20 : i32
    %step = arith.constant dense<8> : tensor<16xi32>
    %long = arith.constant dense<40> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = scf.for %i = %two to %twenty step %four iter_args(%here = %from) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
      %last = scf.for %j = %none to %four step %two iter_args(%inner = %here) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
        %x = tt.load %inner : tensor<16x!tt.ptr<f32>>
        %place = arith.addi %i, %j : i32
        %places = tt.splat %place : i32 -> tensor<16xi32>
        %there = tt.addptr %to, %places : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        tt.store %there, %x : tensor<16x!tt.ptr<f32>>
        %next = tt.addptr %inner, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %next : tensor<16x!tt.ptr<f32>>
      }
      %next = tt.addptr %here, %long : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func public @carried_indices(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %none = arith.constant 0 : i32
    %size = arith.constant 16 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %step = arith.constant dense<16> : tensor<16xi32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %limit = tt.splat %n : i32 -> tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %end:2 = scf.for %i = %none to %n step %size iter_args(%index = %range, %sum = %zero) -> (tensor<16xi32>, tensor<16xf32>)  : i32 {
      %mask = arith.cmpi slt, %index, %limit : tensor<16xi32>
      %from = tt.addptr %source, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %x = tt.load %from, %mask, %zero : tensor<16x!tt.ptr<f32>>
      %more = arith.addf %sum, %x : tensor<16xf32>
      %next = arith.addi %index, %step : tensor<16xi32>
      scf.yield %next, %more : tensor<16xi32>, tensor<16xf32>
    }
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %end#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @early_return(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %none = arith.constant 0 : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %empty = arith.cmpi sle, %n, %none : i32
    cf.cond_br %empty, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    tt.return
  ^bb2:  // pred: ^bb0
    %limit = tt.splat %n : i32 -> tensor<16xi32>
    %mask = arith.cmpi slt, %range, %limit : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from, %mask : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x, %mask : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @digits(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %stride: i32) {
    %many = arith.constant 32 : i32
    %by = arith.constant dense<32> : tensor<32xi32>
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %program = tt.get_program_id y : i32
    %first = arith.muli %program, %many : i32
    %firsts = tt.splat %first : i32 -> tensor<32xi32>
    %place = arith.addi %firsts, %range : tensor<32xi32>
    %row = arith.divsi %place, %by : tensor<32xi32>
    %column = arith.remsi %place, %by : tensor<32xi32>
    %wide = arith.extsi %row : tensor<32xi32> to tensor<32xi64>
    %far = arith.extsi %stride : i32 to i64
    %strides = tt.splat %far : i64 -> tensor<32xi64>
    %down = arith.muli %wide, %strides : tensor<32xi64>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %rows = tt.addptr %source, %down : tensor<32x!tt.ptr<f32>>, tensor<32xi64>
    %from = tt.addptr %rows, %column : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %to = tt.addptr %target, %column : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %x = tt.load %from : tensor<32x!tt.ptr<f32>>
    tt.store %to, %x : tensor<32x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @another_other(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %end = tt.splat %n : i32 -> tensor<32xi32>
    %some = arith.cmpi slt, %range, %end : tensor<32xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %old = tt.load %to : tensor<32x!tt.ptr<f32>>
    %x = tt.load %from, %some, %old : tensor<32x!tt.ptr<f32>>
    tt.store %to, %x : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
