tt.func @f(%c: i1, %n: i32) -> i32 {
  %r = scf.execute_region -> i32 no_inline {
    scf.if %c {
      "some.sink"(%n) : (i32) -> ()
    }
    cf.cond_br %c, ^bb1(%n : i32), ^bb2(%n, %n : i32, i32)
  ^bb1(%a: i32):
    cf.br ^bb2(%a, %n : i32, i32)
  ^bb2(%b: i32, %d: i32):
    scf.yield %b : i32
  } {stage = "one"}
  tt.return %r : i32
}