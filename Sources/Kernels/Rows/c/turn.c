// Copies finished pixels into a turned picture: no arithmetic, so one variant serves all
// processors.
#include <string.h>

#include "CVariants.h"
#include "rows.h"

// Runs are short and one row of the output apart, which no hardware prefetcher follows.
enum { AHEAD = 8 };

static inline void fetch(const uint8_t *run, size_t length) {
  for (size_t i = 0; i < length; i += 64) __builtin_prefetch(run + i, 1);
}

// Addresses rise along the inner loop. So a pixel of 3 or 6 bytes can be written as 4 or 8, and the
// next pixel overwrites the extra bytes. The last pixel of each run is written exactly.
INLINE void turn(
  const uint8_t *in, ptrdiff_t in_step, size_t in_stride, size_t inner, size_t outer, uint8_t *out,
  ptrdiff_t out_stride, size_t size) {
  const size_t wide = size == 3 ? 4 : size == 6 ? 8 : size;
  for (size_t j = 0; j < outer; j++) {
    const uint8_t *from = in + j * in_stride;
    uint8_t *to = out + (ptrdiff_t)j * out_stride;
    if (j + AHEAD < outer) fetch(to + AHEAD * out_stride, inner * size);
    for (size_t i = 0; i + 1 < inner; i++) {
      memcpy(to + i * size, from + (ptrdiff_t)i * in_step, wide);
    }
    memcpy(to + (inner - 1) * size, from + (ptrdiff_t)(inner - 1) * in_step, size);
  }
}

void bromide_turn_pixels(
  const uint8_t *input, size_t stride, size_t width, size_t height, size_t size, uint8_t *output,
  ptrdiff_t step_x, ptrdiff_t step_y) {
  if (width == 0 || height == 0) return;
  const int along = step_x == (ptrdiff_t)size || step_x == -(ptrdiff_t)size;
  // A picture one pixel wide or high can have either step. The loops work with both.
  const size_t inner = along ? width : height, outer = along ? height : width;
  const size_t in_stride = along ? stride : size;
  ptrdiff_t in_step = along ? (ptrdiff_t)size : (ptrdiff_t)stride;
  const ptrdiff_t run = along ? step_x : step_y, out_stride = along ? step_y : step_x;
  if (run < 0) {
    // The output's addresses must rise, so read the input from its far end.
    input += (ptrdiff_t)(inner - 1) * in_step;
    in_step = -in_step;
    output += run * (ptrdiff_t)(inner - 1);
  }
#define TURN(size) turn(input, in_step, in_stride, inner, outer, output, out_stride, size)
  switch (size) {
    case 1: TURN(1); break;
    case 2: TURN(2); break;
    case 3: TURN(3); break;
    case 4: TURN(4); break;
    case 8: TURN(8); break;
    case 12: TURN(12); break;
    case 16: TURN(16); break;
    default: TURN(6); break;
  }
#undef TURN
}

void bromide_add_alpha(uint8_t *pixels, size_t count, size_t size, size_t bytes, uint32_t alpha) {
  for (size_t i = count; i-- > 0;) {
    uint8_t color[12], *pixel = pixels + i * (size + bytes);
    memcpy(color, pixels + i * size, size);
    memcpy(pixel, color, size);
    if (bytes == 1) pixel[size] = (uint8_t)alpha;
    else if (bytes == 2) memcpy(pixel + size, &(uint16_t){(uint16_t)alpha}, 2);
    else memcpy(pixel + size, &alpha, 4);
  }
}
