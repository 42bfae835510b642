// Atomic operations on memory: counts, sums and bits, with strides that are parameters and in loops.
module {
  tt.func public @histogram(%counts: !tt.ptr<i32>, %values: !tt.ptr<i32>, %old: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %r, %limit : tensor<64xi32>
    %v = tt.splat %values : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %pv = tt.addptr %v, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %x = tt.load %pv, %mask : tensor<64x!tt.ptr<i32>>
    %eight = arith.constant dense<8> : tensor<64xi32>
    %bin = arith.remsi %r, %eight : tensor<64xi32>
    %c = tt.splat %counts : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %pc = tt.addptr %c, %bin : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %before = tt.atomic_rmw add, relaxed, gpu, %pc, %x, %mask : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    %o = tt.splat %old : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %po = tt.addptr %o, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %po, %before, %mask : tensor<64x!tt.ptr<i32>>
    tt.return
  }
  tt.func public @rows(%sums: !tt.ptr<f32>, %values: !tt.ptr<f32>, %stride: i32, %rows: i32) {
    %pid = tt.get_program_id x : i32
    %sixteen = arith.constant 16 : i32
    %first = arith.muli %pid, %sixteen : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %f = tt.splat %first : i32 -> tensor<16xi32>
    %row = arith.addi %f, %r : tensor<16xi32>
    %row2 = tt.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %col2 = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %by = tt.splat %stride : i32 -> tensor<16x1xi32>
    %ro = arith.muli %row2, %by : tensor<16x1xi32>
    %rob = tt.broadcast %ro : tensor<16x1xi32> -> tensor<16x32xi32>
    %cob = tt.broadcast %col2 : tensor<1x32xi32> -> tensor<16x32xi32>
    %off = arith.addi %rob, %cob : tensor<16x32xi32>
    %n = tt.splat %rows : i32 -> tensor<16x1xi32>
    %in = arith.cmpi slt, %row2, %n : tensor<16x1xi32>
    %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x32xi1>
    %v = tt.splat %values : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
    %pv = tt.addptr %v, %off : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    %x = tt.load %pv, %mask : tensor<16x32x!tt.ptr<f32>>
    %s = tt.splat %sums : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
    %ps = tt.addptr %s, %off : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    %before = tt.atomic_rmw fadd, acq_rel, gpu, %ps, %x, %mask : (tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>, tensor<16x32xi1>) -> tensor<16x32xf32>
    tt.return
  }
  tt.func public @in_a_loop(%bits: !tt.ptr<i64>, %sums: !tt.ptr<f64>, %times: i32, %step: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ones = arith.constant dense<5> : tensor<32xi64>
    %halves = arith.constant dense<5.000000e-01> : tensor<32xf64>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %b = tt.splat %bits : !tt.ptr<i64> -> tensor<32x!tt.ptr<i64>>
    %pb = tt.addptr %b, %r : tensor<32x!tt.ptr<i64>>, tensor<32xi32>
    %s = tt.splat %sums : !tt.ptr<f64> -> tensor<32x!tt.ptr<f64>>
    %ps = tt.addptr %s, %r : tensor<32x!tt.ptr<f64>>, tensor<32xi32>
    %by = tt.splat %step : i32 -> tensor<32xi32>
    %ends:2 = scf.for %i = %zero to %times step %one iter_args(%p = %pb, %q = %ps) -> (tensor<32x!tt.ptr<i64>>, tensor<32x!tt.ptr<f64>>)  : i32 {
      %x = tt.atomic_rmw xor, release, cta, %p, %ones : (tensor<32x!tt.ptr<i64>>, tensor<32xi64>) -> tensor<32xi64>
      %y = tt.atomic_rmw fadd, acquire, gpu, %q, %halves : (tensor<32x!tt.ptr<f64>>, tensor<32xf64>) -> tensor<32xf64>
      %next = tt.addptr %p, %by : tensor<32x!tt.ptr<i64>>, tensor<32xi32>
      %after = tt.addptr %q, %by : tensor<32x!tt.ptr<f64>>, tensor<32xi32>
      scf.yield %next, %after : tensor<32x!tt.ptr<i64>>, tensor<32x!tt.ptr<f64>>
    }
    tt.return
  }
}
