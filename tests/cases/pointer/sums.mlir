// Pointers that loops advance by another number each time; tests/test_pointer.py says what is raised.
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
}
