// Convert after the truncation, where half the bytes move.
// RUN: egraph-opt %s --cost shared_bytes | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %a: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %pxr = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #A}>>
    %pxc = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #A}>>
    %pxre = tt.expand_dims %pxr {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #A}>> -> tensor<64x1xi32, #A>
    %pxce = tt.expand_dims %pxc {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #A}>> -> tensor<1x64xi32, #A>
    %pxk = arith.constant dense<64> : tensor<64x1xi32, #A>
    %pxk2 = arith.constant dense<1> : tensor<1x64xi32, #A>
    %pxrm = arith.muli %pxre, %pxk : tensor<64x1xi32, #A>
    %pxcm = arith.muli %pxce, %pxk2 : tensor<1x64xi32, #A>
    %pxrb = tt.broadcast %pxrm : tensor<64x1xi32, #A> -> tensor<64x64xi32, #A>
    %pxcb = tt.broadcast %pxcm : tensor<1x64xi32, #A> -> tensor<64x64xi32, #A>
    %pxo = arith.addi %pxrb, %pxcb : tensor<64x64xi32, #A>
    %pxs = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
    %px = tt.addptr %pxs, %pxo : tensor<64x64x!tt.ptr<f32>, #A>, tensor<64x64xi32, #A>
    %x = tt.load %px : tensor<64x64x!tt.ptr<f32>, #A>
    %x2 = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %t = arith.truncf %x2 : tensor<64x64xf32, #B> to tensor<64x64xf16, #B>
    %psr = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %psc = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %psre = tt.expand_dims %psr {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %psce = tt.expand_dims %psc {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %psk = arith.constant dense<1> : tensor<64x1xi32, #B>
    %psk2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %psrm = arith.muli %psre, %psk : tensor<64x1xi32, #B>
    %pscm = arith.muli %psce, %psk2 : tensor<1x64xi32, #B>
    %psrb = tt.broadcast %psrm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %pscb = tt.broadcast %pscm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %pso = arith.addi %psrb, %pscb : tensor<64x64xi32, #B>
    %pss = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #B>
    %ps = tt.addptr %pss, %pso : tensor<64x64x!tt.ptr<f16>, #B>, tensor<64x64xi32, #B>
    tt.store %ps, %t : tensor<64x64x!tt.ptr<f16>, #B>
    tt.return
  }
}
// CHECK: arith.truncf {{.*}}#A> to tensor<64x64xf16, #A>
// CHECK: ttg.convert_layout {{.*}}f16, #A> -> {{.*}}f16, #B>
// CHECK-NOT: ttg.convert_layout
