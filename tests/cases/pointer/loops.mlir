// Pointers and offsets that loops carry and leave behind; tests/pointer/test_optimize.py says what is raised.
module {
  tt.func public @after_the_loop(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %step = arith.constant dense<16> : tensor<16xi32>
    %end:2 = scf.for %i = %zero to %four step %one iter_args(%p = %from, %q = %to) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %q, %x : tensor<16x!tt.ptr<f32>>
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %following = tt.addptr %q, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    %y = tt.load %end#0 : tensor<16x!tt.ptr<f32>>
    tt.store %end#1, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @after_unknown_trips(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %two = arith.constant 2 : i32
    %step = arith.constant dense<4> : tensor<16xi32>
    %end:2 = scf.for %i = %zero to %n step %two iter_args(%p = %from, %q = %to) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %q, %x : tensor<16x!tt.ptr<f32>>
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %following = tt.addptr %q, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    %y = tt.load %end#0 : tensor<16x!tt.ptr<f32>>
    tt.store %end#1, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @inner_results(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %step = arith.constant dense<16> : tensor<16xi32>
    %more = arith.constant dense<5> : tensor<16xi32>
    %end:2 = scf.for %i = %zero to %three step %one iter_args(%p = %from, %q = %to) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %first = tt.load %p : tensor<16x!tt.ptr<f32>>
      %moved = tt.addptr %p, %more : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %inner:2 = scf.for %j = %zero to %three step %one iter_args(%r = %moved, %s = %q) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
        %x = tt.load %r : tensor<16x!tt.ptr<f32>>
        tt.store %s, %x : tensor<16x!tt.ptr<f32>>
        %next = tt.addptr %r, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        %half = tt.addptr %s, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        tt.store %half, %first : tensor<16x!tt.ptr<f32>>
        %following = tt.addptr %half, %more : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
      }
      %last = tt.addptr %inner#0, %more : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %last, %inner#1 : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    %value = tt.load %end#0 : tensor<16x!tt.ptr<f32>>
    tt.store %end#1, %value : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @carried_through(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %size = arith.constant 16 : i32
    %end:2 = scf.for %i = %zero to %n step %one iter_args(%p = %from, %k = %zero) -> (tensor<16x!tt.ptr<f32>>, i32)  : i32 {
      %by = tt.splat %k : i32 -> tensor<16xi32>
      %here = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %x = tt.load %here : tensor<16x!tt.ptr<f32>>
      %there = tt.addptr %to, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      tt.store %there, %x : tensor<16x!tt.ptr<f32>>
      %next = arith.addi %size, %k : i32
      scf.yield %p, %next : tensor<16x!tt.ptr<f32>>, i32
    }
    %y = tt.load %end#0 : tensor<16x!tt.ptr<f32>>
    %by = tt.splat %end#1 : i32 -> tensor<16xi32>
    %there = tt.addptr %to, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %there, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @part_of_a_step(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : index
    %most = arith.constant 40 : index
    %step = arith.constant 7 : index
    %three = arith.constant dense<3> : tensor<16xi32>
    %end = scf.for %i = %zero to %most step %step iter_args(%p = %from) -> (tensor<16x!tt.ptr<f32>>) {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %next = tt.addptr %p, %three : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func public @not_a_sum(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %end:2 = scf.for %i = %zero to %three step %one iter_args(%p = %from, %q = %from) -> (tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %by = tt.splat %i : i32 -> tensor<16xi32>
      %next = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next, %p : tensor<16x!tt.ptr<f32>>, tensor<16x!tt.ptr<f32>>
    }
    %y = tt.load %end#1 : tensor<16x!tt.ptr<f32>>
    tt.store %to, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
