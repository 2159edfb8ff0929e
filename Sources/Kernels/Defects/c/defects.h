// Finds hot and dead sites of a Bayer mosaic.
#ifndef BROMIDE_DEFECTS_H
#define BROMIDE_DEFECTS_H

#include <stddef.h>
#include <stdint.h>

/// A site and the code that replaces its sample.
typedef struct {
  int32_t x;
  uint16_t value;
  /// 1 if it is darker than its surroundings, 0 if brighter.
  uint16_t is_dead;
} bromide_repair;

/// The repairs of a mosaic. all[rows[y]] ..< all[rows[y + 1]] belong to row y, from left to right.
/// `rows` is null without repairs.
typedef struct {
  const int32_t *rows;
  const bromide_repair *all;
} bromide_repairs;

enum {
  /// Outermost rows and columns that are not searched.
  BROMIDE_DEFECTS_EDGE = 4,
};

/// A mosaic, its noise, and the thresholds of the first search in codes above black.
typedef struct {
  const uint16_t *samples;
  ptrdiff_t stride, width, height;
  /// Levels for the site at column x of row y are at 2·(y & 1) + (x & 1). Light 0…1 is (sample −
  /// black) · scale.
  double black[4], scale[4];
  /// Variance of light x is a·x + b.
  double a, b;
  /// Black as an integer code. A hot sample exceeds its brightest neighbour by at least the smaller
  /// of least + slope/65536 and offset + bright_slope/65536 of that neighbour. A dead sample is
  /// `least` below its darkest.
  uint16_t floor[4], least, slope, offset, bright_slope;
} bromide_defect_search;

/// Writes the defects of a row, at most `width`, and returns their number.
ptrdiff_t bromide_find_defects(
  int isa, const bromide_defect_search *search, ptrdiff_t y, bromide_repair *found);

#endif
