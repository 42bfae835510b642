// A thread loads what it stored itself: in another layout, it might load before another thread has stored.
// RUN: egraph-opt %s --cost cycles --move-loads --move-stores --min-gain 0 | filecheck %s
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#L = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#R = #ttg.slice<{dim = 1, parent = #M}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: tensor<128x64x!tt.ptr<f32>, #M>, %x: tensor<128xf32, #R>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #L>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #L>
    %to = tt.addptr %ps, %i : tensor<128x!tt.ptr<f32>, #L>, tensor<128xi32, #L>
    scf.for %j = %zero to %n step %one : i32 {
      %y = ttg.convert_layout %x : tensor<128xf32, #R> -> tensor<128xf32, #L>
      tt.store %to, %y : tensor<128x!tt.ptr<f32>, #L>
      %z = tt.load %to : tensor<128x!tt.ptr<f32>, #L>
      %w = ttg.convert_layout %z : tensor<128xf32, #L> -> tensor<128xf32, #R>
      %e = tt.expand_dims %w {axis = 1 : i32} : tensor<128xf32, #R> -> tensor<128x1xf32, #M>
      %b = tt.broadcast %e : tensor<128x1xf32, #M> -> tensor<128x64xf32, #M>
      tt.store %q, %b : tensor<128x64x!tt.ptr<f32>, #M>
    }
    tt.return
  }
// CHECK: tt.store {{.*}} : tensor<128x!tt.ptr<f32>, #L>
// CHECK: tt.load {{.*}} : tensor<128x!tt.ptr<f32>, #L>
}
