// Operations that compute several results of each element, or assert something of it, take any layout.
// RUN: egraph-opt %s | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xi32, #A>, %p: tensor<64x64x!tt.ptr<i32>, #A>) {
    %y = ttg.convert_layout %x : tensor<64x64xi32, #A> -> tensor<64x64xi32, #B>
    %m:2 = "tt.map_elementwise"(%y) <{pack = 1 : i32}> ({
    ^bb0(%i: i32):
      %k = arith.addi %i, %i : i32
      tt.map_elementwise.return %k, %i : i32, i32
    }) : (tensor<64x64xi32, #B>) -> (tensor<64x64xi32, #B>, tensor<64x64xi32, #B>)
    %lo, %hi = arith.mulsi_extended %m#0, %m#1 : tensor<64x64xi32, #B>
    %c = arith.cmpi slt, %lo, %hi : tensor<64x64xi32, #B>
    tt.assert %c, "overflow" : tensor<64x64xi1, #B>
    %w = ttg.convert_layout %hi : tensor<64x64xi32, #B> -> tensor<64x64xi32, #A>
    tt.store %p, %w : tensor<64x64x!tt.ptr<i32>, #A>
    tt.return
  }
// CHECK-NOT: convert_layout
// CHECK: "tt.map_elementwise"(%x)
// CHECK: arith.mulsi_extended %{{.*}} : tensor<64x64xi32, #A>
// CHECK: tt.assert %{{.*}}, "overflow" : tensor<64x64xi1, #A>
// CHECK-NOT: convert_layout
// CHECK: tt.store
}
