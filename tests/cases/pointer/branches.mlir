// Pointers that a loop advances in a branch; tests/pointer/prepare/test_branch_sums.py says which accesses are raised.
module {
  // Each branch advances by an argument; the load follows.
  tt.func public @both(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %which = arith.cmpi sgt, %a, %b : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %q = scf.if %which -> (tensor<16x!tt.ptr<f32>>) {
        %xs = tt.splat %a : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        %ys = tt.splat %b : i32 -> tensor<16xi32>
        %y = tt.addptr %p, %ys : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %y : tensor<16x!tt.ptr<f32>>
      }
      %ws = tt.splat %c : i32 -> tensor<16xi32>
      %w = tt.addptr %q, %ws : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %v = tt.load %w : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      scf.yield %w, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // One branch advances, in some iterations.
  tt.func public @one(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %xs = tt.splat %a : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A branch in a branch, whose condition is computed there.
  tt.func public @nested(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %ts = tt.splat %a : i32 -> tensor<16xi32>
        %t = tt.addptr %p, %ts : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %t : tensor<16x!tt.ptr<f32>>
      } else {
        %big = arith.cmpi sgt, %i, %b : i32
        %z = scf.if %big -> (tensor<16x!tt.ptr<f32>>) {
          %xs = tt.splat %b : i32 -> tensor<16xi32>
          %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
          scf.yield %x : tensor<16x!tt.ptr<f32>>
        } else {
          %ys = tt.splat %c : i32 -> tensor<16xi32>
          %y = tt.addptr %p, %ys : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
          scf.yield %y : tensor<16x!tt.ptr<f32>>
        }
        scf.yield %z : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A branch advances by a number that it computes, which varies.
  tt.func public @computed(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %far = arith.muli %i, %a : i32
        %xs = tt.splat %far : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        %ys = tt.splat %b : i32 -> tensor<16xi32>
        %y = tt.addptr %p, %ys : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %y : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A branch advances by a number that was loaded before it.
  tt.func public @loaded(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %at = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %by = tt.load %at : !tt.ptr<i32>
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %xs = tt.splat %by : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // The condition is loaded.
  tt.func public @condition(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %at = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %by = tt.load %at : !tt.ptr<i32>
      %odd = arith.cmpi slt, %by, %c9 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %xs = tt.splat %a : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A select of two pointers.
  tt.func public @select(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %xs = tt.splat %a : i32 -> tensor<16xi32>
      %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %ys = tt.splat %b : i32 -> tensor<16xi32>
      %y = tt.addptr %x, %ys : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %q = arith.select %odd, %y, %p : tensor<16x!tt.ptr<f32>>
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A loop in a branch.
  tt.func public @loop_in_branch(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %u = scf.for %j = %c0 to %i step %c1 iter_args(%o = %p) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
          %xs = tt.splat %a : i32 -> tensor<16xi32>
          %x = tt.addptr %o, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
          scf.yield %x : tensor<16x!tt.ptr<f32>>
        }
        scf.yield %u : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // A branch in an inner loop.
  tt.func public @branch_in_loop(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %m = arith.minsi %c, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %u = scf.for %j = %c0 to %m step %c1 iter_args(%o = %p) -> (tensor<16x!tt.ptr<f32>>)  : i32 {
        %big = arith.cmpi sgt, %j, %i : i32
        %q = scf.if %big -> (tensor<16x!tt.ptr<f32>>) {
          %xs = tt.splat %a : i32 -> tensor<16xi32>
          %x = tt.addptr %o, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
          scf.yield %x : tensor<16x!tt.ptr<f32>>
        } else {
          scf.yield %o : tensor<16x!tt.ptr<f32>>
        }
        scf.yield %q : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %u, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // The load is in the branch, after the advance.
  tt.func public @load_in_branch(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q, %more = scf.if %odd -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) {
        %xs = tt.splat %a : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        %v = tt.load %x : tensor<16x!tt.ptr<f32>>
        %sum = arith.addf %acc, %v : tensor<16xf32>
        scf.yield %x, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
      } else {
        scf.yield %p, %acc : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
      }
      scf.yield %q, %more : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Two branches, one after the other, under one condition.
  tt.func public @twice(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %h = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %xs = tt.splat %a : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        %ys = tt.splat %b : i32 -> tensor<16xi32>
        %y = tt.addptr %p, %ys : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %y : tensor<16x!tt.ptr<f32>>
      }
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %zs = tt.splat %c : i32 -> tensor<16xi32>
        %z = tt.addptr %h, %zs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %z : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %h : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Left: a branch advances each lane by another amount.
  tt.func public @lanes(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %x = tt.addptr %p, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Left: a branch advances by a number that it loads.
  tt.func public @loaded_inside(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        %at = tt.addptr %list, %i : !tt.ptr<i32>, i32
        %by = tt.load %at : !tt.ptr<i32>
        %xs = tt.splat %by : i32 -> tensor<16xi32>
        %x = tt.addptr %p, %xs : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %x : tensor<16x!tt.ptr<f32>>
      } else {
        scf.yield %p : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }

  // Left: a branch starts again.
  tt.func public @restart(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %list: !tt.ptr<i32>, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %a: i32, %b: i32, %c: i32) {
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %s = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %first = tt.addptr %s, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %end = arith.minsi %n, %c9 : i32
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %first, %acc = %zero) -> (tensor<16x!tt.ptr<f32>>, tensor<16xf32>)  : i32 {
      %v = tt.load %p : tensor<16x!tt.ptr<f32>>
      %sum = arith.addf %acc, %v : tensor<16xf32>
      %two = arith.constant 2 : i32
      %bit = arith.remsi %i, %two : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %q = scf.if %odd -> (tensor<16x!tt.ptr<f32>>) {
        scf.yield %first : tensor<16x!tt.ptr<f32>>
      } else {
        %ys = tt.splat %b : i32 -> tensor<16xi32>
        %y = tt.addptr %p, %ys : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
        scf.yield %y : tensor<16x!tt.ptr<f32>>
      }
      scf.yield %q, %sum : tensor<16x!tt.ptr<f32>>, tensor<16xf32>
    }
    %d = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %d, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %r#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
