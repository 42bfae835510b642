module {
  tt.func public @f(%src: !tt.ptr<f32>, %dst: !tt.ptr<f32>, %n: i32) {
    %l = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %m = arith.cmpi slt, %l, %ns : tensor<16xi32>
    %z = arith.constant dense<0.0> : tensor<16xf32>
    %sp = tt.splat %src : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %s = tt.addptr %sp, %l : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %s, %m, %z : tensor<16x!tt.ptr<f32>>
    %dp = tt.splat %dst : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %d = tt.addptr %dp, %l : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %d, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
