// Measures how far red or blue lies from green, block by block of a Bayer mosaic.
#ifndef BROMIDE_LATERAL_H
#define BROMIDE_LATERAL_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Sites of the colour's lattice along a side of a block.
  BROMIDE_LATERAL_BLOCK = 32,
  /// Sites around a block that its sums depend on, of which green's edge neighbours must exist.
  BROMIDE_LATERAL_MARGIN = 16,
  /// Floats of scratch memory that a block takes.
  BROMIDE_LATERAL_SCRATCH = 3 * 52 * 64 + 32,
};

/// Sites of one colour, every second column and row, each between four green ones.
typedef struct {
  /// The first site; `stride` is the distance of two rows of the mosaic in samples.
  const uint16_t *samples;
  ptrdiff_t stride;
  /// A value is (sample − black) · scale: 0 is black, 1 white. Green's are means over both rows.
  float black, scale, green_black, green_scale;
  /// Samples above these are clipped.
  int clipped, green_clipped;
} bromide_lateral_lattice;

/// Sums over the sites of a block, of c (the colour) and g (green) after a band-pass of their square
/// roots, and of green's slopes gx and gy per pixel of the mosaic.
typedef struct {
  /// Sites that count: those with no clipped sample within 4 sites.
  float count;
  float gg, ggx, ggy, gxgx, gxgy, gygy, cg, cgx, cgy, cc;
} bromide_lateral_sums;

/// The sums of the block that begins at a column and row of the lattice, with green read
/// (shift_x, shift_y) pixels further on, each −4 ≤ shift < 4.
void bromide_lateral_block(
  int isa, const bromide_lateral_lattice *lattice, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums);

#endif
