// A hand-made program equal to for_result.mlir: what is found must be no costlier.
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = arith.constant dense<0.0> : tensor<64x64xf32, #B>
    %one = arith.constant dense<1.0> : tensor<64x64xf32, #B>
    %r = scf.for %it = %c0 to %n step %c1 iter_args(%acc = %i) -> (tensor<64x64xf32, #B>) : i32 {
      %sf = arith.sitofp %it : i32 to f32
      %sp = tt.splat %sf : f32 -> tensor<64x64xf32, #B>
      %t0 = arith.addf %acc, %sp : tensor<64x64xf32, #B>
      scf.yield %t0 : tensor<64x64xf32, #B>
    }
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
    tt.store %po, %r : tensor<64x64x!tt.ptr<f32>, #B>
    tt.return
  }
}
