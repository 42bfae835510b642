// Within a conditional that has one branch, conversions are decided as everywhere.
// RUN: egraph-opt %s | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xf16, #A>, %p: tensor<64x64x!tt.ptr<f16>, #A>, %c: i1) {
    scf.if %c {
      %y = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
      %z = math.absf %y : tensor<64x64xf16, #B>
      %w = ttg.convert_layout %z : tensor<64x64xf16, #B> -> tensor<64x64xf16, #A>
      tt.store %p, %w : tensor<64x64x!tt.ptr<f16>, #A>
    }
    tt.return
  }
// CHECK: scf.if %c {
// CHECK-NOT: convert_layout
// CHECK: [[Z:%.*]] = math.absf %x : tensor<64x64xf16, #A>
// CHECK-NEXT: tt.store %p, [[Z]]
// CHECK-NEXT: }
// CHECK-NOT: else
}
