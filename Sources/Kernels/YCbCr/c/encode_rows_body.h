// R′G′B′ of 8 or 16 bits to YCbCr of any depth in single precision. Uses plain loops over short
// arrays that stay in the L1 cache. The compiler vectorises them.
#pragma clang fp contract(off)

#define CHUNK 64

// Pixels of 16 bits at any address.
typedef uint16_t loose_word __attribute__((aligned(1)));

// Adds `weight` times the pixels from number `start` to the channels. After the row's end its last
// pixel repeats.
#define ADD_PIXELS(sample) \
  for (size_t i = 0; i < count; i++) { \
    const sample *p = (const sample *)row + 3 * (start + i); \
    for (int c = 0; c < 3; c++) out[c][i] += weight * (float)p[c]; \
  }

INLINE void add_pixels(
  const void *row, int bytes, float weight, size_t start, size_t count, float out[3][CHUNK + 1]) {
  if (bytes == 1) {
    ADD_PIXELS(uint8_t)
  } else {
    ADD_PIXELS(loose_word)
  }
}
#undef ADD_PIXELS

// Writes Y, Cb or Cr of `count` pixels to samples of 1 or 2 bytes, `step` apart.
INLINE void put_codes(
  const bromide_rgb_form *f, int kind, float places[3][CHUNK + 1], size_t count, void *out, size_t step) {
  const float m0 = f->matrix[3 * kind], m1 = f->matrix[3 * kind + 1], m2 = f->matrix[3 * kind + 2];
  const float offset = f->offset[kind], maximum = f->maximum;
  int32_t codes[CHUNK];
  for (size_t i = 0; i < CHUNK; i++) {
    float value = (m0 * places[0][i] + m1 * places[1][i]) + (m2 * places[2][i] + offset);
    value = value > 0 ? value : 0;
    value = value < maximum ? value : maximum;
    codes[i] = (int32_t)(value + 0.5f) << f->shift;
  }
  if (f->bytes == 1) {
    for (size_t i = 0; i < count; i++) ((uint8_t *)out)[i * step] = (uint8_t)codes[i];
  } else {
    for (size_t i = 0; i < count; i++) ((loose_word *)out)[i * step] = (uint16_t)codes[i];
  }
}

void NAME(rgb_luma_row)(const bromide_rgb_form *form, const void *row, size_t width, void *out) {
  const bromide_rgb_form f = *form;
  for (size_t x = 0; x < width; x += CHUNK) {
    const size_t count = width - x < CHUNK ? width - x : CHUNK;
    float pixels[3][CHUNK + 1] = {{0}};
    add_pixels(row, f.pixel_bytes, 1, x, count, pixels);
    put_codes(&f, 0, pixels, count, (char *)out + x * (size_t)f.bytes, 1);
  }
}

void NAME(rgb_chroma_row)(const bromide_rgb_form *form, const bromide_rgb_chroma *row) {
  const bromide_rgb_form f = *form;
  const bromide_rgb_chroma r = *row;
  const size_t sites = r.across == 2 ? (r.width + 1) / 2 : r.width;
  const size_t most = r.across == 2 ? CHUNK / 2 : CHUNK;
  for (size_t site = 0; site < sites; site += most) {
    const size_t x = site * (size_t)r.across, before = x > 0;
    const size_t left = r.width - x, count = left < CHUNK ? left : CHUNK;
    // The pixel before the chunk, and the pixels of the chunk.
    float pixels[3][CHUNK + 1] = {{0}}, shifted[3][CHUNK + 1] = {{0}}, places[3][CHUNK + 1] = {{0}};
    for (int i = 0; i < 3; i++) {
      if (r.rows[i]) add_pixels(r.rows[i], f.pixel_bytes, r.weights[i], x - before, count + before, pixels);
    }
    for (int c = 0; c < 3; c++) {
      memcpy(shifted[c], pixels[c] + before, CHUNK * sizeof(float));
      shifted[c][count] = shifted[c][count - 1];
      if (r.across == 1) {
        memcpy(places[c], shifted[c], CHUNK * sizeof(float));
      } else if (r.centered) {
        for (size_t i = 0; i < CHUNK / 2; i++) {
          places[c][i] = (shifted[c][2 * i] + shifted[c][2 * i + 1]) * 0.5f;
        }
      } else {
        const float first = before ? pixels[c][0] : shifted[c][0];
        places[c][0] = (first + shifted[c][1]) * 0.25f + shifted[c][0] * 0.5f;
        for (size_t i = 1; i < CHUNK / 2; i++) {
          places[c][i] =
            (shifted[c][2 * i - 1] + shifted[c][2 * i + 1]) * 0.25f + shifted[c][2 * i] * 0.5f;
        }
      }
    }
    const size_t done = sites - site < most ? sites - site : most;
    const size_t place = site * (size_t)r.step * (size_t)f.bytes;
    put_codes(&f, 1, places, done, (char *)r.cb + place, (size_t)r.step);
    put_codes(&f, 2, places, done, (char *)r.cr + place, (size_t)r.step);
  }
}
#undef CHUNK
