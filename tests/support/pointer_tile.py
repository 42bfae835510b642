"""A program of one tile with a mask that is given."""

ALIGNED = "{tt.divisibility = 16 : i32}"


def tile(base: str = ALIGNED, stride: str = ALIGNED, columns: str = ALIGNED, last: str = "%one", start: int = 0) -> str:
    """A tile of 16 x 16 halves of a matrix, masked at its right edge, copied into another one."""
    tensor, pointers = "tensor<16x16xf16>", "tensor<16x16x!tt.ptr<f16>>"
    return f"""
module {{
  tt.func public @tile(%in: !tt.ptr<f16> {base}, %out: !tt.ptr<f16> {base}, %n: i32 {columns}, %stride: i32 {stride}, %any: i32) {{
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %zeros = arith.constant dense<0.000000e+00> : {tensor}
    %first = arith.constant dense<{start}> : tensor<1x16xi32>
    %range = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %rows = tt.expand_dims %range {{axis = 1 : i32}} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %range {{axis = 0 : i32}} : tensor<16xi32> -> tensor<1x16xi32>
    %strides = tt.splat %stride : i32 -> tensor<16x1xi32>
    %down = arith.muli %rows, %strides : tensor<16x1xi32>
    %lasts = tt.splat {last} : i32 -> tensor<1x16xi32>
    %along = arith.muli %columns, %lasts : tensor<1x16xi32>
    %across = arith.addi %along, %first : tensor<1x16xi32>
    %below = tt.broadcast %down : tensor<16x1xi32> -> tensor<16x16xi32>
    %right = tt.broadcast %across : tensor<1x16xi32> -> tensor<16x16xi32>
    %place = arith.addi %below, %right : tensor<16x16xi32>
    %limit = tt.splat %n : i32 -> tensor<1x16xi32>
    %few = arith.cmpi slt, %columns, %limit : tensor<1x16xi32>
    %mask = tt.broadcast %few : tensor<1x16xi1> -> tensor<16x16xi1>
    %source = tt.splat %in : !tt.ptr<f16> -> {pointers}
    %from = tt.addptr %source, %place : {pointers}, tensor<16x16xi32>
    %x = tt.load %from, %mask, %zeros : {pointers}
    %target = tt.splat %out : !tt.ptr<f16> -> {pointers}
    %to = tt.addptr %target, %place : {pointers}, tensor<16x16xi32>
    tt.store %to, %x, %mask : {pointers}
    tt.return
  }}
}}
"""
