// Functions for both profile kernels, on LANES pixels in registers. Rounding is equal on every
// instruction set, without contraction and with true divisions and square roots.
#pragma clang fp contract(off)

INLINE lanes_i integers(lanes_f v) { return __builtin_convertvector(v, lanes_i); }
INLINE lanes_f floats(lanes_i v) { return __builtin_convertvector(v, lanes_f); }
INLINE lanes_i no_more(lanes_i v, int32_t limit) {
  const lanes_i most = limit;
  return v < most ? v : most;
}

// A function's table at z in 0…1, straight between its values. One lane after the other: hardware gathers are slow on
// processors with the microcode of 2023.
INLINE lanes_f function_at(const float *table, lanes_f z) {
  lanes_f place = z * (float)BROMIDE_PROFILE_PIECES;
  lanes_i piece = no_more(integers(place), BROMIDE_PROFILE_PIECES - 1);
  lanes_f share = place - floats(piece), start, end;
  for (int i = 0; i < LANES; i++) {
    start[i] = table[piece[i]];
    end[i] = table[piece[i] + 1];
  }
  return start + share * (end - start);
}

// Applies a matrix to light. Components below 0 and NaN become 0. Light is limited far above real
// values, because the arithmetic of hues would overflow.
INLINE lanes_rgb light_through(const float *m, lanes_rgb p) {
  const lanes_f zero = 0.0f, most = 1e6f;
  if (m) {
    p = (lanes_rgb){
      m[0] * p.r + m[1] * p.g + m[2] * p.b,
      m[3] * p.r + m[4] * p.g + m[5] * p.b,
      m[6] * p.r + m[7] * p.g + m[8] * p.b,
    };
  }
  return (lanes_rgb){
    at_most(at_least(p.r, zero), most), at_most(at_least(p.g, zero), most),
    at_most(at_least(p.b, zero), most)};
}
