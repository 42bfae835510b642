#e = #ttg.linear<{register = [[1, 0], [2, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [4, 0], [8, 0]], warp=[], block=[]}>
#h = #ttg.linear<{register = [[1, 0], [8, 0]], lane = [[0, 1], [0, 2], [0, 4], [2, 0], [4, 0]], warp=[], block=[]}>
#o = #ttg.linear<{register = [[16, 0], [1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [4, 0], [8, 0]], warp=[], block=[]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: tensor<16x8xi8, #h>) -> tensor<32x8xf16, #o> {
    %y = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<16x8xi8, #h> -> tensor<32x8xf16, #e>
    %z = ttg.convert_layout %y : tensor<32x8xf16, #e> -> tensor<32x8xf16, #o>
    tt.return %z : tensor<32x8xf16, #o>
  }
}
