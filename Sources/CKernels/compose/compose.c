// Chooses the variant of a compositing kernel, once a row.
#include "compose_internal.h"

void bromide_compose_row(int isa, const bromide_placed_picture *picture, size_t count, float *rgba) {
  DISPATCH(isa, bromide_compose_row, picture, count, rgba);
}

void bromide_separate_row(
  int isa, const float *rgba, size_t count, float *red, float *green, float *blue, float *alpha) {
  DISPATCH(isa, bromide_separate_row, rgba, count, red, green, blue, alpha);
}

void bromide_put_alpha(const float *alpha, size_t count, size_t bytes, void *pixels) {
  for (size_t x = 0; x < count; x++) {
    const float a = alpha[x] < 1.0f ? alpha[x] : 1.0f;
    if (bytes == 1) ((uint8_t *)pixels)[4 * x + 3] = (uint8_t)(a * 255.0f + 0.5f);
    else ((uint16_t *)pixels)[4 * x + 3] = (uint16_t)(a * 65535.0f + 0.5f);
  }
}
