
module {
  tt.func public @copy(%in: !tt.ptr<f32>, %table: !tt.ptr<i32>, %out: !tt.ptr<f32>, %flag: i1) {
    %zero = arith.constant 0 : i32
    %start = scf.if %flag -> (i32) {
      %first = tt.load %table : !tt.ptr<i32>
      scf.yield %first : i32
    } else {
      scf.yield %zero : i32
    }
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %row = tt.addptr %in, %start : !tt.ptr<f32>, i32
    %from = tt.splat %row : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %source = tt.addptr %from, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %source : tensor<64x!tt.ptr<f32>>
    %to = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %target = tt.addptr %to, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %target, %x : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
