// A load at `x % M` that is a divisor: a lane that is left out may be zero, and dividing by it stops the program.
module {
  tt.func public @divided_by(%a: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<1024> : tensor<16x16xi32>
    %cst_0 = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %x = tt.splat %M : i32 -> tensor<16xi32>
    %x_1 = arith.remsi %4, %x : tensor<16xi32>
    %x_2 = tt.expand_dims %x_1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %x_3 = arith.muli %x_2, %cst_0 : tensor<16x1xi32>
    %x_4 = tt.splat %a : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>>
    %x_5 = tt.addptr %x_4, %x_3 : tensor<16x1x!tt.ptr<i32>>, tensor<16x1xi32>
    %x_6 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %x_7 = tt.broadcast %x_5 : tensor<16x1x!tt.ptr<i32>> -> tensor<16x16x!tt.ptr<i32>>
    %x_8 = tt.broadcast %x_6 : tensor<1x16xi32> -> tensor<16x16xi32>
    %x_9 = tt.addptr %x_7, %x_8 : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    %x_10 = tt.load %x_9 : tensor<16x16x!tt.ptr<i32>>
    %5 = arith.cmpi slt, %4, %x : tensor<16xi32>
    %6 = tt.expand_dims %5 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
    %7 = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %8 = arith.muli %7, %cst_0 : tensor<16x1xi32>
    %9 = tt.splat %c : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>>
    %10 = tt.addptr %9, %8 : tensor<16x1x!tt.ptr<i32>>, tensor<16x1xi32>
    %11 = tt.broadcast %10 : tensor<16x1x!tt.ptr<i32>> -> tensor<16x16x!tt.ptr<i32>>
    %12 = tt.addptr %11, %x_8 : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    %13 = arith.divsi %cst, %x_10 : tensor<16x16xi32>
    %14 = tt.broadcast %6 : tensor<16x1xi1> -> tensor<16x16xi1>
    tt.store %12, %13, %14 : tensor<16x16x!tt.ptr<i32>>
    tt.return
  }
}
