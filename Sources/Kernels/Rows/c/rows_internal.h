// The variants of each row kernel; `rows.c` chooses.
#ifndef BROMIDE_ROWS_INTERNAL_H
#define BROMIDE_ROWS_INTERNAL_H

#include "CVariants.h"
#include "rows.h"

int bromide_has_clipped_baseline(
  const bromide_highlights *highlights, const float *red, const float *green, const float *blue,
  size_t distance, size_t rows, size_t count);
int bromide_has_clipped_v3(
  const bromide_highlights *highlights, const float *red, const float *green, const float *blue,
  size_t distance, size_t rows, size_t count);
int bromide_has_clipped_v4(
  const bromide_highlights *highlights, const float *red, const float *green, const float *blue,
  size_t distance, size_t rows, size_t count);

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(
  color_row, const float *matrix, const bromide_tone *tone, float *red, float *green, float
  *blue, size_t count)
VARIANTS(
  table_row, const float *matrix, const bromide_tone_table *table, float *red, float *green,
  float *blue, size_t count)
VARIANTS(
  encode_row, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, int bytes, const float *red, const float *green, const float *blue, size_t count,
  void *output)
VARIANTS(
  code_row, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, const float *red, const float *green, const float *blue, size_t count,
  float *codes, ptrdiff_t plane)
VARIANTS(dither_row, const bromide_dither *dither, size_t count, uint8_t *output)
VARIANTS(
  interleave_row, const float *matrix, const float *weights, int channels, const float *red,
  const float *green, const float *blue, size_t count, float *output)
VARIANTS(
  blend_row, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count)
VARIANTS(
  recover_row, const bromide_highlights *highlights, const bromide_highlight_field *field,
  int32_t x, int32_t y, float *red, float *green, float *blue, size_t count)
VARIANTS(
  highlight_cells, const bromide_highlight_samples *samples, ptrdiff_t row, float *sums)
VARIANTS(
  xtrans_highlight_cells, const bromide_xtrans_samples *samples, ptrdiff_t row, ptrdiff_t cells,
  float *sums)
VARIANTS(
  weighted_sums, const float *values, size_t step, const float *weights, size_t taps,
  size_t count, float *sums)
VARIANTS(
  add_rows, const bromide_block *block, const bromide_share *shares, int count, size_t columns)
VARIANTS(resample_row, const bromide_across *work, const float *input, float *output)
VARIANTS(
  linear_row, const uint16_t *samples, int channels, const float *scale, float ceiling, size_t
  count, float *red, float *green, float *blue)

#undef VARIANTS
#endif
