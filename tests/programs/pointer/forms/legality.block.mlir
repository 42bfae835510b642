module {
  tt.func public @f(%src: !tt.ptr<f32>, %dst: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i64
    %long = arith.extsi %n : i32 to i64
    %most = arith.constant 2147483647 : i64
    %s = tt.make_tensor_ptr %src, [%long], [%c1], [%c0] {order = array<i32: 0>} : <tensor<16xf32>>
    %v = tt.load %s {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<16xf32>>
    %d = tt.make_tensor_ptr %dst, [%most], [%c1], [%c0] {order = array<i32: 0>} : <tensor<16xf32>>
    tt.store %d, %v : !tt.ptr<tensor<16xf32>>
    tt.return
  }
}
