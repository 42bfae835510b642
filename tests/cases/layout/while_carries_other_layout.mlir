// A value carried by scf.while is converted on entry, in every iteration and after: carry it in the layout that it is computed in.
// RUN: egraph-opt %s --cost converts | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%ptrs: tensor<64x64x!tt.ptr<f32>, #B>, %n: i32) {
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #A>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.while (%x = %zero, %i = %c0) : (tensor<64x64xf32, #A>, i32) -> (tensor<64x64xf32, #A>, i32) {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %x, %i : tensor<64x64xf32, #A>, i32
    } do {
    ^bb0(%y: tensor<64x64xf32, #A>, %j: i32):
      %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>, #B>
      %in = ttg.convert_layout %y : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
      %sum = arith.addf %in, %loaded : tensor<64x64xf32, #B>
      %out = ttg.convert_layout %sum : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
      %next = arith.addi %j, %c1 : i32
      scf.yield %out, %next : tensor<64x64xf32, #A>, i32
    }
    %last = ttg.convert_layout %r#0 : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    tt.store %ptrs, %last : tensor<64x64x!tt.ptr<f32>, #B>
    tt.return
  }
}
// CHECK: scf.while {{.*}} : (tensor<64x64xf32, #B>, i32) -> (tensor<64x64xf32, #B>, i32)
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store
