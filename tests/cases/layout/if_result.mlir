// Both branches can give their value in the layout that is wanted: the conversion after the conditional goes.
// RUN: egraph-opt %s --cost converts | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%ptrs: tensor<64x64x!tt.ptr<f32>, #B>, %c: i1, %s: f32) {
    %r = scf.if %c -> (tensor<64x64xf32, #A>) {
      %a = tt.splat %s : f32 -> tensor<64x64xf32, #A>
      %e = math.exp2 %a : tensor<64x64xf32, #A>
      scf.yield %e : tensor<64x64xf32, #A>
    } else {
      %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #A>
      scf.yield %zero : tensor<64x64xf32, #A>
    }
    %last = ttg.convert_layout %r : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    tt.store %ptrs, %last : tensor<64x64x!tt.ptr<f32>, #B>
    tt.return
  }
}
// CHECK: scf.if %c -> (tensor<64x64xf32, #B>)
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store
