// Copy to shared memory from whichever layout a tensor is held in, when it is made and later.
// RUN: egraph-opt %s --cost shared_bytes | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#L = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#K = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xf16, #A>, %m: !ttg.memdesc<64x64xf16, #S, #smem, mutable>) {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
    %a = ttg.local_alloc %y : (tensor<64x64xf16, #B>) -> !ttg.memdesc<64x64xf16, #S, #smem>
    %z = math.absf %y : tensor<64x64xf16, #B>
    ttg.local_store %z, %m : tensor<64x64xf16, #B> -> !ttg.memdesc<64x64xf16, #S, #smem, mutable>
    %v = ttg.local_load %a : !ttg.memdesc<64x64xf16, #S, #smem> -> tensor<64x64xf16, #B>
    ttg.local_store %v, %m : tensor<64x64xf16, #B> -> !ttg.memdesc<64x64xf16, #S, #smem, mutable>
    tt.return
  }
// CHECK-NOT: convert_layout
// CHECK: ttg.local_alloc %x : (tensor<64x64xf16, #A>)
// CHECK: ttg.local_store %{{.*}} : tensor<64x64xf16, #A>
}
