// Accesses through descriptors, which hardware without them has to do through pointers. Parsed by Triton 3.6.
module {
  // A tile of two dimensions, moved along one by a loop; what is out of bounds is zero, and stays as it is.
  tt.func public @tiles(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32},
                        %m: i32, %n: i32, %row: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i64
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %pid = tt.get_program_id x : i32
    %first = arith.muli %pid, %c8 : i32
    %stride = arith.extsi %row : i32 to i64
    %a = tt.make_tensor_descriptor %in, [%m, %n], [%stride, %c1] : <f16>, <tensor<8x16xf16>>
    %b = tt.make_tensor_descriptor %out, [%m, %n], [%stride, %c1] : <f16>, <tensor<8x16xf16>>
    scf.for %i = %c0 to %n step %c16 : i32 {
      %x = tt.descriptor_load %a[%first, %i] evictionPolicy = evict_first : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x16xf16>
      %y = arith.addf %x, %x : tensor<8x16xf16>
      tt.descriptor_store %b[%first, %i], %y : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
    }
    tt.return
  }
  // A row, padded by NaN.
  tt.func public @rows(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %m: i32, %n: i32, %row: i32) {
    %c1 = arith.constant 1 : i64
    %c0 = arith.constant 0 : i32
    %pid = tt.get_program_id x : i32
    %stride = arith.extsi %row : i32 to i64
    %a = tt.make_tensor_descriptor %in, [%m, %n], [%stride, %c1] {padding = 2 : i32} : <f32>, <tensor<1x16xf32>>
    %b = tt.make_tensor_descriptor %out, [%m, %n], [%stride, %c1] : <f32>, <tensor<1x16xf32>>
    %x = tt.descriptor_load %a[%pid, %c0] : !tt.tensordesc<tensor<1x16xf32>> -> tensor<1x16xf32>
    tt.descriptor_store %b[%pid, %c0], %x : !tt.tensordesc<tensor<1x16xf32>>, tensor<1x16xf32>
    tt.return
  }
  // Rows by a list: rows that are not there give zero, and are not written.
  tt.func public @listed(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %rows: !tt.ptr<i32>, %m: i32, %n: i32, %row: i32, %column: i32) {
    %c1 = arith.constant 1 : i64
    %stride = arith.extsi %row : i32 to i64
    %a = tt.make_tensor_descriptor %in, [%m, %n], [%stride, %c1] : <f32>, <tensor<1x8xf32>>
    %b = tt.make_tensor_descriptor %out, [%m, %n], [%stride, %c1] : <f32>, <tensor<1x8xf32>>
    %lanes = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %start = tt.splat %rows : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %at = tt.addptr %start, %lanes : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %list = tt.load %at : tensor<8x!tt.ptr<i32>>
    %x = tt.descriptor_gather %a[%list, %column] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32) -> tensor<8x8xf32>
    tt.descriptor_scatter %b[%lanes, %column], %x : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32, tensor<8x8xf32>
    tt.return
  }
}
