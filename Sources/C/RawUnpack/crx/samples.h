// Converts a line of the four planes to two rows of the mosaic.
#pragma once

#include "crx.h"

#include <string.h>

#include "CVariants.h"

/// Four columns of the planes, and four columns' samples in two rows.
typedef int32_t crx_cells __attribute__((vector_size(64)));
typedef uint16_t crx_cell_samples __attribute__((vector_size(32)));
typedef uint16_t crx_row_samples __attribute__((vector_size(16)));

INLINE crx_cells crx_clamp(crx_cells values, int32_t low, int32_t high) {
  values = __builtin_elementwise_max(values, (crx_cells){0} + low);
  return __builtin_elementwise_min(values, (crx_cells){0} + high);
}

/// Computes a sample of each colour from luminance and differences, which have 16 bits.
INLINE crx_cells crx_colours(crx_cells planes, uint32_t bits) {
  planes = planes << 16 >> 16;
  const crx_cells p0 = __builtin_shufflevector(planes, planes, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
  const crx_cells p1 = __builtin_shufflevector(planes, planes, 1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13, 13, 13);
  const crx_cells p2 = __builtin_shufflevector(planes, planes, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10, 14, 14, 14, 14);
  const crx_cells p3 = __builtin_shufflevector(planes, planes, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  const crx_cells base = p0 * 1024 + (1 << (bits - 1) << 10);
  const crx_cells sum = base - 168 * p1 - 585 * p3;
  // Rounded to an even number, symmetrically around 0.
  const crx_cells sign = sum >> 31;
  const crx_cells green = ((((((sum ^ sign) - sign) + 512) >> 9) & ~1) ^ sign) - sign;
  const crx_cells red = (base + 1510 * p3 + 512) >> 10, blue = (base + 1927 * p1 + 512) >> 10;
  const crx_cells first = (p2 + green + 1) >> 1, second = (green - p2 + 1) >> 1;
  const crx_cells colours = __builtin_shufflevector(
      __builtin_shufflevector(red, first, 0, 17, 0, 0, 4, 21, 0, 0, 8, 25, 0, 0, 12, 29, 0, 0),
      __builtin_shufflevector(second, blue, 0, 0, 2, 19, 0, 0, 6, 23, 0, 0, 10, 27, 0, 0, 14, 31),
      0, 1, 18, 19, 4, 5, 22, 23, 8, 9, 26, 27, 12, 13, 30, 31);
  return crx_clamp(colours, 0, (1 << bits) - 1);
}

/// Computes the samples of one line. `rows` are the two rows. The row of planes 0 and 1 comes
/// first. `encoding` and `swaps` are constants.
INLINE void crx_samples_as(
    const bromide_raw_crx *format, const int32_t *line, uint32_t width, uint16_t *const *rows,
    const uint32_t encoding, const bool swaps) {
  const int32_t middle = 1 << (format->bits - 1);
  for (uint32_t x = 0; x < width; x += 4) {
    crx_cells cells;
    memcpy(&cells, line + (size_t)x * kPlanes, sizeof cells);
    if (encoding == 0)
      cells = crx_clamp(cells, -middle, middle - 1) + middle;
    else if (encoding == 1)
      cells = crx_clamp(cells, -middle, middle - 1);
    else
      cells = crx_colours(cells, format->median_bits);
    const crx_cell_samples narrow = __builtin_convertvector(cells, crx_cell_samples);
    crx_row_samples pairs[2] = {
        __builtin_shufflevector(narrow, narrow, 0, 1, 4, 5, 8, 9, 12, 13),
        __builtin_shufflevector(narrow, narrow, 2, 3, 6, 7, 10, 11, 14, 15),
    };
    for (unsigned row = 0; row < 2; row++) {
      if (swaps) pairs[row] = __builtin_shufflevector(pairs[row], pairs[row], 1, 0, 3, 2, 5, 4, 7, 6);
      const size_t count = width - x < 4 ? width - x : 4;
      if (count == 4)
        memcpy(rows[row] + 2 * (size_t)x, &pairs[row], sizeof pairs[row]);
      else
        memcpy(rows[row] + 2 * (size_t)x, &pairs[row], count * 2 * sizeof(uint16_t));
    }
  }
}

void NAME(crx_samples)(
    const bromide_raw_crx *format, const int32_t *line, uint32_t width, uint16_t *const *rows) {
  const bool swaps = format->layout & 1;
  switch (format->encoding * 2 + swaps) {
  case 0: crx_samples_as(format, line, width, rows, 0, false); break;
  case 1: crx_samples_as(format, line, width, rows, 0, true); break;
  case 2: crx_samples_as(format, line, width, rows, 1, false); break;
  case 3: crx_samples_as(format, line, width, rows, 1, true); break;
  case 6: crx_samples_as(format, line, width, rows, 3, false); break;
  default: crx_samples_as(format, line, width, rows, 3, true); break;
  }
}
