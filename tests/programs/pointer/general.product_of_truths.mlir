
module {
  tt.func @rows(%in: !tt.ptr<f16>, %out: !tt.ptr<f16>, %rows: i32) {
    %eight = arith.constant dense<8> : tensor<16x1xi32>
    %six = arith.constant dense<6> : tensor<1x8xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %down = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %across = tt.expand_dims %c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %limit = tt.splat %rows : i32 -> tensor<16x1xi32>
    %below = arith.cmpi slt, %down, %limit : tensor<16x1xi32>
    %inside = arith.cmpi slt, %across, %six : tensor<1x8xi32>
    %a = tt.broadcast %below : tensor<16x1xi1> -> tensor<16x8xi1>
    %b = tt.broadcast %inside : tensor<1x8xi1> -> tensor<16x8xi1>
    %mask = arith.muli %a, %b : tensor<16x8xi1>
    %rows_at = arith.muli %down, %eight : tensor<16x1xi32>
    %p = tt.broadcast %rows_at : tensor<16x1xi32> -> tensor<16x8xi32>
    %q = tt.broadcast %across : tensor<1x8xi32> -> tensor<16x8xi32>
    %place = arith.addi %p, %q : tensor<16x8xi32>
    %source = tt.splat %in : !tt.ptr<f16> -> tensor<16x8x!tt.ptr<f16>>
    %from = tt.addptr %source, %place : tensor<16x8x!tt.ptr<f16>>, tensor<16x8xi32>
    %x = tt.load %from, %mask : tensor<16x8x!tt.ptr<f16>>
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<16x8x!tt.ptr<f16>>
    %to = tt.addptr %target, %place : tensor<16x8x!tt.ptr<f16>>, tensor<16x8xi32>
    tt.store %to, %x, %mask : tensor<16x8x!tt.ptr<f16>>
    tt.return
  }
}
