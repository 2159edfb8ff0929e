// The 16-bit form of YCbCr to RGB in blocks of 2 · LANES pixels. YCbCr8Form.swift has the formula.
//
// The including file defines LANES, NAME(function), INLINE and the operations that differ:
// multiply_high, average, low, high, order_sites, order_pixels, load_luma, load_pairs, load_halves,
// store4, store3. The `order_` operations order the words in a block so that interleaving puts the
// output in sequence.

#define BLOCK (2 * LANES)

INLINE words add(words a, words b) {
  return (words)__builtin_elementwise_add_sat((signed_words)a, (signed_words)b);
}

// Chroma's share of one channel, in parts that each fit in 16 bits: one for each half of luma, and
// the rest.
typedef struct {
  words half[2], rest;
} share;

// The chroma shares for all channels.
typedef struct {
  share of[3];
} shares;

// A factor of 1 + fraction, or of 2 + fraction, which does not fit in two 16-bit halves.
INLINE share share_of_one(const bromide_ycbcr8 *f, int i, words chroma) {
  words part = multiply_high(chroma, f->fraction[i]);
  if (f->twice[i]) {
    words whole = chroma ^ 0x8000;
    return (share){{whole, whole}, part + f->rest_bias[i]};
  }
  words half = average(chroma, part);
  return (share){{half + f->half_bias[i], chroma + part - half + f->rest_bias[i]}, 0};
}

INLINE share share_of_both(const bromide_ycbcr8 *f, words first, words second) {
  words a = multiply_high(first, f->green[0]), b = multiply_high(second, f->green[1]);
  words half = average(a, b);
  return (share){{f->green_half_bias - half, half - a - b + f->green_rest_bias}, 0};
}

INLINE shares shares_of(const bromide_ycbcr8 *f, words first, words second) {
  return (shares){{
    share_of_one(f, 0, f->swapped ? first : second), share_of_both(f, first, second),
    share_of_one(f, 1, f->swapped ? second : first)}};
}

// Luma's share of every channel, in two halves.
typedef struct {
  words half[2];
} light;

INLINE light light_of(words luma, words factor, words bias) {
  words a = (luma >> 1) + bias;
  return (light){{a, a + multiply_high(luma, factor)}};
}

// The code value minus 128, in the upper byte.
INLINE words channel_of(light y, share c, int tripled) {
  words other = add(y.half[1], c.half[1]);
  return add(add(y.half[0], c.half[0]), tripled ? add(other, c.rest) : other);
}

INLINE void store_block(
  const bromide_ycbcr8 *f, const light y[2], const shares c[2], int channels, int stream,
  uint8_t *out) {
  words pixels[4];
  for (int j = 0; j < 2; j++) {
    words r = channel_of(y[j], c[j].of[0], f->twice[0]);
    words g = channel_of(y[j], c[j].of[1], 0);
    words b = channel_of(y[j], c[j].of[2], f->twice[1]);
    words rg = (r >> 8 | (g & 0xFF00)) ^ 0x8080, ba = (b >> 8) ^ 0xFF80;
    pixels[2 * j] = low(rg, ba);
    pixels[2 * j + 1] = high(rg, ba);
  }
  if (channels == 4) store4(out, pixels, stream);
  else store3(out, pixels, stream);
}

INLINE void luma_block(
  const bromide_ycbcr8 *f, const uint8_t *luma, const shares c[2], int channels, int stream,
  uint8_t *out) {
  words z[2];
  load_luma(luma, z);
  light y[2] = {light_of(z[0], f->luma, f->luma_bias), light_of(z[1], f->luma, f->luma_bias)};
  store_block(f, y, c, channels, stream, out);
}

INLINE share spread_low(share even, share odd) {
  return (share){
    {low(even.half[0], odd.half[0]), low(even.half[1], odd.half[1])}, low(even.rest, odd.rest)};
}

INLINE share spread_high(share even, share odd) {
  return (share){
    {high(even.half[0], odd.half[0]), high(even.half[1], odd.half[1])}, high(even.rest, odd.rest)};
}

// The shares of even and odd pixels side by side.
INLINE void spread(const shares *even, const shares *odd, shares c[2]) {
  for (int i = 0; i < 3; i++) {
    c[0].of[i] = spread_low(even->of[i], odd->of[i]);
    c[1].of[i] = spread_high(even->of[i], odd->of[i]);
  }
}

INLINE void nearest_block(
  const bromide_ycbcr8 *form, const bromide_ycbcr8_rows *r, const uint8_t *const luma[2],
  const uint8_t *first, const uint8_t *second, uint8_t *const out[2], int stream) {
  words u, v;
  if (second) load_halves(first, second, &u, &v);
  else load_pairs(first, &u, &v);
  const shares sites = shares_of(form, u, v);
  shares c[2];
  spread(&sites, &sites, c);
  for (size_t row = 0; row < r->rows; row++) {
    luma_block(form, luma[row], c, r->channels, stream, out[row]);
  }
}

