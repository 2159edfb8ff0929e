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

// Sixteen partial sums whatever the number of lanes, added in one order: equal on every instruction set.
void NAME(resample_row)(
  const float *row, const int32_t *starts, int32_t origin, const float *weights, size_t taps,
  size_t count, float *output) {
  for (size_t x = 0; x < count; x++) {
    const float *in = row + (starts[x] - origin);
    const float *w = weights + x * taps;
    lanes_f parts[16 / LANES];
    for (size_t i = 0; i < 16 / LANES; i++) parts[i] = load(in + i * LANES) * load(w + i * LANES);
    for (size_t tap = 16; tap < taps; tap += 16) {
      for (size_t i = 0; i < 16 / LANES; i++) {
        parts[i] = parts[i] + load(in + tap + i * LANES) * load(w + tap + i * LANES);
      }
    }
    float s[16];
    for (size_t i = 0; i < 16 / LANES; i++) store(s + i * LANES, parts[i]);
    for (size_t i = 0; i < 8; i++) s[i] += s[i + 8];
    for (size_t i = 0; i < 4; i++) s[i] += s[i + 4];
    output[x] = (s[0] + s[2]) + (s[1] + s[3]);
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
