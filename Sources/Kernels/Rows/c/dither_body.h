// Ordered dither of 8-bit codes. DitherKernel.swift contains the rule. Rounding is equal on every
// instruction set.
#pragma clang fp contract(off)

// One variant of the code, with all options constant.
INLINE void make_codes(
  const float *given_matrix, const float *given_weights, int grey, int root,
  const bromide_transfer *transfer, const float *red, const float *green, const float *blue,
  size_t count, float *codes, ptrdiff_t plane) {
  const bromide_transfer t = *transfer;
  const lanes_table table = load_table(&t);
  float matrix[9], weights[3];
  for (int i = 0; i < 9 && given_matrix; i++) matrix[i] = given_matrix[i];
  for (int i = 0; i < 3 && given_weights; i++) weights[i] = given_weights[i];
  for (size_t x = 0; x < count; x += LANES) {
    if (grey) {
      store(codes + x, encode_exactly(load(red + x), &t, root, table));
      continue;
    }
    lanes_rgb p = {load(red + x), load(green + x), load(blue + x)};
    if (given_matrix) p = apply_matrix(p, matrix);
    if (given_weights) p = compress_gamut(p, weights);
    store(codes + x, encode_exactly(p.r, &t, root, table));
    store(codes + plane + x, encode_exactly(p.g, &t, root, table));
    store(codes + 2 * plane + x, encode_exactly(p.b, &t, root, table));
  }
}

void NAME(code_row)(
  const float *matrix, const float *weights, const bromide_transfer *transfer, int channels,
  const float *red, const float *green, const float *blue, size_t count, float *codes,
  ptrdiff_t plane) {
#define CODES(weights, grey, root) \
  make_codes(matrix, weights, grey, root, transfer, red, green, blue, count, codes, plane)
  if (channels == 1) {
    transfer->root ? CODES(NULL, 1, 1) : CODES(NULL, 1, 0);
  } else if (weights) {
    transfer->root ? CODES(weights, 0, 1) : CODES(weights, 0, 0);
  } else {
    transfer->root ? CODES(NULL, 0, 1) : CODES(NULL, 0, 0);
  }
#undef CODES
}

// Returns a bit for each lane that is not 0. The first lane has the lowest bit.
INLINE uint64_t bits_of(lanes_i lanes) {
  typedef _Bool lanes_b __attribute__((ext_vector_type(LANES)));
  const lanes_b set = __builtin_convertvector(lanes, lanes_b);
  uint64_t bits = 0;
  memcpy(&bits, &set, (LANES + 7) / 8);
  return bits & ((UINT64_C(1) << LANES) - 1);
}

// Finds the ranges of luma in 5 columns for a block of a row, and the columns that allow the
// dither.
INLINE void measure_block(
  float *row, ptrdiff_t plane, int grey, float most, bromide_dither_block *block) {
  // Luma, starting 2 columns before the block.
  float luma[BROMIDE_DITHER_BLOCK + 2 * LANES];
  for (ptrdiff_t x = 0; x < BROMIDE_DITHER_BLOCK + 4; x += LANES) {
    const float *code = row + x - 2;
    store(
      luma + x, grey ? load(code)
        : 0.2126f * load(code) + 0.7152f * load(code + plane) + 0.0722f * load(code + 2 * plane));
  }
  uint64_t smooth = 0;
  for (ptrdiff_t x = 0; x < BROMIDE_DITHER_BLOCK; x += LANES) {
    const float *l = luma + x;
    lanes_f a = load(l), b = load(l + 1), c = load(l + 2), d = load(l + 3), e = load(l + 4);
    lanes_f low = at_most(at_most(at_most(a, b), at_most(d, e)), c);
    lanes_f high = at_least(at_least(at_least(a, b), at_least(d, e)), c);
    store(row + 3 * plane + x, low);
    store(row + 4 * plane + x, high);
    smooth |= bits_of(high - low <= most) << x;
  }
  block->smooth = smooth;
  block->is_known = 1;
}

