
module {
  tt.func @scattered(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %many: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %square = tt.reshape %range : tensor<16xi32> -> tensor<4x4xi32>
    %turned = tt.trans %square {order = array<i32: 1, 0>} : tensor<4x4xi32> -> tensor<4x4xi32>
    %list = tt.reshape %turned : tensor<4x4xi32> -> tensor<16xi32>
    %limit = tt.splat %many : i32 -> tensor<16xi32>
    %inside = arith.cmpi slt, %list, %limit : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<i32>>
    %target = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %to = tt.addptr %target, %list : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %to, %x, %inside : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
