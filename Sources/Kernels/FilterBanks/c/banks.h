// Demosaics a rectangle of a Bayer or X-Trans mosaic row by row with directional filter banks.
//
// The filters are linear and were fitted by least squares for four directions. Every pixel blends
// the directions and prefers those with little change. Sources/Kernels/FilterBanks/FilterBankReference.swift
// has the formulas and reasons. This file also has plain averages for X-Trans (bilinear, half).
//
// The caller owns all memory, as for demosaic.h. Only one thread can use a `bromide_banks` at a
// time.
#ifndef BROMIDE_BANKS_H
#define BROMIDE_BANKS_H

#include <stddef.h>
#include <stdint.h>

#include "../../Demosaic/c/demosaic.h"

enum {
  BROMIDE_BANKS,
  /// The weighted mean of each colour among 3×3 sites, and among 4×4 for one pixel of 2×2 sites.
  BROMIDE_BANKS_BILINEAR, BROMIDE_BANKS_HALF,
};

enum {
  /// The longest period of a pattern.
  BROMIDE_BANK_PERIOD = 6,
  /// The maximum number of rounds.
  BROMIDE_BANK_ROUNDS = 2,
};

/// Stages, sites and planes in a table of filters.
enum { BROMIDE_BANK_GREEN, BROMIDE_BANK_COLOUR, BROMIDE_BANK_ROUND, BROMIDE_BANK_ROUND_2 };
enum { BROMIDE_BANK_OWN, BROMIDE_BANK_CROSS, BROMIDE_BANK_QUAD, BROMIDE_BANK_LONE };
enum { BROMIDE_BANK_NEEDED, BROMIDE_BANK_OTHER, BROMIDE_BANK_GUIDE };

/// One tap of a filter, at the table's position of the pattern.
typedef struct {
  uint8_t stage, site, plane;
  int8_t down, right;
  /// Coefficients along (0,1), (1,0), (1,1), (1,−1) (rows, columns).
  float factors[4];
} bromide_bank_tap;

/// Returns the table of a pattern with this period, 2 (Bayer) or 6 (X-Trans), and its length.
const bromide_bank_tap *bromide_bank_table(int period, int *count);

/// A mosaic and its pattern. `plain` has everything else. Its red_x, red_y and lateral are ignored.
typedef struct {
  bromide_mosaic plain;
  /// The period, 2 or 6, and the colours (0 red, 1 green, 2 blue) of a period's rows and columns.
  int period;
  uint8_t colours[BROMIDE_BANK_PERIOD * BROMIDE_BANK_PERIOD];
} bromide_bank_mosaic;

/// State of one rectangle. Its fields are private to the C side.
typedef struct {
  bromide_bank_mosaic mosaic;
  int kind, rounds;
  /// The rectangle in pixels of the output, and the next row.
  ptrdiff_t x, y, width, next;
  /// The mosaic column at the start of the planes, a multiple of the period. Then the number of
  /// places in a plane, and the floats from a plane to the next and from a row to the next.
  ptrdiff_t base, count, plane_floats, row_floats;
  /// The first and the last row and column for mirroring the pattern.
  ptrdiff_t first_row, last_row, first_column, last_column;
  float *rows;
  /// One row of samples, leveled, in the order of columns.
  float *line;
  /// Blacks and scales for each row of the period, and the black row that each set belongs to.
  float *levels;
  ptrdiff_t levels_of[BROMIDE_BANK_PERIOD];
  uint16_t *gathered;
  struct bromide_bank_plan *plan;
} bromide_banks;

/// Bytes of scratch (aligned to 64, cleared once) for rectangles of at most `width` output pixels.
size_t bromide_banks_scratch_bytes(int kind, int period, int rounds, ptrdiff_t width);

/// Starts at the top of a rectangle. `scratch` must have been sized for these numbers, and for
/// `width` or more.
void bromide_banks_begin(
  bromide_banks *strip, int kind, int rounds, const bromide_bank_mosaic *mosaic, ptrdiff_t x,
  ptrdiff_t y, ptrdiff_t width, void *scratch);

/// Computes the next row. Writes up to the next multiple of 16 floats beyond `width`.
void bromide_banks_row(int isa, bromide_banks *strip, float *red, float *green, float *blue);

#endif
