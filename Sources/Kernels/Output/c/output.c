// Chooses the variant of a filter at the output's size, once a tile or a row.
#include "output_internal.h"

size_t bromide_output_noise_bytes(ptrdiff_t stride, ptrdiff_t rows) {
  const ptrdiff_t line = stride + 2 * OUTPUT_PADDING + 16;
  return sizeof(float) * (size_t)(BROMIDE_OUTPUT_PLANES * stride * rows + line);
}

void bromide_output_noise_tile(
  int isa, const bromide_output_noise *noise, float *planes, ptrdiff_t stride, ptrdiff_t rows,
  ptrdiff_t width, ptrdiff_t from, ptrdiff_t to, float *scratch) {
  DISPATCH(
    isa, bromide_output_noise_tile, noise, planes, stride, rows, width, from, to, scratch);
}

void bromide_output_luma_row(
  int isa, const bromide_output_sharpening *sharpening, const float *red, const float *green,
  const float *blue, size_t count, float *luma) {
  DISPATCH(isa, bromide_output_luma_row, sharpening, red, green, blue, count, luma);
}

void bromide_output_sharpen_row(
  int isa, const bromide_output_sharpening *sharpening, const float *const rows[5], float *red,
  float *green, float *blue, size_t count) {
  DISPATCH(isa, bromide_output_sharpen_row, sharpening, rows, red, green, blue, count);
}
