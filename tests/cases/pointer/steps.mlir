// Values that loops and branches compute, and on which accesses rest that run elsewhere; tests/pointer/validation/test_program_points.py says what is raised.
module {
  tt.func public @step_after_a_load(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: f32, %y: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %step = arith.fptosi %x : f32 to i32
      %steps = tt.splat %step : i32 -> tensor<16xi32>
      %q = tt.addptr %p, %steps : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @number_after_a_loop(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: f32, %y: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32)  : i32 {
      %step = arith.fptosi %x : f32 to i32
      %q = arith.addi %p, %step : i32
      scf.yield %q : i32
    }
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %m = tt.splat %r : i32 -> tensor<16xi32>
    %at = tt.addptr %first, %m : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %at : tensor<16x!tt.ptr<f32>>
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @pointer_after_a_loop(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: f32, %y: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
      %step = arith.fptosi %x : f32 to i32
      %steps = tt.splat %step : i32 -> tensor<16xi32>
      %q = tt.addptr %p, %steps : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %q : tensor<16x!tt.ptr<f32>>
    }
    %v = tt.load %r : tensor<16x!tt.ptr<f32>>
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @step_of_an_inner_loop(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: f32, %y: f32, %n: i32, %m: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %q = scf.for %j = %c0 to %m step %c1 iter_args(%o = %p) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
        %step = arith.fptosi %x : f32 to i32
        %steps = tt.splat %step : i32 -> tensor<16xi32>
        %t = tt.addptr %o, %steps : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %t : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @reordered_in_a_branch(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %none = arith.constant 0 : i32
    %c = arith.cmpi sgt, %n, %none : i32
    %x = scf.if %c -> (tensor<16xi32>) {
      %two = tt.reshape %lanes : tensor<16xi32> -> tensor<4x4xi32>
      %y = tt.reshape %two allow_reorder : tensor<4x4xi32> -> tensor<16xi32>
      scf.yield %y : tensor<16xi32>
    } else {
      scf.yield %lanes : tensor<16xi32>
    }
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %x : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %first : tensor<16x!tt.ptr<f32>>
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
  tt.func public @half_of_a_product_in_a_branch(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %none = arith.constant 0 : i32
    %c = arith.cmpi sgt, %n, %none : i32
    %x = scf.if %c -> (i32) {
      %low, %high = arith.mulsi_extended %n, %n : i32
      scf.yield %high : i32
    } else {
      scf.yield %c0 : i32
    }
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %m = tt.splat %x : i32 -> tensor<16xi32>
    %at = tt.addptr %first, %m : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %at : tensor<16x!tt.ptr<f32>>
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
