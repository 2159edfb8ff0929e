// Chooses the variant of a measure, once a block.
#include "optics_internal.h"

void bromide_noise_block(
  int isa, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float *energy, float *mean,
  float *largest) {
  DISPATCH(isa, bromide_optics_noise_block, blocks, x, y, energy, mean, largest);
}

float bromide_edge_block(int isa, EDGE_PARAMETERS) {
  return DISPATCH(isa, bromide_optics_edge_block, blocks, x, y, a, b, range);
}
