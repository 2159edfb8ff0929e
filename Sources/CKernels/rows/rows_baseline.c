// The row kernels for the oldest processor of the architecture, four lanes.
#include <string.h>

#include "rows_internal.h"

#define LANES 4
#define NAME(function) bromide_##function##_baseline
#include "lanes.h"

typedef const float *lanes_table;

INLINE lanes_table load_table(const float *coefficients) { return coefficients; }

INLINE lanes_f look_up(lanes_table table, int power, lanes_i piece) {
  const float *row = table + 32 * power;
  return (lanes_f){row[piece[0] & 31], row[piece[1] & 31], row[piece[2] & 31], row[piece[3] & 31]};
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
#include "interleave_body.h"
#include "highlights_body.h"
#include "recover_body.h"
#include "highlight_cells_body.h"
#include "xtrans_cells_body.h"
#include "resample_body.h"
