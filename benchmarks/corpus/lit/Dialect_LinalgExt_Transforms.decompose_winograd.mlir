module {
  func.func @winograd_filter_transform(%arg0: tensor<3x3x64x128xf32>, %arg1: tensor<8x8x64x128xf32>) -> tensor<8x8x64x128xf32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [3, 3, 1, 1] [1, 1, 1, 1] : tensor<3x3x64x128xf32> to tensor<3x3x1x1xf32>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, 0, 0] [8, 8, 1, 1] [1, 1, 1, 1] : tensor<8x8x64x128xf32> to tensor<8x8x1x1xf32>
    %14 = iree_linalg_ext.winograd.filter_transform output_tile_size(6) kernel_size(3) kernel_dimensions([0, 1]) ins(%extracted_slice : tensor<3x3x1x1xf32>) outs(%extracted_slice_0 : tensor<8x8x1x1xf32>) -> tensor<8x8x1x1xf32>
    %inserted_slice = tensor.insert_slice %14 into %arg1[0, 0, 0, 0] [8, 8, 1, 1] [1, 1, 1, 1] : tensor<8x8x1x1xf32> into tensor<8x8x64x128xf32>
    return %inserted_slice : tensor<8x8x64x128xf32>
  }
}

// -----

module {
  func.func @winograd_filter_transform_fchw(%arg0: tensor<64x128x3x3xf32>, %arg1: tensor<8x8x64x128xf32>) -> tensor<8x8x64x128xf32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 1, 3, 3] [1, 1, 1, 1] : tensor<64x128x3x3xf32> to tensor<1x1x3x3xf32>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, 0, 0] [8, 8, 1, 1] [1, 1, 1, 1] : tensor<8x8x64x128xf32> to tensor<8x8x1x1xf32>
    %14 = iree_linalg_ext.winograd.filter_transform output_tile_size(6) kernel_size(3) kernel_dimensions([2, 3]) ins(%extracted_slice : tensor<1x1x3x3xf32>) outs(%extracted_slice_0 : tensor<8x8x1x1xf32>) -> tensor<8x8x1x1xf32>
    %inserted_slice = tensor.insert_slice %14 into %arg1[0, 0, 0, 0] [8, 8, 1, 1] [1, 1, 1, 1] : tensor<8x8x1x1xf32> into tensor<8x8x64x128xf32>
    return %inserted_slice : tensor<8x8x64x128xf32>
  }
}

// -----

module {
  func.func @winograd_input_transform(%arg0: tensor<2x130x130x64xf16>, %arg1: tensor<8x8x2x22x22x64xf16>,
                                      %s0 : index, %s1 : index,
                                      %i0 : index, %i1 : index, %i2 : index, %i3 : index, %i4 : index, %i5 : index) -> tensor<8x8x2x22x22x64xf16> {
    %extracted_slice = tensor.extract_slice %arg0[%i0, %i2, %i3, %i1] [1, %s0, %s1, 1] [1, 1, 1, 1] : tensor<2x130x130x64xf16> to tensor<1x?x?x1xf16>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, %i0, %i4, %i5, %i1] [8, 8, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<8x8x2x22x22x64xf16> to tensor<8x8x1x1x1x1xf16>
    %14 = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%extracted_slice : tensor<1x?x?x1xf16>) outs(%extracted_slice_0 : tensor<8x8x1x1x1x1xf16>) -> tensor<8x8x1x1x1x1xf16>
    %inserted_slice = tensor.insert_slice %14 into %arg1[0, 0, %i0, %i4, %i5, %i1] [8, 8, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<8x8x1x1x1x1xf16> into tensor<8x8x2x22x22x64xf16>
    return %inserted_slice : tensor<8x8x2x22x22x64xf16>
  }
}

// -----

module {
  func.func @winograd_input_transform_nchw(%arg0: tensor<2x64x130x130xf16>, %arg1: tensor<8x8x2x22x22x64xf16>,
                                           %s0 : index, %s1 : index,
                                           %i0 : index, %i1 : index, %i2 : index, %i3 : index, %i4 : index, %i5 : index) -> tensor<8x8x2x22x22x64xf16> {
    %extracted_slice = tensor.extract_slice %arg0[%i0, %i1, %i2, %i3] [1, 1, %s0, %s1] [1, 1, 1, 1] : tensor<2x64x130x130xf16> to tensor<1x1x?x?xf16>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, %i0, %i4, %i5, %i1] [8, 8, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<8x8x2x22x22x64xf16> to tensor<8x8x1x1x1x1xf16>
    %14 = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([2, 3]) ins(%extracted_slice : tensor<1x1x?x?xf16>) outs(%extracted_slice_0 : tensor<8x8x1x1x1x1xf16>) -> tensor<8x8x1x1x1x1xf16>
    %inserted_slice = tensor.insert_slice %14 into %arg1[0, 0, %i0, %i4, %i5, %i1] [8, 8, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<8x8x1x1x1x1xf16> into tensor<8x8x2x22x22x64xf16>
    return %inserted_slice : tensor<8x8x2x22x22x64xf16>
  }
}

// -----

module {
  func.func @winograd_output_transform(%arg0: tensor<8x8x1x6x6x32xf16>, %arg1: tensor<1x36x36x32xf16>,
                                       %s0 : index, %s1 : index,
                                       %i0 : index, %i1 : index, %i2 : index, %i3 : index, %i4 : index) -> tensor<1x36x36x32xf16> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, %i0, %i1, %i2] [8, 8, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<8x8x1x6x6x32xf16> to tensor<8x8x1x1x1x1xf16>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, %i3, %i4, %i2] [1, %s0, %s1, 1] [1, 1, 1, 1] : tensor<1x36x36x32xf16> to tensor<1x?x?x1xf16>
    %12 = iree_linalg_ext.winograd.output_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%extracted_slice : tensor<8x8x1x1x1x1xf16>) outs(%extracted_slice_0 : tensor<1x?x?x1xf16>) -> tensor<1x?x?x1xf16>
    %inserted_slice = tensor.insert_slice %12 into %arg1[0, %i3, %i4, %i2] [1, %s0, %s1, 1] [1, 1, 1, 1] : tensor<1x?x?x1xf16> into tensor<1x36x36x32xf16>
    return %inserted_slice : tensor<1x36x36x32xf16>
  }
}

// -----

module {
  func.func @winograd_output_transform_nchw(%arg0: tensor<8x8x1x6x6x32xf16>, %arg1: tensor<1x32x36x36xf16>,
                                            %s0 : index, %s1 : index,
                                            %i0 : index, %i1 : index, %i2 : index, %i3 : index, %i4 : index) -> tensor<1x32x36x36xf16> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, %i0, %i1, %i2] [8, 8, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<8x8x1x6x6x32xf16> to tensor<8x8x1x1x1x1xf16>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, %i2, %i3, %i4] [1, 1, %s0, %s1] [1, 1, 1, 1] : tensor<1x32x36x36xf16> to tensor<1x1x?x?xf16>
    %12 = iree_linalg_ext.winograd.output_transform output_tile_size(6) kernel_size(3) image_dimensions([2, 3]) ins(%extracted_slice : tensor<8x8x1x1x1x1xf16>) outs(%extracted_slice_0 : tensor<1x1x?x?xf16>) -> tensor<1x1x?x?xf16>
    %inserted_slice = tensor.insert_slice %12 into %arg1[0, %i2, %i3, %i4] [1, 1, %s0, %s1] [1, 1, 1, 1] : tensor<1x1x?x?xf16> into tensor<1x32x36x36xf16>
    return %inserted_slice : tensor<1x32x36x36xf16>
  }
}
