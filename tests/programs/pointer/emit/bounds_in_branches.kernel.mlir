module {
  tt.func public @k(%p: !tt.ptr<i32>, %first: i32, %across: i32, %row: i32) {
    %c16 = arith.constant 16 : i32
    %pid = tt.get_program_id x : i32
    %second = arith.cmpi sge, %pid, %first : i32
    scf.if %second {
      %t = arith.subi %pid, %first : i32
      %y = arith.divsi %t, %across : i32
      %x = arith.remsi %t, %across : i32
      %lanes = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %right = arith.muli %x, %c16 : i32
      %down = arith.muli %y, %row : i32
      %from = arith.addi %down, %right : i32
      %f = tt.splat %from : i32 -> tensor<16xi32>
      %o = arith.addi %f, %lanes : tensor<16xi32>
      %pp = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
      %a = tt.addptr %pp, %o : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      tt.store %a, %o : tensor<16x!tt.ptr<i32>>
    }
    tt.return
  }
}
