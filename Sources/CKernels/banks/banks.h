// Demosaics a rectangle of a Bayer or X-Trans mosaic row by row by directional filter banks: linear
// filters, fitted by least squares for four directions each and blended at every pixel by how
// little the picture changes along each. Sources/Kernels/FilterBankReference.swift has the formulas
// and reasons. Plain averages of X-Trans (bilinear, half) are here too.
//
// The caller owns all memory, as for demosaic.h; one thread uses a `bromide_banks` at a time.
#ifndef BROMIDE_BANKS_H
#define BROMIDE_BANKS_H

#include <stddef.h>
#include <stdint.h>

#include "../demosaic/demosaic.h"

enum {
  BROMIDE_BANKS,
  /// The weighted mean of each colour among 3×3 sites, and among 4×4 for one pixel of 2×2 sites.
  BROMIDE_BANKS_BILINEAR, BROMIDE_BANKS_HALF,
};

enum {
  /// The longest period of a pattern.
  BROMIDE_BANK_PERIOD = 6,
  /// Most rounds.
  BROMIDE_BANK_ROUNDS = 2,
};

/// Stages, sites and planes of a table of filters.
enum { BROMIDE_BANK_GREEN, BROMIDE_BANK_COLOUR, BROMIDE_BANK_ROUND, BROMIDE_BANK_ROUND_2 };
enum { BROMIDE_BANK_OWN, BROMIDE_BANK_CROSS, BROMIDE_BANK_QUAD, BROMIDE_BANK_LONE };
enum { BROMIDE_BANK_WANTED, BROMIDE_BANK_OTHER, BROMIDE_BANK_GUIDE };

/// One place of one filter, for the position of the pattern that the table is written for.
typedef struct {
  uint8_t stage, site, plane;
  int8_t down, right;
  /// Coefficients along (0,1), (1,0), (1,1), (1,−1) (rows, columns).
  float factors[4];
} bromide_bank_tap;

/// The table of a pattern with this period, 2 (Bayer) or 6 (X-Trans), and its length.
const bromide_bank_tap *bromide_bank_table(int period, int *count);

/// A mosaic and its pattern: `plain` says the rest, but for red_x, red_y and lateral, which do not count.
typedef struct {
  bromide_mosaic plain;
  /// 2 or 6, and the colours (0 red, 1 green, 2 blue) of that many rows of as many columns.
  int period;
  uint8_t colours[BROMIDE_BANK_PERIOD * BROMIDE_BANK_PERIOD];
} bromide_bank_mosaic;

/// State of one rectangle. Its fields are private to the C side.
typedef struct {
  bromide_bank_mosaic mosaic;
  int kind, rounds;
  /// The rectangle in pixels of the output, and the next row.
  ptrdiff_t x, y, width, next;
  /// Column of the mosaic at which the planes begin, a multiple of the period; places of a plane;
  /// floats from a plane to the next, and from a row to the next.
  ptrdiff_t base, count, plane_floats, row_floats;
  /// The first and the last row and column about which the pattern is mirrored.
  ptrdiff_t first_row, last_row, first_column, last_column;
  float *rows;
  /// One row of samples, leveled, in the order of columns.
  float *line;
  /// Blacks and scales of each row of the period, and the rows of black that they are for.
  float *levels;
  ptrdiff_t levels_of[BROMIDE_BANK_PERIOD];
  uint16_t *gathered;
  struct bromide_bank_plan *plan;
} bromide_banks;

/// Bytes of scratch (aligned to 64, cleared once) for rectangles of at most `width` output pixels.
size_t bromide_banks_scratch_bytes(int kind, int period, int rounds, ptrdiff_t width);

/// Starts at the top of a rectangle; `scratch` was made for these numbers, and `width` or more.
void bromide_banks_begin(
  bromide_banks *strip, int kind, int rounds, const bromide_bank_mosaic *mosaic, ptrdiff_t x,
  ptrdiff_t y, ptrdiff_t width, void *scratch);

/// Produces the next row. Writes up to the next multiple of 16 floats beyond `width`.
void bromide_banks_row(int isa, bromide_banks *strip, float *red, float *green, float *blue);

#endif
