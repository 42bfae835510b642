// Store a matmul result where it is: its rows fill whole sectors, so the conversion buys nothing.
// RUN: egraph-opt %s --cost cycles --move-stores | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#L = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#K = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x: tensor<64x64xf32, #M>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #A}>>
    %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #A}>>
    %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #A}>> -> tensor<64x1xi32, #A>
    %ce = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #A}>> -> tensor<1x64xi32, #A>
    %k64 = arith.constant dense<64> : tensor<64x1xi32, #A>
    %rm = arith.muli %re, %k64 : tensor<64x1xi32, #A>
    %rb = tt.broadcast %rm : tensor<64x1xi32, #A> -> tensor<64x64xi32, #A>
    %cb = tt.broadcast %ce : tensor<1x64xi32, #A> -> tensor<64x64xi32, #A>
    %o = arith.addi %rb, %cb : tensor<64x64xi32, #A>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
    %to = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>, #A>, tensor<64x64xi32, #A>
    %y = ttg.convert_layout %x : tensor<64x64xf32, #M> -> tensor<64x64xf32, #A>
    tt.store %to, %y : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  }
// CHECK-NOT: convert_layout
// CHECK: tt.store %{{.*}}, %x : tensor<64x64x!tt.ptr<f32>, #M>
}
