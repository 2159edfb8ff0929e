// The two halves of a separable resampling, and the input of pictures that need no demosaic.
#pragma clang fp contract(off)

void NAME(add_row)(
  const float *row, float weight, float ceiling, int first, size_t count, float *sum) {
  const lanes_f zero = 0.0f, most = ceiling;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_f v = weight * at_most(at_least(load(row + x), zero), most);
    store(sum + x, first ? v : load(sum + x) + v);
  }
}

typedef float resample_four __attribute__((ext_vector_type(4)));

// Sixteen partial sums whatever the number of lanes, added in one order: equal on every instruction set. Here they
// become four: s[i] + s[i + 8], and of those t[i] + t[i + 4].
INLINE resample_four NAME(weighted)(const float *in, const float *w, size_t taps) {
  lanes_f parts[16 / LANES];
  for (size_t i = 0; i < 16 / LANES; i++) parts[i] = load(in + i * LANES) * load(w + i * LANES);
  for (size_t tap = 16; tap < taps; tap += 16) {
    for (size_t i = 0; i < 16 / LANES; i++) {
      parts[i] = parts[i] + load(in + tap + i * LANES) * load(w + tap + i * LANES);
    }
  }
  resample_four s[4];
  memcpy(s, parts, sizeof s);
  return (s[0] + s[2]) + (s[1] + s[3]);
}

// Four values at a time, turned so that the last sums are one vector's: (f0 + f2) + (f1 + f3).
void NAME(resample_row)(
  const float *row, const int32_t *starts, int32_t origin, const float *weights, size_t taps,
  size_t count, float *output) {
  size_t x = 0;
  for (; x + 4 <= count; x += 4) {
    resample_four a = NAME(weighted)(row + (starts[x] - origin), weights + x * taps, taps);
    resample_four b =
      NAME(weighted)(row + (starts[x + 1] - origin), weights + (x + 1) * taps, taps);
    resample_four c =
      NAME(weighted)(row + (starts[x + 2] - origin), weights + (x + 2) * taps, taps);
    resample_four d =
      NAME(weighted)(row + (starts[x + 3] - origin), weights + (x + 3) * taps, taps);
    resample_four ab01 = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    resample_four ab23 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    resample_four cd01 = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    resample_four cd23 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    resample_four ab = ab01 + ab23, cd = cd01 + cd23;
    resample_four even = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
    resample_four odd = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    resample_four sum = even + odd;
    memcpy(output + x, &sum, sizeof sum);
  }
  for (; x < count; x++) {
    resample_four f = NAME(weighted)(row + (starts[x] - origin), weights + x * taps, taps);
    output[x] = (f.x + f.z) + (f.y + f.w);
  }
}

void NAME(linear_row)(
  const uint16_t *samples, int channels, const float *scale, float ceiling, size_t count,
  float *red, float *green, float *blue) {
  if (channels == 1) {
    for (size_t x = 0; x < count; x++) {
      float v = (float)samples[x] * scale[0];
      red[x] = v < ceiling ? v : ceiling;
    }
    return;
  }
  const float sr = scale[0], sg = scale[1], sb = scale[2];
  for (size_t x = 0; x < count; x++) {
    float r = (float)samples[3 * x] * sr;
    float g = (float)samples[3 * x + 1] * sg;
    float b = (float)samples[3 * x + 2] * sb;
    red[x] = r < ceiling ? r : ceiling;
    green[x] = g < ceiling ? g : ceiling;
    blue[x] = b < ceiling ? b : ceiling;
  }
}
