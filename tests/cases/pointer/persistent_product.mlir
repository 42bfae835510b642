// A persistent matrix product, whose tiles are quotients and remainders of a loop's counter: TTIR that Triton 3.6 made of a small kernel.
module {
  tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}, %K: i32 {tt.divisibility = 16 : i32}, %sa: i32 {tt.divisibility = 16 : i32}, %sb: i32 {tt.divisibility = 16 : i32}, %sc: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c8_i32 = arith.constant 8 : i32
    %cst = arith.constant dense<16> : tensor<16x16xi32>
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %c15_i32 = arith.constant 15 : i32
    %c16_i32 = arith.constant 16 : i32
    %c3_i32 = arith.constant 3 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %M, %c15_i32 : i32
    %2 = arith.divsi %1, %c16_i32 : i32
    %3 = arith.addi %N, %c15_i32 : i32
    %4 = arith.divsi %3, %c16_i32 : i32
    %5 = arith.muli %2, %4 : i32
    scf.for %tile = %0 to %5 step %c3_i32  : i32 {
      %first = arith.muli %4, %c8_i32 : i32
      %first_2 = arith.divsi %tile, %first : i32
      %first_3 = arith.muli %first_2, %c8_i32 : i32
      %rows = arith.subi %2, %first_3 : i32
      %rows_4 = arith.minsi %rows, %c8_i32 : i32
      %6 = arith.remsi %tile, %first : i32
      %7 = arith.remsi %6, %rows_4 : i32
      %8 = arith.addi %first_3, %7 : i32
      %9 = arith.divsi %6, %rows_4 : i32
      %inner = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %10 = arith.muli %8, %c16_i32 : i32
      %11 = tt.splat %10 : i32 -> tensor<16xi32>
      %12 = arith.addi %11, %inner : tensor<16xi32>
      %13 = tt.splat %M : i32 -> tensor<16xi32>
      %14 = arith.remsi %12, %13 : tensor<16xi32>
      %15 = arith.muli %9, %c16_i32 : i32
      %16 = tt.splat %15 : i32 -> tensor<16xi32>
      %17 = arith.addi %16, %inner : tensor<16xi32>
      %18 = tt.splat %N : i32 -> tensor<16xi32>
      %19 = arith.remsi %17, %18 : tensor<16xi32>
      %20 = tt.expand_dims %14 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %21 = tt.splat %sa : i32 -> tensor<16x1xi32>
      %22 = arith.muli %20, %21 : tensor<16x1xi32>
      %23 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %24 = tt.addptr %23, %22 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %25 = tt.expand_dims %inner {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %26 = tt.broadcast %24 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %27 = tt.broadcast %25 : tensor<1x16xi32> -> tensor<16x16xi32>
      %28 = tt.addptr %26, %27 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %29 = tt.expand_dims %inner {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %30 = tt.splat %sb : i32 -> tensor<16x1xi32>
      %31 = arith.muli %29, %30 : tensor<16x1xi32>
      %32 = tt.splat %b : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %33 = tt.addptr %32, %31 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %34 = tt.expand_dims %19 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %35 = tt.broadcast %33 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %36 = tt.broadcast %34 : tensor<1x16xi32> -> tensor<16x16xi32>
      %37 = tt.addptr %35, %36 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %38 = arith.addi %K, %c15_i32 : i32
      %39 = arith.divsi %38, %c16_i32 : i32
      %total:3 = scf.for %k = %c0_i32 to %39 step %c1_i32 iter_args(%a_at = %28, %b_at = %37, %total_13 = %cst_1) -> (tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16xf32>)  : i32 {
        %x = arith.muli %k, %c16_i32 : i32
        %x_14 = arith.subi %K, %x : i32
        %x_15 = tt.splat %x_14 : i32 -> tensor<1x16xi32>
        %x_16 = arith.cmpi slt, %25, %x_15 : tensor<1x16xi32>
        %x_17 = tt.broadcast %x_16 : tensor<1x16xi1> -> tensor<16x16xi1>
        %x_18 = tt.load %a_at, %x_17, %cst_0 : tensor<16x16x!tt.ptr<f16>>
        %y = tt.splat %x_14 : i32 -> tensor<16x1xi32>
        %y_19 = arith.cmpi slt, %29, %y : tensor<16x1xi32>
        %y_20 = tt.broadcast %y_19 : tensor<16x1xi1> -> tensor<16x16xi1>
        %y_21 = tt.load %b_at, %y_20, %cst_0 : tensor<16x16x!tt.ptr<f16>>
        %total_22 = tt.dot %x_18, %y_21, %total_13, inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
        %a_at_23 = tt.addptr %a_at, %cst : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
        %b_at_24 = arith.muli %sb, %c16_i32 : i32
        %b_at_25 = tt.splat %b_at_24 : i32 -> tensor<16x16xi32>
        %b_at_26 = tt.addptr %b_at, %b_at_25 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
        scf.yield %a_at_23, %b_at_26, %total_22 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16xf32>
      }
      %mask = tt.expand_dims %12 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %mask_5 = tt.splat %M : i32 -> tensor<16x1xi32>
      %mask_6 = arith.cmpi slt, %mask, %mask_5 : tensor<16x1xi32>
      %mask_7 = tt.expand_dims %17 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %mask_8 = tt.splat %N : i32 -> tensor<1x16xi32>
      %mask_9 = arith.cmpi slt, %mask_7, %mask_8 : tensor<1x16xi32>
      %mask_10 = tt.broadcast %mask_6 : tensor<16x1xi1> -> tensor<16x16xi1>
      %mask_11 = tt.broadcast %mask_9 : tensor<1x16xi1> -> tensor<16x16xi1>
      %mask_12 = arith.andi %mask_10, %mask_11 : tensor<16x16xi1>
      %40 = tt.splat %sc : i32 -> tensor<16x1xi32>
      %41 = arith.muli %mask, %40 : tensor<16x1xi32>
      %42 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %43 = tt.addptr %42, %41 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %44 = tt.broadcast %43 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %45 = tt.broadcast %mask_7 : tensor<1x16xi32> -> tensor<16x16xi32>
      %46 = tt.addptr %44, %45 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %47 = arith.truncf %total#2 : tensor<16x16xf32> to tensor<16x16xf16>
      tt.store %46, %47, %mask_12 : tensor<16x16x!tt.ptr<f16>>
    } {tt.flatten}
    tt.return
  }
}
