module {
  tt.func public @f(%src: !tt.ptr<f32>, %dst: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %zero = arith.constant 0.000000e+00 : f32
    %low = arith.maxsi %n, %c0 : i32
    %both = arith.minsi %low, %c16 : i32
    %e = arith.index_cast %both : i32 to index
    %s = tts.make_tptr %src to sizes: [16], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<16x!tt.ptr<f32>>
    %v = "tts.load"(%s, %e, %zero) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_mask_dims = array<i64: -9223372036854775808>}> : (tensor<16x!tt.ptr<f32>>, index, f32) -> tensor<16xf32>
    %d = tts.make_tptr %dst to sizes: [16], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<16x!tt.ptr<f32>>
    "tts.store"(%d, %v) <{static_mask_dims = array<i64>}> : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) -> ()
    tt.return
  }
}
