// Pointers that loops advance by another number each time; tests/pointer/test_optimize.py says what is raised.
module {
  tt.func public @packed_rows(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %wide = arith.constant dense<16> : tensor<16xi32>
    %end:2 = scf.for %i = %zero to %n step %one iter_args(%p = %from, %q = %to) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %q, %x : tensor<16x!tt.ptr<f32>>
      %by = tt.splat %i : i32 -> tensor<16xi32>
      %more = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %next = tt.addptr %more, %wide : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %following = tt.addptr %q, %wide : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    %y = tt.load %end#0 : tensor<16x!tt.ptr<f32>>
    tt.store %end#1, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @lengths(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %m: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %wide = arith.constant dense<16> : tensor<16xi32>
    %end:2 = scf.for %i = %zero to %n step %one iter_args(%p = %from, %q = %to) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %place = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %length = tt.load %place : !tt.ptr<i32>
      %inner:2 = scf.for %j = %zero to %m step %one iter_args(%r = %p, %s = %q) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
        %x = tt.load %r : tensor<16x!tt.ptr<f32>>
        tt.store %s, %x : tensor<16x!tt.ptr<f32>>
        %by = tt.splat %length : i32 -> tensor<16xi32>
        %next = tt.addptr %r, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        %following = tt.addptr %s, %wide : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
      }
      %y = tt.load %inner#0 : tensor<16x!tt.ptr<f32>>
      tt.store %inner#1, %y : tensor<16x!tt.ptr<f32>>
      scf.yield %inner#0, %inner#1 : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func public @rows_of_pages(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %column = tt.expand_dims %range {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %row = tt.expand_dims %range {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %stride = arith.constant dense<8> : tensor<8x1xi32>
    %down = arith.muli %column, %stride : tensor<8x1xi32>
    %across = tt.broadcast %row : tensor<1x8xi32> -> tensor<8x8xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
    %rows = tt.addptr %source, %down : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
    %others = tt.addptr %target, %down : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
    %first = tt.broadcast %others : tensor<8x1x!tt.ptr<f32>> -> tensor<8x8x!tt.ptr<f32>>
    %to = tt.addptr %first, %across : tensor<8x8x!tt.ptr<f32>>, tensor<8x8xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %end = scf.for %i = %zero to %n step %one iter_args(%p = %rows) -> (tensor<8x1x!tt.ptr<f32>>)  : i32 {
      %wide = tt.broadcast %p : tensor<8x1x!tt.ptr<f32>> -> tensor<8x8x!tt.ptr<f32>>
      %from = tt.addptr %wide, %across : tensor<8x8x!tt.ptr<f32>>, tensor<8x8xi32>
      %x = tt.load %from : tensor<8x8x!tt.ptr<f32>>
      tt.store %to, %x : tensor<8x8x!tt.ptr<f32>>
      %place = tt.addptr %list, %i : !tt.ptr<i64>, i32
      %page = tt.load %place : !tt.ptr<i64>
      %by = tt.splat %page : i64 -> tensor<8x1xi64>
      %next = tt.addptr %p, %by : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi64>
      scf.yield %next : tensor<8x1x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func public @used_elsewhere(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %end:2 = scf.for %i = %zero to %n step %one iter_args(%p = %from, %before = %from) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %y = tt.load %p {isVolatile = true} : tensor<16x!tt.ptr<f32>>
      tt.store %to, %y : tensor<16x!tt.ptr<f32>>
      %z = tt.load %before : tensor<16x!tt.ptr<f32>>
      tt.store %to, %z : tensor<16x!tt.ptr<f32>>
      %by = tt.splat %i : i32 -> tensor<16xi32>
      %next = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %p : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func public @masked_sum(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %m: i32) {
    %none = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %program = tt.get_program_id x : i32
    %first = arith.muli %program, %m : i32
    %firsts = tt.splat %first : i32 -> tensor<16xi32>
    %place = arith.addi %firsts, %range : tensor<16xi32>
    %end = tt.splat %n : i32 -> tensor<16xi32>
    %some = arith.cmpi slt, %place, %end : tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %last = scf.for %i = %zero to %n step %one iter_args(%p = %from) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p, %some, %none : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %by = tt.splat %i : i32 -> tensor<16xi32>
      %next = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  // How often the inner loop runs is no product with four: that wraps around.
  tt.func public @long_steps(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %x: i64) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %none = arith.constant 0 : i64
    %once = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %end = scf.for %i = %zero to %n step %one iter_args(%p = %from) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %v : tensor<16x!tt.ptr<f32>>
      %least = arith.minsi %x, %none : i64
      %often = arith.muli %least, %four : i64
      %count = scf.for %j = %none to %often step %once iter_args(%k = %zero) -> (i32) : i64 {
        %more = arith.addi %k, %one : i32
        scf.yield %more : i32
      }
      %by = tt.splat %count : i32 -> tensor<16xi32>
      %next = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func public @long_loop(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %x: i64) {
    %ones = arith.constant dense<1.000000e+00> : tensor<16xf32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %none = arith.constant 0 : i64
    %once = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %often = arith.muli %x, %four : i64
    %positive = arith.cmpi sgt, %x, %none : i64
    %mask = tt.splat %positive : i1 -> tensor<16xi1>
    scf.for %j = %none to %often step %once : i64 {
      %by = tt.splat %j : i64 -> tensor<16xi64>
      %q = tt.addptr %to, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
      tt.store %q, %ones, %mask : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  // Sequences of different lengths, one after the other, in steps of 16: both what the inner loop adds and how often vary.
  tt.func public @jagged(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32, %stride: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = arith.extsi %range : tensor<16xi32> to tensor<16xi64>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %wide = arith.constant dense<16> : tensor<16xi32>
    %far = arith.constant dense<16> : tensor<16xi64>
    %row = tt.splat %stride : i32 -> tensor<16xi32>
    %end:2 = scf.for %i = %zero to %n step %one iter_args(%p = %from, %o = %to) -> (tensor<16x!tt.ptr<f32>>, tensor<16xi64>)  : i32 {
      %place = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %length = tt.load %place : !tt.ptr<i32>
      %inner:2 = scf.for %j = %zero to %length step %one iter_args(%r = %p, %s = %o) -> (tensor<16x!tt.ptr<f32>>, tensor<16xi64>)  : i32 {
        %q = tt.addptr %target, %s : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
        %x = tt.load %r : tensor<16x!tt.ptr<f32>>
        tt.store %q, %x : tensor<16x!tt.ptr<f32>>
        %next = tt.addptr %r, %wide : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        %beyond = tt.addptr %next, %row : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        %following = arith.addi %far, %s : tensor<16xi64>
        scf.yield %beyond, %following : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
      }
      scf.yield %inner#0, %inner#1 : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
    }
    %last = tt.load %end#0 : tensor<16x!tt.ptr<f32>>
    %y = tt.addptr %target, %end#1 : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
    tt.store %y, %last : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
