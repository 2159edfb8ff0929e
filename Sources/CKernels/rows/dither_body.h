// Ordered dither of codes of 8 bits; DitherKernel.swift states the rule. Rounding is equal on every instruction set.
#pragma clang fp contract(off)

// One way to make codes, with all decisions constant.
INLINE void make_codes(
  const float *given_matrix, const float *given_weights, int grey, int root,
  const bromide_transfer *transfer, const float *red, const float *green, const float *blue,
  size_t count, float *codes, ptrdiff_t plane, float *luma) {
  const bromide_transfer t = *transfer;
  const lanes_table table = load_table(&t);
  float matrix[9], weights[3];
  for (int i = 0; i < 9 && given_matrix; i++) matrix[i] = given_matrix[i];
  for (int i = 0; i < 3 && given_weights; i++) weights[i] = given_weights[i];
  for (size_t x = 0; x < count; x += LANES) {
    if (grey) {
      lanes_f value = encode_exactly(load(red + x), &t, root, table);
      store(codes + x, value);
      store(luma + x, value);
      continue;
    }
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    if (given_matrix) p = apply_matrix(p, matrix);
    if (given_weights) p = compress_gamut(p, weights);
    lanes_f r = encode_exactly(p.r, &t, root, table);
    lanes_f g = encode_exactly(p.g, &t, root, table);
    lanes_f b = encode_exactly(p.b, &t, root, table);
    store(codes + x, r);
    store(codes + plane + x, g);
    store(codes + 2 * plane + x, b);
    store(luma + x, 0.2126f * r + 0.7152f * g + 0.0722f * b);
  }
}

void NAME(code_row)(
  const float *matrix, const float *weights, const bromide_transfer *transfer, int channels,
  const float *red, const float *green, const float *blue, size_t count, float *codes,
  ptrdiff_t plane, float *luma) {
#define CODES(weights, grey, root) \
  make_codes(matrix, weights, grey, root, transfer, red, green, blue, count, codes, plane, luma)
  if (channels == 1) {
    transfer->root ? CODES(NULL, 1, 1) : CODES(NULL, 1, 0);
  } else if (weights) {
    transfer->root ? CODES(weights, 0, 1) : CODES(weights, 0, 0);
  } else {
    transfer->root ? CODES(NULL, 0, 1) : CODES(NULL, 0, 0);
  }
#undef CODES
}

void NAME(luma_ranges)(const float *luma, size_t count, float *lowest, float *highest) {
  for (size_t x = 0; x < count; x += LANES) {
    const float *l = luma + x;
    lanes_f a = load(l - 2), b = load(l - 1), c = load(l), d = load(l + 1), e = load(l + 2);
    store(lowest + x, at_most(at_most(at_most(a, b), at_most(d, e)), c));
    store(highest + x, at_least(at_least(at_least(a, b), at_least(d, e)), c));
  }
}

INLINE void dither_pixels(const bromide_dither *given, int grey, size_t count, uint8_t *output) {
  const bromide_dither d = *given;
  const size_t size = grey ? 1 : 3;
  const lanes_f zero = 0.0f, least = d.least, most = d.most, white = d.white;
  uint8_t rest[LANES * 3];
  for (size_t x = 0; x < count; x += LANES) {
    uint8_t *out = x + LANES <= count ? output + x * size : rest;
    const lanes_f r = load(d.codes + x);
    // Most vectors of a photo vary too much along their row alone, which spares the loads of the other rows.
    const float *middle = d.lowest + d.rows[2] + x;
    lanes_f low = load(middle), high = load(middle + d.plane);
    lanes_i smooth = high - low <= most;
    if (__builtin_reduce_or(smooth) != 0) {
      for (int i = 0; i < 5; i++) {
        const float *row = d.lowest + d.rows[i] + x;
        low = at_most(low, load(row));
        high = at_least(high, load(row + d.plane));
      }
      const lanes_f range = high - low;
      smooth = (range >= least) & (range <= most);
    }
    const lanes_f added = load(d.pattern + x % 8);
    if (grey) {
      lanes_f v = r + ((smooth & (r < white)) ? added : zero);
      store_grey(out, __builtin_convertvector(v, lanes_i), 1);
    } else {
      const lanes_f g = load(d.codes + d.plane + x), b = load(d.codes + 2 * d.plane + x);
      const lanes_f light = at_least(at_least(r, g), b);
      const lanes_f more = (smooth & (light < white)) ? added : zero;
      lanes_i red = __builtin_convertvector(r + more, lanes_i);
      lanes_i green = __builtin_convertvector(g + more, lanes_i);
      lanes_i blue = __builtin_convertvector(b + more, lanes_i);
      store_rgb8(out, red | green << 8 | blue << 16);
    }
    if (out == rest) memcpy(output + x * size, rest, (count - x) * size);
  }
}

void NAME(dither_row)(const bromide_dither *dither, size_t count, uint8_t *output) {
  if (dither->channels == 1) dither_pixels(dither, 1, count, output);
  else dither_pixels(dither, 0, count, output);
}
