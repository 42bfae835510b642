
module {
  tt.func public @vector(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %many = arith.constant 48 : i32
    %id = tt.get_program_id x : i32
    %start = arith.muli %id, %many : i32
    %starts = tt.splat %start : i32 -> tensor<64xi32>
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %place = arith.addi %starts, %range : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %from : tensor<64x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %place : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to, %x : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
