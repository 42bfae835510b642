module {
  tt.func public @summed(%in: !tt.ptr<f32>, %in2: !tt.ptr<f32>, %list: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %most = arith.constant 9 : i32
    %end = arith.minsi %n, %most : i32
    %which = arith.cmpi slt, %n, %one : i32
    %first = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %second = tt.splat %in2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %source = arith.select %which, %first, %second : tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %last = scf.for %i = %zero to %end step %one iter_args(%p = %from) -> (tensor<16x!tt.ptr<f32>>) : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %place = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %by = tt.load %place : !tt.ptr<i32>
      %step = tt.splat %by : i32 -> tensor<16xi32>
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
}
