// Chooses the variant of a filter kernel, once a row.
#include "filters_internal.h"

void bromide_gain_row(int isa, const bromide_gain *gain, PLANES) {
  DISPATCH(isa, bromide_gain_row, gain, red, green, blue, count);
}

void bromide_chroma_row(int isa, const bromide_chroma *chroma, PLANES) {
  DISPATCH(isa, bromide_chroma_row, chroma, red, green, blue, count);
}

void bromide_toning_row(int isa, const bromide_toning *toning, PLANES) {
  DISPATCH(isa, bromide_toning_row, toning, red, green, blue, count);
}

void bromide_bands_row(int isa, const bromide_bands *bands, PLANES) {
  DISPATCH(isa, bromide_bands_row, bands, red, green, blue, count);
}

void bromide_grading_row(int isa, const bromide_grading *grading, PLANES) {
  DISPATCH(isa, bromide_grading_row, grading, red, green, blue, count);
}

void bromide_curve_row(int isa, const bromide_curves *curves, PLANES) {
  DISPATCH(isa, bromide_curve_row, curves, red, green, blue, count);
}

void bromide_vignette_row(
  int isa, const bromide_vignette *vignette, int x, float square, PLANES) {
  DISPATCH(isa, bromide_vignette_row, vignette, x, square, red, green, blue, count);
}

void bromide_grain_row(int isa, const bromide_grain *grain, int x, int y, PLANES) {
  DISPATCH(isa, bromide_grain_row, grain, x, y, red, green, blue, count);
}

void bromide_mix_row(int isa, const float *color, float amount, PLANES) {
  DISPATCH(isa, bromide_mix_row, color, amount, red, green, blue, count);
}

void bromide_pack_row(int isa, const float *row, float ceiling, size_t count, uint16_t *codes) {
  DISPATCH(isa, bromide_pack_row, row, ceiling, count, codes);
}

void bromide_unpack_row(
  int isa, const uint16_t *codes, float ceiling, size_t count, size_t ahead, float *row) {
  DISPATCH(isa, bromide_unpack_row, codes, ceiling, count, ahead, row);
}

void bromide_read_row(int isa, const uint16_t *codes, size_t count, float *row) {
  DISPATCH(isa, bromide_read_row, codes, count, row);
}

void bromide_write_row(int isa, const float *row, size_t count, uint16_t *codes) {
  DISPATCH(isa, bromide_write_row, row, count, codes);
}

void bromide_box_lines(
  int isa, const float *in, size_t count, size_t reach, float weight, float edge, float *out) {
  DISPATCH(isa, bromide_box_lines, in, count, reach, weight, edge, out);
}

void bromide_turn_lines(const float *rows, size_t stride, size_t count, float *lines) {
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < BROMIDE_LINES; j++) lines[BROMIDE_LINES * i + j] = rows[j * stride + i];
  }
}

void bromide_turn_rows(const float *lines, size_t count, float *rows, size_t stride) {
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < BROMIDE_LINES; j++) rows[j * stride + i] = lines[BROMIDE_LINES * i + j];
  }
}

void bromide_denoise_row(int isa, const bromide_denoise *denoise, PLANES) {
  DISPATCH(isa, bromide_denoise_row, denoise, red, green, blue, count);
}

void bromide_brightness_row(
  int isa, const float *weights, const float *red, const float *green, const float *blue,
  size_t count, float *bright) {
  DISPATCH(isa, bromide_brightness_row, weights, red, green, blue, count, bright);
}

void bromide_sharpen_row(
  int isa, const float *weights, float amount, float threshold, const float *blurred, PLANES) {
  DISPATCH(isa, bromide_sharpen_row, weights, amount, threshold, blurred, red, green, blue, count);
}

void bromide_warp_row(
  int isa, const bromide_warp *warp, size_t x, size_t count, float *out, ptrdiff_t step) {
  DISPATCH(isa, bromide_warp_row, warp, x, count, out, step);
}

void bromide_limit_row(int isa, const float *row, float ceiling, size_t count, float *out) {
  DISPATCH(isa, bromide_limit_row, row, ceiling, count, out);
}
