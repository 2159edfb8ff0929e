// Demosaics a rectangle of a Bayer mosaic row by row: the interface of the four kernels.
//
// The caller owns all memory, and chooses rectangles and instruction sets. A `bromide_demosaic`
// contains the rings of rows for one rectangle. Only one thread can use it at a time.
#ifndef BROMIDE_DEMOSAIC_H
#define BROMIDE_DEMOSAIC_H

#include <stddef.h>
#include <stdint.h>

#include "../../Defects/c/defects.h"
#include "../../Opcodes/c/opcodes.h"

enum {
  BROMIDE_RCD, BROMIDE_BILINEAR, BROMIDE_HALF, BROMIDE_CELLS,
  /// The mosaic with red and blue shifted, the same in all three planes. Requires a mosaic with
  /// lateral shifts.
  BROMIDE_ALIGNED,
};

enum {
  /// Columns and rows of the mosaic that share one shift of lateral colour, starting at its origin.
  BROMIDE_LATERAL_RUN = 32,
};

/// The shift s of a block of red or blue sites, with |s| < 4 pixels in x and y. c at q matches
/// green at q + s.
typedef struct {
  /// Green at q + s, from a spline through 4×4 sites: the second site, and the weights along x and
  /// y.
  int green_x, green_y;
  float along[4], down[4];
  /// The ratio at p − s, between four sites of the colour: the first site, counted in sites of the
  /// colour, and the weights of the others.
  int ratio_x, ratio_y;
  float share_x, share_y;
} bromide_lateral_move;

/// The shifts of all blocks, row by row. Blocks outside use the nearest block's shift. A colour
/// without shifts is unchanged.
typedef struct {
  const bromide_lateral_move *red, *blue;
  ptrdiff_t columns, rows;
} bromide_lateral_moves;

/// A mosaic and its levels: x = clamp((sample − black) · gain / (white − black), 0, ceiling).
typedef struct {
  const uint16_t *samples;
  /// Distance of two rows in samples.
  ptrdiff_t stride;
  ptrdiff_t width, height;
  /// Column and row, 0 or 1, of the red site.
  int red_x, red_y;
  /// Black levels, a pattern that repeats from the origin.
  const float *black;
  ptrdiff_t black_width, black_height;
  float white;
  /// Gains of red, green and blue.
  float gain[3];
  float ceiling;
  /// Lateral colour to correct, for RCD and ALIGNED only. Both are null without correction.
  bromide_lateral_moves lateral;
  /// Samples to replace while reading the mosaic.
  bromide_repairs repairs;
  /// Corrections of x before its gain, with a ceiling of 1.
  bromide_opcodes opcodes;
} bromide_mosaic;

/// State of one rectangle. Its fields are private to the C side.
typedef struct {
  bromide_mosaic mosaic;
  int kernel;
  /// The rectangle, in pixels of the kernel's output.
  ptrdiff_t x, y, width;
  /// The next output row.
  ptrdiff_t next;
  /// Distance of two scratch rows in floats, an odd number of cache lines.
  ptrdiff_t row_floats;
  /// Scratch: float rows, then black and scale rows, then one row of samples.
  float *rows;
  float *levels;
  uint16_t *gathered;
  /// The row of gains and blacks that each set of `levels` belongs to, or −1 if unset.
  ptrdiff_t levels_of[4];
} bromide_demosaic;

/// Bytes of scratch (aligned to 64, cleared once) for rectangles of at most `width` output pixels.
size_t bromide_demosaic_scratch_bytes(int kernel, ptrdiff_t width);

/// Starts at the top of a rectangle. `scratch` must have been sized for `width` or more.
void bromide_demosaic_begin(
  bromide_demosaic *strip, int kernel, const bromide_mosaic *mosaic, ptrdiff_t x, ptrdiff_t y,
  ptrdiff_t width, void *scratch);

/// Computes the next row. Writes up to the next multiple of 16 floats beyond `width`.
void bromide_demosaic_row(
  int isa, bromide_demosaic *strip, float *red, float *green, float *blue);

/// Converts a row of ALIGNED, `count` sites from column `x` of row `y`, to samples of the mosaic
/// times `factor`, rounded and limited to 0…65535.
void bromide_aligned_samples(
  const bromide_mosaic *mosaic, ptrdiff_t x, ptrdiff_t y, ptrdiff_t count, const float *row,
  float factor, uint16_t *samples);

#endif
