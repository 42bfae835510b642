module {
  tt.func @f(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %unused = arith.muli %n, %n : i32
    %sum:2 = scf.for %i = %zero to %n step %one iter_args(%a = %zero, %idle = %n) -> (i32, i32) : i32 {
      %b = scf.if %c -> (i32) {
        %d = arith.addi %a, %i : i32
        scf.yield %d : i32
      } else {
        scf.yield %a : i32
      }
      %next = arith.addi %idle, %one : i32
      scf.yield %b, %next : i32, i32
    }
    tt.store %p, %sum#0 : !tt.ptr<i32>
    tt.return
  }
}
