// Sums over blocks of 32×32 sites of a Bayer mosaic, for the noise of its samples and the sharpness of its edges.
//
// The Swift file Kernels/Optics/MosaicBlocks.swift states the formulas.
#ifndef BROMIDE_OPTICS_MEASURE_H
#define BROMIDE_OPTICS_MEASURE_H

#include <stddef.h>
#include <stdint.h>

/// Side of a block in sites, and of the margin that edges read around it.
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

/// What a plane of a block tells of noise. Four samples with one middle are two pairs, opposite each other: a and b, c and d.
typedef struct {
  /// Mean squares of (a + b − c − d)/2, and of (a − b)/√2 and (c − d)/√2 together: of white noise both are its variance.
  float detail, slope;
  float mean, largest;
} bromide_noise;

/// The quads of each of the four sites of 2×2. Two samples to the right of the block are read, too.
void bromide_noise_block(
  int isa, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise result[4]);

/// The greatest |difference| of diagonal green neighbours over the range of green in 9×9 sites about it, where that range
/// D has D² > a·(the largest value there) + b and D > `range`, and the largest value is below 0.9; 0 if there is none. The
/// block lies at least `BROMIDE_SITES_MARGIN` sites inside the mosaic.
float bromide_edge_block(
  int isa, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float a, float b, float range);

#endif
