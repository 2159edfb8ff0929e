// Chooses the variant of a row kernel, once a row.
#include "rows_internal.h"

void bromide_color_row(
  int isa, const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count) {
  DISPATCH(isa, bromide_color_row, matrix, tone, red, green, blue, count);
}

void bromide_encode_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, int bytes, const float *red, const float *green, const float *blue, size_t count,
  void *output) {
  DISPATCH(
    isa, bromide_encode_row, matrix, weights, transfer, channels, bytes, red, green, blue, count,
    output);
}

void bromide_blend_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count) {
  DISPATCH(isa, bromide_blend_row, highlights, red, green, blue, count);
}

void bromide_reconstruct_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t total, size_t first, size_t count, float *work, size_t plane) {
  DISPATCH(isa, bromide_reconstruct_row, highlights, red, green, blue, total, first, count, work, plane);
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
