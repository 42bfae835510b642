module {
  tt.func public @uneven(%in: !tt.ptr<f32>, %list: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %places = tt.splat %list : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %place = tt.addptr %places, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %most = arith.constant 9 : i32
    %end = arith.minsi %n, %most : i32
    %last, %scalar = scf.for %i = %zero to %end step %one iter_args(%p = %from, %s = %in) -> (tensor<16x!tt.ptr<f32>>, !tt.ptr<f32>) : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      %by = tt.load %place : tensor<16x!tt.ptr<i32>>
      %next = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %y = tt.load %s : !tt.ptr<f32>
      tt.store %out, %y : !tt.ptr<f32>
      %following = tt.addptr %s, %i : !tt.ptr<f32>, i32
      scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, !tt.ptr<f32>
    }
    tt.return
  }
}
