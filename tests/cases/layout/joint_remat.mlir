// Two uses want the same chain in another layout: compute it there once, without any conversion.
// RUN: egraph-opt %s --cost shared_bytes | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %h = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #A}>>
    %hf0 = arith.sitofp %h : tensor<64xi32, #ttg.slice<{dim = 1, parent = #A}>> to tensor<64xf32, #ttg.slice<{dim = 1, parent = #A}>>
    %he = tt.expand_dims %hf0 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #A}>> -> tensor<64x1xf32, #A>
    %hb = tt.broadcast %he : tensor<64x1xf32, #A> -> tensor<64x64xf32, #A>
    %e0 = math.exp %hb : tensor<64x64xf32, #A>
    %e1 = math.sin %e0 : tensor<64x64xf32, #A>
    %e2 = math.exp %e1 : tensor<64x64xf32, #A>
    %e3 = math.cos %e2 : tensor<64x64xf32, #A>
    %e4 = math.sqrt %e3 : tensor<64x64xf32, #A>
    %u = arith.mulf %e4, %e4 : tensor<64x64xf32, #A>
    %v = arith.addf %e4, %e4 : tensor<64x64xf32, #A>
    %u2 = ttg.convert_layout %u : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %v2 = ttg.convert_layout %v : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
    %por = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %poc = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %pore = tt.expand_dims %por {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %poce = tt.expand_dims %poc {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %pok = arith.constant dense<1> : tensor<64x1xi32, #B>
    %pok2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %porm = arith.muli %pore, %pok : tensor<64x1xi32, #B>
    %pocm = arith.muli %poce, %pok2 : tensor<1x64xi32, #B>
    %porb = tt.broadcast %porm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %pocb = tt.broadcast %pocm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %poo = arith.addi %porb, %pocb : tensor<64x64xi32, #B>
    %pos = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %po = tt.addptr %pos, %poo : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    tt.store %po, %u2 : tensor<64x64x!tt.ptr<f32>, #B>
    %pqr = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %pqc = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %pqre = tt.expand_dims %pqr {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %pqce = tt.expand_dims %pqc {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %pqk = arith.constant dense<1> : tensor<64x1xi32, #B>
    %pqk2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %pqrm = arith.muli %pqre, %pqk : tensor<64x1xi32, #B>
    %pqcm = arith.muli %pqce, %pqk2 : tensor<1x64xi32, #B>
    %pqrb = tt.broadcast %pqrm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %pqcb = tt.broadcast %pqcm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %pqo = arith.addi %pqrb, %pqcb : tensor<64x64xi32, #B>
    %pqs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %pq = tt.addptr %pqs, %pqo : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    tt.store %pq, %v2 : tensor<64x64x!tt.ptr<f32>, #B>
    tt.return
  }
}
// CHECK: tt.store
// CHECK-NOT: ttg.convert_layout
