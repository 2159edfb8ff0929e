// The steps of a camera profile on a row of three float planes, in place: maps of hue, saturation
// and value, and gains by position and brightness (DNG specification 1.7, chapters 6 and 7).
//
// Planes are readable and writable up to the next multiple of 16 floats after `count`. All variants
// give equal bits.
#ifndef BROMIDE_PROFILE_H
#define BROMIDE_PROFILE_H

#include <stddef.h>
#include <stdint.h>

/// Pieces in a function's table over 0…1, which has one value more.
#define BROMIDE_PROFILE_PIECES 4096

/// A map over hue, saturation and value. An entry has four floats: hue shift in sixths of a turn,
/// factors for saturation and value, and an unused one. Value varies slowest, then hue, then
/// saturation.
typedef struct {
  const float *entries;
  /// hues ≥ 1, saturations ≥ 2, values ≥ 1.
  int32_t hues, saturations, values;
  /// Tables for reading value: its code over its square root, and the value over its code. NULL for
  /// linear.
  const float *encode, *decode;
} bromide_color_table;

/// Applies a matrix (9 floats, row by row, or NULL to skip it), then a map.
void bromide_color_table_row(
  int isa, const float *matrix, const bromide_color_table *table, float *red, float *green,
  float *blue, size_t count);

/// Gains by position and brightness: `count` gains for each point of a grid, row by row.
typedef struct {
  const float *gains;
  int32_t columns, rows, count;
  /// Weights of red, green, blue, the smallest and the largest component in brightness, which is
  /// limited to 0…1.
  float weights[5];
  /// A table of the map's brightness over the fourth root of brightness, or NULL for unchanged
  /// brightness.
  const float *brightness;
  /// The position of the row's pixel 0 on the grid, in points, and the step to the next pixel.
  float place[2], step[2];
} bromide_gain_table;

/// Applies a matrix (or NULL to skip it), then gains. The first pixel is pixel `x` of the row.
void bromide_gain_table_row(
  int isa, const float *matrix, const bromide_gain_table *table, int32_t x, float *red,
  float *green, float *blue, size_t count);

#endif
