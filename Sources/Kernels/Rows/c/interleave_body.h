// Interleaves linear light from three planes as floats, LANES pixels at a time.
#pragma clang fp contract(off)

INLINE lanes_f without_nan(lanes_f v) {
  const lanes_f zero = 0.0f;
  return v == v ? v : zero;
}

// Writes runs of 3 floats. clang turns this into permutes.
INLINE void store_interleaved(float *out, lanes_rgb p) {
  for (int i = 0; i < LANES; i++) {
    out[3 * i] = p.r[i];
    out[3 * i + 1] = p.g[i];
    out[3 * i + 2] = p.b[i];
  }
}

void NAME(interleave_row)(
  const float *matrix, const float *weights, int channels, const float *red, const float *green,
  const float *blue, size_t count, float *output) {
  float rest[LANES * 3];
  for (size_t x = 0; x < count; x += LANES) {
    float *out = x + LANES <= count ? output + x * (size_t)channels : rest;
    if (channels == 1) {
      store(out, without_nan(load(red + x)));
    } else {
      lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
      if (matrix) p = apply_matrix(p, matrix);
      if (weights) p = compress_gamut(p, weights);
      store_interleaved(
        out, (lanes_rgb){without_nan(p.r), without_nan(p.g), without_nan(p.b)});
    }
    if (out == rest)
      memcpy(output + x * (size_t)channels, rest, (count - x) * (size_t)channels * sizeof(float));
  }
}
