#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: tensor<64x64xf32, #a>, %p: tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #a}>>) {
    %y = ttg.convert_layout %x : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>
    %z = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%i: f32, %j: f32):
      %k = arith.addf %i, %j : f32
      tt.reduce.return %k : f32
    }) : (tensor<64x64xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>
    %w = ttg.convert_layout %z : tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #a}>>
    tt.store %p, %w : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #a}>>
    tt.return
  }
}