// Returns the columns of a block that all five rows allow. Most blocks of a photo vary too much
// along the row that is tested first. Five rows of pixels test the same row first.
INLINE uint64_t smooth_columns(
  const bromide_dither *d, const int *order, int grey, size_t index) {
  uint64_t smooth = ~UINT64_C(0);
  for (int i = 0; i < 6 && smooth != 0; i++) {
    bromide_dither_block *block = d->blocks[order[i]] + index;
    if (!block->is_known) {
      measure_block(
        d->rows[order[i]] + index * BROMIDE_DITHER_BLOCK, d->plane, grey, d->most, block);
    }
    smooth &= block->smooth;
  }
  return smooth;
}

// Returns the values to add to the codes of LANES pixels with the largest codes `light`.
INLINE lanes_f added_at(const bromide_dither *d, size_t x, lanes_f light) {
  const lanes_f zero = 0.0f, least = d->least, most = d->most, white = d->white;
  const ptrdiff_t lowest = 3 * d->plane + (ptrdiff_t)x;
  lanes_f low = load(d->rows[2] + lowest), high = load(d->rows[2] + lowest + d->plane);
  for (int i = 0; i < 5; i++) {
    low = at_most(low, load(d->rows[i] + lowest));
    high = at_least(high, load(d->rows[i] + lowest + d->plane));
  }
  const lanes_f range = high - low;
  return ((range >= least) & (range <= most) & (light < white)) ? load(d->pattern + x % 8) : zero;
}

// Rounds LANES pixels, with or without a dither.
INLINE void round_pixels(
  const bromide_dither *d, int grey, int is_dithered, size_t x, uint8_t *out) {
  const float *codes = d->rows[2] + x;
  lanes_f r = load(codes);
  if (grey) {
    if (is_dithered) r += added_at(d, x, r);
    store_grey(out, __builtin_convertvector(r, lanes_i), 1);
    return;
  }
  lanes_f g = load(codes + d->plane), b = load(codes + 2 * d->plane);
  if (is_dithered) {
    const lanes_f more = added_at(d, x, at_least(at_least(r, g), b));
    r += more;
    g += more;
    b += more;
  }
  const lanes_i red = __builtin_convertvector(r, lanes_i);
  const lanes_i green = __builtin_convertvector(g, lanes_i);
  const lanes_i blue = __builtin_convertvector(b, lanes_i);
  store_rgb8(out, red | green << 8 | blue << 16);
}

INLINE void dither_pixels(const bromide_dither *given, int grey, size_t count, uint8_t *output) {
  const bromide_dither d = *given;
  const int order[6] = {d.first, 2, 0, 4, 1, 3};
  const size_t size = grey ? 1 : 3;
  const uint64_t lanes = (UINT64_C(1) << LANES) - 1;
  uint8_t rest[LANES * 3];
  for (size_t start = 0; start < count; start += BROMIDE_DITHER_BLOCK) {
    const size_t left = count - start;
    const size_t end = start + (left < BROMIDE_DITHER_BLOCK ? left : BROMIDE_DITHER_BLOCK);
    uint64_t smooth = smooth_columns(&d, order, grey, start / BROMIDE_DITHER_BLOCK);
    if (left < BROMIDE_DITHER_BLOCK) smooth &= (UINT64_C(1) << left) - 1;
    const size_t whole = start + (end - start) / LANES * LANES;
    if (smooth == 0) {
      for (size_t x = start; x < whole; x += LANES) {
        round_pixels(&d, grey, 0, x, output + x * size);
      }
    } else {
      for (size_t x = start; x < whole; x += LANES) {
        const int is_dithered = (smooth >> (x - start) & lanes) != 0;
        round_pixels(&d, grey, is_dithered, x, output + x * size);
      }
    }
    if (whole < end) {
      round_pixels(&d, grey, smooth != 0, whole, rest);
      memcpy(output + whole * size, rest, (end - whole) * size);
    }
  }
}

void NAME(dither_row)(const bromide_dither *dither, size_t count, uint8_t *output) {
  if (dither->channels == 1) dither_pixels(dither, 1, count, output);
  else dither_pixels(dither, 0, count, output);
}
