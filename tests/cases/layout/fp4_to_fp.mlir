// A conversion moves above the unpacking of fp4, where elements have a quarter of the bytes, if both halves of a byte go to neighbouring registers.
// RUN: egraph-opt %s --cost shared_bytes | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#A2 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#R = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#R2 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#S2 = #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [1, 0]}>
#T2 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#Q2 = #ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @columns(%x: tensor<64x64xi8, #A>, %to: tensor<64x128x!tt.ptr<bf16>, #S2>) {
    %f = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<64x64xi8, #A> -> tensor<64x128xbf16, #A2>
    %c = ttg.convert_layout %f : tensor<64x128xbf16, #A2> -> tensor<64x128xbf16, #S2>
    tt.store %to, %c : tensor<64x128x!tt.ptr<bf16>, #S2>
    tt.return
  }
  tt.func public @rows(%x: tensor<64x64xi8, #R>, %to: tensor<128x64x!tt.ptr<bf16>, #T2>) {
    %f = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<64x64xi8, #R> -> tensor<128x64xbf16, #R2>
    %c = ttg.convert_layout %f : tensor<128x64xbf16, #R2> -> tensor<128x64xbf16, #T2>
    tt.store %to, %c : tensor<128x64x!tt.ptr<bf16>, #T2>
    tt.return
  }
  tt.func public @pairs_behind(%x: tensor<64x64xi8, #R>, %to: tensor<128x64x!tt.ptr<bf16>, #Q2>) {
    %f = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<64x64xi8, #R> -> tensor<128x64xbf16, #R2>
    %c = ttg.convert_layout %f : tensor<128x64xbf16, #R2> -> tensor<128x64xbf16, #Q2>
    tt.store %to, %c : tensor<128x64x!tt.ptr<bf16>, #Q2>
    tt.return
  }
}
// CHECK-LABEL: @columns
// CHECK: %[[X:.+]] = ttg.convert_layout %x : tensor<64x64xi8, #A> -> tensor<64x64xi8, #ttg.linear
// CHECK: %[[F:.+]] = ttg.fp4_to_fp %[[X]] {axis = 1 : i32} : {{.*}} -> tensor<64x128xbf16, #S2>
// CHECK: tt.store %to, %[[F]]
// CHECK-LABEL: @rows
// CHECK: %[[Y:.+]] = ttg.convert_layout %x : tensor<64x64xi8, #R> -> tensor<64x64xi8, #ttg.linear
// CHECK: %[[G:.+]] = ttg.fp4_to_fp %[[Y]] {axis = 0 : i32} : {{.*}} -> tensor<128x64xbf16, #T2>
// CHECK: tt.store %to, %[[G]]
// CHECK-LABEL: @pairs_behind
// CHECK: ttg.fp4_to_fp %x
// CHECK: ttg.convert_layout {{.*}} -> tensor<128x64xbf16, #Q2>
