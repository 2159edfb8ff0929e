// Sums over blocks of 32×32 sites of a Bayer mosaic, for measuring the noise of its samples and the
// sharpness of its edges.
//
// The Swift file Kernels/Optics/MosaicBlocks.swift has the formulas.
#ifndef BROMIDE_OPTICS_MEASURE_H
#define BROMIDE_OPTICS_MEASURE_H

#include <stddef.h>
#include <stdint.h>

/// Width of a block in sites, and of the margin that edges read around it.
#define BROMIDE_SITES 32
#define BROMIDE_SITES_MARGIN 4

/// A mosaic: light is (sample − black) · scale, with one black level and scale for each site of 2×2.
typedef struct {
  const uint16_t *samples;
  ptrdiff_t stride;
  float black[4], scale[4];
  /// Whether the first site is green.
  int green_first;
} bromide_blocks;

/// The noise of one plane of a block. Four samples around a middle are two pairs of opposite
/// samples: a and b, c and d.
typedef struct {
  /// Mean squares of (a + b − c − d)/2, and of (a − b)/√2 and (c − d)/√2 together. For white noise
  /// both equal its variance.
  float detail, slope;
  float mean, largest;
} bromide_noise;

/// Measures the noise of the four planes. Also reads two samples to the right of the block.
void bromide_noise_block(
  int isa, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise result[4]);

/// Returns the maximum |difference| of diagonal green neighbours, divided by the range D of green
/// in 9×9 sites around them. D must satisfy D² > a·(the largest value) + b and D > `range`, and the
/// largest value must be below 0.9. Returns 0 if there is no such edge. The block must be at least
/// `BROMIDE_SITES_MARGIN` sites inside the mosaic.
float bromide_edge_block(
  int isa, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float a, float b, float range);

#endif
