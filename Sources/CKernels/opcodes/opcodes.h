// Corrections of samples by place and value, as DNG's opcodes 3 and 7 to 13 state them.
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
  /// Every how many rows and columns, from a row and a column on that may lie outside.
  int32_t row_pitch, column_pitch, first_row, first_column;
  /// Planes plane ..< end_plane.
  int plane, end_plane;
  /// Gains of a map, values of a table from 0 to 1, or numbers of rows or columns.
  const float *values;
  /// Of a map; a table has `columns` values.
  ptrdiff_t columns, rows, planes;
  /// A place x, y lies at (x − origin) / spacing of a map's points.
  double origin_x, origin_y, spacing_x, spacing_y;
  /// Of a radial gain: the centre, and 1 / the square of the radius that counts as 1.
  float centre_x, centre_y, inverse;
  /// Factors of the powers of a radial gain, from r² on, or of a polynomial, from 1 on.
  float factors[9];
} bromide_opcode;

typedef struct {
  const bromide_opcode *all;
  ptrdiff_t count;
} bromide_opcodes;

/// Values of a row and a plane: value i is that of column x + i·step, whose middle lies at that + `middle`; so does the
/// row's.
typedef struct {
  float *values;
  int32_t count, x, step, y;
  float middle;
  int plane;
  /// Light of a saturated sample, and the largest value: a value that has reached that is clipped, and keeps it.
  float white, ceiling;
} bromide_opcode_run;

/// Applies one opcode.
void bromide_opcode_apply(int isa, const bromide_opcode *opcode, const bromide_opcode_run *run);

#endif
