// What some warps run beside others is a function of its own, and is optimised as one.
// RUN: egraph-opt %s | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32>, %s: f32) {
    %x = tt.splat %s : f32 -> tensor<64x64xf32, #A>
    %y = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %e = math.exp2 %y : tensor<64x64xf32, #B>
    %z = ttg.convert_layout %e : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    %pp = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
    tt.store %pp, %z : tensor<64x64x!tt.ptr<f32>, #A>
    ttg.warp_specialize(%p, %s)
    default {
      %u = tt.splat %s : f32 -> tensor<64x64xf32, #A>
      %v = ttg.convert_layout %u : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
      %w = ttg.convert_layout %v : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
      tt.store %pp, %w : tensor<64x64x!tt.ptr<f32>, #A>
      ttg.warp_yield
    }
    partition0(%q: !tt.ptr<f32>, %t: f32) num_warps(4) {
      %u = tt.splat %t : f32 -> tensor<64x64xf32, #A>
      %v = ttg.convert_layout %u : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
      %w = ttg.convert_layout %v : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
      %qq = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
      tt.store %qq, %w : tensor<64x64x!tt.ptr<f32>, #A>
      ttg.warp_return
    } : (!tt.ptr<f32>, f32) -> ()
    tt.return
  }
}
// CHECK-NOT: ttg.convert_layout
// CHECK: %[[E:.+]] = math.exp2 %x : tensor<64x64xf32, #A>
// CHECK: tt.store %pp, %[[E]]
// CHECK: ttg.warp_specialize(%p, %s)
// CHECK-NEXT: default {
// CHECK-NEXT: %[[U:.+]] = tt.splat %s
// CHECK-NEXT: tt.store %pp, %[[U]]
// CHECK: partition0(%q: !tt.ptr<f32>, %t: f32) num_warps(4)
// CHECK-NEXT: %[[V:.+]] = tt.splat %t
// CHECK: tt.store %{{.+}}, %[[V]]
