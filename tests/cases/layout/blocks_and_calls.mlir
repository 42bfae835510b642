// Conversions cancel across the blocks of a function; what branches and calls hand on keeps its layout.
// RUN: egraph-opt %s | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @callee(%x: tensor<64x64xf32, #A>) -> tensor<64x64xf32, #A> attributes {noinline = true} {
    %0 = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %1 = math.exp2 %0 : tensor<64x64xf32, #B>
    %2 = ttg.convert_layout %1 : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    tt.return %2 : tensor<64x64xf32, #A>
  }
  tt.func public @blocks(%p: tensor<64x64x!tt.ptr<f32>, #A>, %c: i1, %x: tensor<64x64xf32, #A>) {
    %0 = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %1 = math.exp2 %0 : tensor<64x64xf32, #B>
    cf.cond_br %c, ^bb1(%1 : tensor<64x64xf32, #B>), ^bb2
  ^bb1(%y: tensor<64x64xf32, #B>):
    %2 = arith.addf %y, %1 : tensor<64x64xf32, #B>
    %3 = ttg.convert_layout %2 : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    %4 = tt.call @callee(%3) : (tensor<64x64xf32, #A>) -> tensor<64x64xf32, #A>
    %5 = ttg.convert_layout %4 : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %6 = arith.addf %5, %5 : tensor<64x64xf32, #B>
    %7 = ttg.convert_layout %6 : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    tt.store %p, %7 : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  ^bb2:
    %8 = ttg.convert_layout %1 : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    tt.store %p, %8 : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  }
}
// CHECK-LABEL: @callee
// CHECK-NOT: ttg.convert_layout
// CHECK-LABEL: @blocks
// CHECK: %[[E:.+]] = math.exp2 %x : tensor<64x64xf32, #A>
// CHECK: %[[B:.+]] = ttg.convert_layout %[[E]] : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
// CHECK: cf.cond_br %c, ^bb1(%[[B]] : tensor<64x64xf32, #B>), ^bb2
// CHECK: ttg.convert_layout
// CHECK: tt.call @callee
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %p, %[[E]] : tensor<64x64x!tt.ptr<f32>, #A>
