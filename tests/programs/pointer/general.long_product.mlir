
module {
  tt.func @select(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %slot: i64, %row: i32) {
    %rows = arith.extsi %row : i32 to i64
    %start = arith.muli %slot, %rows : i64
    %base = tt.addptr %in, %start : !tt.ptr<f32>, i64
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %source = tt.splat %base : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %from : tensor<128x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %to, %x : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
