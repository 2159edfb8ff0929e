// Measures the shift of red or blue relative to green, block by block, in a Bayer or X-Trans
// mosaic.
#ifndef BROMIDE_LATERAL_H
#define BROMIDE_LATERAL_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Sites of the colour's lattice along a side of a block.
  BROMIDE_LATERAL_BLOCK = 32,
  /// Sites around a block that its sums depend on. Green's edge neighbours must exist for them.
  BROMIDE_LATERAL_MARGIN = 16,
  /// Floats of scratch memory that a block takes.
  BROMIDE_LATERAL_SCRATCH = (3 * 52 + 1) * 64 + 32,
};

/// Sites of one colour, every second column and row, each between four green ones.
typedef struct {
  /// The first site. `stride` is the distance between two rows of the mosaic in samples.
  const uint16_t *samples;
  ptrdiff_t stride;
  /// A value is (sample − black) · scale: 0 is black, 1 white. Green's are means over both rows.
  float black, scale, green_black, green_scale;
  /// Samples above these are clipped.
  int clipped, green_clipped;
} bromide_lateral_lattice;

/// X-Trans cells of 3×3 sites with green in the middle and at the corners. A colour's value is the
/// mean of its two sites next to the middle. They are left and right in one cell, and above and
/// below in the next. Half the middle plus half the corners' mean gives green with the same blur,
/// on average over two neighbouring cells.
typedef struct {
  /// The middle of the first cell. `stride` is the distance between two rows of the mosaic in
  /// samples.
  const uint16_t *samples;
  ptrdiff_t stride;
  /// 0 if the colour is left and right of the first middle, 1 if above and below.
  int parity;
  /// As of a lattice.
  float black, scale, green_black, green_scale;
  int clipped, green_clipped;
} bromide_lateral_cells;

/// Sums over the sites of a block, for c (the colour) and g (green) after a band-pass of their
/// square roots, and for green's slopes gx and gy per pixel of the mosaic.
typedef struct {
  /// Number of sites without a clipped sample within 4 sites.
  float count;
  float gg, ggx, ggy, gxgx, gxgy, gygy, cg, cgx, cgy, cc;
} bromide_lateral_sums;

/// Computes the sums of the block that begins at a column and row of the lattice. Green is read at
/// an offset of (shift_x, shift_y) pixels, each −4 ≤ shift < 4.
void bromide_lateral_block(
  int isa, const bromide_lateral_lattice *lattice, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums);

/// Computes the sums for cells. Columns and rows count cells, whose pitch is 3 pixels. −3 ≤ shift <
/// 3.
void bromide_lateral_cells_block(
  int isa, const bromide_lateral_cells *cells, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums);

#endif