void NAME(ycbcr8_nearest)(const bromide_ycbcr8 *given, const bromide_ycbcr8_rows *rows) {
  const bromide_ycbcr8 form = *given;
  const bromide_ycbcr8_rows r = *rows;
  const size_t size = (size_t)r.channels, step = r.second ? 1 : 2;
  size_t x = 0;
  for (; x + BLOCK <= r.width; x += BLOCK) {
    const uint8_t *luma[2] = {r.luma[0] + x, r.luma[1] + x};
    const uint8_t *first = r.first + x / 2 * step, *second = r.second ? r.second + x / 2 : NULL;
    uint8_t *out[2] = {r.output[0] + x * size, r.output[1] + x * size};
    // Prefetches for the next rows while these are written: 0.93 ms for a 4K frame (Zen 5), against
    // 1.5 ms when prefetching 1 KB ahead in these rows and 1.4 ms without. The rows are too many
    // streams for the hardware to follow.
    __builtin_prefetch(luma[0] + r.luma_ahead);
    __builtin_prefetch(luma[1] + r.luma_ahead);
    __builtin_prefetch(first + r.chroma_ahead);
    if (second) __builtin_prefetch(second + r.chroma_ahead);
    nearest_block(&form, &r, luma, first, second, out, r.stream);
  }
  if (x == r.width) return;
  // Processes the remaining pixels in separate blocks.
  const size_t count = r.width - x, sites = (count + 1) / 2;
  uint8_t luma[2][BLOCK] = {0}, first[BLOCK] = {0}, second[BLOCK] = {0}, out[2][BLOCK * 4];
  for (size_t row = 0; row < r.rows; row++) memcpy(luma[row], r.luma[row] + x, count);
  memcpy(first, r.first + x / 2 * step, sites * step);
  if (r.second) memcpy(second, r.second + x / 2, sites);
  nearest_block(
    &form, &r, (const uint8_t *const[2]){luma[0], luma[1]}, first, r.second ? second : NULL,
    (uint8_t *const[2]){out[0], out[1]}, 0);
  for (size_t row = 0; row < r.rows; row++) {
    memcpy(r.output[row] + x * size, out[row], count * size);
  }
}

// A quarter of the neighbour plus three quarters of the sample itself: exact, as samples are
// multiples of 64.
INLINE words quarter_towards(words sample, words neighbour) {
  return sample - (sample >> 2) + (neighbour >> 2);
}

INLINE words halfway(words a, words b) { return (a >> 1) + (b >> 1); }

INLINE void sited_shares(
  const bromide_ycbcr8 *form, int sited, const uint16_t *first, const uint16_t *second, size_t x,
  shares c[2]) {
  if (sited == BROMIDE_SITED_FULL) {
    for (int j = 0; j < 2; j++) {
      c[j] = shares_of(
        form, order_pixels(load_words(first + x + j * LANES)),
        order_pixels(load_words(second + x + j * LANES)));
    }
    return;
  }
  const uint16_t *chroma[2] = {first + x / 2, second + x / 2};
  words even[2], odd[2];
  for (int k = 0; k < 2; k++) {
    words here = load_words(chroma[k]), next = load_words(chroma[k] + 1);
    if (sited == BROMIDE_SITED_LEFT) {
      even[k] = order_sites(here);
      odd[k] = order_sites(halfway(here, next));
    } else {
      even[k] = order_sites(quarter_towards(here, load_words(chroma[k] - 1)));
      odd[k] = order_sites(quarter_towards(here, next));
    }
  }
  const shares even_shares = shares_of(form, even[0], even[1]);
  const shares odd_shares = shares_of(form, odd[0], odd[1]);
  spread(&even_shares, &odd_shares, c);
}

void NAME(ycbcr8_sited)(
  const bromide_ycbcr8 *given, int sited, const uint8_t *luma, const uint16_t *first,
  const uint16_t *second, size_t width, int channels, int stream, uint8_t *output) {
  const bromide_ycbcr8 form = *given;
  const size_t size = (size_t)channels;
  shares c[2];
  size_t x = 0;
  for (; x + BLOCK <= width; x += BLOCK) {
    __builtin_prefetch(luma + x + 1024);
    sited_shares(&form, sited, first, second, x, c);
    luma_block(&form, luma + x, c, channels, stream, output + x * size);
  }
  if (x == width) return;
  uint8_t rest[BLOCK] = {0}, out[BLOCK * 4];
  memcpy(rest, luma + x, width - x);
  sited_shares(&form, sited, first, second, x, c);
  luma_block(&form, rest, c, channels, 0, out);
  memcpy(output + x * size, out, (width - x) * size);
}

INLINE void mix_words(words a, words b, words weight, uint16_t *out) {
  store_words(out, (a * (4 - weight) + b * weight) << 6);
}

void NAME(ycbcr8_chroma)(
  const uint8_t *const first[2], const uint8_t *const second[2], int weight, size_t count,
  uint16_t *first_out, uint16_t *second_out) {
  const words w = (uint16_t)weight;
  const unsigned scale[2] = {(unsigned)(4 - weight), (unsigned)weight};
  size_t x = 0;
  if (second[0]) {
    for (; x + LANES <= count; x += LANES) {
      mix_words(widen(first[0] + x), widen(first[1] + x), w, first_out + x);
      mix_words(widen(second[0] + x), widen(second[1] + x), w, second_out + x);
    }
    for (; x < count; x++) {
      first_out[x] = (uint16_t)((first[0][x] * scale[0] + first[1][x] * scale[1]) << 6);
      second_out[x] = (uint16_t)((second[0][x] * scale[0] + second[1][x] * scale[1]) << 6);
    }
    return;
  }
  const uint8_t *a = first[0], *b = first[1];
  for (; x + LANES <= count; x += LANES) {
    words p = load_bytes(a + 2 * x), q = load_bytes(b + 2 * x);
    mix_words(p & 255, q & 255, w, first_out + x);
    mix_words(p >> 8, q >> 8, w, second_out + x);
  }
  for (; x < count; x++) {
    first_out[x] = (uint16_t)((a[2 * x] * scale[0] + b[2 * x] * scale[1]) << 6);
    second_out[x] = (uint16_t)((a[2 * x + 1] * scale[0] + b[2 * x + 1] * scale[1]) << 6);
  }
}
#undef BLOCK
