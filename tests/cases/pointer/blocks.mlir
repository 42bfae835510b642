// Block pointers as input: made, advanced, carried and left behind by loops.
module {
  // Both dimensions checked, in a program's own rows.
  tt.func public @block_copy(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: i32, %n: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %sixteen = arith.constant 16 : i32
    %y = tt.get_program_id y : i32
    %row = arith.muli %y, %sixteen : i32
    %rows = arith.extsi %m : i32 to i64
    %columns = arith.extsi %n : i32 to i64
    %down = arith.extsi %stride : i32 to i64
    %from = tt.make_tensor_ptr %in, [%rows, %columns], [%down, %one], [%row, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
    %x = tt.load %from {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
    %to = tt.make_tensor_ptr %out, [%rows, %columns], [%down, %one], [%row, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
    tt.store %to, %x {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<16x16xf16>>
    tt.return
  }

  // Padding that is NaN, and one dimension that is not checked.
  tt.func public @block_padded(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i32
    %width = arith.constant 32 : i64
    %y = tt.get_program_id y : i32
    %row = arith.muli %y, %four : i32
    %rows = arith.extsi %m : i32 to i64
    %from = tt.make_tensor_ptr %in, [%rows, %width], [%width, %one], [%row, %zero] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
    %x = tt.load %from {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<8x16xf32>>
    %next = tt.advance %from, [%zero, %four] : <tensor<8x16xf32>>
    %y2 = tt.load %next {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8x16xf32>>
    %to = tt.make_tensor_ptr %out, [%rows, %width], [%width, %one], [%row, %zero] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
    tt.store %to, %x : !tt.ptr<tensor<8x16xf32>>
    %last = tt.advance %to, [%four, %four] : <tensor<8x16xf32>>
    tt.store %last, %y2 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<8x16xf32>>
    tt.return
  }

  // Carried by a loop, advanced in two steps, and used where the loop leaves it.
  tt.func public @block_carried(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %first = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %sixteen = arith.constant 16 : i32
    %none = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %rows = arith.extsi %m : i32 to i64
    %columns = arith.constant 70 : i64
    %down = arith.extsi %stride : i32 to i64
    %from = tt.make_tensor_ptr %in, [%rows, %columns], [%down, %one], [%zero, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
    %end:2 = scf.for %i = %zero to %three step %first iter_args(%p = %from, %sum = %none) -> (!tt.ptr<tensor<16x16xf16>>, tensor<16x16xf16>)  : i32 {
      %x = tt.load %p {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
      %more = arith.addf %sum, %x : tensor<16x16xf16>
      %across = tt.advance %p, [%zero, %sixteen] : <tensor<16x16xf16>>
      %next = tt.advance %across, [%first, %first] : <tensor<16x16xf16>>
      scf.yield %next, %more : !tt.ptr<tensor<16x16xf16>>, tensor<16x16xf16>
    }
    %z = tt.load %end#0 {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
    %all = arith.addf %end#1, %z : tensor<16x16xf16>
    %to = tt.make_tensor_ptr %out, [%rows, %columns], [%down, %one], [%zero, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
    tt.store %to, %all {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<16x16xf16>>
    tt.return
  }

  // Carried by nested loops, the inner one bounded by a number that is not known.
  tt.func public @block_nested(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %first = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %eight = arith.constant 8 : i32
    %none = arith.constant dense<0.000000e+00> : tensor<8x8xf32>
    %width = arith.constant 64 : i64
    %from = tt.make_tensor_ptr %in, [%width, %width], [%width, %one], [%zero, %zero] {order = array<i32: 1, 0>} : <tensor<8x8xf32>>
    %to = tt.make_tensor_ptr %out, [%width, %width], [%width, %one], [%zero, %zero] {order = array<i32: 1, 0>} : <tensor<8x8xf32>>
    %end:2 = scf.for %i = %zero to %two step %first iter_args(%p = %from, %q = %to) -> (!tt.ptr<tensor<8x8xf32>>, !tt.ptr<tensor<8x8xf32>>)  : i32 {
      %sum:2 = scf.for %j = %zero to %n step %first iter_args(%r = %p, %s = %none) -> (!tt.ptr<tensor<8x8xf32>>, tensor<8x8xf32>)  : i32 {
        %x = tt.load %r {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<8x8xf32>>
        %more = arith.addf %s, %x : tensor<8x8xf32>
        %right = tt.advance %r, [%zero, %eight] : <tensor<8x8xf32>>
        scf.yield %right, %more : !tt.ptr<tensor<8x8xf32>>, tensor<8x8xf32>
      }
      tt.store %q, %sum#1 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<8x8xf32>>
      %under = tt.advance %p, [%eight, %zero] : <tensor<8x8xf32>>
      %below = tt.advance %q, [%eight, %zero] : <tensor<8x8xf32>>
      scf.yield %under, %below : !tt.ptr<tensor<8x8xf32>>, !tt.ptr<tensor<8x8xf32>>
    }
    tt.return
  }
}
