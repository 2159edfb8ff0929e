// Shared by the demosaic's files: the layout of the scratch memory, the levels of a row, and the
// function of each instruction set.
//
// A row of the mosaic is stored as two half-width planes, its green sites ("green") and its red or
// blue sites ("other"), which avoids strides of two. Half column i of either plane is column base +
// 2i or base + 2i + 1, where base = x − 2·MARGIN. The choice depends on a parity that changes with
// every row (`other_parity`).
#ifndef BROMIDE_DEMOSAIC_STRIP_H
#define BROMIDE_DEMOSAIC_STRIP_H

#include "CVariants.h"
#include "demosaic.h"

enum {
  /// Half columns left and right of a rectangle that RCD depends on.
  REACH = 5,
  /// REACH if lateral colour is corrected: 3 for the steps after it, 2 more for the ratios, 3 for
  /// green at their positions, and 3 for green itself.
  MOVED_REACH = 11,
  /// Half columns stored to the left of a rectangle. The rectangle begins with a whole vector,
  /// because loads across cache lines in the last step would take 10 cycles of 61 for 32 pixels.
  MARGIN = 16,
  /// Floats before and after each half row, for the neighbours of its outermost vectors.
  PADDING = 16,
};

/// A ring of rows in the scratch memory: row y is at `first + (y & mask)`.
typedef struct {
  int first, mask;
} ring;

/// The levels for one row of a half plane: constants, or one value per half column.
typedef struct {
  float black, scale;
  const float *blacks, *scales;
} levels;

/// One row of samples and its levels, ready for the vector loop.
typedef struct {
  /// The sample of the base column. `count` half columns are readable.
  const uint16_t *samples;
  /// Levels of the columns base + 2i, and base + 2i + 1.
  levels half[2];
  /// The row inside the picture, the base column, and the gains of both halves. Levels include the
  /// gains unless there are opcodes.
  ptrdiff_t y, base;
  float gain[2];
} sample_row;

/// The plane of a row in a ring.
INLINE float *row_of(const bromide_demosaic *strip, ring r, ptrdiff_t y) {
  return strip->rows + (r.first + (y & r.mask)) * strip->row_floats + PADDING;
}

/// Row y of a ring and the rows `step` above and below it.
typedef struct {
  const float *above, *here, *below;
} trio;

INLINE trio trio_of(const bromide_demosaic *strip, ring r, ptrdiff_t y, ptrdiff_t step) {
  return (trio){row_of(strip, r, y - step), row_of(strip, r, y), row_of(strip, r, y + step)};
}

/// Returns 0 if the red or blue sites of row y are in the columns base + 2i, or 1 if in base + 2i +
/// 1.
INLINE int other_parity(const bromide_demosaic *strip, ptrdiff_t y) {
  return (int)((strip->mosaic.red_x ^ (y ^ strip->mosaic.red_y) ^ strip->x) & 1);
}

/// Whether red or blue is shifted.
INLINE int moves_colour(const bromide_demosaic *strip) {
  return (strip->kernel == BROMIDE_RCD || strip->kernel == BROMIDE_ALIGNED)
    && (strip->mosaic.lateral.red || strip->mosaic.lateral.blue);
}

/// Whether row y has red sites (blue ones otherwise).
INLINE int is_red_row(const bromide_demosaic *strip, ptrdiff_t y) {
  return ((y ^ strip->mosaic.red_y) & 1) == 0;
}

/// Mirrors the values of a row inside the picture to its columns outside, if the row contains them.
void bromide_mirror_columns(
  const bromide_demosaic *strip, const sample_row *row, float *const halves[2], ptrdiff_t count);

/// Returns samples of row y: `count` half columns starting at column `base`, mirrored if the row or
/// the columns are outside the picture.
sample_row bromide_sample_row(
  bromide_demosaic *strip, ptrdiff_t y, ptrdiff_t base, ptrdiff_t count);

/// Prefetches the samples of a row if it is inside the picture. A strip's row covers about half a
/// page, which is too little for the processor to recognise a pattern.
void bromide_prefetch_row(
  const bromide_demosaic *strip, ptrdiff_t y, ptrdiff_t base, ptrdiff_t count);

typedef void demosaic_row(bromide_demosaic *strip, float *red, float *green, float *blue);
demosaic_row bromide_demosaic_row_baseline;
demosaic_row bromide_demosaic_row_v3;
demosaic_row bromide_demosaic_row_v4;

#endif
