#A = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,4], thread_tile=[64,1], element_tile=[1,1], subgroup_strides=[0,0], thread_strides=[1,0]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[64,1], element_tile=[1,4], subgroup_strides=[0,0], thread_strides=[1,0]>
func.func @same_ownership(%x: vector<64x4xf32>) -> vector<64x4xf32> attributes {workgroup_size=[64,1,1]} {
  %a = iree_vector_ext.to_layout %x to layout(#A) : vector<64x4xf32>
  %e = math.exp %a : vector<64x4xf32>
  %b = iree_vector_ext.to_layout %e to layout(#B) : vector<64x4xf32>
  %f = math.absf %b : vector<64x4xf32>
  func.return %f : vector<64x4xf32>
}
