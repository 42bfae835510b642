
module {
  tt.func @strided(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %row: i32) {
    %id = tt.get_program_id y : i32
    %ids = tt.get_num_programs y : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %ends:2 = scf.for %i = %id to %n step %ids iter_args(%p = %from, %q = %to)
        -> (tensor<64x!tt.ptr<f32>>, tensor<64x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<64x!tt.ptr<f32>>
      tt.store %q, %x : tensor<64x!tt.ptr<f32>>
      %step = arith.muli %ids, %row : i32
      %steps = tt.splat %step : i32 -> tensor<64xi32>
      %next = tt.addptr %p, %steps : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %following = tt.addptr %q, %steps : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      scf.yield %next, %following : tensor<64x!tt.ptr<f32>>, tensor<64x!tt.ptr<f32>>
    }
    tt.return
  }
}
