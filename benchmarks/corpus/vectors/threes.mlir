#A = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[3], outer_tile=[1], thread_tile=[24], element_tile=[1], subgroup_strides=[0], thread_strides=[1]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[1], outer_tile=[1], thread_tile=[24], element_tile=[3], subgroup_strides=[0], thread_strides=[1]>
#C = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[1], outer_tile=[3], thread_tile=[24], element_tile=[1], subgroup_strides=[0], thread_strides=[1]>
func.func @threes(%x: vector<72xf32>, %y: vector<72xf32>, %z: vector<72xf32>) -> vector<72xf32> {
  %a = iree_vector_ext.to_layout %x to layout(#B) : vector<72xf32>
  %b = iree_vector_ext.to_layout %y to layout(#A) : vector<72xf32>
  %c = iree_vector_ext.to_layout %z to layout(#C) : vector<72xf32>
  %s = arith.addf %a, %b : vector<72xf32>
  %t = arith.mulf %s, %c : vector<72xf32>
  return %t : vector<72xf32>
}
