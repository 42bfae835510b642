#loc = loc("kernel.py":1:0)
#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%arg0: i32 loc("kernel.py":1:0)) {
    %0 = tt.splat %arg0 : i32 -> tensor<128xi32, #A> loc(#loc1)
    "their.op"(%0) {why = "unknown is kept"} : (tensor<128xi32, #A>) -> () loc(callsite(#loc1 at "x.py":2:3))
    tt.return loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("kernel.py":3:7)
