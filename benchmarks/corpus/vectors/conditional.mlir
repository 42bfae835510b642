#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,1], thread_tile=[8,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
#C = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[4,16], element_tile=[4,4], subgroup_strides=[0,0], thread_strides=[16,1]>
func.func @cond(%a: vector<16x64xf16>, %b: vector<16x64xf16>, %p: i1) -> vector<16x64xf16> {
  %al = iree_vector_ext.to_layout %a to layout(#B) : vector<16x64xf16>
  %bl = iree_vector_ext.to_layout %b to layout(#C) : vector<16x64xf16>
  %zero = arith.constant dense<0.0> : vector<16x64xf16>
  %r = scf.if %p -> vector<16x64xf16> {
    %s = arith.addf %al, %bl : vector<16x64xf16>
    scf.yield %s : vector<16x64xf16>
  } else {
    scf.yield %zero : vector<16x64xf16>
  }
  %q = arith.mulf %r, %bl : vector<16x64xf16>
  return %q : vector<16x64xf16>
}
