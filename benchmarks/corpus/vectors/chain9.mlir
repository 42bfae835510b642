#A = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[1], outer_tile=[1], thread_tile=[64], element_tile=[4], subgroup_strides=[0], thread_strides=[1]>
#B = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[4], outer_tile=[1], thread_tile=[64], element_tile=[1], subgroup_strides=[0], thread_strides=[1]>
func.func @chain9(%p: index, %q: index, %x: vector<256xindex>, %y: vector<256xindex>) -> (vector<256xindex>, vector<256xindex>) attributes {workgroup_size=[64,1,1]} {
  %s = vector.step : vector<256xindex>
  %v1 = arith.muli %s, %s : vector<256xindex>
  %v2 = arith.addi %v1, %s : vector<256xindex>
  %v3 = arith.muli %v2, %s : vector<256xindex>
  %v4 = arith.addi %v3, %s : vector<256xindex>
  %v5 = arith.muli %v4, %s : vector<256xindex>
  %v6 = arith.addi %v5, %s : vector<256xindex>
  %v7 = arith.muli %v6, %s : vector<256xindex>
  %v8 = arith.addi %v7, %s : vector<256xindex>
  %a = iree_vector_ext.to_layout %x to layout(#A) : vector<256xindex>
  %b = iree_vector_ext.to_layout %y to layout(#B) : vector<256xindex>
  %ra = arith.addi %a, %v8 : vector<256xindex>
  %rb = arith.addi %b, %v8 : vector<256xindex>
  func.return %ra, %rb : vector<256xindex>, vector<256xindex>
}
