// The only conversion is needed: the program comes back word for word.
// RUN: egraph-opt %s --cost cycles | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%from: tensor<64x64x!tt.ptr<f32>, #A>, %to: tensor<64x64x!tt.ptr<f32>, #B>) {
    %x = tt.load %from : tensor<64x64x!tt.ptr<f32>, #A> loc("k.py":3:1)
    %y = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B> loc("k.py":4:1)
    tt.store %to, %y : tensor<64x64x!tt.ptr<f32>, #B> loc("k.py":5:1)
    tt.return
  }
}
// CHECK: %x = tt.load %from : tensor<64x64x!tt.ptr<f32>, #A> loc("k.py":3:1)
// CHECK-NEXT: %y = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B> loc("k.py":4:1)
// CHECK-NEXT: tt.store %to, %y : tensor<64x64x!tt.ptr<f32>, #B> loc("k.py":5:1)
