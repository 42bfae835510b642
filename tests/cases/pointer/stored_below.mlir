// Loads at `x % M`, with what of them is stored, and what is not: TTIR that Triton 3.6 made of small kernels.
module {
  tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}, %K: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c15_i32 = arith.constant 15 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %total = arith.constant dense<5.000000e-01> : tensor<16x16xf32>
    %cst_1 = arith.constant dense<16> : tensor<16x16xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.get_program_id y : i32
    %3 = arith.muli %2, %c16_i32 : i32
    %4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %5 = tt.splat %1 : i32 -> tensor<16xi32>
    %6 = arith.addi %5, %4 : tensor<16xi32>
    %7 = tt.splat %M : i32 -> tensor<16xi32>
    %8 = arith.remsi %6, %7 : tensor<16xi32>
    %9 = tt.splat %3 : i32 -> tensor<16xi32>
    %10 = arith.addi %9, %4 : tensor<16xi32>
    %11 = tt.splat %N : i32 -> tensor<16xi32>
    %12 = arith.remsi %10, %11 : tensor<16xi32>
    %13 = tt.expand_dims %8 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %14 = tt.splat %K : i32 -> tensor<16x1xi32>
    %15 = arith.muli %13, %14 : tensor<16x1xi32>
    %16 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %17 = tt.addptr %16, %15 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %18 = tt.expand_dims %4 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %19 = tt.broadcast %17 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %20 = tt.broadcast %18 : tensor<1x16xi32> -> tensor<16x16xi32>
    %21 = tt.addptr %19, %20 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %22 = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %23 = tt.splat %N : i32 -> tensor<16x1xi32>
    %24 = arith.muli %22, %23 : tensor<16x1xi32>
    %25 = tt.splat %b : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %26 = tt.addptr %25, %24 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %27 = tt.expand_dims %12 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %28 = tt.broadcast %26 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %29 = tt.broadcast %27 : tensor<1x16xi32> -> tensor<16x16xi32>
    %30 = tt.addptr %28, %29 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %31 = arith.addi %K, %c15_i32 : i32
    %32 = arith.divsi %31, %c16_i32 : i32
    %total_2:3 = scf.for %k = %c0_i32 to %32 step %c1_i32 iter_args(%at = %21, %bt = %30, %total_6 = %cst) -> (tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16xf32>)  : i32 {
      %x = arith.muli %k, %c16_i32 : i32
      %x_7 = arith.subi %K, %x : i32
      %x_8 = tt.splat %x_7 : i32 -> tensor<1x16xi32>
      %x_9 = arith.cmpi slt, %18, %x_8 : tensor<1x16xi32>
      %x_10 = tt.broadcast %x_9 : tensor<1x16xi1> -> tensor<16x16xi1>
      %x_11 = tt.load %at, %x_10, %cst_0 : tensor<16x16x!tt.ptr<f16>>
      %y = tt.splat %x_7 : i32 -> tensor<16x1xi32>
      %y_12 = arith.cmpi slt, %22, %y : tensor<16x1xi32>
      %y_13 = tt.broadcast %y_12 : tensor<16x1xi1> -> tensor<16x16xi1>
      %y_14 = tt.load %bt, %y_13, %cst_0 : tensor<16x16x!tt.ptr<f16>>
      %total_15 = tt.dot %x_11, %y_14, %total_6, inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
      %at_16 = tt.addptr %at, %cst_1 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %bt_17 = arith.muli %N, %c16_i32 : i32
      %bt_18 = tt.splat %bt_17 : i32 -> tensor<16x16xi32>
      %bt_19 = tt.addptr %bt, %bt_18 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      scf.yield %at_16, %bt_19, %total_15 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16xf32>
    }
    %total_3 = arith.cmpf oge, %total_2#2, %cst : tensor<16x16xf32>
    %total_4 = arith.mulf %total_2#2, %total : tensor<16x16xf32>
    %total_5 = arith.select %total_3, %total_2#2, %total_4 : tensor<16x16xi1>, tensor<16x16xf32>
    %33 = tt.expand_dims %6 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %34 = tt.splat %M : i32 -> tensor<16x1xi32>
    %35 = arith.cmpi slt, %33, %34 : tensor<16x1xi32>
    %36 = tt.expand_dims %10 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %37 = tt.splat %N : i32 -> tensor<1x16xi32>
    %38 = arith.cmpi slt, %36, %37 : tensor<1x16xi32>
    %39 = tt.broadcast %35 : tensor<16x1xi1> -> tensor<16x16xi1>
    %40 = tt.broadcast %38 : tensor<1x16xi1> -> tensor<16x16xi1>
    %41 = arith.andi %39, %40 : tensor<16x16xi1>
    %42 = arith.muli %33, %23 : tensor<16x1xi32>
    %43 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %44 = tt.addptr %43, %42 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %45 = tt.broadcast %44 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %46 = tt.broadcast %36 : tensor<1x16xi32> -> tensor<16x16xi32>
    %47 = tt.addptr %45, %46 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %48 = arith.truncf %total_5 : tensor<16x16xf32> to tensor<16x16xf16>
    tt.store %47, %48, %41 : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @rows_kept(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %x = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %x_0 = tt.splat %M : i32 -> tensor<16xi32>
    %x_1 = arith.remsi %4, %x_0 : tensor<16xi32>
    %x_2 = tt.expand_dims %x_1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %x_3 = arith.muli %x_2, %x : tensor<16x1xi32>
    %x_4 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %x_5 = tt.addptr %x_4, %x_3 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %x_6 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %x_7 = tt.broadcast %x_5 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %x_8 = tt.broadcast %x_6 : tensor<1x16xi32> -> tensor<16x16xi32>
    %x_9 = tt.addptr %x_7, %x_8 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %x_10 = tt.load %x_9 : tensor<16x16x!tt.ptr<f16>>
    %x_11 = arith.extf %x_10 : tensor<16x16xf16> to tensor<16x16xf32>
    %5 = arith.cmpi slt, %4, %x_0 : tensor<16xi32>
    %6 = tt.splat %c : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %7 = tt.addptr %6, %4 : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    %8 = arith.mulf %x_11, %x_11 : tensor<16x16xf32>
    %9 = "tt.reduce"(%8) <{axis = 1 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %13 = arith.addf %arg4, %arg5 : f32
      tt.reduce.return %13 : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %10 = "tt.reduce"(%x_11) <{axis = 1 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %13 = arith.maxnumf %arg4, %arg5 : f32
      tt.reduce.return %13 : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %11 = arith.addf %9, %10 : tensor<16xf32>
    %12 = arith.truncf %11 : tensor<16xf32> to tensor<16xf16>
    tt.store %7, %12, %5 : tensor<16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @rows_summed(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %x = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %x_0 = tt.splat %M : i32 -> tensor<16xi32>
    %x_1 = arith.remsi %4, %x_0 : tensor<16xi32>
    %x_2 = tt.expand_dims %x_1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %x_3 = arith.muli %x_2, %x : tensor<16x1xi32>
    %x_4 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %x_5 = tt.addptr %x_4, %x_3 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %x_6 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %x_7 = tt.broadcast %x_5 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %x_8 = tt.broadcast %x_6 : tensor<1x16xi32> -> tensor<16x16xi32>
    %x_9 = tt.addptr %x_7, %x_8 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %x_10 = tt.load %x_9 : tensor<16x16x!tt.ptr<f16>>
    %x_11 = arith.extf %x_10 : tensor<16x16xf16> to tensor<16x16xf32>
    %5 = arith.cmpi slt, %4, %x_0 : tensor<16xi32>
    %6 = tt.splat %c : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %7 = tt.addptr %6, %4 : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    %8 = "tt.reduce"(%x_11) <{axis = 0 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %10 = arith.addf %arg4, %arg5 : f32
      tt.reduce.return %10 : f32
    }) : (tensor<16x16xf32>) -> tensor<16xf32>
    %9 = arith.truncf %8 : tensor<16xf32> to tensor<16xf16>
    tt.store %7, %9, %5 : tensor<16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @stored_whole(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
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
    %x_4 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %x_5 = tt.addptr %x_4, %x_3 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %x_6 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %x_7 = tt.broadcast %x_5 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %x_8 = tt.broadcast %x_6 : tensor<1x16xi32> -> tensor<16x16xi32>
    %x_9 = tt.addptr %x_7, %x_8 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %x_10 = tt.load %x_9 : tensor<16x16x!tt.ptr<f16>>
    %to = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %to_11 = arith.muli %to, %cst_0 : tensor<16x1xi32>
    %to_12 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %to_13 = tt.addptr %to_12, %to_11 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %to_14 = tt.broadcast %to_13 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %to_15 = tt.addptr %to_14, %x_8 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %5 = arith.cmpi slt, %4, %x : tensor<16xi32>
    %6 = tt.expand_dims %5 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
    %7 = tt.broadcast %6 : tensor<16x1xi1> -> tensor<16x16xi1>
    tt.store %to_15, %x_10, %7 : tensor<16x16x!tt.ptr<f16>>
    %8 = tt.addptr %to_15, %cst : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    tt.store %8, %x_10 : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @tile_by_tile(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %T: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    scf.for %t = %c0_i32 to %T step %c1_i32  : i32 {
      %rows = arith.muli %t, %c16_i32 : i32
      %rows_0 = tt.splat %rows : i32 -> tensor<16xi32>
      %rows_1 = arith.addi %rows_0, %columns : tensor<16xi32>
      %x = tt.splat %M : i32 -> tensor<16xi32>
      %x_2 = arith.remsi %rows_1, %x : tensor<16xi32>
      %x_3 = tt.expand_dims %x_2 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %x_4 = arith.muli %x_3, %cst : tensor<16x1xi32>
      %x_5 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %x_6 = tt.addptr %x_5, %x_4 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %x_7 = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %x_8 = tt.broadcast %x_6 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %x_9 = tt.broadcast %x_7 : tensor<1x16xi32> -> tensor<16x16xi32>
      %x_10 = tt.addptr %x_8, %x_9 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %x_11 = tt.load %x_10 : tensor<16x16x!tt.ptr<f16>>
      %0 = arith.cmpi slt, %rows_1, %x : tensor<16xi32>
      %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
      %2 = tt.expand_dims %rows_1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %3 = arith.muli %2, %cst : tensor<16x1xi32>
      %4 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %5 = tt.addptr %4, %3 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %6 = tt.broadcast %5 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %7 = tt.addptr %6, %x_9 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %8 = arith.addf %x_11, %x_11 : tensor<16x16xf16>
      %9 = tt.broadcast %1 : tensor<16x1xi1> -> tensor<16x16xi1>
      tt.store %7, %8, %9 : tensor<16x16x!tt.ptr<f16>>
    }
    tt.return
  }
  tt.func public @a_tile_later(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %T: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %last = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %columns = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %last_0 = scf.for %t = %c0_i32 to %T step %c1_i32 iter_args(%last_1 = %last) -> (tensor<16x16xf16>)  : i32 {
      %rows = arith.subi %T, %t : i32
      %rows_2 = arith.muli %rows, %c16_i32 : i32
      %rows_3 = tt.splat %rows_2 : i32 -> tensor<16xi32>
      %rows_4 = arith.addi %rows_3, %columns : tensor<16xi32>
      %0 = tt.splat %M : i32 -> tensor<16xi32>
      %1 = arith.cmpi slt, %rows_4, %0 : tensor<16xi32>
      %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
      %3 = tt.expand_dims %rows_4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %4 = arith.muli %3, %cst : tensor<16x1xi32>
      %5 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %6 = tt.addptr %5, %4 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %7 = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %8 = tt.broadcast %6 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %9 = tt.broadcast %7 : tensor<1x16xi32> -> tensor<16x16xi32>
      %10 = tt.addptr %8, %9 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %11 = tt.broadcast %2 : tensor<16x1xi1> -> tensor<16x16xi1>
      tt.store %10, %last_1, %11 : tensor<16x16x!tt.ptr<f16>>
      %last_5 = arith.remsi %rows_4, %0 : tensor<16xi32>
      %last_6 = tt.expand_dims %last_5 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %last_7 = arith.muli %last_6, %cst : tensor<16x1xi32>
      %last_8 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %last_9 = tt.addptr %last_8, %last_7 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %last_10 = tt.broadcast %last_9 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %last_11 = tt.addptr %last_10, %9 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %last_12 = tt.load %last_11 : tensor<16x16x!tt.ptr<f16>>
      scf.yield %last_12 : tensor<16x16xf16>
    }
    tt.return
  }
  tt.func public @another_limit(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %x = tt.splat %M : i32 -> tensor<16xi32>
    %x_0 = arith.remsi %4, %x : tensor<16xi32>
    %x_1 = tt.expand_dims %x_0 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %x_2 = arith.muli %x_1, %cst : tensor<16x1xi32>
    %x_3 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %x_4 = tt.addptr %x_3, %x_2 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %x_5 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %x_6 = tt.broadcast %x_4 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %x_7 = tt.broadcast %x_5 : tensor<1x16xi32> -> tensor<16x16xi32>
    %x_8 = tt.addptr %x_6, %x_7 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %x_9 = tt.load %x_8 : tensor<16x16x!tt.ptr<f16>>
    %5 = tt.splat %N : i32 -> tensor<16xi32>
    %6 = arith.cmpi slt, %4, %5 : tensor<16xi32>
    %7 = tt.expand_dims %6 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
    %8 = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %9 = arith.muli %8, %cst : tensor<16x1xi32>
    %10 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %11 = tt.addptr %10, %9 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %12 = tt.broadcast %11 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %13 = tt.addptr %12, %x_7 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %14 = tt.broadcast %7 : tensor<16x1xi1> -> tensor<16x16xi1>
    tt.store %13, %x_9, %14 : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @turned_and_chosen(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<64> : tensor<16x1xi32>
    %c0_i32 = arith.constant 0 : i32
    %x = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %x_0 = tt.splat %M : i32 -> tensor<16xi32>
    %x_1 = arith.remsi %4, %x_0 : tensor<16xi32>
    %x_2 = tt.expand_dims %x_1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %x_3 = arith.muli %x_2, %x : tensor<16x1xi32>
    %x_4 = tt.splat %a : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %x_5 = tt.addptr %x_4, %x_3 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %x_6 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %x_7 = tt.broadcast %x_5 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %x_8 = tt.broadcast %x_6 : tensor<1x16xi32> -> tensor<16x16xi32>
    %x_9 = tt.addptr %x_7, %x_8 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %y = tt.load %x_9 : tensor<16x16x!tt.ptr<f16>>
    %5 = arith.cmpi sgt, %N, %c0_i32 : i32
    %6 = scf.if %5 -> (tensor<16x16xf16>) {
      %y_10 = arith.addf %y, %y : tensor<16x16xf16>
      scf.yield %y_10 : tensor<16x16xf16>
    } else {
      scf.yield %y : tensor<16x16xf16>
    }
    %7 = arith.cmpi slt, %4, %x_0 : tensor<16xi32>
    %8 = tt.expand_dims %7 {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
    %9 = tt.expand_dims %2 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %10 = arith.muli %9, %cst : tensor<16x1xi32>
    %11 = tt.splat %c : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %12 = tt.addptr %11, %10 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %13 = tt.expand_dims %4 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %14 = tt.broadcast %12 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %15 = tt.broadcast %13 : tensor<1x16xi32> -> tensor<16x16xi32>
    %16 = tt.addptr %14, %15 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %17 = tt.trans %6 {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>
    %18 = tt.broadcast %8 : tensor<1x16xi1> -> tensor<16x16xi1>
    tt.store %16, %17, %18 : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
