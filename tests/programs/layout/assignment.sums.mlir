module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    scf.for %i = %c0 to %n step %c1  : i32 {
      %k = tt.splat %i : i32 -> tensor<128xi32>
      %l = tt.addptr %a, %k : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
      %v = tt.load %l : tensor<128x!tt.ptr<i32>>
      %m = arith.muli %v, %k : tensor<128xi32>
      %w = arith.addi %m, %k : tensor<128xi32>
      tt.store %l, %w : tensor<128x!tt.ptr<i32>>
    }
    tt.return
  }
}
