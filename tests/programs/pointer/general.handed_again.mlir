
module {
  tt.func public @handed_again(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %last = scf.for %i = %zero to %n step %one iter_args(%index = %range) -> (tensor<64xi32>)  : i32 {
      %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %from = tt.addptr %source, %index : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %x = tt.load %from : tensor<64x!tt.ptr<f32>>
      %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      tt.store %to, %x : tensor<64x!tt.ptr<f32>>
      scf.yield %range : tensor<64xi32>
    }
    %source_after = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from_after = tt.addptr %source_after, %last : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %y = tt.load %from_after : tensor<64x!tt.ptr<f32>>
    %target_after = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to_after = tt.addptr %target_after, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to_after, %y : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
