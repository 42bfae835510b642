#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %c: !tt.ptr<f32>) {
    %p = tt.splat %a : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #a>
    %q = tt.splat %b : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #a>
    %r = tt.splat %c : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #a>
    %x = tt.load %p : tensor<128x!tt.ptr<f32>, #a>
    tt.store %q, %x : tensor<128x!tt.ptr<f32>, #a>
    %y = tt.load %p : tensor<128x!tt.ptr<f32>, #a>
    tt.store %r, %y : tensor<128x!tt.ptr<f32>, #a>
    tt.return
  }
}
