#A = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,4], thread_tile=[32,2], element_tile=[1,4], subgroup_strides=[0,0], thread_strides=[2,1]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[4,2], outer_tile=[1,1], thread_tile=[16,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
func.func @const_two(%x: vector<64x64xf16>, %y: vector<64x64xf16>) -> vector<64x64xf16> attributes {workgroup_size=[64,1,1]} {
  %a = iree_vector_ext.to_layout %x to layout(#A) : vector<64x64xf16>
  %b = iree_vector_ext.to_layout %y to layout(#B) : vector<64x64xf16>
  %zero = arith.constant dense<0.0> : vector<64x64xf16>
  %add_0 = arith.addf %a, %zero : vector<64x64xf16>
  %add_1 = arith.addf %b, %zero : vector<64x64xf16>
  %c = iree_vector_ext.to_layout %add_1 to layout(#A) : vector<64x64xf16>
  %out = arith.addf %c, %add_0 : vector<64x64xf16>
  func.return %out : vector<64x64xf16>
}
