
tt.func public @left(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %m: i32, %row: i64, %which: i1) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %a = tt.make_tensor_descriptor %in, [%m, %m], [%row, %c1] : <f32>, <tensor<8x8xf32>>
  %b = tt.make_tensor_descriptor %out, [%m, %m], [%row, %c1] : <f32>, <tensor<8x8xf32>>
  %c = arith.select %which, %a, %b : !tt.tensordesc<tensor<8x8xf32>>
  %x = tt.descriptor_load %c[%c0, %c0] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
  %y = tt.descriptor_load %a[%c0, %c0] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
  %z = arith.addf %x, %y : tensor<8x8xf32>
  tt.descriptor_reduce add, %b[%c0, %c0], %z : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32>
  tt.return
}
