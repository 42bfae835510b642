func.func @pad_matmul_static(%arg0 : tensor<250x500xf32>, %arg1 : tensor<500x1020xf32>,
        %arg2 : tensor<250x1020xf32>) -> tensor<250x1020xf32> {
  %matmul = linalg.matmul
      ins(%arg0, %arg1 : tensor<250x500xf32>, tensor<500x1020xf32>)
      outs(%arg2 : tensor<250x1020xf32>) -> tensor<250x1020xf32>
  return %matmul : tensor<250x1020xf32>
}

// -----

func.func @pad_matmul_dynamic_row(%arg0 : tensor<?x512xf32>, %arg1 : tensor<512x1024xf32>,
        %arg2 : tensor<?x1024xf32>) -> tensor<?x1024xf32> {
  %matmul = linalg.matmul
      ins(%arg0, %arg1 : tensor<?x512xf32>, tensor<512x1024xf32>)
      outs(%arg2 : tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %matmul : tensor<?x1024xf32>
}

// -----

func.func @pad_matmul_dynamic_col(%arg0 : tensor<256x512xf32>, %arg1 : tensor<512x?xf32>,
        %arg2 : tensor<256x?xf32>) -> tensor<256x?xf32> {
  %matmul = linalg.matmul
      ins(%arg0, %arg1 : tensor<256x512xf32>, tensor<512x?xf32>)
      outs(%arg2 : tensor<256x?xf32>) -> tensor<256x?xf32>
  return %matmul : tensor<256x?xf32>
}
