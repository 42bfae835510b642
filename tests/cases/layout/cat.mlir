// A conversion moves above a concatenation where each thread's registers stay those of the first operand, then those of the second.
// RUN: egraph-opt %s --cost shared_bytes | filecheck %s
#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#B = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#A2 = #ttg.linear<{register = [[128], [256], [512]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>
#B2 = #ttg.linear<{register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>
#M2 = #ttg.linear<{register = [[1], [512], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>
#C = #ttg.linear<{register = [[0]], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]], block = []}>
#L = #ttg.linear<{register = [], lane = [[16], [1], [2], [4], [8]], warp = [[0], [0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @narrow_first(%x: tensor<512xi8, #A>, %y: tensor<512xi8, #A>, %to: tensor<1024x!tt.ptr<f32>, #B2>) {
    %z = tt.cat %x, %y : tensor<512xi8, #A> -> tensor<1024xi8, #A2>
    %w = arith.sitofp %z : tensor<1024xi8, #A2> to tensor<1024xf32, #A2>
    %c = ttg.convert_layout %w : tensor<1024xf32, #A2> -> tensor<1024xf32, #B2>
    tt.store %to, %c : tensor<1024x!tt.ptr<f32>, #B2>
    tt.return
  }
  tt.func public @cancels(%x: tensor<512xf32, #B>, %to: tensor<1024x!tt.ptr<f32>, #B2>) {
    %a = ttg.convert_layout %x : tensor<512xf32, #B> -> tensor<512xf32, #A>
    %z = tt.cat %a, %a : tensor<512xf32, #A> -> tensor<1024xf32, #A2>
    %c = ttg.convert_layout %z : tensor<1024xf32, #A2> -> tensor<1024xf32, #B2>
    tt.store %to, %c : tensor<1024x!tt.ptr<f32>, #B2>
    tt.return
  }
  tt.func public @registers_elsewhere(%x: tensor<512xf32, #A>, %y: tensor<512xf32, #A>, %to: tensor<1024x!tt.ptr<f32>, #M2>) {
    %z = tt.cat %x, %y : tensor<512xf32, #A> -> tensor<1024xf32, #A2>
    %c = ttg.convert_layout %z : tensor<1024xf32, #A2> -> tensor<1024xf32, #M2>
    tt.store %to, %c : tensor<1024x!tt.ptr<f32>, #M2>
    tt.return
  }
  tt.func public @copies_in_registers(%x: tensor<16xf32, #A>, %y: tensor<16xf32, #A>, %to: tensor<32x!tt.ptr<f32>, #L>) {
    %z = tt.cat %x, %y : tensor<16xf32, #A> -> tensor<32xf32, #C>
    %c = ttg.convert_layout %z : tensor<32xf32, #C> -> tensor<32xf32, #L>
    tt.store %to, %c : tensor<32x!tt.ptr<f32>, #L>
    tt.return
  }
}
// CHECK-LABEL: @narrow_first
// CHECK: %[[Z:.+]] = tt.cat %x, %y
// CHECK: %[[C:.+]] = ttg.convert_layout %[[Z]] : tensor<1024xi8, #A2> -> tensor<1024xi8, #B2>
// CHECK: %[[W:.+]] = arith.sitofp %[[C]]
// CHECK: tt.store %to, %[[W]]
// CHECK-LABEL: @cancels
// CHECK-NEXT: %[[Z:.+]] = tt.cat %x, %x : {{.*}} -> tensor<1024xf32, #B2>
// CHECK-NEXT: tt.store %to, %[[Z]]
// CHECK-LABEL: @registers_elsewhere
// CHECK: tt.cat %x, %y
// CHECK: ttg.convert_layout {{.*}} -> tensor<1024xf32, #M2>
// CHECK-LABEL: @copies_in_registers
// CHECK: tt.cat %x, %y
// CHECK: ttg.convert_layout {{.*}} -> tensor<32xf32, #L>
