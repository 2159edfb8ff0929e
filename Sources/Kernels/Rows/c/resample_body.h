// The two halves of a separable resampling, and the input of pictures without a mosaic.
#pragma clang fp contract(off)

typedef uint16_t resample_codes __attribute__((ext_vector_type(LANES), aligned(2)));

// The value in column x of a block's row, with its gain applied, clipped.
INLINE lanes_f block_value(
  const bromide_block *block, const void *row, int coded, float scale, size_t x) {
  const lanes_f zero = 0.0f, most = block->ceiling;
  if (!coded) return at_most(at_least(load((const float *)row + x) * scale, zero), most);
  const uint16_t *codes = (const uint16_t *)row + x;
  resample_codes code = *(const resample_codes *)codes;
  lanes_f v = __builtin_convertvector(__builtin_convertvector(code, lanes_i), lanes_f);
  return at_most(v * v * scale, most);
}

// Adds the rows `from` ..< `to` of a block to a few vectors of sums.
INLINE void grow(
  lanes_f *sums, const lanes_f *values, const bromide_share *share, int from, int to,
  const int vectors) {
  for (int row = from; row < to; row++) {
    const float weight = share->weights[row - share->from];
    for (int i = 0; i < vectors; i++) sums[i] = sums[i] + weight * values[row * 4 + i];
  }
}

INLINE void fetch(lanes_f *sums, const bromide_share *share, size_t at, const int vectors) {
  for (int i = 0; i < vectors; i++) {
    sums[i] = share->is_first ? 0.0f : load(share->sum + at + i * LANES);
  }
}

INLINE void keep(const lanes_f *sums, const bromide_share *share, size_t at, const int vectors) {
  for (int i = 0; i < vectors; i++) store(share->sum + at + i * LANES, sums[i]);
}

// Adds `vectors` vectors of one plane, from column x. Values are computed once and stay in the L1
// cache for all sums. Each sum stays in a register and adds rows in order. Two sums at a time load
// their shared rows once.
INLINE void add_columns(
  const bromide_block *block, int coded, int channel, const bromide_share *shares, int count,
  size_t x, const int vectors) {
  lanes_f values[BROMIDE_BLOCK * 4];
  const size_t start = (size_t)channel * block->plane;
  const size_t at = (size_t)channel * block->sum_plane + x;
  for (int row = 0; row < block->rows; row++) {
    const size_t place = (size_t)row * block->stride + start;
    const void *from = coded ? (const void *)((const uint16_t *)block->first + place)
                             : (const void *)((const float *)block->first + place);
    for (int i = 0; i < vectors; i++) {
      // Rows of a strip are too short and too far apart for the hardware prefetcher.
      if (coded) {
        __builtin_prefetch(
          (const uint16_t *)from + (size_t)block->rows * block->stride + x + i * LANES);
      }
      values[row * 4 + i] = block_value(block, from, coded, block->scale[channel], x + i * LANES);
    }
  }
  lanes_f first[4], second[4];
  int s = 0;
  for (; s + 2 <= count; s += 2) {
    const bromide_share *a = shares + s, *b = a + 1;
    fetch(first, a, at, vectors);
    fetch(second, b, at, vectors);
    const int join = b->from < a->to ? b->from : a->to;
    grow(first, values, a, a->from, join, vectors);
    for (int row = b->from; row < a->to; row++) {
      const float u = a->weights[row - a->from], v = b->weights[row - b->from];
      for (int i = 0; i < vectors; i++) {
        const lanes_f value = values[row * 4 + i];
        first[i] = first[i] + u * value;
        second[i] = second[i] + v * value;
      }
    }
    grow(second, values, b, b->from > a->to ? b->from : a->to, b->to, vectors);
    keep(first, a, at, vectors);
    keep(second, b, at, vectors);
  }
  if (s < count) {
    fetch(first, shares + s, at, vectors);
    grow(first, values, shares + s, shares[s].from, shares[s].to, vectors);
    keep(first, shares + s, at, vectors);
  }
}

