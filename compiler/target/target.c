/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/target/target.h"

const RsTarget rs_target_cpu = {
  .dialect = RS_DIALECT_C,
  .name = "cpu",
  .platform = RS_PLATFORM_CPU,
  .position_bits = 64,
  .has_double = TRUE,
  .has_half = TRUE,
  .vector_bytes = 64,
  .warp_width = RS_WARP_SIZE,
  .largest_block = 1024,
  .grid_dimensions = RS_MAX_GRID,
  .block_bytes = 2 << 20,
  .constant_bytes = 65536,
  .has_atomics_64 = TRUE,
};

/* constant_bytes: none that a launch can fill, since constant memory with a name has its values in the text. */
const RsTarget rs_target_opencl = {
  .dialect = RS_DIALECT_OPENCL,
  .name = "opencl",
  .platform = RS_PLATFORM_OPENCL,
  .position_bits = 64,
  .has_double = TRUE,
  .warp_width = RS_WARP_SIZE,
  .largest_block = 256,
  .grid_dimensions = 3,
  .block_bytes = 32 << 10,
  .argument_bytes = 1024,
  .has_barriers = TRUE,
  .has_atomics_64 = TRUE,
};

/* block_bytes: of arrays that a kernel declares; more has to be asked for at the launch. */
const RsTarget rs_target_cuda = {
  .dialect = RS_DIALECT_CUDA,
  .name = "cuda",
  .platform = RS_PLATFORM_CUDA,
  .position_bits = 64,
  .has_double = TRUE,
  .warp_width = RS_WARP_SIZE,
  .largest_block = 1024,
  .grid_dimensions = 3,
  .block_bytes = 48 << 10,
  .constant_bytes = 64 << 10,
  .argument_bytes = 4096,
  .has_barriers = TRUE,
  .has_grid_barriers = TRUE,
  .has_shuffles = TRUE,
  .has_textures = TRUE,
  .has_atomics_64 = TRUE,
};
