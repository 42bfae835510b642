// A wait for products hands on what is computed already, in any layout.
// RUN: egraph-opt %s | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xf32, #A>, %p: tensor<64x64x!tt.ptr<f32>, #A>) {
    %y = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %z = math.absf %y : tensor<64x64xf32, #B>
    %v = ttng.warp_group_dot_wait %z {pendings = 0 : i32} : tensor<64x64xf32, #B>
    %w = ttg.convert_layout %v : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    tt.store %p, %w : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  }
// CHECK-NOT: convert_layout
// CHECK: [[Z:%.*]] = math.absf %x : tensor<64x64xf32, #A>
// CHECK: [[V:%.*]] = ttng.warp_group_dot_wait [[Z]] {pendings = 0 : i32} : tensor<64x64xf32, #A>
// CHECK: tt.store %p, [[V]]
}