INLINE void add_plane(
  const bromide_block *block, int coded, int channel, const bromide_share *shares, int count,
  size_t columns) {
  size_t x = 0;
  for (; x + 3 * LANES < columns; x += 4 * LANES) {
    add_columns(block, coded, channel, shares, count, x, 4);
  }
  for (; x < columns; x += LANES) add_columns(block, coded, channel, shares, count, x, 1);
}

void NAME(add_rows)(
  const bromide_block *block, const bromide_share *shares, int count, size_t columns) {
  for (int channel = 0; channel < block->channels; channel++) {
    if (block->coded) add_plane(block, 1, channel, shares, count, columns);
    else add_plane(block, 0, channel, shares, count, columns);
  }
}

typedef float resample_8 __attribute__((ext_vector_type(8)));
typedef float resample_16 __attribute__((ext_vector_type(16)));

// Two outputs side by side, each as eight partial sums. (Vectors wider than the processor's are
// passed by address.)
INLINE void weigh_pair(
  const float *a, const float *b, const resample_16 *weights, size_t taps, resample_16 *result) {
  resample_16 sum = 0.0f;
  for (size_t tap = 0; tap < taps; tap += 8) {
    resample_8 u, v;
    memcpy(&u, a + tap, sizeof u);
    memcpy(&v, b + tap, sizeof v);
    sum = sum
      + weights[tap / 8]
        * __builtin_shufflevector(u, v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
  *result = sum;
}

// Four outputs: the partial sums s[i] + s[i + 4] of each.
INLINE void weigh_four(
  const float *row, const int32_t *s, const resample_16 *weights, size_t taps, resample_16 *result) {
  resample_16 a, b;
  weigh_pair(row + s[0], row + s[1], weights, taps, &a);
  weigh_pair(row + s[2], row + s[3], weights + taps / 8, taps, &b);
  *result =
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
    + __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

// Computes eight outputs. The four partial sums f of each are added as (f0 + f2) + (f1 + f3) on
// every instruction set.
INLINE void weigh_eight(
  const float *row, const int32_t *s, const resample_16 *weights, size_t taps, float *output) {
  resample_16 a, b;
  weigh_four(row, s, weights, taps, &a);
  weigh_four(row, s + 4, weights + taps / 4, taps, &b);
  resample_16 pairs =
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
    + __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
  resample_8 sums = __builtin_shufflevector(pairs, pairs, 0, 4, 8, 12, 2, 6, 10, 14)
    + __builtin_shufflevector(pairs, pairs, 1, 5, 9, 13, 3, 7, 11, 15);
  memcpy(output, &sums, sizeof sums);
}

// With few taps, weights stay in registers for all three planes: one plane after another took 15 %
// longer.
INLINE void resample_three(
  const bromide_across *work, const float *input, const size_t taps, float *output) {
  const size_t count = work->count, plane = work->plane, output_plane = work->output_plane;
  const int32_t *all_starts = work->starts;
  const float *all_weights = work->weights;
  for (size_t x = 0; x < count; x += 8) {
    resample_16 weights[8];
    int32_t starts[8];
    memcpy(weights, all_weights + x * taps, 8 * taps * sizeof(float));
    memcpy(starts, all_starts + x, sizeof starts);
#pragma clang loop unroll(full)
    for (size_t channel = 0; channel < 3; channel++) {
      weigh_eight(
        input + channel * plane, starts, weights, taps, output + channel * output_plane + x);
    }
  }
}

INLINE void resample_planes(
  const bromide_across *work, const float *input, size_t taps, float *output) {
  for (size_t x = 0; x < work->count; x += 8) {
    for (int channel = 0; channel < work->channels; channel++) {
      weigh_eight(
        input + (size_t)channel * work->plane, work->starts + x,
        (const resample_16 *)(work->weights + x * taps), taps,
        output + (size_t)channel * work->output_plane + x);
    }
  }
}

void NAME(resample_row)(const bromide_across *work, const float *input, float *output) {
  input -= work->origin;
  if (work->channels == 3 && work->taps == 8) resample_three(work, input, 8, output);
  else if (work->channels == 3 && work->taps == 16) resample_three(work, input, 16, output);
  else resample_planes(work, input, work->taps, output);
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
