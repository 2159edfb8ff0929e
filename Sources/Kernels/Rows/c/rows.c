// Chooses the variant of a row kernel, once a row.
#include "rows_internal.h"

void bromide_color_row(
  int isa, const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count) {
  DISPATCH(isa, bromide_color_row, matrix, tone, red, green, blue, count);
}

void bromide_table_row(
  int isa, const float *matrix, const bromide_tone_table *table, float *red, float *green,
  float *blue, size_t count) {
  DISPATCH(isa, bromide_table_row, matrix, table, red, green, blue, count);
}

void bromide_encode_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, int bytes, const float *red, const float *green, const float *blue, size_t count,
  void *output) {
  DISPATCH(
    isa, bromide_encode_row, matrix, weights, transfer, channels, bytes, red, green, blue, count,
    output);
}

void bromide_code_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, const float *red, const float *green, const float *blue, size_t count,
  float *codes, ptrdiff_t plane) {
  DISPATCH(
    isa, bromide_code_row, matrix, weights, transfer, channels, red, green, blue, count, codes,
    plane);
}

void bromide_dither_row(int isa, const bromide_dither *dither, size_t count, uint8_t *output) {
  DISPATCH(isa, bromide_dither_row, dither, count, output);
}

void bromide_interleave_row(
  int isa, const float *matrix, const float *weights, int channels, const float *red,
  const float *green, const float *blue, size_t count, float *output) {
  DISPATCH(
    isa, bromide_interleave_row, matrix, weights, channels, red, green, blue, count, output);
}

void bromide_blend_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count) {
  DISPATCH(isa, bromide_blend_row, highlights, red, green, blue, count);
}

int bromide_has_clipped(
  int isa, const bromide_highlights *highlights, const float *red, const float *green,
  const float *blue, size_t distance, size_t rows, size_t count) {
  return DISPATCH(
    isa, bromide_has_clipped, highlights, red, green, blue, distance, rows, count);
}

void bromide_recover_row(
  int isa, const bromide_highlights *highlights, const bromide_highlight_field *field, int32_t x,
  int32_t y, float *red, float *green, float *blue, size_t count) {
  DISPATCH(isa, bromide_recover_row, highlights, field, x, y, red, green, blue, count);
}

void bromide_highlight_cells(
  int isa, const bromide_highlight_samples *samples, ptrdiff_t row, float *sums) {
  DISPATCH(isa, bromide_highlight_cells, samples, row, sums);
}

void bromide_xtrans_highlight_cells(
  int isa, const bromide_xtrans_samples *samples, ptrdiff_t row, ptrdiff_t cells, float *sums) {
  DISPATCH(isa, bromide_xtrans_highlight_cells, samples, row, cells, sums);
}

void bromide_weighted_sums(
  int isa, const float *values, size_t step, const float *weights, size_t taps, size_t count,
  float *sums) {
  DISPATCH(isa, bromide_weighted_sums, values, step, weights, taps, count, sums);
}

void bromide_add_rows(
  int isa, const bromide_block *block, const bromide_share *shares, int count, size_t columns) {
  DISPATCH(isa, bromide_add_rows, block, shares, count, columns);
}

void bromide_resample_row(
  int isa, const bromide_across *work, const float *input, float *output) {
  DISPATCH(isa, bromide_resample_row, work, input, output);
}

void bromide_linear_row(
  int isa, const uint16_t *samples, int channels, const float *scale, float ceiling, size_t count,
  float *red, float *green, float *blue) {
  DISPATCH(isa, bromide_linear_row, samples, channels, scale, ceiling, count, red, green, blue);
}
