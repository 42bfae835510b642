#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,1], thread_tile=[8,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
#C = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[4,16], element_tile=[4,4], subgroup_strides=[0,0], thread_strides=[16,1]>
func.func @masked(%m: memref<16x64xf16>, %o: memref<16x64xf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %mask = vector.create_mask %n, %n : vector<16x64xi1>
  %x = vector.transfer_read %m[%c0, %c0], %z, %mask {in_bounds=[true,true]} : memref<16x64xf16>, vector<16x64xf16>
  %xl = iree_vector_ext.to_layout %x to layout(#B) : vector<16x64xf16>
  %e = math.exp %xl : vector<16x64xf16>
  %el = iree_vector_ext.to_layout %e to layout(#C) : vector<16x64xf16>
  %one = arith.constant dense<1.0> : vector<16xf16>
  %sum = vector.mask %mask { vector.multi_reduction <add>, %el, %one [1] : vector<16x64xf16> to vector<16xf16> } : vector<16x64xi1> -> vector<16xf16>
  %b = vector.broadcast %sum : vector<16xf16> to vector<64x16xf16>
  %bt = vector.transpose %b, [1, 0] : vector<64x16xf16> to vector<16x64xf16>
  %q = arith.divf %el, %bt : vector<16x64xf16>
  vector.transfer_write %q, %o[%c0, %c0], %mask {in_bounds=[true,true]} : vector<16x64xf16>, memref<16x64xf16>
  return
}
