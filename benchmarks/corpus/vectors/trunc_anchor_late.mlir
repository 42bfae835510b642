#A = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,4], thread_tile=[32,2], element_tile=[1,4], subgroup_strides=[0,0], thread_strides=[2,1]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[4,2], outer_tile=[1,1], thread_tile=[16,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
func.func @trunc_anchor_late(%x: vector<64x64xf32>) -> vector<64x64xf8E4M3FNUZ> attributes {workgroup_size=[64,1,1]} {
  %a = iree_vector_ext.to_layout %x to layout(#A) : vector<64x64xf32>
  %e = math.exp %a : vector<64x64xf32>
  %t = arith.truncf %e : vector<64x64xf32> to vector<64x64xf8E4M3FNUZ>
  %b = iree_vector_ext.to_layout %t to layout(#B) : vector<64x64xf8E4M3FNUZ>
  func.return %b : vector<64x64xf8E4M3FNUZ>
}
