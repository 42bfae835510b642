// What a switch yields takes the layout of its user in all branches, and a region that is executed once is as the code around it.
// RUN: egraph-opt %s | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%n: index, %x: tensor<64x64xf16, #A>, %p: tensor<64x64x!tt.ptr<f16>, #A>) {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
    %r:2 = scf.index_switch %n -> tensor<64x64xf16, #B>, i1
    case 2 {
      %z = math.absf %y : tensor<64x64xf16, #B>
      %t = arith.constant true
      scf.yield %z, %t : tensor<64x64xf16, #B>, i1
    }
    case 5 {
      %e = scf.execute_region -> tensor<64x64xf16, #B> {
        %z = arith.addf %y, %y : tensor<64x64xf16, #B>
        scf.yield %z : tensor<64x64xf16, #B>
      }
      %t = arith.constant true
      scf.yield %e, %t : tensor<64x64xf16, #B>, i1
    }
    default {
      %f = arith.constant false
      scf.yield %y, %f : tensor<64x64xf16, #B>, i1
    }
    %w = ttg.convert_layout %r#0 : tensor<64x64xf16, #B> -> tensor<64x64xf16, #A>
    scf.if %r#1 {
      tt.store %p, %w : tensor<64x64x!tt.ptr<f16>, #A>
    }
    tt.return
  }
// CHECK-NOT: convert_layout
// CHECK: scf.index_switch
// CHECK: scf.yield %x, %f : tensor<64x64xf16, #A>, i1
// CHECK: math.absf %x : tensor<64x64xf16, #A>
// CHECK: scf.execute_region
// CHECK: arith.addf %x, %x : tensor<64x64xf16, #A>
// CHECK: cases = array<i64: 2, 5>
// CHECK: tt.store
}
