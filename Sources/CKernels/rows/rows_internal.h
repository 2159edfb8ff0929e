// The variants of each row kernel; `rows.c` chooses.
#ifndef BROMIDE_ROWS_INTERNAL_H
#define BROMIDE_ROWS_INTERNAL_H

#include "CVariants.h"
#include "rows.h"

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(
  color_row, const float *matrix, const bromide_tone *tone, float *red, float *green, float
  *blue, size_t count)
VARIANTS(
  encode_row, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, int bytes, const float *red, const float *green, const float *blue, size_t count,
  void *output)
VARIANTS(
  blend_row, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count)
VARIANTS(
  reconstruct_row, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t total, size_t first, size_t count, float *work, size_t plane)
VARIANTS(
  add_rows, const bromide_block *block, const bromide_share *shares, int count, size_t columns)
VARIANTS(resample_row, const bromide_across *work, const float *input, float *output)
VARIANTS(
  linear_row, const uint16_t *samples, int channels, const float *scale, float ceiling, size_t
  count, float *red, float *green, float *blue)

#undef VARIANTS
#endif
