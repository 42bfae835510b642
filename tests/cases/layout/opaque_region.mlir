// An operation that nobody declared stays as it is, its region too; what it uses from outside stays in its layout.
// RUN: egraph-opt %s --cost converts | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
"builtin.module"() ({
  tt.func public @k(%s: f32) {
    %a = tt.splat %s : f32 -> tensor<64x64xf32, #A>
    %b = ttg.convert_layout %a : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    "their.op"(%b) ({
    ^bb0(%x: f32):
      "their.use"(%a, %x) : (tensor<64x64xf32, #A>, f32) -> ()
    }) : (tensor<64x64xf32, #B>) -> ()
    tt.return
  }
}) : () -> ()
// CHECK-DAG: tt.splat %s : f32 -> tensor<64x64xf32, #A>
// CHECK-DAG: tt.splat %s : f32 -> tensor<64x64xf32, #B>
// CHECK-NOT: ttg.convert_layout
// CHECK: "their.op"
// CHECK: "their.use"(%a, %x) : (tensor<64x64xf32, #A>, f32) -> ()
