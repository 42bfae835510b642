// A hand-made program equal to fan_out.mlir: what is found must be no costlier.
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
    %k0 = arith.constant dense<2.0> : tensor<64x64xf32, #B>
    %m0 = arith.mulf %x2, %k0 : tensor<64x64xf32, #B>
    %k1 = arith.constant dense<3.0> : tensor<64x64xf32, #B>
    %m1 = arith.mulf %x2, %k1 : tensor<64x64xf32, #B>
    %k2 = arith.constant dense<4.0> : tensor<64x64xf32, #B>
    %m2 = arith.mulf %x2, %k2 : tensor<64x64xf32, #B>
    %ps0r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %ps0c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %ps0re = tt.expand_dims %ps0r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %ps0ce = tt.expand_dims %ps0c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %ps0k = arith.constant dense<1> : tensor<64x1xi32, #B>
    %ps0k2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %ps0rm = arith.muli %ps0re, %ps0k : tensor<64x1xi32, #B>
    %ps0cm = arith.muli %ps0ce, %ps0k2 : tensor<1x64xi32, #B>
    %ps0rb = tt.broadcast %ps0rm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %ps0cb = tt.broadcast %ps0cm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %ps0o = arith.addi %ps0rb, %ps0cb : tensor<64x64xi32, #B>
    %ps0s = tt.splat %a : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %ps0 = tt.addptr %ps0s, %ps0o : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    tt.store %ps0, %m0 : tensor<64x64x!tt.ptr<f32>, #B>
    %ps1r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %ps1c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %ps1re = tt.expand_dims %ps1r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %ps1ce = tt.expand_dims %ps1c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %ps1k = arith.constant dense<1> : tensor<64x1xi32, #B>
    %ps1k2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %ps1rm = arith.muli %ps1re, %ps1k : tensor<64x1xi32, #B>
    %ps1cm = arith.muli %ps1ce, %ps1k2 : tensor<1x64xi32, #B>
    %ps1rb = tt.broadcast %ps1rm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %ps1cb = tt.broadcast %ps1cm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %ps1o = arith.addi %ps1rb, %ps1cb : tensor<64x64xi32, #B>
    %ps1s = tt.splat %b : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %ps1 = tt.addptr %ps1s, %ps1o : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    tt.store %ps1, %m1 : tensor<64x64x!tt.ptr<f32>, #B>
    %ps2r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %ps2c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %ps2re = tt.expand_dims %ps2r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %ps2ce = tt.expand_dims %ps2c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %ps2k = arith.constant dense<1> : tensor<64x1xi32, #B>
    %ps2k2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %ps2rm = arith.muli %ps2re, %ps2k : tensor<64x1xi32, #B>
    %ps2cm = arith.muli %ps2ce, %ps2k2 : tensor<1x64xi32, #B>
    %ps2rb = tt.broadcast %ps2rm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %ps2cb = tt.broadcast %ps2cm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %ps2o = arith.addi %ps2rb, %ps2cb : tensor<64x64xi32, #B>
    %ps2s = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %ps2 = tt.addptr %ps2s, %ps2o : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    tt.store %ps2, %m2 : tensor<64x64x!tt.ptr<f32>, #B>
    tt.return
  }
}
