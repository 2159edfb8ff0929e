// The row kernels for the oldest processor of the architecture, four lanes.
#include <string.h>

#include "rows_internal.h"

#define LANES 4
#define NAME(function) bromide_##function##_baseline
#include "lanes.h"

typedef const float *lanes_table;

INLINE lanes_table load_table(const bromide_transfer *transfer) { return transfer->pieces; }

INLINE lanes_f load_piece(lanes_table table, int32_t piece) {
  return *(const lanes_f *)(table + 4 * (piece & 31));
}

// Four loads of all four coefficients, and a transposition: 80 ms for 24 megapixels instead of 99
// for sixteen loads.
INLINE lanes_cubic look_up(lanes_table table, lanes_i piece) {
  const lanes_f a = load_piece(table, piece[0]), b = load_piece(table, piece[1]);
  const lanes_f c = load_piece(table, piece[2]), d = load_piece(table, piece[3]);
  const lanes_f ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const lanes_f ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const lanes_f cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const lanes_f cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return (lanes_cubic){
    {__builtin_shufflevector(ab, cd, 0, 1, 4, 5), __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
     __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5), __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7)}};
}

INLINE lanes_f square_root(lanes_f v) { return __builtin_elementwise_sqrt(v); }

INLINE void store_grey(uint8_t *out, lanes_i v, int bytes) {
  for (int i = 0; i < LANES; i++) {
    if (bytes == 1) out[i] = (uint8_t)v[i];
    else memcpy(out + 2 * i, &(uint16_t){(uint16_t)v[i]}, 2);
  }
}

INLINE void store_rgb8(uint8_t *out, lanes_i v) {
  for (int i = 0; i < LANES; i++) {
    out[3 * i] = (uint8_t)v[i];
    out[3 * i + 1] = (uint8_t)(v[i] >> 8);
    out[3 * i + 2] = (uint8_t)(v[i] >> 16);
  }
}

INLINE void store_rgb16(uint8_t *out, lanes_i rg, lanes_i b) {
  for (int i = 0; i < LANES; i++) {
    uint16_t pixel[3] = {(uint16_t)rg[i], (uint16_t)((uint32_t)rg[i] >> 16), (uint16_t)b[i]};
    memcpy(out + 6 * i, pixel, 6);
  }
}

#include "color_body.h"
#include "tone_table_body.h"
#include "gamut_body.h"
#include "encode_body.h"
#include "dither_body.h"
#include "interleave_body.h"
#include "highlights_body.h"
#include "recover_body.h"
#include "highlight_cells_body.h"
#include "xtrans_cells_body.h"
#include "resample_body.h"
