// Corrections of samples by position and value, as in DNG's opcodes 3 and 7 to 13.
#ifndef BROMIDE_OPCODES_H
#define BROMIDE_OPCODES_H

#include <stddef.h>
#include <stdint.h>

enum {
  BROMIDE_RADIAL_GAIN, BROMIDE_GAIN_MAP, BROMIDE_TABLE, BROMIDE_POLYNOMIAL,
  BROMIDE_ROW_DELTAS, BROMIDE_ROW_SCALES, BROMIDE_COLUMN_DELTAS, BROMIDE_COLUMN_SCALES,
};

/// A correction of the samples at columns left ..< right and rows top ..< bottom.
typedef struct {
  int kind;
  int32_t left, top, right, bottom;
  /// Distances between corrected rows and columns, starting at a row and column that can be
  /// outside.
  int32_t row_pitch, column_pitch, first_row, first_column;
  /// Planes plane ..< end_plane.
  int plane, end_plane;
  /// Gains of a map, values of a table from 0 to 1, or numbers for rows or columns.
  const float *values;
  /// The size of a map. A table has `columns` values.
  ptrdiff_t columns, rows, planes;
  /// Position x, y of the picture is at (x − origin) / spacing in a map's points.
  double origin_x, origin_y, spacing_x, spacing_y;
  /// The centre of a radial gain, and 1 / the square of its unit radius.
  float centre_x, centre_y, inverse;
  /// Factors for the powers of a radial gain, starting at r², or of a polynomial, starting at 1.
  float factors[9];
} bromide_opcode;

typedef struct {
  const bromide_opcode *all;
  ptrdiff_t count;
} bromide_opcodes;

/// Values of a row and a plane. Value i has column x + i·step. Its middle is `middle` further, in
/// both directions.
typedef struct {
  float *values;
  int32_t count, x, step, y;
  float middle;
  int plane;
  /// Light of a saturated sample, and the maximum value. Values that reach the maximum are clipped
  /// and stay unchanged.
  float white, ceiling;
} bromide_opcode_run;

/// Applies one opcode.
void bromide_opcode_apply(int isa, const bromide_opcode *opcode, const bromide_opcode_run *run);

#endif
