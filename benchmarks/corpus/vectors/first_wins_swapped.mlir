#A = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[1], outer_tile=[1], thread_tile=[64], element_tile=[4], subgroup_strides=[0], thread_strides=[1]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[4], outer_tile=[1], thread_tile=[64], element_tile=[1], subgroup_strides=[0], thread_strides=[1]>
func.func @first_wins_swapped(%m: memref<256xf32>, %x: vector<256xf32>, %y: vector<256xf32>, %z: vector<256xf32>, %w: vector<256xf32>) attributes {workgroup_size=[64,1,1]} {
  %c0 = arith.constant 0 : index
  %b = iree_vector_ext.to_layout %y to layout(#B) : vector<256xf32>
  %c = iree_vector_ext.to_layout %z to layout(#B) : vector<256xf32>
  %d = iree_vector_ext.to_layout %w to layout(#B) : vector<256xf32>
  %a = iree_vector_ext.to_layout %x to layout(#A) : vector<256xf32>
  %s0 = arith.addf %a, %b : vector<256xf32>
  %s1 = arith.addf %s0, %c : vector<256xf32>
  %s2 = arith.addf %s1, %d : vector<256xf32>
  vector.transfer_write %s2, %m[%c0] {in_bounds=[true]} : vector<256xf32>, memref<256xf32>
  func.return
}
