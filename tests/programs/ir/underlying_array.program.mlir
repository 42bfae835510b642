module {
  tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32, %c: i1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %all = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %some = tt.addptr %all, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %last = scf.for %i = %zero to %n step %one iter_args(%at = %some) -> (tensor<16x!tt.ptr<f32>>) : i32 {
      %next = tt.addptr %at, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    %either = arith.select %c, %p, %q : !tt.ptr<f32>
    %after = tt.addptr %either, %n : !tt.ptr<f32>, i32
    tt.return
  }
}
