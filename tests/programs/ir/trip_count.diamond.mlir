module {
  tt.func @f(%c: i1) {
    cf.cond_br %c, ^left, ^right
  ^left:
    cf.br ^end
  ^right:
    cf.br ^end
  ^alone:
    cf.br ^end
  ^end:
    tt.return
  }
}
