// Chooses the variant of a compositing kernel, once a row.
#include "compose_internal.h"

// Without this, a baseline processor with fused multiply-adds would give different bits.
#pragma clang fp contract(off)

void bromide_compose_row(int isa, const bromide_placed_picture *picture, size_t count, float *rgba) {
  DISPATCH(isa, bromide_compose_row, picture, count, rgba);
}

void bromide_separate_row(
  int isa, const float *rgba, size_t count, float *red, float *green, float *blue, float *alpha) {
  DISPATCH(isa, bromide_separate_row, rgba, count, red, green, blue, alpha);
}

INLINE void compose_codes(
  const void *codes, size_t count, int channels, int bytes, const float *light, float *rgba) {
  typedef float four __attribute__((ext_vector_type(4)));
  const int has_alpha = channels % 2 == 0, green = channels > 2 ? 1 : 0, blue = channels > 2 ? 2 : 0;
#define CODE(i) (bytes == 1 ? ((const uint8_t *)codes)[i] : ((const uint16_t *)codes)[i])
  for (size_t x = 0; x < count; x++) {
    const size_t p = x * (size_t)channels;
    four pixel = {light[CODE(p)], light[CODE(p + green)], light[CODE(p + blue)], 1.0f}, below;
    if (has_alpha) {
      pixel *= (float)CODE(p + channels - 1) / (bytes == 1 ? 255.0f : 65535.0f);
      memcpy(&below, rgba + 4 * x, sizeof below);
      pixel += below * (1.0f - pixel.w);
    }
    memcpy(rgba + 4 * x, &pixel, sizeof pixel);
  }
#undef CODE
}

void bromide_compose_codes(
  const void *codes, size_t count, int channels, int bytes, const float *light, float *rgba) {
  // Constants for each layout give separate code.
#define DRAW(channels, bytes) compose_codes(codes, count, channels, bytes, light, rgba)
  switch (channels) {
    case 1: return bytes == 1 ? DRAW(1, 1) : DRAW(1, 2);
    case 2: return bytes == 1 ? DRAW(2, 1) : DRAW(2, 2);
    case 3: return bytes == 1 ? DRAW(3, 1) : DRAW(3, 2);
    default: return bytes == 1 ? DRAW(4, 1) : DRAW(4, 2);
  }
#undef DRAW
}

void bromide_put_alpha(const float *alpha, size_t count, size_t bytes, void *pixels) {
  for (size_t x = 0; x < count; x++) {
    const float a = alpha[x] < 1.0f ? alpha[x] : 1.0f;
    if (bytes == 1) ((uint8_t *)pixels)[4 * x + 3] = (uint8_t)(a * 255.0f + 0.5f);
    else ((uint16_t *)pixels)[4 * x + 3] = (uint16_t)(a * 65535.0f + 0.5f);
  }
}
