module {
  tt.func public @k(%a: i32, %p: !tt.ptr<i32>) {
    %b = arith.addii %a, %a : i32
    %c = arith.addii %b, %a : i32
    %d = ttng.tmem_copied %c : i32
    %e = their.addii %d : i32
    tt.store %p, %e : !tt.ptr<i32>
    tt.return
  }
}
