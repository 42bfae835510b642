
module {
  tt.func public @m(%p: tensor<128x!tt.ptr<f32>>, %i: tensor<128xi32>, %n: tensor<128xi32>, %m: tensor<128xi32>, %x: tensor<128xf32>) {
    %a = arith.cmpi slt, %i, %n : tensor<128xi32>
    %b = arith.cmpi slt, %i, %m : tensor<128xi32>
    %o = arith.ori %a, %b : tensor<128xi1>
    %c = arith.andi %a, %o : tensor<128xi1>
    tt.store %p, %x, %c : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
