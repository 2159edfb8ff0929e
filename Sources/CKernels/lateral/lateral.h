// Measures how far red or blue lies from green, block by block of a Bayer or X-Trans mosaic.
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
  BROMIDE_LATERAL_SCRATCH = (3 * 52 + 1) * 64 + 32,
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

/// Cells of 3×3 sites of X-Trans, each with green in the middle and at its corners: one value of the colour is the mean of the
/// two sites beside the middle, which lie left and right in one cell, above and below in the next. Half the middle and half the
/// mean of the corners is green of the same blur, on average of two neighbouring cells.
typedef struct {
  /// The middle of the first cell; `stride` is the distance of two rows of the mosaic in samples.
  const uint16_t *samples;
  ptrdiff_t stride;
  /// 0 if the colour lies left and right of the first middle, 1 if above and below.
  int parity;
  /// As of a lattice.
  float black, scale, green_black, green_scale;
  int clipped, green_clipped;
} bromide_lateral_cells;

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

/// The same of cells, whose columns and rows take the place of the lattice's: their pitch is 3 pixels.
/// −3 ≤ shift < 3.
void bromide_lateral_cells_block(
  int isa, const bromide_lateral_cells *cells, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums);

#endif
