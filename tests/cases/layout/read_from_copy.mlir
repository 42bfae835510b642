// A copy in shared memory that is there anyway is read in another layout, instead of a conversion; where it comes too late, it is made earlier.
// RUN: egraph-opt %s --read-copies | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#M = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#S = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @before(%x: tensor<64x64xf16, #M>, %p: tensor<64x64x!tt.ptr<f16>, #A>, %d: !tt.tensordesc<tensor<64x64xf16, #S>>, %i: i32) {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> !ttg.memdesc<64x64xf16, #S, #smem>
    %y = ttg.convert_layout %x : tensor<64x64xf16, #M> -> tensor<64x64xf16, #A>
    tt.store %p, %y : tensor<64x64x!tt.ptr<f16>, #A>
    ttng.async_tma_copy_local_to_global %d[%i, %i] %a : !tt.tensordesc<tensor<64x64xf16, #S>>, !ttg.memdesc<64x64xf16, #S, #smem>
    tt.return
  }
// CHECK: @before
// CHECK-NOT: convert_layout
// CHECK: [[A:%.*]] = ttg.local_alloc %x
// CHECK: [[Y:%.*]] = ttg.local_load [[A]]
// CHECK: tt.store %p, [[Y]]
  tt.func public @after(%x: tensor<64x64xf16, #M>, %p: tensor<64x64x!tt.ptr<f16>, #A>, %d: !tt.tensordesc<tensor<64x64xf16, #S>>, %i: i32) {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #M> -> tensor<64x64xf16, #A>
    tt.store %p, %y : tensor<64x64x!tt.ptr<f16>, #A>
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> !ttg.memdesc<64x64xf16, #S, #smem>
    ttng.async_tma_copy_local_to_global %d[%i, %i] %a : !tt.tensordesc<tensor<64x64xf16, #S>>, !ttg.memdesc<64x64xf16, #S, #smem>
    tt.return
  }
// CHECK: @after
// CHECK-NOT: convert_layout
// CHECK: [[A:%.*]] = ttg.local_alloc %x
// CHECK: [[Y:%.*]] = ttg.local_load [[A]]
// CHECK: tt.store %p, [[Y]]
  tt.func public @written_again(%x: tensor<64x64xf16, #M>, %p: tensor<64x64x!tt.ptr<f16>, #A>) {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> !ttg.memdesc<64x64xf16, #S, #smem, mutable>
    "their.op"(%a) : (!ttg.memdesc<64x64xf16, #S, #smem, mutable>) -> ()
    %y = ttg.convert_layout %x : tensor<64x64xf16, #M> -> tensor<64x64xf16, #A>
    tt.store %p, %y : tensor<64x64x!tt.ptr<f16>, #A>
    tt.return
  }
// CHECK: @written_again
// CHECK: convert_layout
// CHECK-NOT: local_load
  tt.func public @seen_by_others(%x: tensor<64x64xf16, #M>, %p: tensor<64x64x!tt.ptr<f16>, #A>) {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #M>) -> !ttg.memdesc<64x64xf16, #S, #smem>
    "their.op"(%a) : (!ttg.memdesc<64x64xf16, #S, #smem>) -> ()
    %y = ttg.convert_layout %x : tensor<64x64xf16, #M> -> tensor<64x64xf16, #A>
    tt.store %p, %y : tensor<64x64x!tt.ptr<f16>, #A>
    tt.return
  }
// CHECK: @seen_by_others
// CHECK: convert_layout
// CHECK-NOT: local_load
}
