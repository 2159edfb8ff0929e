// Finds hot and dead sites of an X-Trans mosaic.
#ifndef BROMIDE_XTRANS_DEFECTS_H
#define BROMIDE_XTRANS_DEFECTS_H

#include "defects.h"

enum {
  /// Outermost rows and columns that are not searched.
  BROMIDE_XTRANS_DEFECTS_EDGE = 4,
  /// The number of neighbours with the same colour, and the number in the first search.
  BROMIDE_XTRANS_NEAR = 12, BROMIDE_XTRANS_NEAREST = 4,
};

/// A position relative to a site.
typedef struct {
  int8_t x, y;
} bromide_offset;

/// The neighbours of a site.
typedef struct {
  /// Neighbours of the site's colour, the nearest first.
  bromide_offset same[BROMIDE_XTRANS_NEAR];
  /// For each edge neighbour (right, left, below, above), three places of its colour: outward, and
  /// on either side.
  bromide_offset adjacent[4][3];
} bromide_xtrans_neighbours;

/// A mosaic, its noise, and the thresholds of the first search, as in `bromide_defect_search`.
/// Tables have one value for the site at column x of row y, at 6·(y mod 6) + x mod 6.
typedef struct {
  const uint16_t *samples;
  ptrdiff_t stride, width, height;
  double black[36], scale[36];
  double a, b;
  uint16_t floor[36], least, slope, offset, bright_slope;
  bromide_xtrans_neighbours neighbours[36];
} bromide_xtrans_defect_search;

/// Fills `neighbours` for a pattern's colours, 36 numbers.
void bromide_xtrans_find_neighbours(bromide_xtrans_defect_search *search, const uint8_t *colours);

/// Writes the defects of a row, at most `width`, and returns their number.
ptrdiff_t bromide_find_xtrans_defects(
  int isa, const bromide_xtrans_defect_search *search, ptrdiff_t y, bromide_repair *found);

#endif
