// Look values up and count them in the layouts at hand; only who asks and who receives has a layout.
// RUN: egraph-opt %s --cost shared_bytes | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#L = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#K = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<512xf32, #L>, %i: tensor<512xi32, #K>, %pf: tensor<512x!tt.ptr<f32>, #K>, %pi: tensor<512x!tt.ptr<i32>, #K>) {
    %xk = ttg.convert_layout %x : tensor<512xf32, #L> -> tensor<512xf32, #K>
    %il = ttg.convert_layout %i : tensor<512xi32, #K> -> tensor<512xi32, #L>
    %xl = math.absf %xk : tensor<512xf32, #K>
    %src = ttg.convert_layout %xl : tensor<512xf32, #K> -> tensor<512xf32, #L>
    %g = tt.gather %src[%il] {axis = 0 : i32} : (tensor<512xf32, #L>, tensor<512xi32, #L>) -> tensor<512xf32, #L>
    %h = tt.histogram %il : tensor<512xi32, #L> -> tensor<512xi32, #L>
    %gk = ttg.convert_layout %g : tensor<512xf32, #L> -> tensor<512xf32, #K>
    %hk = ttg.convert_layout %h : tensor<512xi32, #L> -> tensor<512xi32, #K>
    tt.store %pf, %gk : tensor<512x!tt.ptr<f32>, #K>
    tt.store %pi, %hk : tensor<512x!tt.ptr<i32>, #K>
    tt.return
  }
// CHECK-NOT: convert_layout
// CHECK: tt.gather %{{.*}}[%i] {{.*}} : (tensor<512xf32, #L>, tensor<512xi32, #K>) -> tensor<512xf32, #K>
// CHECK: tt.histogram %i : tensor<512xi32, #K> -> tensor<512xi32, #K>
}
