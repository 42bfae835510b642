// Two loads in different layouts meet in an addition that is stored in one of them: one conversion is enough.
// RUN: egraph-opt %s --cost converts | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
    %pyr = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>>
    %pyc = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>>
    %pyre = tt.expand_dims %pyr {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #B}>> -> tensor<64x1xi32, #B>
    %pyce = tt.expand_dims %pyc {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #B}>> -> tensor<1x64xi32, #B>
    %pyk = arith.constant dense<1> : tensor<64x1xi32, #B>
    %pyk2 = arith.constant dense<64> : tensor<1x64xi32, #B>
    %pyrm = arith.muli %pyre, %pyk : tensor<64x1xi32, #B>
    %pycm = arith.muli %pyce, %pyk2 : tensor<1x64xi32, #B>
    %pyrb = tt.broadcast %pyrm : tensor<64x1xi32, #B> -> tensor<64x64xi32, #B>
    %pycb = tt.broadcast %pycm : tensor<1x64xi32, #B> -> tensor<64x64xi32, #B>
    %pyo = arith.addi %pyrb, %pycb : tensor<64x64xi32, #B>
    %pys = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %py = tt.addptr %pys, %pyo : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    %y = tt.load %py : tensor<64x64x!tt.ptr<f32>, #B>
    %y2 = ttg.convert_layout %y : tensor<64x64xf32, #B> -> tensor<64x64xf32, #A>
    %z = arith.addf %x, %y2 : tensor<64x64xf32, #A>
    %w = arith.mulf %z, %z : tensor<64x64xf32, #A>
    %w2 = ttg.convert_layout %w : tensor<64x64xf32, #A> -> tensor<64x64xf32, #B>
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
    %pos = tt.splat %o : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #B>
    %po = tt.addptr %pos, %poo : tensor<64x64x!tt.ptr<f32>, #B>, tensor<64x64xi32, #B>
    tt.store %po, %w2 : tensor<64x64x!tt.ptr<f32>, #B>
    tt.return
  }
}
// CHECK-COUNT-1: ttg.convert_layout
// CHECK-NOT: ttg.convert_layout
