// Finds sites of a Bayer mosaic that are hot or dead.
#ifndef BROMIDE_DEFECTS_H
#define BROMIDE_DEFECTS_H

#include <stddef.h>
#include <stdint.h>

/// A site whose sample is replaced.
typedef struct {
  int32_t x;
  uint16_t value;
  /// 1 if it is darker than its surroundings, 0 if brighter.
  uint16_t is_dead;
} bromide_repair;

/// The repairs of a mosaic: those of row y are all[rows[y]] ..< all[rows[y + 1]], from left to
/// right; `rows` is null for none.
typedef struct {
  const int32_t *rows;
  const bromide_repair *all;
} bromide_repairs;

enum {
  /// Outermost rows and columns that are not searched.
  BROMIDE_DEFECTS_EDGE = 4,
};

/// A mosaic, its noise, and what a first look at codes above black asks for.
typedef struct {
  const uint16_t *samples;
  ptrdiff_t stride, width, height;
  /// Of the site at column x of row y, at 2·(y & 1) + (x & 1): 0…1 is (sample − black) · scale.
  double black[4], scale[4];
  /// Variance of light x is a·x + b.
  double a, b;
  /// Black in whole codes. A hot sample is at least the lesser of least + slope/65536 and offset +
  /// bright_slope/65536 of its brightest neighbour above it, a dead one `least` below its darkest.
  uint16_t floor[4], least, slope, offset, bright_slope;
} bromide_defect_search;

/// Writes the defects of a row, at most `width` of them, and returns how many there are.
ptrdiff_t bromide_find_defects(
  int isa, const bromide_defect_search *search, ptrdiff_t y, bromide_repair *found);

#endif
