// One function for each load that looks like a structured access and is none: it stays to the letter, with or without a guard.
module {
  tt.func public @not_rectangular(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %row = tt.broadcast %rows : tensor<16x1xi32> -> tensor<16x16xi32>
    %column = tt.broadcast %columns : tensor<1x16xi32> -> tensor<16x16xi32>
    %mask = arith.cmpi sle, %column, %row : tensor<16x16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %from = tt.addptr %source, %column : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %x = tt.load %from, %mask : tensor<16x16x!tt.ptr<f32>>
    tt.print "x" {hex = false, isSigned = array<i32: 0>} : %x : tensor<16x16xf32>
    tt.return
  }
  tt.func public @two_bases(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %a = tt.splat %in : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %b = tt.splat %out : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %from = tt.cat %a, %b : tensor<8x!tt.ptr<f32>> -> tensor<16x!tt.ptr<f32>>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.print "x" {hex = false, isSigned = array<i32: 0>} : %x : tensor<16xf32>
    tt.return
  }

  // One of two block pointers: neither is known where it is used.
  tt.func public @block_chosen(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %which: i1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %eight = arith.constant 8 : i32
    %width = arith.constant 64 : i64
    %from = tt.make_tensor_ptr %in, [%width], [%one], [%zero] {order = array<i32: 0>} : <tensor<8xf32>>
    %to = tt.make_tensor_ptr %out, [%width], [%one], [%eight] {order = array<i32: 0>} : <tensor<8xf32>>
    %either = scf.if %which -> (!tt.ptr<tensor<8xf32>>) {
      scf.yield %from : !tt.ptr<tensor<8xf32>>
    } else {
      scf.yield %to : !tt.ptr<tensor<8xf32>>
    }
    %x = tt.load %either : !tt.ptr<tensor<8xf32>>
    tt.store %either, %x : !tt.ptr<tensor<8xf32>>
    tt.return
  }
}
