// Powers of LANES floats, and functions by table. Multiplications and additions may be fused if the
// processor can, so instruction sets differ by single-precision rounding.
#pragma clang fp contract(fast)

typedef uint64_t lanes_pairs __attribute__((ext_vector_type(LANES)));

// Looks up z in a table of octaves. The exponent and the 7 highest bits of the mantissa select its
// piece. Each lane uses one load of 8 bytes, because hardware gathers are slow on processors with
// the microcode of 2023.
INLINE lanes_f look_up(const bromide_octaves *table, lanes_f z) {
  lanes_i bits = __builtin_bit_cast(lanes_i, z);
  lanes_i piece = (bits >> 16) - ((127 + table->lowest) << 7);
  int32_t at[LANES];
  memcpy(at, &piece, sizeof at);
  lanes_pairs pairs;
  for (int i = 0; i < LANES; i++) {
    uint64_t pair;
    memcpy(&pair, table->pairs + 2 * at[i], sizeof pair);
    pairs[i] = pair;
  }
  lanes_f start = __builtin_bit_cast(lanes_f, __builtin_convertvector(pairs, lanes_u));
  lanes_f rise = __builtin_bit_cast(lanes_f, __builtin_convertvector(pairs >> 32, lanes_u));
  return start + __builtin_convertvector(bits & 0xffff, lanes_f) * rise;
}

#include "../../Rows/c/power_body.h"

// x^(1/3), 0 below 1e-24. A third of the exponent gives r = x^(−1/3) with an error of at most 3.4
// %. Then r·(1 + e/3 + 2e²/9) with e = 1 − x·r³ reduces the error to 14/81·e³, twice. r·(1 + e/3)
// would reduce it to 2/9·e². The root is x·r².
INLINE lanes_f cube_root(lanes_f x) {
  const lanes_f least = 1e-24f;
  x = at_least(x, least);
  lanes_f third = __builtin_convertvector(__builtin_bit_cast(lanes_i, x), lanes_f) * (1 / 3.0f);
  lanes_f r = __builtin_bit_cast(lanes_f, 0x54a21400 - __builtin_convertvector(third, lanes_i));
  lanes_f e = 1.0f - x * r * (r * r);
  r = r + r * e * (e * (2 / 9.0f) + 1 / 3.0f);
  e = 1.0f - x * r * (r * r);
  r = r + r * e * (1 / 3.0f);
  return x * r * r;
}

// 0 below 0, 1 above 1, 3t² − 2t³ between.
INLINE lanes_f smooth(lanes_f t) {
  const lanes_f zero = 0.0f, one = 1.0f;
  t = at_most(at_least(t, zero), one);
  return t * t * (3.0f - 2.0f * t);
}

INLINE lanes_rgb map(const float *m, lanes_rgb p) {
  return (lanes_rgb){
    m[0] * p.r + m[1] * p.g + m[2] * p.b,
    m[3] * p.r + m[4] * p.g + m[5] * p.b,
    m[6] * p.r + m[7] * p.g + m[8] * p.b,
  };
}

// The positions of LANES pixels in a row, counted from 0.
INLINE lanes_f counted(void) {
  lanes_f v;
  for (int i = 0; i < LANES; i++) v[i] = (float)i;
  return v;
}

INLINE lanes_rgb take(const float *red, const float *green, const float *blue, size_t x) {
  return (lanes_rgb){load(red + x), load(green + x), load(blue + x)};
}

INLINE void put(lanes_rgb p, float *red, float *green, float *blue, size_t x) {
  store(red + x, p.r);
  store(green + x, p.g);
  store(blue + x, p.b);
}
