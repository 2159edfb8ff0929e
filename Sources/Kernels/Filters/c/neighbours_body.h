// Filters that use a pixel's neighbours, and the 16-bit codes that store a picture between steps.
#pragma clang fp contract(fast)

typedef uint16_t lanes_code __attribute__((ext_vector_type(LANES), aligned(2)));

INLINE lanes_f unit(lanes_f v) {
  const lanes_f zero = 0.0f, one = 1.0f;
  return at_most(at_least(v, zero), one);
}

// Stores exactly `count` codes.
INLINE void store_codes(uint16_t *codes, lanes_f v, size_t x, size_t count) {
  lanes_code c = __builtin_convertvector(
    __builtin_convertvector(unit(v) * 65535.0f + 0.5f, lanes_i), lanes_code);
  if (x + LANES <= count) *(lanes_code *)(codes + x) = c;
  else memcpy(codes + x, &c, (count - x) * sizeof *codes);
}

INLINE lanes_f load_codes(const uint16_t *codes, size_t x, size_t count) {
  lanes_code c = 0;
  if (x + LANES <= count) c = *(const lanes_code *)(codes + x);
  else memcpy(&c, codes + x, (count - x) * sizeof *codes);
  return __builtin_convertvector(__builtin_convertvector(c, lanes_i), lanes_f) * (1 / 65535.0f);
}

void NAME(pack_row)(const float *row, float ceiling, size_t count, uint16_t *codes) {
  const float scale = 1 / ceiling;
  for (size_t x = 0; x < count; x += LANES) {
    store_codes(codes, __builtin_elementwise_sqrt(unit(load(row + x) * scale)), x, count);
  }
}

// Rows of a strip are too short and too far apart for the hardware prefetcher.
void NAME(unpack_row)(
  const uint16_t *codes, float ceiling, size_t count, size_t ahead, float *row) {
  const float scale = ceiling * (1 / 65535.0f / 65535.0f);
  size_t x = 0;
  for (; x + LANES <= count; x += LANES) {
    __builtin_prefetch(codes + ahead + x);
    lanes_code c = *(const lanes_code *)(codes + x);
    lanes_f v = __builtin_convertvector(__builtin_convertvector(c, lanes_i), lanes_f);
    store(row + x, v * v * scale);
  }
  if (x < count) {
    // In the same order, or a strip's end would show in the last bit.
    lanes_code c = 0;
    memcpy(&c, codes + x, (count - x) * sizeof *codes);
    lanes_f v = __builtin_convertvector(__builtin_convertvector(c, lanes_i), lanes_f);
    store(row + x, v * v * scale);
  }
}

void NAME(read_row)(const uint16_t *codes, size_t count, float *row) {
  for (size_t x = 0; x < count; x += LANES) store(row + x, load_codes(codes, x, count));
}

void NAME(write_row)(const float *row, size_t count, uint16_t *codes) {
  for (size_t x = 0; x < count; x += LANES) store_codes(codes, load(row + x), x, count);
}

// A running sum: the cost of a value does not depend on the reach.
void NAME(box_lines)(
  const float *in, size_t count, size_t reach, float weight, float edge, float *out) {
  const size_t last = count - 1;
  for (size_t j = 0; j < BROMIDE_LINES; j += LANES) {
    const float *line = in + j;
#define AT(i) load(line + BROMIDE_LINES * (i))
    lanes_f sum = AT(0) * (float)(reach + 1);
    for (size_t i = 1; i <= (reach < last ? reach : last); i++) sum = sum + AT(i);
    if (reach > last) sum = sum + AT(last) * (float)(reach - last);
    for (size_t i = 0; i < count; i++) {
      size_t before = i > reach ? i - reach : 0, after = i + reach + 1;
      lanes_f right = AT(after < last ? after : last);
      lanes_f outer = AT(before > 0 ? before - (i > reach) : 0);
      store(out + j + BROMIDE_LINES * i, weight * sum + edge * (outer + right));
      sum = sum + (right - AT(before));
    }
#undef AT
  }
}

// Weights are B3-spline · biweight (1 − d²k)². Luminance is averaged if luminance and colour are
// similar, and colour if luminance is similar.
void NAME(denoise_row)(
  const bromide_denoise *denoise, float *red, float *green, float *blue, size_t count) {
  static const float spline[5] = {1 / 16.0f, 1 / 4.0f, 3 / 8.0f, 1 / 4.0f, 1 / 16.0f};
  const float luma = denoise->luma, chroma = denoise->chroma;
  const lanes_f zero = 0.0f;
  for (size_t x = 0; x < count; x += LANES) {
    const float *const *middle = denoise->rows + 6;
    lanes_f r = load(middle[0] + x), g = load(middle[1] + x), b = load(middle[2] + x);
    lanes_f light = 0.25f * (r + b) + 0.5f * g, cr = r - g, cb = b - g;
    lanes_f light_sum = zero, light_weight = zero;
    lanes_f cr_sum = zero, cb_sum = zero, color_weight = zero;
    for (size_t i = 0; i < 5; i++) {
      const float *const *rows = denoise->rows + 3 * i;
      for (size_t j = 0; j < 5; j++) {
        ptrdiff_t at = (ptrdiff_t)x + ((ptrdiff_t)j - 2) * (ptrdiff_t)denoise->step;
        lanes_f nr = load(rows[0] + at), ng = load(rows[1] + at), nb = load(rows[2] + at);
        lanes_f l = 0.25f * (nr + nb) + 0.5f * ng, u = nr - ng, v = nb - ng;
        lanes_f dl = l - light, du = u - cr, dv = v - cb;
        const float share = spline[i] * spline[j];
        lanes_f similarity = at_least(1.0f - (dl * dl + du * du + dv * dv) * luma, zero);
        lanes_f near = at_least(1.0f - dl * dl * chroma, zero);
        lanes_f wl = share * similarity * similarity, wc = share * near * near;
        light_sum = light_sum + wl * l;
        light_weight = light_weight + wl;
        cr_sum = cr_sum + wc * u;
        cb_sum = cb_sum + wc * v;
        color_weight = color_weight + wc;
      }
    }
    // A pixel's weight for itself is at least 9/64.
    light = light_sum / light_weight;
    cr = cr_sum / color_weight;
    cb = cb_sum / color_weight;
    g = light - 0.25f * (cr + cb);
    store(red + x, g + cr);
    store(green + x, g);
    store(blue + x, g + cb);
  }
}

void NAME(brightness_row)(
  const float *weights, const float *red, const float *green, const float *blue, size_t count,
  float *bright) {
  for (size_t x = 0; x < count; x += LANES) {
    lanes_f light = luminance(positive(take(red, green, blue, x)), weights);
    store(bright + x, __builtin_elementwise_sqrt(light));
  }
}

void NAME(sharpen_row)(
  const float *weights, float amount, float threshold, const float *blurred, float *red,
  float *green, float *blue, size_t count) {
  const lanes_f zero = 0.0f, least = 1e-4f;
  const float slope = threshold > 0 ? 1 / threshold : 1e9f;
  for (size_t x = 0; x < count; x += LANES) {
    lanes_rgb p = take(red, green, blue, x);
    lanes_f s = __builtin_elementwise_sqrt(luminance(positive(p), weights));
    lanes_f d = s - load(blurred + x);
    lanes_f size = __builtin_elementwise_abs(d);
    lanes_f ratio = at_least(s + amount * d * smooth(size * slope), zero) / at_least(s, least);
    ratio = s > least ? ratio * ratio : 1.0f;
    put((lanes_rgb){p.r * ratio, p.g * ratio, p.b * ratio}, red, green, blue, x);
  }
}
