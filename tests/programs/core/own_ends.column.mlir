
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: tensor<128x1x!tt.ptr<f32>, #A>, %q: tensor<128x128x!tt.ptr<f32>, #B>) {
    %x = tt.load %p : tensor<128x1x!tt.ptr<f32>, #A>
    %b = tt.broadcast %x : tensor<128x1xf32, #A> -> tensor<128x128xf32, #A>
    %e = math.exp %b : tensor<128x128xf32, #A>
    %z = ttg.convert_layout %e : tensor<128x128xf32, #A> -> tensor<128x128xf32, #B>
    tt.store %q, %z : tensor<128x128x!tt.ptr<f32>, #B>
    tt.return
  }
}
