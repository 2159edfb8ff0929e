// The noise of an X-Trans block, in one form for all processors, and the choice of an edge's
// variant.
#include "optics_internal.h"

#pragma clang fp contract(off)

void bromide_xtrans_noise_block(
  const bromide_xtrans_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise result[2]) {
  enum { COLUMNS = BROMIDE_XTRANS_BLOCK_WIDTH / 6, ROWS = BROMIDE_XTRANS_BLOCK_HEIGHT / 3 };
  // A green square's first site is one column and row after the green site between four others.
  static const int8_t square[4][2] = {{1, 1}, {2, 2}, {2, 1}, {1, 2}};
  for (int half = 0; half < 2; half++, x += BROMIDE_XTRANS_BLOCK_WIDTH / 2) {
    double sum = 0, details = 0, slopes = 0, most = 0;
    for (ptrdiff_t j = 0; j < ROWS; j++) {
      for (ptrdiff_t i = 0; i < COLUMNS; i++) {
        double p[4];
        for (int k = 0; k < 4; k++) {
          const ptrdiff_t column = x + 3 * i + square[k][0], row = y + 3 * j + square[k][1];
          const int site = (int)(row % 6 * 6 + column % 6);
          p[k] = ((double)blocks->samples[row * blocks->stride + column]
                  - (double)blocks->black[site]) * (double)blocks->scale[site];
          most = p[k] > most ? p[k] : most;
        }
        const double falling = p[0] - p[1], rising = p[2] - p[3];
        const double detail = p[0] + p[1] - p[2] - p[3];
        sum += p[0] + p[1] + p[2] + p[3];
        details += detail * detail;
        slopes += falling * falling + rising * rising;
      }
    }
    const double scale = 1.0 / (4 * ROWS * COLUMNS);
    result[half] = (bromide_noise){
      .detail = (float)(details * scale),
      .slope = (float)(slopes * scale),
      .mean = (float)(sum * scale),
      .largest = (float)most,
    };
  }
}

float bromide_xtrans_edge_block(int isa, XTRANS_EDGE_PARAMETERS) {
  return DISPATCH(isa, bromide_optics_xtrans_edge_block, blocks, x, y, a, b, range);
}
