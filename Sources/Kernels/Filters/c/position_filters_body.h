// Filters that depend on a pixel's position in the picture.
#pragma clang fp contract(fast)

void NAME(vignette_row)(
  const bromide_vignette *vignette, int column, float square, float *red, float *green,
  float *blue, size_t count) {
  const bromide_vignette v = *vignette;
  const lanes_f places = counted();
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_f across = (places + (float)(column + (int)x)) * v.step + v.origin;
    lanes_f distance = __builtin_elementwise_sqrt(across * across + square);
    lanes_f gain = exp2_of(v.stops * smooth((distance - v.start) * v.slope));
    p = (lanes_rgb){p.r * gain, p.g * gain, p.b * gain};
    put(p, red, green, blue, x);
  }
}

// Scrambles bits (Chris Wellons's lowbias32, public domain): each output bit depends on each input
// bit.
INLINE lanes_u scramble(lanes_u v) {
  v = (v ^ v >> 16) * 0x7feb352du;
  v = (v ^ v >> 15) * 0x846ca68bu;
  return v ^ v >> 16;
}

// Maps a number's bits to −1…1.
INLINE lanes_f deviate(lanes_u v) {
  return __builtin_convertvector(__builtin_bit_cast(lanes_i, v), lanes_f) * 0x1p-31f;
}

// Noise between four lattice points: the squares of their weights add up to 1, so its variance is
// equal everywhere.
void NAME(grain_row)(
  const bromide_grain *grain, int column, int y, float *red, float *green, float *blue,
  size_t count) {
  const bromide_grain g = *grain;
  const lanes_f places = counted(), zero = 0.0f, one = 1.0f;
  const float down = ((float)y + 0.5f) * g.cells;
  const uint32_t top = (uint32_t)down;
  const lanes_f v = smooth((lanes_f)(down - (float)top));
  const lanes_f low = __builtin_elementwise_sqrt(v), high = __builtin_elementwise_sqrt(1.0f - v);
  const lanes_u above = scramble((lanes_u)(top + g.seed));
  const lanes_u below = scramble((lanes_u)(top + 1 + g.seed));
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_f across = (places + ((float)(column + (int)x) + 0.5f)) * g.cells;
    lanes_i cell = __builtin_convertvector(across, lanes_i);
    lanes_f u = smooth(across - __builtin_convertvector(cell, lanes_f));
    lanes_u left = __builtin_bit_cast(lanes_u, cell) * 0x9e3779b9u;
    lanes_u right = left + 0x9e3779b9u;
    lanes_f lefts = high * deviate(scramble(left ^ above)) + low * deviate(scramble(left ^ below));
    lanes_f rights =
      high * deviate(scramble(right ^ above)) + low * deviate(scramble(right ^ below));
    lanes_f noise = __builtin_elementwise_sqrt(1.0f - u) * lefts
      + __builtin_elementwise_sqrt(u) * rights;
    lanes_f light = at_most(at_least(luminance(p, g.weights), zero), one);
    lanes_f gain = 1.0f + g.amount * (1.0f - __builtin_elementwise_sqrt(light)) * noise;
    gain = at_least(gain, zero);
    gain = gain * gain;
    p = (lanes_rgb){p.r * gain, p.g * gain, p.b * gain};
    put(p, red, green, blue, x);
  }
}
