// Sums over blocks of 48×24 sites of an X-Trans mosaic, for measuring the noise of its samples and
// the sharpness of its edges.
//
// The Swift file Kernels/Optics/XTransBlocks.swift has the formulas.
#ifndef BROMIDE_OPTICS_MEASURE_XTRANS_H
#define BROMIDE_OPTICS_MEASURE_XTRANS_H

#include <stddef.h>
#include <stdint.h>

#include "measure.h"

enum {
  /// Columns and rows of a block in sites, and the margin that its measures read around it.
  BROMIDE_XTRANS_BLOCK_WIDTH = 48, BROMIDE_XTRANS_BLOCK_HEIGHT = 24, BROMIDE_XTRANS_MARGIN = 4,
};

/// A mosaic: light is (sample − black) · scale. Tables have one value for the site at column x of row y at 6·(y mod 6) +
/// x mod 6.
typedef struct {
  const uint16_t *samples;
  ptrdiff_t stride;
  float black[36], scale[36];
  /// 1 where the site is green, 0 elsewhere.
  uint8_t is_green[36];
} bromide_xtrans_blocks;

/// Measures the green 2×2 squares in the left and in the right half of a block. The block's first
/// site must be a green one between four others.
void bromide_xtrans_noise_block(
  const bromide_xtrans_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise result[2]);

/// Returns the maximum |difference| of diagonal green neighbours, divided by the range of green in
/// 9×9 sites around one of them, as in `bromide_edge_block`. The block must be at least the margin
/// inside the mosaic.
float bromide_xtrans_edge_block(
  int isa, const bromide_xtrans_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float a, float b,
  float range);

#endif
