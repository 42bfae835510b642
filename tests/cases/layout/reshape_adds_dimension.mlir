// A reshape that adds a dimension of size one moves nothing: the conversion after it may come before it, or stay.
// RUN: egraph-opt %s --cost cycles | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<1024xf32, #ttg.slice<{dim = 1, parent = #A}>>, %to: tensor<1024x1x!tt.ptr<f32>, #B>) {
    %wide = tt.reshape %x : tensor<1024xf32, #ttg.slice<{dim = 1, parent = #A}>> -> tensor<1024x1xf32, #A>
    %there = ttg.convert_layout %wide : tensor<1024x1xf32, #A> -> tensor<1024x1xf32, #B>
    tt.store %to, %there : tensor<1024x1x!tt.ptr<f32>, #B>
    tt.return
  }
}
// CHECK-COUNT-1: ttg.convert_layout
// CHECK-NOT: ttg.convert_layout
