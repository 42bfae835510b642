
module {
  tt.func @fill(%out: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %many = arith.constant 64 : i32
    %x = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %last = scf.while (%i = %zero) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%at: i32):
      %start = arith.muli %at, %many : i32
      %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %base = tt.addptr %out, %start : !tt.ptr<f32>, i32
      %target = tt.splat %base : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      tt.store %to, %x : tensor<64x!tt.ptr<f32>>
      %next = arith.addi %at, %one : i32
      scf.yield %next : i32
    }
    tt.return
  }
}
