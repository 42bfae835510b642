#B = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[2,2], outer_tile=[1,1], thread_tile=[8,4], element_tile=[1,8], subgroup_strides=[0,0], thread_strides=[4,1]>
#Ct = #iree_vector_ext.nested_layout<subgroup_tile=[1,1], batch_tile=[1,1], outer_tile=[1,1], thread_tile=[16,4], element_tile=[4,4], subgroup_strides=[0,0], thread_strides=[1,16]>
#R = #iree_vector_ext.nested_layout<subgroup_tile=[1], batch_tile=[1], outer_tile=[1], thread_tile=[16], element_tile=[1], subgroup_strides=[0], thread_strides=[1]>
func.func @trans_reduce(%m: memref<16x64xf16>, %o: memref<64x16xf32>, %p: memref<16xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %m[%c0, %c0], %z {in_bounds=[true,true]} : memref<16x64xf16>, vector<16x64xf16>
  %xl = iree_vector_ext.to_layout %x to layout(#B) : vector<16x64xf16>
  %neg = arith.constant dense<0xFC00> : vector<16xf16>
  %mx = vector.multi_reduction <maximumf>, %xl, %neg [1] : vector<16x64xf16> to vector<16xf16>
  %mxl = iree_vector_ext.to_layout %mx to layout(#R) : vector<16xf16>
  vector.transfer_write %mxl, %p[%c0] {in_bounds=[true]} : vector<16xf16>, memref<16xf16>
  %mb = vector.broadcast %mx : vector<16xf16> to vector<64x16xf16>
  %t = vector.transpose %xl, [1, 0] : vector<16x64xf16> to vector<64x16xf16>
  %d = arith.subf %t, %mb : vector<64x16xf16>
  %ext = arith.extf %d : vector<64x16xf16> to vector<64x16xf32>
  %tl = iree_vector_ext.to_layout %ext to layout(#Ct) : vector<64x16xf32>
  vector.transfer_write %tl, %o[%c0, %c0] {in_bounds=[true,true]} : vector<64x16xf32>, memref<64x16xf32>
  return
}
