// Chooses the variant of a measure, once a block.
#include "optics_internal.h"

void bromide_noise_block(
  int isa, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise result[4]) {
  DISPATCH(isa, bromide_optics_noise_block, blocks, x, y, result);
}

float bromide_edge_block(int isa, EDGE_PARAMETERS) {
  return DISPATCH(isa, bromide_optics_edge_block, blocks, x, y, a, b, range);
}
