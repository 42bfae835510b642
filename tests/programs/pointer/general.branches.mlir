
module {
  tt.func @branches(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %which: i1) {
    %sixteen = arith.constant 16 : i32
    %many = arith.constant 128 : i64
    cf.cond_br %which, ^bb1, ^bb2
  ^bb1:
    %start = arith.muli %n, %sixteen : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %base = tt.addptr %in, %start : !tt.ptr<f32>, i32
    %source = tt.splat %base : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.store %from, %x : tensor<16x!tt.ptr<f32>>
    cf.br ^bb2
  ^bb2:
    %start_2 = arith.muli %n, %sixteen : i32
    %range_2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %wide = arith.extsi %start_2 : i32 to i64
    %far = arith.muli %wide, %many : i64
    %base_2 = tt.addptr %out, %far : !tt.ptr<f32>, i64
    %source_2 = tt.splat %base_2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from_2 = tt.addptr %source_2, %range_2 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %y = tt.load %from_2 : tensor<16x!tt.ptr<f32>>
    tt.store %from_2, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
