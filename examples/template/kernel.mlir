#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%flag: i1, %p: tensor<64x64x!tt.ptr<f32>, #A>, %q: tensor<64x64x!tt.ptr<f32>, #A>) {
    %x = tt.load %p : tensor<64x64x!tt.ptr<f32>, #A>
    %r = scf.if %flag -> (tensor<64x64xf32, #B>) {
      %b = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
      scf.yield %b : tensor<64x64xf32, #B>
    } else {
      %b = ttg.convert_layout %x : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
      scf.yield %b : tensor<64x64xf32, #B>
    }
    %s = arith.addf %r, %r : tensor<64x64xf32, #B>
    %z = ttg.convert_layout %s : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    tt.store %q, %z : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  }
}
