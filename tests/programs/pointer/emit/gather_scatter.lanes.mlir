module {
  tt.func public @lanes(%in: !tt.ptr<f32>, %in2: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %which = arith.cmpi slt, %range, %ns : tensor<16xi32>
    %first = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %second = tt.splat %in2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = arith.select %which, %first, %second : tensor<16xi1>, tensor<16x!tt.ptr<f32>>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
