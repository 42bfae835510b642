// A masked two-dimensional copy: strides are unknown, so that offsets of 32 bits may overflow and a guard is needed.
module {
  tt.func public @copy_ptr(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: i32 {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf16>
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %3 = tt.splat %1 : i32 -> tensor<64xi32>
    %4 = arith.addi %3, %2 : tensor<64xi32>
    %5 = tt.get_program_id y : i32
    %6 = arith.muli %5, %c64_i32 : i32
    %7 = tt.splat %6 : i32 -> tensor<64xi32>
    %8 = arith.addi %7, %2 : tensor<64xi32>
    %9 = tt.expand_dims %4 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %10 = tt.splat %arg2 : i32 -> tensor<64x1xi32>
    %11 = arith.cmpi slt, %9, %10 : tensor<64x1xi32>
    %12 = tt.expand_dims %8 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %13 = tt.splat %arg3 : i32 -> tensor<1x64xi32>
    %14 = arith.cmpi slt, %12, %13 : tensor<1x64xi32>
    %15 = tt.broadcast %11 : tensor<64x1xi1> -> tensor<64x64xi1>
    %16 = tt.broadcast %14 : tensor<1x64xi1> -> tensor<64x64xi1>
    %17 = arith.andi %15, %16 : tensor<64x64xi1>
    %18 = tt.splat %arg4 : i32 -> tensor<64x1xi32>
    %19 = arith.muli %9, %18 : tensor<64x1xi32>
    %20 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
    %21 = tt.addptr %20, %19 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %22 = tt.broadcast %21 : tensor<64x1x!tt.ptr<f16>> -> tensor<64x64x!tt.ptr<f16>>
    %23 = tt.broadcast %12 : tensor<1x64xi32> -> tensor<64x64xi32>
    %24 = tt.addptr %22, %23 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %25 = tt.load %24, %17, %cst : tensor<64x64x!tt.ptr<f16>>
    %26 = tt.splat %arg5 : i32 -> tensor<64x1xi32>
    %27 = arith.muli %9, %26 : tensor<64x1xi32>
    %28 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
    %29 = tt.addptr %28, %27 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %30 = tt.broadcast %29 : tensor<64x1x!tt.ptr<f16>> -> tensor<64x64x!tt.ptr<f16>>
    %31 = tt.addptr %30, %23 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    tt.store %31, %25, %17 : tensor<64x64x!tt.ptr<f16>>
    tt.return
  }
}
