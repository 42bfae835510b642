#A = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[1,1], element_tile=[16,64], subgroup_strides=[0,0], thread_strides=[0,0]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,1], thread_tile=[8,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
#C = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[4,16], element_tile=[4,4], subgroup_strides=[0,0], thread_strides=[16,1]>
func.func @mask_chain(%a: vector<16x64xf16>, %b: vector<16x64xf16>, %n: index) -> (vector<16x64xf16>, vector<16x64xf16>) {
  %cst = arith.constant dense<0.0> : vector<16x64xf16>
  %step = vector.step : vector<64xindex>
  %limit = vector.broadcast %n : index to vector<64xindex>
  %mask_1d = arith.cmpi slt, %step, %limit : vector<64xindex>
  %mask = vector.broadcast %mask_1d : vector<64xi1> to vector<16x64xi1>
  %al = iree_vector_ext.to_layout %a to layout(#B) : vector<16x64xf16>
  %bl = iree_vector_ext.to_layout %b to layout(#C) : vector<16x64xf16>
  %sa = arith.select %mask, %al, %cst : vector<16x64xi1>, vector<16x64xf16>
  %sb = arith.select %mask, %bl, %cst : vector<16x64xi1>, vector<16x64xf16>
  func.return %sa, %sb : vector<16x64xf16>, vector<16x64xf16>
}
