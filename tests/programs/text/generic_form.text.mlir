"builtin.module"() ({
  "util.global"() <{sym_name = "g", type = tensor<4xf32>}> : () -> ()
  "util.initializer"() <{function_type = () -> ()}> ({
    %c = "arith.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
    "util.global.store"(%c) <{global = @g}> : (tensor<4xf32>) -> ()
    "util.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, i1) -> (), sym_name = "f"}> ({
  ^bb0(%a: f32, %b: f32, %k: i1):
    %0 = "arith.addf"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %1 = "arith.addf"(%b, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32  // a comment
    %2 = "arith.addf"(%1, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("x":1:2)
    %3 = "arith.addf"(%2, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("y":3:4)   // another
    %4 = "arith.addf"(%2, %1) <{fastmath = #arith.fastmath<none>}> {a = 1, "%b" = "%c"} : (f32, f32) -> f32
    %5 = "arith.addf"(%4, %1) <{fastmath = #arith.fastmath<none>}> {a = 1, "%b" = "%c"} : (f32, f32) -> f32
    %6:2 = "x.y"(%5) <{a = 1}> {a = 2} : (f32) -> (f32, f32)
    %7:2 = "x.y"(%6#1) <{a = 1}> {a = 2} : (f32) -> (f32, f32)
    %8, %9 = "x.y"(%7) <{a = 1}> {a = 2} : (f32) -> (f32, f32)
    "x.y"(%7) <{a = 1}> {a = 2} : (f32) -> (f32, f32)
    "x.z"(%8) : (f32) -> () "x.z"(%9) : (f32) -> ()
    "x.z"(%9) : (f32) -> () "x.z"(%8) : (f32) -> ()
    "cf.cond_br"(%k, %8, %9)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, f32, f32) -> ()
  ^bb1(%c: f32):
    "cf.cond_br"(%k, %c, %c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, f32, f32) -> ()
  }) : () -> ()
}) : () -> ()
