
module {
  tt.func public @no_instruction(%floats: !tt.ptr<f32>, %halves: !tt.ptr<f16>, %ints: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %ones = arith.constant dense<1.000000e+00> : tensor<32xf32>
    %twos = arith.constant dense<2.000000e+00> : tensor<32xf16>
    %threes = arith.constant dense<3> : tensor<32xi32>
    %f = tt.splat %floats : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %pf = tt.addptr %f, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %h = tt.splat %halves : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
    %ph = tt.addptr %h, %r : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
    %i = tt.splat %ints : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %pi = tt.addptr %i, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.atomic_rmw exch, acq_rel, gpu, %pf, %ones : (tensor<32x!tt.ptr<f32>>, tensor<32xf32>) -> tensor<32xf32>
    %b = tt.atomic_rmw fadd, acq_rel, gpu, %ph, %twos : (tensor<32x!tt.ptr<f16>>, tensor<32xf16>) -> tensor<32xf16>
    %c = tt.atomic_rmw max, acq_rel, gpu, %pi, %threes : (tensor<32x!tt.ptr<i32>>, tensor<32xi32>) -> tensor<32xi32>
    %d = tt.atomic_rmw add, acq_rel, sys, %pi, %threes : (tensor<32x!tt.ptr<i32>>, tensor<32xi32>) -> tensor<32xi32>
    tt.return
  }
}
