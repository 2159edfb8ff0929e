// Shared by the filter banks' files: the layout of scratch memory, and the plan of filters.
//
// A row is stored as one plane for each column of the pattern's period. So all sites of a plane
// have the same filters, and every tap is a contiguous load: column base + period·i + j is at place
// i of plane j.
#ifndef BROMIDE_BANKS_INTERNAL_H
#define BROMIDE_BANKS_INTERNAL_H

#include "../../Demosaic/c/demosaic_strip.h"
#include "banks.h"

enum {
  PERIOD = BROMIDE_BANK_PERIOD,
  /// Floats before a plane and after the last, which neighbours of the outermost places can read.
  GAP = 16,
  /// Most taps of a filter.
  MOST_TAPS = 48,
  /// Directions: (0,1), (1,0), (1,1), (1,−1), rows and columns. A Bayer mosaic's rows of energies
  /// have two more.
  DIRECTIONS = 4,
};

/// One tap of a filter, or two with equal or mirrored factors, rotated for one position of the
/// pattern.
typedef struct {
  /// The offset of the place's plane in its row, and of the second place's.
  int32_t offset, second_offset;
  /// Their rows, relative to the site's.
  int8_t down, second_down;
  /// WANTED, OTHER or GUIDE. In `round`, the colours 0 and 1 (red and blue) and 2.
  int8_t plane;
  /// Along rows and columns, then half the sum and half the difference of the diagonals' factors.
  float factors[DIRECTIONS];
} placed_tap;

/// A filter. Symmetry halves its multiplications: two places with equal factors are added first.
/// For places with mirrored diagonals, their sum and their difference are multiplied separately.
typedef struct {
  /// Taps of two places with equal factors come first, then mirrored ones, then single places.
  int32_t equal, mirrored, single;
  placed_tap taps[MOST_TAPS];
} bank;

/// Returns the number of taps in a filter, which can be 0.
INLINE int taps_of(const bank *b) { return b->equal + b->mirrored + b->single; }

/// A difference between two sites of the same colour: factor·(x(a) − x(b))².
typedef struct {
  int32_t down_a, offset_a, down_b, offset_b;
  float factor;
} placed_pair;

typedef struct {
  int32_t count;
  placed_pair pairs[5];
} pair_bank;

/// All filters for a pattern and a width of planes, computed once per scratch memory.
struct __attribute__((aligned(64))) bromide_bank_plan {
  int32_t period, kind, rounds, plane_floats;
  uint8_t colours[PERIOD * PERIOD];
  /// By row · PERIOD + column of the site.
  bank green[PERIOD * PERIOD];
  /// By wanted colour (red or blue) and site. Empty at sites with that colour.
  bank colour[2][PERIOD * PERIOD];
  bank round[BROMIDE_BANK_ROUNDS][2][PERIOD * PERIOD];
  pair_bank pairs[DIRECTIONS][PERIOD * PERIOD];
  /// 1 / the smoothed sum of the pairs' factors and the squared length of the direction.
  float inverses[DIRECTIONS][PERIOD * PERIOD];
  /// Plain averages: by colour and site, or by colour, row and third of the period.
  bank mean[3][PERIOD * PERIOD];
};
typedef struct bromide_bank_plan bank_plan;

/// The first rows of rings in scratch memory, and their numbers of rows, powers of two.
enum {
  X_ROWS = 16, X_RING = 0,
  /// A row of planes for each colour of a finished row, and eight rows for use within a stage.
  OUT_RING = X_RING + X_ROWS, SCRATCH_RING = OUT_RING + 3,
  /// Green before the median, and colour − green at red and blue sites.
  GREEN_ROWS = 8, GREEN_RING = SCRATCH_RING + 8, DIFFERENCE_RING = GREEN_RING + GREEN_ROWS,
  /// Raw energies, four or six rings, before and after smoothing.
  ENERGY_ROWS = 8, ENERGY_RING = DIFFERENCE_RING + GREEN_ROWS,
  SMOOTH_ROWS = 4, SMOOTH_RING = ENERGY_RING + 6 * ENERGY_ROWS,
  /// For the colours before rounds, and for each round: differences along directions (four rings),
  /// colours − green (two), and both with green after the median (three).
  PASS_RING = SMOOTH_RING + 6 * SMOOTH_ROWS,
  CHANGE_ROWS = 4, COLOUR_ROWS = 4, MEDIAN_ROWS = 8,
  COLOUR_PART = DIRECTIONS * CHANGE_ROWS, MEDIAN_PART = COLOUR_PART + 2 * COLOUR_ROWS,
  PASS_ROWS = MEDIAN_PART + 3 * MEDIAN_ROWS,
};

/// Rows of all rings.
INLINE ptrdiff_t bank_ring_rows(int kind, int rounds) {
  return kind == BROMIDE_BANKS ? PASS_RING + (rounds + 1) * PASS_ROWS : SCRATCH_RING;
}

/// The planes of row y in the ring of `rows` rows that begins at `first`.
INLINE float *ring_row(const bromide_banks *s, int first, int rows, ptrdiff_t y) {
  return s->rows + (first + (y & (rows - 1))) * s->row_floats + GAP;
}

/// Fills the plan unless it is the right one already.
void bromide_bank_make_plan(bromide_banks *strip);

/// Returns the colour of a site. Rows and columns can be negative.
INLINE int colour_of(const bromide_bank_mosaic *mosaic, ptrdiff_t y, ptrdiff_t x) {
  ptrdiff_t n = mosaic->period, row = y % n, column = x % n;
  if (row < 0) row += n;
  if (column < 0) column += n;
  return mosaic->colours[row * n + column];
}

/// Returns whether a site is green and all four neighbours are not.
int bromide_is_lone_green(const bromide_bank_mosaic *mosaic, ptrdiff_t y, ptrdiff_t x);

/// One row of samples for the vector loops, with count · period columns starting at base.
typedef struct {
  const uint16_t *samples;
  const float *blacks, *scales;
  /// Row of the mosaic.
  ptrdiff_t y;
} bank_samples;

/// Returns the samples and levels of row y, mirrored if the row or some columns are outside.
bank_samples bromide_bank_samples(bromide_banks *strip, ptrdiff_t y);

/// Repeats the leveled values of a line inside the picture in its columns outside.
void bromide_bank_mirror_line(bromide_banks *strip);

typedef void banks_row(bromide_banks *strip, float *red, float *green, float *blue);
banks_row bromide_banks_row_baseline;
banks_row bromide_banks_row_v3;
banks_row bromide_banks_row_v4;

#endif
