// The noise of a block of X-Trans, in one form for all processors, and the choice of an edge's variant.
#include "optics_internal.h"

#pragma clang fp contract(off)

/// Columns and rows of four samples of one colour from a green site between four others: the two that count in full, and
/// the two that are taken away. Their middles are one place, so that even slopes cancel.
static const int8_t quads[3][4][2] = {
  {{-1, 0}, {1, 0}, {0, -2}, {0, 2}},
  {{0, -1}, {0, 1}, {-2, 0}, {2, 0}},
  {{1, 1}, {2, 2}, {1, 2}, {2, 1}},
};

void bromide_xtrans_noise_block(
  const bromide_xtrans_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float energy[3], float mean[3],
  float largest[3]) {
  for (int plane = 0; plane < 3; plane++) {
    double sum = 0, square = 0, most = 0;
    int count = 0;
    for (ptrdiff_t j = 0; j < BROMIDE_XTRANS_BLOCK_HEIGHT / 3; j++) {
      // Every second place of 3×3: no sample counts twice.
      for (ptrdiff_t i = j % 2; i < BROMIDE_XTRANS_BLOCK_WIDTH / 3; i += 2) {
        double value[4];
        for (int k = 0; k < 4; k++) {
          const ptrdiff_t column = x + 3 * i + quads[plane][k][0], row = y + 3 * j + quads[plane][k][1];
          const int site = (int)(row % 6 * 6 + column % 6);
          value[k] = ((double)blocks->samples[row * blocks->stride + column]
                      - (double)blocks->black[site]) * (double)blocks->scale[site];
          most = value[k] > most ? value[k] : most;
        }
        const double detail = (value[0] + value[1] - value[2] - value[3]) / 2;
        sum += value[0] + value[1] + value[2] + value[3];
        square += detail * detail;
        count++;
      }
    }
    energy[plane] = (float)(square / count);
    mean[plane] = (float)(sum / (4 * count));
    largest[plane] = (float)most;
  }
}

float bromide_xtrans_edge_block(int isa, XTRANS_EDGE_PARAMETERS) {
  return DISPATCH(isa, bromide_optics_xtrans_edge_block, blocks, x, y, a, b, range);
}
