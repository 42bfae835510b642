// The results of a split are wanted in layouts that are one map written in two ways: each split gives both of its results in one of them.
// RUN: egraph-opt %s --move-loads --move-stores | filecheck %s
#s = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [0, 1]}>}>
#w = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#j = #ttg.linear<{register = [[0, 1], [1, 0], [2, 0]], lane = [[4, 0], [8, 0], [16, 0], [0, 0], [0, 0]], warp = [[0, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %c: !tt.ptr<f16>) {
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #w>
    %k = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #s>
    %ap = tt.splat %a : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #w>
    %aq = tt.addptr %ap, %i : tensor<32x!tt.ptr<f16>, #w>, tensor<32xi32, #w>
    %x = tt.load %aq : tensor<32x!tt.ptr<f16>, #w>
    %y = tt.join %x, %x : tensor<32xf16, #w> -> tensor<32x2xf16, #j>
    %l, %r = tt.split %y : tensor<32x2xf16, #j> -> tensor<32xf16, #w>
    %n = arith.constant dense<3> : tensor<32xi32, #s>
    %g = tt.gather %r[%n] {axis = 0 : i32} : (tensor<32xf16, #w>, tensor<32xi32, #s>) -> tensor<32xf16, #s>
    %bp = tt.splat %b : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #w>
    %bq = tt.addptr %bp, %i : tensor<32x!tt.ptr<f16>, #w>, tensor<32xi32, #w>
    tt.store %bq, %l : tensor<32x!tt.ptr<f16>, #w>
    %cp = tt.splat %c : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #s>
    %cq = tt.addptr %cp, %k : tensor<32x!tt.ptr<f16>, #s>, tensor<32xi32, #s>
    tt.store %cq, %g : tensor<32x!tt.ptr<f16>, #s>
    tt.return
  }
}
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.split %y
// CHECK: tt.gather
// CHECK: tt.split %y
// CHECK-NOT: ttg.convert_layout
