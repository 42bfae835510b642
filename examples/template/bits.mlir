func.func @neither(%a: i1, %b: i1) -> i1 {
  %t = arith.constant true
  %x = arith.xori %a, %t : i1
  %y = arith.xori %b, %t : i1
  %z = arith.andi %x, %y : i1
  %u = arith.xori %z, %t : i1
  func.return %u : i1
}
