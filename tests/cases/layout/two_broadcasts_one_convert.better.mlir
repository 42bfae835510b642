// A hand-made program equal to two_broadcasts_one_convert.mlir: what is found must be no costlier.
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %par = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #A}>>
    %pac = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32, #ttg.slice<{dim = 0, parent = #A}>>
    %pare = tt.expand_dims %par {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #A}>> -> tensor<128x1xi32, #A>
    %pace = tt.expand_dims %pac {axis = 0 : i32} : tensor<1xi32, #ttg.slice<{dim = 0, parent = #A}>> -> tensor<1x1xi32, #A>
    %pak = arith.constant dense<1> : tensor<128x1xi32, #A>
    %pak2 = arith.constant dense<1> : tensor<1x1xi32, #A>
    %parm = arith.muli %pare, %pak : tensor<128x1xi32, #A>
    %pacm = arith.muli %pace, %pak2 : tensor<1x1xi32, #A>
    %parb = tt.broadcast %parm : tensor<128x1xi32, #A> -> tensor<128x1xi32, #A>
    %pacb = tt.broadcast %pacm : tensor<1x1xi32, #A> -> tensor<128x1xi32, #A>
    %pao = arith.addi %parb, %pacb : tensor<128x1xi32, #A>
    %pas = tt.splat %p : !tt.ptr<f32> -> tensor<128x1x!tt.ptr<f32>, #A>
    %pa = tt.addptr %pas, %pao : tensor<128x1x!tt.ptr<f32>, #A>, tensor<128x1xi32, #A>
    %a = tt.load %pa : tensor<128x1x!tt.ptr<f32>, #A>
    %pbr = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32, #ttg.slice<{dim = 1, parent = #A}>>
    %pbc = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #A}>>
    %pbre = tt.expand_dims %pbr {axis = 1 : i32} : tensor<1xi32, #ttg.slice<{dim = 1, parent = #A}>> -> tensor<1x1xi32, #A>
    %pbce = tt.expand_dims %pbc {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #A}>> -> tensor<1x128xi32, #A>
    %pbk = arith.constant dense<128> : tensor<1x1xi32, #A>
    %pbk2 = arith.constant dense<1> : tensor<1x128xi32, #A>
    %pbrm = arith.muli %pbre, %pbk : tensor<1x1xi32, #A>
    %pbcm = arith.muli %pbce, %pbk2 : tensor<1x128xi32, #A>
    %pbrb = tt.broadcast %pbrm : tensor<1x1xi32, #A> -> tensor<1x128xi32, #A>
    %pbcb = tt.broadcast %pbcm : tensor<1x128xi32, #A> -> tensor<1x128xi32, #A>
    %pbo = arith.addi %pbrb, %pbcb : tensor<1x128xi32, #A>
    %pbs = tt.splat %q : !tt.ptr<f32> -> tensor<1x128x!tt.ptr<f32>, #A>
    %pb = tt.addptr %pbs, %pbo : tensor<1x128x!tt.ptr<f32>, #A>, tensor<1x128xi32, #A>
    %b = tt.load %pb : tensor<1x128x!tt.ptr<f32>, #A>
    %a2 = ttg.convert_layout %a : tensor<128x1xf32, #A> -> tensor<128x1xf32, #B>
    %b2 = ttg.convert_layout %b : tensor<1x128xf32, #A> -> tensor<1x128xf32, #B>
    %ab = tt.broadcast %a2 : tensor<128x1xf32, #B> -> tensor<128x128xf32, #B>
    %bb = tt.broadcast %b2 : tensor<1x128xf32, #B> -> tensor<128x128xf32, #B>
    %z = arith.addf %ab, %bb : tensor<128x128xf32, #B>
    %por = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %poc = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %pore = tt.expand_dims %por {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<128x1xi32, #B>
    %poce = tt.expand_dims %poc {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x128xi32, #B>
    %pok = arith.constant dense<1> : tensor<128x1xi32, #B>
    %pok2 = arith.constant dense<128> : tensor<1x128xi32, #B>
    %porm = arith.muli %pore, %pok : tensor<128x1xi32, #B>
    %pocm = arith.muli %poce, %pok2 : tensor<1x128xi32, #B>
    %porb = tt.broadcast %porm : tensor<128x1xi32, #B> -> tensor<128x128xi32, #B>
    %pocb = tt.broadcast %pocm : tensor<1x128xi32, #B> -> tensor<128x128xi32, #B>
    %poo = arith.addi %porb, %pocb : tensor<128x128xi32, #B>
    %pos = tt.splat %o : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #B>
    %po = tt.addptr %pos, %poo : tensor<128x128x!tt.ptr<f32>, #B>, tensor<128x128xi32, #B>
    tt.store %po, %z : tensor<128x128x!tt.ptr<f32>, #B>
    tt.return
  }
}
