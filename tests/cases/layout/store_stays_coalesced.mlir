// Keep the conversion before a store whose columns lie side by side: storing rows would touch four times the sectors.
// RUN: egraph-opt %s --cost cycles --move-stores | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#W = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#L = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#K = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: tensor<128x128xf32, #W>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %c = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %re = tt.expand_dims %r {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<128x1xi32, #B>
    %ce = tt.expand_dims %c {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x128xi32, #B>
    %k128 = arith.constant dense<4096> : tensor<1x128xi32, #B>
    %cm = arith.muli %ce, %k128 : tensor<1x128xi32, #B>
    %rb = tt.broadcast %re : tensor<128x1xi32, #B> -> tensor<128x128xi32, #B>
    %cb = tt.broadcast %cm : tensor<1x128xi32, #B> -> tensor<128x128xi32, #B>
    %o = arith.addi %rb, %cb : tensor<128x128xi32, #B>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #B>
    %to = tt.addptr %ps, %o : tensor<128x128x!tt.ptr<f32>, #B>, tensor<128x128xi32, #B>
    %y = ttg.convert_layout %x : tensor<128x128xf32, #W> -> tensor<128x128xf32, #B>
    tt.store %to, %y : tensor<128x128x!tt.ptr<f32>, #B>
    tt.return
  }
// CHECK: [[Y:%.*]] = ttg.convert_layout %x
// CHECK: tt.store %{{.*}}, [[Y]] : tensor<128x128x!tt.ptr<f32>, #B>
}
