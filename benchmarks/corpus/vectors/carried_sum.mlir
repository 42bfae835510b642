#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,1], thread_tile=[8,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
#C = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[4,16], element_tile=[4,4], subgroup_strides=[0,0], thread_strides=[16,1]>
func.func @loop(%m: memref<16x64xf16>, %o: memref<16x64xf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f16
  %cst = arith.constant dense<0.0> : vector<16x64xf16>
  %cstl = iree_vector_ext.to_layout %cst to layout(#C) : vector<16x64xf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cstl) -> (vector<16x64xf16>) {
    %x = vector.transfer_read %m[%c0, %i], %z {in_bounds=[true,true]} : memref<16x64xf16>, vector<16x64xf16>
    %xl = iree_vector_ext.to_layout %x to layout(#B) : vector<16x64xf16>
    %e = math.exp %xl : vector<16x64xf16>
    %s = arith.addf %acc, %e : vector<16x64xf16>
    scf.yield %s : vector<16x64xf16>
  }
  %rl = iree_vector_ext.to_layout %r to layout(#C) : vector<16x64xf16>
  vector.transfer_write %rl, %o[%c0, %c0] {in_bounds=[true,true]} : vector<16x64xf16>, memref<16x64xf16>
  return
}
